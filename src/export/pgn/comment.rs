//! A comment's text, written in pieces between which a line may end, what is not wanted left out.
//!
//! White space and control characters are gaps, whatever their number. Comments do not nest (PGN 5): a `{` inside one is
//! text, and a `}`, which would end it, is written as a round bracket. The commands that programs write,
//! `[%clk 1:23:45]`, are never broken, but for long lists of squares or arrows, whose readers skip white space.
//!
//! A comment may be as long as a game may be, so that it goes word by word from the text to the page.

use crate::export::pgn::Keep;
use crate::export::pgn::page::{Gap, Page, characters};
use crate::pgn::commands::{self, Command};
use crate::pgn::{Kind, Token};

/// A comment under way.
struct Writer<'p, 'o> {
    page: &'p mut Page<'o>,
    keep: Keep,
    /// The beginning of the piece that is read.
    piece: &'p mut String,
    /// The comment's brace is written.
    open: bool,
}

/// Whether a character is a gap between words. Spaces beyond ASCII are text: their kind was chosen.
pub(super) fn is_gap(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter.is_control()
}

/// Writes a comment's text, braces or semicolon not included; `buffer` is for pieces that are not written as they are
/// read. Returns whether anything is left to be written.
pub(super) fn write(page: &mut Page<'_>, text: &str, keep: Keep, buffer: &mut String) -> bool {
    buffer.clear();
    let mut writer = Writer {
        page,
        keep,
        piece: buffer,
        open: false,
    };
    let mut at = 0;
    if memchr::memmem::find(text.as_bytes(), b"[%").is_some() {
        // What is never closed is text.
        for command in commands::commands(text.as_bytes()).filter(|command| command.closed) {
            let range = command.span.range();
            writer.words(text.get(at..range.start).unwrap_or_default());
            at = range.end;
            let wanted = match command.name {
                b"clk" | b"emt" | b"egt" | b"mct" => keep.clocks,
                b"eval" => keep.evals,
                _ => keep.comments,
            };
            if wanted {
                writer.command(&command, text.get(range).unwrap_or_default());
            } else {
                writer.gap();
            }
        }
    }
    writer.words(text.get(at..).unwrap_or_default());
    writer.gap();
    let open = writer.open;
    if open {
        page.close(b'}');
    }
    open
}

impl Writer<'_, '_> {
    fn words(&mut self, text: &str) {
        if !self.keep.comments {
            return self.gap();
        }
        let mut rest = text;
        while let Some(end) = rest.find(is_gap) {
            let (word, behind) = rest.split_at(end);
            if self.piece.is_empty() && !word.contains('}') {
                put(self.page, &mut self.open, word);
            } else {
                self.letters(word);
                self.gap();
            }
            rest = behind.trim_start_matches(is_gap);
        }
        self.letters(rest);
    }

    fn letters(&mut self, text: &str) {
        let round = |letter| if letter == '}' { ')' } else { letter };
        self.piece.extend(text.chars().map(round));
    }

    fn gap(&mut self) {
        put(self.page, &mut self.open, self.piece);
        self.piece.clear();
    }

    fn command(&mut self, command: &Command<'_>, text: &str) {
        let inside = text.trim_start_matches("[%").trim_end_matches(']');
        let body = inside.trim_matches(is_gap);
        let length = command.name.len();
        let (name, rest) = body.split_at_checked(length).unwrap_or((body, ""));
        self.piece.push_str("[%");
        self.letters(name);
        // Programs break the arguments of those that they know anywhere; what others say may be prose.
        let known = String::from_utf8_lossy(&command.arguments);
        let arguments = if is_known(command.name) { &known } else { rest };
        let words = arguments.split(is_gap).filter(|word| !word.is_empty());
        for (index, word) in words.enumerate() {
            if index == 0 || !is_list(command.name) {
                self.piece.push(' ');
            }
            self.letters(word);
        }
        self.piece.push(']');
    }
}

/// Writes a piece, and before the first one the brace.
fn put(page: &mut Page<'_>, open: &mut bool, piece: &str) {
    if piece.is_empty() {
        return;
    }
    if !std::mem::replace(open, true) {
        page.open(b'{');
    }
    let bytes = piece.as_bytes();
    let gap = match bytes {
        [b'[' | b'%', ..] => Gap::Fixed,
        _ => Gap::Space,
    };
    let name = piece.get(2..5).unwrap_or_default();
    let is_long_list =
        piece.starts_with("[%") && is_list(name.as_bytes()) && characters(bytes) + 2 > page.width();
    if is_long_list {
        let mut gap = gap;
        for mark in piece.split_inclusive(',') {
            page.put(mark.as_bytes(), gap);
            gap = Gap::None;
        }
    } else {
        page.put(bytes, gap);
    }
}

/// The commands whose arguments are no prose.
fn is_known(name: &[u8]) -> bool {
    is_list(name) || matches!(name, b"clk" | b"emt" | b"egt" | b"mct" | b"eval")
}

/// The commands with lists of squares or arrows.
fn is_list(name: &[u8]) -> bool {
    matches!(name, b"csl" | b"cal")
}

/// The text of a comment without its signs; of an escape line with its own.
pub(super) fn inside(token: Token, text: &[u8]) -> &[u8] {
    let text = token.span.of(text);
    match (token.kind, text) {
        (Kind::Comment { .. }, [b'{', inside @ .., b'}']) => inside,
        (Kind::Comment { .. }, [b'{', inside @ ..]) | (Kind::LineComment, [b';', inside @ ..]) => {
            inside
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Keep = Keep::ALL;

    fn on_lines(text: &str, keep: Keep, width: usize) -> String {
        let mut out = Vec::new();
        let mut page = Page::new(&mut out, width);
        let left = write(&mut page, text, keep, &mut String::new());
        assert_eq!(left, !out.is_empty());
        String::from_utf8(out).unwrap()
    }

    fn read(text: &str, keep: Keep) -> String {
        let line = on_lines(text, keep, usize::MAX);
        line.trim_start_matches('{')
            .trim_end_matches('}')
            .to_owned()
    }

    fn written(text: &str) -> String {
        on_lines(text, ALL, 79)
    }

    #[test]
    fn words_and_commands() {
        for (text, pieces) in [
            (" a\tb \r\n c\u{7}", "a b c"),
            ("a\u{a0}b", "a\u{a0}b"),
            ("", ""),
            ("a {b} {c", "a {b) {c"),
            ("[%clk\n0:0\n1:00]good", "[%clk 0:01:00]good"),
            ("a}[%clk 0:01:00]} b", "a)[%clk 0:01:00]) b"),
            (
                "([%eval  0.3, 20] [%x a\nb  c])",
                "([%eval 0.3, 20] [%x a b c])",
            ),
            ("[%csl Gd4,\n Re5]", "[%csl Gd4,Re5]"),
            ("[%open [%csl]", "[%open [%csl]"),
        ] {
            assert_eq!(read(text, ALL), pieces, "{text}");
        }
    }

    #[test]
    fn what_is_kept() {
        let text = "a [%clk 0:01:00] b[%eval 0.3]c [%csl Gd4] [%emt 0:00:01] d";
        let keep = |comments, clocks, evals| {
            let keep = Keep {
                comments,
                clocks,
                evals,
                ..ALL
            };
            read(text, keep)
        };
        assert_eq!(keep(true, false, false), "a b c [%csl Gd4] d");
        assert_eq!(keep(false, true, false), "[%clk 0:01:00] [%emt 0:00:01]");
        assert_eq!(keep(false, false, true), "[%eval 0.3]");
        assert_eq!(keep(false, false, false), "");
    }

    #[test]
    fn lines_break_between_marks_alone() {
        let marks = vec!["Gd2d4"; 20].join(",");
        let text = written(&format!("[%cal {marks}] [%clk 0:01:00]"));
        assert!(text.lines().all(|line| line.len() < 80));
        assert_eq!(text.lines().count(), 2);
        assert!(text.contains(",\nG"));
        let long = written(&"word ".repeat(40));
        assert!(
            long.lines()
                .all(|line| line.len() < 80 && line.len() > 70 || line.ends_with('}'))
        );
        let address = "x".repeat(90);
        assert_eq!(written(&address), format!("{{\n{address}\n}}"));
    }
}
