//! Static exchange evaluation: what a series of captures on one square is worth.

use crate::chess::bitboard::Bitboard;
use crate::chess::{Color, Move, MoveKind, Position, Role, attacks};

/// What men are worth in exchanges.
#[must_use]
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// What a move takes.
#[must_use]
pub fn captured(position: &Position, mv: Move) -> Option<Role> {
    match mv.kind() {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Castle | MoveKind::Null => None,
        MoveKind::Normal | MoveKind::Promotion(_) => position.board().role_at(mv.to()),
    }
}

/// Whether a legal move wins at least `threshold`, when both sides then take on its square with their least man first.
#[must_use]
pub fn wins(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let mut gain = captured(position, mv).map_or(0, worth) - threshold;
    let mut on_square = board.role_at(from).map_or(0, worth);
    if let Some(role) = mv.promoted() {
        gain += worth(role) - worth(Role::Pawn);
        on_square = worth(role);
    }
    if gain < 0 {
        return false;
    }
    gain = on_square - gain;
    if gain <= 0 {
        return true;
    }
    let mut occupied = board.occupied().0 & !(1 << from.index()) | 1 << to.index();
    if mv.kind() == MoveKind::EnPassant {
        let passed = crate::chess::Square::new(to.file(), from.rank());
        occupied &= !(1 << passed.index());
    }
    let diagonal = board.diagonal_sliders();
    let straight = board.orthogonal_sliders();
    let sliders = |occupied: u64| {
        attacks::bishop(to, Bitboard(occupied)) & diagonal
            | attacks::rook(to, Bitboard(occupied)) & straight
    };
    let mut attackers = (position.attackers(to, Color::White, Bitboard(occupied))
        | position.attackers(to, Color::Black, Bitboard(occupied)))
    .0;
    let mut side = position.turn();
    let mut ours = true;
    loop {
        side = side.other();
        attackers &= occupied;
        let own = attackers & board.of_color(side).0;
        if own == 0 {
            return ours;
        }
        ours = !ours;
        let mut least = None;
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            let men = own & board.of_role(role).0;
            if men != 0 {
                least = Some((role, men & men.wrapping_neg()));
                break;
            }
        }
        let Some((role, man)) = least else {
            return ours;
        };
        if role == Role::King {
            // The king cannot take where the other side could take back.
            let others = attackers & board.of_color(side.other()).0;
            return if others == 0 { ours } else { !ours };
        }
        gain = worth(role) - gain;
        if gain < i32::from(ours) {
            return ours;
        }
        occupied &= !man;
        attackers |= sliders(occupied).0;
    }
}
