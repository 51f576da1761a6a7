//! Which games are done.

use std::collections::BTreeSet;

/// A set of turns, from 0: all before one, and some behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    next: u64,
    others: BTreeSet<u64>,
}

impl Turns {
    /// The first turn that is not done.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// How many are done.
    pub(super) fn count(&self) -> u64 {
        self.next + self.others.len() as u64
    }

    pub(super) fn has(&self, turn: u64) -> bool {
        turn < self.next || self.others.contains(&turn)
    }

    pub(super) fn add(&mut self, turn: u64) {
        if turn > self.next {
            self.others.insert(turn);
        } else if turn == self.next {
            self.next += 1;
            while self.others.remove(&self.next) {
                self.next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_in_any_order() {
        let mut turns = Turns::default();
        for turn in [2, 0, 5, 1, 1] {
            turns.add(turn);
        }
        assert_eq!((turns.next(), turns.count()), (3, 4));
        assert!(turns.has(0) && turns.has(2) && turns.has(5) && !turns.has(3) && !turns.has(6));
    }
}
