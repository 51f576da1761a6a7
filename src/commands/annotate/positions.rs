//! `--fen-file`: positions instead of games, a JSON object for each.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use serde::Serialize;

use crate::chess::{Color, Position};
use crate::commands::Exit;
use crate::commands::annotate::Options;
use crate::commands::annotate::analyst::Desk;
use crate::commands::course::{Sink, unless_closed};
use crate::commands::positions::{self, Lines};
use crate::commands::stop::say;
use crate::engine::client::{Found, Score};
use crate::stream::cancel;

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

/// Positions under way for each engine.
const AHEAD: usize = 4;

/// Values the positions of a file.
pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let Some(path) = &options.positions else {
        return Ok(Exit::Clean);
    };
    options.plan.try_out()?;
    let mut lines = Lines::open(path)?;
    let name = lines.name().to_owned();
    let mut out = Sink::open(options.output.as_deref())?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut desks: Vec<Desk> = Vec::new();
    for number in 0..options.jobs.max(1) {
        desks.push(Desk::new(&options.plan, number, Arc::clone(&stop)));
    }
    let (mut failed, mut lost, mut ended) = (false, false, false);
    while !ended {
        let mut batch = Vec::new();
        while batch.len() < AHEAD * desks.len() && !ended {
            match lines.next()? {
                Some(line) => {
                    let read = line.text.and_then(|text| positions::read(&text, false));
                    match read {
                        Ok(position) => batch.push((line.number, position)),
                        Err(faults) => {
                            failed = true;
                            say(&format!("error: {name}:{}: the FEN {faults}", line.number));
                        }
                    }
                }
                None => ended = true,
            }
            // Those who type positions want to see what becomes of them.
            if desks.len() == 1 && !batch.is_empty() {
                break;
            }
        }
        let rows = value(&mut desks, &batch, options.settings.lines);
        for row in rows {
            if cancel::is_cancelled() {
                unless_closed(out.flush()).context("cannot write the results")?;
                return Ok(Exit::Interrupted);
            }
            let (row, searched) = row.map_err(|why| anyhow::anyhow!(why))?;
            lost |= !searched;
            let written = out.write_all(&row).and_then(|()| out.flush());
            if !unless_closed(written).context("cannot write the results")? {
                return Ok(Exit::Clean);
            }
        }
    }
    out.finish().context("cannot write the results")?;
    Ok(match (failed, lost) {
        (true, _) => Exit::Failed,
        (_, true) => Exit::Findings,
        _ => Exit::Clean,
    })
}

type Valued = Result<(Vec<u8>, bool), String>;

/// Values a few positions, each engine its share; the lines in the order of the positions.
fn value(desks: &mut [Desk], batch: &[(u64, Position)], lines: usize) -> Vec<Valued> {
    let count = desks.len();
    let mut rows: Vec<Option<Valued>> = (0..batch.len()).map(|_| None).collect();
    std::thread::scope(|scope| {
        let work: Vec<_> = desks
            .iter_mut()
            .enumerate()
            .map(|(first, desk)| {
                scope.spawn(move || {
                    let own = batch.iter().enumerate().skip(first).step_by(count);
                    own.map(|(index, (line, position))| (index, one(desk, *line, position, lines)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        for thread in work {
            for (index, row) in thread.join().unwrap_or_default() {
                rows[index] = Some(row);
            }
        }
    });
    let lost = || Err("a worker thread has failed".to_owned());
    rows.into_iter()
        .map(|row| row.unwrap_or_else(lost))
        .collect()
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
        match desk.search(position, &[], lines)? {
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
    let searched = row.status != "failed";
    let mut text = serde_json::to_vec(&row).map_err(|error| error.to_string())?;
    text.push(b'\n');
    Ok((text, searched))
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
