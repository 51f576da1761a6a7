//! `--sample` and `--seed`.

use std::collections::HashSet;

use crate::generated;
use crate::program::convert;

fn numbers(text: &str, arguments: &[&str]) -> Vec<u32> {
    let csv = ["--to", "csv", "--columns", "tag:Number", "--no-header"];
    let run = convert(text, &[&csv[..], arguments].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
        .lines()
        .map(|line| line.parse().unwrap())
        .collect()
}

/// Games with their numbers as a tag.
fn numbered(count: usize) -> String {
    let games = generated::games(count, 31).into_iter().enumerate();
    games
        .map(|(index, game)| format!("[Number \"{}\"]\n{game}", index + 1))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn a_sample_is_the_same_whatever_the_threads_memory_and_files() {
    let text = numbered(3_000);
    let drawn = numbers(&text, &["--sample", "700", "-j", "1"]);
    assert_eq!(drawn.len(), 700);
    assert!(drawn.is_sorted());
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 700);
    assert_eq!(
        drawn,
        numbers(&text, &["--sample", "700", "-j", "2", "--seed", "0"])
    );
    assert_eq!(
        drawn,
        numbers(&text, &["--sample", "700", "--memory", "64K"])
    );
    assert_ne!(drawn, numbers(&text, &["--sample", "700", "--seed", "1"]));
    // A smaller sample is a part of a greater one.
    let few = numbers(&text, &["--sample", "10"]);
    assert!(few.iter().all(|number| drawn.contains(number)));
    let folder = tempfile::tempdir().unwrap();
    let cut = text.find("[Number \"1234\"]").unwrap();
    std::fs::write(folder.path().join("a.pgn"), &text[..cut]).unwrap();
    std::fs::write(folder.path().join("b.pgn"), &text[cut..]).unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(drawn, numbers("", &[path, "--sample", "700"]));
}

#[test]
fn what_is_drawn_is_wanted() {
    let text = numbered(500);
    let wanted = numbers(&text, &["--where", "white == \"Tal\""]);
    let drawn = numbers(&text, &["--where", "white == \"Tal\"", "--sample", "20"]);
    assert_eq!(drawn.len(), 20);
    assert!(drawn.iter().all(|number| wanted.contains(number)));
    let all = numbers(
        &text,
        &["--where", "white == \"Tal\"", "--sample", "100000"],
    );
    assert_eq!(all, wanted);
    let run = convert(&text, &["--to", "uci", "--sample", "20"]);
    assert!(
        run.stderr.contains("20 games written, 480 not drawn"),
        "{}",
        run.stderr
    );
    assert_eq!(
        numbers(&text, &["--sample", "20", "--limit", "5"]),
        numbers(&text, &["--sample", "20"])[..5]
    );
}

#[test]
fn rows_of_parquet_are_drawn_as_lines_are() {
    let text = numbered(400);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other, pgn) = (path("a.parquet"), path("b.parquet"), path("drawn.pgn"));
    let sample = ["--sample", "90", "--seed", "7"];
    let columns = [
        "--per",
        "ply",
        "--columns",
        "white,san,fen_after,clock_seconds,nags",
    ];
    let make = |input: &str, arguments: &[&str]| {
        let run = convert(input, arguments);
        assert_eq!(run.status, 0, "{}", run.stderr);
    };
    make(
        &text,
        &[&sample[..], &columns, &["--memory", "64K", "-o", &one]].concat(),
    );
    make(&text, &[&sample[..], &["-o", &pgn]].concat());
    make("", &[&columns[..], &[&pgn, "-o", &other]].concat());
    let read = |path: &str| std::fs::read(path).unwrap();
    assert!(read(&one) == read(&other));
}

#[test]
fn a_seed_is_for_a_sample() {
    let run = convert("", &["--to", "uci", "--seed", "3"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("--seed is for --sample"),
        "{}",
        run.stderr
    );
    assert_eq!(convert("", &["--to", "uci", "--sample", "0"]).status, 2);
}
