//! `chesstool annotate` from outside: with an engine that answers from a table, and with the built-in one.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking, and say what they skip"
)]

mod choices;
mod faults;
mod files;
mod formulas;
#[cfg(unix)]
mod interrupted;
mod order;
mod peer;
mod positions;
mod program;
mod report;
mod resume;
mod table;
mod text;
mod verify;
