//! The built-in engine: what it finds, and how it speaks.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use chesstool::chess::{CastlingMode, Position};
use chesstool::engine::builtin::exchange::wins;
use chesstool::engine::builtin::limits::Limits;
use chesstool::engine::builtin::network::evaluate;
use chesstool::engine::builtin::score::moves_to_mate;
use chesstool::engine::builtin::search::{Line, Root, Searcher};
use chesstool::engine::builtin::uci::bench;

/// What all weights and rules of the search together come to; a change of it is meant, or a mistake.
const BENCH: u64 = 364_858;

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap()
}

fn search(fen: &str, nodes: u64, lines: usize) -> (Position, Vec<Line>) {
    let position = position(fen);
    let limits = Limits {
        nodes: Some(nodes),
        lines,
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1);
    let found = searcher.search(&Root::new(position), limits, Arc::default(), &mut |_| {});
    assert!(searcher.nodes() <= nodes + 4, "{} nodes", searcher.nodes());
    (position, found)
}

/// Answers to commands, the last of which ends the engine.
fn answers(commands: &str, pause: u64) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chesstool"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in commands.lines() {
        writeln!(input, "{line}").unwrap();
        if line.starts_with("go") {
            thread::sleep(Duration::from_millis(pause));
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_signature() {
    assert_eq!(bench(), BENCH);
}

#[test]
fn mates_are_found() {
    for (fen, moves, best) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, "a1a8"),
        (
            "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10",
            2,
            "d5f6",
        ),
    ] {
        let (position, lines) = search(fen, 200_000, 1);
        assert_eq!(position.uci(lines[0].moves[0]), best, "{fen}");
        assert_eq!(moves_to_mate(lines[0].score), Some(moves), "{fen}");
    }
}

#[test]
fn lines_are_legal_and_different() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9";
    let (position, lines) = search(fen, 30_000, 4);
    assert_eq!(lines.len(), 4);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line.rank, index + 1);
        assert!(index == 0 || line.score <= lines[index - 1].score);
        let mut now = position;
        for mv in &line.moves {
            assert!(now.is_legal(*mv), "{mv:?}");
            now.play(*mv);
        }
        assert!(
            lines[..index]
                .iter()
                .all(|other| other.moves[0] != line.moves[0])
        );
    }
    let (_, again) = search(fen, 30_000, 4);
    let told = |lines: &[Line]| {
        lines
            .iter()
            .map(|line| (line.score, line.moves.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(&lines),
        told(&again),
        "the same nodes, the same answer"
    );
}

#[test]
fn draws_are_seen() {
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/4K3/8 b - - 0 1",
    ] {
        let (_, lines) = search(fen, 5_000, 1);
        assert_eq!(lines[0].score, 0, "{fen}");
    }
    // A perpetual check saves the side that is a queen behind.
    let (_, lines) = search("6k1/5ppp/8/8/8/q7/5PPP/4Q1K1 b - - 0 1", 20_000, 1);
    assert!(lines[0].score > -100);
}

#[test]
fn colours_are_treated_alike() {
    for fen in [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
        "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
        "8/8/1p1k4/pP1p1p2/P2P1P2/3K4/8/8 w - - 0 50",
    ] {
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            let other = |letter: char| {
                if letter.is_uppercase() {
                    letter.to_ascii_lowercase()
                } else {
                    letter.to_ascii_uppercase()
                }
            };
            text.chars().map(other).collect()
        };
        let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
        let turn = if fields[1] == "w" { "b" } else { "w" };
        let mirrored = format!("{} {turn} {} - 0 1", rows.join("/"), swap(fields[2]));
        assert_eq!(
            evaluate(&position(fen)),
            evaluate(&position(&mirrored)),
            "{fen}"
        );
    }
}

#[test]
fn exchanges() {
    for (fen, mv, gain) in [
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        ),
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -210,
        ),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1", "d2d6", -400),
    ] {
        let position = position(fen);
        let found = position
            .legal_moves()
            .into_iter()
            .find(|found| position.uci(*found) == mv);
        let mv = found.unwrap();
        assert!(
            wins(&position, mv, gain) && !wins(&position, mv, gain + 1),
            "{fen}"
        );
    }
}

#[test]
fn it_speaks_uci() {
    let told = answers(
        "uci\nisready\nsetoption name Hash value 4\nucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 2000\nquit\n",
        300,
    );
    for part in [
        "id name chesstool",
        "option name Hash type spin",
        "option name UCI_Chess960",
        "uciok",
        "readyok",
        "score cp",
        "bestmove ",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let stopped = answers("position startpos\ngo infinite\nstop\nquit\n", 150);
    assert_eq!(stopped.matches("bestmove").count(), 1, "{stopped}");
    // Nothing but the end of its input ends it.
    assert!(answers("position startpos\ngo infinite\n", 50).contains("bestmove"));
    let only = answers(
        "position startpos\ngo nodes 500 searchmoves a2a3 h2h3\nquit\n",
        200,
    );
    assert!(
        only.contains("bestmove a2a3") || only.contains("bestmove h2h3"),
        "{only}"
    );
}

#[test]
fn what_it_cannot_use_is_told() {
    for (commands, part) in [
        (
            "position fen 8/8/8 w - - 0 1\ngo nodes 10\n",
            "bestmove (none)",
        ),
        (
            "position startpos moves e2e5\ngo nodes 10\n",
            "illegal move: e2e5",
        ),
        (
            "setoption name Contempt value 3\n",
            "no such option: Contempt",
        ),
        ("hello\n", "unknown command: hello"),
        (
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
            "score cp 0\nbestmove (none)",
        ),
        (
            "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
            "score mate 0\nbestmove (none)",
        ),
    ] {
        let told = answers(commands, 100);
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn chess960_castling() {
    let fen = "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1";
    let commands = format!(
        "setoption name UCI_Chess960 value true\nposition fen {fen} moves f1b1 f8h8\ngo nodes 500 searchmoves d1d2\nquit\n"
    );
    let told = answers(&commands, 150);
    assert!(!told.contains("illegal"), "{told}");
}

#[test]
fn a_clock_is_kept() {
    let begun = std::time::Instant::now();
    let told = answers(
        "position startpos\ngo wtime 300 btime 300 winc 0 binc 0\n",
        600,
    );
    assert!(told.contains("bestmove") && begun.elapsed() < Duration::from_secs(3));
}
