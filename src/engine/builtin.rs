//! The built-in engine: search, evaluation, table; on the rules of [`crate::chess`].
//!
//! It runs on one thread and is deterministic: at fixed nodes or depth the same commands give the same answers.

pub mod checks;
pub mod correction;
pub mod exchange;
pub mod history;
pub mod limits;
pub mod network;
pub mod order;
pub mod score;
pub mod search;
pub mod table;
pub mod uci;
