//! Castling (FIDE 3.8.2; Guidelines II for Chess960): wings, modes and the squares involved.
//!
//! Inside the engine a castling move is "the king takes his own rook"; the conventional spellings
//! (`O-O`, `e1g1`) are made at the edges.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Color;
use crate::chess::square::{File, Square};

/// Which convention a game follows when castling is written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// King on e1/e8, rooks on a1/h1/a8/h8.
    #[default]
    Standard,
    /// Any start squares: the king somewhere between the two rooks.
    Chess960,
}

/// The direction of a castling move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// `O-O`: king to the g file, rook to the f file.
    King,
    /// `O-O-O`: king to the c file, rook to the d file.
    Queen,
}

impl Wing {
    /// Both wings, king's wing first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The wing on which a rook stands, seen from its king.
    #[inline]
    #[must_use]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }

    /// SAN of the move (FIDE C.13, PGN standard 8.2.3.3).
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }

    /// Where the king lands.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook lands.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook of this wing starts in standard chess.
    #[must_use]
    pub const fn standard_rook(self, color: Color) -> Square {
        let file = match self {
            Wing::King => File::H,
            Wing::Queen => File::A,
        };
        Square::new(file, color.back_rank())
    }
}

/// The squares that one castling move of `color` passes over.
#[derive(Clone, Copy, Debug)]
pub struct Paths {
    /// Squares that must hold nobody but the king and the rook themselves (FIDE 3.8.2.2.2, II.4.3).
    pub empty: Bitboard,
    /// Squares that the enemy must not attack: the king's path and his target, not his start (3.8.2.2.1).
    pub safe: Bitboard,
    /// Where the king lands.
    pub king_to: Square,
    /// Where the rook lands.
    pub rook_to: Square,
}

impl Paths {
    /// The paths of a king on `king` castling with the rook on `rook`.
    #[must_use]
    pub fn new(color: Color, king: Square, rook: Square) -> Paths {
        let wing = Wing::of(king, rook);
        let king_to = wing.king_target(color);
        let rook_to = wing.rook_target(color);
        let safe = attacks::between(king, king_to) | Bitboard::of(king_to);
        let passed = safe | attacks::between(rook, rook_to) | Bitboard::of(rook_to);
        Paths {
            empty: passed & !(Bitboard::of(king) | Bitboard::of(rook)),
            safe: safe & !Bitboard::of(king),
            king_to,
            rook_to,
        }
    }
}
