//! Collects, game by game, what is to be known of the games of a stretch of text.

use std::ops::Range;

use crate::finding::RuleInfo;
use crate::lint::Options;
use crate::lint::report::Notes;
use crate::lint::set::keys::{self, Key, MainLine};
use crate::lint::set::order::{Edges, First, SortKey};
use crate::lint::set::{COLLATION_ORDER, DUPLICATE_GAME, ECO_MISMATCH, Games, mark, opening};
use crate::lint::tags::Header;
use crate::pgn::{Encoding, Span, Tag};

/// Sees one game after the other.
#[derive(Debug)]
pub(crate) struct Collector<'a> {
    duplicates: bool,
    order: bool,
    openings: bool,
    encoding: Option<Encoding>,
    keys: Vec<Key>,
    first: Option<First>,
    last: Option<SortKey<'a>>,
}

/// A game as the collector sees it.
#[derive(Debug)]
pub(crate) struct Game<'a, 't> {
    /// Its text.
    pub(crate) text: &'a [u8],
    /// Where that is in the stretch of text.
    pub(crate) range: Range<usize>,
    /// Its number there, from 1.
    pub(crate) number: u64,
    /// Its tags.
    pub(crate) tags: &'t [Tag],
    /// Those of them that checks ask for.
    pub(crate) header: &'t Header,
    /// The first token behind them.
    pub(crate) movetext: Option<Span>,
    /// Whether there is a position to play its moves from.
    pub(crate) playable: bool,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(options: &Options) -> Collector<'a> {
        let is_on = |rule: &RuleInfo| options.selection.level(rule, rule.level).is_some();
        Collector {
            duplicates: is_on(&DUPLICATE_GAME),
            order: is_on(&COLLATION_ORDER),
            openings: is_on(&ECO_MISMATCH),
            encoding: options.encoding,
            keys: Vec::new(),
            first: None,
            last: None,
        }
    }

    /// What has to be filled while a game is played, if it is wanted.
    #[inline]
    pub(crate) fn main_line(&self) -> Option<MainLine> {
        (self.duplicates | self.openings).then(|| MainLine::new(self.openings))
    }

    /// Takes a game in, and compares it with the one above it.
    #[inline]
    pub(crate) fn add(
        &mut self,
        notes: &mut Notes<'_>,
        line: Option<MainLine>,
        game: &Game<'a, '_>,
    ) {
        if self.duplicates | self.order | self.openings {
            self.take_in(notes, line, game);
        }
    }

    #[inline(never)]
    fn take_in(&mut self, notes: &mut Notes<'_>, line: Option<MainLine>, game: &Game<'a, '_>) {
        if let Some(moves) = line.as_ref().and_then(|line| line.opening()) {
            opening::check(notes, game, moves);
        }
        let line = line.filter(|_| self.duplicates);
        let known = line.and_then(|line| keys::key(game, line, self.encoding));
        if let Some((kind, moves, tags)) = known {
            self.keys.push(Key {
                kind,
                moves,
                tags,
                number: game.number,
                game: game.range.clone(),
            });
        }
        if !self.order {
            return;
        }
        let key = SortKey::new(game.text, game.tags, game.movetext);
        if let Some(above) = &self.last {
            if let Some(fault) = key.fault(above) {
                let span = fault.span(game.text, game.tags, game.movetext);
                let span = span.unwrap_or_else(|| mark(game.tags, game.movetext));
                notes.add(&COLLATION_ORDER, span, || fault.message);
            }
        } else {
            self.first = Some(First {
                key: key.clone().into_owned(),
                number: game.number,
                game: game.range.clone(),
            });
        }
        self.last = Some(key);
    }

    /// What is to be known of all the games.
    pub(crate) fn finish(self) -> Games {
        let edges = self.first.zip(self.last).map(|(first, last)| Edges {
            first,
            last: last.into_owned(),
        });
        Games {
            keys: self.keys,
            edges: edges.map(Box::new),
        }
    }
}
