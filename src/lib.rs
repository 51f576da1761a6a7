//! x
pub mod chess;
