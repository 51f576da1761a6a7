//! Men that cannot mate, whatever the others do.

use crate::chess::board::Board;
use crate::chess::{Bitboard, Color, Role};

/// Whether `winner` lacks the men to mate; exact where it says so, if there is no mate on the board yet.
///
/// Ambrona, *A Practical Algorithm for Chess Unwinnability*, lemmas 5 and 6: a bare king; one knight
/// against a king and queens; bishops of one colour where nothing else can stand on the other colour.
#[inline]
pub(super) fn cannot_mate(board: &Board, winner: Color) -> bool {
    let own = board.of_color(winner);
    let pawns = board.of_role(Role::Pawn);
    if (own & (pawns | board.orthogonal_sliders())).any() {
        return false;
    }
    let knights = board.of_role(Role::Knight);
    let bishops = board.of_role(Role::Bishop);
    let minor = own & (knights | bishops);
    if minor.is_empty() {
        return true;
    }
    if (minor & knights).any() {
        // Any other man of the opponent may take the last square from his own king.
        let blockers = board.of_color(winner.other())
            & !(board.of_role(Role::King) | board.of_role(Role::Queen));
        return !minor.many() && blockers.is_empty();
    }
    (pawns | knights).is_empty()
        && ((bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty())
}
