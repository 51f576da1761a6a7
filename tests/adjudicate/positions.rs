//! `--fen`, `--fen-file`, `--proof`.

use chesstool::chess::{CastlingMode, Position, San};

use crate::program::{adjudicate, position};

#[test]
fn what_a_position_is() {
    for (fen, status) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "in_progress",
        ),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "check"),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "dead_position"),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 150 100", "seventy_five_moves"),
    ] {
        assert_eq!(position(fen, &[])["status"], status, "{fen}");
    }
}

#[test]
fn who_can_still_mate_and_why_not() {
    let row = position("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", &[]);
    assert_eq!(row["white_can_mate"], "yes");
    assert_eq!(row["black_can_mate"], "no");
    assert_eq!(row["black_why"], "too few men");
}

#[test]
fn too_few_men_are_the_reason_also_where_moves_are_forced() {
    // The king in the corner has one move.
    for fen in [
        "8/8/8/8/8/8/2k5/K7 w - - 0 1",
        "8/8/8/8/8/8/2k5/K3N3 b - - 0 1",
        "7k/5K2/8/8/8/8/8/7B b - - 0 1",
    ] {
        let row = position(fen, &[]);
        assert_eq!(row["status"], "dead_position", "{fen}");
        let why = ["white_why", "black_why"].map(|name| row[name].as_str().unwrap());
        assert_eq!(why, ["too few men"; 2], "{fen}");
    }
    let row = position("7k/8/5K2/8/8/8/6P1/8 b - - 0 1", &[]);
    assert_eq!(row["black_why"], "too few men");
}

#[test]
fn a_budget_that_is_too_small_is_told() {
    let fen = "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1";
    let row = position(fen, &["--dead-budget", "10"]);
    assert_eq!(row["white_can_mate"], "undetermined");
    assert_eq!(row["status"], "in_progress");
}

#[test]
fn a_proof_is_a_line_that_mates() {
    let fen = "8/8/4k3/8/8/3KP3/8/8 w - - 0 1";
    let row = position(fen, &["--proof"]);
    let mut position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let line = row["white_line"].as_str().unwrap();
    assert!(line.starts_with("1. "), "{line}");
    for word in line.split(' ').filter(|word| !word.ends_with('.')) {
        let san = San::parse(word.as_bytes()).unwrap();
        position.play(position.resolve(&san).unwrap());
    }
    assert!(position.is_checkmate(), "{line}");
    let run = adjudicate("", &["--fen", fen, "--proof"]);
    let text = run.stdout;
    assert!(text.starts_with(&format!(
        "{fen}: in progress; White can mate; Black cannot mate"
    )));
    assert!(text.contains("\n  White mates: 1. "), "{text}");
}

#[test]
fn claims_that_need_no_history() {
    let fen = "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90";
    let row = position(fen, &[]);
    let claims = row["claims"].as_str().unwrap();
    assert!(claims.starts_with("fifty_moves with 90. "), "{claims}");
    let row = position("4k3/8/8/8/8/8/4P3/R3K3 w - - 100 90", &[]);
    assert_eq!(row["claims"], "fifty_moves");
}

#[test]
fn positions_a_line_in_fen_and_epd() {
    let input = "# two positions\n7k/6Q1/5K2/8/8/8/8/8 b - -\n\n\
                 4k3/8/8/8/8/8/4P3/R3K3 w - - hmvc 100; fmvn 90; id \"x\";\n";
    let arguments = ["--fen-file", "-", "--format", "jsonl"];
    let run = adjudicate(input, &arguments);
    assert_eq!(run.status, 0, "{run:?}");
    let rows = run.json();
    assert_eq!(rows[0]["line"], 2);
    assert_eq!(rows[0]["status"], "checkmate");
    assert_eq!(rows[1]["line"], 4);
    assert_eq!(rows[1]["halfmove_clock"], 100);
    let csv = adjudicate(input, &["--fen-file", "-", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.stdout.as_bytes());
    assert_eq!(reader.headers().unwrap().len(), 13);
    assert_eq!(reader.records().count(), 2);
}

#[test]
fn a_line_that_is_no_position() {
    let run = adjudicate(
        "nonsense\n8/8/4k3/8/8/3K4/8/8 w - - 0 1\n",
        &["--fen-file", "-"],
    );
    assert_eq!(run.status, 2);
    assert!(run.stdout.starts_with("invalid\n8/8/4k3/"), "{run:?}");
    assert!(
        run.stderr
            .starts_with("error: <stdin>:1: the FEN `nonsense`")
    );
    assert_eq!(adjudicate("", &["--fen", "nonsense"]).status, 2);
}
