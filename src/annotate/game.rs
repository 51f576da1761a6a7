//! One game from its text to its annotated text.

use crate::annotate::accuracy;
use crate::annotate::analysis::{Analysis, Analyst, analyse};
use crate::annotate::chances::Judgement;
use crate::annotate::marks::Marks;
use crate::annotate::ours;
use crate::annotate::outcome::{Critical, Eval, Outcome, Side, Status};
use crate::annotate::reading::Reading;
use crate::annotate::settings::{Overwrite, Settings};
use crate::annotate::tags;
use crate::annotate::verify::verify;
use crate::annotate::write::{self, Judged};
use crate::chess::{Color, Position};
use crate::openings;
use crate::pgn::evaluation::Score;
use crate::pgn::patch::patched;
use crate::pgn::split::Head;

/// A game that was annotated, or not.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// Its new text; none if it stays as it is.
    pub text: Option<Vec<u8>>,
    /// What became of it.
    pub outcome: Outcome,
}

/// A game of which more than one position in so many has no value is not annotated.
const FEW: usize = 10;

/// How many positions of a game would be asked for at most, as `--dry-run` counts them; and its plies.
#[must_use]
pub fn estimate(text: &[u8], head: &Head, settings: &Settings) -> Option<(usize, usize)> {
    let reading = Reading::new(text, head)?;
    let (first, end) = crate::annotate::analysis::range(&reading, settings);
    let known = if settings.only_missing {
        reading
            .plies
            .iter()
            .filter(|ply| ply.eval.is_some())
            .count()
    } else {
        0
    };
    let asked = if reading.start.is_err() || first >= end {
        0
    } else {
        (end - first + 1).saturating_sub(known)
    };
    Some((asked, reading.plies.len()))
}

/// Annotates a game; none if the text holds no game.
///
/// # Errors
///
/// If the analyst can judge nothing any more.
pub fn annotate(
    text: &[u8],
    head: &Head,
    settings: &Settings,
    analyst: &mut dyn Analyst,
) -> Result<Option<Annotated>, String> {
    let Some(reading) = Reading::new(text, head) else {
        return Ok(None);
    };
    let stays = |reading: &Reading, status: Status, reason: &str| {
        let mut outcome = outcome(text, reading, &Analysis::default(), &[]);
        outcome.status = status;
        outcome.reason = Some(reason.to_owned());
        Ok(Some(Annotated {
            text: None,
            outcome,
        }))
    };
    if let Err(why) = reading.start {
        return stays(&reading, Status::Failed, why);
    }
    if reading.plies.is_empty() {
        let (status, reason) = match reading.trouble {
            Some(trouble) => (Status::Failed, trouble),
            None => (Status::Copied, "the game has no moves"),
        };
        return stays(&reading, status, reason);
    }
    if settings.only_missing && is_complete(&reading) {
        return stays(&reading, Status::Copied, "every move has its evaluation");
    }
    let everyone = settings.overwrite == Overwrite::All;
    let old = ours::marks(text, &reading);
    let cleans = everyone || settings.overwrite == Overwrite::Ours && old.is_some();
    let known = old.clone().unwrap_or_default();
    let cleaned =
        (cleans && !settings.only_missing).then(|| ours::without(text, &reading, &known, everyone));
    let again = cleaned.as_deref().and_then(ours::read_again);
    let mut marks = Marks::default();
    let (clean, reading) = if let (Some(cleaned), Some(again)) = (&cleaned, again) {
        (cleaned.as_slice(), again)
    } else {
        marks = known;
        (text, reading)
    };
    // The same engine finds our values again, and the same judgements with them; of kept ones it would look at less.
    let anew = !settings.only_missing
        && reading
            .value(clean, "Annotator")
            .ends_with(&settings.signature);
    let mut kept = vec![None];
    kept.extend(reading.plies.iter().enumerate().map(|(at, ply)| {
        let (eval, _) = ply.eval.filter(|_| !(anew && marks.has_eval(at + 1)))?;
        Some(eval.score)
    }));
    // Where there are evaluations of others, each of ours is marked on its own.
    marks.evals |= settings.evals && !reading.plies.iter().any(|ply| ply.eval.is_some());
    let mut analysis = analyse(&reading, &kept, settings, analyst)?;
    let lost = |analysis: &Analysis| analysis.missing * FEW > analysis.asked;
    if settings.verify && !lost(&analysis) {
        verify(&reading, &kept, settings, analyst, &mut analysis)?;
    }
    if lost(&analysis) {
        return stays(
            &reading,
            Status::Failed,
            "the engine gave no values for too many positions",
        );
    }
    let judged = write::judged(&reading, &analysis, settings);
    let patches = write::patches(clean, &reading, &analysis, &judged, settings, marks);
    let mut outcome = outcome(clean, &reading, &analysis, &judged);
    if let Some(trouble) = reading.trouble {
        // What could be read is annotated all the same.
        outcome.status = Status::Failed;
        outcome.reason = Some(trouble.to_owned());
    }
    let new = patched(clean, &patches);
    Ok(Some(Annotated {
        text: (new != text).then_some(new),
        outcome,
    }))
}

/// Whether every move has an evaluation; the one that mates needs none.
fn is_complete(reading: &Reading) -> bool {
    reading.trouble.is_none()
        && reading
            .plies
            .iter()
            .all(|ply| ply.eval.is_some() || ply.before.after(ply.mv).is_checkmate())
}

fn outcome(text: &[u8], reading: &Reading, analysis: &Analysis, judged: &[Judged]) -> Outcome {
    let value = |name| reading.value(text, name);
    let opening = reading
        .start
        .as_ref()
        .ok()
        .and_then(|start| openings::of_line(start, &reading.moves()));
    let known = |tag: String, found: Option<&str>| {
        (!tag.is_empty())
            .then_some(tag)
            .or_else(|| found.map(str::to_owned))
    };
    let usual = reading
        .start
        .as_ref()
        .is_ok_and(|start| *start == Position::start());
    let evals = (1..=reading.plies.len()).map(|at| {
        analysis
            .positions
            .get(at)
            .and_then(|valued| valued.score)
            .map(eval)
    });
    let sides = sides(reading, analysis, judged);
    let [white_side, black_side] = sides;
    Outcome {
        number: 0,
        file: String::new(),
        event: value("Event"),
        site: value("Site"),
        date: value("Date"),
        round: value("Round"),
        white: value("White"),
        black: value("Black"),
        result: value("Result"),
        eco: known(value("ECO"), opening.map(|(opening, _)| opening.eco)),
        opening: known(value("Opening"), opening.map(|(opening, _)| opening.name)),
        status: Status::Annotated,
        reason: None,
        plies: reading.plies.len() as u32,
        start_fen: reading
            .start
            .as_ref()
            .ok()
            .filter(|_| !usual)
            .map(Position::fen),
        white_side,
        black_side,
        evals: evals.collect(),
        moves: reading
            .plies
            .iter()
            .map(|ply| ply.before.san(ply.mv).as_str().to_owned())
            .collect(),
        critical: judged
            .iter()
            .map(|judged| critical(reading, judged))
            .collect(),
        nodes: 0,
        missing: analysis.missing as u32,
    }
}

fn eval(score: Score) -> Eval {
    match score {
        Score::Centipawns(cp) => Eval::Cp(cp),
        Score::Mate(mate) => Eval::Mate(mate),
    }
}

fn sides(reading: &Reading, analysis: &Analysis, judged: &[Judged]) -> [Side; 2] {
    let scores = if analysis.positions.is_empty() {
        None
    } else {
        tags::scores(reading, analysis)
    };
    let first = reading.first_side();
    let accuracies = scores
        .as_deref()
        .map_or([None; 2], |scores| accuracy::of_game(scores, first));
    let losses = scores
        .as_deref()
        .map_or([None; 2], |scores| accuracy::average_loss(scores, first));
    Color::ALL.map(|color| {
        let count = |what: Judgement| {
            let of = |judged: &&Judged| {
                judged.judgement == what && reading.plies[judged.ply].before.turn() == color
            };
            judged.iter().filter(of).count() as u32
        };
        Side {
            accuracy: accuracies[color as usize],
            acpl: losses[color as usize],
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
        }
    })
}

fn critical(reading: &Reading, judged: &Judged) -> Critical {
    let ply = &reading.plies[judged.ply];
    let best = judged.line.moves.first().copied();
    let san = |mv| ply.before.san(mv).as_str().to_owned();
    let best_san = best.map(san).unwrap_or_default();
    let mut position = ply.before;
    let line = judged.line.moves.iter().take(12).map(|mv| {
        let san = position.san(*mv).as_str().to_owned();
        position.play(*mv);
        san
    });
    Critical {
        ply: judged.ply as u32 + 1,
        fen: ply.before.fen(),
        played: san(ply.mv),
        played_uci: ply.before.uci(ply.mv),
        best_uci: best.map(|mv| ply.before.uci(mv)).unwrap_or_default(),
        judgement: judged.judgement,
        before: eval(judged.before),
        after: eval(judged.behind),
        text: ours::sentence(
            judged.before,
            judged.behind,
            (judged.judgement, judged.reason),
            &best_san,
            crate::pgn::Encoding::Utf8,
        ),
        best: best_san,
        line: line.collect(),
    }
}
