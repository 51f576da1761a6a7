//! A unified diff made from fixes: nothing is compared, since the fixes say what changes. Text comes
//! block by block; held are the lines around a change only, and a long hunk in a temporary file.

use std::collections::VecDeque;
use std::io::{self, Seek, Write};

use tempfile::SpooledTempFile;

use crate::finding::Fix;

/// Lines shown before and behind a change.
const CONTEXT: usize = 3;
/// Bytes of a hunk held in memory.
const IN_MEMORY: usize = 1 << 20;
/// A line longer than this is not shown.
const LONGEST_LINE: usize = 128 << 20;

/// The diff of one text.
#[derive(Debug)]
pub struct Diff<'n> {
    name: &'n str,
    /// Whether the two lines with the name are written.
    begun: bool,
    /// The old and the new bytes of the lines being read, up to a line's end in both.
    old: Vec<u8>,
    new: Vec<u8>,
    changed: bool,
    /// Number of the next line in the old and in the new text.
    line: [u64; 2],
    /// Unchanged lines that a change may come behind.
    recent: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
}

/// Changes and what stands between and around them.
#[derive(Debug)]
struct Hunk {
    text: SpooledTempFile,
    start: [u64; 2],
    lines: [u64; 2],
}

impl Hunk {
    fn line(&mut self, sign: char, line: &[u8]) -> io::Result<()> {
        self.lines[0] += u64::from(sign != '+');
        self.lines[1] += u64::from(sign != '-');
        write!(self.text, "{sign}")?;
        self.text.write_all(line)?;
        if !line.ends_with(b"\n") {
            self.text.write_all(b"\n\\ No newline at end of file\n")?;
        }
        Ok(())
    }
}

impl<'n> Diff<'n> {
    /// A diff of the text called `name`.
    #[must_use]
    pub const fn new(name: &'n str) -> Diff<'n> {
        Diff {
            name,
            begun: false,
            old: Vec::new(),
            new: Vec::new(),
            changed: false,
            line: [1, 1],
            recent: VecDeque::new(),
            hunk: None,
        }
    }

    /// Takes the next part of the text, and what is to be replaced in it: by place, without overlaps.
    ///
    /// # Errors
    ///
    /// If writing fails, or a line is too long.
    pub fn part(&mut self, text: &[u8], fixes: &[Fix], out: &mut impl Write) -> io::Result<()> {
        let mut at = 0;
        for fix in fixes {
            let start = fix.offset as usize;
            let end = start + fix.length as usize;
            self.same(&text[at..start], out)?;
            self.old.extend_from_slice(&text[start..end]);
            self.new.extend_from_slice(&fix.text);
            self.changed = true;
            self.end_of_line(out)?;
            at = end;
        }
        self.same(&text[at..], out)
    }

    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        self.flush(out)?;
        self.close(out)
    }

    /// Text that does not change.
    fn same(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let (line, behind) = rest.split_at(end);
            rest = behind;
            if self.old.len() + line.len() > LONGEST_LINE {
                return Err(io::Error::other("a line is too long to be shown in a diff"));
            }
            if line.ends_with(b"\n") && !self.changed && self.old.is_empty() {
                self.unchanged(line, out)?;
                continue;
            }
            self.old.extend_from_slice(line);
            self.new.extend_from_slice(line);
            self.end_of_line(out)?;
        }
        Ok(())
    }

    /// Goes on to the next line if both texts are at a line's end.
    fn end_of_line(&mut self, out: &mut impl Write) -> io::Result<()> {
        let at_end = |text: &[u8]| text.is_empty() || text.ends_with(b"\n");
        if at_end(&self.old) && at_end(&self.new) {
            self.flush(out)?;
        }
        Ok(())
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (mut old, mut new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        if std::mem::take(&mut self.changed) && old != new {
            self.replaced(&old, &new)?;
        } else {
            for line in old.split_inclusive(|byte| *byte == b'\n') {
                self.unchanged(line, out)?;
            }
        }
        old.clear();
        new.clear();
        (self.old, self.new) = (old, new);
        Ok(())
    }

    fn replaced(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        let before = self.recent.len() as u64;
        let start = self.line.map(|line| line - before);
        let hunk = self.hunk.get_or_insert_with(|| Hunk {
            text: SpooledTempFile::new(IN_MEMORY),
            start,
            lines: [0, 0],
        });
        for line in self.recent.drain(..) {
            hunk.line(' ', &line)?;
        }
        for (index, (sign, text)) in [('-', old), ('+', new)].into_iter().enumerate() {
            for line in text.split_inclusive(|byte| *byte == b'\n') {
                hunk.line(sign, line)?;
                self.line[index] += 1;
            }
        }
        Ok(())
    }

    fn unchanged(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.line = self.line.map(|line| line + 1);
        // In a hunk the lines before the next change may be those behind the last one as well.
        let most = if self.hunk.is_some() {
            2 * CONTEXT
        } else {
            CONTEXT
        };
        if self.recent.len() == most {
            if self.hunk.is_some() {
                self.close(out)?;
            }
            let mut spare = self.recent.pop_front().unwrap_or_default();
            spare.clear();
            spare.extend_from_slice(line);
            self.recent.push_back(spare);
        } else {
            self.recent.push_back(line.to_vec());
        }
        Ok(())
    }

    /// Writes the hunk, with the lines behind its last change.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else {
            return Ok(());
        };
        let behind = self.recent.len().min(CONTEXT);
        for line in self.recent.drain(..behind) {
            hunk.line(' ', &line)?;
        }
        if !std::mem::replace(&mut self.begun, true) {
            writeln!(out, "--- {0}\n+++ {0}", self.name)?;
        }
        let [old, new] = [0, 1].map(|side| {
            // An empty side is named by the line before it.
            let start = hunk.start[side] - u64::from(hunk.lines[side] == 0);
            match hunk.lines[side] {
                1 => start.to_string(),
                lines => format!("{start},{lines}"),
            }
        });
        writeln!(out, "@@ -{old} +{new} @@")?;
        hunk.text.rewind()?;
        io::copy(&mut hunk.text, out)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part's text, and its fixes.
    type Part<'a> = (&'a str, &'a [(u64, u32, &'a str)]);

    fn diff(parts: &[Part<'_>]) -> String {
        let mut diff = Diff::new("a.pgn");
        let mut out = Vec::new();
        for (text, fixes) in parts {
            let fixes: Vec<Fix> = fixes
                .iter()
                .map(|&(offset, length, text)| Fix {
                    offset,
                    length,
                    text: text.into(),
                })
                .collect();
            diff.part(text.as_bytes(), &fixes, &mut out).unwrap();
        }
        diff.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_change_has_three_lines_around_it() {
        let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let expected = "--- a.pgn\n+++ a.pgn\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n";
        assert_eq!(diff(&[(text, &[(8, 1, "x")])]), expected);
        // However the text comes.
        let cut = [(&text[..9], &[(8, 1, "x")][..]), (&text[9..], &[])];
        assert_eq!(diff(&cut), expected);
        assert_eq!(diff(&[(text, &[])]), "");
    }

    #[test]
    fn lines_come_and_go() {
        let expected = "--- a.pgn\n+++ a.pgn\n@@ -1,2 +1,2 @@\n-1\n 2\n+3\n";
        assert_eq!(diff(&[("1\n2\n", &[(0, 2, ""), (4, 0, "3\n")])]), expected);
        let expected = "--- a.pgn\n+++ a.pgn\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a b\n+c\n\\ No newline at end of file\n";
        assert_eq!(diff(&[("a", &[(1, 0, " b\nc")])]), expected);
    }

    #[test]
    fn changes_that_are_far_apart_are_two_hunks() {
        let text = "x\n".repeat(30);
        let shown = diff(&[(&text, &[(0, 1, "y"), (40, 1, "z"), (48, 1, "z")])]);
        let hunks: Vec<&str> = shown
            .lines()
            .filter(|line| line.starts_with("@@"))
            .collect();
        assert_eq!(hunks, ["@@ -1,4 +1,4 @@", "@@ -18,11 +18,11 @@"]);
    }
}
