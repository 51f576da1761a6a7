//! The Laws, tested: counts, differentials against other engines, notation, and every reason for a refusal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod differential;
mod fen;
mod game;
mod laws;
mod myths;
mod notation;
mod perft;
mod refusal;
mod refusal_castling;
mod refusal_king;
mod refusal_pawns;
