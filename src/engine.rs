//! Engines: the protocol they speak, those that run as child processes, and the one built in.

pub mod builtin;
