//! The page: one file that loads nothing, neither scripts nor fonts nor pictures.
//!
//! The table over all games comes first in the page though it is known last: rows and games are written to two
//! temporary files (to memory, as long as they are small), and put together at the end. So nobody who opens a
//! page of ten thousand games waits for the table, and keys and screen readers meet things in the order in
//! which they are seen.

use std::io::{self, Seek, Write};

use tempfile::SpooledTempFile;

use crate::annotate::outcome::{Outcome, Side, Status};
use crate::annotate::report::escape::escape;
use crate::annotate::report::graph::{self, Detail};
use crate::annotate::report::style::{CSS, SCRIPT, SCRIPT_HASH};
use crate::annotate::report::{Options, Summary, board, game, table};

/// Rows or games are kept in memory up to so many bytes, on disk beyond.
const IN_MEMORY: usize = 4 << 20;

/// Sums over all games.
#[derive(Clone, Debug, Default)]
struct Totals {
    games: u64,
    annotated: u64,
    copied: u64,
    failed: u64,
    plies: u64,
    nodes: u64,
    missing: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
    white: Mean,
    black: Mean,
}

/// The mean of the accuracies.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

/// What the page shows of its games.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    full: u64,
    lean: u64,
    rows: u64,
}

/// A page under construction.
#[derive(Debug)]
pub(super) struct Page<W> {
    out: W,
    options: Options,
    rows: SpooledTempFile,
    games: SpooledTempFile,
    /// Bytes in `rows` and `games`.
    size: u64,
    /// The file of the last row.
    file: Option<String>,
    totals: Totals,
    shown: Shown,
    buffer: Vec<u8>,
}

impl<W: Write> Page<W> {
    pub(super) fn new(out: W, options: Options) -> Page<W> {
        Page {
            out,
            options,
            rows: SpooledTempFile::new(IN_MEMORY),
            games: SpooledTempFile::new(IN_MEMORY),
            size: 0,
            file: None,
            totals: Totals::default(),
            shown: Shown::default(),
            buffer: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.totals.add(outcome);
        if self.size >= self.options.most_bytes {
            return Ok(());
        }
        let detail = if outcome.status != Status::Annotated || self.size >= self.options.lean_bytes
        {
            None
        } else if self.size >= self.options.full_bytes {
            self.shown.lean += 1;
            Some(Detail::Lean)
        } else {
            self.shown.full += 1;
            Some(Detail::Full)
        };
        self.shown.rows += 1;
        let place = self.shown.rows;
        self.buffer.clear();
        if !outcome.file.is_empty() && self.file.as_ref() != Some(&outcome.file) {
            table::write_file(&mut self.buffer, &outcome.file)?;
            self.file = Some(outcome.file.clone());
        }
        table::write_row(&mut self.buffer, outcome, detail.map(|_| place))?;
        writeln!(self.buffer)?;
        self.rows.write_all(&self.buffer)?;
        self.size += self.buffer.len() as u64;
        if let Some(detail) = detail {
            self.buffer.clear();
            let open = self.shown.full == 1 && self.shown.lean == 0;
            game::write(
                &mut self.buffer,
                outcome,
                place,
                detail,
                open,
                &self.options,
            )?;
            self.games.write_all(&self.buffer)?;
            self.size += self.buffer.len() as u64;
        }
        Ok(())
    }

    pub(super) fn finish(mut self, summary: &Summary) -> io::Result<W> {
        let buffer = &mut self.buffer;
        buffer.clear();
        head(buffer, summary)?;
        self.totals.write(buffer, summary)?;
        self.shown.write(buffer, self.totals.games)?;
        write!(buffer, r#"<h2 id="table">All games</h2>"#)?;
        table::write_head(buffer)?;
        self.out.write_all(buffer)?;
        self.rows.rewind()?;
        io::copy(&mut self.rows, &mut self.out)?;
        buffer.clear();
        table::write_foot(buffer)?;
        if self.shown.full + self.shown.lean > 0 {
            write!(buffer, "{GAMES}")?;
        }
        self.out.write_all(buffer)?;
        self.games.rewind()?;
        io::copy(&mut self.games, &mut self.out)?;
        writeln!(self.out, "</main><script>{SCRIPT}</script></body></html>")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// What stands above the games: how to read them.
const GAMES: &str = concat!(
    r#"<h2 id="games">Games</h2><p class=mute>The light area is White’s share of the chances after each move; "#,
    r#"hatched stretches have no value. Scores are from White’s side, in pawns; #5 is a mate in 5 by White, #−5 by Black. "#,
    r#"On the boards, the solid arrow is the best move and the broken one the move played; yellow squares are the move before.</p>"#,
);

fn head(out: &mut Vec<u8>, summary: &Summary) -> io::Result<()> {
    let title = escape(&summary.title, 200);
    write!(
        out,
        concat!(
            r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{}</title>"#,
            r#"<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="generator" content="{}">"#,
            r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline';"#,
            r#"script-src '{}';base-uri 'none';form-action 'none'"><style>{}</style></head><body>"#,
            r##"<a class=skip href="#games">To the games</a><svg class=defs aria-hidden="true">"##
        ),
        title,
        escape(&summary.tool, 200),
        SCRIPT_HASH,
        CSS
    )?;
    board::write_symbols(out)?;
    graph::write_symbols(out)?;
    write!(out, "</svg><main><h1>{title}</h1><p class=mute>")?;
    let mut dot = "";
    for text in [&summary.tool, &summary.engine, &summary.budget] {
        if !text.is_empty() {
            write!(out, "{dot}{}", escape(text, 200))?;
            dot = " · ";
        }
    }
    write!(out, "</p>")
}

impl Totals {
    fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.nodes = self.nodes.saturating_add(outcome.nodes);
        match outcome.status {
            Status::Annotated => self.annotated += 1,
            Status::Copied => self.copied += 1,
            Status::Failed => self.failed += 1,
        }
        if outcome.status != Status::Annotated {
            return;
        }
        self.plies += u64::from(outcome.plies);
        self.missing += u64::from(outcome.missing);
        for side in [&outcome.white_side, &outcome.black_side] {
            self.inaccuracies += u64::from(side.inaccuracies);
            self.mistakes += u64::from(side.mistakes);
            self.blunders += u64::from(side.blunders);
        }
        self.white.add(&outcome.white_side);
        self.black.add(&outcome.black_side);
    }

    fn write(&self, out: &mut Vec<u8>, summary: &Summary) -> io::Result<()> {
        if let Some(reason) = &summary.unfinished {
            write!(
                out,
                "<p><b>Not all games are here:</b> {}</p>",
                escape(reason, 200)
            )?;
        }
        write!(out, "<dl class=totals>")?;
        let count = |value: u64| Some(grouped(value));
        let some = |value: u64| (value > 0).then(|| rough(value));
        for (class, name, value) in [
            ("", "Games", count(self.games)),
            ("", "Annotated", count(self.annotated)),
            ("", "Copied", some(self.copied)),
            ("", "Failed", some(self.failed)),
            ("", "Plies", count(self.plies)),
            ("", "Without value", some(self.missing)),
            ("", "Nodes", some(self.nodes)),
            (" class=i", "Inaccuracies ?!", count(self.inaccuracies)),
            (" class=m", "Mistakes ?", count(self.mistakes)),
            (" class=u", "Blunders ??", count(self.blunders)),
            ("", "White’s accuracy", self.white.text()),
            ("", "Black’s accuracy", self.black.text()),
        ] {
            if let Some(value) = value {
                write!(out, "<div><dt>{name}</dt><dd{class}>{value}</dd></div>")?;
            }
        }
        write!(out, "</dl>")
    }
}

impl Mean {
    fn add(&mut self, side: &Side) {
        if let Some(accuracy) = side.accuracy.filter(|value| value.is_finite()) {
            self.sum += accuracy;
            self.count = self.count.saturating_add(1);
        }
    }

    fn text(self) -> Option<String> {
        (self.count > 0).then(|| format!("{:.1} %", self.sum / f64::from(self.count)))
    }
}

impl Shown {
    /// Says what the bounds have kept out of the page.
    fn write(self, out: &mut Vec<u8>, games: u64) -> io::Result<()> {
        let left_out = games.saturating_sub(self.rows);
        if self.lean == 0 && left_out == 0 {
            return Ok(());
        }
        write!(
            out,
            "<p class=mute>To stay of a size that can be opened, this page shows boards of the first "
        )?;
        write!(
            out,
            "{} annotated games, graphs of {} more",
            grouped(self.full),
            grouped(self.lean)
        )?;
        if left_out > 0 {
            write!(
                out,
                ", and leaves {} games out of the table; the totals count them",
                grouped(left_out)
            )?;
        }
        write!(out, ". A report as .jsonl holds all.</p>")
    }
}

/// A number with its thousands apart.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number in full up to a million, then in millions and so on: `18.8 M`.
fn rough(value: u64) -> String {
    let units = [
        (1_000_000_000_000, 'T'),
        (1_000_000_000, 'G'),
        (1_000_000, 'M'),
    ];
    match units.into_iter().find(|&(unit, _)| value >= unit) {
        Some((unit, letter)) => format!("{:.1}\u{a0}{letter}", value as f64 / unit as f64),
        None => grouped(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(grouped),
            ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }

    #[test]
    fn large_numbers_are_rounded() {
        assert_eq!(
            [999_999, 18_800_000, 2_540_000_000, u64::MAX].map(rough),
            [
                "999\u{202f}999",
                "18.8\u{a0}M",
                "2.5\u{a0}G",
                "18446744.1\u{a0}T"
            ]
        );
    }

    #[test]
    fn means_leave_out_what_is_no_number() {
        let mut mean = Mean::default();
        assert_eq!(mean.text(), None);
        for accuracy in [Some(80.0), None, Some(f64::NAN), Some(90.0)] {
            mean.add(&Side {
                accuracy,
                ..Side::default()
            });
        }
        assert_eq!(mean.text().as_deref(), Some("85.0 %"));
    }
}
