//! `chesstool convert`, tested as a program: tables, lines, what is read back, bad games, what is sorted,
//! drawn, split and left out, the manners of a filter.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

mod errors;
mod filter;
mod generated;
mod import;
mod lines;
mod manners;
mod peer;
mod pgn;
mod program;
mod roundtrip;
mod sample;
mod sort;
mod split;
mod tables;
mod unique;
