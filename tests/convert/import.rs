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
