//! What is shown of a game: a line of text, a row of CSV, a JSON object.
//!
//! The name of the file and the number of the game in it are not known here, and come before what is written.

mod line;

use std::io;

use serde::Serialize;

use crate::adjudicate::game::Seen;
use crate::adjudicate::judgement::{Judgement, Recorded, Status};
use crate::adjudicate::{Format, Only};
use crate::arbiter::Rule;
use crate::arbiter::chances::Chance;
use crate::chess::Position;
use crate::finding::printable;
use crate::lint::tags::Header;
use crate::pgn::Encoding;
use crate::pgn::lexer::GameResult;

/// A game that was judged.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Its text.
    pub text: &'a [u8],
    /// Its tags.
    pub header: &'a Header,
    /// What is written down of its end.
    pub recorded: &'a Recorded,
    /// Its first position.
    pub start: &'a Position,
    /// What was seen of it.
    pub seen: &'a Seen,
    /// What is to be said of it.
    pub judgement: &'a Judgement,
}

/// The columns, in their order, behind `file` and `game`.
#[derive(Debug, Serialize)]
struct Row<'a> {
    white: Option<String>,
    black: Option<String>,
    date: Option<String>,
    recorded: &'a str,
    recorded_tag: Option<&'a str>,
    recorded_token: Option<&'a str>,
    lawful: Option<&'a str>,
    status: &'a str,
    reason: &'a str,
    article: Option<&'a str>,
    end_ply: Option<u32>,
    plies_after_end: Option<u32>,
    threefold_ply: Option<u32>,
    fifty_ply: Option<u32>,
    white_can_mate: Option<&'a str>,
    black_can_mate: Option<&'a str>,
    repetitions_max: u32,
    halfmove_clock: u16,
    claims: Option<String>,
    notes: Option<String>,
    final_fen: Option<String>,
}

/// The names of all columns.
pub const COLUMNS: [&str; 23] = [
    "file",
    "game",
    "white",
    "black",
    "date",
    "recorded",
    "recorded_tag",
    "recorded_token",
    "lawful",
    "status",
    "reason",
    "article",
    "end_ply",
    "plies_after_end",
    "threefold_ply",
    "fifty_ply",
    "white_can_mate",
    "black_can_mate",
    "repetitions_max",
    "halfmove_clock",
    "claims",
    "notes",
    "final_fen",
];

/// Rows of a stretch of text.
#[derive(Debug)]
pub struct Rows {
    format: Format,
    styled: bool,
    text: Vec<u8>,
    /// The number of each row's game in the stretch, from 1, and where the row ends.
    ends: Vec<(u64, usize)>,
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::new(Format::Text, false)
    }
}

impl Rows {
    /// No rows yet.
    #[must_use]
    pub const fn new(format: Format, styled: bool) -> Rows {
        Rows {
            format,
            styled,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds the row of a game, if it is to be shown.
    pub fn add(&mut self, show: Option<Only>, number: u64, game: &Game<'_>) {
        if !show.is_some_and(|only| is_shown(only, game)) {
            return;
        }
        // Writing to memory does not fail.
        let written = match self.format {
            Format::Text => {
                line::write(&mut self.text, game, self.styled);
                Ok(())
            }
            Format::Csv => csv_row(&mut self.text, &row(game)),
            Format::Jsonl => json_row(&mut self.text, &row(game)),
        };
        if written.is_ok() {
            self.ends.push((number, self.text.len()));
        }
    }

    /// The rows, each with the number of its game in the stretch.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |&(number, end)| {
            let row = &self.text[start..end];
            start = end;
            (number, row)
        })
    }
}

fn is_shown(only: Only, game: &Game<'_>) -> bool {
    let judgement = game.judgement;
    match only {
        Only::Mismatch => {
            matches!(judgement.status, Status::Contradicts | Status::Completes)
                || judgement.plies_after(game.seen) > 0
                || judgement.fault.is_some()
                || judgement.unshown.is_some()
        }
        Only::Ended => judgement.end.is_some(),
        Only::Claimable => judgement.is_claimable(game.seen),
        Only::All => true,
    }
}

fn csv_row(text: &mut Vec<u8>, row: &Row<'_>) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::Any(b'\n'))
        .buffer_capacity(512)
        .from_writer(text);
    writer.serialize(row)?;
    writer.flush()
}

fn json_row(text: &mut Vec<u8>, row: &Row<'_>) -> io::Result<()> {
    let object = serde_json::to_vec(row)?;
    text.extend_from_slice(object.strip_prefix(b"{").unwrap_or(&object));
    text.push(b'\n');
    Ok(())
}

/// Players and date, without control characters.
fn names(game: &Game<'_>) -> [Option<String>; 3] {
    let info = game.header.info(game.text, Encoding::detect(game.text));
    [info.white, info.black, info.date].map(|name| name.map(|name| printable(&name)))
}

fn row<'a>(game: &Game<'a>) -> Row<'a> {
    let (judgement, seen) = (game.judgement, game.seen);
    let [white, black, date] = names(game);
    let chance = |color: usize| {
        judgement
            .chances
            .map(|chances| Chance::name(chances[color]))
    };
    Row {
        white,
        black,
        date,
        recorded: game.recorded.result().text(),
        recorded_tag: game.recorded.tag.map(GameResult::text),
        recorded_token: game.recorded.token.map(GameResult::text),
        lawful: judgement.lawful.map(GameResult::text),
        status: judgement.status.name(),
        reason: judgement.reason,
        article: Some(judgement.article).filter(|article| !article.is_empty()),
        end_ply: judgement.end_ply,
        plies_after_end: judgement.end_ply.map(|_| judgement.plies_after(seen)),
        threefold_ply: judgement.claimable(seen, Rule::Threefold),
        fifty_ply: judgement.claimable(seen, Rule::FiftyMoves),
        white_can_mate: chance(0),
        black_can_mate: chance(1),
        repetitions_max: seen.record.history().most(),
        halfmove_clock: seen.last.halfmove_clock(),
        claims: line::claims(game),
        notes: line::notes(game),
        final_fen: seen.trouble.is_none().then(|| seen.last.fen()),
    }
}
