//! Which moves give check, told before they are played.

use crate::chess::{Move, MoveKind, Position, Role, attacks};

/// What gives check to the enemy king in a position.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Squares from which a role does, from pawn to queen; a king never does.
    from: [u64; 6],
    /// Own men that stand in the way of one of ours.
    hiding: u64,
}

impl Checks {
    /// Of a position's side to move.
    #[must_use]
    pub fn of(position: &Position) -> Checks {
        let board = position.board();
        let (us, them) = (position.turn(), position.turn().other());
        let king = position.king(them);
        let occupied = board.occupied();
        let bishop = attacks::bishop(king, occupied).0;
        let rook = attacks::rook(king, occupied).0;
        let own = board.of_color(us).0;
        let sliders = attacks::diagonals(king).0 & board.diagonal_sliders().0
            | attacks::orthogonals(king).0 & board.orthogonal_sliders().0;
        let mut hiding = 0;
        for slider in crate::chess::bitboard::Bitboard(sliders & own) {
            let way = attacks::between(king, slider).0 & occupied.0;
            if way.is_power_of_two() {
                hiding |= way & own;
            }
        }
        Checks {
            from: [
                attacks::pawn(them, king).0,
                attacks::knight(king).0,
                0,
                bishop,
                rook,
                bishop | rook,
            ],
            hiding,
        }
    }

    /// Whether a legal move gives check. Castling and captures in passing may do so unseen.
    #[must_use]
    pub fn given_by(&self, position: &Position, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castle {
            return false;
        }
        let moved = position.board().role_at(mv.from()).unwrap_or(Role::Pawn);
        let role = mv.promoted().unwrap_or(moved);
        self.from[role.index()] >> mv.to().index() & 1 != 0 || self.uncovered_by(position, mv)
    }

    /// Whether a legal move uncovers a check by another man.
    #[must_use]
    pub fn uncovered_by(&self, position: &Position, mv: Move) -> bool {
        let king = position.king(position.turn().other());
        self.hiding >> mv.from().index() & 1 != 0
            && attacks::through(king, mv.from()).0 >> mv.to().index() & 1 == 0
    }
}
