//! Whether a mate is thinkable where men can only stand on certain squares.

use crate::arbiter::dead::fixed::{Reach, around};
use crate::chess::{Bitboard, Color};

/// Whether there is a square on which `winner` could mate, as far as the squares that men can reach tell.
///
/// The man who gives the last check can move: of a slider who cannot, every line is closed by men of his own who
/// cannot either. Every square to which the king might go is attacked, or held by a man of his own.
pub(super) fn is_thinkable(reach: &Reach, winner: Color) -> bool {
    let region = reach.of_king(winner.other());
    let attacked = reach
        .fighters(winner)
        .filter(|man| man.moves())
        .fold(0, |set, man| set | man.steps());
    let covered = attacked | reach.guarded(winner);
    let king = reach.of_king(winner);
    Bitboard(region & attacked).into_iter().any(|square| {
        let square = Bitboard::of(square).0;
        let near = around(square);
        let open = near & region & !covered;
        if can_fill(reach, winner.other(), open) {
            return true;
        }
        // The winner's king takes some of them, from two squares away.
        let two_away = around(near) & !near & !square;
        Bitboard(king & two_away)
            .into_iter()
            .any(|king| can_fill(reach, winner.other(), open & !around(Bitboard::of(king).0)))
    })
}

/// Whether men of `color` may stand on all of the squares, by reach and number.
fn can_fill(reach: &Reach, color: Color, squares: u64) -> bool {
    if squares == 0 {
        return true;
    }
    let mut filled = 0;
    let mut men = 0;
    for man in reach.fighters(color) {
        if man.reach & squares != 0 {
            filled |= man.reach;
            men += 1;
        }
    }
    squares & !filled == 0 && squares.count_ones() <= men
}
