//! A move in two bytes: from, to, and what makes it special.

use std::fmt;

use crate::chess::board::Role;
use crate::chess::square::Square;

/// A move; meaningful only together with the position it is played in.
///
/// Castling is stored as king takes own rook, so that Chess960 needs no special case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// From one square to another, capturing whoever stands there.
    Normal,
    /// A pawn takes the pawn that has just passed it (FIDE 3.7.3.1).
    EnPassant,
    /// The king takes his own rook (FIDE 3.8.2).
    Castle,
    /// Passing, which chess does not know; analysts write it in variations.
    Null,
    /// A pawn becomes another man (FIDE 3.7.3.3).
    Promotion(Role),
}

impl Move {
    /// A normal move.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// An en passant capture; `to` is the square passed over.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, 1)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, 2)
    }

    /// A null move; `king` is the square of the passing side's king.
    #[inline]
    #[must_use]
    pub const fn null(king: Square) -> Move {
        Move::pack(king, king, 3)
    }

    /// A promotion; `None` for a king or a pawn as the new man (FIDE 3.7.3.3).
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        let kind = match role {
            Role::Knight => 4,
            Role::Bishop => 5,
            Role::Rook => 6,
            Role::Queen => 7,
            Role::Pawn | Role::King => return None,
        };
        Some(Move::pack(from, to, kind))
    }

    #[inline]
    const fn pack(from: Square, to: Square, kind: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// The move as a number: no two moves of a position have the same.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of a number that [`Move::bits`] gave.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The square the man leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & 63) as u32)
    }

    /// The square the man goes to; for castling the rook's square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6 & 63) as u32)
    }

    /// What is special about it.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant,
            2 => MoveKind::Castle,
            3 => MoveKind::Null,
            4 => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            _ => MoveKind::Promotion(Role::Queen),
        }
    }

    /// The role a pawn is promoted to.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} ({:?})", self.from(), self.to(), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_and_unpacks() {
        for from in Square::all() {
            for to in Square::all() {
                for (mv, kind) in [
                    (Move::normal(from, to), MoveKind::Normal),
                    (Move::en_passant(from, to), MoveKind::EnPassant),
                    (Move::castle(from, to), MoveKind::Castle),
                ] {
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                }
                for role in Role::PROMOTIONS {
                    let mv = Move::promotion(from, to, role).unwrap();
                    assert_eq!((mv.from(), mv.to(), mv.promoted()), (from, to, Some(role)));
                }
            }
        }
        let a1 = Square::from_index(0);
        assert_eq!(Move::promotion(a1, a1, Role::King), None, "FIDE 3.7.3.3");
        assert_eq!(Move::null(a1).kind(), MoveKind::Null);
    }
}
