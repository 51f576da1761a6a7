//! Runs the program, and reads what it writes.

use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run has left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The objects of a run with `--to jsonl`.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap();
        self.stdout.lines().map(parse).collect()
    }
}

/// The program, to be run with `convert` in the crate's folder.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesstool"));
    command
        .arg("convert")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs `chesstool convert` with standard input.
pub(crate) fn convert(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let mut command = assert_cmd::Command::from_std(command(arguments));
    let output = command.write_stdin(input.as_ref()).output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The columns of the only row that a game gives as JSON Lines.
pub(crate) fn row(game: &str, columns: &str) -> Value {
    let run = convert(game, &["--to", "jsonl", "--columns", columns]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut rows = run.objects();
    assert_eq!(rows.len(), 1, "{}", run.stdout);
    rows.remove(0)
}

/// The rows of a game's plies as JSON Lines.
pub(crate) fn plies(game: &str, columns: &str, more: &[&str]) -> Vec<Value> {
    let mut arguments = vec!["--to", "jsonl", "--per", "ply", "--columns", columns];
    arguments.extend(more);
    let run = convert(game, &arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.objects()
}
