//! Lines of movetext: words with one space between, broken so that no line has 80 characters (PGN 4.3, 8.2.1).

/// What stands between a word and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// A space, or a line's end.
    Space,
    /// A space; a line begins with the word only where nothing else helps. `[` and `%` mean more at a line's
    /// start than elsewhere, to programs that read line by line.
    Fixed,
    /// Nothing; a line's end only where nothing else helps.
    None,
}

/// A text under way.
#[derive(Debug)]
pub(super) struct Page<'o> {
    out: &'o mut Vec<u8>,
    /// The longest line, in characters.
    width: usize,
    /// Characters of the last line.
    column: usize,
    /// The last space of the last line that may become its end: its offset, and the column behind it.
    space: Option<(usize, usize)>,
    /// The next word follows the last one at once.
    glued: bool,
}

impl Page<'_> {
    pub(super) fn new(out: &mut Vec<u8>, width: usize) -> Page<'_> {
        Page {
            out,
            width,
            column: 0,
            space: None,
            glued: false,
        }
    }

    /// Appends a word. One that is longer than a line stands alone on its own.
    pub(super) fn put(&mut self, word: &[u8], gap: Gap) {
        let length = characters(word);
        let gap = if std::mem::take(&mut self.glued) {
            Gap::None
        } else {
            gap
        };
        let space = usize::from(gap != Gap::None && self.column > 0);
        let needed = space + length;
        if self.column + needed <= self.width || self.column == 0 {
            if gap == Gap::Space && space > 0 {
                self.space = Some((self.out.len(), self.column + space));
            }
        } else if let Some((at, column)) = self
            .space
            .filter(|(_, column)| gap != Gap::Space && self.column - column + needed <= self.width)
            && let Some(byte) = self.out.get_mut(at)
        {
            // What the word belongs to goes to the next line with it.
            *byte = b'\n';
            self.column -= column;
            self.space = None;
        } else {
            self.out.push(b'\n');
            self.space = None;
            self.column = length;
            self.out.extend_from_slice(word);
            return;
        }
        if space > 0 {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(word);
        self.column += needed;
    }

    /// Appends what the next word follows without a space: `(`, `{`.
    pub(super) fn open(&mut self, bracket: u8) {
        self.put(&[bracket], Gap::Space);
        self.glued = true;
    }

    /// Appends what follows the last word without a space: `)`, `}`.
    pub(super) fn close(&mut self, bracket: u8) {
        self.put(&[bracket], Gap::None);
    }

    /// Ends the last line, with an empty one behind it.
    pub(super) fn end(self) {
        self.out.extend_from_slice(b"\n\n");
    }

    /// The longest line, in characters.
    pub(super) const fn width(&self) -> usize {
        self.width
    }
}

/// Number of characters of a text in UTF-8.
pub(super) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width: usize, write: impl Fn(&mut Page<'_>)) -> String {
        let mut out = Vec::new();
        write(&mut Page::new(&mut out, width));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_and_brackets() {
        let text = page(10, |page| {
            for word in ["1.", "e4", "e5"] {
                page.put(word.as_bytes(), Gap::Space);
            }
            page.open(b'(');
            page.put(b"1...", Gap::Space);
            page.put(b"c5", Gap::Space);
            page.close(b')');
            page.put("ääääääääää".as_bytes(), Gap::Space);
            page.put("äääääääääää".as_bytes(), Gap::Space);
            page.put(b"x", Gap::Space);
        });
        let lines = ["1. e4 e5", "(1... c5)", "ääääääääää", "äääääääääää", "x"];
        assert_eq!(text, lines.join("\n"));
    }

    #[test]
    fn what_belongs_together_stays_together() {
        let text = page(10, |page| {
            page.put(b"aaaa", Gap::Space);
            page.put(b"bbbb", Gap::Space);
            page.put(b"[cc]", Gap::Fixed);
        });
        assert_eq!(text, "aaaa\nbbbb [cc]");
        let text = page(10, |page| {
            page.put(b"aaaa", Gap::Space);
            page.put(b"bbbbb", Gap::Space);
            page.close(b')');
            page.put(b"[ccccc]", Gap::Fixed);
        });
        assert_eq!(text, "aaaa\nbbbbb)\n[ccccc]", "there is no other way");
        let text = page(4, |page| {
            for _ in 0..6 {
                page.close(b')');
            }
        });
        assert_eq!(text, "))))\n))");
    }
}
