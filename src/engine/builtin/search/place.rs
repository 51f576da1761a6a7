//! A place in the tree, and the draws that are seen there.

use crate::chess::{Position, Role};
use crate::engine::builtin::search::Searcher;

/// A place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) position: &'a Position,
    pub(super) key: u64,
    pub(super) ply: usize,
    /// A line of which the exact score is wanted.
    pub(super) is_pv: bool,
    /// A node that is expected to be refuted.
    pub(super) is_cut: bool,
}

impl Searcher {
    /// Whether the position is a draw by repetition, fifty moves or lack of men.
    pub(super) fn is_draw(&self, place: Place<'_>) -> bool {
        let position = place.position;
        let clock = usize::from(position.halfmove_clock());
        if clock >= 100 {
            return !position.is_checkmate();
        }
        if clock >= 4 {
            let keys = &self.keys;
            let mut seen = 0;
            let first = keys.len().saturating_sub(clock);
            let mut at = keys.len();
            while at >= first + 2 {
                at -= 2;
                if keys[at] == place.key {
                    // Once in the tree is enough; what stood before the root must have come twice.
                    seen += 1;
                    if at >= self.before_root || seen == 2 {
                        return true;
                    }
                }
            }
        }
        cannot_mate(position)
    }
}

/// Whether the side to move has more than pawns: without, passing may be the best move.
pub(super) fn has_officers(position: &Position) -> bool {
    let board = position.board();
    let pawns_and_kings = board.of_role(Role::Pawn) | board.of_role(Role::King);
    (board.of_color(position.turn()).0 & !pawns_and_kings.0) != 0
}

/// Whether neither side has the men for any mate: bare kings, or one knight or bishop besides.
fn cannot_mate(position: &Position) -> bool {
    let board = position.board();
    if board.occupied().count() > 3 {
        return false;
    }
    let others =
        board.of_role(Role::Pawn).0 | board.of_role(Role::Rook).0 | board.of_role(Role::Queen).0;
    others == 0
}
