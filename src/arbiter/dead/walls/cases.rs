//! The analysis, case by case.

use crate::arbiter::dead::walls::{Case, Walls};
use crate::chess::{Color, Position, Role};

/// Cases within cases.
const DEEPEST: u32 = 3;
/// Men at whom cases are parted, at each depth.
const WIDEST: [usize; 4] = [0, 1, 2, 4];

/// Whether no mate by `winner` is possible, as far as this analysis sees.
///
/// The last man of the winner is never captured in a game that he wins, so the loser captures nothing.
pub(in crate::arbiter::dead) fn cannot_mate(position: &Position, winner: Color) -> bool {
    by_cases(position, winner, DEEPEST)
}

/// The same without parting cases.
pub(in crate::arbiter::dead) fn cannot_mate_at_a_glance(
    position: &Position,
    winner: Color,
) -> bool {
    by_cases(position, winner, 0)
}

fn by_cases(position: &Position, winner: Color, depth: u32) -> bool {
    let board = position.board();
    let men = board.of_color(winner) & !board.of_role(Role::King);
    let case = Case {
        loser_never_captures: !men.many(),
        ..Case::default()
    };
    is_dead(position, winner, case, depth)
}

/// Whether there is no mate in a case, or in both of the cases into which it falls.
///
/// A man is either captured before he has ever moved, or he is not. In the first case he never moves; in the
/// second he is not captured as long as he never moved.
fn is_dead(position: &Position, winner: Color, case: Case, depth: u32) -> bool {
    let Some(mut walls) = Walls::new(position, winner, case) else {
        return false;
    };
    walls.grow();
    if !walls.is_thinkable() {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let known = case.kept | case.still;
    let men = walls.exposed.iter().filter(|man| *man & known == 0);
    men.take(WIDEST[depth as usize]).any(|man| {
        let kept = Case {
            kept: case.kept | man,
            ..case
        };
        let still = Case {
            still: case.still | man,
            ..case
        };
        is_dead(position, winner, kept, depth - 1) && is_dead(position, winner, still, depth - 1)
    })
}
