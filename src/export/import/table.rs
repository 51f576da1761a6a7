//! The rows of a table, as CSV (RFC 4180) or with tabs: which fields they have, and where those stand.

use std::io::{self, BufRead, BufReader, Read};

use csv_core::ReadFieldResult;

use crate::export::import::places::{Passage, Spot};
use crate::pgn::Encoding;

/// A row longer than that is not read (bytes), and neither is one of more fields.
pub(super) const LONGEST_ROW: usize = 16 << 20;
const MOST_FIELDS: usize = 1 << 16;

/// A table under way.
pub(super) struct Table<R> {
    reader: BufReader<R>,
    fields: csv_core::Reader,
    /// Where it stands.
    here: Spot,
    /// The last byte was a CR, which ends a line together with a LF.
    after_cr: bool,
    bytes: Vec<u8>,
    /// So many of them are the row's.
    filled: usize,
    /// The row's fields, one behind the other.
    row: String,
    cells: Vec<Cell>,
    names: Vec<String>,
}

/// A field of the row.
#[derive(Clone, Copy)]
struct Cell {
    begin: usize,
    end: usize,
    spot: Spot,
    quoted: bool,
}

/// What has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Got {
    /// Nothing: the table ends.
    End,
    /// A row, which begins there.
    Row(Spot),
    /// A row that is too long, and is not kept.
    TooLong(Spot),
}

impl<R: Read> Table<R> {
    pub(super) fn new(reader: R, delimiter: u8) -> Table<R> {
        Table {
            reader: BufReader::with_capacity(1 << 16, reader),
            fields: csv_core::ReaderBuilder::new().delimiter(delimiter).build(),
            here: Spot { line: 1, column: 1 },
            after_cr: false,
            bytes: vec![0; 1 << 16],
            filled: 0,
            row: String::new(),
            cells: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Reads the names of the columns.
    pub(super) fn read_head(&mut self) -> io::Result<()> {
        if let Got::Row(_) = self.read()? {
            let names = (0..self.cells.len()).map(|index| self.text(index).text.trim().to_owned());
            self.names = names.collect();
        }
        let moves = ["movetext", "moves", "moves_uci"];
        if self.names.iter().any(|name| moves.contains(&name.as_str())) {
            return Ok(());
        }
        let message = "the table has no column `movetext`, `moves` or `moves_uci`";
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }

    /// The names of the columns.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of fields of the row.
    pub(super) fn width(&self) -> usize {
        self.cells.len()
    }

    /// A field of the row.
    pub(super) fn text(&self, index: usize) -> Passage<'_> {
        let Some(cell) = self.cells.get(index) else {
            return Passage::plain("", self.here);
        };
        Passage {
            text: self.row.get(cell.begin..cell.end).unwrap_or_default(),
            spot: cell.spot,
            quoted: cell.quoted,
        }
    }

    /// Reads the next row; empty lines are none.
    pub(super) fn read(&mut self) -> io::Result<Got> {
        self.filled = 0;
        self.cells.clear();
        if !self.skip_empty_lines()? {
            return Ok(Got::End);
        }
        let begin = self.here;
        let mut too_long = false;
        let mut start = None;
        loop {
            let input = self.reader.fill_buf()?;
            let (spot, quoted, at) = *start
                .get_or_insert_with(|| (self.here, input.first() == Some(&b'"'), self.filled));
            let free = self.bytes.get_mut(self.filled..).unwrap_or_default();
            let (result, read, written) = self.fields.read_field(input, free);
            self.filled += written;
            pass(&mut self.here, &mut self.after_cr, &input[..read]);
            self.reader.consume(read);
            too_long |= self.filled > LONGEST_ROW || self.cells.len() > MOST_FIELDS;
            if too_long {
                self.filled = 0;
                self.cells.clear();
            }
            match result {
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => {
                    if self.filled == self.bytes.len() {
                        self.bytes.resize(2 * self.filled, 0);
                    }
                }
                ReadFieldResult::Field { record_end } => {
                    if !too_long {
                        self.cells.push(Cell {
                            begin: at,
                            end: self.filled,
                            spot,
                            quoted,
                        });
                    }
                    start = None;
                    if record_end {
                        break;
                    }
                }
                ReadFieldResult::End => break,
            }
        }
        if too_long {
            return Ok(Got::TooLong(begin));
        }
        self.decode();
        Ok(Got::Row(begin))
    }

    /// Makes characters of the row.
    fn decode(&mut self) {
        let bytes = self.bytes.get(..self.filled).unwrap_or_default();
        let encoding = Encoding::detect(bytes);
        self.row.clear();
        for cell in &mut self.cells {
            let text = encoding.decode(bytes.get(cell.begin..cell.end).unwrap_or_default());
            cell.begin = self.row.len();
            self.row.push_str(&text);
            cell.end = self.row.len();
            // The quote is no part of it.
            cell.spot.column += u32::from(cell.quoted);
        }
    }

    /// Whether something stands behind them.
    fn skip_empty_lines(&mut self) -> io::Result<bool> {
        loop {
            let input = self.reader.fill_buf()?;
            if input.is_empty() {
                return Ok(false);
            }
            let ends = input
                .iter()
                .take_while(|byte| matches!(byte, b'\n' | b'\r'));
            let passed = ends.count();
            pass(&mut self.here, &mut self.after_cr, &input[..passed]);
            let more = passed < input.len();
            self.reader.consume(passed);
            if more {
                return Ok(true);
            }
        }
    }
}

/// Goes on behind some bytes.
fn pass(here: &mut Spot, after_cr: &mut bool, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'\n' if *after_cr => {}
            b'\n' | b'\r' => {
                here.line += 1;
                here.column = 1;
            }
            _ => here.column += u32::from(byte & 0xc0 != 0x80),
        }
        *after_cr = byte == b'\r';
    }
}
