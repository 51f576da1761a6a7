//! Ctrl-C, once and twice.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::program::{annotate, command, fake_engine};

const SHORT: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n";
const LONG: &str =
    "[Event \"b\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 *\n\n";

struct Started {
    child: Child,
    output: String,
    log: String,
    arguments: Vec<String>,
}

/// Starts a run whose engine takes its time.
fn start(folder: &Path, games: &str, milliseconds: &str) -> Started {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (input, output, log) = (path("my games.pgn"), path("out.pgn"), path("uci.log"));
    fs::write(&input, games).unwrap();
    let engine = fake_engine();
    let arguments = [
        "-j1",
        "--engine",
        engine.to_str().unwrap(),
        "--engine-arg",
        "slow",
        "--engine-arg",
        milliseconds,
        "--log-uci",
        &log,
        &input,
        "-o",
        &output,
    ];
    let child = command(&arguments).spawn().unwrap();
    let arguments = arguments.map(str::to_owned).to_vec();
    Started {
        child,
        output,
        log,
        arguments,
    }
}

impl Started {
    /// Waits until so many positions were asked for.
    fn wait_for(&self, searches: usize) {
        let begun = Instant::now();
        let count = || {
            fs::read_to_string(&self.log)
                .unwrap_or_default()
                .matches("go nodes")
                .count()
        };
        while count() < searches {
            assert!(begun.elapsed() < Duration::from_mins(1));
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
    }

    /// Its exit status, how long it took, and what it has said.
    fn ended(&mut self) -> (Option<i32>, Duration, String) {
        let begun = Instant::now();
        let status = self.child.wait().unwrap();
        let mut said = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        (status.code(), begun.elapsed(), said)
    }
}

#[test]
fn once_finishes_the_games_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let games = [SHORT, LONG, SHORT].concat();
    let mut run = start(folder.path(), &games, "150");
    run.wait_for(6);
    run.interrupt();
    let (status, _, said) = run.ended();
    assert_eq!(status, Some(130), "{said}");
    let part = fs::read_to_string(format!("{}.part", run.output)).unwrap();
    assert_eq!(
        part.matches("[%eval").count(),
        15,
        "two games, and not the third:\n{part}"
    );
    assert!(
        said.contains("2 of the games are kept; to go on: "),
        "{said}"
    );
    // The command that it tells does it.
    let told = said
        .lines()
        .find_map(|line| line.split_once("to go on: "))
        .unwrap()
        .1;
    assert!(
        told.contains("annotate --resume -j1") && told.contains("my games.pgn'"),
        "{told}"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", told]).env_remove("CHESSTOOL_ENGINE");
    let again = shell.output().unwrap();
    assert!(
        again.status.success(),
        "{}",
        String::from_utf8_lossy(&again.stderr)
    );
    let whole = fs::read_to_string(&run.output).unwrap();
    run.arguments.truncate(run.arguments.len() - 2);
    let arguments: Vec<&str> = run.arguments.iter().map(String::as_str).collect();
    assert_eq!(annotate("", &arguments).stdout, whole);
}

#[test]
fn once_gives_up_what_takes_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let games = [SHORT, LONG].concat();
    let mut run = start(folder.path(), &games, "900");
    run.wait_for(5);
    run.interrupt();
    let (status, time, said) = run.ended();
    assert_eq!(status, Some(130), "{said}");
    assert!((4..9).contains(&time.as_secs()), "{time:?}");
    assert!(
        said.contains("1 of the games are kept; to go on: "),
        "{said}"
    );
    let part = fs::read_to_string(format!("{}.part", run.output)).unwrap();
    assert_eq!(part.matches("[%eval").count(), 3, "{part}");
}

#[test]
fn twice_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = start(folder.path(), LONG, "60000");
    run.wait_for(1);
    run.interrupt();
    std::thread::sleep(Duration::from_millis(300));
    assert!(
        run.child.try_wait().unwrap().is_none(),
        "the game under way has its time"
    );
    run.interrupt();
    let (status, time, said) = run.ended();
    assert_eq!(status, Some(130), "{said}");
    assert!(time < Duration::from_secs(3), "{time:?}");
}

/// A pipe from which nothing more comes keeps no games from being finished.
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let (output, log) = (folder.path().join("out.pgn"), folder.path().join("uci.log"));
    let engine = fake_engine();
    let arguments = [
        "-j1",
        "--engine",
        engine.to_str().unwrap(),
        "--log-uci",
        log.to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
    ];
    // A block is read before its games are begun, and the game that is cut off at its end is none of them.
    let comment = format!("{{{}}} *", "long ".repeat(18_000));
    let game = |name: &str| SHORT.replace("\"a\"", name).replace('*', &comment);
    let (first, second) = (game("\"a\""), game("\"b\""));
    let whole = [first, second, game("\"c\"")].concat();
    let (sent, rest) = whole.split_at(whole.len() - 7000);
    let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(sent.as_bytes()).unwrap();
    let mut run = Started {
        child,
        output: output.to_str().unwrap().to_owned(),
        log: log.to_str().unwrap().to_owned(),
        arguments: Vec::new(),
    };
    run.wait_for(8);
    std::thread::sleep(Duration::from_millis(300));
    run.interrupt();
    let (status, time, said) = run.ended();
    assert_eq!(status, Some(130), "{said}");
    assert!(time < Duration::from_secs(4), "{time:?}");
    assert!(
        said.contains("2 of the games are kept; to go on: ") && said.contains("--resume"),
        "{said}"
    );
    assert!(!said.contains("cannot read"), "{said}");
    let part = fs::read_to_string(format!("{}.part", run.output)).unwrap();
    assert_eq!(part.matches("[%eval").count(), 6);
    drop(pipe);
    // It goes on when the games come again.
    let again = annotate(
        [sent, rest].concat(),
        &[&["--resume"], &arguments[..]].concat(),
    );
    assert_eq!(again.status, 0, "{}", again.stderr);
    let plain = annotate(&whole, &["-q", "--engine", engine.to_str().unwrap()]);
    assert!(fs::read_to_string(output).unwrap() == plain.stdout);
}
