//! What the Laws say of recorded games: reads a game, asks the arbiter, and compares with what is written down.
//!
//! [`block`] reads a stretch of text game by game, [`game`] plays one and keeps what the arbiter must know,
//! [`told`] compares the tag `Termination` with the moves, [`judgement`] weighs board and tags, [`offboard`] the ends that the
//! board does not show, [`rows`] writes what was found, [`patch`] what is to be changed in the text.

pub mod block;
pub mod game;
pub mod judgement;
pub mod offboard;
pub mod patch;
pub mod rows;
pub mod tally;
pub mod told;

use crate::arbiter::Laws;
use crate::arbiter::chances::Effort;
use crate::pgn::date;

pub use block::{BlockReport, judge_block, opinion};
pub use tally::Tally;

/// Under which Laws games are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LawsOf {
    /// Those of the game's day; today's where not even its year is known.
    Date,
    /// Always the same.
    Fixed(Laws),
}

impl LawsOf {
    /// The Laws for a game by its dates, of which the first one with a year counts.
    pub fn game<'a>(self, dates: impl IntoIterator<Item = &'a [u8]>) -> Laws {
        match self {
            LawsOf::Fixed(laws) => laws,
            LawsOf::Date => {
                let day = dates.into_iter().find_map(date::first_day);
                day.map_or(Laws::CURRENT, Laws::on)
            }
        }
    }
}

/// Which games are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Those whose record is not what the Laws say, those that went on after their end, and those whose tag tells of
    /// an end that their moves do not show.
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
        let laws = |date: &str| LawsOf::Date.game([date.as_bytes()]);
        assert_eq!(laws("2023.01.01"), Laws::CURRENT);
        assert_eq!(laws("????.??.??"), Laws::CURRENT);
        assert_eq!(LawsOf::Date.game([]), Laws::CURRENT);
        assert!(laws("2014.07.01").automatic_draws);
        assert!(!laws("2014.06.30").automatic_draws);
        assert!(!laws("2014.??.??").automatic_draws);
        assert!(laws("2015.??.??").automatic_draws);
        assert!(laws("1997.07.??").dead_positions);
        assert!(!laws("1997.??.??").dead_positions);
        assert!(!laws("2014-06-30").automatic_draws);
        assert!(!laws("2014.13.01").automatic_draws);
        let dates: [&[u8]; 3] = [b"????.??.??", b"2014.06.30", b"2024.01.01"];
        assert!(!LawsOf::Date.game(dates).automatic_draws);
    }
}
