//! Real games, beside python-chess: repetitions, clocks, mates, stalemates, insufficient material.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::adjudicate;

/// Games of each file.
const GAMES: usize = 2_500;
/// Games that must have been compared.
const LEAST: usize = 5_000;

/// What python-chess says; `None` where it is not installed.
fn peer(games: &str) -> Option<Vec<Value>> {
    let installed = Command::new("python3")
        .args(["-c", "import chess"])
        .output();
    if !installed.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let limit = GAMES.to_string();
    let mut child = Command::new("python3")
        .args(["tests/adjudicate/peer.py", &limit])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let games = games.to_owned();
    let writer = std::thread::spawn(move || {
        // It need not read all of it.
        let _ = stdin.write_all(games.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let parse = |line| serde_json::from_str(line).unwrap();
    Some(text.lines().map(parse).collect())
}

/// What is different, in words.
fn differences(own: &Value, peer: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for key in ["repetitions_max", "halfmove_clock"] {
        if own[key] != peer[key] {
            found.push(format!("{key}: {} and {}", own[key], peer[key]));
        }
    }
    // python-chess goes on counting once a game is over, and then there is nothing to claim.
    let over = ["checkmate", "stalemate", "dead_position"].map(Value::from);
    let end = own["end_ply"]
        .as_u64()
        .filter(|_| over.contains(&own["reason"]));
    for key in ["threefold_ply", "fifty_ply"] {
        let late = end.is_some_and(|end| peer[key].as_u64().is_some_and(|ply| ply >= end));
        let right = if late { &Value::Null } else { &peer[key] };
        if own[key] != *right {
            found.push(format!("{key}: {} and {}", own[key], peer[key]));
        }
    }
    let fen = own["final_fen"].as_str().unwrap();
    if fen.split(' ').next() != peer["board"].as_str() {
        found.push(format!("board: {fen} and {}", peer["board"]));
    }
    let mated = peer["checkmate"] == true;
    if mated && own["reason"] != "checkmate" {
        found.push(format!("mate, and {}", own["reason"]));
    }
    let drawn = ["stalemate", "dead_position"].map(Value::from);
    if peer["stalemate"] == true && !drawn.contains(&own["reason"]) {
        found.push(format!("stalemate, and {}", own["reason"]));
    }
    for (side, key) in ["white_can_mate", "black_can_mate"].into_iter().enumerate() {
        if !mated && peer["insufficient"][side] == true && own[key] != "no" {
            found.push(format!("{key}: {}", own[key]));
        }
    }
    found
}

#[test]
#[ignore = "takes minutes, and needs python-chess and the corpora beside the project"]
#[allow(clippy::print_stderr, reason = "says what is skipped")]
fn real_games_are_judged_as_python_chess_judges_them() {
    let mut compared = 0;
    let mut different = Vec::new();
    for name in [
        "otb-twic-944",
        "otb-pgnmentor-tomgp",
        "fics-blitz-ficsgamesdb",
    ] {
        let path = format!("../shared/corpora/bulk/{name}.pgn.zst");
        let Ok(file) = std::fs::File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path))
        else {
            eprintln!("skipped: there is no {path}");
            return;
        };
        let text = zstd::stream::decode_all(file).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        // It reads a tag section with two empty lines behind it as a game of its own.
        let joined = text
            .replace("]\n\n\n", "]\n\n")
            .replace("]\r\n\r\n\r\n", "]\r\n\r\n");
        let Some(theirs) = peer(&joined) else {
            eprintln!("skipped: python3 has no module chess");
            return;
        };
        let arguments = ["--format", "jsonl", "-q", "--laws", "pre-2014", "-"];
        let own = adjudicate(&text, &arguments).json();
        for (own, theirs) in own.iter().zip(&theirs) {
            if own["final_fen"].is_null() || theirs["readable"] == false {
                continue;
            }
            let found = differences(own, theirs);
            if !found.is_empty() {
                different.push(format!("{name} {}: {found:?}", own["game"]));
            }
            compared += 1;
        }
    }
    eprintln!("{compared} games compared, {} different", different.len());
    assert!(different.is_empty(), "{different:#?}");
    assert!(compared >= LEAST, "{compared}");
}
