//! What is known of a game that is written.

use std::borrow::Cow;

use crate::export::block::{Settings, Shape};
use crate::export::game::{self, Game};

/// What is to be known of each game that is looked at on its own.
#[derive(Clone, Debug, Default)]
pub struct Apart {
    /// What tells it from others.
    pub identity: bool,
    /// What it is sorted by.
    pub order: bool,
    /// The value of this tag.
    pub tag: Option<String>,
}

/// A game of the text that is written.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Where its part of the text ends.
    pub end: usize,
    /// Its lines or rows.
    pub rows: u64,
    /// Its number in the run, from 1.
    pub number: u64,
    /// The same for every game that is the same, if that is asked for and anything tells it from others.
    pub identity: Option<u128>,
    /// What it is sorted by, if that is asked for: bytes whose order is that of the rule `collation-order`. Of games in
    /// PGN it is that of the game as it is written, else of the game as it was read.
    pub order: Vec<u8>,
    /// The value of the tag that is asked for; `None` if it is missing or not known.
    pub tag: Option<String>,
}

impl Written {
    /// What is known of a game that is written as `text`, with so many games of the run before its file.
    pub(super) fn new(
        game: &Game<'_>,
        text: &[u8],
        settings: &Settings,
        run_before: u64,
    ) -> Written {
        let mut written = Written {
            number: run_before + game.number,
            ..Written::default()
        };
        if let Some(apart) = &settings.apart {
            written.identity = game.read.identity;
            written.order = match settings.shape {
                _ if !apart.order => Vec::new(),
                Shape::Pgn(_) => game::sort_key(text),
                _ => game.sort_key(),
            };
            let tag = apart.tag.as_deref().and_then(|name| game.tag(name));
            written.tag = tag.map(Cow::into_owned);
        }
        written
    }
}
