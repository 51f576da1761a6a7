//! Line ends: LF, CRLF and a lone CR each end one line.

use memchr::{memchr, memchr_iter, memchr2, memrchr2};

/// Number of line ends in `text`.
#[must_use]
pub fn count(text: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', text).count() as u64;
    if memchr(b'\r', text).is_none() {
        return feeds;
    }
    let lone = memchr_iter(b'\r', text)
        .filter(|&at| text.get(at + 1) != Some(&b'\n'))
        .count() as u64;
    feeds + lone
}

/// Offset of the first byte of the line that holds offset `at`.
#[must_use]
pub fn start(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)
}

/// Offset behind the last byte of the line that holds offset `at`, its line end not counted.
#[must_use]
pub fn end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr2(b'\n', b'\r', rest).map_or(text.len(), |length| at + length)
}

/// The text's first line end; a line feed if there is none.
#[must_use]
pub fn first_end(text: &[u8]) -> &[u8] {
    let end = end(text, 0);
    match length(text, end) {
        0 => b"\n",
        length => &text[end..end + length],
    }
}

/// Bytes of the line end at `at`: 1 or 2, and 0 if there is none.
#[must_use]
pub fn length(text: &[u8], at: usize) -> usize {
    match text.get(at..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r' | b'\n', ..]) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        for (text, lines) in [
            ("", 0),
            ("a", 0),
            ("a\nb\n", 2),
            ("a\r\nb\r\n", 2),
            ("a\rb\r", 2),
            ("a\n\rb\r\n\r", 4),
        ] {
            assert_eq!(count(text.as_bytes()), lines, "{text:?}");
        }
    }

    #[test]
    fn line_bounds() {
        let text = b"ab\r\ncd\ref";
        assert_eq!((start(text, 5), end(text, 5)), (4, 6));
        assert_eq!((start(text, 0), end(text, 0)), (0, 2));
        assert_eq!((start(text, 8), end(text, 8)), (7, 9));
    }
}
