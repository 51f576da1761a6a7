//! `chesstool perft`: counts the paths of legal moves.

mod report;
mod suite;
mod work;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::chess::Position;
use crate::chess::perft::hash::{NoMemory, Table};
use crate::chess::perft::stats::Stats;
use crate::commands::Exit;
use crate::commands::perft::work::Part;
use crate::commands::positions;
use crate::stream::cancel;
use crate::stream::ordered::Workers;
use crate::stream::progress::When;

/// The deepest count; no count of more plies that takes more than a moment ends in a lifetime.
pub const MAX_DEPTH: u32 = 255;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people and shell scripts.
    Text,
    /// One JSON object a position.
    Jsonl,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `e2e4`.
    Uci,
    /// `e4`.
    San,
}

/// What is counted.
#[derive(Debug)]
pub enum Input {
    /// One position.
    Fen(String),
    /// A position a line; `-` is standard input.
    Lines(PathBuf),
    /// Positions with the counts that are expected.
    Suite(PathBuf),
}

/// What to count and how.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// Plies; for a suite the deepest ones, all if there is none.
    pub depth: Option<u32>,
    /// What is counted.
    pub input: Input,
    /// Read castling rights as Chess960 has them, and write castling as king takes rook.
    pub chess960: bool,
    /// Each move of the position with its count.
    pub divide: bool,
    /// How these moves are written.
    pub notation: Notation,
    /// What the moves of each ply are.
    pub stats: bool,
    /// MiB that a table of counts may take; it takes as much as it has use for.
    pub hash: Option<u64>,
    /// Leave out the entries of a suite that expect more.
    pub max_nodes: Option<u64>,
    /// Number of threads.
    pub threads: usize,
    /// How results are written.
    pub format: Format,
    /// When progress is shown.
    pub progress: When,
    /// Write no summary.
    pub quiet: bool,
}

/// The counts of one position.
#[derive(Debug)]
struct Count {
    position: Position,
    depth: u32,
    nodes: u64,
    /// By move; empty if only statistics were asked for.
    parts: Vec<Part>,
    stats: Option<Vec<Stats>>,
    complete: bool,
}

/// What is said of a count beyond 64 bits.
const TOO_MANY: &str = "there are more paths than 64 bits can count";

/// Why a run ends before its input does.
#[derive(Debug)]
enum Stop {
    Cancelled,
    /// A count does not fit into 64 bits.
    TooMany,
    NoMemory(NoMemory),
    Write(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Write(error)
    }
}

/// What all positions of a run share.
struct Run<'a> {
    options: &'a Options,
    workers: Workers,
    /// A table of the size that the counts so far had use for, within what is allowed.
    table: Option<Table>,
    nodes: u64,
    /// Time spent counting, not waiting for lines.
    time: Duration,
    findings: bool,
}

/// Runs the command.
///
/// # Errors
///
/// If the input cannot be read, the only position cannot be set up, output cannot be written, or a count
/// does not fit into 64 bits.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut run = Run {
        options,
        workers: Workers::new(options.threads).context("cannot start threads")?,
        table: None,
        nodes: 0,
        time: Duration::ZERO,
        findings: false,
    };
    let result = match &options.input {
        Input::Fen(fen) => {
            let position = positions::read(fen, options.chess960)
                .map_err(|faults| anyhow::anyhow!("the FEN {faults}"))?;
            run.one(&position)
        }
        Input::Lines(path) => run.lines(path)?,
        Input::Suite(path) => run.suite(path)?,
    };
    run.finish(result)
}

impl Run<'_> {
    fn one(&mut self, position: &Position) -> Result<(), Stop> {
        let count = self.count(position, self.options.depth.unwrap_or(0))?;
        let mut out = io::stdout().lock();
        report::write(&mut out, self.options, &count, None)?;
        out.flush()?;
        self.stopped(&count)
    }

    /// Counts a position a line.
    fn lines(&mut self, path: &std::path::Path) -> anyhow::Result<Result<(), Stop>> {
        let mut lines = positions::Lines::open(path)?;
        let name = lines.name().to_owned();
        let mut any = false;
        while let Some(line) = lines.next()? {
            let read = line
                .text
                .and_then(|text| positions::read(&text, self.options.chess960));
            let written = match read {
                Ok(position) => match self.count(&position, self.options.depth.unwrap_or(0)) {
                    Err(Stop::TooMany) => self.line_failed(&name, line.number, TOO_MANY),
                    Err(stop) => Err(stop),
                    Ok(count) => {
                        let mut out = io::stdout().lock();
                        let written =
                            report::write(&mut out, self.options, &count, Some(line.number));
                        written
                            .and_then(|()| out.flush())
                            .map_err(Stop::Write)
                            .and_then(|()| self.stopped(&count))
                    }
                },
                Err(faults) => self.line_failed(&name, line.number, &format!("the FEN {faults}")),
            };
            any = true;
            if let Err(stop) = written {
                return Ok(Err(stop));
            }
            // Whoever waits for the next line may be stopped meanwhile.
            if cancel::is_cancelled() {
                return Ok(Err(Stop::Cancelled));
            }
        }
        if !any && !self.options.quiet {
            complain("warning: nothing was counted");
        }
        Ok(Ok(()))
    }

    /// Says why a line has no count, and keeps its place among the results.
    fn line_failed(&mut self, name: &str, line: u64, reason: &str) -> Result<(), Stop> {
        self.findings = true;
        complain(&format!("{name}:{line}: {reason}"));
        let mut out = io::stdout().lock();
        report::write_failure(&mut out, self.options, line, reason)?;
        out.flush()?;
        Ok(())
    }

    fn stopped(&self, count: &Count) -> Result<(), Stop> {
        if count.complete {
            return Ok(());
        }
        if !self.options.divide && !count.parts.is_empty() {
            // The result was not to be divided, but what is known should not be lost.
            let _ = report::write_partial(&mut io::stderr().lock(), self.options, count);
        }
        Err(Stop::Cancelled)
    }

    fn count(&mut self, position: &Position, depth: u32) -> Result<Count, Stop> {
        let started = Instant::now();
        let mut count = Count {
            position: *position,
            depth,
            nodes: u64::from(depth == 0),
            parts: Vec::new(),
            stats: None,
            complete: true,
        };
        let stats = self.options.stats && depth > 0;
        if stats {
            let (rows, whole) = work::table_of_stats(&self.workers, position, depth);
            count.complete = whole;
            count.nodes = rows.last().map_or(0, |row| row.nodes);
            count.stats = Some(rows);
        }
        if (self.options.divide || !stats) && count.complete {
            self.prepare_table(position, depth)?;
            count.parts = work::divide(&self.workers, position, depth, self.table.as_ref());
            count.complete = count.parts.iter().all(|part| part.whole);
            let parts = count.parts.iter().map(|part| part.nodes);
            count.nodes = parts.fold(u64::from(depth == 0), u64::saturating_add);
        }
        self.time += started.elapsed();
        if count.nodes == u64::MAX {
            return Err(Stop::TooMany);
        }
        self.nodes = self.nodes.saturating_add(count.nodes);
        Ok(count)
    }

    /// Gets a table that is large enough for a count, if one is wanted.
    fn prepare_table(&mut self, position: &Position, depth: u32) -> Result<(), Stop> {
        let Some(megabytes) = self.options.hash else {
            return Ok(());
        };
        let allowed = megabytes.saturating_mul(1 << 20);
        let bytes = Table::useful_bytes(position, depth).min(allowed);
        if self
            .table
            .as_ref()
            .is_none_or(|table| table.bytes() < bytes / 2)
        {
            // The old one goes first: both might be too much.
            self.table = None;
            let table = Table::new(bytes, &cancel::is_cancelled);
            self.table = Some(table.map_err(Stop::NoMemory)?);
        }
        Ok(())
    }

    /// Says what was done, and how it ended.
    fn finish(self, result: Result<(), Stop>) -> anyhow::Result<Exit> {
        match result {
            Err(Stop::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(Exit::Clean);
            }
            Err(Stop::Write(error)) => {
                return Err(error).context("cannot write the results");
            }
            Err(Stop::TooMany) => {
                anyhow::bail!(TOO_MANY);
            }
            Err(Stop::NoMemory(error)) => return Err(error.into()),
            Ok(()) | Err(Stop::Cancelled) => {}
        }
        if !self.options.quiet {
            let seconds = self.time.as_secs_f64();
            let speed = self.nodes as f64 / seconds.max(1e-9) / 1e6;
            complain(&format!(
                "{} nodes in {seconds:.3} s, {speed:.1} Mn/s",
                self.nodes
            ));
        }
        Ok(match result {
            Err(_) => Exit::Interrupted,
            Ok(()) if self.findings => Exit::Findings,
            Ok(()) => Exit::Clean,
        })
    }
}

/// Writes a line to standard error; if even that is closed, nobody can be told.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
