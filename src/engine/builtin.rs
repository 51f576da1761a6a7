//! The built-in engine: search, evaluation, table; on the rules of [`crate::chess`].
//!
//! It runs on one thread and is deterministic: at fixed nodes or depth the same commands give the same answers.

pub mod checks;
pub mod correction;
pub mod eval;
pub mod exchange;
pub mod features;
pub mod history;
pub mod limits;
pub mod order;
pub mod score;
pub mod search;
pub mod table;
pub mod uci;
pub mod weights;
