//! Changes to a text: bytes to put in place of others. Every byte that no change names stays.

use std::io::{self, Write};

use crate::pgn::Span;

/// Bytes to put in place of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// Offset of the first byte that is replaced.
    pub start: usize,
    /// Offset behind the last one.
    pub end: usize,
    /// What takes their place.
    pub text: Vec<u8>,
}

impl Patch {
    /// Puts bytes before the one at an offset.
    #[must_use]
    pub fn insert(at: usize, text: impl Into<Vec<u8>>) -> Patch {
        Patch {
            start: at,
            end: at,
            text: text.into(),
        }
    }

    /// Puts bytes in the place of a span.
    #[must_use]
    pub fn replace(span: Span, text: impl Into<Vec<u8>>) -> Patch {
        Patch {
            start: span.range().start,
            end: span.range().end,
            text: text.into(),
        }
    }
}

/// Writes a text with all patches, which stand in their order and do not overlap; one that does is left out.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_patched(out: &mut impl Write, text: &[u8], patches: &[Patch]) -> io::Result<()> {
    let mut at = 0;
    for patch in patches {
        if patch.start < at || patch.end > text.len() {
            debug_assert!(false, "{patch:?} overlaps the one before it");
            continue;
        }
        out.write_all(&text[at..patch.start])?;
        out.write_all(&patch.text)?;
        at = patch.end;
    }
    out.write_all(&text[at..])
}

/// The text with all patches, as [`write_patched`] writes it.
#[must_use]
pub fn patched(text: &[u8], patches: &[Patch]) -> Vec<u8> {
    let added: usize = patches.iter().map(|patch| patch.text.len()).sum();
    let mut out = Vec::with_capacity(text.len() + added);
    let written = write_patched(&mut out, text, patches);
    debug_assert!(written.is_ok(), "memory takes everything");
    out
}
