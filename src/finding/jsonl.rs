//! One JSON object a finding, one a line, and a last one with the counts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::report::{Report, Summary};
use crate::finding::{Finding, Fix, Level, is_invisible};

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the keys are the format's")]
struct Line<'a> {
    rule: &'static str,
    level: Level,
    message: &'a str,
    help: Option<&'a str>,
    law: Option<&'static str>,
    file: &'a str,
    line: u64,
    column: u32,
    offset: u64,
    length: u32,
    game: Option<u64>,
    ply: Option<u32>,
    move_number: Option<u32>,
    side: Option<&'static str>,
    depth: Option<u32>,
    token: &'a str,
    fen: Option<&'a str>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
    fix: Option<Vec<Replacement<'a>>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    offset: u64,
    length: u32,
    text: Cow<'a, str>,
}

#[derive(Serialize)]
struct Last<'a> {
    summary: Counts<'a>,
}

#[derive(Serialize)]
struct Counts<'a> {
    files: u64,
    games: u64,
    plies: u64,
    errors: u64,
    warnings: u64,
    styles: u64,
    notes: u64,
    rules: &'a BTreeMap<&'static str, u64>,
}

/// Writes the lines.
#[derive(Clone, Copy, Debug)]
pub struct Jsonl;

impl Report for Jsonl {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        let game = finding.game.as_ref();
        let at = finding.at.as_ref();
        let line = Line {
            rule: finding.rule.id,
            level: finding.level,
            message: &finding.message,
            help: finding.help.as_deref(),
            law: finding.law,
            file,
            line: finding.place.line,
            column: finding.place.column,
            offset: finding.place.offset,
            length: finding.place.length,
            game: game.map(|game| game.number),
            ply: at.map(|at| at.ply),
            move_number: at.map(|at| at.number),
            side: at.map(|at| at.side),
            depth: at.map(|at| at.depth),
            token: &finding.token,
            fen: finding.fen.as_deref(),
            white: game.and_then(|game| game.white.as_deref()),
            black: game.and_then(|game| game.black.as_deref()),
            event: game.and_then(|game| game.event.as_deref()),
            date: game.and_then(|game| game.date.as_deref()),
            fix: (!finding.fixes.is_empty())
                .then(|| finding.fixes.iter().map(replacement).collect()),
        };
        write_line(out, &line)
    }

    /// A run that was interrupted has no last line. It holds no duration, so that equal input gives
    /// equal output.
    fn end(&mut self, out: &mut dyn Write, summary: &Summary<'_>) -> io::Result<()> {
        if summary.interrupted {
            return Ok(());
        }
        let summary = Counts {
            files: summary.files,
            games: summary.games,
            plies: summary.plies,
            errors: summary.tally.get(Level::Error),
            warnings: summary.tally.get(Level::Warning),
            styles: summary.tally.get(Level::Style),
            notes: summary.tally.get(Level::Note),
            rules: summary.rules,
        };
        write_line(out, &Last { summary })
    }
}

/// The bytes of a file that is not UTF-8 are Windows-1252, as everywhere.
fn replacement(fix: &Fix) -> Replacement<'_> {
    let text = std::str::from_utf8(&fix.text).map_or_else(
        |_| {
            encoding_rs::WINDOWS_1252
                .decode_without_bom_handling(&fix.text)
                .0
        },
        Cow::Borrowed,
    );
    Replacement {
        offset: fix.offset,
        length: fix.length,
        text,
    }
}

/// Room for most lines.
const USUAL_LENGTH: usize = 1024;

/// Writes an object and a line end.
///
/// # Errors
///
/// If writing fails.
pub fn write_line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    let mut text = safe(object)?;
    text.push('\n');
    out.write_all(text.as_bytes())
}

/// The JSON of an object, without characters that change what a terminal shows.
pub(crate) fn safe(object: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut text, object)?;
    // Serialized text is UTF-8.
    let mut text = String::from_utf8(text).map_err(io::Error::other)?;
    if !text.is_ascii() || text.contains('\x7f') {
        text = text.chars().map(escaped).collect();
    }
    Ok(text)
}

/// Characters beyond ASCII that JSON allows as they are, but that change what a terminal shows.
fn drives_terminals(letter: char) -> bool {
    letter > '\u{7e}' && (letter.is_control() || is_invisible(letter))
}

fn escaped(letter: char) -> String {
    if drives_terminals(letter) {
        format!("\\u{:04x}", u32::from(letter))
    } else {
        letter.to_string()
    }
}
