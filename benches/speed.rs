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

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

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
    work: &'static str,
    against: &'static str,
    measure: Measure,
    ours: Run,
    peer: Run,
    goal: f64,
    floor: f64,
}

/// The table.
fn rows(otb: &Path, lichess: &Path) -> Vec<Row> {
    const LAWS: &str = "validate --profile=laws";
    let this = env::current_exe().unwrap_or_default();
    let replay = Run::new(&[this.as_os_str(), OsStr::new(REPLAY), otb.as_os_str()]);
    let grep = |file: &Path| {
        // Without the pipe, GNU grep sees that its output is thrown away, and stops at the first match.
        let script = "grep -cF '[Event ' \"$0\" | cat";
        Run::new(&[
            OsStr::new("sh"),
            OsStr::new("-c"),
            OsStr::new(script),
            file.as_os_str(),
        ])
    };
    let packed = |file: &Path| {
        let mut name = file.as_os_str().to_owned();
        name.push(".zst");
        PathBuf::from(name)
    };
    let unpack = |file: &Path| {
        let packed = packed(file);
        Run::new(&[OsStr::new("zstd"), OsStr::new("-dcq"), packed.as_os_str()])
    };
    let laws = |file: &Path| Run::ours(LAWS, 2, file);
    let row = |work, against, measure, (ours, peer), (goal, floor)| Row {
        work,
        against,
        measure,
        ours,
        peer,
        goal,
        floor,
    };
    use Measure::{Faster, Memory, Within};
    vec![
        row(
            "validate --profile laws, board, 1 thread",
            "pgn-reader",
            Faster,
            (Run::ours(LAWS, 1, otb), replay),
            (6.0, 4.0),
        ),
        row(
            "validate --profile laws, board",
            "grep",
            Within,
            (laws(otb), grep(otb)),
            (2.0, 3.0),
        ),
        row(
            "validate --profile laws, Lichess",
            "grep",
            Within,
            (laws(lichess), grep(lichess)),
            (1.0, 1.5),
        ),
        row(
            "validate, board",
            "--profile laws",
            Within,
            (Run::ours("validate", 2, otb), laws(otb)),
            (1.3, 1.6),
        ),
        row(
            "validate, Lichess",
            "--profile laws",
            Within,
            (Run::ours("validate", 2, lichess), laws(lichess)),
            (1.3, 1.6),
        ),
        row(
            "validate --profile laws, board, .zst",
            "zstd -dc",
            Within,
            (laws(&packed(otb)), unpack(otb)),
            (1.15, 1.4),
        ),
        row(
            "validate --profile laws, Lichess, .zst",
            "zstd -dc",
            Within,
            (laws(&packed(lichess)), unpack(lichess)),
            (1.15, 1.4),
        ),
        row(
            "validate --profile laws, board",
            "1 thread",
            Faster,
            (laws(otb), Run::ours(LAWS, 1, otb)),
            (1.9, 1.8),
        ),
        row(
            "validate --profile laws, Lichess",
            "1 thread",
            Faster,
            (laws(lichess), Run::ours(LAWS, 1, lichess)),
            (1.9, 1.8),
        ),
        row(
            "validate, board, MiB",
            "",
            Memory,
            (Run::ours("validate", 2, otb), laws(otb)),
            (64.0, 96.0),
        ),
        row(
            "validate, Lichess, MiB",
            "",
            Memory,
            (Run::ours("validate", 2, lichess), laws(lichess)),
            (64.0, 96.0),
        ),
        row(
            "convert --to uci, board",
            "--profile laws",
            Within,
            (Run::ours("convert --to=uci", 2, otb), laws(otb)),
            (1.3, 1.6),
        ),
        row(
            "convert --to uci, Lichess",
            "--profile laws",
            Within,
            (Run::ours("convert --to=uci", 2, lichess), laws(lichess)),
            (1.3, 1.6),
        ),
    ]
}

/// Runs everything and prints the table; whether every floor is reached.
fn tell(rows: &[Row]) -> bool {
    let mut runs: Vec<&Run> = Vec::new();
    for run in rows.iter().flat_map(|row| [&row.ours, &row.peer]) {
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
        let (Some((ours, peak)), Some((peer, _))) = (of(&row.ours), of(&row.peer)) else {
            println!(
                "| {} | | {} | cannot be run | | | | |",
                row.work, row.against
            );
            continue;
        };
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
            "| {} | {ours:.3} s | {} | {peer:.3} s | {ratio:.2} | {sign} {} | {sign} {} | {verdict} |",
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
    let file = match File::open(file) {
        Ok(file) => BufReader::new(file),
        Err(error) => panic!("{}: {error}", file.display()),
    };
    let mut reader = Reader::new(file);
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
