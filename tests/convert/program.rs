//! Runs the program, and reads what it writes.

#[path = "../program/run.rs"]
mod run;

use std::process::Command;

use serde_json::Value;

pub(crate) use run::Run;

/// The program, to be run with `convert`.
pub(crate) fn command(arguments: &[&str]) -> Command {
    run::program("convert", arguments)
}

/// Runs `chesstool convert` with standard input.
pub(crate) fn convert(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    run::run(&mut command(arguments), input.as_ref())
}

/// The columns of the only row that a game gives as JSON Lines.
pub(crate) fn row(game: &str, columns: &str) -> Value {
    let run = convert(game, &["--to", "jsonl", "--columns", columns]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut rows = run.json();
    assert_eq!(rows.len(), 1, "{}", run.stdout);
    rows.remove(0)
}

/// The rows of a game's plies as JSON Lines.
pub(crate) fn plies(game: &str, columns: &str, more: &[&str]) -> Vec<Value> {
    let mut arguments = vec!["--to", "jsonl", "--per", "ply", "--columns", columns];
    arguments.extend(more);
    let run = convert(game, &arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.json()
}
