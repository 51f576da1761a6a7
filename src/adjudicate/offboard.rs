//! Ends that the board does not show: resignation, flag fall, agreement. What the file does not tell is not guessed.

use crate::adjudicate::game::Seen;
use crate::adjudicate::judgement::{Judgement, Last, Recorded, Status, winner};
use crate::arbiter::chances::Chance;
use crate::arbiter::claims;
use crate::arbiter::{Laws, Rule};
use crate::chess::Color;
use crate::pgn::lexer::GameResult;
use crate::pgn::termination::Termination;

/// A reason and its articles.
type Said = (&'static str, &'static str);

/// Judges a game that did not end on the board.
pub(super) fn judge(seen: &Seen, last: &mut Last<'_>, recorded: Recorded, laws: Laws) -> Judgement {
    if recorded.is_torn() {
        return Judgement::undetermined("result_mismatch", "");
    }
    let result = recorded.result();
    if result != GameResult::Unknown && seen.record.ply() == 0 && recorded.from_start {
        return Judgement::undetermined("no_moves", "");
    }
    let judgement = match (result, winner(result)) {
        (_, Some(winner)) => decisive(last, recorded.termination, winner, laws),
        (GameResult::Unknown, None) => open(recorded.termination),
        (_, None) => draw(seen, last, recorded, laws),
    };
    let over = judgement.status != Status::Undetermined && result != GameResult::Unknown;
    Judgement {
        end_ply: over.then_some(seen.record.ply()),
        ..judgement
    }
}

/// A player is said to have won: he must be able to mate by some series of legal moves (5.1.2, 6.9, 7.5.5).
fn decisive(last: &mut Last<'_>, termination: Termination, winner: Color, laws: Laws) -> Judgement {
    let result = super::judgement::won_by(winner);
    let (said, draws) = match termination {
        Termination::TimeForfeit => (("time_forfeit", "6.9"), Some(laws.dead_positions)),
        Termination::RulesInfraction => (("rules_infraction", "7.5.5"), Some(laws.dead_positions)),
        Termination::Normal | Termination::Resignation => {
            (("resignation", "5.1.2"), Some(laws.drawn_resignation))
        }
        Termination::Untold | Termination::Unterminated | Termination::OnBoard(_) => {
            let same = laws.dead_positions == laws.drawn_resignation;
            let said = ("resignation_or_time_forfeit", "5.1.2, 6.9");
            (said, same.then_some(laws.dead_positions))
        }
        Termination::Agreement => {
            return Judgement::undetermined("termination_mismatch", "");
        }
        other => (beyond(other), None),
    };
    let agrees = Judgement::lawful(Status::Agrees, result, said);
    if draws == Some(false) {
        return agrees;
    }
    match (last.look(winner), draws) {
        (Chance::No(_), Some(_)) => Judgement::lawful(Status::Contradicts, GameResult::Draw, said),
        // One reason would make it a draw, the other one not, and the file does not tell.
        (Chance::No(_), None) => Judgement::undetermined(said.0, said.1),
        (Chance::Undetermined(_), _) => Judgement::undetermined("mate_undetermined", said.1),
        (Chance::Yes | Chance::Open, _) => agrees,
    }
}

/// A draw.
fn draw(seen: &Seen, last: &mut Last<'_>, recorded: Recorded, laws: Laws) -> Judgement {
    let agrees = |said: Said| Judgement::lawful(Status::Agrees, GameResult::Draw, said);
    let by_exception = match recorded.termination {
        Termination::TimeForfeit => Some((("time_forfeit", "6.9"), laws.dead_positions)),
        Termination::RulesInfraction => Some((("rules_infraction", "7.5.5"), laws.dead_positions)),
        Termination::Resignation => Some((("resignation", "5.1.2"), laws.drawn_resignation)),
        _ => None,
    };
    if let Some((said, in_force)) = by_exception {
        // Who lost is not told, but one of the two could not be mated.
        let drawn = in_force && Color::ALL.into_iter().any(|color| last.look(color).is_no());
        return if drawn {
            agrees(said)
        } else {
            Judgement::undetermined(said.0, said.1)
        };
    }
    if let Termination::Adjudication
    | Termination::Abandoned
    | Termination::Death
    | Termination::Emergency = recorded.termination
    {
        return agrees(beyond(recorded.termination));
    }
    let claims = claims::claims(&seen.record, &seen.last);
    let has = |rule| claims.iter().any(|claim| claim.rule == rule);
    match (has(Rule::Threefold), has(Rule::FiftyMoves)) {
        (true, _) => agrees(("threefold_or_agreement", "9.2, 5.2.3")),
        (false, true) => agrees(("fifty_moves_or_agreement", "9.3, 5.2.3")),
        (false, false)
            if laws.agreement_after_moves && recorded.from_start && seen.record.ply() < 2 =>
        {
            Judgement::undetermined("agreed_too_early", "5.2.3")
        }
        (false, false) => agrees(("agreement", "5.2.3")),
    }
}

/// No result is recorded.
fn open(termination: Termination) -> Judgement {
    match termination {
        Termination::Untold
        | Termination::Unterminated
        | Termination::Normal
        | Termination::OnBoard(_) => {
            Judgement::lawful(Status::Agrees, GameResult::Unknown, ("in_progress", ""))
        }
        // Somebody has lost, or both have agreed, and the file does not tell.
        Termination::TimeForfeit => Judgement::undetermined("time_forfeit", "6.9"),
        Termination::RulesInfraction => Judgement::undetermined("rules_infraction", "7.5.5"),
        Termination::Resignation => Judgement::undetermined("resignation", "5.1.2"),
        Termination::Agreement => Judgement::undetermined("agreement", "5.2.3"),
        other => Judgement::lawful(Status::Agrees, GameResult::Unknown, beyond(other)),
    }
}

/// Ends of which the Laws say nothing.
const fn beyond(termination: Termination) -> Said {
    match termination {
        Termination::Adjudication => ("adjudication", ""),
        Termination::Abandoned => ("abandoned", ""),
        Termination::Death => ("death", ""),
        Termination::Emergency => ("emergency", ""),
        _ => ("untold", ""),
    }
}
