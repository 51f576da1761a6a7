//! How counts are written.

use std::io::{self, Write};

use serde::Serialize;

use crate::chess::Move;
use crate::chess::perft::stats::Stats;
use crate::commands::perft::{Count, Format, Notation, Options};

/// A column's head and its value.
type Column = (&'static str, fn(&Stats) -> u64);

/// The columns of the statistics, in the order of the published tables.
const COLUMNS: [Column; 9] = [
    ("nodes", |row| row.nodes),
    ("captures", |row| row.captures),
    ("en passant", |row| row.en_passant),
    ("castles", |row| row.castles),
    ("promotions", |row| row.promotions),
    ("checks", |row| row.checks),
    ("discovery", |row| row.discovery_checks),
    ("double", |row| row.double_checks),
    ("mates", |row| row.mates),
];

#[derive(Serialize)]
struct JsonCount<'a> {
    /// Where one of many positions stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    fen: String,
    depth: u32,
    /// Missing after an interruption.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<JsonMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Vec<JsonStats<'a>>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unfinished: bool,
}

#[derive(Serialize)]
struct JsonStats<'a> {
    depth: usize,
    #[serde(flatten)]
    row: JsonRow<'a>,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    nodes: &'a u64,
    captures: &'a u64,
    en_passant: &'a u64,
    castles: &'a u64,
    promotions: &'a u64,
    checks: &'a u64,
    discovery_checks: &'a u64,
    double_checks: &'a u64,
    mates: &'a u64,
}

#[derive(Serialize)]
struct JsonFailure<'a> {
    line: u64,
    error: &'a str,
}

/// Writes a position's counts; `line` is where it stands, if there may be others.
pub(super) fn write(
    out: &mut impl Write,
    options: &Options,
    count: &Count,
    line: Option<u64>,
) -> io::Result<()> {
    if options.format == Format::Jsonl {
        return write_json(out, options, count, line);
    }
    let many = line.is_some();
    let block = options.divide || options.stats;
    if many && block {
        writeln!(out, "{}", count.position.fen())?;
    }
    if options.divide {
        write_moves(out, options, count)?;
        writeln!(out)?;
    }
    if let Some(rows) = &count.stats {
        write_stats(out, rows)?;
        if options.divide {
            writeln!(out)?;
        }
    }
    match (count.complete, options.divide) {
        (true, true) => writeln!(out, "total: {}", count.nodes)?,
        (true, false) if count.stats.is_some() => {}
        (true, false) => writeln!(out, "{}", count.nodes)?,
        (false, false) if count.stats.is_some() => {
            writeln!(out, "(unfinished: what was seen until the interruption)")?;
        }
        (false, true) => writeln!(out, "total: {} (unfinished)", count.nodes)?,
        (false, false) => {}
    }
    if many && block {
        writeln!(out)?;
    }
    Ok(())
}

/// What was counted before an interruption.
pub(super) fn write_partial(
    out: &mut impl Write,
    options: &Options,
    count: &Count,
) -> io::Result<()> {
    write_moves(out, options, count)?;
    writeln!(out, "\ntotal: {} (unfinished)", count.nodes)
}

/// Keeps a place for a line that holds no position.
pub(super) fn write_failure(
    out: &mut impl Write,
    options: &Options,
    line: u64,
    error: &str,
) -> io::Result<()> {
    match options.format {
        Format::Text => writeln!(out, "invalid"),
        Format::Jsonl => {
            serde_json::to_writer(&mut *out, &JsonFailure { line, error })?;
            writeln!(out)
        }
    }
}

fn sorted_moves(options: &Options, count: &Count) -> Vec<(String, u64, bool)> {
    let text = |mv: Move| match options.notation {
        Notation::Uci => count.position.uci(mv),
        Notation::San => count.position.san(mv).to_string(),
    };
    let mut moves: Vec<(String, u64, bool)> = count
        .parts
        .iter()
        .map(|part| (text(part.mv), part.nodes, part.whole))
        .collect();
    moves.sort();
    moves
}

fn write_moves(out: &mut impl Write, options: &Options, count: &Count) -> io::Result<()> {
    for (text, nodes, whole) in sorted_moves(options, count) {
        let mark = if whole { "" } else { " (unfinished)" };
        writeln!(out, "{text}: {nodes}{mark}")?;
    }
    Ok(())
}

fn write_stats(out: &mut impl Write, rows: &[Stats]) -> io::Result<()> {
    let widths = COLUMNS.map(|(head, value)| {
        let digits = rows.iter().map(|row| value(row).to_string().len());
        digits.chain([head.len()]).max().unwrap_or(0)
    });
    write!(out, "depth")?;
    for ((head, _), width) in COLUMNS.iter().zip(widths) {
        write!(out, "  {head:>width$}")?;
    }
    writeln!(out)?;
    for (index, row) in rows.iter().enumerate() {
        write!(out, "{:>5}", index + 1)?;
        for ((_, value), width) in COLUMNS.iter().zip(widths) {
            write!(out, "  {:>width$}", value(row))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_json(
    out: &mut impl Write,
    options: &Options,
    count: &Count,
    line: Option<u64>,
) -> io::Result<()> {
    let moves = || {
        let moves = sorted_moves(options, count).into_iter();
        moves
            .map(|(text, nodes, whole)| JsonMove {
                text,
                nodes,
                unfinished: !whole,
            })
            .collect()
    };
    let stats = count.stats.as_ref().map(|rows| {
        let rows = rows.iter().enumerate();
        rows.map(|(index, row)| JsonStats {
            depth: index + 1,
            row: JsonRow {
                nodes: &row.nodes,
                captures: &row.captures,
                en_passant: &row.en_passant,
                castles: &row.castles,
                promotions: &row.promotions,
                checks: &row.checks,
                discovery_checks: &row.discovery_checks,
                double_checks: &row.double_checks,
                mates: &row.mates,
            },
        })
        .collect()
    });
    let json = JsonCount {
        line,
        fen: count.position.fen(),
        depth: count.depth,
        nodes: count.complete.then_some(count.nodes),
        divide: (options.divide || !(count.complete || count.parts.is_empty())).then(moves),
        stats,
        interrupted: !count.complete,
    };
    serde_json::to_writer(&mut *out, &json)?;
    writeln!(out)
}
