//! The keeper: new starts, second attempts, and giving up.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use chesstool::chess::{CastlingMode, Position};
use chesstool::engine::{Fault, Found, Keeper, Limit, Outcome, Policy};

use crate::fake::{Fake, SHORT, hasty, line};

const LIMIT: Limit = Limit::nodes(1000);

/// What becomes of three positions of a game.
fn game(keeper: &mut Keeper) -> Vec<Result<Found, Fault>> {
    let root = Position::start();
    let moves = line(&root, "e2e4 e7e5");
    keeper.new_game(CastlingMode::Standard);
    (0..=2)
        .rev()
        .map(
            |ply| match keeper.analyse(&root, &moves[..ply], &LIMIT, 1).unwrap() {
                Outcome::Found(found) => Ok(found),
                Outcome::Lost(fault) => Err(fault),
            },
        )
        .collect()
}

#[test]
fn a_position_is_asked_again_after_a_fault() {
    let mut honest = Keeper::new(Fake::new("ok").launch, hasty());
    let told = game(&mut honest);
    for behaviour in [
        "dies-at 2",
        "hangs-at 2",
        "ignores-stop 2",
        "forks-and-dies 2",
    ] {
        let mut fake = Fake::new(behaviour);
        fake.launch.deadlines.position = Some(Duration::from_secs(1));
        fake.launch.deadlines.stop = SHORT;
        let mut keeper = Keeper::new(fake.launch.clone(), hasty());
        for (found, honest) in game(&mut keeper).iter().zip(&told) {
            let (found, honest) = (found.as_ref().unwrap(), honest.as_ref().unwrap());
            assert_eq!(found.lines, honest.lines, "{behaviour}");
        }
        let troubles = keeper.troubles();
        assert_eq!(
            (troubles.starts, troubles.faults, troubles.lost),
            (3, 2, 0),
            "{behaviour}"
        );
        keeper.quit();
        fake.assert_gone();
    }
}

#[test]
fn what_fails_again_has_no_value_and_the_work_goes_on() {
    let fake = Fake::new("dies-at 1");
    let mut keeper = Keeper::new(fake.launch.clone(), hasty());
    assert!(game(&mut keeper).iter().all(Result::is_err));
    let troubles = keeper.troubles();
    assert_eq!((troubles.starts, troubles.faults), (6, 6));
    assert_eq!((troubles.lost, troubles.lost_in_a_row), (3, 3));
    assert_eq!(keeper.name(), Some("Fake 1.0"));
    fake.assert_gone();
}

#[test]
fn retries_can_be_had_otherwise() {
    let fake = Fake::new("no-score");
    let policy = Policy {
        retries: 0,
        ..hasty()
    };
    let mut keeper = Keeper::new(fake.launch.clone(), policy);
    let root = Position::start();
    assert!(matches!(
        keeper.analyse(&root, &[], &LIMIT, 1),
        Ok(Outcome::Lost(_))
    ));
    assert_eq!(keeper.troubles().starts, 1);
}

#[test]
fn what_is_not_its_fault_costs_an_engine_nothing() {
    let fake = Fake::new("no-960");
    let mut keeper = Keeper::new(fake.launch.clone(), hasty());
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let root = Position::from_fen(start, CastlingMode::Chess960).unwrap();
    keeper.new_game(CastlingMode::Chess960);
    let outcome = keeper.analyse(&root, &[], &LIMIT, 1).unwrap();
    assert!(matches!(outcome, Outcome::Lost(Fault::NoChess960 { .. })));
    assert!(game(&mut keeper).iter().all(Result::is_ok));
    assert_eq!((keeper.troubles().starts, keeper.troubles().faults), (1, 0));
}

#[test]
fn waiting_ends_when_the_run_does() {
    let fake = Fake::new("ignores-stop");
    let cancel = fake.launch.cancel.clone();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        cancel.store(true, Ordering::Relaxed);
    });
    let begun = Instant::now();
    let mut keeper = Keeper::new(fake.launch.clone(), hasty());
    match keeper.analyse(&Position::start(), &[], &LIMIT, 1) {
        Ok(Outcome::Lost(Fault::Cancelled)) => {}
        Err(dead) => assert!(dead.is_cancelled()),
        other => panic!("{other:?}"),
    }
    assert!(begun.elapsed() < Duration::from_secs(3));
    fake.assert_gone();
    let dead = keeper
        .analyse(&Position::start(), &[], &LIMIT, 1)
        .unwrap_err();
    assert!(dead.is_cancelled());
    canceller.join().unwrap();
}
