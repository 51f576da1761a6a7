//! The Laws, tested: counts, differentials against other engines, notation, and every reason for a refusal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod differential;
mod perft;
