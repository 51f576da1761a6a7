//! Whether the moves show the end on the board that the tag `Termination` tells of.

use crate::adjudicate::game::Seen;
use crate::adjudicate::judgement::Judgement;
use crate::arbiter::record::{FIFTY_MOVES, FIVEFOLD, SEVENTY_FIVE_MOVES, THREEFOLD};
use crate::arbiter::{Ending, Rule, ending};
use crate::chess::{Board, Color, Role};
use crate::pgn::termination::Told;

/// Whether the moves show it at their end, as far as they are known. A claim with an intended move, which is not
/// played, will do (9.2.1, 9.3.1).
pub(super) fn is_shown(told: Told, seen: &Seen, judgement: &Judgement) -> bool {
    let unknown = seen.trouble.is_some() && judgement.end.is_none();
    if unknown || seen.record.ply() == 0 {
        return true;
    }
    let appearances = seen.record.history().appearances();
    let clock = seen.last.halfmove_clock();
    let claims = &judgement.claims;
    let claimed = |rule| claims.iter().any(|claim| claim.rule == rule);
    match told {
        Told::Checkmate => matches!(ending(&seen.last), Some(Ending::Checkmate { .. })),
        Told::Stalemate => ending(&seen.last) == Some(Ending::Stalemate),
        Told::Threefold => appearances >= THREEFOLD || claimed(Rule::Threefold),
        Told::Fivefold => appearances >= FIVEFOLD,
        Told::FiftyMoves => clock >= FIFTY_MOVES || claimed(Rule::FiftyMoves),
        Told::SeventyFiveMoves => clock >= SEVENTY_FIVE_MOVES,
        Told::FewMen => {
            let dead = judgement.end.map(|end| end.rule) == Some(Rule::DeadPosition);
            dead || has_few_men(seen.last.board())
        }
    }
}

/// Whether a side has two minor pieces at most, with which nobody mates who is not helped.
fn has_few_men(board: &Board) -> bool {
    let fighters = board.of_role(Role::Pawn) | board.orthogonal_sliders();
    Color::ALL.into_iter().any(|color| {
        let men = board.of_color(color) & !board.of_role(Role::King);
        (men & fighters).is_empty() && men.count() <= 2
    })
}
