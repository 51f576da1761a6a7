//! `chesstool adjudicate`, tested as a program: the Laws row by row, tags, formats, what is written.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod board;
mod formats;
mod myths;
mod offboard;
mod peer;
mod positions;
mod program;
mod runs;
mod write;
