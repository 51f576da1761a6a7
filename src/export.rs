//! Games and positions as other programs load them: the columns, and the formats.
//!
//! [`value`] holds what stands in a cell, [`notation`] the ways to write a move, [`pgn`] writes games in the
//! PGN standard's export format.

pub mod notation;
pub mod pgn;
pub mod value;

pub use value::{Kind, Value};
