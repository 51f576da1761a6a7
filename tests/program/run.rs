//! Runs the program, and keeps what it has left.

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
    /// The lines of standard output, each an object.
    pub(crate) fn json(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap();
        self.stdout.lines().map(parse).collect()
    }
}

/// The program, to be run with one of its commands in the crate's folder.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesstool"));
    command
        .arg(name)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a program with standard input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut command = assert_cmd::Command::from_std(std::mem::replace(command, Command::new("")));
    let output = command.write_stdin(input).output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
