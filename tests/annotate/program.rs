//! Runs the program with an engine that a test can foresee.

#[path = "../program/run.rs"]
mod run;

use std::path::PathBuf;
use std::process::Command;

pub(crate) use run::Run;

/// The program, to be run with `annotate`.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = run::program("annotate", arguments);
    command.env_remove("CHESSTOOL_ENGINE");
    command
}

/// Runs `chesstool annotate` with standard input.
pub(crate) fn annotate(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    run::run(&mut command(arguments), input.as_ref())
}

/// The engine that plays a part: `cargo test` builds the examples beside the tests.
pub(crate) fn fake_engine() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples");
    path.push(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{} is not built", path.display());
    path
}
