//! The transposition table: what was found out about positions, by their keys.

use crate::chess::Move;
use crate::engine::builtin::score;

/// What a score says of the position's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is not more.
    Upper,
    /// It is not less.
    Lower,
    /// It is the value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted.
    pub mv: Option<Move>,
    /// The score, as seen from the position.
    pub score: i32,
    /// The evaluation without search; none in check.
    pub eval: Option<i32>,
    /// Plies that were searched.
    pub depth: i32,
    /// What the score is.
    pub bound: Bound,
}

impl Entry {
    /// Whether the score tells all that a window asks for.
    #[inline]
    #[must_use]
    pub fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// The score instead of an evaluation, where it says more and is no mate.
    #[inline]
    #[must_use]
    pub fn instead_of(&self, eval: i32) -> i32 {
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        if better && self.score.abs() < score::MATES {
            self.score
        } else {
            eval
        }
    }
}

impl Bound {
    /// What a score says that was found with this window.
    #[must_use]
    pub const fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// 16 bytes: the key, and an entry in 64 bits.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    mv: u16,
    score: i16,
    eval: i16,
    depth: u8,
    /// The search's number, six bits, and the bound; 0 in the bound's bits is an empty slot.
    mark: u8,
}

impl Slot {
    const fn is_empty(self) -> bool {
        self.mark.trailing_zeros() >= 2
    }
}

/// A key's slots.
const BUCKET: usize = 4;
const NO_EVAL: i16 = i16::MIN;

/// The table. Memory is taken when it is made.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    now: u8,
}

/// How many slots take so many MiB: whole buckets, a power of two of them.
fn slots(mebibytes: usize) -> usize {
    let buckets = (mebibytes.max(1) << 20) / (BUCKET * size_of::<Slot>());
    let least = if buckets.is_power_of_two() {
        buckets
    } else {
        buckets.next_power_of_two() / 2
    };
    least * BUCKET
}

impl Table {
    /// Takes about so many MiB, one at least.
    #[must_use]
    pub fn new(mebibytes: usize) -> Table {
        Table {
            slots: vec![Slot::default(); slots(mebibytes)],
            now: 0,
        }
    }

    /// The same, if there is so much memory.
    #[must_use]
    pub fn try_new(mebibytes: usize) -> Option<Table> {
        let count = slots(mebibytes);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count, Slot::default());
        Some(Table { slots, now: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.now = 0;
    }

    /// Tells that another search begins: what older ones have left is replaced first.
    pub fn next_search(&mut self) {
        self.now = (self.now + 1) & 63;
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.slots.len() / BUCKET - 1)) * BUCKET
    }

    /// What is known of the position with this key, `ply` half moves from the root.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let at = self.bucket(key);
        let slot = self.slots[at..at + BUCKET]
            .iter()
            .find(|slot| slot.key == key && !slot.is_empty())?;
        Some(Entry {
            mv: (slot.mv != 0).then(|| Move::from_bits(slot.mv)),
            score: score::from_table(slot.score.into(), ply),
            eval: (slot.eval != NO_EVAL).then_some(slot.eval.into()),
            depth: slot.depth.into(),
            bound: match slot.mark & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    /// Keeps what was found out, in the place of what is worth least.
    #[inline]
    pub fn put(&mut self, key: u64, ply: usize, entry: Entry) {
        let at = self.bucket(key);
        let now = self.now;
        let bucket = &mut self.slots[at..at + BUCKET];
        let worth = |slot: &Slot| {
            let age = now.wrapping_sub(slot.mark >> 2) & 63;
            if slot.is_empty() {
                i32::MIN
            } else {
                i32::from(slot.depth) - 4 * i32::from(age)
            }
        };
        let same = bucket
            .iter()
            .position(|slot| slot.key == key && !slot.is_empty());
        let index = same.unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|index| worth(&bucket[*index]));
            least.unwrap_or(0)
        });
        let slot = &mut bucket[index];
        if same.is_some() {
            let deeper = i32::from(slot.depth) > entry.depth + 3;
            if deeper && entry.bound != Bound::Exact && slot.mark >> 2 == now {
                return;
            }
        }
        let kept = if same.is_some() { slot.mv } else { 0 };
        *slot = Slot {
            key,
            mv: entry.mv.map_or(kept, Move::bits),
            score: score::to_table(entry.score, ply) as i16,
            eval: entry.eval.map_or(NO_EVAL, |eval| eval as i16),
            depth: entry.depth.clamp(0, 255) as u8,
            mark: now << 2
                | match entry.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
    }

    /// Slots of this search among the first thousand, in 1/1000.
    #[must_use]
    pub fn fullness(&self) -> usize {
        let first = &self.slots[..self.slots.len().min(1000)];
        let used = first
            .iter()
            .filter(|slot| !slot.is_empty() && slot.mark >> 2 == self.now);
        used.count() * 1000 / first.len().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is() {
        assert!(Table::try_new(1 << 40).is_none());
        assert!(Table::try_new(1).is_some());
    }
}
