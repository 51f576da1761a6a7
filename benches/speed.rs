//! How fast the commands are beside tools that do next to nothing (`grep`, `zstd`) and beside pgn-reader's replay.
//!
//! ```text
//! cargo bench --bench speed -- OTB.pgn LICHESS.pgn
//! ```
//!
//! takes two files of about 100 MB, games over the board and games of Lichess with clocks and evaluations, each with its
//! `.zst` beside it. Every round runs each program once; what is told is the ratio of the medians, with the goal and the
//! floor of each row. A program or a file that is not there leaves its rows out, with a line that says so; a floor
//! that is missed ends with status 1.

#![expect(clippy::print_stdout, reason = "it prints its table")]

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, iter, thread};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

/// Rounds; odd, so that there is a middle one.
const ROUNDS: usize = 5;
/// The option with which this program replays a file by pgn-reader.
const REPLAY: &str = "--replay";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [option, file] = arguments.as_slice()
        && option == REPLAY
    {
        println!("{} plies", replay(Path::new(file)));
        return ExitCode::SUCCESS;
    }
    // `cargo test --benches` runs it as well, and asks for nothing.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let files: Vec<PathBuf> = arguments
        .iter()
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    let [otb, lichess] = files.as_slice() else {
        println!("skipped: it takes two files, cargo bench --bench speed -- OTB.pgn LICHESS.pgn");
        return ExitCode::SUCCESS;
    };
    if let Some(absent) = files.iter().find(|file| !file.is_file()) {
        println!("there is no file {}", absent.display());
        return ExitCode::from(2);
    }
    if tell(&rows(otb, lichess)) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A program that is run, what it prints thrown away.
#[derive(Clone, PartialEq, Eq)]
struct Run(Vec<String>);

impl Run {
    fn new<S: AsRef<OsStr>>(words: &[S]) -> Run {
        let text = |word: &S| word.as_ref().to_string_lossy().into_owned();
        Run(words.iter().map(text).collect())
    }

    fn ours(command: &str, threads: u32, file: &Path) -> Run {
        let threads = format!("--threads={threads}");
        let mut words = vec![env!("CARGO_BIN_EXE_chesstool").to_owned()];
        words.extend(command.split(' ').map(str::to_owned));
        words.extend([threads, file.to_string_lossy().into_owned()]);
        Run(words)
    }

    /// Seconds, and the most memory in MiB, where the system tells it; `None` if it cannot be run.
    fn time(&self) -> Option<(f64, f64)> {
        let start = Instant::now();
        let mut child = Command::new(&self.0[0])
            .args(&self.0[1..])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut peak: f64 = 0.0;
        let status = loop {
            peak = peak.max(memory(child.id()).unwrap_or_default());
            if let Some(status) = child.try_wait().ok()? {
                break status;
            }
            thread::sleep(Duration::from_millis(2));
        };
        // 1 is what we end with where there are findings.
        matches!(status.code(), Some(0 | 1)).then(|| (start.elapsed().as_secs_f64(), peak))
    }
}

/// The most memory that a process has taken so far, in MiB.
fn memory(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib / 1024.0)
}

/// What is compared.
enum Measure {
    /// The peer's time in ours: so many times as fast as the peer, at least.
    Faster,
    /// Our time in the peer's: so many times its time, at most.
    Within,
    /// Our memory in MiB, at most.
    Memory,
}

struct Row {
    work: String,
    against: &'static str,
    measure: Measure,
    ours: Run,
    /// None for what is measured by itself.
    peer: Option<Run>,
    goal: f64,
    floor: f64,
}

const LAWS: &str = "validate --profile=laws";

/// `validate` by the Laws alone, on two threads.
fn laws(file: &Path) -> Run {
    Run::ours(LAWS, 2, file)
}

/// The table.
fn rows(otb: &Path, lichess: &Path) -> Vec<Row> {
    let mut rows = beside_peers(otb, lichess);
    rows.extend(beside_ourselves(otb, lichess));
    rows
}

/// What is measured by other programs.
fn beside_peers(otb: &Path, lichess: &Path) -> Vec<Row> {
    let this = env::current_exe().unwrap_or_default();
    let replay = Run::new(&[this.as_os_str(), OsStr::new(REPLAY), otb.as_os_str()]);
    let mut rows = vec![Row {
        work: "board: validate --profile laws, 1 thread".to_owned(),
        against: "pgn-reader",
        measure: Measure::Faster,
        ours: Run::ours(LAWS, 1, otb),
        peer: Some(replay),
        goal: 6.0,
        floor: 4.0,
    }];
    for (name, file, goal, floor) in [("board", otb, 2.0, 3.0), ("Lichess", lichess, 1.0, 1.5)] {
        // Without the pipe, GNU grep sees that its output is thrown away, and stops at the first match.
        let script = "grep -cF '[Event ' \"$0\" | cat";
        let grep = [OsStr::new("sh"), OsStr::new("-c"), OsStr::new(script)];
        rows.push(Row {
            work: format!("{name}: validate --profile laws"),
            against: "grep",
            measure: Measure::Within,
            ours: laws(file),
            peer: Some(Run::new(&[&grep[..], &[file.as_os_str()]].concat())),
            goal,
            floor,
        });
    }
    for (name, file) in [("board", otb), ("Lichess", lichess)] {
        let mut packed = file.as_os_str().to_owned();
        packed.push(".zst");
        rows.push(Row {
            work: format!("{name}: validate --profile laws, .zst"),
            against: "zstd -dc",
            measure: Measure::Within,
            ours: laws(Path::new(&packed)),
            peer: Some(Run::new(&[OsStr::new("zstd"), OsStr::new("-dcq"), &packed])),
            goal: 1.15,
            floor: 1.4,
        });
    }
    rows
}

/// What is measured by the fastest of our own commands, and by a number of MiB.
fn beside_ourselves(otb: &Path, lichess: &Path) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, file) in [("board", otb), ("Lichess", lichess)] {
        let row = |work: &str, against, measure, ours, (goal, floor)| Row {
            work: format!("{name}: {work}"),
            against,
            measure,
            ours,
            peer: Some(laws(file)),
            goal,
            floor,
        };
        let (validate, uci) = (
            Run::ours("validate", 2, file),
            Run::ours("convert --to=uci", 2, file),
        );
        rows.push(row(
            "validate",
            "--profile laws",
            Measure::Within,
            validate.clone(),
            (1.3, 1.6),
        ));
        rows.push(row(
            "convert --to uci",
            "--profile laws",
            Measure::Within,
            uci,
            (1.3, 1.6),
        ));
        rows.push(Row {
            peer: Some(Run::ours(LAWS, 1, file)),
            ..row(
                "validate --profile laws",
                "1 thread",
                Measure::Faster,
                laws(file),
                (1.9, 1.8),
            )
        });
        rows.push(Row {
            peer: None,
            ..row(
                "validate, most MiB",
                "",
                Measure::Memory,
                validate,
                (64.0, 96.0),
            )
        });
    }
    rows
}

/// Runs everything and prints the table; whether every floor is reached.
fn tell(rows: &[Row]) -> bool {
    let mut runs: Vec<&Run> = Vec::new();
    for run in rows
        .iter()
        .flat_map(|row| iter::once(&row.ours).chain(&row.peer))
    {
        if !runs.contains(&run) {
            runs.push(run);
        }
    }
    let mut times: Vec<Vec<(f64, f64)>> = vec![Vec::new(); runs.len()];
    // The first round only brings files and programs into memory.
    for round in 0..=ROUNDS {
        for (run, times) in runs.iter().zip(&mut times) {
            if let Some(time) = run.time()
                && round > 0
            {
                times.push(time);
            }
        }
    }
    let of = |run: &Run| {
        let index = runs.iter().position(|known| *known == run)?;
        let times = times.get(index).filter(|times| times.len() == ROUNDS)?;
        let peak = times.iter().map(|(_, peak)| *peak).fold(0.0, f64::max);
        Some((middle(times.iter().map(|(time, _)| *time)), peak))
    };
    println!("| work | ours | against | its | ratio | goal | floor | |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut reached = true;
    for row in rows {
        let peer = match &row.peer {
            Some(run) => of(run).map(|(time, _)| Some(time)),
            None => Some(None),
        };
        let (Some((ours, peak)), Some(peer)) = (of(&row.ours), peer) else {
            println!(
                "| {} | | {} | cannot be run | | | | |",
                row.work, row.against
            );
            continue;
        };
        let its = peer.map_or(String::new(), |peer| format!("{peer:.3} s"));
        let peer = peer.unwrap_or(f64::NAN);
        let (ratio, sign, holds): (f64, &str, fn(f64, f64) -> bool) = match row.measure {
            Measure::Faster => (peer / ours, "≥", |ratio, bound| ratio >= bound),
            Measure::Within => (ours / peer, "≤", |ratio, bound| ratio <= bound),
            Measure::Memory => (peak, "≤", |peak, bound| peak <= bound),
        };
        let verdict = if holds(ratio, row.goal) {
            "goal"
        } else if holds(ratio, row.floor) {
            "floor"
        } else {
            reached = false;
            "missed"
        };
        println!(
            "| {} | {ours:.3} s | {} | {its} | {ratio:.2} | {sign} {} | {sign} {} | {verdict} |",
            row.work, row.against, row.goal, row.floor
        );
    }
    reached
}

fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Plies of the main lines of a file that pgn-reader and shakmaty find legal, which is the peer's whole work.
fn replay(file: &Path) -> u64 {
    let Ok(file) = File::open(file) else {
        return 0;
    };
    let mut reader = Reader::new(BufReader::new(file));
    let mut plies = 0;
    while let Ok(Some(count)) = reader.read_game(&mut Replay) {
        plies += count;
    }
    plies
}

struct Replay;

impl Visitor for Replay {
    type Tags = Option<Chess>;
    type Movetext = (Chess, u64);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, Option<Chess>> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<u64> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<u64, (Chess, u64)> {
        match start {
            Some(position) => ControlFlow::Continue((position, 0)),
            None => ControlFlow::Break(0),
        }
    }

    fn begin_variation(&mut self, _game: &mut (Chess, u64)) -> ControlFlow<u64, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut (Chess, u64), san: SanPlus) -> ControlFlow<u64> {
        let (position, plies) = game;
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                *plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(*plies),
        }
    }

    fn end_game(&mut self, (_, plies): (Chess, u64)) -> u64 {
        plies
    }
}
