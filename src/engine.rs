//! Engines: the protocol they speak, those that run as child processes, and the one built in.
//!
//! [`keeper`] gives a worker an engine that is there whatever happens; it rests on [`client`] (one engine spoken to),
//! that on [`process`] (a child of which nothing is left) and [`reply`] (what a line says). [`fault`] is what can
//! go wrong, [`shim`] the step that ties a child to our own life, [`log`] the record of what was said.

pub mod builtin;
pub mod client;
pub mod fault;
pub mod keeper;
pub mod log;
pub mod process;
pub mod reply;
pub mod shim;
mod spelling;

pub use client::{Deadlines, Engine, Found, Launch, Limit, Pv, Score};
pub use fault::{Fault, StartError};
pub use keeper::{Dead, Keeper, Outcome, Policy};
pub use log::Log;
