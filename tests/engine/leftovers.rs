//! No process is left, however an engine ends; `killed` is about how this program does.

use std::fs;
use std::time::{Duration, Instant};

use chesstool::chess::Position;
use chesstool::engine::Limit;

use crate::fake::{Fake, assert_running};

#[test]
fn one_that_quits_late_is_killed() {
    let fake = Fake::new("late-quit");
    let engine = fake.start();
    let begun = Instant::now();
    engine.quit();
    let took = begun.elapsed();
    assert!(took >= fake.launch.deadlines.quit && took < Duration::from_secs(5));
    fake.assert_gone();
}

#[test]
fn one_that_quits_is_waited_for() {
    let fake = Fake::new("ok");
    let engine = fake.start();
    let id = engine.process();
    engine.quit();
    assert!(fs::metadata(format!("/proc/{id}")).is_err(), "a zombie");
    fake.assert_gone();
}

#[test]
fn children_of_an_engine_end_with_it() {
    for behaviour in ["forks", "forks-and-dies"] {
        let fake = Fake::new(behaviour);
        let mut engine = fake.start();
        if cfg!(target_os = "linux") {
            assert_running(&fake.marker, 2);
        }
        drop(engine.analyse(&Position::start(), &[], &Limit::depth(1), 1));
        drop(engine);
        fake.assert_gone();
    }
}

#[test]
fn a_dropped_engine_leaves_no_zombie() {
    let fake = Fake::new("ok");
    let engine = fake.start();
    let id = engine.process();
    drop(engine);
    assert!(fs::metadata(format!("/proc/{id}")).is_err(), "a zombie");
}
