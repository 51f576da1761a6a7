//! Exit statuses, threads, pipes, and options that do not fit together.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::program::{Game, adjudicate, command, shuffle};

fn many() -> String {
    let games = [
        Game::new("f3 e5 g4 Qh4#", "1-0").text(),
        Game::new(&format!("{} e4", shuffle(4)), "0-1").text(),
        Game::new("e4 Ke4", "1-0").text(),
        Game::from("8/8/4k3/8/8/3K4/4p3/8 w - - 0 1", "Kxe2 Ke5", "0-1").text(),
    ]
    .join("\n");
    format!("{games}\n").repeat(3_000)
}

#[test]
fn check_fails_only_if_a_result_contradicts() {
    let wrong = Game::new("f3 e5 g4 Qh4#", "1-0").text();
    assert_eq!(adjudicate(&wrong, &[]).status, 0);
    assert_eq!(adjudicate(&wrong, &["--check"]).status, 1);
    for sound in [
        Game::new("f3 e5 g4 Qh4#", "0-1"),
        Game::new("f3 e5 g4 Qh4#", "*"),
        Game::new("e4 Ke4", "1-0"),
    ] {
        assert_eq!(adjudicate(sound.text(), &["--check"]).status, 0);
    }
}

#[test]
fn output_does_not_depend_on_threads() {
    let games = many();
    for format in ["text", "csv", "jsonl"] {
        let one = adjudicate(&games, &["--format", format, "-j", "1"]);
        for threads in ["2", "3"] {
            let other = adjudicate(&games, &["--format", format, "-j", threads]);
            assert_eq!(one.stdout, other.stdout, "{format}, {threads} threads");
        }
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for format in ["text", "jsonl"] {
        let mut child = command(&["--format", format, "--only", "all", "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            // The program need not read all of it.
            let _ = stdin.write_all(many().as_bytes());
        });
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn what_cannot_be_read_makes_status_2() {
    let run = adjudicate("", &["/no/such/file.pgn"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .starts_with("error: cannot read /no/such/file.pgn")
    );
}

#[test]
fn options_that_do_not_fit_together() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for arguments in [
        &["--annotate-ends"][..],
        &["--proof", "-"],
        &["--fen", start, "--check"],
        &["--fen", start, "--only", "all"],
        &["--fen", start, "--summary"],
        &["--fen", start, "--write", "x.pgn"],
        &["--summary", "--only", "all"],
        &["--write", "-", "-"],
        &["--dead-budget", "0", "-"],
    ] {
        assert_eq!(adjudicate("", arguments).status, 2, "{arguments:?}");
    }
}

#[test]
fn a_file_for_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let arguments = ["--format", "csv", "-o", path.to_str().unwrap(), "-q"];
    let game = Game::new("f3 e5 g4 Qh4#", "1-0").text();
    let run = adjudicate(game, &arguments);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "");
    let rows = std::fs::read_to_string(path).unwrap();
    assert_eq!(rows.lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pgn");
    let mut child = command(&["--write", path.to_str().unwrap(), "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: the program is at work when this returns.
    stdin.write_all(many().as_bytes()).unwrap();
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    // The input goes on until nobody reads it.
    while stdin.write_all(many().as_bytes()).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
