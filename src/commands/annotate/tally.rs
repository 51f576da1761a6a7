//! Counts of a run.

use serde::{Deserialize, Serialize};

use crate::annotate::outcome::{Outcome, Status};
use crate::commands::course::plural;

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    annotated: u64,
    copied: u64,
    pub(super) failed: u64,
    judged: u64,
    pub(super) positions: u64,
    pub(super) missing: u64,
}

impl Tally {
    pub(super) fn add(&mut self, outcome: &Outcome) {
        match outcome.status {
            Status::Annotated => self.annotated += 1,
            Status::Copied => self.copied += 1,
            Status::Failed => self.failed += 1,
        }
        self.judged += outcome.critical.len() as u64;
        self.positions += outcome.evals.iter().flatten().count() as u64;
        self.missing += u64::from(outcome.missing);
    }

    /// In words.
    pub(super) fn told(&self) -> String {
        let mut found = format!(
            "{} annotated, {} copied, {} failed; {} valued, {} judged",
            self.annotated,
            self.copied,
            self.failed,
            plural(self.positions, "position", "positions"),
            plural(self.judged, "move", "moves"),
        );
        if self.missing > 0 {
            let missing = plural(self.missing, "position", "positions");
            found = format!("{found}, {missing} without a value");
        }
        found
    }
}
