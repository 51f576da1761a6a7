//! Commands that programs embed in comments, `[%name arguments]` (supplement of 2001 to the PGN standard).

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2, memchr2_iter};

use crate::pgn::{Span, clock};

/// A command in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// Where it is in the text that was searched, brackets included.
    pub span: Span,
    /// What stands between `[%` and the first white space.
    pub name: &'a [u8],
    /// What stands behind that, without white space around, nor the line ends that programs put anywhere
    /// into a comment.
    pub arguments: Cow<'a, [u8]>,
    /// Whether there is a `]`.
    pub closed: bool,
}

/// The commands in a text.
pub fn commands(text: &[u8]) -> impl Iterator<Item = Command<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + find(text.get(at..)?)?;
        let inside = start + 2;
        let rest = &text[inside..];
        // A command that is not closed ends before the next one.
        let stop = memchr2_iter(b'[', b']', rest)
            .find(|&at| rest[at] == b']' || rest.get(at + 1) == Some(&b'%'));
        let end = stop.map_or(text.len(), |stop| inside + stop);
        let closed = text.get(end) == Some(&b']');
        at = end + usize::from(closed);
        let body = text[inside..end].trim_ascii();
        let name = body
            .iter()
            .position(u8::is_ascii_whitespace)
            .map_or(body, |length| &body[..length]);
        Some(Command {
            span: Span::new(start, at),
            name,
            arguments: without_line_ends(body[name.len()..].trim_ascii()),
            closed,
        })
    })
}

/// Where the first command begins. Most comments are too short for what prepares a search to pay.
#[must_use]
pub fn find(text: &[u8]) -> Option<usize> {
    memchr_iter(b'[', text).find(|at| text.get(at + 1) == Some(&b'%'))
}

fn without_line_ends(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'\n', b'\r', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_vec();
    plain.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    Cow::Owned(plain)
}

/// The time on a clock that a text is, in seconds.
#[must_use]
pub fn time(arguments: &[u8]) -> Option<f64> {
    clock::clock(arguments)
}

/// Whether a text is a list of marked squares (`Gd4,Re5`), or of arrows (`Gd2d4`) if `squares` is 2.
#[must_use]
pub fn is_list_of_marks(arguments: &[u8], squares: usize) -> bool {
    let is_mark = |mark: &[u8]| {
        let mark = mark.trim_ascii();
        mark.len() == 1 + 2 * squares
            && mark[0].is_ascii_uppercase()
            && mark[1..]
                .chunks(2)
                .all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']))
    };
    arguments.split(|byte| *byte == b',').all(is_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_a_comment() {
        let text = b"{ [%clk 1:23:45] good [%eval  0.3] [%open [%csl Gd4]}";
        let expected: [(&[u8], &[u8], bool); 4] = [
            (b"clk", b"1:23:45", true),
            (b"eval", b"0.3", true),
            (b"open", b"", false),
            (b"csl", b"Gd4", true),
        ];
        let found: Vec<Command<'_>> = commands(text).collect();
        assert_eq!(found.len(), expected.len());
        for (command, (name, arguments, closed)) in found.iter().zip(expected) {
            assert_eq!(command.name, name);
            assert_eq!(command.arguments, arguments);
            assert_eq!(command.closed, closed);
        }
        assert_eq!(commands(b"{no [command] here}").count(), 0);
        assert_eq!(commands(b"[%").count(), 1);
    }

    #[test]
    fn marks() {
        assert!(is_list_of_marks(b"Gd4,Re5", 1));
        assert!(is_list_of_marks(b"Gd2d4", 2));
        for text in ["", "Gd9", "d4", "Gd4,", "Gd2d4"] {
            assert!(!is_list_of_marks(text.as_bytes(), 1), "{text}");
        }
    }
}
