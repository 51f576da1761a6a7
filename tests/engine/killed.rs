//! No process is left on Linux when this program or a thread of it ends, even by `kill -9`.

use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, thread};

use chesstool::engine::{Engine, shim};

use crate::fake::{Fake, OWN, assert_gone, assert_running, program};

/// The variable in which the test below tells this one what marks its engines.
const HELD: &str = "CHESSTOOL_TEST_HELD";

/// Not a test of its own: the program that [`engines_end_when_we_are_killed`] kills.
#[test]
#[ignore = "a part of `engines_end_when_we_are_killed`"]
fn holds_engines() {
    let Ok(marker) = env::var(HELD) else {
        return;
    };
    let mut engines = Vec::new();
    for behaviour in ["late-quit", "ignores-stop", "ok"] {
        let mut fake = Fake::new(behaviour);
        fake.launch.args.push((&marker).into());
        engines.push(fake.start());
    }
    // At work, and deaf.
    thread::sleep(Duration::from_mins(1));
    engines.into_iter().for_each(Engine::quit);
}

#[test]
fn engines_end_when_we_are_killed() {
    let marker = format!("held-by-{}-", std::process::id());
    let mut holder = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "killed::holds_engines"])
        .env(HELD, &marker)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    assert_running(&marker, 3);
    // `kill` of the standard library is SIGKILL.
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert_gone(&marker);
}

#[test]
fn engines_end_with_the_thread_that_started_them() {
    let fake = Fake::new("late-quit");
    let launch = fake.launch.clone();
    let thread = thread::spawn(move || {
        let engine = Engine::start(&launch).unwrap();
        // Never dropped, as if the thread had died of something worse.
        std::mem::forget(engine);
    });
    thread.join().unwrap();
    fake.assert_gone();
}

#[test]
fn the_shim_starts_nothing_for_a_parent_that_has_gone() {
    let program = program();
    let output = Command::new(OWN)
        .arg(shim::COMMAND)
        .arg("1")
        .arg(&program)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(i32::from(shim::FAILED)));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("has ended"), "{text}");
}
