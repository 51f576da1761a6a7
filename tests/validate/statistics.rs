//! `--statistics` and `--board`.

use serde_json::Value;

use crate::program::{game, megabytes, pipe, validate};

const FAULTY: &str = "testdata/faulty.pgn";

#[test]
fn a_table_of_rules_the_commonest_first() {
    let text = [
        game("1. e4 e5 $999 *"),
        game("1. e5 *"),
        game("1. d4 $777 $888 *"),
    ]
    .join("\n");
    let expected = "\
count  level    rule          first
    3  warning  bad-nag       <stdin>:4:10
    1  error    illegal-move  <stdin>:9:4
";
    for format in ["text", "concise"] {
        let run = pipe(text.as_bytes(), &["--statistics", "--format", format]);
        assert_eq!((run.status, run.stdout.as_str()), (1, expected), "{format}");
        assert_eq!(run.stderr.lines().count(), 1);
    }
    let nothing = pipe(b"", &["--statistics"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (0, ""));
}

#[test]
fn objects_agree_with_the_findings() {
    let objects = validate(&["--statistics", "--format", "jsonl", FAULTY]);
    let findings = validate(&["--format", "jsonl", FAULTY]);
    assert_eq!(objects.summary(), findings.summary());
    let rows = objects.findings();
    let count = |row: &Value| row["count"].as_u64().unwrap();
    assert!(rows.is_sorted_by_key(|row| std::cmp::Reverse(count(row))));
    let sum: u64 = rows.iter().map(count).sum();
    assert_eq!(sum, findings.findings().len() as u64);
    for row in rows {
        let is_of_row = |one: &&Value| one["rule"] == row["rule"] && one["level"] == row["level"];
        let findings = findings.findings();
        let first = findings.iter().find(is_of_row).unwrap();
        for key in ["file", "line", "column"] {
            assert_eq!(row[key], first[key]);
        }
    }
}

#[test]
fn statistics_count_all_whatever_is_shown_and_by_how_many_threads() {
    let games = megabytes();
    let arguments = ["--statistics", "--max-findings", "3", "-j"];
    let runs = ["1", "3"].map(|threads| pipe(&games, &[&arguments[..], &[threads]].concat()));
    assert_eq!(runs[0].stdout, runs[1].stdout);
    assert!(!runs[0].stderr.contains("--max-findings"));
    let run = pipe(&games, &["--statistics", "--format", "jsonl"]);
    let sum: u64 = run
        .findings()
        .iter()
        .filter_map(|row| row["count"].as_u64())
        .sum();
    let summary = run.summary();
    let levels =
        ["errors", "warnings", "styles", "notes"].map(|key| summary[key].as_u64().unwrap());
    assert_eq!(sum, levels.iter().sum::<u64>());
}

#[test]
fn other_formats_have_no_statistics_and_no_board() {
    for format in ["sarif", "github", "junit"] {
        let run = validate(&["--statistics", "--format", format, FAULTY]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{format}");
        assert!(run.stderr.starts_with("error: --statistics "));
    }
    for arguments in [&["--format", "jsonl"][..], &["--statistics"]] {
        let run = validate(&[arguments, &["--board", FAULTY]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.starts_with("error: --board "));
    }
}

#[test]
fn a_board_is_drawn_under_a_finding_with_a_position() {
    let plain = validate(&[FAULTY]);
    let run = validate(&["--board", FAULTY]);
    assert_eq!((run.status, plain.status), (1, 1));
    let board = "\
   = position: r1bqk2r/1pp1b1pp/p1np1pn1/4p3/B2PP3/2N1BN2/PPPQ1PPP/2KR3R b kq - 1 9
   = help: the moves behind it are not judged

  8 r . b q k . . r
  7 . p p . b . p p
  6 p . n p . p n .
  5 . . . . p . . .
  4 B . . P P . . .
  3 . . N . B N . .
  2 P P P Q . P P P
  1 . . K R . . . R
    a b c d e f g h

error";
    assert!(run.stdout.contains(board), "{}", run.stdout);
    let is_board = |line: &str| {
        line.starts_with("    a b c")
            || line.starts_with("  ") && line.as_bytes()[2].is_ascii_digit()
    };
    let boards = run.stdout.matches("    a b c d e f g h\n\n").count();
    assert_eq!(boards, plain.stdout.matches(" = position: ").count());
    let without: Vec<&str> = run.stdout.lines().filter(|line| !is_board(line)).collect();
    let lines = plain.stdout.lines().count() + boards;
    assert_eq!(without.len(), lines, "a blank line a board");
}
