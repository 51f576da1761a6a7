//! What must be remembered of a game: repetitions, the clocks of 9.3 and 9.6.2, and the first ply of each.

use crate::arbiter::history::History;
use crate::arbiter::{End, Laws, Rule};
use crate::chess::{Move, Position};

/// Appearances of a position that allow a claim (9.2).
pub const THREEFOLD: u32 = 3;
/// Appearances that end the game (9.6.1).
pub const FIVEFOLD: u32 = 5;
/// Plies without capture or pawn move that allow a claim (9.3).
pub const FIFTY_MOVES: u16 = 100;
/// Plies without capture or pawn move that end the game (9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

/// Counts along a game. Knows nothing of mates and dead positions, which only the last position need tell: whoever
/// can mate later on could do so before.
#[derive(Clone, Debug)]
pub struct Record {
    history: History,
    ply: u32,
    threefold: Option<u32>,
    fivefold: Option<u32>,
    fifty: Option<u32>,
    seventy_five: Option<u32>,
}

impl Record {
    /// A game that begins in `position`; its clock counts.
    #[must_use]
    pub fn new(position: &Position) -> Record {
        let mut record = Record {
            history: History::new(),
            ply: 0,
            threefold: None,
            fivefold: None,
            fifty: None,
            seventy_five: None,
        };
        record.look_at_clock(position);
        record
    }

    /// Forgets all, for a game that begins in `position`.
    pub fn reset(&mut self, position: &Position) {
        self.history.reset();
        self.ply = 0;
        self.threefold = None;
        self.fivefold = None;
        self.fifty = None;
        self.seventy_five = None;
        self.look_at_clock(position);
    }

    /// Takes note of a legal move that led from one position to the other.
    #[inline]
    pub fn follow(&mut self, before: &Position, mv: Move, after: &Position) {
        self.history.follow(before, mv, after);
        self.ply += 1;
        if self.history.appearances() >= THREEFOLD {
            self.threefold.get_or_insert(self.ply);
            if self.history.appearances() >= FIVEFOLD {
                self.fivefold.get_or_insert(self.ply);
            }
        }
        self.look_at_clock(after);
    }

    #[inline]
    fn look_at_clock(&mut self, position: &Position) {
        if position.halfmove_clock() >= FIFTY_MOVES {
            self.fifty.get_or_insert(self.ply);
            if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
                self.seventy_five.get_or_insert(self.ply);
            }
        }
    }

    /// Plies played.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// How often positions have appeared.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The first ply after which a rule of repetition or of moves without capture applied, as far as counts tell: a
    /// mate at that ply takes precedence. `None` also for rules that only the board tells.
    #[must_use]
    pub const fn first(&self, rule: Rule) -> Option<u32> {
        match rule {
            Rule::Threefold => self.threefold,
            Rule::Fivefold => self.fivefold,
            Rule::FiftyMoves => self.fifty,
            Rule::SeventyFiveMoves => self.seventy_five,
            Rule::Checkmate | Rule::Stalemate | Rule::DeadPosition => None,
        }
    }

    /// The first ply at which the counts ended the game under `laws`.
    #[must_use]
    pub fn end(&self, laws: Laws) -> Option<End> {
        let applies = |rule: &Rule| match rule {
            Rule::Fivefold | Rule::SeventyFiveMoves => laws.automatic_draws,
            Rule::Threefold | Rule::FiftyMoves => laws.claimed,
            Rule::Checkmate | Rule::Stalemate | Rule::DeadPosition => false,
        };
        let ends = Rule::ALL.into_iter().filter(applies);
        ends.filter_map(|rule| Some(End::draw(rule, self.first(rule)?)))
            .min_by_key(|end| end.ply)
    }
}
