//! From "this rule, these bytes of the game" to a finding with line, column and excerpt.

use crate::finding::{Excerpt, Finding, Fix, GameInfo, Place, printable};
use crate::lint::report::Note;
use crate::pgn::lexer::BYTE_ORDER_MARK;
use crate::pgn::{Encoding, lines};

/// Characters of a line shown on either side of a finding.
const CONTEXT: usize = 60;
/// Characters marked at most.
const LONGEST_MARK: usize = 60;
/// Bytes of a token kept at most.
const LONGEST_TOKEN: usize = 255;

/// Finds line and column while going forward through a text; going back is possible, but slow.
#[derive(Debug)]
pub struct LineCounter<'a> {
    text: &'a [u8],
    /// The last offset asked for.
    at: usize,
    /// Where its line starts.
    start: usize,
    line: u64,
    /// Characters between them, and the encoding they were counted in.
    characters: usize,
    encoding: Encoding,
}

impl<'a> LineCounter<'a> {
    /// Starts at the text's first byte, on line 1.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> LineCounter<'a> {
        LineCounter {
            text,
            at: 0,
            start: 0,
            line: 1,
            characters: 0,
            encoding: Encoding::Utf8,
        }
    }

    /// Line and column, both from 1, of an offset, and where its line starts.
    pub fn place(&mut self, offset: usize, encoding: Encoding) -> (u64, usize, usize) {
        let offset = offset.min(self.text.len());
        if offset < self.at {
            *self = LineCounter::new(self.text);
        }
        let passed = &self.text[self.at..offset];
        if let Some(end) = memchr::memrchr2(b'\n', b'\r', passed) {
            // Counting goes from line start to line start, so that no CRLF is cut in two.
            let start = self.at + end + 1;
            self.line += lines::count(&self.text[self.start..start]);
            self.start = start;
            self.characters = characters(&self.text[start..offset], encoding);
        } else if encoding == self.encoding {
            self.characters += characters(passed, encoding);
        } else {
            self.characters = characters(&self.text[self.start..offset], encoding);
        }
        self.encoding = encoding;
        self.at = offset;
        (self.line, self.characters + 1, self.start)
    }
}

/// Places a note: `game` is where the game starts in `text`.
#[must_use]
pub fn finding(
    note: Note,
    text: &[u8],
    game: usize,
    counter: &mut LineCounter<'_>,
    encoding: Encoding,
    info: Option<GameInfo>,
    excerpts: bool,
) -> Finding {
    let range = note.span.range();
    let (start, end) = (game + range.start, (game + range.end).min(text.len()));
    let (line, mut column, mut line_start) = counter.place(start, encoding);
    // A byte order mark is no character of the line.
    if text[line_start..start].starts_with(BYTE_ORDER_MARK) {
        line_start += BYTE_ORDER_MARK.len();
        column -= characters(BYTE_ORDER_MARK, encoding);
    }
    let token = &text[start..end.min(start + LONGEST_TOKEN)];
    Finding {
        rule: note.rule,
        level: note.level,
        message: note.message,
        help: note.help,
        law: note.law,
        place: Place {
            offset: start as u64,
            length: (end - start) as u32,
            line,
            column: column as u32,
        },
        game: info,
        at: note.at,
        token: encoding.decode(token).into_owned(),
        fen: note.fen,
        fixes: note
            .fixes
            .into_iter()
            .map(|(span, text)| Fix {
                offset: (game + span.range().start) as u64,
                length: span.end - span.start,
                text,
            })
            .collect(),
        excerpt: if excerpts {
            excerpt(text, line_start, start, end, encoding)
        } else {
            Excerpt::default()
        },
    }
}

/// Number of characters of a text; without decoding it, since a line may be as long as a game.
fn characters(text: &[u8], encoding: Encoding) -> usize {
    match encoding {
        // Every byte that does not continue a character begins one.
        Encoding::Utf8 => text.iter().filter(|byte| *byte & 0xc0 != 0x80).count(),
        Encoding::Windows1252 => text.len(),
    }
}

/// The line around a place, cut where it is long, and the part of it to mark.
fn excerpt(
    text: &[u8],
    line_start: usize,
    start: usize,
    end: usize,
    encoding: Encoding,
) -> Excerpt {
    // No further than is shown: a line may be as long as a game.
    let shown = end.min(start + 4 * LONGEST_MARK).max(start) + 4 * CONTEXT + 1;
    let line_end = lines::end(&text[..shown.min(text.len())], start);
    let show = |range: std::ops::Range<usize>| printable(&encoding.decode(&text[range]));
    // Four bytes a character at the most; what is cut by bytes is cut again by characters.
    let from = line_start.max(start.saturating_sub(4 * CONTEXT));
    let to = line_end.min(end.max(start) + 4 * CONTEXT);
    let before = show(from..start);
    let marked = show(start..end.min(line_end).max(start).min(start + 4 * LONGEST_MARK));
    let after = show(end.min(line_end).max(start).min(to)..to);
    let mut excerpt = Excerpt::default();
    let skipped = before.chars().count().saturating_sub(CONTEXT);
    excerpt.cut = skipped > 0 || from > line_start;
    if excerpt.cut {
        excerpt.text.push('…');
    }
    excerpt.text.extend(before.chars().skip(skipped));
    let mark = excerpt.text.len();
    let long = marked.chars().count() > LONGEST_MARK;
    excerpt.text.extend(marked.chars().take(LONGEST_MARK));
    excerpt.marked = mark..excerpt.text.len();
    if long {
        excerpt.text.push('…');
        return excerpt;
    }
    excerpt.text.extend(after.chars().take(CONTEXT));
    if after.chars().count() > CONTEXT || to < line_end {
        excerpt.text.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}HERE{}", "a".repeat(5_000), "b".repeat(5_000));
        let excerpt = excerpt(line.as_bytes(), 0, 5_000, 5_004, Encoding::Utf8);
        let expected = format!("…{}HERE{}…", "a".repeat(60), "b".repeat(60));
        assert_eq!(excerpt.text, expected);
        assert_eq!(&excerpt.text[excerpt.marked.clone()], "HERE");
    }

    #[test]
    fn short_lines_are_shown_whole_and_controls_hidden() {
        let text = b"first\n1. e4\x1b[2J R\xc3\xa9ti\nthird";
        let excerpt = excerpt(text, 6, 9, 11, Encoding::Utf8);
        assert_eq!(excerpt.text, "1. e4\u{fffd}[2J Réti");
        assert_eq!(&excerpt.text[excerpt.marked.clone()], "e4");
    }

    #[test]
    fn lines_are_counted_forward_and_back() {
        let text = b"a\r\nb\rc\n\nd";
        let mut counter = LineCounter::new(text);
        let lines: Vec<u64> = [0, 3, 5, 7, 8, 3]
            .map(|at| counter.place(at, Encoding::Utf8).0)
            .to_vec();
        assert_eq!(lines, [1, 2, 3, 4, 5, 2]);
    }
}
