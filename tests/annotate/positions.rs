//! `--fen-file`: positions instead of games.

use crate::program::annotate;

#[test]
fn positions_from_a_pipe() {
    let input = "# two mates, a stalemate and one that is over\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n\
                 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let run = annotate(input, &["--fen-file", "-", "--nodes", "3000"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rows = run.json();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0]["best"], "a1a8");
    assert_eq!(rows[0]["best_san"], "Ra8#");
    assert_eq!(
        (&rows[0]["score_mate"], &rows[0]["score_cp"]),
        (&1.into(), &serde_json::Value::Null)
    );
    assert_eq!(rows[0]["line"], 2);
    assert_eq!(rows[1]["status"], "stalemate");
    assert_eq!(rows[2]["status"], "checkmate");
    assert!(
        rows[3]["depth"].as_u64().unwrap() > 3 && rows[3]["nodes"].as_u64().unwrap() >= 3000,
        "{}",
        rows[3]
    );
    let jobs = annotate(input, &["--fen-file", "-", "--nodes", "3000", "-j3"]);
    assert_eq!(jobs.stdout, run.stdout);
}

#[test]
fn several_lines() {
    let run = annotate(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n",
        &["--fen-file", "-", "--nodes", "3000", "--multipv", "3"],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rows = run.json();
    let lines = rows[0]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["pv"][0] != rows[0]["best"]));
}

#[test]
fn a_bad_line_is_a_row_of_its_own() {
    let good = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let input = [
        b"8/8/8 w - - 0 1\n",
        good.as_bytes(),
        b"\n  6k1/8/8/8/8/8/8/4K3 x - - 0 1\n4k3/8/8/8/8/8/8/4KQ2 w - - \xff\n8/8/8/8/8/8/8/4K3 w - - 0 1\n",
        good.as_bytes(),
        b"\n4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    ]
    .concat();
    let arguments = ["--fen-file", "-", "--nodes", "500"];
    let run = annotate(&input, &arguments);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let rows = run.json();
    assert_eq!(rows.len(), 7);
    let places = [(1, 1), (3, 23), (4, 28), (5, 1), (7, 23)];
    for (line, column) in places {
        let row = &rows[line - 1];
        assert_eq!(
            (&row["line"], &row["column"]),
            (&line.into(), &column.into()),
            "{row}"
        );
        assert!(
            row["error"].as_str().unwrap().starts_with("the FEN "),
            "{row}"
        );
        let told = format!("error: <stdin>:{line}:{column}: the FEN ");
        assert!(run.stderr.contains(&told), "{told} in {}", run.stderr);
    }
    assert_eq!(run.stderr.matches("error: ").count(), places.len());
    for line in [2, 6] {
        let row = &rows[line - 1];
        assert_eq!((&row["line"], &row["best"]), (&line.into(), &"a1a8".into()));
        assert!(row.get("error").is_none());
    }
    let jobs = annotate(&input, &[&arguments[..], &["-j3"]].concat());
    assert_eq!(jobs.stdout, run.stdout);
}

#[test]
fn what_would_be_ignored_is_refused() {
    for option in [
        &["games.pgn"][..],
        &["--resume"],
        &["--report", "x.html"],
        &["--dry-run"],
        &["--journal", "x"],
        &["--unordered"],
        &["--in-place"],
        &["--verify"],
        &["--position-nags"],
        &["--no-evals"],
        &["--eval-depth"],
        &["--no-nags"],
        &["--nag-style", "symbol"],
        &["--no-comments"],
        &["--variations", "3"],
        &["--no-variations"],
        &["--min-judgement", "blunder"],
        &["--accuracy"],
        &["--no-eco"],
        &["--eco-comment"],
        &["--preset", "lichess"],
        &["--only-missing"],
        &["--overwrite", "all"],
        &["--skip-plies", "3"],
        &["--skip-book"],
        &["--from", "3"],
        &["--to", "3"],
        &["--side", "white"],
        &["--stop-decided", "90"],
        &["--max-games", "3"],
    ] {
        let run = annotate("", &[&["--fen-file", "-"], option].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{option:?}");
        assert!(
            run.stderr.contains("cannot be used with"),
            "{option:?}: {}",
            run.stderr
        );
    }
}
