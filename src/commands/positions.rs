//! Positions as text: one FEN, or a file of them, a line each.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context as _;

use crate::chess::fen::{self, FenError, FenFault, Field};
use crate::chess::{CastlingMode, Position};
use crate::finding::printable;

/// The longest line that is read; a FEN has fewer than a hundred characters.
const LONGEST_LINE: usize = 4096;

/// Reads a FEN or the first four fields of one. Anything doubtful is a fault: the count of a mended
/// position would be the count of another one.
///
/// # Errors
///
/// All that is wrong, as a phrase behind "the FEN".
pub(super) fn read(text: &str, chess960: bool) -> Result<Position, String> {
    read_at(text, chess960).map_err(|(_, faults)| faults)
}

/// As [`read`], with the characters before the field that is wrong first.
///
/// # Errors
///
/// As [`read`].
pub(super) fn read_at(text: &str, chess960: bool) -> Result<Position, (usize, String)> {
    let reading = if chess960 {
        fen::read(text, CastlingMode::Chess960)
    } else {
        fen::read_any(text)
    };
    let faults: Vec<FenFault> = reading
        .faults
        .into_iter()
        .filter(|fault| !matches!(fault, FenFault::Missing(Field::Halfmove | Field::Fullmove)))
        .collect();
    let shown = printable(text.trim());
    let shown: String = shown.chars().take(100).collect();
    match reading.position {
        Some(position) if faults.is_empty() => Ok(position),
        _ => {
            let before = faults.first().map_or(0, |fault| before_field(text, fault));
            // The faults quote the text.
            let faults = printable(&FenError(faults).to_string());
            Err((before, format!("`{shown}` cannot be used: {faults}")))
        }
    }
}

/// The characters before the field that is wrong; all of them if it is missing.
fn before_field(text: &str, fault: &FenFault) -> usize {
    let field = fault.field().map_or(6, |field| field as usize);
    let word = text.split_whitespace().nth(field);
    // The word lies in the text, so the difference of their addresses is its place.
    let at = word.map_or(text.len(), |word| {
        word.as_ptr() as usize - text.as_ptr() as usize
    });
    text.get(..at).map_or(0, |before| before.chars().count())
}

/// A line that is neither blank nor a comment.
#[derive(Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// Bytes of white space before its text.
    pub(super) indent: usize,
    /// Where its text begins, or what is no text, from 1.
    pub(super) column: usize,
    /// Its text, or why there is none.
    pub(super) text: Result<String, String>,
}

/// The lines of a file or of standard input.
pub(super) struct Lines {
    name: String,
    input: Box<dyn BufRead>,
    number: u64,
}

impl Lines {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub(super) fn open(path: &Path) -> anyhow::Result<Lines> {
        let name = printable(&path.display().to_string());
        if path.as_os_str() == "-" {
            return Ok(Lines {
                name: "<stdin>".to_owned(),
                input: Box::new(io::stdin().lock()),
                number: 0,
            });
        }
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            anyhow::bail!("cannot read {name}: it is a folder");
        }
        Ok(Lines {
            name,
            input: Box::new(BufReader::new(file)),
            number: 0,
        })
    }

    /// What messages call it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The next line that says something.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<Line>> {
        loop {
            let read = self.read_line();
            let Some(line) = read.with_context(|| format!("cannot read {}", self.name))? else {
                return Ok(None);
            };
            self.number += 1;
            let number = self.number;
            if line.len() > LONGEST_LINE {
                let text = Err(format!("is on a line of more than {LONGEST_LINE} bytes"));
                let indent = 0;
                return Ok(Some(Line {
                    number,
                    indent,
                    column: 1,
                    text,
                }));
            }
            let whole = match number {
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line),
                _ => &line,
            };
            let indent = whole.len() - whole.trim_ascii_start().len();
            let line = whole.trim_ascii();
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let mut column = indent + 1;
            let text = std::str::from_utf8(line)
                .map(str::to_owned)
                .map_err(|error| {
                    column += error.valid_up_to();
                    format!("is not UTF-8 text (column {column})")
                });
            return Ok(Some(Line {
                number,
                indent,
                column,
                text,
            }));
        }
    }

    /// A line with its end, at most one byte more of it than is allowed; the rest is passed over.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                return Ok(any.then_some(line));
            }
            any = true;
            let end = memchr::memchr(b'\n', available);
            let length = end.unwrap_or(available.len());
            let room = (LONGEST_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&available[..length.min(room)]);
            self.input.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}
