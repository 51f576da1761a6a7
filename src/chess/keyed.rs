//! A position that carries its hash key from move to move, for repetitions and hash tables. Those who
//! only play games do without: keeping the key costs a fifth of a replay.

use crate::chess::board::{Piece, Role};
use crate::chess::castling::Wing;
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::chess::zobrist;

/// A position and its key ([`zobrist`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyed {
    position: Position,
    key: u64,
}

impl From<Position> for Keyed {
    fn from(position: Position) -> Keyed {
        Keyed {
            key: position.key(),
            position,
        }
    }
}

impl Keyed {
    /// The position.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The key.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plays a legal move, as [`Position::play`] does.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let before = self.position;
        self.position.play(mv);
        self.key ^= change(&before, mv, &self.position);
        debug_assert_eq!(self.key, self.position.key(), "incremental key");
    }
}

/// What a legal move changes in the key, for those who have the positions on both sides of it.
#[inline]
#[must_use]
pub fn change(before: &Position, mv: Move, after: &Position) -> u64 {
    let key = men_changed(before, mv)
        ^ zobrist::turn(before.turn())
        ^ zobrist::turn(after.turn())
        ^ zobrist::en_passant(before.en_passant())
        ^ zobrist::en_passant(after.en_passant());
    if before.castling() == after.castling() {
        key
    } else {
        key ^ zobrist::castling(before.castling() ^ after.castling())
    }
}

/// What a move changes in the men's part of the key.
#[inline]
fn men_changed(before: &Position, mv: Move) -> u64 {
    let us = before.turn();
    let them = us.other();
    let (from, to) = (mv.from(), mv.to());
    let board = before.board();
    let own = |role, square| zobrist::man(Piece { role, color: us }, square);
    match mv.kind() {
        MoveKind::Normal => {
            let code = board.code(from);
            zobrist::coded(us, code, from)
                ^ zobrist::coded(us, code, to)
                ^ zobrist::coded(them, board.code(to), to)
        }
        MoveKind::Promotion(role) => {
            own(Role::Pawn, from) ^ own(role, to) ^ zobrist::coded(them, board.code(to), to)
        }
        MoveKind::EnPassant => {
            let captured = Square::new(to.file(), from.rank());
            own(Role::Pawn, from)
                ^ own(Role::Pawn, to)
                ^ zobrist::coded(them, Role::Pawn as u64, captured)
        }
        MoveKind::Castle => {
            let wing = Wing::of(from, to);
            own(Role::King, from)
                ^ own(Role::King, wing.king_target(us))
                ^ own(Role::Rook, to)
                ^ own(Role::Rook, wing.rook_target(us))
        }
        MoveKind::Null => 0,
    }
}
