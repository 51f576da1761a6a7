//! Line, column, offset and game of findings.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Run, game, megabytes, pipe, validate, validate_in};

fn check(text: &[u8]) -> Run {
    pipe(text, &["--format", "jsonl"])
}

/// Rule, line and column of every finding.
fn places(text: &[u8]) -> Vec<(String, u64, u64)> {
    check(text).findings().iter().map(place).collect()
}

fn place(finding: &Value) -> (String, u64, u64) {
    let number = |key: &str| finding[key].as_u64().unwrap();
    let rule = finding["rule"].as_str().unwrap().to_owned();
    (rule, number("line"), number("column"))
}

fn illegal(line: u64, column: u64) -> Vec<(String, u64, u64)> {
    vec![("illegal-move".to_owned(), line, column)]
}

#[test]
fn every_kind_of_line_end_counts_once() {
    let text = "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5\n2. Ke4 *\n\n[Event \"?\"]\n\n1. e5 *\n";
    let expected = [illegal(5, 4), illegal(9, 4)].concat();
    for line_end in ["\n", "\r\n", "\r"] {
        let text = text.replace('\n', line_end);
        assert_eq!(places(text.as_bytes()), expected, "{line_end:?}");
    }
    let mixed = text.replacen('\n', "\r\n", 2).replacen("e5\n", "e5\r", 1);
    assert_eq!(places(mixed.as_bytes()), expected);
}

#[test]
fn columns_are_characters() {
    for comment in ["abcd", "Réti", "日本棋院", "😀é日x"] {
        let text = format!("1. e4 {{{comment}}} e5 2. Ke4 *\n");
        assert_eq!(places(text.as_bytes()), illegal(1, 20), "{comment}");
    }
    // é as two characters, letter and accent
    assert_eq!(
        places("1. e4 {Re\u{301}ti} e5 2. Ke4 *\n".as_bytes()),
        illegal(1, 21)
    );
}

#[test]
fn columns_of_windows_1252() {
    assert_eq!(places(b"1. e4 {R\xe9ti} e5 2. Ke4 *\n"), illegal(1, 20));
    // Bytes that would continue a character in UTF-8.
    assert_eq!(places(b"1. e4 {\x93ab\x94} e5 2. Ke4 *\n"), illegal(1, 20));
    let run = check(b"[White \"R\xe9ti\"]\n\n1. e5 *\n");
    assert_eq!(run.findings()[0]["white"], "Réti");
}

#[test]
fn a_byte_order_mark_is_no_column() {
    let mark = ("utf8-bom".to_owned(), 1, 1);
    let text = "\u{feff}1. e4 e5 2. Ke4 *\n";
    let expected = [vec![mark.clone()], illegal(1, 13)].concat();
    assert_eq!(places(text.as_bytes()), expected);
    let text = "\u{feff}[Event \"?\"]\n\n1. e4 e5 2. Ke4 *\n";
    let expected = [vec![mark], illegal(3, 13)].concat();
    assert_eq!(places(text.as_bytes()), expected);
    let run = pipe(text.as_bytes(), &["-A", "illegal-move"]);
    assert!(run.stdout.contains("<stdin>:1:1\n"), "{}", run.stdout);
}

#[test]
fn a_long_line_is_cut_around_the_caret() {
    let before = "é".repeat(5_000);
    let after = "日".repeat(5_000);
    let text = format!("1. e4 {{{before}}} e5 2. Ke4 {{{after}}} *\n");
    let run = pipe(text.as_bytes(), &[]);
    assert!(run.stdout.contains("<stdin>:1:5016\n"), "{}", run.stdout);
    let lines: Vec<Vec<char>> = run.stdout.lines().map(|l| l.chars().collect()).collect();
    let caret = |line: &Vec<char>| line.contains(&'^');
    let at = lines.iter().position(caret).unwrap();
    let column = lines[at].iter().position(|&c| c == '^').unwrap();
    let shown: String = lines[at - 1][column..column + 3].iter().collect();
    assert_eq!(shown, "Ke4");
    assert_eq!(lines[at].iter().filter(|&&c| c == '^').count(), 3);
    assert!(lines.iter().all(|line| line.len() < 200), "{}", run.stdout);
}

#[test]
fn games_lines_and_offsets_go_on_over_blocks() {
    let mut text = megabytes();
    let games = check(&text).summary()["games"].as_u64().unwrap();
    let lines = chesstool::pgn::lines::count(&text);
    text.extend_from_slice(b"[Event \"last\"]\n\n1. e5 *\n");
    let last = check(&text).findings().pop().unwrap();
    assert_eq!(place(&last), illegal(lines + 3, 4)[0]);
    assert_eq!(last["game"], games + 1);
    assert_eq!(last["event"], "last");
    assert_eq!(last["offset"], text.len() - b"e5 *\n".len());
}

#[test]
fn offset_line_and_column_agree_with_the_token() {
    let text = fs::read_to_string("testdata/faulty.pgn").unwrap();
    let run = validate(&["--format", "jsonl", "testdata/faulty.pgn"]);
    assert!(run.findings().len() >= 15);
    for finding in run.findings() {
        let number = |key: &str| usize::try_from(finding[key].as_u64().unwrap()).unwrap();
        let (at, length) = (number("offset"), number("length"));
        assert_eq!(finding["token"], text[at..at + length], "{finding}");
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
        assert_eq!([number("line"), number("column")], [line, column]);
    }
}

#[test]
fn text_and_jsonl_name_the_same_places() {
    for entry in fs::read_dir("testdata/lint").unwrap() {
        let folder = entry.unwrap().path();
        let run = |format| {
            validate_in(
                &folder,
                &["--profile", "export", "--format", format, "bad.pgn"],
            )
        };
        let told = |line: &str| {
            line.trim_start()
                .strip_prefix("--> bad.pgn:")
                .map(str::to_owned)
        };
        let text: Vec<String> = run("text").stdout.lines().filter_map(told).collect();
        let jsonl: Vec<String> = run("jsonl")
            .findings()
            .iter()
            .map(|finding| format!("{}:{}", finding["line"], finding["column"]))
            .collect();
        assert_eq!(text, jsonl, "{}", name(&folder));
    }
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn findings_say_in_which_game_and_at_which_move() {
    let first = game("1. e4 e5 *");
    let second =
        "[White \"A\"]\n[Black \"B\"]\n[Date \"2024.01.02\"]\n\n1. d4 d5 2. c4 (2. Nf3 Ke4) *\n";
    let run = check(format!("{first}\n{second}").as_bytes());
    let finding = &run.findings()[0];
    assert_eq!(finding["game"], 2);
    for (key, value) in [("white", "A"), ("black", "B"), ("date", "2024.01.02")] {
        assert_eq!(finding[key], value);
    }
    assert!(finding["event"].is_null());
    for (key, value) in [("ply", 4), ("move_number", 2), ("depth", 1)] {
        assert_eq!(finding[key], value, "{key}");
    }
    assert_eq!(finding["side"], "black");
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(finding["fen"], fen);
}
