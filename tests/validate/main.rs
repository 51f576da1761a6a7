//! `chesstool validate`, tested as a program: rules, options, streams, places, hostile input.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

mod arbiter;
mod cli;
mod collation;
mod config;
mod explain;
mod fix;
mod formats;
mod hostile;
mod interruption;
mod movetext;
mod outputs;
mod places;
mod program;
mod rules;
mod set;
mod statistics;
mod statuses;
mod streams;
mod tags;
