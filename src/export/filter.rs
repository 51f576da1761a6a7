//! Which games are wanted.
//!
//! [`expression`] asks about the columns and tags of a game. [`fault`] is what is wrong with the text of a
//! filter. No filter reads games itself: each is asked, game for game or ply for ply.

pub mod expression;
pub mod fault;

pub use expression::{Expression, Wanted};
pub use fault::Fault;
