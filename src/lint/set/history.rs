//! The games that were met, for `duplicate-game`.
//!
//! A game takes 16 bytes: 8 of its hash and 8 of its place, which is its number in the run and 20 bits of
//! its players and date. They lie in tables with some free room, from 18 to 24 bytes a game. A game of
//! [`LONG`](crate::lint::set::keys::LONG) plies is known by its moves, a shorter one by moves and tags;
//! one hash a game is enough, since a long game with the same moves, players and date has the same moves.
//! Only the first game of its kind is kept, so a duplicate takes nothing. (A long game with the moves of
//! another and its own players is kept by moves and tags, for its own duplicates.)

use std::mem;

use crate::lint::set::keys::{Key, Kind};

/// Tables by the first bits of the hash: they grow one after another, so that little is held twice.
const TABLES: usize = 1 << TABLE_BITS;
const TABLE_BITS: u32 = 6;
/// Slots of the smallest table.
const LEAST: usize = 64;
/// Bits of a place that hold the game's number, enough for 17 million millions.
const NUMBER_BITS: u32 = 44;
/// The most that a table is filled, in twentieths.
const FULL: usize = 17;

/// The game that a game is a duplicate of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Its number in the run.
    pub number: u64,
    /// Whether players and date are the same as well as the moves.
    pub same_players: bool,
}

/// The games of a run.
#[derive(Debug)]
pub struct History {
    tables: Vec<Table>,
    /// Games that may still be kept.
    room: u64,
    full: bool,
}

impl History {
    /// Keeps `most` games at most.
    #[must_use]
    pub fn new(most: u64) -> History {
        History {
            tables: (0..TABLES).map(|_| Table::default()).collect(),
            room: most,
            full: false,
        }
    }

    /// Whether a game could not be kept, for want of room or of memory.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.full
    }

    /// Bytes of memory in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let slots = self.tables.iter().map(|table| table.slots.capacity());
        slots.sum::<usize>() * size_of::<Slot>()
    }

    /// Looks for a game, and keeps it if it is new. `number` is its number in the run, from 1.
    pub fn meet(&mut self, key: &Key, number: u64) -> Option<Met> {
        let slot = |hash| Slot {
            hash,
            place: key.tags >> NUMBER_BITS << NUMBER_BITS | number,
        };
        // Both are hashes already; they differ from each other in all bits alike.
        let both = slot(key.moves.rotate_left(32) ^ key.tags);
        if key.kind != Kind::Long {
            let found = self.find(both.hash);
            if found.is_none() {
                self.keep(both);
            }
            return found.map(|found| found.met(true));
        }
        let Some(same_moves) = self.find(key.moves) else {
            self.keep(slot(key.moves));
            return None;
        };
        if same_moves.mark() == both.mark() {
            return Some(same_moves.met(true));
        }
        let found = self.find(both.hash);
        if found.is_none() {
            self.keep(both);
        }
        Some(found.map_or(same_moves.met(false), |found| found.met(true)))
    }

    fn find(&self, hash: u64) -> Option<Slot> {
        self.tables[table_of(hash)].find(hash)
    }

    fn keep(&mut self, slot: Slot) {
        let has_room = self.room > 0 && slot.number() > 0;
        if has_room && self.tables[table_of(slot.hash)].keep(slot).is_some() {
            self.room -= 1;
        } else {
            self.full = true;
        }
    }
}

const fn table_of(hash: u64) -> usize {
    (hash >> (u64::BITS - TABLE_BITS)) as usize
}

/// A game's hash and place; a place of 0 is a free slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u64,
    place: u64,
}

impl Slot {
    const fn number(self) -> u64 {
        self.place & ((1 << NUMBER_BITS) - 1)
    }

    /// Bits of the players and the date.
    const fn mark(self) -> u64 {
        self.place >> NUMBER_BITS
    }

    const fn met(self, same_players: bool) -> Met {
        Met {
            number: self.number(),
            same_players,
        }
    }
}

/// A hash table with linear probing.
#[derive(Debug, Default)]
struct Table {
    slots: Vec<Slot>,
    used: usize,
}

impl Table {
    fn find(&self, hash: u64) -> Option<Slot> {
        let slots = self.from(hash);
        slots
            .take_while(|slot| slot.place != 0)
            .find(|slot| slot.hash == hash)
            .copied()
    }

    /// The slots in the order in which a hash looks for its own.
    fn from(&self, hash: u64) -> impl Iterator<Item = &Slot> {
        let (before, behind) = self.slots.split_at(self.start(hash));
        behind.iter().chain(before)
    }

    /// The slot that a hash looks at first.
    fn start(&self, hash: u64) -> usize {
        let fraction = u128::from(hash << TABLE_BITS);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// `None` if memory is at an end.
    fn keep(&mut self, slot: Slot) -> Option<()> {
        if self.used >= self.slots.len() * FULL / 20 {
            self.grow()?;
        }
        self.put(slot);
        self.used += 1;
        Some(())
    }

    fn put(&mut self, slot: Slot) {
        let mut at = self.start(slot.hash);
        while self.slots[at].place != 0 {
            at = if at + 1 == self.slots.len() {
                0
            } else {
                at + 1
            };
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) -> Option<()> {
        let length = (self.slots.len() + self.slots.len() / 4).max(LEAST);
        let mut slots = Vec::new();
        slots.try_reserve_exact(length).ok()?;
        slots.resize(length, Slot::default());
        let old = mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|slot| slot.place != 0) {
            self.put(slot);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like hashes.
    fn scrambled(number: u64) -> u64 {
        let mixed = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn key(kind: Kind, moves: u64, tags: u64) -> Key {
        Key {
            kind,
            moves: scrambled(moves),
            tags: scrambled(!tags),
            number: 1,
            game: 0..0,
        }
    }

    #[test]
    fn a_million_games_are_found_again_and_take_what_is_promised() {
        const GAMES: u64 = 1_000_000;
        let kind = |game| {
            if game % 3 == 0 {
                Kind::Short
            } else {
                Kind::Long
            }
        };
        let mut history = History::new(u64::MAX);
        for game in 1..=GAMES {
            assert_eq!(history.meet(&key(kind(game), game, 0), game), None);
            if game.is_power_of_two() && game > 1 << 14 {
                let a_game = history.bytes() as f64 / game as f64;
                assert!((18.0..25.0).contains(&a_game), "{game}: {a_game}");
            }
        }
        let before = history.bytes();
        for game in 1..=GAMES {
            let met = history
                .meet(&key(kind(game), game, 0), GAMES + game)
                .unwrap();
            assert_eq!((met.number, met.same_players), (game, true));
        }
        assert_eq!(history.bytes(), before, "duplicates take nothing");
        assert!(!history.is_full());
    }

    #[test]
    fn the_first_with_the_same_players_is_named_before_the_first_with_the_same_moves() {
        let mut history = History::new(u64::MAX);
        let met = |number, same_players| {
            Some(Met {
                number,
                same_players,
            })
        };
        let long = |tags| key(Kind::Long, 7, tags);
        let games = [
            (1, None),
            (2, met(1, false)),
            (2, met(2, true)),
            (1, met(1, true)),
        ];
        for (index, (tags, expected)) in games.into_iter().enumerate() {
            assert_eq!(history.meet(&long(tags), index as u64 + 1), expected);
        }
        assert_eq!(history.meet(&key(Kind::Short, 8, 1), 5), None);
        assert_eq!(history.meet(&key(Kind::Short, 8, 2), 6), None);
        assert_eq!(history.meet(&key(Kind::Short, 8, 2), 7), met(6, true));
    }

    #[test]
    fn duplicates_are_the_games_of_one_identity() {
        let mut history = History::new(u64::MAX);
        let mut met = std::collections::HashSet::new();
        for number in 1..3_000 {
            let mixed = scrambled(number);
            // What is long is told by the moves.
            let moves = mixed % 40;
            let kind = [Kind::Long, Kind::Short, Kind::Bare][moves as usize % 3];
            let key = key(kind, moves, mixed >> 32 & 15);
            let found = history.meet(&key, number).is_some();
            assert_eq!(found, !met.insert(key.identity()));
        }
    }

    #[test]
    fn a_bounded_history_keeps_the_first_games() {
        let mut history = History::new(2);
        for game in 1..=3 {
            assert!(!history.is_full());
            assert_eq!(history.meet(&key(Kind::Long, game, 0), game), None);
        }
        assert!(history.is_full());
        let numbers = [1, 2, 3].map(|game| {
            let met = history.meet(&key(Kind::Long, game, 0), game + 3);
            met.map(|met| met.number)
        });
        assert_eq!(numbers, [Some(1), Some(2), None]);
    }
}
