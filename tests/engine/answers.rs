//! What is made of answers, good and bad.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chesstool::chess::{CastlingMode, Position};
use chesstool::engine::{Fault, Found, Limit, Log, Score};

use crate::fake::{Fake, SHORT, line, position};

const LIMIT: Limit = Limit::nodes(1000);

/// What the engine of that behaviour finds in the position after 1.e4.
fn found(behaviour: &str) -> Result<Found, Fault> {
    let fake = Fake::new(behaviour);
    let mut engine = fake.start();
    let root = Position::start();
    let found = engine.analyse(&root, &line(&root, "e2e4"), &LIMIT, 1);
    drop(engine);
    fake.assert_gone();
    found
}

#[test]
fn an_honest_answer() {
    let found = found("ok").unwrap();
    assert_eq!(found.lines.len(), 1);
    let best = &found.lines[0];
    assert!(best.exact && matches!(best.score, Score::Centipawns(_)));
    assert_eq!(best.moves.len(), 4);
    assert_eq!(found.best, best.moves.first().copied());
    assert_eq!((found.nodes, found.depth, found.stopped), (1000, 5, false));
}

#[test]
fn the_frame_of_a_line_changes_nothing() {
    let honest = found("ok").unwrap();
    for behaviour in [
        "crlf",
        "garbage",
        "illegal-pv",
        "wrong-options",
        "forks",
        "huge-line",
    ] {
        let found = found(behaviour).unwrap();
        assert_eq!(
            (&found.lines, found.best),
            (&honest.lines, honest.best),
            "{behaviour}"
        );
    }
}

#[test]
fn bounds_are_better_than_nothing() {
    let bound = &found("bounds-only").unwrap().lines[0];
    let honest = &found("ok").unwrap().lines[0];
    assert!(!bound.exact);
    assert_eq!((bound.score, &bound.moves), (honest.score, &honest.moves));
}

#[test]
fn no_move_is_an_answer_and_no_score_is_none() {
    let none = found("none").unwrap();
    assert_eq!((none.best, none.lines[0].moves.len()), (None, 0));
    assert!(matches!(found("no-score"), Err(Fault::NoScore { .. })));
}

#[test]
fn a_flood_is_read_in_bounded_memory() {
    let before = memory();
    let found = found("floods 100").unwrap();
    assert_eq!(found.lines[0].depth, 5, "the last line counts");
    let grown = memory().saturating_sub(before);
    assert!(grown < 80 << 10, "{grown} KiB");
}

/// KiB that this process has needed at most; 0 where it cannot be looked up.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

#[test]
fn a_flood_without_end_is_cut_off() {
    let mut fake = Fake::new("floods-for-ever");
    fake.launch.deadlines.position = Some(SHORT);
    fake.launch.deadlines.stop = SHORT;
    let begun = Instant::now();
    let fault = fake
        .start()
        .analyse(&Position::start(), &[], &LIMIT, 1)
        .unwrap_err();
    assert!(matches!(fault, Fault::IgnoresStop { .. }), "{fault}");
    assert!(begun.elapsed() < Duration::from_secs(8));
    fake.assert_gone();
}

#[test]
fn positions_without_a_move_are_not_sent() {
    let fake = Fake::new("dies-at 1");
    let mut engine = fake.start();
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", CastlingMode::Standard);
    assert_eq!(
        engine.analyse(&mated, &[], &LIMIT, 1).unwrap(),
        Found::default()
    );
}

#[test]
fn illegal_lines_are_not_sent() {
    let fake = Fake::new("ok");
    let mut engine = fake.start();
    let root = Position::start();
    let mut moves = line(&root, "e2e4");
    moves.extend_from_within(..);
    let fault = engine.analyse(&root, &moves, &LIMIT, 1).unwrap_err();
    assert!(matches!(fault, Fault::IllegalLine { ply: 2 }));
    assert!(engine.analyse(&root, &[], &LIMIT, 1).is_ok(), "it goes on");
}

#[test]
fn several_lines() {
    let fake = Fake::new("ok");
    let mut engine = fake.start();
    for (asked, told) in [(2, 2), (9, 3), (1, 1), (0, 1)] {
        let found = engine
            .analyse(&Position::start(), &[], &LIMIT, asked)
            .unwrap();
        assert_eq!(found.lines.len(), told);
    }
}

#[test]
fn a_slow_engine_is_stopped_and_its_answer_used() {
    let mut fake = Fake::new("slow-until-stop");
    fake.launch.deadlines.position = Some(SHORT);
    let found = fake
        .start()
        .analyse(&Position::start(), &[], &LIMIT, 1)
        .unwrap();
    assert!(found.stopped && found.lines[0].exact);
    fake.launch.args[0] = "slow-without-score".into();
    let fault = fake
        .start()
        .analyse(&Position::start(), &[], &LIMIT, 1)
        .unwrap_err();
    assert!(matches!(fault, Fault::TooSlow { .. }));
}

#[test]
fn one_that_ignores_stop_is_given_up() {
    for behaviour in ["ignores-stop", "hangs-at"] {
        let mut fake = Fake::new(behaviour);
        fake.launch.deadlines.position = Some(SHORT);
        fake.launch.deadlines.stop = SHORT;
        let fault = fake
            .start()
            .analyse(&Position::start(), &[], &LIMIT, 1)
            .unwrap_err();
        assert!(matches!(fault, Fault::IgnoresStop { .. }), "{fault}");
        assert_eq!(
            fault.to_string(),
            "engine Fake 1.0 hangs: no move within 0.3 s, nor after `stop`"
        );
        fake.assert_gone();
    }
}

#[test]
fn how_one_died_is_told() {
    let fault = found("dies-at").unwrap_err().to_string();
    let told =
        "engine Fake 1.0 ended while it was in use (exit status: 5; stderr: assertion failed)";
    assert!(fault == told || cfg!(windows), "{fault}");
    // Its child holds the output open.
    assert_eq!(found("forks-and-dies").unwrap_err().to_string(), fault);
}

#[test]
fn one_that_reads_nothing_is_given_up() {
    let mut fake = Fake::new("never-reads");
    fake.launch.deadlines.ready = SHORT;
    let fault = fake.start().new_game(CastlingMode::Standard).unwrap_err();
    assert!(matches!(fault, Fault::NotReady { .. }), "{fault}");
    // Its pipe fills, then our queue; no call waits.
    fake.launch.deadlines.position = Some(Duration::ZERO);
    fake.launch.deadlines.ready = Duration::ZERO;
    fake.launch.deadlines.stop = Duration::ZERO;
    let begun = Instant::now();
    fake.launch.deadlines.ready = Duration::from_secs(8);
    let mut engine = fake.start();
    let root = position("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", CastlingMode::Standard);
    let there_and_back = "a1a2 e3e4 a2a1 e4e3 ".repeat(2000);
    let moves = line(&root, &there_and_back);
    drop(engine.analyse(&root, &moves, &LIMIT, 1));
    assert!(begun.elapsed() < Duration::from_secs(12));
    drop(engine);
    fake.assert_gone();
}

#[test]
fn chess960_is_asked_of_those_only_that_play_it() {
    let root = position(
        "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1",
        CastlingMode::Chess960,
    );
    let fake = Fake::new("no-960");
    let mut engine = fake.start();
    let fault = engine.analyse(&root, &[], &LIMIT, 1).unwrap_err();
    assert!(matches!(fault, Fault::NoChess960 { .. }) && !fault.is_the_engines());
    assert!(engine.analyse(&Position::start(), &[], &LIMIT, 1).is_ok());
    let fake = Fake::new("ok");
    let mut engine = fake.start();
    for words in ["", "e1g1", "e1g1 e8b8", "e1b1 e8g8"] {
        let found = engine
            .analyse(&root, &line(&root, words), &LIMIT, 1)
            .unwrap();
        assert_eq!(found.lines[0].moves.len(), 4, "{words}");
    }
    assert!(
        engine.analyse(&Position::start(), &[], &LIMIT, 1).is_ok(),
        "and back"
    );
}

/// A log that can be read.
#[derive(Clone, Default)]
struct Record(Arc<Mutex<Vec<u8>>>);

impl Write for Record {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_is_said_is_recorded() {
    let record = Record::default();
    let mut fake = Fake::new("crlf");
    fake.launch.log = Some(Log::new(record.clone()));
    let mut engine = fake.start();
    let id = engine.process();
    let root = Position::start();
    engine
        .analyse(&root, &line(&root, "e2e4 e7e5"), &LIMIT, 2)
        .unwrap();
    engine.analyse(&root, &[], &Limit::depth(3), 2).unwrap();
    engine.quit();
    let text = String::from_utf8(record.0.lock().unwrap().clone()).unwrap();
    let said: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("{id} > ")))
        .collect();
    assert_eq!(
        said,
        [
            "uci",
            "setoption name Hash value 16",
            "isready",
            "ucinewgame",
            "isready",
            "setoption name MultiPV value 2",
            "position startpos moves e2e4 e7e5",
            "go nodes 1000",
            "position startpos",
            "go depth 3",
            "quit",
        ]
    );
    assert!(text.contains(&format!("{id} < uciok\n")));
    assert_eq!(text.matches("< readyok").count(), 2);
}
