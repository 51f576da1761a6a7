//! How far the annotation is, in words.

use std::time::Instant;

use crate::commands::annotate::tally::Tally;

/// Reckons how fast positions are valued.
#[derive(Debug)]
pub(super) struct Watch {
    begun: Instant,
    /// Positions that an earlier run has valued.
    before: u64,
}

impl Watch {
    pub(super) fn new(before: &Tally) -> Watch {
        Watch {
            begun: Instant::now(),
            before: before.positions,
        }
    }

    /// How far it is, to be told behind the number of games.
    pub(super) fn told(&self, tally: &Tally) -> String {
        let valued = tally.positions.saturating_sub(self.before);
        let rate = valued as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let mut text = format!(", {} positions, {rate:.1}/s", tally.positions);
        if tally.failed > 0 {
            text = format!("{text}, {} failed", tally.failed);
        }
        text
    }
}

/// A time in words: the two largest units.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds:.1} seconds"),
        (0, 0, _) => format!("{minutes} min {} s", whole % 60),
        (0, ..) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}
