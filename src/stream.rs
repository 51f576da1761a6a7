//! From files to blocks that begin at game starts, through the workers, and out again in order.
//!
//! [`input`] finds and opens files, [`blocks`] reads and cuts them, [`ordered`] spreads the work over
//! threads and hands back its results in the order of the blocks, [`output`] writes, [`compressed`] as it was read, [`progress`]
//! shows how far it is, [`cancel`] hears Ctrl-C. Knows text ([`crate::pgn::split`]) but no chess.
//!
//! Memory is bounded by the blocks in flight: no file is held, or mapped, as a whole.

pub mod blocks;
pub mod cancel;
pub mod compressed;
pub mod input;
pub mod ordered;
pub mod output;
pub mod progress;
