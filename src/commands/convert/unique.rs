//! Lines that are written the first time only.
//!
//! Lines are known by hashes of 128 bits: among `n` different ones the odds that any two are taken for the same are
//! about `n² / 2¹²⁹`, which for a thousand million lines is one in 10²⁰. Of positions the first four fields count, as
//! for the repetition of positions (Laws 9.2.3): the men, whose move it is, castling, and the capture en passant; the
//! counters of a FEN and the operations of an EPD do not.

use std::io;

use twox_hash::XxHash3_128;

use crate::commands::convert::parcel::Parcel;
use crate::stream::distinct::{Distinct, Fate, Firsts};

/// The fields that make a position.
const POSITION_FIELDS: usize = 4;

/// The lines that were met.
#[derive(Debug)]
pub(super) struct Unique {
    lines: Distinct,
    /// Lines are positions.
    positions: bool,
}

impl Unique {
    /// Takes so many bytes of memory.
    pub(super) fn new(positions: bool, memory: usize) -> Unique {
        Unique {
            lines: Distinct::new(memory),
            positions,
        }
    }

    /// Leaves a game those lines that are to be written now; how many were met before.
    pub(super) fn reduce(&mut self, game: &mut Parcel) -> io::Result<u64> {
        let text = std::mem::take(&mut game.text);
        let mut again = 0;
        game.rows = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let hash = XxHash3_128::oneshot(self.compared(line));
            let aside = || {
                let parcel = Parcel {
                    number: game.number,
                    rows: 1,
                    tag: game.tag.clone(),
                    text: line.to_vec(),
                    ..Parcel::default()
                };
                parcel.pack()
            };
            match self.lines.meet(hash, aside)? {
                Fate::First => {
                    game.rows += 1;
                    game.text.extend_from_slice(line);
                }
                Fate::Again => again += 1,
                Fate::Later => {}
            }
        }
        Ok(again)
    }

    /// The lines that were put aside and are the first of their kind, each a packed parcel.
    pub(super) fn finish(self) -> io::Result<Firsts> {
        self.lines.finish()
    }

    /// What of a line tells it from others.
    fn compared<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let line = line.trim_ascii_end();
        if !self.positions {
            return line;
        }
        let mut spaces = memchr::memchr_iter(b' ', line);
        spaces
            .nth(POSITION_FIELDS - 1)
            .map_or(line, |end| &line[..end])
    }
}
