//! The Laws, tested: counts, differentials against other engines, notation, and every reason for a refusal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

mod differential;
mod fen;
mod game;
mod invariants;
mod laws;
mod myths;
mod notation;
mod oracles;
mod perft;
mod random;
mod refusal;
mod refusal_castling;
mod refusal_king;
mod refusal_pawns;
mod suites;
