//! Games and positions as other programs load them: the columns, and the formats.
//!
//! [`value`] holds what stands in a cell, [`filter`] chooses games.

pub mod filter;
pub mod value;

pub use value::{Kind, Value};
