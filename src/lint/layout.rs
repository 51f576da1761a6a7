//! Rules of the family `syntax` about lines and white space, which the export format fixes (PGN 4, 8.2.1).
//! All are style: off unless asked for.

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::syntax;
use crate::pgn::{Kind, Lexer, Span, Token, lines};

rules! { Syntax:
    TAB_CHAR = "tab-char" Style "PGN 4.2"
        "a tab"
        "The export format has single spaces, so that equal games are equal bytes.";
    LONG_LINE = "long-line" Style "PGN 4.3"
        "a line of 80 characters or more"
        "The export format keeps lines below 80 characters, so that any mail program and editor passes them on whole.";
    TRAILING_SPACE = "trailing-space" Style "PGN 8.2.1"
        "white space at the end of a line"
        "It is invisible and makes equal games differ.";
    LEADING_SPACE = "leading-space" Style "PGN 8.2.1"
        "white space at the start of a line"
        "The export format starts every line at its first column; a `%` or a tag moved to the right is another thing.";
    ESCAPE_LINE = "escape-line" Style "PGN 6"
        "a line that begins with `%`"
        "Escape lines are private to the program that wrote them, and are lost on the way.";
    MIXED_NEWLINES = "mixed-newlines" Style "PGN 3.2.2"
        "lines of one game end in different ways"
        "Such a file was put together from several systems; line-based tools count its lines differently.";
}

/// The export format's longest line, in characters.
const LONGEST_LINE: usize = 79;

/// Looks at a game's lines.
pub(crate) fn lines_of(notes: &mut Notes<'_>, text: &[u8]) {
    let mut at = 0;
    let mut first_end: Option<&[u8]> = None;
    let mut mixed = false;
    while at < text.len() {
        let end = lines::end(text, at);
        line(notes, text, at, end);
        let length = match text.get(end..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        let line_end = &text[end..end + length];
        match first_end {
            None if length > 0 => first_end = Some(line_end),
            Some(first) if length > 0 && first != line_end && !mixed => {
                mixed = true;
                notes.add(&MIXED_NEWLINES, Span::new(end, end + length), || {
                    "this line ends in another way than the game's first one".to_owned()
                });
            }
            _ => {}
        }
        at = end + length.max(1);
    }
}

fn line(notes: &mut Notes<'_>, text: &[u8], start: usize, end: usize) {
    let line = &text[start..end];
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c);
    if let Some(offset) = memchr::memchr(b'\t', line) {
        notes.add(
            &TAB_CHAR,
            Span::new(start + offset, start + offset + 1),
            || "a tab; the export format has single spaces".to_owned(),
        );
    }
    let length = line.iter().filter(|byte| *byte & 0xc0 != 0x80).count();
    // A tag cannot be broken.
    let is_tag = line.first() == Some(&b'[') && line.trim_ascii_end().ends_with(b"]");
    if length > LONGEST_LINE && !is_tag {
        notes.add(&LONG_LINE, Span::new(start + LONGEST_LINE, end), || {
            format!("a line of {length} characters; the export format has at most {LONGEST_LINE}")
        });
    }
    let trimmed = line.iter().rev().take_while(|byte| is_space(byte)).count();
    if trimmed > 0 {
        notes.add(&TRAILING_SPACE, Span::new(end - trimmed, end), || {
            "white space at the end of the line".to_owned()
        });
    }
    let indent = line.iter().take_while(|byte| is_space(byte)).count();
    if indent > 0 && indent < line.len() {
        notes.add(&LEADING_SPACE, Span::new(start, start + indent), || {
            "white space at the start of the line".to_owned()
        });
    }
}

/// Looks at what stands between, before and behind a game's tags; movetext is seen token by token.
pub(crate) fn before_movetext(notes: &mut Notes<'_>, text: &[u8]) {
    for token in Lexer::new(text) {
        match token.kind {
            Kind::Comment { .. } => syntax::nested_comment(notes, token, text),
            Kind::Escape => escape_line(notes, token),
            _ => {}
        }
    }
}

/// A `%` line.
pub(crate) fn escape_line(notes: &mut Notes<'_>, token: Token) {
    notes.add(&ESCAPE_LINE, token.span, || {
        "an escape line; the export format has none".to_owned()
    });
}
