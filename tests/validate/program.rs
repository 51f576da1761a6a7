//! Runs the program, and reads what it writes.

#[path = "../program/run.rs"]
mod run;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

pub(crate) use run::{Run, run};

impl Run {
    /// The findings of a run with `--format jsonl`, without the summary.
    pub(crate) fn findings(&self) -> Vec<Value> {
        let mut lines = self.json();
        assert!(lines.pop().unwrap()["summary"].is_object());
        lines
    }

    /// The summary of a run with `--format jsonl`.
    pub(crate) fn summary(&self) -> Value {
        self.json().pop().unwrap()["summary"].clone()
    }

    /// The rules of the findings of a run with `--format jsonl`.
    pub(crate) fn rules(&self) -> Vec<String> {
        let name = |finding: &Value| finding["rule"].as_str().unwrap().to_owned();
        self.findings().iter().map(name).collect()
    }
}

/// The program, to be run with `validate`.
pub(crate) fn command(arguments: &[&str]) -> Command {
    run::program("validate", arguments)
}

/// Runs `chesstool validate` in the crate's folder.
pub(crate) fn validate(arguments: &[&str]) -> Run {
    run(&mut command(arguments), b"")
}

/// The same in another folder.
pub(crate) fn validate_in(folder: &Path, arguments: &[&str]) -> Run {
    run(command(arguments).current_dir(folder), b"")
}

/// The same with standard input.
pub(crate) fn pipe(input: &[u8], arguments: &[&str]) -> Run {
    run(&mut command(arguments), input)
}

/// Some megabytes of good and faulty games.
pub(crate) fn megabytes() -> Vec<u8> {
    let faulty = std::fs::read("testdata/faulty.pgn").unwrap();
    let sample = std::fs::read("testdata/sample.pgn").unwrap();
    let once = [faulty, sample].join(&b'\n');
    let mut games = Vec::new();
    while games.len() < 3 << 20 {
        games.extend_from_slice(&once);
        games.push(b'\n');
    }
    games
}

/// A game with a short tag section.
pub(crate) fn game(movetext: &str) -> String {
    format!("[Event \"?\"]\n[Result \"*\"]\n\n{movetext}\n")
}
