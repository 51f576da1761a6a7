//! Where a stream may cut its text: places at which a game certainly starts.

use memchr::{memchr, memrchr2};

use crate::pgn::lexer::BYTE_ORDER_MARK;
use crate::pgn::split::{LOOK_AHEAD, Splitter, follows_blank, line_start, with_mark};
use crate::pgn::{lines, tags};

/// How many candidates a backward search for a cut tries before it reads forward instead.
const BACKWARD_TRIES: usize = 16;

/// The last place in `text` at which a game certainly starts, whatever follows; never 0.
///
/// `text` begins with a game start and goes on behind its end.
#[must_use]
pub fn last_cut(text: &[u8]) -> Option<usize> {
    backward_cut(text).or_else(|| Splitter::with(text, false).last().map(|game| game.end))
}

/// Looks for the usual shape, `[Event "` after a blank line, from the end.
fn backward_cut(text: &[u8]) -> Option<usize> {
    let finder = memchr::memmem::FinderRev::new(b"[Event ");
    let mut to = text.len().checked_sub(LOOK_AHEAD)?;
    let first = first_content(text);
    for _ in 0..BACKWARD_TRIES {
        let at = finder.rfind(&text[..to])?;
        let blank =
            line_start(text, at).is_some_and(|start| start > 0 && follows_blank(text, start));
        if at > first && blank && tags::looks_like_tag(text, at) {
            // A last brace that closes leaves no comment open, whatever was before it. One that opens
            // may itself be commented out: then the text is read forward.
            let last = memrchr2(b'{', b'}', &text[..at]);
            if last.is_none_or(|last| text[last] == b'}') {
                return Some(with_mark(text, at));
            }
            return None;
        }
        to = at;
    }
    None
}

/// Where a text's first game begins to say something: white space, `;` lines and `%` lines before its
/// tags belong to it.
fn first_content(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => at += 1,
            Some(0xef) if text[at..].starts_with(BYTE_ORDER_MARK) => at += BYTE_ORDER_MARK.len(),
            Some(b';') => at = lines::end(text, at),
            Some(b'%') if at == 0 || matches!(text[at - 1], b'\n' | b'\r') => {
                at = lines::end(text, at);
            }
            _ => return at,
        }
    }
}

/// The first place from `from` on at which a game certainly starts, for reading on after a game that
/// was too long: an `[Event "` tag after a blank line, whatever braces stand before it.
#[must_use]
pub fn resume(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr(b'[', text.get(at..)?)?;
        let blank =
            line_start(text, at).is_some_and(|start| start > 0 && follows_blank(text, start));
        if blank && tags::has_name(text, at, b"Event") && tags::looks_like_tag(text, at) {
            return Some(at);
        }
        at += 1;
    }
}
