//! `--unique` and `--dedupe`.

use std::collections::HashSet;

use serde_json::Value;

use crate::generated;
use crate::program::convert;

fn lines(text: &str, arguments: &[&str]) -> Vec<String> {
    let run = convert(text, arguments);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
    run.stdout.lines().map(str::to_owned).collect()
}

/// What of a line tells it from others.
fn compared(format: &str, line: &str) -> String {
    let fields = if matches!(format, "fen" | "epd") {
        4
    } else {
        usize::MAX
    };
    line.split(' ').take(fields).collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_are_written_the_first_time() {
    let text = generated::games(600, 11).concat();
    for format in ["fen", "epd", "uci", "san", "lan"] {
        let mut met = HashSet::new();
        let all = lines(&text, &["--to", format]);
        let first: Vec<String> = all
            .iter()
            .filter(|line| met.insert(compared(format, line)))
            .cloned()
            .collect();
        assert!(first.len() < all.len(), "{format}");
        for (threads, memory) in [("1", "256M"), ("2", "64K"), ("1", "100K")] {
            let unique = [
                "--to", format, "--unique", "-j", threads, "--memory", memory,
            ];
            let found = lines(&text, &unique);
            assert!(
                found == first,
                "{format} {memory}: {} {}",
                found.len(),
                first.len()
            );
        }
        let run = convert(&text, &["--to", format, "--unique", "--memory", "64K"]);
        let repeated = format!("{} repeated line", all.len() - first.len());
        assert!(run.stderr.contains(&repeated), "{}", run.stderr);
        if format == "fen" {
            assert!(first.len() > 4_000, "not all fit in 64K: {}", first.len());
        }
    }
}

#[test]
fn counters_and_operations_do_not_make_a_position_another_one() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 *\n\n1. e4 *\n";
    let fen = lines(text, &["--to", "fen", "--unique"]);
    assert_eq!(fen.len(), 5);
    assert!(fen[0].ends_with(" 0 1"), "the first one is written");
    assert_eq!(lines(text, &["--to", "epd", "--unique"]).len(), 5);
    // What can be captured en passant is another position.
    let text = "1. e4 a6 2. e5 d5 *\n\n1. e4 a6 2. e5 d6 3. h3 d5 *\n\n[FEN \"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3\"]\n\n*\n";
    let last = lines(text, &["--to", "fen", "--positions", "final", "--unique"]);
    assert_eq!(last.len(), 3);
}

#[test]
fn the_limit_counts_games_of_which_something_is_written() {
    let text = "1. e4 *\n\n1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n1. d4 *\n\n1. f4 *\n";
    let run = convert(text, &["--to", "uci", "--unique", "--limit", "3"]);
    assert_eq!(run.stdout, "e2e4\nd2d4\nc2c4\n");
    assert!(run.stderr.contains("3 games written"), "{}", run.stderr);
    let text = generated::games(600, 12).concat();
    let all = lines(&text, &["--to", "fen", "--unique", "--limit", "400"]);
    let tiny = [
        "--to", "fen", "--unique", "--limit", "400", "--memory", "64K",
    ];
    assert_eq!(all, lines(&text, &tiny));
    assert!(all.len() > 3_500, "{}", all.len());
}

#[test]
fn of_the_same_games_the_first_is_written() {
    let text = generated::games(5_000, 21).concat();
    // The rule of `validate` names the others.
    let mut validate = assert_cmd::Command::new(env!("CARGO_BIN_EXE_chesstool"));
    let arguments = [
        "validate",
        "--duplicates",
        "--format",
        "jsonl",
        "-A",
        "all",
        "-W",
        "duplicate-game",
    ];
    let output = validate
        .args(arguments)
        .write_stdin(text.as_str())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let mut duplicates = HashSet::new();
    for line in stdout.lines() {
        let finding: Value = serde_json::from_str(line).unwrap();
        if finding["rule"] == "duplicate-game" {
            duplicates.insert(finding["game"].as_u64().unwrap());
        }
    }
    assert!(duplicates.len() > 100, "{}", duplicates.len());
    let expected: Vec<String> = (1..=5_000)
        .filter(|number| !duplicates.contains(number))
        .map(|number| number.to_string())
        .collect();
    assert!(expected.len() > 2_700, "not all fit in 64K");
    let csv = [
        "--to",
        "csv",
        "--columns",
        "game",
        "--no-header",
        "--dedupe",
    ];
    for more in [&["-j", "1"][..], &["-j", "2", "--memory", "64K"]] {
        let run = convert(&text, &[&csv[..], more].concat());
        let found: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(found, expected, "{more:?}");
        let told = format!("{} duplicates", duplicates.len());
        assert!(run.stderr.contains(&told), "{}", run.stderr);
    }
}

#[test]
fn what_is_no_line_is_not_compared() {
    for format in ["csv", "jsonl", "pgn", "parquet"] {
        let run = convert("", &["--to", format, "--unique"]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("--unique is for fen"), "{}", run.stderr);
    }
}
