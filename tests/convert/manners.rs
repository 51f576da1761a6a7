//! The manners of a filter: pipes, files, threads, numbers of games.

use std::fmt::Write as _;
use std::io::Read;

use crate::program::{command, convert};

fn games(count: usize) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[White \"w{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n"
        );
    }
    text
}

#[test]
fn output_does_not_depend_on_threads() {
    let text = games(20_000);
    for arguments in [
        &["--to", "csv"][..],
        &["--to", "jsonl", "--per", "ply"],
        &["--to", "epd"],
    ] {
        let run = |threads: &str| {
            let mut all = arguments.to_vec();
            all.extend(["-j", threads]);
            convert(&text, &all).stdout
        };
        let one = run("1");
        assert_eq!(one, run("3"), "{arguments:?}");
        assert!(one.len() > 1_000_000);
    }
    let numbers = convert(
        &text,
        &[
            "--to",
            "csv",
            "--columns",
            "game,event,offset",
            "--no-header",
            "-j",
            "3",
        ],
    )
    .stdout;
    for (index, line) in numbers.lines().enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[0], cells[1]);
        assert_eq!(cells[0], (index + 1).to_string());
        let offset: usize = cells[2].parse().unwrap();
        assert!(text[offset..].starts_with(&format!("[Event \"{}\"]", index + 1)));
    }
}

#[test]
fn first_games_are_skipped_and_last_ones_left() {
    let text = games(10);
    let events = |more: &[&str]| {
        let mut arguments = vec!["--to", "csv", "--columns", "event", "--no-header"];
        arguments.extend(more);
        let run = convert(&text, &arguments);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect::<Vec<u32>>()
    };
    assert_eq!(events(&["--limit", "3"]), [1, 2, 3]);
    assert_eq!(events(&["--skip", "7"]), [8, 9, 10]);
    assert_eq!(events(&["--skip", "2", "--limit", "2"]), [3, 4]);
    assert_eq!(events(&["--skip", "99"]), [0; 0]);
    assert_eq!(events(&["--limit", "0"]), [0; 0]);
    // Over several files the games are counted through.
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.pgn", "b.pgn"] {
        std::fs::write(folder.path().join(name), games(3)).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let run = convert(
        "",
        &[
            path,
            "--to",
            "csv",
            "--columns",
            "event",
            "--no-header",
            "--skip",
            "2",
            "--limit",
            "3",
        ],
    );
    assert_eq!(run.stdout, "3\n1\n2\n");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, games(50_000)).unwrap();
    let mut child = command(&[file.to_str().unwrap(), "--to", "fen", "-q"])
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_name_of_the_output_tells_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [
        ("a.csv", "game,"),
        ("a.tsv", "game\t"),
        ("a.jsonl", "{\"game\""),
        ("a.fen", "rnbq"),
        ("a.uci", "e2e4"),
    ] {
        let out = folder.path().join(name);
        let run = convert(games(2), &["-o", out.to_str().unwrap()]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_eq!(run.stdout, "");
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.starts_with(begins), "{name}: {text}");
    }
}

#[test]
fn what_cannot_be_read_or_written_is_told() {
    let run = convert(
        "",
        &["no-such-file.pgn", "testdata/sample.pgn", "--to", "uci"],
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("cannot read no-such-file.pgn"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stdout.lines().count(), 37, "the others are converted");
    let run = convert(
        "",
        &[
            "testdata/sample.pgn",
            "-o",
            "testdata/sample.pgn",
            "--to",
            "uci",
        ],
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("is one of the inputs"),
        "{}",
        run.stderr
    );
    assert_eq!(convert("", &["--to", "csv", "--no-header"]).stdout, "");
    assert_eq!(convert("", &["--to", "uci"]).status, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let run = convert(games(20_000), &["--to", "fen", "-o", "/dev/full"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
}

#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.csv");
    std::fs::write(&out, "old").unwrap();
    let name = out.to_str().unwrap();
    let run = convert("", &["testdata/sample.pgn", "no-such-file.pgn", "-o", name]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("the output is not written"),
        "{}",
        run.stderr
    );
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
}

#[test]
fn quiet_runs_still_name_bad_games() {
    let run = convert("1. e4 Ke4 *\n", &["--to", "uci", "-q"]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.starts_with("<stdin>:1:7: error"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.lines().count(), 1);
}
