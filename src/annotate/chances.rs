//! What a score is worth: chances to win, as Lichess reckons them, and the judgement of a move by what it loses.
//!
//! The formulae and their constants are those of lichess-org/scalachess (`eval.scala`, 2026-08) and lichess-org/lila
//! (`Advice.scala`, b97af467).

use serde::{Deserialize, Serialize};

use crate::chess::Color;
use crate::pgn::evaluation::Score;

/// How fast chances grow with 1/100 of a pawn.
const MULTIPLIER: f64 = -0.003_682_08;
/// A mate counts like so many hundredths of a pawn, and no score counts more.
const MOST: i32 = 1000;
/// The value of the position before the first move, whatever an engine says.
pub const INITIAL: Score = Score::Centipawns(15);

/// Chances of White to win, from -1 to 1; not limited to scores of ten pawns.
fn chances(centipawns: i32) -> f64 {
    (2.0 / (1.0 + (MULTIPLIER * f64::from(centipawns)).exp()) - 1.0).clamp(-1.0, 1.0)
}

/// A score in hundredths of a pawn from -1000 to 1000; mates are the ends.
#[must_use]
pub fn limited(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns.clamp(-MOST, MOST),
        Score::Mate(moves) if moves > 0 => MOST,
        Score::Mate(_) => -MOST,
    }
}

/// White's chances in per cent.
#[must_use]
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * chances(limited(score))
}

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// 10 points of chances between -100 and 100 were lost, or more.
    Inaccuracy,
    /// 20 points.
    Mistake,
    /// 30 points.
    Blunder,
}

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Judgement; 3] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// In English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "Inaccuracy",
            Judgement::Mistake => "Mistake",
            Judgement::Blunder => "Blunder",
        }
    }

    /// Its glyph (PGN 10).
    #[must_use]
    pub const fn nag(self) -> u16 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Its mark behind a move.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// Why a move is judged as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By what it loses.
    Loss,
    /// The opponent can force mate now.
    MateCreated,
    /// There was a forced mate, and there is none any more.
    MateLost,
}

impl Reason {
    /// The sentence for a judgement, without its full stop.
    #[must_use]
    pub const fn sentence(self, judgement: Judgement) -> &'static str {
        match self {
            Reason::Loss => judgement.name(),
            Reason::MateCreated => "Checkmate is now unavoidable",
            Reason::MateLost => "Lost forced checkmate sequence",
        }
    }
}

/// Judges a move by the scores before and behind it, both seen from White.
///
/// ```
/// use chesstool::annotate::chances::{Judgement, judge};
/// use chesstool::chess::Color;
/// use chesstool::pgn::evaluation::Score;
///
/// let judged = judge(Score::Centipawns(0), Score::Centipawns(-200), Color::White);
/// assert_eq!(judged.map(|(judgement, _)| judgement), Some(Judgement::Blunder));
/// assert_eq!(judge(Score::Centipawns(0), Score::Centipawns(-200), Color::Black), None);
/// ```
#[must_use]
pub fn judge(before: Score, behind: Score, mover: Color) -> Option<(Judgement, Reason)> {
    let sign = if mover == Color::White { 1 } else { -1 };
    let own = |score: Score| match score {
        Score::Centipawns(centipawns) => Score::Centipawns(sign * centipawns),
        Score::Mate(moves) => Score::Mate(sign * moves),
    };
    match (own(before), own(behind)) {
        (Score::Centipawns(before), Score::Centipawns(behind)) => {
            let lost = chances(before) - chances(behind);
            let judgement = match lost {
                lost if lost >= 0.3 => Judgement::Blunder,
                lost if lost >= 0.2 => Judgement::Mistake,
                lost if lost >= 0.1 => Judgement::Inaccuracy,
                _ => return None,
            };
            Some((judgement, Reason::Loss))
        }
        (Score::Centipawns(before), Score::Mate(moves)) if moves < 0 => {
            let judgement = match before {
                before if before < -999 => Judgement::Inaccuracy,
                before if before < -700 => Judgement::Mistake,
                _ => Judgement::Blunder,
            };
            Some((judgement, Reason::MateCreated))
        }
        (Score::Mate(moves), Score::Centipawns(behind)) if moves > 0 => {
            let judgement = match behind {
                behind if behind > 999 => Judgement::Inaccuracy,
                behind if behind > 700 => Judgement::Mistake,
                _ => Judgement::Blunder,
            };
            Some((judgement, Reason::MateLost))
        }
        (Score::Mate(before), Score::Mate(behind)) if before > 0 && behind < 0 => {
            Some((Judgement::Blunder, Reason::MateLost))
        }
        _ => None,
    }
}
