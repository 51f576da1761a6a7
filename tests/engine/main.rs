//! The UCI client and its keeper against engines that behave badly, and against real ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking"
)]

mod answers;
mod builtin;
mod fake;
mod keeping;
#[cfg(target_os = "linux")]
mod killed;
mod leftovers;
mod real;
mod starting;
