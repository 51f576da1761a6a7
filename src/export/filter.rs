//! Which games are wanted: by what is known of them, by a position, by material.
//!
//! [`expression`] asks about the columns and tags of a game, [`pattern`] about a position, [`material`]
//! about the men of the sides. [`fault`] is what is wrong with the text of a filter. No filter reads
//! games itself: each is asked, game for game or ply for ply.

pub mod expression;
pub mod fault;
pub mod material;
pub mod pattern;

pub use expression::{Expression, Wanted};
pub use fault::Fault;
pub use material::Material;
pub use pattern::Pattern;
