//! The hash key of a position (Zobrist 1970): equal positions in the sense of FIDE 9.2.3 have equal keys.
//!
//! The same men on the same squares, the same side to move, the same castling rights, and en passant
//! only where a *legal* capture exists (9.2.3.1). The counters do not take part.

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Board, Color, Piece};
use crate::chess::square::Square;

struct Keys {
    /// By colour, role code and square; zero for the code of an empty square.
    men: [[[u64; 64]; 8]; 2],
    /// By the square of the rook that may still castle.
    castling: [u64; 64],
    en_passant: [u64; 8],
    black: u64,
}

static KEYS: Keys = keys();

/// One step of the `SplitMix64` generator (Steele, Lea, Flood 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn keys() -> Keys {
    let mut state = 64;
    let mut keys = Keys {
        men: [[[0; 64]; 8]; 2],
        castling: [0; 64],
        en_passant: [0; 8],
        black: 0,
    };
    let mut i = 0;
    while i < 2 * 8 * 64 {
        if i / 64 % 8 > 0 {
            keys.men[i / 512][i / 64 % 8][i % 64] = split_mix(&mut state);
        }
        i += 1;
    }
    i = 0;
    while i < 64 {
        keys.castling[i] = split_mix(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        keys.en_passant[i] = split_mix(&mut state);
        i += 1;
    }
    keys.black = split_mix(&mut state);
    keys
}

/// Key of a man on a square.
#[inline]
#[must_use]
pub fn man(piece: Piece, square: Square) -> u64 {
    KEYS.men[piece.color as usize][piece.role as usize][square.index()]
}

/// Key of a man by the code of his role in the board's planes; 0 for code 0, an empty square.
#[inline]
pub(in crate::chess) fn coded(color: Color, code: u64, square: Square) -> u64 {
    KEYS.men[color as usize][(code & 7) as usize][square.index()]
}

/// Key of the castling rights, given as the squares of the rooks that may still castle.
#[inline]
#[must_use]
pub fn castling(rooks: Bitboard) -> u64 {
    let mut key = 0;
    for rook in rooks {
        key ^= KEYS.castling[rook.index()];
    }
    key
}

/// Key of a legal en passant capture on `square`.
#[inline]
#[must_use]
pub fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| {
        KEYS.en_passant[usize::from(square.file().index())]
    })
}

/// Key of the side to move; the key changes by it at every move.
#[inline]
#[must_use]
pub fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => KEYS.black,
    }
}

/// The whole key, from scratch.
#[must_use]
pub fn key(board: &Board, side: Color, rooks: Bitboard, capture: Option<Square>) -> u64 {
    let mut key = turn(side) ^ castling(rooks) ^ en_passant(capture);
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            key ^= man(piece, square);
        }
    }
    key
}
