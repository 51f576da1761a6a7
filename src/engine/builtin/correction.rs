//! How far searches have found the evaluation to be off in positions of the same pawns, or of the same pieces of a side:
//! by so much it is corrected ("correction history", known since 2023 from Caissa and Stockfish; the numbers are ours).

use crate::chess::{Board, Color, Position, Role};
use crate::engine::builtin::score::{HIGHEST, MATES};

/// Entries for each side to move.
const ENTRIES: usize = 1 << 14;
/// What 1/100 of a pawn is in an entry.
const GRAIN: i32 = 256;
/// No entry tells more, in 1/100 of a pawn.
const MOST: i32 = 64;
/// What an entry moves by at a time, at most: the share of the difference, in 1/256.
const FASTEST: i32 = 16;

/// What has been learnt.
#[derive(Debug)]
pub struct Corrections {
    by_pawns: Vec<i16>,
    by_pieces: [Vec<i16>; 2],
}

impl Default for Corrections {
    fn default() -> Corrections {
        let none = vec![0; 2 * ENTRIES];
        Corrections {
            by_pawns: none.clone(),
            by_pieces: [none.clone(), none],
        }
    }
}

/// Where a position's entries are.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours([usize; 3]);

/// Spreads bits over a number (the constants of the finalizer of `MurmurHash3`, Appleby 2011).
const fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ bits >> 33
}

fn pieces(board: &Board, color: Color) -> u64 {
    let roles = [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];
    roles
        .into_iter()
        .fold(0, |hash, role| mix(hash ^ board.of(color, role).0))
}

impl Neighbours {
    /// Of a position.
    #[must_use]
    pub fn of(position: &Position) -> Neighbours {
        let board = position.board();
        let pawns = |color| board.of(color, Role::Pawn).0;
        let index = |hash: u64| position.turn() as usize * ENTRIES + hash as usize % ENTRIES;
        Neighbours([
            index(mix(mix(pawns(Color::White)) ^ pawns(Color::Black))),
            index(pieces(board, Color::White)),
            index(pieces(board, Color::Black)),
        ])
    }
}

impl Corrections {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.by_pawns.fill(0);
        self.by_pieces[0].fill(0);
        self.by_pieces[1].fill(0);
    }

    /// An evaluation, corrected.
    #[must_use]
    pub fn apply(&self, entries: Neighbours, eval: i32) -> i32 {
        let [pawns, white, black] = entries.0;
        let sum = i32::from(self.by_pawns[pawns])
            + i32::midpoint(
                self.by_pieces[0][white].into(),
                self.by_pieces[1][black].into(),
            );
        (eval + sum / GRAIN).clamp(-HIGHEST, HIGHEST)
    }

    /// A search to a depth has found another value.
    pub fn learn(&mut self, entries: Neighbours, depth: i32, eval: i32, score: i32) {
        if score.abs() >= MATES {
            return;
        }
        let difference = ((score - eval) * GRAIN).clamp(-4 * MOST * GRAIN, 4 * MOST * GRAIN);
        let weight = (depth + 1).min(FASTEST);
        let [pawns, white, black] = entries.0;
        let [of_white, of_black] = &mut self.by_pieces;
        for entry in [
            &mut self.by_pawns[pawns],
            &mut of_white[white],
            &mut of_black[black],
        ] {
            let old = i32::from(*entry);
            let new = (old * (256 - weight) + difference * weight) / 256;
            *entry = new.clamp(-MOST * GRAIN, MOST * GRAIN) as i16;
        }
    }
}
