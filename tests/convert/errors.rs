//! Games that cannot be read wholly.

use crate::program::convert;

const GAMES: &str = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[Event \"3\"]\n\n1. d4 *\n";

#[test]
fn a_bad_game_is_left_out_and_named() {
    let run = convert(GAMES, &["--to", "san"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "e4 e5\nd4\n");
    let first = run.stderr.lines().next().unwrap();
    assert!(
        first.starts_with("<stdin>:7:13: error[illegal-move] "),
        "{first}"
    );
    assert!(
        run.stderr.contains("2 games written, 1 not readable"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_moves_before_the_fault_can_be_kept() {
    let run = convert(GAMES, &["--to", "san", "--on-error", "partial"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "e4 e5\ne4 e5\nd4\n");
    let run = convert(GAMES, &["--to", "csv", "--on-error", "partial"]);
    let mut rows = csv::Reader::from_reader(run.stdout.as_bytes());
    let names = rows.headers().unwrap().clone();
    assert_eq!(names.iter().next_back(), Some("error"));
    let errors: Vec<String> = rows
        .records()
        .map(|row| row.unwrap().iter().next_back().unwrap().to_owned())
        .collect();
    assert_eq!(errors[0], "");
    assert!(errors[1].contains("king"), "{errors:?}");
}

#[test]
fn the_first_one_can_end_the_run() {
    let run = convert(GAMES, &["--to", "san", "--on-error", "stop"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "e4 e5\n");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.csv");
    let run = convert(GAMES, &["--on-error", "stop", "-o", out.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(!out.exists(), "nothing takes the place of a file");
}

#[test]
fn every_kind_of_fault_is_told() {
    for (game, rule) in [
        ("1. e4 e5 2. Ke3 *", "illegal-move"),
        ("1. e4 e5 2. N3 *", "bad-move-text"),
        ("1. e4 {never closed e5 *", "unterminated-comment"),
        ("1. e4 (1. d4 e5 *", "unterminated-variation"),
        ("1. e4 ) e5 *", "stray-paren"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "move-after-end"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "bad-fen"),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "unsupported-variant"),
    ] {
        let text = format!(
            "[Event \"x\"]\n{}{game}\n",
            if game.starts_with('[') { "" } else { "\n" }
        );
        let run = convert(&text, &["--to", "san"]);
        assert_eq!(run.status, 1, "{game}");
        assert_eq!(run.stdout, "", "{game}");
        assert!(
            run.stderr.contains(&format!("error[{rule}]")),
            "{game}: {}",
            run.stderr
        );
        assert!(
            run.stderr.contains("1 not readable"),
            "{game}: {}",
            run.stderr
        );
    }
}

#[test]
fn a_fault_in_a_side_line_counts_where_side_lines_are_written() {
    let game = "1. e4 e5 (1... Ke6) 2. d4 *\n";
    let run = convert(game, &["--to", "fen"]);
    assert_eq!((run.status, run.stdout.lines().count()), (0, 4));
    let run = convert(game, &["--to", "fen", "--variations"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("<stdin>:1:16: error[illegal-move]"),
        "{}",
        run.stderr
    );
}

#[test]
fn text_that_means_nothing_is_told_as_validate_tells_it() {
    for text in [vec![0; 3 << 20], b"1. e4 \" e5 *\n".to_vec()] {
        for to in ["csv", "uci", "fen", "pgn"] {
            let run = convert(&text, &["--to", to]);
            assert_eq!(run.status, 1, "{to}");
            assert!(
                run.stderr.contains("error[unexpected-byte]"),
                "{to}: {}",
                run.stderr
            );
            assert!(run.stdout.lines().count() < 2, "{to}: {}", run.stdout);
        }
    }
}
