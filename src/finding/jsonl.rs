//! One JSON object a finding, one a line, and a last one with the counts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::{Finding, Level, Tally, is_invisible};

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

/// Writes one finding.
///
/// # Errors
///
/// If writing fails.
pub fn write(out: &mut impl Write, file: &str, finding: &Finding) -> io::Result<()> {
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
    };
    let mut text = serde_json::to_string(&line)?;
    if text.chars().any(drives_terminals) {
        text = text.chars().map(escaped).collect();
    }
    text.push('\n');
    out.write_all(text.as_bytes())
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

/// Writes the last line. It holds no duration, so that equal input gives equal output.
///
/// # Errors
///
/// If writing fails.
pub fn write_summary(
    out: &mut impl Write,
    files: u64,
    games: u64,
    plies: u64,
    tally: &Tally,
    rules: &BTreeMap<&'static str, u64>,
) -> io::Result<()> {
    let summary = Counts {
        files,
        games,
        plies,
        errors: tally.get(Level::Error),
        warnings: tally.get(Level::Warning),
        styles: tally.get(Level::Style),
        notes: tally.get(Level::Note),
        rules,
    };
    serde_json::to_writer(&mut *out, &Last { summary })?;
    out.write_all(b"\n")
}
