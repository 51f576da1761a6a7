//! Records of bytes with their lengths before them, as temporary files hold them.

use std::io;

use crate::stream::scratch::Scratch;

/// Bytes of the longest number.
const LONGEST: usize = 10;

/// Writes a number, seven bits a byte, the lowest ones first.
pub(super) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what stands between two places of a file, one piece after the other.
#[derive(Debug)]
pub(super) struct Pieces {
    /// What is not yet read.
    from: u64,
    to: u64,
    buffer: Vec<u8>,
    /// Bytes of the buffer that were handed out.
    used: usize,
    /// Bytes that are read at once.
    size: usize,
}

impl Pieces {
    /// Reads `size` bytes at once.
    pub(super) fn new(from: u64, to: u64, size: usize) -> Pieces {
        Pieces {
            from,
            to,
            buffer: Vec::new(),
            used: 0,
            size: size.max(LONGEST),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.used == self.buffer.len() && self.from == self.to
    }

    /// Has `wanted` bytes ready, or all that there are.
    fn fill(&mut self, file: &Scratch, wanted: usize) -> io::Result<()> {
        if self.buffer.len() - self.used >= wanted {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let had = self.buffer.len();
        let left = usize::try_from(self.to - self.from).unwrap_or(usize::MAX);
        let more = left.min(self.size.max(wanted - had));
        self.buffer.resize(had + more, 0);
        file.read_at(&mut self.buffer[had..], self.from)?;
        self.from += more as u64;
        Ok(())
    }

    /// The next number.
    pub(super) fn number(&mut self, file: &Scratch) -> io::Result<u64> {
        self.fill(file, LONGEST)?;
        let mut number = 0;
        for shift in (0..).step_by(7).take(LONGEST) {
            let Some(byte) = self.buffer.get(self.used) else {
                break;
            };
            self.used += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(torn())
    }

    /// The next bytes, as many as asked for.
    pub(super) fn bytes(&mut self, file: &Scratch, length: u64) -> io::Result<&[u8]> {
        let length = usize::try_from(length).map_err(|_| torn())?;
        self.fill(file, length)?;
        let bytes = self.buffer.get(self.used..self.used + length);
        let bytes = bytes.ok_or_else(torn)?;
        self.used += length;
        Ok(bytes)
    }
}

/// Somebody else has written into the file.
fn torn() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a temporary file is damaged")
}
