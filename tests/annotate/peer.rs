//! What python-chess reads of annotated games, with the built-in engine and with Stockfish.

use std::path::Path;
use std::process::Command;

use crate::program::annotate;

/// Whether python-chess is there.
fn has_python_chess() -> bool {
    let run = Command::new("python3")
        .args(["-c", "import chess.pgn"])
        .output();
    let there = run.is_ok_and(|run| run.status.success());
    if !there {
        eprintln!("skipped: what is read by python-chess, which is not installed");
    }
    there
}

fn read_back(original: &str, annotated: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("annotated.pgn");
    std::fs::write(&path, annotated).unwrap();
    let run = Command::new("python3")
        .args(["tests/annotate/peer.py", original])
        .arg(&path)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    String::from_utf8(run.stdout).unwrap()
}

#[test]
#[ignore = "needs python-chess, and Stockfish for its half"]
fn python_chess_reads_what_is_written() {
    if !has_python_chess() {
        return;
    }
    let sample = "testdata/sample.pgn";
    for engine in ["builtin", "/usr/games/stockfish"] {
        if engine != "builtin" && !Path::new(engine).is_file() {
            eprintln!("skipped: {engine}, which is not installed");
            continue;
        }
        let arguments = |jobs| {
            [
                "-q", "--engine", engine, "--nodes", "4000", "-j", jobs, sample,
            ]
        };
        let one = annotate("", &arguments("1"));
        assert_eq!(one.status, 0, "{}", one.stderr);
        let two = annotate("", &arguments("2"));
        assert_eq!(
            one.stdout, two.stdout,
            "{engine}: the same for any number of engines"
        );
        let told = read_back(sample, &one.stdout);
        eprintln!("{engine}: {told}");
        assert!(
            told.contains("games")
                && !told.contains(" 0 evaluations")
                && !told.contains(" 0 judged"),
            "{told}"
        );
    }
}
