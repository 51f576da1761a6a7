//! Temporary files: written to the end, read from wherever, and gone with the program however that ends.

use std::env;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes that are kept back until they are worth a write.
const BUFFER: usize = 1 << 16;

/// Bytes put aside: in memory, and beyond a bound in a temporary file.
///
/// The file lies in the system's folder for such files (`TMPDIR` names another one). It has no name where the system
/// allows that, so that nothing is left of it even if the program is killed. What goes wrong is told with the folder's
/// name, since that is where room is needed.
#[derive(Debug)]
pub struct Scratch {
    file: Option<File>,
    /// Bytes that are not in the file.
    held: Vec<u8>,
    /// How many of them there may be.
    most: usize,
    length: u64,
}

impl Scratch {
    /// Holds so many bytes in memory before there is a file.
    #[must_use]
    pub const fn new(memory: usize) -> Scratch {
        Scratch {
            file: None,
            held: Vec::new(),
            most: memory,
            length: 0,
        }
    }

    /// Bytes written so far.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Writes behind all that was written.
    ///
    /// # Errors
    ///
    /// If the file cannot be made or written, as where the disk is full.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        if self.held.len() + bytes.len() > self.most {
            self.flush()?;
            if bytes.len() >= BUFFER {
                return write(self.file.as_mut(), bytes);
            }
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    /// Puts all that is held into the file, as before it is read.
    fn flush(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(make()?);
        }
        let written = write(self.file.as_mut(), &self.held);
        self.most = BUFFER;
        self.held.clear();
        self.held.shrink_to(BUFFER);
        written
    }

    /// Ends the writing.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<Scratch> {
        if self.file.is_some() {
            self.flush()?;
        }
        Ok(self)
    }

    /// Fills `bytes` with what stands from `offset` on, once the writing has ended.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or there is less.
    pub fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        if let Some(mut file) = self.file.as_ref() {
            let read = file
                .seek(SeekFrom::Start(offset))
                .and_then(|_| file.read_exact(bytes));
            return read.map_err(|error| told("read", &error));
        }
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let held = self
            .held
            .get(from..)
            .and_then(|held| held.get(..bytes.len()));
        bytes.copy_from_slice(held.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A file without a name.
fn make() -> io::Result<File> {
    let made = tempfile::tempfile_in(env::temp_dir());
    made.map_err(|error| told("make", &error))
}

fn write(file: Option<&mut File>, bytes: &[u8]) -> io::Result<()> {
    let written = file.map_or(Ok(()), |file| file.write_all(bytes));
    written.map_err(|error| told("write", &error))
}

/// The error with the folder's name.
fn told(what: &str, error: &io::Error) -> io::Error {
    let folder = env::temp_dir();
    let message = format!(
        "cannot {what} a temporary file in {} (TMPDIR names the folder): {}",
        folder.display(),
        plain(error)
    );
    io::Error::new(error.kind(), message)
}

/// The error without the path that the maker of the file adds to it.
fn plain(error: &io::Error) -> String {
    let code = error.raw_os_error();
    let inner = error.get_ref().and_then(std::error::Error::source);
    match (code, inner) {
        (None, Some(inner)) => inner.to_string(),
        _ => error.to_string(),
    }
}
