//! Suites: positions with the counts that are expected, `FEN ;D1 20 ;D2 400 …` a line.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::commands::perft::{Format, Run, Stop, complain, report};
use crate::commands::positions::{self, Line, Lines};
use crate::stream::progress::Steps;

/// One line of a suite.
struct Entry {
    line: u64,
    fen: String,
    position: crate::chess::Position,
    /// Depth and count, in the line's order.
    expected: Vec<(u32, u64)>,
}

#[derive(Serialize)]
struct JsonResult<'a> {
    line: u64,
    fen: &'a str,
    depth: u32,
    expected: u64,
    /// Missing where there are more than 64 bits can count.
    nodes: Option<u64>,
    ok: bool,
}

/// What became of a suite.
#[derive(Default)]
struct Totals {
    positions: u64,
    counts: u64,
    failed: u64,
    skipped: u64,
    unreadable: u64,
}

impl Run<'_> {
    /// Counts all positions of a suite and compares.
    pub(super) fn suite(&mut self, path: &Path) -> anyhow::Result<Result<(), Stop>> {
        let mut lines = Lines::open(path)?;
        let name = lines.name().to_owned();
        let mut totals = Totals::default();
        let mut entries = Vec::new();
        // All lines are read first: what is wrong with them is known before the long counts.
        while let Some(line) = lines.next()? {
            match entry(&line, self.options.chess960) {
                Ok(entry) => entries.push(entry),
                Err((column, reason)) => {
                    totals.unreadable += 1;
                    complain(&format!("{name}:{}:{column}: {reason}", line.number));
                    if let Err(error) = self.unreadable(line.number, &reason) {
                        return Ok(Err(Stop::Write(error)));
                    }
                }
            }
        }
        let deepest = self.options.depth.unwrap_or(u32::MAX);
        let most = self.options.max_nodes.unwrap_or(u64::MAX);
        for entry in &mut entries {
            let all = entry.expected.len();
            entry
                .expected
                .retain(|&(depth, nodes)| depth <= deepest && nodes <= most);
            totals.skipped += (all - entry.expected.len()) as u64;
        }
        let expected = entries.iter().flat_map(|entry| &entry.expected);
        let whole = expected.fold(0u64, |sum, &(_, nodes)| sum.saturating_add(nodes));
        let bar = Steps::new(self.options.progress, whole);
        let mut result = Ok(());
        for entry in &entries {
            result = self.entry(&name, entry, &bar, &mut totals);
            if result.is_err() {
                break;
            }
        }
        bar.finish();
        self.findings = totals.failed + totals.unreadable > 0;
        if !self.options.quiet {
            complain(&totals.summary());
        }
        if totals.counts == 0 && result.is_ok() && !self.findings && !self.options.quiet {
            complain("warning: nothing was counted");
        }
        Ok(result)
    }

    /// Keeps a place among the results for a line without counts.
    fn unreadable(&self, line: u64, error: &str) -> io::Result<()> {
        match self.options.format {
            Format::Text => Ok(()),
            Format::Jsonl => {
                report::write_failure(&mut io::stdout().lock(), self.options, line, error)
            }
        }
    }

    fn entry(
        &mut self,
        name: &str,
        entry: &Entry,
        bar: &Steps,
        totals: &mut Totals,
    ) -> Result<(), Stop> {
        if entry.expected.is_empty() {
            return Ok(());
        }
        totals.positions += 1;
        let mut failed = false;
        for &(depth, expected) in &entry.expected {
            let nodes = match self.count(&entry.position, depth) {
                Ok(count) if !count.complete => {
                    bar.suspend(|| {
                        complain(&format!(
                            "{name}:{}: interrupted at depth {depth} after {} of {expected}",
                            entry.line, count.nodes
                        ));
                    });
                    return Err(Stop::Cancelled);
                }
                Ok(count) => Some(count.nodes),
                Err(Stop::TooMany) => None,
                Err(stop) => return Err(stop),
            };
            let ok = nodes == Some(expected);
            let got = nodes.map_or_else(|| super::TOO_MANY.to_owned(), |nodes| nodes.to_string());
            failed |= !ok;
            totals.counts += 1;
            totals.failed += u64::from(!ok);
            let written = bar.suspend(|| {
                let mut out = io::stdout().lock();
                match self.options.format {
                    Format::Jsonl => {
                        let result = JsonResult {
                            line: entry.line,
                            fen: &entry.fen,
                            depth,
                            expected,
                            nodes,
                            ok,
                        };
                        serde_json::to_writer(&mut out, &result)?;
                        writeln!(out)?;
                    }
                    Format::Text if !ok => writeln!(
                        out,
                        "{name}:{}: FAILED at depth {depth}: expected {expected}, got {got}: {}",
                        entry.line, entry.fen
                    )?,
                    Format::Text => {}
                }
                out.flush()
            });
            written?;
            bar.advance(expected, format!("{} positions", totals.positions));
        }
        if !failed && self.options.format == Format::Text {
            let deepest = entry.expected.iter().max();
            let (depth, nodes) = deepest.copied().unwrap_or_default();
            bar.suspend(|| {
                let mut out = io::stdout().lock();
                writeln!(
                    out,
                    "{name}:{}: ok to depth {depth}, {nodes}: {}",
                    entry.line, entry.fen
                )?;
                out.flush()
            })?;
        }
        Ok(())
    }
}

impl Totals {
    fn summary(&self) -> String {
        let mut text = format!(
            "{} positions, {} counts, {} wrong",
            self.positions, self.counts, self.failed
        );
        if self.skipped > 0 {
            text = format!("{text}, {} left out", self.skipped);
        }
        if self.unreadable > 0 {
            text = format!("{text}, {} lines unreadable", self.unreadable);
        }
        text
    }
}

/// Reads a line; else the column (from 1) and what is wrong there.
fn entry(line: &Line, chess960: bool) -> Result<Entry, (usize, String)> {
    let text = line
        .text
        .as_ref()
        .map_err(|reason| (1, format!("the FEN {reason}")))?;
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default().trim();
    let position =
        positions::read(fen, chess960).map_err(|faults| (1, format!("the FEN {faults}")))?;
    let mut expected: Vec<(u32, u64)> = Vec::new();
    for part in parts {
        // `part` lies in `text`, so the difference of their addresses is its column.
        let column = line.indent + part.as_ptr() as usize - text.as_ptr() as usize + 1;
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        let fault = |reason: &str| {
            let shown: String = crate::finding::printable(part).chars().take(40).collect();
            (column, format!("`{shown}`: {reason}"))
        };
        let mut words = part.split_ascii_whitespace();
        let (Some(depth), Some(nodes), None) = (words.next(), words.next(), words.next()) else {
            return Err(fault("a depth and a count are wanted, such as `D3 8902`"));
        };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let depth = depth
            .strip_prefix(['D', 'd'])
            .filter(|text| digits(text))
            .and_then(|text| text.parse::<u32>().ok())
            .filter(|depth| (1..=super::MAX_DEPTH).contains(depth))
            .ok_or_else(|| fault("the depth is not `D` and a number from 1 to 255"))?;
        let nodes = Some(nodes)
            .filter(|text| digits(text))
            .and_then(|text| text.parse::<u64>().ok())
            .ok_or_else(|| fault("the count is not a number of at most 64 bits"))?;
        if expected.iter().any(|entry| entry.0 == depth) {
            return Err(fault("this depth was given before"));
        }
        expected.push((depth, nodes));
    }
    if expected.is_empty() {
        return Err((
            line.indent + text.chars().count() + 1,
            "no count is expected, such as `;D1 20`".to_owned(),
        ));
    }
    Ok(Entry {
        line: line.number,
        fen: fen.to_owned(),
        position,
        expected,
    })
}
