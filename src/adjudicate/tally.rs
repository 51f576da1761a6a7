//! How many games ended by which rule, and how that fits what is recorded of them.

use std::collections::BTreeMap;

use crate::adjudicate::judgement::{Judgement, Status};

/// The counts of one reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// By status, in the order of [`Status::ALL`].
    pub statuses: [u64; 4],
    /// Games that went on after their end.
    pub went_on: u64,
}

impl Counts {
    /// Games with this status.
    #[must_use]
    pub const fn of(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.statuses.iter().sum()
    }

    fn add(&mut self, other: &Counts) {
        for (count, more) in self.statuses.iter_mut().zip(other.statuses) {
            *count += more;
        }
        self.went_on += other.went_on;
    }
}

/// Counts by reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally(BTreeMap<&'static str, Counts>);

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, judgement: &Judgement, went_on: bool) {
        let counts = self.0.entry(judgement.reason).or_default();
        counts.statuses[judgement.status as usize] += 1;
        counts.went_on += u64::from(went_on);
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Tally) {
        for (reason, counts) in &other.0 {
            self.0.entry(reason).or_default().add(counts);
        }
    }

    /// The counts of each reason, by name.
    pub fn reasons(&self) -> impl Iterator<Item = (&'static str, &Counts)> {
        self.0.iter().map(|(reason, counts)| (*reason, counts))
    }

    /// The counts of all games.
    #[must_use]
    pub fn total(&self) -> Counts {
        self.0
            .values()
            .fold(Counts::default(), |mut total, counts| {
                total.add(counts);
                total
            })
    }
}
