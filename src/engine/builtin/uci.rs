//! The built-in engine as a program that speaks the UCI protocol (Kahlen and Meyer-Kahlen, 2006).

mod command;

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::chess::{CastlingMode, Move, Position};
use crate::engine::builtin::limits::Limits;
use crate::engine::builtin::score;
use crate::engine::builtin::search::{Line, Root, Searcher};
use crate::engine::builtin::table::Bound;

use command::{Command, GoLimits, Setting};

/// MiB of the table unless another size is set.
pub const HASH: usize = 16;
/// The most MiB that can be asked for.
pub const MOST_HASH: usize = 65_536;
/// The most lines that can be asked for.
pub const MOST_LINES: usize = 256;

/// The name by which the engine introduces itself.
pub const NAME: &str = concat!("chesstool ", env!("CARGO_PKG_VERSION"));

/// Positions of [`bench`].
const BENCH: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP3PPP/R1BQR1K1 b - - 3 13",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 w - - 0 13",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "3r1rk1/p3qp1p/2bb2p1/2p5/3P4/1P6/PBQN1PPP/2R2RK1 b - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
    "8/8/1p1k4/pP1p1p2/P2P1P2/3K4/8/8 w - - 0 50",
    "6k1/5ppp/8/8/2r5/1P3PP1/R5KP/8 w - - 0 35",
    "4rrk1/1pp1q1bp/p2p2p1/3Pn3/2P1Pp2/1PN2P2/P3B1PP/1R1Q1R1K b - - 2 21",
    "8/2k5/8/2K5/2P5/8/8/5r1R b - - 0 60",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];
/// Plies to which [`bench`] searches.
const BENCH_DEPTH: i32 = 11;

/// Searches a fixed set of positions to a fixed depth; the nodes are a signature of search and evaluation.
#[must_use]
pub fn bench() -> u64 {
    let mut searcher = Searcher::new(HASH);
    let mut nodes = 0;
    for fen in BENCH {
        let Ok(position) = Position::from_fen(fen, CastlingMode::Standard) else {
            continue;
        };
        searcher.forget();
        let limits = Limits {
            depth: Some(BENCH_DEPTH),
            ..Limits::default()
        };
        searcher.search(&Root::new(position), limits, Arc::default(), &mut |_| {});
        nodes += searcher.nodes();
    }
    nodes
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
///
/// If the input cannot be read or the output not be written.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut server = Server {
        output: Arc::new(Mutex::new(output)),
        idle: Some(Box::new(Searcher::new(HASH))),
        busy: None,
        stop: Arc::default(),
        root: Ok(Root::new(Position::start())),
        mode: CastlingMode::Standard,
        lines: 1,
    };
    let mut input = input;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        if server.obey(&Command::parse(&text))? {
            break;
        }
    }
    server.end_search()?;
    Ok(())
}

struct Server<W> {
    output: Arc<Mutex<W>>,
    /// The searcher, unless it is at work.
    idle: Option<Box<Searcher>>,
    busy: Option<JoinHandle<Box<Searcher>>>,
    stop: Arc<AtomicBool>,
    /// The position, or why there is none.
    root: Result<Root, String>,
    mode: CastlingMode,
    lines: usize,
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    output.write_all(text.as_bytes())?;
    output.flush()
}

impl<W: Write + Send + 'static> Server<W> {
    /// Does what a command says; whether it was the last one.
    fn obey(&mut self, command: &Command<'_>) -> io::Result<bool> {
        match command {
            Command::Quit => return Ok(true),
            Command::Stop => self.end_search()?,
            Command::Uci => say(&self.output, &introduction())?,
            Command::IsReady => say(&self.output, "readyok\n")?,
            Command::NewGame => {
                self.end_search()?;
                if let Some(searcher) = &mut self.idle {
                    searcher.forget();
                }
            }
            Command::Set(setting) => {
                self.end_search()?;
                self.set(setting)?;
            }
            Command::Position { fen, moves } => {
                self.end_search()?;
                self.root = self.position(*fen, moves);
            }
            Command::Go(limits) => {
                self.end_search()?;
                self.go(limits)?;
            }
            Command::Bench => {
                self.end_search()?;
                let begun = Instant::now();
                let nodes = bench();
                let rate = nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                say(&self.output, &format!("{nodes} nodes {rate:.0} nps\n"))?;
            }
            Command::Unknown(text) => {
                if !text.is_empty() {
                    say(
                        &self.output,
                        &format!("info string unknown command: {text}\n"),
                    )?;
                }
            }
        }
        Ok(false)
    }

    /// Ends a search that is under way; its answer is written before.
    fn end_search(&mut self) -> io::Result<()> {
        if let Some(busy) = self.busy.take() {
            self.stop.store(true, Ordering::Relaxed);
            let searcher = busy
                .join()
                .map_err(|_| io::Error::other("the search has failed"))?;
            self.idle = Some(searcher);
        }
        Ok(())
    }

    fn set(&mut self, setting: &Setting<'_>) -> io::Result<()> {
        match setting {
            Setting::Hash(mebibytes) => {
                let mebibytes = (*mebibytes).clamp(1, MOST_HASH);
                if let Some(searcher) = &mut self.idle
                    && !searcher.resize(mebibytes)
                {
                    let told = format!(
                        "info string there are no {mebibytes} MiB of memory: Hash stays as it was\n"
                    );
                    say(&self.output, &told)?;
                }
            }
            Setting::ClearHash => {
                if let Some(searcher) = &mut self.idle {
                    searcher.forget();
                }
            }
            Setting::MultiPv(lines) => self.lines = (*lines).clamp(1, MOST_LINES),
            Setting::Chess960(yes) => {
                self.mode = if *yes {
                    CastlingMode::Chess960
                } else {
                    CastlingMode::Standard
                };
            }
            Setting::Ignored => {}
            Setting::Unknown(name) => say(
                &self.output,
                &format!("info string no such option: {name}\n"),
            )?,
        }
        Ok(())
    }

    fn position(&self, fen: Option<&str>, moves: &[&str]) -> Result<Root, String> {
        let position = match fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen, self.mode)
                .map_err(|fault| format!("bad position: {fault}"))?,
        };
        let mut root = Root::new(position);
        for text in moves {
            let mv = find(root.position(), text).ok_or_else(|| format!("illegal move: {text}"))?;
            root.play(mv);
        }
        Ok(root)
    }

    fn go(&mut self, asked: &GoLimits<'_>) -> io::Result<()> {
        let root = match &self.root {
            Ok(root) => root.clone(),
            Err(why) => {
                return say(
                    &self.output,
                    &format!("info string {why}\nbestmove (none)\n"),
                );
            }
        };
        let Some(mut searcher) = self.idle.take() else {
            return Ok(());
        };
        let mut limits = asked.limits(root.position());
        limits.lines = self.lines;
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        let output = Arc::clone(&self.output);
        let waits = limits.infinite;
        let work = move || {
            let position = *root.position();
            let mut failed = false;
            let lines = searcher.search(&root, limits, Arc::clone(&stop), &mut |line| {
                failed |= say(&output, &told(&position, line)).is_err();
            });
            // An endless search is answered when it is stopped, even if nothing is left to search.
            while waits && !failed && !stop.load(Ordering::Relaxed) {
                thread::sleep(std::time::Duration::from_millis(2));
            }
            let best = lines.first().and_then(|line| line.moves.first().copied());
            let answer = if let Some(mv) = best {
                let reply = lines.first().and_then(|line| line.moves.get(1).copied());
                let ponder = reply.map_or_else(String::new, |reply| {
                    format!(" ponder {}", position.after(mv).uci(reply))
                });
                format!("bestmove {}{ponder}\n", position.uci(mv))
            } else {
                let score = if position.in_check() {
                    "mate 0"
                } else {
                    "cp 0"
                };
                format!("info depth 0 score {score}\nbestmove (none)\n")
            };
            let _ = say(&output, &answer);
            searcher
        };
        self.busy = Some(thread::Builder::new().stack_size(16 << 20).spawn(work)?);
        Ok(())
    }
}

fn introduction() -> String {
    format!(
        "id name {NAME}\nid author the chesstool developers\n\
         option name Hash type spin default {HASH} min 1 max {MOST_HASH}\n\
         option name Threads type spin default 1 min 1 max 1\n\
         option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
         option name UCI_Chess960 type check default false\n\
         option name UCI_AnalyseMode type check default false\n\
         option name Clear Hash type button\nuciok\n"
    )
}

/// The legal move that is written so; castling in either spelling.
fn find(position: &Position, text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    position.legal_moves().into_iter().find(|mv| {
        position.uci(*mv) == text
            || mv.promoted().is_none() && format!("{}{}", mv.from(), mv.to()) == text
    })
}

fn told(position: &Position, line: &Line) -> String {
    let score = match score::moves_to_mate(line.told) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", line.told),
    };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let milliseconds = line.time.as_millis();
    let rate = (line.nodes as f64 / line.time.as_secs_f64().max(1e-6)) as u64;
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {rate} hashfull {} time {milliseconds} pv",
        line.depth,
        line.deepest.max(line.depth as usize),
        line.rank,
        line.nodes,
        line.fullness,
    );
    let mut position = *position;
    for mv in &line.moves {
        let _ = write!(text, " {}", position.uci(*mv));
        position.play(*mv);
    }
    text.push('\n');
    text
}
