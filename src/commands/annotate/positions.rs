//! `--fen-file`: positions instead of games, a JSON object for each.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;

use crate::annotate::analysis::Look;
use crate::chess::{Color, Position};
use crate::commands::Exit;
use crate::commands::annotate::Options;
use crate::commands::annotate::analyst::Desk;
use crate::commands::annotate::signals::Signals;
use crate::commands::course::{Sink, unless_closed};
use crate::commands::positions::{self, Lines};
use crate::commands::stop::say;
use crate::engine::client::{Found, Score};
use crate::stream::cancel;
use crate::stream::output::Output;

/// What is written of a position. Scores are those of the side to move, as engines tell them.
#[derive(Debug, Serialize)]
struct Row<'a> {
    /// The line of the input.
    line: u64,
    fen: String,
    turn: &'static str,
    /// `searched`, `checkmate`, `stalemate` or `failed`.
    status: &'static str,
    best: Option<String>,
    best_san: Option<String>,
    score_cp: Option<i32>,
    score_mate: Option<i32>,
    depth: Option<u32>,
    nodes: u64,
    pv: Vec<String>,
    /// Further lines.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lines: &'a [Other],
}

/// One of several lines.
#[derive(Debug, Serialize)]
struct Other {
    score_cp: Option<i32>,
    score_mate: Option<i32>,
    depth: u32,
    pv: Vec<String>,
}

/// What is written of a line that is no position.
#[derive(Debug, Serialize)]
struct Bad {
    line: u64,
    column: usize,
    error: String,
}

/// Positions under way for each engine.
const AHEAD: usize = 4;

/// A position with its turn and its line.
type Job = (usize, u64, Position);
/// A line of the output, and whether the position has a value; or why no engine works any more.
type Valued = Result<(Vec<u8>, bool), String>;

/// Values the positions of a file.
pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let Some(path) = &options.positions else {
        return Ok(Exit::Clean);
    };
    options.plan.try_out()?;
    let lines = Lines::open(path)?;
    let out = Sink::open(options.output.as_deref())?;
    let jobs = options.jobs.max(1);
    let signals = Signals::default();
    thread::scope(|scope| {
        let (sender, work) = sync_channel::<Job>(AHEAD * jobs);
        let work = Arc::new(Mutex::new(work));
        let (back, answers) = channel();
        for number in 0..jobs {
            let (work, back, signals) = (Arc::clone(&work), back.clone(), signals.clone());
            // An engine belongs to the thread that uses it.
            scope.spawn(move || {
                let mut desk = Desk::new(&options.plan, number, signals);
                loop {
                    let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((index, line, position)) = next else {
                        return;
                    };
                    let valued = one(&mut desk, line, &position, options.settings.lines);
                    if back.send((index, valued)).is_err() {
                        return;
                    }
                }
            });
        }
        let mut table = Table {
            out,
            answers,
            waiting: BTreeMap::new(),
            sent: 0,
            written: 0,
            lost: false,
        };
        let done = table.fill(lines, &sender, if jobs == 1 { 1 } else { AHEAD * jobs });
        signals.stop();
        drop(sender);
        if let Some(exit) = done? {
            return Ok(exit);
        }
        table.out.finish().context("cannot write the results")?;
        Ok(if table.lost {
            Exit::Findings
        } else {
            Exit::Clean
        })
    })
}

/// The rows, written in the order of the lines.
struct Table {
    out: Output,
    answers: Receiver<(usize, Valued)>,
    waiting: BTreeMap<usize, Valued>,
    sent: usize,
    written: usize,
    /// A position got no value, or a line is no position.
    lost: bool,
}

impl Table {
    /// Has all lines valued, so many at a time; how the run ends, if not well.
    fn fill(
        &mut self,
        mut lines: Lines,
        sender: &SyncSender<Job>,
        most: usize,
    ) -> anyhow::Result<Option<Exit>> {
        let name = lines.name().to_owned();
        while let Some(line) = lines.next()? {
            let read = line.text.map_err(|reason| (0, reason));
            let read = read.and_then(|text| positions::read_at(&text, false));
            match read {
                Ok(position) => {
                    // If no worker is left, its last answer says why.
                    let _ = sender.send((self.sent, line.number, position));
                }
                Err((before, faults)) => {
                    let (number, column) = (line.number, line.column + before);
                    say(&format!(
                        "error: {name}:{number}:{column}: the FEN {faults}"
                    ));
                    let bad = Bad {
                        line: number,
                        column,
                        error: format!("the FEN {faults}"),
                    };
                    self.waiting.insert(self.sent, row_of(&bad, false));
                }
            }
            self.sent += 1;
            if let Some(exit) = self.write(most - 1)? {
                return Ok(Some(exit));
            }
        }
        self.write(0)
    }

    /// Writes rows until no more than so many are under way.
    fn write(&mut self, most: usize) -> anyhow::Result<Option<Exit>> {
        loop {
            while let Some(valued) = self.waiting.remove(&self.written) {
                self.written += 1;
                let (row, searched) = valued.map_err(|why| anyhow::anyhow!(why))?;
                self.lost |= !searched;
                let written = self.out.write_all(&row).and_then(|()| self.out.flush());
                if !unless_closed(written).context("cannot write the results")? {
                    return Ok(Some(Exit::Clean));
                }
            }
            if cancel::is_cancelled() {
                return Ok(Some(Exit::Interrupted));
            }
            if self.sent - self.written <= most {
                return Ok(None);
            }
            if let Ok((index, valued)) = self.answers.recv_timeout(Duration::from_millis(100)) {
                self.waiting.insert(index, valued);
            }
        }
    }
}

fn one(desk: &mut Desk, line: u64, position: &Position, lines: usize) -> Valued {
    let mut row = Row {
        line,
        fen: position.fen(),
        turn: if position.turn() == Color::White {
            "white"
        } else {
            "black"
        },
        status: "searched",
        best: None,
        best_san: None,
        score_cp: None,
        score_mate: None,
        depth: None,
        nodes: 0,
        pv: Vec::new(),
        lines: &[],
    };
    let mut others = Vec::new();
    if position.has_legal_move() {
        // What was found out about another position does not change this one's value.
        desk.new_game(position.mode());
        match desk.search(position, &[], lines, Look::First)? {
            Some(found) => others = fill(&mut row, position, &found),
            None => row.status = "failed",
        }
    } else if position.in_check() {
        row.status = "checkmate";
        row.score_mate = Some(0);
    } else {
        row.status = "stalemate";
        row.score_cp = Some(0);
    }
    row.lines = &others;
    row_of(&row, row.status != "failed")
}

/// A line of JSON.
fn row_of(row: &impl Serialize, valued: bool) -> Valued {
    let mut text = serde_json::to_vec(row).map_err(|error| error.to_string())?;
    text.push(b'\n');
    Ok((text, valued))
}

fn fill(row: &mut Row<'_>, position: &Position, found: &Found) -> Vec<Other> {
    row.nodes = found.nodes;
    let mut lines = found.lines.iter().map(|line| {
        let (score_cp, score_mate) = match line.score {
            Score::Centipawns(centipawns) => (Some(centipawns), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mut now = *position;
        let pv = line.moves.iter().map(|mv| {
            let text = now.uci(*mv);
            now.play(*mv);
            text
        });
        Other {
            score_cp,
            score_mate,
            depth: line.depth,
            pv: pv.collect(),
        }
    });
    let best = found
        .lines
        .first()
        .and_then(|line| line.moves.first().copied())
        .or(found.best);
    row.best = best.map(|mv| position.uci(mv));
    row.best_san = best.map(|mv| position.san(mv).as_str().to_owned());
    if let Some(first) = lines.next() {
        row.score_cp = first.score_cp;
        row.score_mate = first.score_mate;
        row.depth = Some(first.depth);
        row.pv = first.pv;
    }
    lines.collect()
}
