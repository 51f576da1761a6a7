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
fn several_lines_and_bad_positions() {
    let run = annotate(
        "8/8/8 w - - 0 1\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n",
        &["--fen-file", "-", "--nodes", "3000", "--multipv", "3"],
    );
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("<stdin>:1: the FEN"), "{}", run.stderr);
    let rows = run.json();
    assert_eq!(rows.len(), 1);
    let lines = rows[0]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["pv"][0] != rows[0]["best"]));
}
