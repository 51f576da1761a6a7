//! A pipe that is read in a thread of its own, so that nobody who has had enough need wait for what may never come.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::stream::cancel;

/// What is read at once.
const CHUNK: usize = 1 << 16;
/// So many chunks are read ahead.
const AHEAD: usize = 4;
/// So long is waited before it is looked whether the user has had enough.
const TICK: Duration = Duration::from_millis(50);

/// The reading end.
pub(super) struct Pipe {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
}

impl Pipe {
    /// Begins to open and to read it, both of which may take any time. The thread ends with the pipe, or with the program
    /// if nothing more comes.
    pub(super) fn new<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> Pipe {
        let (send, chunks) = sync_channel(AHEAD);
        thread::spawn(move || match open() {
            Ok(reader) => pass_on(reader, &send),
            // Who listens no more need not know.
            Err(error) => send.send(Err(error)).unwrap_or_default(),
        });
        Pipe {
            chunks,
            chunk: io::Cursor::default(),
        }
    }

    /// As [`Read::read`]; an error if `is_over` before anything comes.
    fn read_until(&mut self, buffer: &mut [u8], is_over: impl Fn() -> bool) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.chunks.recv_timeout(TICK) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                // Not `ErrorKind::Interrupted`, after which readers try again.
                Err(RecvTimeoutError::Timeout) if is_over() => {
                    return Err(io::Error::other("interrupted"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn pass_on(mut reader: impl Read, send: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match reader.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => {
                chunk.truncate(read);
                Ok(chunk)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if send.send(read).is_err() || failed {
            return;
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read_until(buffer, cancel::is_cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_is_passed_on() {
        let text: Vec<u8> = (0..300_000_u32).map(|at| (at % 251) as u8).collect();
        let (told, mut read) = (text.clone(), Vec::new());
        let mut pipe = Pipe::new(|| Ok(io::Cursor::new(told)));
        pipe.read_to_end(&mut read).unwrap();
        assert_eq!(read, text);
    }

    #[test]
    fn nobody_waits_for_ever() {
        let (reader, _writer) = io::pipe().unwrap();
        let mut pipe = Pipe::new(|| Ok(reader));
        let error = pipe.read_until(&mut [0; 8], || true).unwrap_err();
        assert_eq!(error.to_string(), "interrupted");
    }

    #[test]
    fn failures_come_through() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let mut pipe = Pipe::new(|| Ok(io::Cursor::new(b"abc").chain(Broken)));
        let mut read = Vec::new();
        assert!(pipe.read_to_end(&mut read).is_err());
        assert_eq!(read, b"abc");
        let mut pipe = Pipe::new(|| Err::<Broken, _>(io::Error::other("no such pipe")));
        let error = pipe.read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.to_string(), "no such pipe");
    }
}
