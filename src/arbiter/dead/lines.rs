//! Positions in which every line is over soon.

use std::ops::ControlFlow;

use crate::arbiter::dead::material;
use crate::chess::{Color, Position};

/// Whether all lines end within `depth` plies in stalemate, in the other side's mate, or with too few men.
///
/// Stops at the first line that does not, so it costs about a node for each ply in most positions.
pub(super) fn all_end(position: &Position, winner: Color, depth: u32) -> bool {
    if material::cannot_mate(position.board(), winner) {
        return !(position.in_check() && position.turn() != winner && !position.has_legal_move());
    }
    let mut any = false;
    let alive = position.visit_moves(&mut |mv| {
        any = true;
        if depth > 0 && all_end(&position.after(mv), winner, depth - 1) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    if any {
        alive.is_continue()
    } else {
        !position.in_check() || position.turn() == winner
    }
}
