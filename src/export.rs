//! Games and positions as other programs load them: the columns, and the formats.
//!
//! [`block`] converts a stretch of text; [`game`] reads a game; [`columns`] holds what tables can say of it and of its
//! plies, [`value`] what stands in a cell. [`rows`] writes tables as text, [`parquet`] as Parquet files; [`lines`] writes
//! positions and moves, [`notation`] holds the ways to write a move, [`pgn`] writes games in the PGN standard's export
//! format; [`import`] makes games of other texts; [`filter`] chooses games.

pub mod block;
pub mod columns;
pub mod filter;
pub mod game;
pub mod import;
pub mod lines;
pub mod notation;
pub mod parquet;
pub mod pgn;
pub mod polyglot;
pub mod rows;
pub mod value;

pub use value::{Kind, Value};
