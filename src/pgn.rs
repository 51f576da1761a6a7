//! PGN as text: tokens, tag pairs, game boundaries, encodings. Knows nothing of chess.
//!
//! [`split`] decides where games start, [`lexer`] cuts one game into tokens without losing a byte,
//! [`tags`] looks into a tag pair, [`commands`] into what programs write in comments, [`evaluation`] into what programs think of positions, [`clock`] into times, [`date`] into dates, [`termination`] into the tag of that name, [`encoding`] turns bytes into characters.

pub mod clock;
pub mod commands;
pub mod date;
pub mod encoding;
pub mod evaluation;
pub mod lexer;
pub mod lines;
pub mod patch;
pub mod split;
pub mod tags;
pub mod termination;
mod window;

pub use encoding::Encoding;
pub use lexer::{Kind, Lexer, Token};
pub use tags::{Tag, TagFault};

use std::ops::Range;

/// The longest game that is read, in bytes (64 MiB); a longer one is a finding.
pub const MAX_GAME: usize = 64 << 20;
/// The deepest nesting of variations that is read; a deeper one is a finding.
pub const MAX_DEPTH: usize = 256;
/// The longest tag pair that is read, in bytes (64 KiB); a longer one is a finding.
pub const MAX_TAG: usize = 64 << 10;

/// A stretch of a game's text: byte offsets from the game's first byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span between two offsets, which a game's size limit keeps below 4 GiB.
    #[inline]
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The offsets as a range.
    #[inline]
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of this span in its game; empty if the span does not lie in `game`.
    #[inline]
    #[must_use]
    pub fn of(self, game: &[u8]) -> &[u8] {
        game.get(self.range()).unwrap_or_default()
    }
}

/// The number of a glyph as it is written, `$14` (standard 8.2.4).
#[must_use]
pub fn nag(word: &[u8]) -> Option<u16> {
    let digits = std::str::from_utf8(word.strip_prefix(b"$")?).ok()?;
    digits.parse().ok()
}

/// The glyph of a mark behind a move, `!` to `?!` (standard 8.2.3.8); `None` for those that the standard does not know.
#[must_use]
pub const fn glyph_of_mark(mark: &[u8]) -> Option<u16> {
    Some(match mark {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        _ => return None,
    })
}
