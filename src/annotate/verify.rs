//! The second look: a move is judged only by values that a longer search has found before and behind it.

use crate::annotate::analysis::{Analysis, Analyst, Look, position};
use crate::annotate::reading::Reading;
use crate::annotate::settings::Settings;
use crate::annotate::write::judged;
use crate::pgn::evaluation::Score;

/// One move in so many is judged, as a rule; `--dry-run` reckons with it. (Of the evaluated moves of players on Lichess
/// one in eight is, of those of masters one in sixteen.)
pub const JUDGED: usize = 10;

/// Looks again at the positions before and behind the judged moves. A new value may change what is said of the move
/// beside it, so this goes on until no judgement rests on a first look; no position is looked at a third time. Scores
/// of the file stay as they are, and only the best move is looked for again.
///
/// # Errors
///
/// As [`Analyst::value`].
pub fn verify(
    reading: &Reading,
    kept: &[Option<Score>],
    settings: &Settings,
    analyst: &mut dyn Analyst,
    analysis: &mut Analysis,
) -> Result<(), String> {
    let Ok(start) = &reading.start else {
        return Ok(());
    };
    let moves = reading.moves();
    let known = |at: usize| kept.get(at).copied().flatten();
    let mut seen = vec![false; analysis.positions.len()];
    loop {
        let mut wanted = Vec::new();
        for judged in judged(reading, analysis, settings) {
            wanted.push(judged.ply);
            let behind = judged.ply + 1;
            let lives = position(reading, behind, start).has_legal_move();
            wanted.extend((lives && known(behind).is_none()).then_some(behind));
        }
        wanted.retain(|at| !seen[*at]);
        if wanted.is_empty() {
            return Ok(());
        }
        // The last one first, as in the first look.
        wanted.sort_unstable();
        wanted.dedup();
        for at in wanted.into_iter().rev() {
            seen[at] = true;
            let valued = analyst.value(start, &moves[..at], settings.lines, Look::Second)?;
            analysis.take(at, valued, known(at));
        }
    }
}
