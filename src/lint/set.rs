//! The family `set`: several games together. Its rules keep something of games that were read before, so
//! they are off unless they are asked for.
//!
//! What is to be known of a game is worked out where its block is checked: its [`Key`] by [`keys`], its
//! place in the order of the standard by [`order`]. Games are compared in the order of the input:
//! [`History`] knows those that were met before, and [`Edges`] join the blocks of a file.
//! `opening` compares a game with the catalogue of all openings, and is dear for that reason.

mod collector;
pub mod history;
pub mod keys;
mod opening;
pub mod order;

pub(crate) use collector::{Collector, Game};
pub use history::{History, Met};
pub use keys::{Key, Kind};
pub use order::{Edges, First, SortKey};

use std::ops::Range;

use crate::finding::{Finding, GameInfo, RuleInfo};
use crate::lint::Options;
use crate::lint::place::{LineCounter, finding};
use crate::lint::report::Note;
use crate::lint::rules::rules;
use crate::lint::set::order::Fault;
use crate::lint::tags::Header;
use crate::pgn::split::Head;
use crate::pgn::{Encoding, Lexer, Span, Tag};
use crate::replay;

rules! { Set:
    DUPLICATE_GAME = "duplicate-game" Warning ""
        "a game that was met before in the run: the same players, date and moves, or the same moves of 20 plies and more; only with `--duplicates`"
        "It counts twice in every statistic, and what is corrected in one copy stays wrong in the other.";
    COLLATION_ORDER = "collation-order" Style "PGN 12"
        "a game that belongs before the one above it, by Date, Event, Site, Round, White, Black, Result and movetext; only with `--collation`"
        "Sorted files can be merged and compared line by line, and every game has one place where it is looked for.";
    ECO_MISMATCH = "eco-mismatch" Style ""
        "an ECO code that is not the one of the opening that the moves reach, by position; only with `--openings`"
        "Whoever selects games by their code misses this one, or gets one that does not belong there.";
}

/// What is known of the games of a stretch of text, to be compared with those of others.
#[derive(Debug, Default)]
pub struct Games {
    /// The keys of its games, if duplicates are looked for.
    pub keys: Vec<Key>,
    /// Its first and its last game, if the order is looked at.
    pub edges: Option<Box<Edges>>,
}

/// Turns what the rules say of games of a stretch of text into findings; the games are named in the order
/// of the text.
#[derive(Debug)]
pub struct Placer<'a> {
    text: &'a [u8],
    options: &'a Options,
    counter: LineCounter<'a>,
    tags: Vec<Tag>,
}

impl<'a> Placer<'a> {
    /// Starts at the text's first game.
    #[must_use]
    pub const fn new(text: &'a [u8], options: &'a Options) -> Placer<'a> {
        Placer {
            text,
            options,
            counter: LineCounter::new(text),
            tags: Vec::new(),
        }
    }

    /// The finding about a game that was met before; it marks the game's first tag.
    pub fn duplicate(&mut self, key: &Key, message: String) -> Option<Finding> {
        self.place(&DUPLICATE_GAME, key.game.clone(), key.number, message, None)
    }

    /// The finding about the text's first game, if it belongs before the last one of the text before.
    pub fn order(&mut self, last: &SortKey<'_>, first: &First) -> Option<Finding> {
        let mut fault = first.key.fault(last)?;
        let message = std::mem::take(&mut fault.message);
        let (game, number) = (first.game.clone(), first.number);
        self.place(&COLLATION_ORDER, game, number, message, Some(&fault))
    }

    fn place(
        &mut self,
        rule: &'static RuleInfo,
        range: Range<usize>,
        number: u64,
        message: String,
        fault: Option<&Fault>,
    ) -> Option<Finding> {
        let start = range.start;
        let game = self.text.get(range)?;
        let mut lexer = Lexer::new(game);
        let first = replay::read_tags(&mut lexer, &Head::default(), &mut self.tags);
        let movetext = first.map(|token| token.span);
        let header = Header::new(game, &self.tags);
        let options = self.options;
        let encoding = options.encoding.unwrap_or_else(|| Encoding::detect(game));
        let info = GameInfo {
            number,
            ..header.info(game, encoding)
        };
        let span = fault.and_then(|fault| fault.span(game, &self.tags, movetext));
        let note = Note {
            rule,
            level: options.selection.level(rule, rule.level)?,
            span: span.unwrap_or_else(|| mark(&self.tags, movetext)),
            message,
            help: None,
            law: (!rule.source.is_empty()).then_some(rule.source),
            at: None,
            fen: None,
            fixes: Vec::new(),
        };
        let counter = &mut self.counter;
        let placed = finding(
            note,
            self.text,
            start,
            counter,
            encoding,
            Some(info),
            options.excerpts,
        );
        Some(placed)
    }
}

/// What stands for a whole game: its first tag, or what comes first in its movetext.
fn mark(tags: &[Tag], movetext: Option<Span>) -> Span {
    let tag = tags.first().map(|tag| tag.span);
    tag.or(movetext).unwrap_or(Span { start: 0, end: 1 })
}
