//! Records of bytes that are put aside, and read again in their order.

use std::io;

use crate::stream::record::{Pieces, push_number};
use crate::stream::scratch::Scratch;

/// Bytes that are read at once.
const PIECE: usize = 1 << 16;

/// Records put aside: in memory, and beyond a bound in a temporary file.
///
/// ```
/// use chesstool::stream::spool::Spool;
///
/// let mut spool = Spool::new(8);
/// for record in ["one", "two", "three"] {
///     spool.push(record.as_bytes())?;
/// }
/// let records: Vec<Vec<u8>> = spool.finish()?.collect::<Result<_, _>>()?;
/// assert_eq!(records, [&b"one"[..], b"two", b"three"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Spool {
    file: Scratch,
    /// A record's length, as it is written.
    length: Vec<u8>,
}

impl Spool {
    /// Holds so many bytes in memory.
    #[must_use]
    pub const fn new(memory: usize) -> Spool {
        Spool {
            file: Scratch::new(memory),
            length: Vec::new(),
        }
    }

    /// Puts a record aside.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        self.length.clear();
        push_number(&mut self.length, record.len() as u64);
        self.file.append(&self.length)?;
        self.file.append(record)
    }

    /// Reads all of them.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn finish(self) -> io::Result<Records> {
        let file = self.file.finish()?;
        Ok(Records {
            pieces: Pieces::new(0, file.length(), PIECE),
            file,
        })
    }
}

/// The records of a [`Spool`], in their order.
#[derive(Debug)]
pub struct Records {
    file: Scratch,
    pieces: Pieces,
}

impl Records {
    /// The next one; `None` at the end.
    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.pieces.is_empty() {
            return Ok(None);
        }
        let length = self.pieces.number(&self.file)?;
        let bytes = self.pieces.bytes(&self.file, length)?;
        Ok(Some(bytes.to_vec()))
    }
}

impl Iterator for Records {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        self.read().transpose()
    }
}
