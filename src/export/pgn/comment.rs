//! A comment's text, written in pieces between which a line may end, what is not wanted left out.
//!
//! White space and control characters are gaps, whatever their number. Comments do not nest (PGN 5): a `{` inside one is
//! text, and a `}`, which would end it, is written as a round bracket. The commands that programs write,
//! `[%clk 1:23:45]`, are never broken, but for long lists of squares or arrows, whose readers skip white space.
//!
//! A comment may be as long as a game may be, so that it goes word by word from the text to the page.

use memchr::memmem;

use crate::export::pgn::Keep;
use crate::export::pgn::page::{Gap, Page, characters};
use crate::pgn::commands::{self, Command};
use crate::pgn::{Encoding, Kind, Token};

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
    let mut writer = Writer::new(page, keep, buffer);
    writer.read(text);
    writer.finish()
}

/// The same of a text that is still to be decoded.
pub(super) fn write_encoded(
    page: &mut Page<'_>,
    text: &[u8],
    encoding: Encoding,
    keep: Keep,
    buffer: &mut String,
) -> bool {
    let mut writer = Writer::new(page, keep, buffer);
    let mut rest = text;
    while !rest.is_empty() {
        let end = match encoding {
            // As a rule it need not be decoded.
            Encoding::Utf8 => rest.len(),
            Encoding::Windows1252 => part(rest),
        };
        let (part, behind) = rest.split_at(end);
        writer.read(&encoding.decode(part));
        rest = behind;
    }
    writer.finish()
}

/// Where a text, each of whose bytes is a character, may be cut not far behind its beginning: not in a command.
fn part(text: &[u8]) -> usize {
    const MUCH: usize = 1 << 16;
    let Some(begin) = text.get(..=MUCH) else {
        return text.len();
    };
    let Some(open) = memmem::rfind(begin, b"[%") else {
        return MUCH;
    };
    // A command that is not closed ends before the next one.
    let inside = &text[open + 2..];
    let next = memmem::find(inside, b"[%").unwrap_or(inside.len());
    let closed = memchr::memchr(b']', &inside[..next]);
    MUCH.max(open + 2 + closed.map_or(next, |at| at + 1))
}

impl<'p, 'o> Writer<'p, 'o> {
    fn new(page: &'p mut Page<'o>, keep: Keep, piece: &'p mut String) -> Writer<'p, 'o> {
        piece.clear();
        Writer {
            page,
            keep,
            piece,
            open: false,
        }
    }

    fn read(&mut self, text: &str) {
        let mut at = 0;
        if memmem::find(text.as_bytes(), b"[%").is_some() {
            // What is never closed is text.
            for command in commands::commands(text.as_bytes()).filter(|command| command.closed) {
                let range = command.span.range();
                self.words(text.get(at..range.start).unwrap_or_default());
                at = range.end;
                let wanted = match command.name {
                    b"clk" | b"emt" | b"egt" | b"mct" => self.keep.clocks,
                    b"eval" => self.keep.evals,
                    _ => self.keep.comments,
                };
                if wanted {
                    self.command(&command, text.get(range).unwrap_or_default());
                } else {
                    self.gap();
                }
            }
        }
        self.words(text.get(at..).unwrap_or_default());
    }

    fn finish(mut self) -> bool {
        self.gap();
        if self.open {
            self.page.close(b'}');
        }
        self.open
    }

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
    fn long_comments_are_decoded_in_parts() {
        for (piece, count) in [
            ("h\u{e9}llo [%clk 0:01:00] } ", 10_000),
            ("[%x ", 40_000),
            ("\u{e9}", 200_000),
        ] {
            let text = piece.repeat(count);
            let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
            let mut out = Vec::new();
            let mut page = Page::new(&mut out, 79);
            let encoding = Encoding::Windows1252;
            assert!(write_encoded(
                &mut page,
                &bytes,
                encoding,
                ALL,
                &mut String::new()
            ));
            assert!(out == written(&text).as_bytes(), "{piece}");
        }
        let command = format!("[%y {}]", "word ".repeat(20_000));
        let text = format!("a {command} b [");
        assert!(part(text.as_bytes()) == 2 + command.len());
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
