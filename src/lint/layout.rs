//! Rules of the family `syntax` about lines and white space, which the export format fixes (PGN 4, 8.2.1).
//! All are style: off unless asked for.

use std::ops::Range;

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::syntax;
use crate::pgn::{Kind, Lexer, Span, Token, lines};

rules! { Syntax:
    TAB_CHAR = "tab-char" Style "PGN 4.2"
        "a tab"
        "The export format has single spaces, so that equal games are equal bytes." fix;
    LONG_LINE = "long-line" Style "PGN 4.3"
        "a line of 80 characters or more"
        "The export format keeps lines below 80 characters, so that any mail program and editor passes them on whole.";
    TRAILING_SPACE = "trailing-space" Style "PGN 8.2.1"
        "white space at the end of a line"
        "It is invisible and makes equal games differ." fix;
    LEADING_SPACE = "leading-space" Style "PGN 8.2.1"
        "white space at the start of a line"
        "The export format starts every line at its first column; a `%` or a tag moved to the right is another thing." fix;
    ESCAPE_LINE = "escape-line" Style "PGN 6"
        "a line that begins with `%`"
        "Escape lines are private to the program that wrote them, and are lost on the way.";
    MIXED_NEWLINES = "mixed-newlines" Style "PGN 3.2.2"
        "lines of one game end in different ways"
        "Such a file was put together from several systems; line-based tools count its lines differently." fix;
}

/// The export format's longest line, in characters.
const LONGEST_LINE: usize = 79;

/// Looks at a game's lines.
pub(crate) fn lines_of(notes: &mut Notes<'_>, text: &[u8]) {
    let mut at = 0;
    let mut first_end: Option<&[u8]> = None;
    let mut mixed: Option<Span> = None;
    let mut inside = Inside::new(text);
    let tabs = memchr::memchr(b'\t', text).is_some();
    while at < text.len() {
        let end = lines::end(text, at);
        if tabs {
            tabs_of(notes, text, at..end, &mut inside);
        }
        line(notes, text, at, end, &mut inside);
        let length = lines::length(text, end);
        let line_end = &text[end..end + length];
        match first_end {
            None if length > 0 => first_end = Some(line_end),
            Some(first) if length > 0 && first != line_end => {
                mixed.get_or_insert(Span::new(end, end + length));
            }
            _ => {}
        }
        at = end + length.max(1);
    }
    if let (Some(at), Some(first)) = (mixed, first_end) {
        mixed_newlines(notes, text, at, first);
    }
}

/// Lines that end in another way than the game's first one; said of the first of them.
fn mixed_newlines(notes: &mut Notes<'_>, text: &[u8], at: Span, first: &[u8]) {
    let note = notes.add(&MIXED_NEWLINES, at, || {
        "this line ends in another way than the game's first one".to_owned()
    });
    let Some(note) = note else {
        return;
    };
    let mut at = at.range().start;
    while at < text.len() {
        // Empty lines that end alike are one place.
        let begin = at;
        let mut ends = Vec::new();
        loop {
            let length = lines::length(text, at);
            if length == 0 || &text[at..at + length] == first {
                break;
            }
            ends.extend_from_slice(first);
            at += length;
        }
        if at > begin {
            note.fix(Span::new(begin, at), ends);
        } else {
            at += lines::length(text, at);
        }
        at = lines::end(text, at);
    }
}

/// Knows which bytes lie inside a tag, a comment or an escape line, whose white space is text.
struct Inside<'a> {
    text: &'a [u8],
    /// The tokens; looked for when first asked.
    spans: Option<Vec<(Kind, Span)>>,
    at: usize,
}

impl Inside<'_> {
    const fn new(text: &[u8]) -> Inside<'_> {
        Inside {
            text,
            spans: None,
            at: 0,
        }
    }

    /// The kind of the tag, comment or escape line that holds the byte at `offset`, and where it starts.
    /// Offsets must not go down by more than a line.
    fn of(&mut self, offset: usize) -> Option<(Kind, usize)> {
        let text = self.text;
        let spans = self.spans.get_or_insert_with(|| {
            Lexer::new(text)
                .filter(|token| token.kind == Kind::Tag || token.kind.is_aside())
                .filter(|token| token.kind != Kind::Space)
                .map(|token| (token.kind, token.span))
                .collect()
        });
        while self.at > 0 && spans[self.at - 1].1.range().end > offset {
            self.at -= 1;
        }
        while spans.get(self.at)?.1.range().end <= offset {
            self.at += 1;
        }
        let (kind, span) = spans[self.at];
        let range = span.range();
        range.contains(&offset).then_some((kind, range.start))
    }
}

/// The tabs of a line.
fn tabs_of(notes: &mut Notes<'_>, text: &[u8], line: Range<usize>, inside: &mut Inside<'_>) {
    let start = line.start;
    let line = &text[line];
    if let Some(offset) = memchr::memchr(b'\t', line) {
        let first = Span::new(start + offset, start + offset + 1);
        let note = notes.add(&TAB_CHAR, first, || {
            "a tab; the export format has single spaces".to_owned()
        });
        if let Some(note) = note {
            let mut at = offset;
            while let Some(next) = memchr::memchr(b'\t', &line[at..]) {
                let first = at + next;
                let run = line[first..].iter().take_while(|byte| **byte == b'\t');
                at = first + run.count();
                let tabs = start + first..start + at;
                if inside.of(tabs.start).is_none() {
                    let spaces = vec![b' '; tabs.len()];
                    note.fix(Span::new(tabs.start, tabs.end), spaces);
                }
            }
        }
    }
}

fn line(notes: &mut Notes<'_>, text: &[u8], start: usize, end: usize, inside: &mut Inside<'_>) {
    let line = &text[start..end];
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c);
    // A line has no more characters than bytes.
    let length = if line.len() > LONGEST_LINE {
        line.iter().filter(|byte| *byte & 0xc0 != 0x80).count()
    } else {
        0
    };
    // A tag cannot be broken.
    let is_tag = || line.first() == Some(&b'[') && line.trim_ascii_end().ends_with(b"]");
    if length > LONGEST_LINE && !is_tag() {
        notes.add(&LONG_LINE, Span::new(start + LONGEST_LINE, end), || {
            format!("a line of {length} characters; the export format has at most {LONGEST_LINE}")
        });
    }
    let trimmed = line.iter().rev().take_while(|byte| is_space(byte)).count();
    if trimmed > 0 {
        let space = Span::new(end - trimmed, end);
        let note = notes.add(&TRAILING_SPACE, space, || {
            "white space at the end of the line".to_owned()
        });
        if let Some(note) = note
            && inside.of(end - trimmed).is_none()
        {
            note.fix(space, "");
        }
    }
    let indent = line.iter().take_while(|byte| is_space(byte)).count();
    if indent > 0 && indent < line.len() {
        let space = Span::new(start, start + indent);
        let note = notes.add(&LEADING_SPACE, space, || {
            "white space at the start of the line".to_owned()
        });
        // At the start of a line `%` and `[` mean more than elsewhere.
        if let Some(note) = note
            && inside.of(start).is_none()
            && (!b"%[".contains(&line[indent])
                || inside.of(start + indent) == Some((Kind::Tag, start + indent)))
        {
            note.fix(space, "");
        }
    }
}

/// Looks at what stands between, before and behind a game's tags; movetext is seen token by token.
pub(crate) fn before_movetext(notes: &mut Notes<'_>, text: &[u8]) {
    if memchr::memchr3(b'{', b';', b'%', text).is_none() {
        return;
    }
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
