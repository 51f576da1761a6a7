//! What is read back: positions, lines of moves, tables.

use crate::program::convert;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn uci_and_back() {
    let sample = std::fs::read("testdata/sample.pgn").unwrap();
    let uci = convert(&sample, &["--to", "uci"]);
    let again = convert(&uci.stdout, &["--from", "uci", "--to", "uci"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(again.stdout == uci.stdout, "{}", again.stdout);
    let san = convert(&uci.stdout, &["--from", "uci", "--to", "san"]);
    assert_eq!(san.stdout, convert(&sample, &["--to", "san"]).stdout);
}

#[test]
fn tables_and_back() {
    let sample = std::fs::read("testdata/sample.pgn").unwrap();
    for (to, columns) in [("csv", "usual"), ("tsv", "usual"), ("csv", "all")] {
        let table = convert(&sample, &["--to", to, "--columns", columns]);
        let again = convert(
            &table.stdout,
            &["--from", to, "--to", to, "--columns", columns],
        );
        assert_eq!(again.status, 0, "{}", again.stderr);
        // Where a game stands, and its comments, are not in the table.
        let keep = "event,site,date_tag,round,white,black,result,eco,opening,movetext,start_fen,other_tags";
        let kept = |text: &str, from: &str| {
            convert(text, &["--from", from, "--to", "csv", "--columns", keep]).stdout
        };
        let sample = String::from_utf8(sample.clone()).unwrap();
        assert_eq!(
            kept(&table.stdout, to),
            kept(&sample, "pgn"),
            "{to} {columns}"
        );
        assert_eq!(again.stdout.lines().count(), table.stdout.lines().count());
    }
}

#[test]
fn positions_and_back() {
    let sample = std::fs::read("testdata/sample.pgn").unwrap();
    let fens = convert(&sample, &["--to", "fen", "--positions", "every:7"]).stdout;
    assert_eq!(
        convert(&fens, &["--from", "fen", "--to", "fen"]).stdout,
        fens
    );
    let epds = convert(
        &sample,
        &[
            "--to",
            "epd",
            "--positions",
            "every:7",
            "--opcodes",
            "hmvc,fmvn",
        ],
    )
    .stdout;
    let read = convert(&epds, &["--from", "epd", "--to", "fen"]);
    assert_eq!(read.stdout, fens);
    let kept = convert(
        &epds,
        &[
            "--from",
            "epd",
            "--to",
            "csv",
            "--columns",
            "tag:EpdOperations",
            "--no-header",
        ],
    );
    assert_eq!(kept.stdout.lines().next(), Some("hmvc 0; fmvn 1;"));
}

#[test]
fn a_bad_line_is_named_by_its_number() {
    let text = format!("{START}\n\n# no line\n8/8/8/8/8/8/8/8 w - - 0 1\n{START}\n");
    let run = convert(&text, &["--from", "fen", "--to", "fen"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with("<stdin>:4:"), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 2);
    let run = convert(
        "e2e4 e7e5\ne2e5\n{e2e4\n\nd2d4\n",
        &["--from", "uci", "--to", "san"],
    );
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "e4 e5\n\nd4\n");
    let places: Vec<&str> = run
        .stderr
        .lines()
        .filter_map(|line| line.split(':').nth(1))
        .collect();
    assert_eq!(places[..2], ["2", "3"], "{}", run.stderr);
    let run = convert("white,black\na,b\n", &["--from", "csv", "--to", "uci"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("no column `movetext`"),
        "{}",
        run.stderr
    );
}

#[test]
fn blanks_in_tags_are_kept() {
    let game = "[White \" lead\"]\n[Black \"trail \"]\n\n1. e4 *\n";
    let table = convert(game, &["--to", "csv"]).stdout;
    let again = convert(&table, &["--from", "csv", "--to", "pgn"]).stdout;
    assert!(
        again.contains("[White \" lead\"]\n[Black \"trail \"]\n"),
        "{again}"
    );
}

#[test]
fn operations_of_epd_are_kept() {
    let epd = "8/8/8/8/8/8/8/K1k5 w - - bm Ka2; id \"one; two\";\n";
    let again = convert(epd, &["--from", "epd", "--to", "epd"]).stdout;
    assert_eq!(again, epd);
    let more = convert(
        epd,
        &["--from", "epd", "--to", "epd", "--opcodes", "id,hmvc"],
    )
    .stdout;
    assert_eq!(more, epd.replace(";\n", "; hmvc 0;\n"));
}

/// Games of Chess960 in which the letters `KQkq` alone would say something else.
const CHESS960: [(&str, &str, &str); 4] = [
    // The kings stand on e1 and e8, the rooks not in the corners.
    (
        "1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        "O-O O-O-O",
        "e1g1 e8b8",
    ),
    // The usual start; another one on Black's side.
    (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 0 1",
        "O-O",
        "e1h1",
    ),
    (
        "nrnbkrbq/pppppppp/8/8/8/8/PPPPPPPP/BQNBR1KR w KQkq - 0 1",
        "g3",
        "g2g3",
    ),
    // A rook stands beyond the one that castles.
    ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "O-O", "e1g1"),
];

#[test]
fn chess960_and_back() {
    for (fen, san, uci) in CHESS960 {
        let san: Vec<&str> = san.split(' ').collect();
        let game = format!(
            "[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n{} *\n",
            san.join(" ")
        );
        let line = convert(&game, &["--to", "uci"]).stdout;
        assert!(line.ends_with(&format!(" moves {uci}\n")), "{line}");
        let again = convert(&line, &["--from", "uci", "--to", "pgn"]);
        assert_eq!(again.status, 0, "{line}{}", again.stderr);
        assert!(
            again.stdout.contains("[Variant \"Chess960\"]\n"),
            "{}",
            again.stdout
        );
        assert!(again.stdout.contains(san[0]), "{}", again.stdout);
        assert_eq!(convert(&again.stdout, &["--to", "uci"]).stdout, line);
        // A table, and lines of positions, say it as well.
        let columns = "start_fen,moves_uci";
        let table = convert(&game, &["--to", "csv", "--columns", columns]).stdout;
        let again = convert(&table, &["--from", "csv", "--to", "uci"]);
        assert_eq!(again.stdout, line, "{table}{}", again.stderr);
        let fens = convert(&game, &["--to", "fen"]).stdout;
        let again = convert(&fens, &["--from", "fen", "--to", "fen"]);
        assert_eq!(again.stdout, fens);
    }
}

fn places(stderr: &str) -> Vec<&str> {
    let findings = stderr.lines().filter(|line| line.contains(": error["));
    findings
        .map(|line| {
            line.split(": error")
                .next()
                .unwrap()
                .trim_start_matches("<stdin>:")
        })
        .collect()
}

#[test]
fn findings_have_the_columns_of_the_line() {
    let moves = format!(
        "e2e4 e7e5 e1e3\n  position startpos moves  e2e4   x\nposition fen {START} moves d2d4 d7d4\n0000 0000 e2e5\n"
    );
    let run = convert(&moves, &["--from", "uci", "--to", "san"]);
    let third = format!(
        "3:{}",
        format!("position fen {START} moves d2d4 ").len() + 1
    );
    assert_eq!(
        places(&run.stderr),
        ["1:11", "2:35", &third, "4:11"],
        "{}",
        run.stderr
    );
    for source in ["fen", "epd"] {
        let run = convert(
            "8/8/8/8/8/8/8/8 w - -\n  é 8/8\n",
            &["--from", source, "--to", "fen"],
        );
        assert_eq!(places(&run.stderr), ["1:1", "2:3"], "{}", run.stderr);
    }
    let table = "white,movetext,black\n\"A, \"\"é\"\"\",\"1. e4 {\"\"x\"\"} e5 2. Ke3\",B\n\nC,\"1. e4\ne5\n2. Ke3\",D\nE,1. Ke3,F\n";
    let run = convert(table, &["--from", "csv", "--to", "san"]);
    assert_eq!(
        places(&run.stderr),
        ["2:33", "6:4", "7:6"],
        "{}",
        run.stderr
    );
}

#[test]
fn a_line_that_is_too_long_is_one_bad_game() {
    let long = "e2e4 ".repeat(300_000);
    let text = format!("e2e4\n{long}\nd2d4\n# {long}\nc2c4\n{long}");
    let run = convert(&text, &["--from", "uci", "--to", "uci"]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (1, "e2e4\nd2d4\nc2c4\n"),
        "{}",
        run.stderr
    );
    assert_eq!(places(&run.stderr), ["2:1", "6:1"], "{}", run.stderr);
    assert!(
        run.stderr.contains("error[too-long] the line is longer"),
        "{}",
        run.stderr
    );
    let text = format!("{START}\n{}\n{START}\n", "8/".repeat(600_000));
    let run = convert(&text, &["--from", "fen", "--to", "fen"]);
    assert_eq!((run.status, run.stdout), (1, format!("{START}\n{START}\n")));
    let cell = "e2e4 ".repeat(4_000_000);
    let text = format!("moves\ne4\n\"{cell}\n{cell}\"\nd4\n");
    let run = convert(&text, &["--from", "csv", "--to", "uci"]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (1, "e2e4\nd2d4\n"),
        "{}",
        run.stderr
    );
    assert_eq!(places(&run.stderr), ["3:1"], "{}", run.stderr);
}

#[test]
fn rows_that_say_no_game_or_two_are_told() {
    let table = "white,movetext,moves_uci\nA,1. e4 e5,e2e4 e7e5\nB,1. e4 e5,e2e4 c7c5\nC,1. e4\nD,1. d4,d2d4,more\nE,1. e4 e5,e2e4\nF,1. c4 (1. b3) *,c2c4 1-0\nG,,g2g4\n";
    let run = convert(
        table,
        &[
            "--from",
            "csv",
            "--to",
            "csv",
            "--columns",
            "white,moves_uci",
        ],
    );
    assert_eq!(run.status, 1);
    assert_eq!(
        run.stdout, "white,moves_uci\nA,e2e4 e7e5\nF,c2c4\nG,g2g4\n",
        "{}",
        run.stderr
    );
    assert_eq!(
        places(&run.stderr),
        ["3:12", "4:1", "5:1", "6:12"],
        "{}",
        run.stderr
    );
    for message in [
        "half move 2 is `c7c5` in `moves_uci`, and `e7e5` in the other column of moves",
        "the row has 2 fields, and the table has 3 columns",
        "the row has 4 fields, and the table has 3 columns",
        "half move 2 is no move in `moves_uci`, and `e7e5`",
    ] {
        assert!(run.stderr.contains(message), "{message}: {}", run.stderr);
    }
    // Castling may be written either way.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for castling in ["e1g1", "e1h1"] {
        let table = format!("start_fen,movetext,moves_uci\n{fen},1. O-O,{castling}\n");
        let run = convert(&table, &["--from", "csv", "--to", "san"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    let run = convert("moves_uci\n0000 e7e5\n", &["--from", "csv", "--to", "uci"]);
    assert_eq!(run.stdout, "0000 e7e5\n", "{}", run.stderr);
}

#[test]
fn comments_to_the_end_of_a_line_end_there_in_tables_too() {
    let table = "movetext\n\"1. e4 ; good } {\ne5 {;} 2. Nf3 ; last\"\n";
    let run = convert(table, &["--from", "csv", "--to", "pgn"]);
    let moves = run.stdout.split("\n\n").nth(1).unwrap();
    assert_eq!(
        moves, "1. e4 {good ) {} 1... e5 {;} 2. Nf3 {last} *",
        "{}",
        run.stderr
    );
}
