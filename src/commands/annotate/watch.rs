//! How far the annotation is, on standard error.

use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use crate::commands::annotate::Tally;
use crate::commands::course::Course;
use crate::commands::stop::say;
use crate::stream::progress::When;

/// Time between two lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// Tells now and then how many positions are valued, and how fast.
#[derive(Debug)]
pub(super) struct Watch {
    when: When,
    begun: Instant,
    last: Instant,
    before: Option<u64>,
}

impl Watch {
    pub(super) fn new(when: When) -> Watch {
        let now = Instant::now();
        Watch {
            when,
            begun: now,
            last: now,
            before: None,
        }
    }

    fn rate(&self, tally: &Tally) -> f64 {
        let valued = tally.positions - self.before.unwrap_or(0).min(tally.positions);
        valued as f64 / self.begun.elapsed().as_secs_f64().max(1e-3)
    }

    /// Shows how far it is, if it is time.
    pub(super) fn show(&mut self, tally: &Tally, games: u64) {
        self.before.get_or_insert(tally.positions);
        if self.when != When::Always || self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        let done = tally.annotated + tally.copied + tally.failed;
        say(&format!(
            "{done} games done of {games} read, {} positions, {:.1}/s, {} failed",
            tally.positions,
            self.rate(tally),
            tally.failed
        ));
    }

    pub(super) fn finish(&self) {}

    /// Says what was done.
    pub(super) fn say_counts(&self, course: &Course, found: &str, ending: &str) {
        course.say_counts(found, ending);
    }
}

/// A time in words.
pub(super) fn duration(seconds: f64) -> String {
    let whole = Duration::from_secs_f64(seconds.clamp(0.0, 1e12));
    if seconds < 60.0 {
        format!("{seconds:.1} seconds")
    } else {
        HumanDuration(whole).to_string()
    }
}
