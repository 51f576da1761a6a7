//! Other texts as PGN: positions, lines of moves and tables, a game a line, so that everything that reads games can read
//! them, and a line's number stays what it was.

mod places;
mod row;
mod table;
mod text;

use std::io::{self, BufReader, Read};

use crate::export::import::places::{Line, Refusal, Spot};
use crate::export::import::table::Table;

pub use places::{BAD_ROW, Places};

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// Games in PGN.
    #[default]
    Pgn,
    /// Positions, a FEN a line.
    Fen,
    /// Positions, an EPD a line: four fields of a FEN and operations.
    Epd,
    /// Moves in UCI notation, a game a line, perhaps behind `position startpos moves` or `position fen … moves`.
    Uci,
    /// A table with the names of its columns in the first line.
    Csv,
    /// The same with tabs.
    Tsv,
}

/// The tag that keeps the operations of an EPD.
pub const OPERATIONS: &str = "EpdOperations";

/// A text as PGN.
pub struct AsPgn<R: Read> {
    lines: Lines<R>,
    /// The line of PGN that is written next, from 1.
    number: u64,
    /// What is ready to be read.
    ready: Vec<u8>,
    at: usize,
    places: Places,
}

impl<R: Read> std::fmt::Debug for AsPgn<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AsPgn").finish_non_exhaustive()
    }
}

enum Lines<R: Read> {
    Text(BufReader<R>, Source, Vec<u8>),
    /// A table, and whether its head is read.
    Table(Box<Table<R>>, bool),
}

impl<R: Read> AsPgn<R> {
    /// Reads `source` from `reader`.
    pub fn new(reader: R, source: Source) -> AsPgn<R> {
        let lines = match source {
            Source::Csv => Lines::Table(Box::new(Table::new(reader, b',')), false),
            Source::Tsv => Lines::Table(Box::new(Table::new(reader, b'\t')), false),
            other => Lines::Text(BufReader::with_capacity(1 << 16, reader), other, Vec::new()),
        };
        AsPgn {
            lines,
            number: 1,
            ready: Vec::new(),
            at: 0,
            places: Places::default(),
        }
    }

    /// Where what is read comes from.
    #[must_use]
    pub fn places(&self) -> Places {
        self.places.clone()
    }

    /// Makes the next game ready; nothing at the end.
    fn next(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.at = 0;
        let (number, places) = (self.number, &self.places);
        match &mut self.lines {
            Lines::Text(reader, source, line) => {
                let got = text::read_line(reader, line)?;
                if got == text::Got::End {
                    return Ok(());
                }
                let mut out = Line::new(&mut self.ready);
                if got == text::Got::Whole {
                    text::push(&mut out, &String::from_utf8_lossy(line), number, *source);
                    out.keep(places, number);
                } else if !line.starts_with(b"#") {
                    let begin = Spot {
                        line: number,
                        column: 1,
                    };
                    let refusal = Refusal::TooLong("the line is longer than a megabyte");
                    out.refuse(places, number, refusal, begin);
                }
            }
            Lines::Table(table, headed) if !*headed => {
                table.read_head()?;
                // The line of names is a line as well.
                *headed = true;
            }
            Lines::Table(table, _) => {
                let got = table.read()?;
                let (table::Got::Row(begin) | table::Got::TooLong(begin)) = got else {
                    return Ok(());
                };
                // A row may take several lines.
                let missing = begin.line.saturating_sub(number);
                self.ready.resize(missing as usize, b'\n');
                self.number += missing;
                let out = Line::new(&mut self.ready);
                if let table::Got::Row(_) = got {
                    row::push(out, table, places, (self.number, begin));
                } else {
                    let refusal = Refusal::TooLong("the row is longer than 16 MiB");
                    out.refuse(places, self.number, refusal, begin);
                }
            }
        }
        self.number += 1;
        self.ready.push(b'\n');
        Ok(())
    }
}

impl<R: Read> Read for AsPgn<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            self.next()?;
        }
        let read = (&self.ready[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(source: Source, text: &str) -> String {
        let mut out = String::new();
        AsPgn::new(text.as_bytes(), source)
            .read_to_string(&mut out)
            .unwrap();
        out
    }

    #[test]
    fn positions_and_operations() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 3 9";
        assert_eq!(
            pgn(Source::Fen, &format!("\n# no position\n{fen}\n")),
            format!("\n\n[FEN \"{fen}\"][SetUp \"1\"] *\n")
        );
        let epd = "8/8/8/8/8/8/8/K1k5 w - - hmvc 3; fmvn 9; id \"a b\";";
        let read = pgn(Source::Epd, epd);
        assert!(read.starts_with(&format!("[FEN \"{fen}\"]")), "{read}");
        assert!(
            read.contains("[EpdOperations \"hmvc 3; fmvn 9; id \\\"a b\\\";\"]"),
            "{read}"
        );
    }

    #[test]
    fn lines_of_moves() {
        assert_eq!(
            pgn(Source::Uci, "e2e4 e7e5\n"),
            "[Event \"?\"] e2e4 e7e5 *\n"
        );
        assert_eq!(
            pgn(Source::Uci, "position startpos moves d2d4 0000 1-0"),
            "[Event \"?\"] d2d4 -- 1-0\n"
        );
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(
            pgn(Source::Uci, &format!("position fen {fen} moves a1a2")),
            format!("[FEN \"{fen}\"][SetUp \"1\"] a1a2 *\n")
        );
        assert_eq!(pgn(Source::Uci, "{e2e4}"), "[Event \"?\"] _e2e4_ *\n");
    }

    #[test]
    fn tables() {
        let table = "white,date_tag,result,movetext,game\n\"A \"\"b\"\"\",1924.??.??,1-0,\"1. e4\ne5\",7\nB,,,,\n";
        let read = pgn(Source::Csv, table);
        assert_eq!(
            read,
            "\n[White \"A \\\"b\\\"\"][Date \"1924.??.??\"][Result \"1-0\"] 1. e4 e5 1-0\n\n[White \"B\"]  *\n"
        );
        let mut text = String::new();
        let error = AsPgn::new(&b"a,b\n1,2\n"[..], Source::Csv)
            .read_to_string(&mut text)
            .unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
