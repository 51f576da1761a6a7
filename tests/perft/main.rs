//! `chesstool perft`, tested as a program.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod counts;
mod interruption;
mod lines;
mod suites;

use assert_cmd::Command;

pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the command: exit status, standard output, standard error.
pub(crate) fn perft(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("chesstool")
        .unwrap()
        .arg("perft")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}
