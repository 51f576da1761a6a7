//! What the commands that read games have in common at their end.

use std::io::{self, Write as _};

/// Why a run ends before its input does.
#[derive(Debug)]
pub(super) enum Stop {
    Cancelled,
    ClosedPipe,
    Write(io::Error),
}

impl Stop {
    /// Why a failure to write ends a run.
    pub(super) fn of(error: io::Error) -> Stop {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Stop::ClosedPipe
        } else {
            Stop::Write(error)
        }
    }
}

/// Writes a line to standard error; if even that is closed, nobody can be told.
pub(super) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
