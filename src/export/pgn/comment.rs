//! A comment's text in pieces between which a line may end, what is not wanted left out.
//!
//! White space and control characters are gaps, whatever their number. A brace cannot stand in a comment
//! (PGN 5): `}` would end it, and programs that let comments nest lose their way at `{`. Both are written as
//! round brackets. The commands that programs write, `[%clk 1:23:45]`, are never broken, but for long
//! lists of squares or arrows, whose readers skip white space.

use crate::export::pgn::Keep;
use crate::export::pgn::page::{Gap, Page, characters};
use crate::pgn::commands::{self, Command};
use crate::pgn::{Kind, Token};

/// A comment's pieces.
#[derive(Clone, Default, Debug)]
pub(super) struct Pieces {
    text: String,
    /// Where each piece ends.
    ends: Vec<usize>,
}

/// Whether a character is a gap between words. Spaces beyond ASCII are text: their kind was chosen.
pub(super) fn is_gap(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter.is_control()
}

impl Pieces {
    /// Takes a comment's text, braces or semicolon not included.
    pub(super) fn read(&mut self, text: &str, keep: Keep) {
        self.text.clear();
        self.ends.clear();
        let mut at = 0;
        if memchr::memmem::find(text.as_bytes(), b"[%").is_some() {
            // What is never closed is text.
            for command in commands::commands(text.as_bytes()).filter(|command| command.closed) {
                let range = command.span.range();
                self.words(text.get(at..range.start).unwrap_or_default(), keep);
                at = range.end;
                let wanted = match command.name {
                    b"clk" | b"emt" | b"egt" | b"mct" => keep.clocks,
                    b"eval" => keep.evals,
                    _ => keep.comments,
                };
                if wanted {
                    self.command(&command, text.get(range).unwrap_or_default());
                } else {
                    self.gap();
                }
            }
        }
        self.words(text.get(at..).unwrap_or_default(), keep);
        self.gap();
    }

    fn words(&mut self, text: &str, keep: Keep) {
        if !keep.comments {
            return self.gap();
        }
        for letter in text.chars() {
            if is_gap(letter) {
                self.gap();
            } else {
                self.letter(letter);
            }
        }
    }

    fn letter(&mut self, letter: char) {
        self.text.push(match letter {
            '{' => '(',
            '}' => ')',
            other => other,
        });
    }

    fn gap(&mut self) {
        if self.text.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.text.len());
        }
    }

    fn command(&mut self, command: &Command<'_>, text: &str) {
        let inside = text.trim_start_matches("[%").trim_end_matches(']');
        let body = inside.trim_matches(is_gap);
        let length = command.name.len();
        let (name, rest) = body.split_at_checked(length).unwrap_or((body, ""));
        self.text.push_str("[%");
        name.chars().for_each(|letter| self.letter(letter));
        // Programs break the arguments of those that they know anywhere; what others say may be prose.
        let known = String::from_utf8_lossy(&command.arguments);
        let arguments = if is_known(command.name) { &known } else { rest };
        let words = arguments.split(is_gap).filter(|word| !word.is_empty());
        for (index, word) in words.enumerate() {
            if index == 0 || !is_list(command.name) {
                self.text.push(' ');
            }
            word.chars().for_each(|letter| self.letter(letter));
        }
        self.text.push(']');
    }

    /// Whether nothing is left.
    pub(super) const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The pieces.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = starts.zip(self.ends.iter().copied());
        ranges.map(|(start, end)| self.text.get(start..end).unwrap_or_default())
    }

    /// Writes them as a comment.
    pub(super) fn write(&self, page: &mut Page<'_>) {
        page.open(b'{');
        for piece in self.iter() {
            let bytes = piece.as_bytes();
            let gap = match bytes {
                [b'[' | b'%', ..] => Gap::Fixed,
                _ => Gap::Space,
            };
            let name = piece.get(2..5).unwrap_or_default();
            let long = characters(bytes) + 2 > page.width();
            if long && piece.starts_with("[%") && is_list(name.as_bytes()) {
                let mut gap = gap;
                for mark in piece.split_inclusive(',') {
                    page.put(mark.as_bytes(), gap);
                    gap = Gap::None;
                }
            } else {
                page.put(bytes, gap);
            }
        }
        page.close(b'}');
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

    fn read(text: &str, keep: Keep) -> Vec<String> {
        let mut pieces = Pieces::default();
        pieces.read(text, keep);
        pieces.iter().map(str::to_owned).collect()
    }

    fn written(text: &str) -> String {
        let mut pieces = Pieces::default();
        pieces.read(text, ALL);
        let mut out = Vec::new();
        pieces.write(&mut Page::new(&mut out, 79));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_and_commands() {
        for (text, pieces) in [
            (" a\tb \r\n c\u{7}", &["a", "b", "c"][..]),
            ("a\u{a0}b", &["a\u{a0}b"]),
            ("", &[]),
            ("a {b} c", &["a", "(b)", "c"]),
            ("[%clk\n0:0\n1:00]good", &["[%clk 0:01:00]good"]),
            (
                "([%eval  0.3, 20] [%x a\nb  c])",
                &["([%eval 0.3, 20]", "[%x a b c])"],
            ),
            ("[%csl Gd4,\n Re5]", &["[%csl Gd4,Re5]"]),
            ("[%open [%csl]", &["[%open", "[%csl]"]),
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
            read(text, keep).join(" ")
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
