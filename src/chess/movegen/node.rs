//! The part of a position that its legal moves depend on, with the side to move in the type.
//!
//! A tree search that only counts needs no clocks and no key. The side is a type parameter, so that
//! shifts, ranks and masks are constants in the code that is generated for it; a man's role is a constant
//! too, so that moving him is a handful of operations on the planes whatever he captures.

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Role};
use crate::chess::castling::Wing;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// The side to move.
pub(in crate::chess) trait Side {
    /// Its opponent.
    type Other: Side<Other = Self>;
    /// Its colour.
    const COLOR: Color;
    /// Whether it is White.
    const WHITE: bool;
    /// The rank where its pieces start.
    const BACK_RANK: u64 = rank(if Self::WHITE { 0 } else { 7 });
    /// The rank that its pawns reach with a single step from their first rank.
    const STEP_RANK: u64 = rank(if Self::WHITE { 2 } else { 5 });
    /// The rank where its pawns promote.
    const LAST_RANK: u64 = rank(if Self::WHITE { 7 } else { 0 });
}

/// White to move.
#[derive(Debug)]
pub(in crate::chess) struct White;

/// Black to move.
#[derive(Debug)]
pub(in crate::chess) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const WHITE: bool = true;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const WHITE: bool = false;
}

const fn rank(index: u32) -> u64 {
    0xff << (8 * index)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Role codes as the board's planes hold them.
pub(in crate::chess) const PAWN: u64 = Role::Pawn as u64;
pub(in crate::chess) const KNIGHT: u64 = Role::Knight as u64;
pub(in crate::chess) const KING: u64 = Role::King as u64;
pub(in crate::chess) const BISHOP: u64 = Role::Bishop as u64;
pub(in crate::chess) const ROOK: u64 = Role::Rook as u64;
pub(in crate::chess) const QUEEN: u64 = Role::Queen as u64;

/// One step of `S`'s pawns.
#[inline(always)]
pub(in crate::chess) const fn forward<S: Side>(set: u64) -> u64 {
    if S::WHITE { set << 8 } else { set >> 8 }
}

/// One step back.
#[inline(always)]
pub(in crate::chess) const fn back<S: Side>(set: u64) -> u64 {
    if S::WHITE { set >> 8 } else { set << 8 }
}

/// Captures of `S`'s pawns along falling diagonals.
#[inline(always)]
pub(in crate::chess) const fn falling<S: Side>(pawns: u64) -> u64 {
    if S::WHITE {
        (pawns << 7) & !FILE_H
    } else {
        (pawns >> 7) & !FILE_A
    }
}

/// Captures of `S`'s pawns along rising diagonals.
#[inline(always)]
pub(in crate::chess) const fn rising<S: Side>(pawns: u64) -> u64 {
    if S::WHITE {
        (pawns << 9) & !FILE_A
    } else {
        (pawns >> 9) & !FILE_H
    }
}

/// The square of a set of one.
#[inline(always)]
pub(in crate::chess) const fn square(set: u64) -> Square {
    Square::from_index(set.trailing_zeros())
}

/// The squares of a set, each as a set of one.
#[inline(always)]
pub(in crate::chess) fn each(set: u64) -> impl Iterator<Item = u64> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Odd numbers without pattern: the fractions of the square roots of 2, 3, 5 and 7.
const MIX: [u64; 4] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
];

#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128).wrapping_mul(b as u128);
    (product >> 64) as u64 ^ product as u64
}

/// Men, castling rights and the square of a capture en passant; 48 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::chess) struct Node {
    planes: [u64; 3],
    white: u64,
    /// Rooks that may still castle.
    pub(super) castling: u64,
    /// The square that a pawn has just passed, if an enemy pawn stands ready to capture it there.
    pub(super) en_passant: u64,
}

impl Node {
    pub(in crate::chess) fn of(position: &Position) -> Node {
        let (planes, white) = position.board.planes();
        Node {
            planes,
            white,
            castling: position.castling.0,
            en_passant: position
                .en_passant
                .map_or(0, |square| Bitboard::of(square).0),
        }
    }

    /// Two hashes, one to find a place by and one to compare, of all that this node is and of a number below 2^16, by folded products of 128 bits (the
    /// mixing of Wang Yi's wyhash): cheaper than a key kept from move to move by those who never ask.
    #[inline(always)]
    pub(in crate::chess) const fn hash(&self, salt: u64) -> (u64, u64) {
        let [a, b, c] = self.planes;
        let men = fold(a ^ MIX[0], b ^ MIX[1]) ^ fold(c ^ MIX[2], self.white ^ MIX[3]);
        let rest = fold(
            self.castling ^ MIX[1],
            (self.en_passant ^ salt << 48) ^ MIX[2],
        );
        let product = ((men ^ MIX[3]) as u128).wrapping_mul((rest ^ MIX[0]) as u128);
        let (upper, lower) = ((product >> 64) as u64, product as u64);
        (upper ^ lower, lower)
    }

    #[inline(always)]
    pub(super) const fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// Squares of `S`'s men.
    #[inline(always)]
    pub(super) const fn own<S: Side>(&self) -> u64 {
        if S::WHITE {
            self.white
        } else {
            self.occupied() & !self.white
        }
    }

    /// Squares with a man of a role, of both sides.
    #[inline(always)]
    pub(super) const fn men<const CODE: u64>(&self) -> u64 {
        let [a, b, c] = self.planes;
        (if CODE & 1 == 0 { !a } else { a })
            & (if CODE & 2 == 0 { !b } else { b })
            & (if CODE & 4 == 0 { !c } else { c })
    }

    #[inline(always)]
    pub(super) const fn diagonal_sliders(&self) -> u64 {
        self.planes[0] & self.planes[2]
    }

    #[inline(always)]
    pub(super) const fn orthogonal_sliders(&self) -> u64 {
        self.planes[1] & self.planes[2]
    }

    /// After a man of `S` has gone from one square to another as (or become) a man of role `CODE`.
    #[inline(always)]
    pub(in crate::chess) const fn after<S: Side, const CODE: u64>(
        &self,
        from: u64,
        to: u64,
    ) -> Node {
        let keep = !(from | to);
        let [a, b, c] = self.planes;
        let rights = if CODE == KING { !S::BACK_RANK } else { !0 };
        Node {
            planes: [
                (a & keep) | if CODE & 1 == 0 { 0 } else { to },
                (b & keep) | if CODE & 2 == 0 { 0 } else { to },
                (c & keep) | if CODE & 4 == 0 { 0 } else { to },
            ],
            white: (self.white & keep) | if S::WHITE { to } else { 0 },
            castling: self.castling & keep & rights,
            en_passant: 0,
        }
    }

    /// After a pawn's double step.
    #[inline(always)]
    pub(in crate::chess) const fn after_double_step<S: Side>(&self, from: u64, to: u64) -> Node {
        let mut node = self.after::<S, PAWN>(from, to);
        let beside = ((to << 1) & !FILE_A) | ((to >> 1) & !FILE_H);
        if beside & self.men::<PAWN>() & !self.own::<S>() != 0 {
            node.en_passant = back::<S>(to);
        }
        node
    }

    /// After the pawn on `from` has captured en passant.
    #[inline(always)]
    pub(in crate::chess) const fn after_en_passant<S: Side>(&self, from: u64) -> Node {
        let mut node = self.after::<S, PAWN>(from, self.en_passant);
        let captured = back::<S>(self.en_passant);
        node.planes[0] &= !captured;
        node.white &= !captured;
        node
    }

    /// After castling with the rook on `rook`.
    #[inline(always)]
    pub(in crate::chess) fn after_castling<S: Side>(&self, rook: u64) -> Node {
        let king = self.men::<KING>() & self.own::<S>();
        let wing = Wing::of(square(king), square(rook));
        let bit = |square| Bitboard::of(square).0;
        let (king_to, rook_to) = (
            bit(wing.king_target(S::COLOR)),
            bit(wing.rook_target(S::COLOR)),
        );
        // Both leave before either arrives: in Chess960 one may land where the other stood.
        let mut node = self.after::<S, KING>(king, king_to);
        node.planes[0] &= !rook;
        node.planes[1] &= !rook;
        node.planes[2] &= !rook;
        node.white &= !rook;
        if king_to == rook {
            node = node.after::<S, KING>(king_to, king_to);
        }
        node.after::<S, ROOK>(rook_to, rook_to)
    }
}
