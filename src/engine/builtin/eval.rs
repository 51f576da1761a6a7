//! The evaluation of a position: features counted, weighed, and blended between middlegame and endgame.

mod pawns;
mod pieces;
mod side;

use crate::chess::bitboard::Bitboard;
use crate::chess::{Board, Color, Position, Role, attacks};
use crate::engine::builtin::eval::side::{Side, ahead, pawn_attacks, sign};
use crate::engine::builtin::features::{self as feature, Kind};
use crate::engine::builtin::weights::WEIGHTS;

/// Takes the features of a position as they are found.
pub trait Tally {
    /// `count` more of a feature, less if negative: White's are positive, Black's negative.
    fn add(&mut self, kind: Kind, index: usize, count: i32);
}

/// A weight in the middlegame and in the endgame, in 1/100 of a pawn: `endgame << 16` plus middlegame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(i32);

/// Packs a pair of weights.
#[must_use]
pub const fn pack(middle: i32, end: i32) -> i32 {
    (end << 16) + middle
}

/// The middlegame's part of a packed pair.
const fn middle(packed: i32) -> i32 {
    (packed as i16) as i32
}

/// The endgame's part of a packed pair.
const fn end(packed: i32) -> i32 {
    ((packed + 0x8000) >> 16) as i16 as i32
}

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, kind: Kind, index: usize, count: i32) {
        debug_assert!(index < kind.count, "{index} of {}", kind.name);
        self.0 += WEIGHTS[kind.first + index] * count;
    }
}

/// What all men of the start position count together: knights and bishops 1, rooks 2, queens 4.
pub const FULL_PHASE: i32 = 24;

/// How much of the middlegame is left, from 0 to [`FULL_PHASE`].
#[must_use]
pub fn phase(board: &Board) -> i32 {
    let count = |role| board.of_role(role).count().cast_signed();
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(FULL_PHASE)
}

/// The value of a position for the side to move, in 1/100 of a pawn on the scale on which Lichess tells chances to win
/// (+100 is 59 %).
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = Sum::default();
    count(position, &mut sum);
    let board = position.board();
    let phase = phase(board);
    let (middle, end) = (middle(sum.0), end(sum.0));
    let end = end * endgame_scale(board, end) / 64;
    let white = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    match position.turn() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// How much an advantage in the endgame is worth, in 1/64: those that hardly win count little.
#[must_use]
pub fn endgame_scale(board: &Board, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let of = |color, role| board.of(color, role).count().cast_signed();
    let pawns = of(strong, Role::Pawn);
    let force = |color| {
        3 * of(color, Role::Knight)
            + 3 * of(color, Role::Bishop)
            + 5 * of(color, Role::Rook)
            + 9 * of(color, Role::Queen)
    };
    let (more, less) = (force(strong), force(strong.other()));
    if pawns == 0 && more - less <= 3 {
        // Without pawns a piece more does not win; two knights do not either.
        return if more <= 3 { 0 } else { 8 };
    }
    if pawns == 0 && more == 6 && of(strong, Role::Knight) == 2 && less == 0 {
        return 0;
    }
    let bishops = |color| board.of(color, Role::Bishop);
    let (white, black) = (bishops(Color::White), bishops(Color::Black));
    let opposite = white.count() == 1
        && black.count() == 1
        && ((white | black) & Bitboard::LIGHT).count() == 1;
    if opposite {
        return if more == 3 && less == 3 {
            24 + 4 * pawns
        } else {
            44 + 2 * pawns
        };
    }
    (44 + 4 * pawns).min(64)
}

/// Finds all features of a position.
pub fn count(position: &Position, tally: &mut impl Tally) {
    let board = position.board();
    let mut sides = Color::ALL.map(|color| {
        let pawns = board.of(color, Role::Pawn).0;
        let king = position.king(color);
        let around = attacks::king(king).0;
        let by_pawns = pawn_attacks(color, pawns);
        Side {
            pawns,
            by_pawns,
            by_minors: 0,
            by_rooks: 0,
            all: around | by_pawns,
            twice: around & by_pawns,
            king,
            zone: around | 1 << king.index() | ahead(color, around),
        }
    });
    for color in Color::ALL {
        pieces::pieces(board, color, &mut sides, tally);
    }
    for color in Color::ALL {
        pawns::pawns(board, color, &sides, tally);
        pawns::shelter(color, &sides, tally);
        pieces::threats(board, color, &sides, tally);
    }
    tally.add(feature::TEMPO, 0, sign(position.turn()));
}
