//! A record of everything said to and by engines, for whoever looks for a fault.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the lines of all engines of a run are written, one of them at a time.
///
/// A line is `PROCESS > TEXT` for what is told to an engine and `PROCESS < TEXT` for what it says.
#[derive(Clone)]
pub struct Log(Arc<Mutex<dyn Write + Send>>);

impl Log {
    /// A log that is written to `output`.
    #[must_use]
    pub fn new(output: impl Write + Send + 'static) -> Log {
        Log(Arc::new(Mutex::new(output)))
    }

    /// Writes a line. A log that cannot be written stops nothing.
    pub(super) fn write(&self, process: u32, direction: char, text: &[u8]) {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let line = [format!("{process} {direction} ").as_bytes(), text, b"\n"].concat();
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(&line);
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}
