//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::chess::Move;

/// What is asked of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// So many nodes, exactly.
    pub nodes: Option<u64>,
    /// So many plies.
    pub depth: Option<i32>,
    /// A mate in so many moves is enough.
    pub mate: Option<i32>,
    /// No new depth is begun after this time.
    pub soft: Option<Duration>,
    /// The search is broken off after this time.
    pub hard: Option<Duration>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// Only these moves at the root; all if empty.
    pub moves: Vec<Move>,
    /// Lines to find.
    pub lines: usize,
}

/// What a clock allows for a move.
///
/// `left` and `increment` are the side's own; `to_go` the moves to the next time control, if there is one.
#[must_use]
pub fn share(left: Duration, increment: Duration, to_go: Option<u32>) -> (Duration, Duration) {
    let reserve = Duration::from_millis(50).min(left / 4);
    let left = left.saturating_sub(reserve);
    let moves = to_go.map_or(25, |moves| moves.clamp(1, 25));
    let soft = (left / moves + increment * 3 / 4).min(left * 7 / 10);
    (soft * 7 / 10, (soft * 4).min(left * 8 / 10))
}

/// Watches over a search's end.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    limits: Limits,
    stop: Arc<AtomicBool>,
    stopped: bool,
}

/// The clock and the flag are looked at after so many nodes.
const EVERY: u64 = 1024;

impl Watch {
    /// Begins.
    #[must_use]
    pub fn new(limits: Limits, stop: Arc<AtomicBool>) -> Watch {
        Watch {
            begun: Instant::now(),
            limits,
            stop,
            stopped: false,
        }
    }

    /// What was asked for.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the beginning.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether the search has been broken off.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped
    }

    /// Called at every node.
    #[inline]
    pub fn node(&mut self, nodes: u64) {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            self.stopped = true;
        } else if nodes.is_multiple_of(EVERY) {
            self.stopped |= self.stop.load(Ordering::Relaxed)
                || self
                    .limits
                    .hard
                    .is_some_and(|hard| self.begun.elapsed() >= hard);
        }
    }

    /// Whether another depth should be begun.
    #[must_use]
    pub fn goes_on(&self, depth: i32) -> bool {
        !self.stopped
            && !self.stop.load(Ordering::Relaxed)
            && self.limits.depth.is_none_or(|most| depth <= most)
            && self
                .limits
                .soft
                .is_none_or(|soft| self.begun.elapsed() < soft)
    }
}
