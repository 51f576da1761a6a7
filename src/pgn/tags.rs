//! One tag pair, `[Name "value"]` (PGN standard 8.1): where its parts are and what is wrong with it.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::pgn::window::{WIDTH, Window};
use crate::pgn::{MAX_TAG, Span, lines};

/// A tag pair; the spans are offsets in the text that was scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The whole pair, brackets included.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value between the quotes, escapes not resolved.
    pub value: Span,
    /// What is wrong; the spans are then the best reading.
    pub fault: Option<TagFault>,
}

/// What is wrong with a tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagFault {
    /// No name behind the bracket.
    #[error("the tag has no name")]
    NoName,
    /// The value does not begin with a quote.
    #[error("the tag's value is not in quotes")]
    NoQuotes,
    /// The line ends before the value's closing quote.
    #[error("the closing quote of the tag's value is missing")]
    Unterminated,
    /// A quote inside the value without a backslash before it (7.1).
    #[error("a quote inside the tag's value is not escaped with a backslash")]
    UnescapedQuote,
    /// The value is not followed by `]`.
    #[error("the tag's closing bracket is missing")]
    NoBracket,
    /// More text between value and bracket.
    #[error("there is text between the tag's value and its closing bracket")]
    ExtraText,
    /// Longer than [`MAX_TAG`].
    #[error("the tag is longer than 64 KiB")]
    TooLong,
}

impl Tag {
    /// The tag's name.
    #[must_use]
    pub fn name<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        self.name.of(text)
    }

    /// The tag's value with `\"` and `\\` resolved (7.1).
    #[must_use]
    pub fn value<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = self.value.of(text);
        if memchr(b'\\', raw).is_none() {
            return Cow::Borrowed(raw);
        }
        let mut value = Vec::with_capacity(raw.len());
        let mut bytes = raw.iter();
        while let Some(&byte) = bytes.next() {
            match (byte, bytes.as_slice().first()) {
                (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                    value.push(next);
                    bytes.next();
                }
                _ => value.push(byte),
            }
        }
        Cow::Owned(value)
    }
}

/// Whether a tag pair seems to start at `at`: bracket, name, quote.
#[must_use]
pub fn looks_like_tag(text: &[u8], at: usize) -> bool {
    let Some((b'[', rest)) = text.get(at..).and_then(<[u8]>::split_first) else {
        return false;
    };
    let rest = skip_space(rest);
    let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
    length > 0 && length <= 255 && skip_space(&rest[length..]).first() == Some(&b'"')
}

/// Whether the tag at `at` is called `name`.
#[must_use]
pub fn has_name(text: &[u8], at: usize, name: &[u8]) -> bool {
    let inside = skip_space(text.get(at + 1..).unwrap_or_default());
    inside
        .strip_prefix(name)
        .is_some_and(|rest| rest.first().is_none_or(|byte| !is_name_byte(*byte)))
}

/// The name of the tag at `at`.
#[must_use]
pub fn name_at(text: &[u8], at: usize) -> &[u8] {
    let inside = skip_space(text.get(at + 1..).unwrap_or_default());
    let length = inside
        .iter()
        .take(256)
        .take_while(|byte| is_name_byte(**byte))
        .count();
    &inside[..length]
}

fn skip_space(text: &[u8]) -> &[u8] {
    // White space between a tag's tokens may be anything, but a screenful of it is no tag any more.
    let length = text
        .iter()
        .take(256)
        .take_while(|byte| is_space(**byte))
        .count();
    &text[length..]
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Letters, digits and underscore (7.9), and the few marks that real files put into names.
#[inline]
const fn is_name_byte(byte: u8) -> bool {
    BYTES[byte as usize] & NAME != 0
}

const NAME: u8 = 1;
/// What ends the plain part of a value: its quote, a backslash, the line's end.
const STOP: u8 = 2;

/// What a byte may be in a tag.
static BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':' | b'+' | b'#' | b'=') {
            table[i] |= NAME;
        }
        if matches!(byte, b'"' | b'\\' | b'\n' | b'\r') {
            table[i] |= STOP;
        }
        i += 1;
    }
    table
};

/// Scans the tag pair whose bracket is at `at`; never fails, takes at least the bracket.
#[must_use]
pub fn scan(text: &[u8], at: usize) -> Tag {
    plain(text, at).unwrap_or_else(|| careful(text, at))
}

/// Where the line ends that begins with the bracket at `at`, if it looks like one of tags only: its last
/// bytes are `"]`. A quick way over a tag section for those who need not know its tags.
#[inline]
#[must_use]
pub fn end_of_line_of_tags(text: &[u8], at: usize) -> Option<usize> {
    /// Lines of tags are shorter; looking further for every tag of a long line would cost too much.
    const FAR: usize = 1024;
    let rest = text.get(at..text.len().min(at + FAR))?;
    let line = &rest[..memchr2(b'\n', b'\r', rest)?];
    let only_tags = line.ends_with(b"\"]") && line.get(1).is_some_and(u8::is_ascii_alphanumeric);
    only_tags.then_some(at + line.len())
}

/// A tag at `at` in the usual shape, and short: one tag on one line of a window's width that ends with a
/// line feed, its name of letters, nothing escaped. All is told from masks, without a loop.
#[inline]
pub(in crate::pgn) fn usual(text: &[u8], at: usize) -> Option<Tag> {
    let bytes = text.get(at..)?.first_chunk()?;
    let window = Window::new(bytes);
    let controls = window.controls();
    let line = (controls & controls.wrapping_neg()).wrapping_sub(1);
    let quotes = window.equal(b'"') & line;
    let (open, close) = (quotes.trailing_zeros(), (quotes | 1).ilog2());
    // The name, less its bracket and with the space behind it.
    let mark = 1u64 << (open & 63);
    let (name, space) = (mark.wrapping_sub(2), mark >> 1);
    let end = close as usize + 2;
    let byte = |index: usize| bytes[index % WIDTH];
    let two = quotes & quotes.wrapping_sub(1) == 1 << close;
    let named = (!window.letters() & name == space) & (open > 2);
    let shaped = (byte(0) == b'[')
        & (byte(open as usize + WIDTH - 1) == b' ')
        & (byte(end - 1) == b']')
        & (byte(end) == b'\n')
        & (end < WIDTH);
    if !(two & named & shaped) || window.equal(b'\\') & line != 0 {
        return None;
    }
    let [open, close, end] = [open as usize, close as usize, end].map(|offset| at + offset);
    Some(Tag {
        span: Span::new(at, end),
        name: Span::new(at + 1, open - 1),
        value: Span::new(open + 1, close),
        fault: None,
    })
}

/// The usual shape: one tag on one line, nothing escaped.
#[inline]
fn plain(text: &[u8], at: usize) -> Option<Tag> {
    let name_at = at + 1;
    let rest = text.get(name_at..text.len().min(name_at + MAX_TAG))?;
    let length = rest.iter().position(|&byte| !is_name_byte(byte))?;
    let [b' ', b'"', inner @ ..] = &rest[length..] else {
        return None;
    };
    // Most values are short: a byte at a time is faster than setting up a vector search.
    let quote = inner
        .iter()
        .position(|&byte| BYTES[usize::from(byte)] & STOP != 0)?;
    let [b'"', b']', b'\n' | b'\r', ..] = inner[quote..] else {
        return None;
    };
    if length == 0 {
        return None;
    }
    let value_at = name_at + length + 2;
    Some(Tag {
        span: Span::new(at, value_at + quote + 2),
        name: Span::new(name_at, name_at + length),
        value: Span::new(value_at, value_at + quote),
        fault: None,
    })
}

/// Every other shape, faulty ones included.
#[cold]
fn careful(text: &[u8], at: usize) -> Tag {
    let skip = |from: usize| text.len() - skip_space(text.get(from..).unwrap_or_default()).len();
    let name_at = skip(at + 1);
    let length = text
        .iter()
        .skip(name_at)
        .take_while(|&&byte| is_name_byte(byte))
        .count();
    let name = Span::new(name_at, name_at + length);
    let quote = skip(name_at + length);
    if length == 0 || text.get(quote) != Some(&b'"') {
        let end = broken_end(text, at);
        let value_at = name.range().end.min(end);
        let fault = if length == 0 {
            TagFault::NoName
        } else {
            TagFault::NoQuotes
        };
        return Tag {
            span: Span::new(at, end),
            name: Span::new(name_at.min(end), value_at),
            value: Span::new(value_at, end),
            fault: Some(fault),
        };
    }
    let mut tag = value(text, at, quote + 1);
    tag.name = name;
    if tag.span.range().len() > MAX_TAG {
        tag.fault = Some(TagFault::TooLong);
        // What is left of its line is no movetext.
        tag.span.end = lines::end(text, tag.span.range().end) as u32;
    }
    tag
}

/// Where a tag ends that has no readable value: behind the `]` of its line, or with the line.
fn broken_end(text: &[u8], at: usize) -> usize {
    let line_end = line_end(text, at);
    memchr(b']', &text[at..line_end]).map_or(line_end, |length| at + length + 1)
}

/// Where the line of offset `at` ends, or the longest tag from there does.
fn line_end(text: &[u8], at: usize) -> usize {
    let window = text.len().min(at + MAX_TAG + 1);
    lines::end(&text[..window], at)
}

/// Finds the end of a value that begins at `start`, and the end of its tag.
fn value(text: &[u8], at: usize, start: usize) -> Tag {
    let tag = |end: usize, value_end: usize, fault| Tag {
        span: Span::new(at, end),
        name: Span::default(),
        value: Span::new(start, value_end),
        fault,
    };
    let window = text.len().min(start + MAX_TAG + 1);
    let mut unescaped = None;
    let mut last_quote = None;
    let mut i = start;
    while i < window {
        match text[i] {
            b'\n' | b'\r' => break,
            b'\\' if i + 1 < window && matches!(text[i + 1], b'"' | b'\\') => i += 1,
            b'"' => {
                // White space, even a line end, may stand between value and bracket (8.1).
                let next = i + 1;
                let after = text.len() - skip_space(&text[next..]).len();
                if text.get(after) == Some(&b']') {
                    return tag(after + 1, i, unescaped);
                }
                last_quote = Some(i);
                unescaped = Some(TagFault::UnescapedQuote);
            }
            _ => {}
        }
        i += 1;
    }
    let line_end = i.min(window);
    let bracket = memchr::memrchr(b']', &text[start..line_end]).map(|offset| start + offset);
    match (last_quote, bracket) {
        (Some(quote), Some(bracket)) if bracket > quote => {
            tag(bracket + 1, quote, Some(TagFault::ExtraText))
        }
        (Some(quote), _) => tag(line_end, quote, Some(TagFault::NoBracket)),
        (None, Some(bracket)) => tag(bracket + 1, bracket, Some(TagFault::Unterminated)),
        (None, None) => tag(line_end, line_end, Some(TagFault::Unterminated)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str) -> (String, String, Option<TagFault>, usize) {
        let bytes = text.as_bytes();
        let tag = scan(bytes, 0);
        let [name, value] = [tag.name(bytes), &tag.value(bytes)]
            .map(|part| String::from_utf8_lossy(part).into_owned());
        (name, value, tag.fault, tag.span.range().end)
    }

    #[test]
    fn readable_tags() {
        for (text, name, value) in [
            ("[Event \"Opera\"]\n", "Event", "Opera"),
            ("[ Event\t\"Opera\" ]", "Event", "Opera"),
            ("[Event\n\"Opera\"\n]", "Event", "Opera"),
            ("[Event\"\"]", "Event", ""),
            ("[A \"b\\\"\"] [C \"d\"]", "A", "b\""),
            ("[F \"\\\"A]][\\\"\\\\\"]", "F", "\"A]][\"\\"),
            ("[C \"A]]\"]", "C", "A]]"),
            ("[BlackType: \"program\"]\n", "BlackType:", "program"),
        ] {
            let (n, v, fault, _) = scanned(text);
            assert_eq!(
                (n.as_str(), v.as_str(), fault),
                (name, value, None),
                "{text}"
            );
        }
    }

    /// What the quick look takes, the careful one takes for the same.
    #[test]
    fn the_usual_shape_is_no_other_reading() {
        let pieces = [
            "[", "Event", "E", " ", "  ", "\"", "a", "\\", "\"]", "]", "\n", "\r\n", "\r", "x-1",
            "\t",
        ];
        let mut seed = 5u64;
        let mut usual_ones = 0;
        for _ in 0..300_000 {
            let mut text = String::from("[Event \"");
            let mut left = seed >> 61;
            if left < 3 {
                text.truncate(1);
            }
            while left > 0 || text.len() < 70 {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
                left = left.saturating_sub(1);
            }
            let bytes = text.as_bytes();
            if let Some(tag) = usual(bytes, 0) {
                assert_eq!(tag, careful(bytes, 0), "{text:?}");
                assert_eq!(Some(tag), plain(bytes, 0), "{text:?}");
                usual_ones += 1;
            }
        }
        assert!(usual_ones > 1_000, "{usual_ones}");
    }

    #[test]
    fn faulty_tags() {
        for (text, value, fault, end) in [
            ("[White \"Someone]\n", "Someone", TagFault::Unterminated, 16),
            ("[White \"Someone\n", "Someone", TagFault::Unterminated, 15),
            (
                "[White \"1001 \"Mates\"]\n",
                "1001 \"Mates",
                TagFault::UnescapedQuote,
                21,
            ),
            ("[White \"Someone\"\n[B", "Someone", TagFault::NoBracket, 16),
            ("[White \"A\" b]\n", "A", TagFault::ExtraText, 13),
            ("[Event test]\n", " test]", TagFault::NoQuotes, 12),
            ("[\"x\"]\n", "\"x\"]", TagFault::NoName, 5),
            ("[", "", TagFault::NoName, 1),
        ] {
            let (_, v, f, e) = scanned(text);
            assert_eq!((v.as_str(), f, e), (value, Some(fault), end), "{text}");
        }
        let long = format!("[A \"{}\"]\n", "x".repeat(MAX_TAG));
        assert_eq!(scanned(&long).2, Some(TagFault::TooLong));
    }
}
