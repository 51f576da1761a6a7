//! Games and positions as other programs load them: the columns, and the formats.
//!
//! [`value`] holds what stands in a cell, [`parquet`] writes rows of values as a Parquet file.

pub mod parquet;
pub mod value;

pub use value::{Kind, Value};
