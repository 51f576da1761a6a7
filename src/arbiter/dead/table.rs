//! What a search remembers of positions it has met.

use crate::chess::{Bitboard, Board, Position, Role};

/// Odd numbers without pattern: the fractions of the square roots of 11, 13, 17 and 19.
const MIX: [u64; 4] = [
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Entries to begin with, as a power of two.
const SMALLEST: u32 = 12;
/// Entries at most.
const LARGEST: u32 = 21;

/// Both halves of a product, folded.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// A key of 64 bits for men, turn, rights and en passant. In one search of forty million, of a million
/// positions each, two have the same.
pub(super) fn key(position: &Position) -> u64 {
    let board = position.board();
    let white = board.of_color(crate::chess::Color::White).0;
    let passed = position.en_passant().map_or(0, |to| Bitboard::of(to).0);
    let state = position.castling().0 ^ passed ^ (position.turn() as u64) << 32;
    let kings = board.of_role(Role::King).0;
    let (diagonal, orthogonal) = (board.diagonal_sliders().0, board.orthogonal_sliders().0);
    // Three sets that tell the six roles apart.
    let first = diagonal | board.of_role(Role::Pawn).0;
    let second = board.of_role(Role::Knight).0 | kings | (diagonal & !orthogonal);
    let third = orthogonal | kings;
    let men = fold(board.occupied().0 ^ MIX[0], white ^ MIX[1]);
    let roles = fold(first ^ MIX[2], second ^ MIX[3]);
    fold(men ^ state ^ MIX[2], roles ^ third.rotate_left(32) ^ MIX[0])
}

/// A key for the pawns and how many men there are.
pub(super) fn structure(board: &Board) -> u64 {
    let pawns = board.of_role(Role::Pawn).0;
    let white = board.of_color(crate::chess::Color::White).0;
    let men = u64::from(board.occupied().count()) << 8 | u64::from(white.count_ones());
    fold(pawns ^ MIX[0], (pawns & white) ^ MIX[1] ^ men)
}

/// A position that was met.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The round in which it was; 0 for none.
    round: u16,
    /// Depth that was left.
    left: i16,
}

/// Positions by their keys, of which newer ones replace older ones in their place: what is forgotten is
/// looked at again.
pub(super) struct Table {
    entries: Vec<Entry>,
    bits: u32,
}

impl Table {
    /// Without entries.
    pub(super) const fn new() -> Table {
        Table {
            entries: Vec::new(),
            bits: 0,
        }
    }

    /// Makes room for a round of so many nodes; what was there is forgotten where the table grows.
    pub(super) fn make_room(&mut self, nodes: u64) {
        let wanted = (nodes.max(1).ilog2() + 1).clamp(SMALLEST, LARGEST);
        if wanted > self.bits {
            self.bits = wanted;
            self.entries = vec![Entry::default(); 1 << wanted];
        }
    }

    /// Whether the position was met with as much depth left, and in which round; it is noted if not.
    #[inline]
    pub(super) fn met(&mut self, key: u64, round: u16, left: i16) -> Option<u16> {
        let entry = &mut self.entries[(key >> (64 - self.bits)) as usize];
        if entry.key == key && entry.round != 0 && entry.left >= left {
            return Some(entry.round);
        }
        *entry = Entry { key, round, left };
        None
    }
}

/// A set of keys.
pub(super) struct Keys {
    /// Zero where there is none.
    slots: Vec<u64>,
    bits: u32,
    count: usize,
}

impl Keys {
    /// Without keys.
    pub(super) fn new() -> Keys {
        Keys {
            slots: vec![0; 1 << SMALLEST],
            bits: SMALLEST,
            count: 0,
        }
    }

    /// Adds a key; false if it was there.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if self.count * 2 > self.slots.len() {
            self.bits += 1;
            let slots = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
            for key in slots.into_iter().filter(|key| *key != 0) {
                self.put(key);
            }
        }
        let new = self.put(key | 1);
        self.count += usize::from(new);
        new
    }

    fn put(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = (key >> (64 - self.bits)) as usize;
        while self.slots[slot] != 0 {
            if self.slots[slot] == key {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = key;
        true
    }
}
