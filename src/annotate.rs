//! Annotates games: engine evaluations, judgements, best lines, openings.
//!
//! Knows nothing of engines: whoever implements [`analysis::Analyst`] may value the positions.

pub mod accuracy;
pub mod analysis;
pub mod chances;
pub mod game;
pub mod marks;
pub mod ours;
pub mod outcome;
pub mod reading;
pub mod report;
pub mod settings;
mod tags;
pub mod verify;
pub mod write;
