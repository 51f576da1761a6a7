//! What the Laws say of recorded games: reads a game, asks the arbiter, and compares with what is written down.
//!
//! [`block`] reads a stretch of text game by game, [`game`] plays one and keeps what the arbiter must know,
//! [`judgement`] weighs board and tags, [`offboard`] the ends that the
//! board does not show, [`rows`] writes what was found, [`patch`] what is to be changed in the text.

pub mod block;
pub mod game;
pub mod judgement;
pub mod offboard;
pub mod patch;
pub mod rows;
pub mod tally;

use crate::arbiter::Laws;
use crate::arbiter::chances::Effort;
use crate::pgn::date;

pub use block::{BlockReport, judge_block};
pub use tally::Tally;

/// Under which Laws games are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LawsOf {
    /// Those of the game's day; today's where that is not known.
    Date,
    /// Always the same.
    Fixed(Laws),
}

impl LawsOf {
    /// The Laws for a game with this `Date` tag.
    #[must_use]
    pub fn game(self, date: Option<&[u8]>) -> Laws {
        match self {
            LawsOf::Fixed(laws) => laws,
            LawsOf::Date => date
                .and_then(date::first_day)
                .map_or(Laws::CURRENT, Laws::on),
        }
    }
}

/// Which games are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Those whose record is not what the Laws say, and those that went on after their end.
    Mismatch,
    /// Those that ended on the board.
    Ended,
    /// Those in which a draw could be claimed.
    Claimable,
    /// All.
    All,
}

/// How games are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A line a game.
    Text,
    /// A row a game, with a head.
    Csv,
    /// An object a game.
    Jsonl,
}

/// What to do with every game.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Under which Laws.
    pub laws: LawsOf,
    /// How long to look for mates.
    pub effort: Effort,
    /// Which games are shown; none if nothing.
    pub show: Option<Only>,
    /// How they are shown.
    pub format: Format,
    /// Use bold letters, in text.
    pub styled: bool,
    /// Work out what must be changed in the text.
    pub patch: bool,
    /// Say in a comment where a rule applied.
    pub annotate: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_of_a_date() {
        let laws = |date: &str| LawsOf::Date.game(Some(date.as_bytes()));
        assert_eq!(laws("2023.01.01"), Laws::CURRENT);
        assert_eq!(laws("????.??.??"), Laws::CURRENT);
        assert_eq!(LawsOf::Date.game(None), Laws::CURRENT);
        assert!(laws("2014.07.01").automatic_draws);
        assert!(!laws("2014.06.30").automatic_draws);
        assert!(!laws("2014.??.??").automatic_draws);
        assert!(laws("2015.??.??").automatic_draws);
        assert!(laws("1997.07.??").dead_positions);
        assert!(!laws("1997.??.??").dead_positions);
    }
}
