//! What a game's text lacks at its end for another one to come behind it.

use memchr::memrchr;

use crate::pgn::lexer::{Kind, Lexer};
use crate::pgn::lines;
use crate::pgn::split::Head;
use crate::replay;

/// What is missing of a blank line at the end of a text.
pub(super) fn missing_end(text: &[u8]) -> Vec<u8> {
    let end = lines::first_end(text);
    let behind = &text[text.trim_ascii_end().len()..];
    if behind.len() == text.len() {
        return Vec::new();
    }
    let there = behind
        .windows(end.len())
        .filter(|part| *part == end)
        .count();
    end.repeat(2_usize.saturating_sub(there))
}

/// A game whose last comment never ends, with that comment closed; none if there is no such comment.
pub(super) fn closed(text: &[u8], head: &Head) -> Option<Vec<u8>> {
    let brace = memrchr(b'{', text)?;
    if memrchr(b'}', text).is_some_and(|end| end > brace) {
        return None;
    }
    let mut lexer = Lexer::new(text);
    let first = replay::read_tags(&mut lexer, head, &mut Vec::new());
    let open = Kind::Comment { closed: false };
    if !first
        .into_iter()
        .chain(lexer)
        .any(|token| token.kind == open)
    {
        return None;
    }
    let (words, behind) = text.split_at(text.trim_ascii_end().len());
    Some([words, b" }", behind].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::split::Splitter;

    #[test]
    fn texts_end_with_a_blank_line() {
        let told = |text: &str| String::from_utf8(missing_end(text.as_bytes())).unwrap();
        assert_eq!(told("1. e4 *"), "\n\n");
        assert_eq!(told("1. e4 *\n"), "\n");
        assert_eq!(told("1. e4\r\n*\r\n"), "\r\n");
        assert_eq!(told("1. e4 *\n\n\n"), "");
        assert_eq!(told("\n"), "");
    }

    #[test]
    fn comments_that_never_end() {
        let told = |text: &str| {
            let mut splitter = Splitter::new(text.as_bytes());
            assert_eq!(splitter.next(), Some(0..text.len()));
            let closed = closed(text.as_bytes(), splitter.head());
            closed.map(|text| String::from_utf8(text).unwrap())
        };
        let closes = |text: &str, expected: &str| assert_eq!(told(text).as_deref(), Some(expected));
        closes("1. e4 {good *\n\n", "1. e4 {good * }\n\n");
        closes("[Event \"a\"]\n\n{1. e4 e5", "[Event \"a\"]\n\n{1. e4 e5 }");
        closes("1. e4 {a} e5 { { b", "1. e4 {a} e5 { { b }");
        for whole in [
            "1. e4 {a} *",
            "1. e4 ; { that is no comment\ne5 *",
            "[Event \"{\"]\n\n1. e4 *",
            "1. e4 } *",
        ] {
            assert_eq!(told(whole), None, "{whole}");
        }
    }
}
