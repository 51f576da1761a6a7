//! Chess games in PGN: reading without loss, replaying by the Laws, and saying what is wrong.
//!
//! The map of the modules; each may use only those named behind it.
//!
//! * [`chess`]: the rules engine
//! * [`arbiter`]: how games end on the board → `chess`
//! * [`openings`]: names of openings by position → `chess`
//! * [`pgn`]: the text of games
//! * [`replay`]: plays a text → `pgn`, `chess`
//! * [`finding`]: what was found, and how it is shown
//! * [`lint`]: the rules of `validate` → `finding`, `replay`, `arbiter`, `openings`, `pgn`, `chess`
//! * [`adjudicate`](mod@adjudicate): what the Laws say of recorded games → `lint` (the tags), `finding`, `replay`, `arbiter`, `pgn`, `chess`
//! * [`export`]: games and positions as tables and lines → `adjudicate`, `lint` (the tags, and what tells games from others), `replay`, `arbiter`, `openings`, `pgn`, `chess`
//! * [`engine`]: engines and the protocol they speak; the built-in one → `chess`
//! * [`annotate`](mod@annotate): evaluations and judgements of games → `replay`, `openings`, `pgn`, `chess`
//! * [`stream`]: files, blocks, threads, progress → `pgn`
//! * [`commands`]: options in, exit status out → all of the above
//! * [`cli`]: the command line → `commands`, and the options of the others

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "tests fail by panicking"
    )
)]

pub mod adjudicate;
pub mod annotate;
pub mod arbiter;
pub mod chess;
pub mod cli;
pub mod commands;
pub mod engine;
pub mod export;
pub mod finding;
pub mod lint;
pub mod openings;
pub mod pgn;
pub mod replay;
pub mod stream;
