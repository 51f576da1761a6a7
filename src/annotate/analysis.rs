//! What an engine finds out about the positions of a game, and which positions are asked for.

use crate::annotate::chances::{INITIAL, judge};
use crate::annotate::reading::Reading;
use crate::annotate::settings::Settings;
use crate::chess::{Move, Position};
use crate::openings;
use crate::pgn::evaluation::Score;

/// A line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its score, seen from White.
    pub score: Score,
    /// Its moves; one at least.
    pub moves: Vec<Move>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Valued {
    /// Its value, seen from White.
    pub score: Option<Score>,
    /// Plies of the search.
    pub depth: Option<u32>,
    /// The engine's lines, the best one first.
    pub lines: Vec<Line>,
}

impl Valued {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// How long a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// As long as every position.
    First,
    /// Several times as long: a judgement depends on it.
    Second,
}

/// Someone who can judge positions.
pub trait Analyst {
    /// A game begins; what was found out in others does not matter any more.
    ///
    /// # Errors
    ///
    /// If no position can be judged any more.
    fn begin(&mut self, start: &Position) -> Result<(), String>;

    /// What is found behind `moves` from `start`; nothing if it could not be found out.
    ///
    /// # Errors
    ///
    /// If no position can be judged any more.
    fn value(
        &mut self,
        start: &Position,
        moves: &[Move],
        lines: usize,
        look: Look,
    ) -> Result<Option<Valued>, String>;
}

/// The values of a game's positions, from the first one to the one behind the last move.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// By plies from the start.
    pub positions: Vec<Valued>,
    /// Positions that were asked for.
    pub asked: usize,
    /// Positions of which nothing was found out.
    pub missing: usize,
}

impl Analysis {
    /// Takes an answer in; a score that is known already is not replaced.
    pub(super) fn take(&mut self, at: usize, valued: Option<Valued>, known: Option<Score>) {
        self.asked += 1;
        self.missing += usize::from(valued.is_none() && known.is_none());
        let mut valued = valued.unwrap_or_default();
        valued.score = known.or(valued.score);
        self.positions[at] = valued;
    }
}

/// From which ply on, and up to which one, moves are looked at.
#[must_use]
pub fn range(reading: &Reading, settings: &Settings) -> (usize, usize) {
    let mut first = settings.skip_plies;
    if settings.skip_book
        && let Ok(start) = &reading.start
        && let Some((_, plies)) = openings::of_line(start, &reading.moves())
    {
        first = first.max(plies);
    }
    let (from, to) = settings.moves;
    let number = |index: usize| reading.plies[index].before.fullmove();
    let count = reading.plies.len();
    let first = (first.min(count)..count)
        .find(|index| number(*index) >= from)
        .unwrap_or(count);
    let last = (first..count)
        .take_while(|index| number(*index) <= to)
        .last();
    (first, last.map_or(first, |last| last + 1))
}

/// Has the positions of a game judged, the last one first, so that the engine knows already what comes behind each.
///
/// # Errors
///
/// As [`Analyst::value`].
pub fn analyse(
    reading: &Reading,
    kept: &[Option<Score>],
    settings: &Settings,
    analyst: &mut dyn Analyst,
) -> Result<Analysis, String> {
    let mut analysis = Analysis {
        positions: vec![Valued::default(); reading.plies.len() + 1],
        ..Analysis::default()
    };
    let Ok(start) = &reading.start else {
        return Ok(analysis);
    };
    for (at, score) in kept.iter().enumerate() {
        analysis.positions[at].score = *score;
    }
    let moves = reading.moves();
    let (first, end) = range(reading, settings);
    if first >= end {
        return Ok(analysis);
    }
    analyst.begin(start)?;
    for at in (first..=end).rev() {
        let position = position(reading, at, start);
        if !position.has_legal_move() {
            // Mate is told by the move; a stalemate is worth nothing.
            analysis.positions[at].score = (!position.in_check()).then_some(Score::Centipawns(0));
            continue;
        }
        let known = kept.get(at).copied().flatten();
        if settings.only_missing && known.is_some() && !is_suspect(reading, &analysis, at, end) {
            continue;
        }
        let valued = analyst.value(start, &moves[..at], settings.lines, Look::First)?;
        analysis.take(at, valued, known);
    }
    Ok(analysis)
}

/// The position behind so many plies.
pub(super) fn position(reading: &Reading, plies: usize, start: &Position) -> Position {
    match reading.plies.get(plies) {
        Some(ply) => ply.before,
        None => reading.last().unwrap_or(*start),
    }
}

/// Whether the move behind a position will be judged, so that the best one must be found though the value is known.
fn is_suspect(reading: &Reading, analysis: &Analysis, at: usize, end: usize) -> bool {
    if at >= end {
        return false;
    }
    let before = if at == 0 {
        Some(INITIAL)
    } else {
        analysis.positions[at].score
    };
    let (Some(before), Some(behind)) = (before, analysis.positions[at + 1].score) else {
        return false;
    };
    judge(before, behind, reading.plies[at].before.turn()).is_some()
}
