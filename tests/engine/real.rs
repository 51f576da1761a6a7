//! Engines that play chess: the one built in, and Stockfish where it is installed.

use std::path::Path;

use chesstool::chess::{CastlingMode, MoveKind, Position};
use chesstool::engine::{Engine, Launch, Limit, Score};

use crate::fake::{OWN, line, position};

/// Where Debian puts it.
const STOCKFISH: &str = "/usr/games/stockfish";

/// The real engines there are.
fn engines() -> Vec<Engine> {
    let mut launches = vec![Launch::builtin(OWN)];
    if Path::new(STOCKFISH).is_file() {
        let mut stockfish = Launch::new(STOCKFISH);
        stockfish.shim = Some(OWN.into());
        launches.push(stockfish);
    } else {
        eprintln!("skipped: there is no {STOCKFISH}");
    }
    launches
        .iter()
        .map(|launch| Engine::start(launch).unwrap())
        .collect()
}

const LIMIT: Limit = Limit::nodes(20_000);

#[test]
fn they_introduce_themselves() {
    for (engine, name) in engines().iter().zip(["chesstool", "Stockfish"]) {
        assert!(engine.name().starts_with(name), "{}", engine.name());
        assert!(engine.has_option("hash"));
    }
}

#[test]
fn they_find_mates() {
    let standard = CastlingMode::Standard;
    let mate_in_2 = position("6k1/8/6K1/8/8/8/8/R6R w - - 0 1", standard);
    let mated_in_1 = position("7k/8/5K2/6R1/8/8/8/R7 b - - 0 1", standard);
    let mate_in_1 = position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", standard);
    for mut engine in engines() {
        let mut score =
            |root: &Position| engine.analyse(root, &[], &LIMIT, 1).unwrap().lines[0].score;
        assert!(matches!(score(&mate_in_2), Score::Mate(1 | 2)));
        assert_eq!(score(&mate_in_1), Score::Mate(1));
        assert!(matches!(score(&mated_in_1), Score::Mate(-2..0)));
        let found = engine.analyse(&mate_in_1, &[], &LIMIT, 1).unwrap();
        assert_eq!(found.lines[0].moves, line(&mate_in_1, "d1d8"));
    }
}

#[test]
fn they_take_moves_and_tell_the_side_to_move_what_it_is_worth() {
    let root = Position::start();
    // After 1.e4 e5 2.Ba6 bxa6 White is a bishop down.
    let moves = line(&root, "e2e4 e7e5 f1a6 b7a6");
    for mut engine in engines() {
        let mut score = |plies: usize| {
            let found = engine.analyse(&root, &moves[..plies], &LIMIT, 1).unwrap();
            match found.lines[0].score {
                Score::Centipawns(value) => value,
                Score::Mate(_) => panic!("{found:?}"),
            }
        };
        assert!(score(4) < -150);
        assert!(score(3) > 150);
        assert!(score(2).abs() < 150);
    }
}

#[test]
fn the_same_is_found_again_in_a_new_game() {
    let root = Position::start();
    let moves = line(&root, "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4");
    for mut engine in engines() {
        let mut game = || {
            engine.new_game(CastlingMode::Standard).unwrap();
            let of = |plies: usize| engine.analyse(&root, &moves[..plies], &LIMIT, 1).unwrap();
            let found = (0..=moves.len()).rev().map(of);
            found
                .map(|found| (found.lines, found.nodes))
                .collect::<Vec<_>>()
        };
        assert_eq!(game(), game());
    }
}

#[test]
fn they_castle_in_chess960_both_ways() {
    // Castling gives check, by the rook that lands on f1, or on d1.
    let mode = CastlingMode::Chess960;
    for (fen, castling) in [
        ("5k2/R7/8/8/8/8/8/4K2R w K - 0 1", "e1h1"),
        ("3k4/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1"),
    ] {
        let root = position(fen, mode);
        let moves = line(&root, castling);
        assert_eq!(moves[0].kind(), MoveKind::Castle);
        for mut engine in engines() {
            let found = engine.analyse(&root, &[], &Limit::depth(4), 200).unwrap();
            assert!(!found.lines.is_empty());
            let told = found
                .lines
                .iter()
                .any(|line| line.moves.first() == moves.first());
            assert!(told, "{} tells no {castling}: {found:?}", engine.name());
            let after = engine.analyse(&root, &moves, &Limit::depth(4), 1).unwrap();
            assert!(after.best.is_some());
        }
    }
}

#[test]
fn they_castle_in_standard_chess_both_ways() {
    let root = position(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        CastlingMode::Standard,
    );
    for mut engine in engines() {
        let found = engine.analyse(&root, &[], &Limit::depth(3), 200).unwrap();
        for castling in ["e1g1", "e1c1"] {
            let mv = line(&root, castling)[0];
            assert!(
                found
                    .lines
                    .iter()
                    .any(|line| line.moves.first() == Some(&mv)),
                "{castling}"
            );
        }
        let moves = line(&root, "e1g1 e8c8");
        assert!(
            engine
                .analyse(&root, &moves, &Limit::depth(3), 1)
                .unwrap()
                .best
                .is_some()
        );
    }
}

#[test]
fn they_give_as_many_lines_as_are_asked_for() {
    for mut engine in engines() {
        let found = engine.analyse(&Position::start(), &[], &LIMIT, 3).unwrap();
        let ranks: Vec<usize> = found.lines.iter().map(|line| line.rank).collect();
        assert_eq!(ranks, [1, 2, 3]);
        assert_eq!(found.depth, found.lines[0].depth);
    }
}
