//! Positions from a file or from standard input.

use crate::{KIWIPETE, perft};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn a_result_a_line_in_order() {
    let input = format!("\u{feff}{START}\r\n\r\n# a comment\n{KIWIPETE}\n{START} 0 1");
    let (status, out, err) = perft(&["3", "--fen-file", "-", "-q"], &input);
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (0, "8902\n97862\n8902\n", "")
    );
    assert_eq!(
        perft(&["3", "--fen-file", "-", "-q"], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_count_beyond_64_bits_stops_no_other_line() {
    // Two kings in a locked position: few positions, many ways.
    let locked = "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
    let input = format!("{locked}\n{locked}\n");
    let deep = ["60", "--hash", "16", "--fen-file", "-", "-q"];
    let (status, out, err) = perft(&deep, &input);
    assert_eq!((status, out.as_str()), (1, "invalid\ninvalid\n"));
    assert!(err.contains("<stdin>:2: there are more paths than 64 bits can count"));
    let (status, _, _) = perft(&["60", "--hash", "16", "--fen", locked], "");
    assert_eq!(status, 2);
}

#[test]
fn nothing_in_a_fen_reaches_the_terminal() {
    let fen = "K\u{1b}]0;x\u{7}/8 w\u{1b}[31m K\u{1b}[2J e\u{1b}[1m 0 1\u{1b}[1m\n";
    let (status, _, err) = perft(&["1", "--fen-file", "-"], fen);
    assert_eq!(status, 1);
    assert!(!err.contains(['\u{1b}', '\u{7}']), "{err:?}");
}

#[test]
fn a_bad_line_keeps_its_place_and_the_others_go_on() {
    let input = format!("{START}\nnonsense\n{}\n{KIWIPETE}\n", "x".repeat(100_000));
    let (status, out, err) = perft(&["2", "--fen-file", "-"], &input);
    assert_eq!((status, out.as_str()), (1, "400\ninvalid\ninvalid\n2039\n"));
    assert!(
        err.contains("<stdin>:2: the FEN `nonsense` cannot be used: "),
        "{err}"
    );
    assert!(err.contains("the field is missing"), "{err}");
    assert!(
        err.contains("<stdin>:3: the FEN is on a line of more than 4096 bytes"),
        "{err}"
    );
    assert!(err.len() < 2_000, "{err}");
    let (status, out, _) = perft(&["2", "--fen-file", "-", "--format", "jsonl", "-q"], &input);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((status, lines.len()), (1, 4));
    assert_eq!(
        (&lines[1]["line"], &lines[3]["nodes"]),
        (&2.into(), &2039.into())
    );
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    std::fs::write(&path, b"8/8/8/\xff/8 w - -\n8/8/8/8/8/4k3/8/4K3 w - -\n").unwrap();
    let (status, out, err) = perft(&["1", "--fen-file", path.to_str().unwrap()], "");
    assert_eq!((status, out.as_str()), (1, "invalid\n2\n"));
    assert!(
        err.contains("positions.txt:1: the FEN is not UTF-8 text (column 7)"),
        "{err}"
    );
}

#[test]
fn blocks_name_their_position() {
    let input = format!("{START}\n{KIWIPETE}\n");
    let (_, out, _) = perft(&["1", "--divide", "--fen-file", "-"], &input);
    assert!(out.starts_with(&format!("{START} 0 1\na2a3: 1\n")), "{out}");
    assert!(
        out.contains(&format!("\ntotal: 20\n\n{KIWIPETE}\n")),
        "{out}"
    );
}

#[test]
fn a_file_that_cannot_be_read_ends_the_run() {
    let (status, _, err) = perft(&["1", "--fen-file", "no/such/file"], "");
    assert!(
        status == 2 && err.contains("cannot read no/such/file"),
        "{err}"
    );
    let folder = tempfile::tempdir().unwrap();
    let (status, _, err) = perft(&["1", "--fen-file", folder.path().to_str().unwrap()], "");
    assert!(status == 2 && err.contains("it is a folder"), "{err}");
}
