//! A side's men as the features see them, and steps on the board from its view.

use crate::chess::{Color, Role, Square};
use crate::engine::builtin::eval::Tally;
use crate::engine::builtin::features::{self as feature, index_of};

/// A side's attacks and what stands around its king, gathered once.
pub(super) struct Side {
    pub(super) pawns: u64,
    pub(super) by_pawns: u64,
    pub(super) by_minors: u64,
    pub(super) by_rooks: u64,
    pub(super) all: u64,
    pub(super) twice: u64,
    pub(super) king: Square,
    /// The king's square, those around it, and the ones in front of these.
    pub(super) zone: u64,
}

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

pub(super) const fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    match color {
        Color::White => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
        Color::Black => (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7,
    }
}

pub(super) const fn ahead(color: Color, squares: u64) -> u64 {
    match color {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    }
}

/// All squares in front of those given, on their files.
pub(super) const fn front(color: Color, squares: u64) -> u64 {
    let mut all = ahead(color, squares);
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    all
}

pub(super) const fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// Rank from the side of `color`, from 0 to 7.
pub(super) fn rank(color: Color, square: Square) -> usize {
    let rank = usize::from(square.rank().index());
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

pub(super) fn edge_file(square: Square) -> usize {
    let file = usize::from(square.file().index());
    file.min(7 - file)
}

pub(super) fn steps(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    usize::from(files.max(ranks))
}

pub(super) const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

pub(super) fn placed(color: Color, role: Role, square: Square, tally: &mut impl Tally) {
    let index = index_of(role) * 32 + rank(color, square) * 4 + edge_file(square);
    tally.add(feature::SQUARE, index, sign(color));
}
