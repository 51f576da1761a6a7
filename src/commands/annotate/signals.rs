//! What the workers of a run have in common: whether to go on, and how many positions got no value.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// So many positions are asked for before an engine is judged by them.
const LEAST: u64 = 50;
/// More than one position in so many without a value, and the engine is of no use.
const FEW: u64 = 10;

/// Told to all workers; clones are one and the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    /// Begin no other game.
    closing: Arc<AtomicBool>,
    /// Give up the game under way, too.
    stop: Arc<AtomicBool>,
    /// Positions that engines were asked for.
    asked: Arc<AtomicU64>,
    /// Those without a value, for a fault of the engine.
    lost: Arc<AtomicU64>,
}

impl Signals {
    /// No other game is begun.
    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// All waiting ends.
    pub(super) fn stop(&self) {
        self.close();
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What ends the waiting for an engine.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// A position has been answered, or lost by a fault of the engine.
    ///
    /// # Errors
    ///
    /// If too many are lost to go on.
    pub(super) fn count(&self, is_lost: bool) -> Result<(), String> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let lost = self.lost.fetch_add(u64::from(is_lost), Ordering::Relaxed) + u64::from(is_lost);
        if asked >= LEAST && lost * FEW > asked {
            return Err(format!(
                "{lost} of the first {asked} positions got no value: the engine cannot be used for these games"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_judged_by_fifty_positions() {
        let bad = Signals::default();
        assert!((1..50).all(|_| bad.count(true).is_ok()));
        assert!(bad.count(true).is_err());
        let fair = Signals::default();
        for number in 1..=1000 {
            assert_eq!(fair.count(number % 10 == 0), Ok(()), "{number}");
        }
        let worse = Signals::default();
        assert!((1..=60).all(|number| worse.count(number > 54).is_ok()));
        assert!(worse.clone().count(true).is_err());
    }
}
