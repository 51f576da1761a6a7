//! The engine of a run: which one it is, what it is given, and the desk at which it values a game's positions.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::annotate::analysis::{Analyst, Line, Look, Valued};
use crate::chess::{CastlingMode, Color, Move, Position};
use crate::commands::annotate::signals::Signals;
use crate::commands::stop::say;
use crate::engine::client::{Deadlines, Engine, Found, Launch, Limit, Score as Told};
use crate::engine::keeper::{Keeper, Outcome, Policy};
use crate::engine::log::Log;
use crate::pgn::evaluation::Score;

/// Which engine is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The built-in one, because nothing was said.
    Default,
    /// The built-in one.
    Builtin,
    /// A Stockfish that is installed, else the built-in one.
    Auto,
    /// A program.
    Program(PathBuf),
}

/// An engine, and what it is given for a position.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which engine.
    pub choice: Choice,
    /// Arguments of its program.
    pub arguments: Vec<OsString>,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// MiB of its table.
    pub hash: u32,
    /// Nodes for a position.
    pub nodes: Option<u64>,
    /// Plies for a position.
    pub depth: Option<u32>,
    /// Time for a position.
    pub move_time: Option<Duration>,
    /// After this time a position is given up.
    pub timeout: Option<Duration>,
    /// How often a position is tried again.
    pub retries: u32,
    /// Judged moves get a second, longer look.
    pub verify: bool,
    /// Where what is said to engines is written.
    pub log: Option<PathBuf>,
}

/// A second look has so many times the nodes and the time of the first one.
pub(super) const LONGER: u64 = 5;
/// So many plies more cost about as much.
const DEEPER: u32 = 3;
/// The deepest search that engines can be asked for.
const DEEPEST: u32 = 245;

/// Positions by which the time for one is measured: an opening, a middlegame and an endgame.
const SAMPLES: [&str; 3] = [
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP3PPP/R1BQR1K1 b - - 3 13",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
];

impl Plan {
    /// What ends a search.
    pub(super) fn limit(&self) -> Limit {
        Limit {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.move_time,
        }
    }

    /// What ends the search of a second look.
    fn longer_limit(&self) -> Limit {
        let time = |time: Duration| time.saturating_mul(LONGER as u32);
        Limit {
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(LONGER)),
            depth: self.depth.map(|depth| (depth + DEEPER).min(DEEPEST)),
            movetime: self.move_time.map(time),
        }
    }

    /// How the engine is started.
    fn launch(&self, log: Option<Log>, cancel: Arc<AtomicBool>) -> anyhow::Result<Launch> {
        let own = env::current_exe().context("cannot tell where this program is")?;
        let installed = (self.choice == Choice::Auto).then(stockfish).flatten();
        let base = match (&self.choice, installed) {
            (Choice::Program(program), _) => Launch::new(program),
            (_, Some(program)) => Launch::new(program),
            _ => Launch::builtin(own.clone()),
        };
        let mut args = base.args.clone();
        args.extend(self.arguments.iter().cloned());
        Ok(Launch {
            args,
            options: self.options.clone(),
            hash: Some(self.hash),
            shim: Some(own),
            log,
            deadlines: Deadlines::with_position(self.timeout),
            cancel,
            ..base
        })
    }

    /// Starts the engine once, so that what is wrong with it is told before anything is read; its name.
    pub(super) fn try_out(&self) -> anyhow::Result<String> {
        let log = self.log.as_deref().map(open_log).transpose()?;
        let engine = Engine::start(&self.launch(log, Arc::default())?)?;
        let name = engine.name().to_owned();
        engine.quit();
        Ok(name)
    }

    /// Seconds that a position takes, by a few of them.
    pub(super) fn seconds_a_position(&self) -> anyhow::Result<f64> {
        let mut engine = Engine::start(&self.launch(None, Arc::default())?)?;
        let begun = Instant::now();
        for fen in SAMPLES {
            if let Ok(position) = Position::from_fen(fen, CastlingMode::Standard) {
                engine.new_game(CastlingMode::Standard)?;
                engine.analyse(&position, &[], &self.limit(), 1)?;
            }
        }
        let seconds = begun.elapsed().as_secs_f64() / SAMPLES.len() as f64;
        engine.quit();
        Ok(seconds)
    }

    /// What somebody may want to know who has named no engine.
    pub(super) fn hint(&self) -> Option<String> {
        let found = stockfish().filter(|_| self.choice == Choice::Default)?;
        Some(format!(
            "the built-in engine is used; {} is installed: --engine auto takes it",
            found.display()
        ))
    }

    /// Why the output is another one each time, if it is.
    pub(super) fn varies(&self) -> Option<&'static str> {
        let threads = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case("Threads") && value.parse().is_ok_and(|count: u32| count > 1)
        };
        if self.move_time.is_some() {
            Some("with --movetime the output is another one each time")
        } else if self.options.iter().any(threads) {
            Some("with several threads in an engine the output is another one each time")
        } else {
            None
        }
    }

    /// What is given for a position, in words.
    fn given(&self) -> String {
        let mut given = Vec::new();
        if let Some(nodes) = self.nodes {
            given.push(match nodes {
                nodes if nodes.is_multiple_of(1_000_000) => format!("{}M nodes", nodes / 1_000_000),
                nodes if nodes.is_multiple_of(1_000) => format!("{}k nodes", nodes / 1_000),
                nodes => format!("{nodes} nodes"),
            });
        }
        if let Some(depth) = self.depth {
            given.push(format!("depth {depth}"));
        }
        if let Some(time) = self.move_time {
            given.push(format!("{} ms", time.as_millis()));
        }
        given.join(", ")
    }

    /// For the tag `Annotator`: this program, the engine and what it was given.
    pub(super) fn signature(&self, engine: &str) -> String {
        let tool = concat!("chesstool ", env!("CARGO_PKG_VERSION"));
        let engine = if engine == tool {
            "built-in engine"
        } else {
            engine
        };
        let verified = if self.verify { ", verified" } else { "" };
        format!("{tool} ({engine}, {}{verified})", self.given())
    }

    /// For a report: what was given.
    pub(super) fn budget(&self) -> String {
        let again = if self.verify {
            ", judged moves looked at again"
        } else {
            ""
        };
        format!("{} a position{again}", self.given())
    }
}

/// A Stockfish on the search path, or where Debian puts games.
fn stockfish() -> Option<PathBuf> {
    let name = format!("stockfish{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| folder.join(&name))
        .find(|program| program.is_file())
}

fn open_log(path: &Path) -> anyhow::Result<Log> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Log::new(file))
}

/// A worker's engine.
#[derive(Debug)]
pub(super) struct Desk {
    keeper: Result<Keeper, String>,
    limit: Limit,
    longer: Limit,
    signals: Signals,
    nodes: u64,
}

impl Desk {
    /// An engine that is started when it is needed.
    pub(super) fn new(plan: &Plan, number: usize, signals: Signals) -> Desk {
        let log = plan.log.as_deref().map(append_log).transpose();
        let keeper = log
            .and_then(|log| plan.launch(log, signals.stop_flag()))
            .map(|launch| {
                let policy = Policy {
                    retries: plan.retries,
                    seed: number as u64 + 1,
                    ..Policy::default()
                };
                Keeper::new(launch, policy)
            });
        Desk {
            keeper: keeper.map_err(|error| format!("{error:#}")),
            limit: plan.limit(),
            longer: plan.longer_limit(),
            signals,
            nodes: 0,
        }
    }

    /// Nodes that were searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is found behind `moves` from `start`.
    ///
    /// # Errors
    ///
    /// If there is no engine any more, or none of use.
    pub(super) fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        lines: usize,
        look: Look,
    ) -> Result<Option<Found>, String> {
        if self.signals.is_stopped() {
            return Err("interrupted".to_owned());
        }
        let keeper = self.keeper.as_mut().map_err(|why| why.clone())?;
        let (limit, longer) = match look {
            Look::First => (self.limit, 1),
            Look::Second => (self.longer, LONGER as u32),
        };
        keeper.set_longer(longer);
        match keeper.analyse(start, moves, &limit, lines) {
            Ok(Outcome::Found(found)) => {
                self.nodes += found.nodes;
                self.signals.count(false)?;
                Ok(Some(found))
            }
            Ok(Outcome::Lost(_)) if self.signals.is_stopped() => Err("interrupted".to_owned()),
            Ok(Outcome::Lost(fault)) => {
                say(&format!("warning: a position gets no value: {fault}"));
                self.signals.count(fault.is_the_engines())?;
                Ok(None)
            }
            Err(dead) => Err(dead.to_string()),
        }
    }

    /// A game begins.
    pub(super) fn new_game(&mut self, mode: CastlingMode) {
        if let Ok(keeper) = &mut self.keeper {
            keeper.new_game(mode);
        }
    }
}

fn append_log(path: &Path) -> anyhow::Result<Log> {
    let file = File::options()
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Log::new(file))
}

impl Analyst for Desk {
    fn begin(&mut self, start: &Position) -> Result<(), String> {
        self.new_game(start.mode());
        Ok(())
    }

    fn value(
        &mut self,
        start: &Position,
        moves: &[Move],
        lines: usize,
        look: Look,
    ) -> Result<Option<Valued>, String> {
        let Some(found) = self.search(start, moves, lines, look)? else {
            return Ok(None);
        };
        // No position in which the game is over is asked for: whose engine says so has valued nothing.
        if found
            .lines
            .first()
            .is_some_and(|best| best.score == Told::Mate(0))
        {
            return Ok(None);
        }
        let mut position = *start;
        for mv in moves {
            position.play(*mv);
        }
        let turn = position.turn();
        let lines: Vec<Line> = found
            .lines
            .iter()
            .filter(|line| !line.moves.is_empty())
            .map(|line| Line {
                score: for_white(line.score, turn),
                moves: line.moves.clone(),
            })
            .collect();
        Ok(found.lines.first().map(|best| Valued {
            score: Some(for_white(best.score, turn)),
            depth: Some(best.depth),
            lines,
        }))
    }
}

/// A score as White sees it.
pub(super) fn for_white(score: Told, turn: Color) -> Score {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Told::Centipawns(centipawns) => Score::Centipawns(sign * centipawns),
        Told::Mate(moves) => Score::Mate(sign * moves),
    }
}
