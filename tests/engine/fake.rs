//! Launches the fake engine, with deadlines of a test's patience, and looks for what is left of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use chesstool::chess::{CastlingMode, Move, Position};
use chesstool::engine::{Deadlines, Engine, Launch, Policy};

/// Our own executable, which is the shim and the built-in engine.
pub(crate) const OWN: &str = env!("CARGO_BIN_EXE_chesstool");

/// Where `cargo test` puts the example `fake_engine`: beside the folder of the test's own executable.
pub(crate) fn program() -> PathBuf {
    let own = env::current_exe().unwrap();
    let built = own.parent().unwrap().parent().unwrap().join("examples");
    let program = built.join(format!("fake_engine{}", env::consts::EXE_SUFFIX));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/fake_engine.rs");
    let age = |path: &Path| fs::metadata(path).and_then(|facts| facts.modified());
    // `cargo test --test engine` alone does not build examples.
    let fresh = age(&program).is_ok_and(|built| age(&source).is_ok_and(|edited| edited <= built));
    assert!(
        fresh,
        "{} is missing or old: run `cargo build --examples`",
        program.display()
    );
    program
}

/// A launch of the fake engine that can be told from all others.
#[derive(Debug)]
pub(crate) struct Fake {
    pub(crate) launch: Launch,
    pub(crate) marker: String,
}

impl Fake {
    /// `behaviour` may be followed by a number.
    pub(crate) fn new(behaviour: &str) -> Fake {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let marker = format!("marker-{}-{count}-", process::id());
        let (behaviour, number) = behaviour.split_once(' ').unwrap_or((behaviour, "1"));
        let mut launch = Launch::new(program());
        launch.args = [behaviour, number, &marker].map(Into::into).to_vec();
        launch.shim = Some(OWN.into());
        launch.deadlines = quick();
        Fake { launch, marker }
    }

    pub(crate) fn start(&self) -> Engine {
        Engine::start(&self.launch).unwrap()
    }

    /// Fails if a process of this launch is left.
    pub(crate) fn assert_gone(&self) {
        assert_gone(&self.marker);
    }
}

/// Deadlines that end a test soon; generous where an honest engine has to keep them on a busy machine.
pub(crate) fn quick() -> Deadlines {
    Deadlines {
        hello: Duration::from_secs(8),
        ready: Duration::from_secs(8),
        position: None,
        beyond_movetime: Duration::from_secs(8),
        least: Duration::from_secs(8),
        times_mean: 30,
        stop: Duration::from_secs(3),
        quit: Duration::from_millis(500),
    }
}

/// A policy without long pauses.
pub(crate) fn hasty() -> Policy {
    Policy {
        pause: Duration::from_millis(10),
        ..Policy::default()
    }
}

pub(crate) const SHORT: Duration = Duration::from_millis(300);

/// Processes of which an argument contains `marker`; none where this cannot be looked up.
pub(crate) fn running(marker: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    numbers
        .filter(|number: &u32| {
            let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            line.windows(marker.len())
                .any(|part| part == marker.as_bytes())
        })
        .collect()
}

/// Waits until so many of them run; a process that has just begun may have no arguments yet.
pub(crate) fn assert_running(marker: &str, count: usize) {
    let until = Instant::now() + Duration::from_secs(20);
    while running(marker).len() != count {
        assert!(Instant::now() < until, "running: {:?}", running(marker));
        thread::sleep(Duration::from_millis(20));
    }
}

/// Fails if such processes do not end within a moment.
pub(crate) fn assert_gone(marker: &str) {
    let until = Instant::now() + Duration::from_secs(5);
    while !running(marker).is_empty() {
        assert!(Instant::now() < until, "left: {:?}", running(marker));
        thread::sleep(Duration::from_millis(10));
    }
}

/// The position after moves in UCI notation, and the moves.
pub(crate) fn line(root: &Position, words: &str) -> Vec<Move> {
    let mut position = *root;
    let mut moves = Vec::new();
    for word in words.split_whitespace() {
        let legal = position.legal_moves();
        let mv = *legal.iter().find(|mv| position.uci(**mv) == word).unwrap();
        position.play(mv);
        moves.push(mv);
    }
    moves
}

pub(crate) fn position(fen: &str, mode: CastlingMode) -> Position {
    Position::from_fen(fen, mode).unwrap()
}
