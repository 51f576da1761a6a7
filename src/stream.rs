//! From files to blocks that begin at game starts, through the workers, and out again in order.
//!
//! [`input`] finds and opens files, [`blocks`] reads and cuts them, [`ordered`] spreads the work over
//! threads and hands back its results in the order of the blocks, [`output`] writes, [`compressed`] as it was read, [`progress`]
//! shows how far it is, [`cancel`] hears Ctrl-C. [`sorter`], [`distinct`] and [`spool`] sort records, tell them apart and
//! put them aside within a bound of memory, and beyond it in [`scratch`] files. Knows text ([`crate::pgn::split`]) but no chess.
//!
//! Memory is bounded by the blocks in flight: no file is held, or mapped, as a whole.

pub mod blocks;
pub mod cancel;
pub mod compressed;
pub mod distinct;
pub mod input;
pub mod ordered;
pub mod output;
mod pipe;
pub mod progress;
mod record;
pub mod scratch;
pub mod sorter;
pub mod spool;
