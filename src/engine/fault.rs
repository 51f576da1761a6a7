//! What can go wrong with an engine: at its start, and later.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// Why an engine cannot be used from the beginning.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no such file.
    #[error("engine {} not found", program.display())]
    Missing {
        /// As it was asked for.
        program: PathBuf,
    },
    /// A file that is no program, or may not be run.
    #[error("engine {} is not an executable file", program.display())]
    NotExecutable {
        /// The file.
        program: PathBuf,
    },
    /// The system refuses to start it.
    #[error("engine {} cannot be started: {why}", program.display())]
    Refused {
        /// The file.
        program: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It talks, but not UCI.
    #[error("{} is not a UCI engine: it did not answer `uci` within {}, but said {said}", program.display(), Seconds(*waited))]
    SaysOther {
        /// The file.
        program: PathBuf,
        /// How long it was given.
        waited: Duration,
        /// Its first lines.
        said: Said,
    },
    /// It says nothing at all.
    #[error("{} is not a UCI engine: it did not answer `uci` within {}", program.display(), Seconds(*waited))]
    SaysNothing {
        /// The file.
        program: PathBuf,
        /// How long it was given.
        waited: Duration,
    },
    /// It ended before it could be used.
    #[error("engine {} ended at its start ({end}){}", program.display(), Aside(said))]
    Died {
        /// The file.
        program: PathBuf,
        /// How it ended.
        end: End,
        /// Its first lines, if they were no UCI.
        said: Said,
    },
    /// `uciok` came, but no `readyok`.
    #[error("engine {} was not ready within {}", program.display(), Seconds(*waited))]
    NotReady {
        /// The file.
        program: PathBuf,
        /// How long it was given.
        waited: Duration,
    },
    /// An option that was asked for is none of this engine's.
    #[error("engine {} has no option `{name}`; its options are: {}", program.display(), known.join(", "))]
    UnknownOption {
        /// The file.
        program: PathBuf,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// An option does not take the value.
    #[error("option `{name}` of engine {} cannot be `{value}`: {wanted}", program.display())]
    BadValue {
        /// The file.
        program: PathBuf,
        /// The option as the engine names it.
        name: String,
        /// The value asked for.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// The whole run is to end.
    #[error("interrupted while engine {} was starting", program.display())]
    Cancelled {
        /// The file.
        program: PathBuf,
    },
}

impl StartError {
    /// Whether another attempt may succeed.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(
            self,
            StartError::Refused { .. }
                | StartError::SaysNothing { .. }
                | StartError::SaysOther { .. }
                | StartError::Died { .. }
                | StartError::NotReady { .. }
        )
    }
}

/// Why an engine that had started did not do what it was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It ended.
    #[error("engine {engine} ended while it was in use ({end})")]
    Died {
        /// The name it gave itself.
        engine: String,
        /// How it ended.
        end: End,
    },
    /// No `bestmove` in time, not even after `stop`.
    #[error("engine {engine} hangs: no move within {}, nor after `stop`", Seconds(*waited))]
    IgnoresStop {
        /// The name it gave itself.
        engine: String,
        /// How long it was given, without the time after `stop`.
        waited: Duration,
    },
    /// It had to be stopped, and had found nothing by then.
    #[error("engine {engine} found no exact score within {}", Seconds(*waited))]
    TooSlow {
        /// The name it gave itself.
        engine: String,
        /// How long it was given.
        waited: Duration,
    },
    /// It answered without a score that can be used.
    #[error("engine {engine} gave no usable score")]
    NoScore {
        /// The name it gave itself.
        engine: String,
    },
    /// No `readyok` in time.
    #[error("engine {engine} hangs: not ready within {}", Seconds(*waited))]
    NotReady {
        /// The name it gave itself.
        engine: String,
        /// How long it was given.
        waited: Duration,
    },
    /// It does not read what it is told.
    #[error("engine {engine} does not read its commands")]
    NotReading {
        /// The name it gave itself.
        engine: String,
    },
    /// It does not play Chess960.
    #[error("engine {engine} does not know Chess960 (it has no option UCI_Chess960)")]
    NoChess960 {
        /// The name it gave itself.
        engine: String,
    },
    /// The caller's moves are not legal one after the other; nothing was sent.
    #[error("move {ply} of the line to be analysed is illegal")]
    IllegalLine {
        /// Which move, from 1.
        ply: usize,
    },
    /// The whole run is to end.
    #[error("interrupted")]
    Cancelled,
}

impl Fault {
    /// Whether the same question is to be asked again, as a rule of a new engine.
    #[must_use]
    pub const fn is_the_engines(&self) -> bool {
        !matches!(
            self,
            Fault::NoChess960 { .. } | Fault::IllegalLine { .. } | Fault::Cancelled
        )
    }

    /// Whether the engine cannot be used any more; one that answered without a score can.
    #[must_use]
    pub const fn ends_the_engine(&self) -> bool {
        self.is_the_engines() && !matches!(self, Fault::NoScore { .. })
    }
}

/// How a program ended, and the last that it wrote to its standard error.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// The status as the system tells it; `None` while it is not known.
    pub status: Option<std::process::ExitStatus>,
    /// The last lines of standard error, oldest first.
    pub stderr: Vec<String>,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => write!(f, "{status}")?,
            None => f.write_str("its output is closed")?,
        }
        if !self.stderr.is_empty() {
            write!(f, "; stderr: {}", self.stderr.join(" / "))?;
        }
        Ok(())
    }
}

/// The first lines of a program, clipped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said(pub Vec<String>);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0.join("`, `"))
    }
}

/// What was said, where anything was.
struct Aside<'a>(&'a Said);

impl fmt::Display for Aside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.0.is_empty() {
            return Ok(());
        }
        write!(f, "; it said {}", self.0)
    }
}

/// A duration as messages tell it.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", (self.0.as_secs_f64() * 10.0).round() / 10.0)
    }
}

/// What the system says of a program that it does not start.
pub(super) fn refused(program: PathBuf, error: &io::Error) -> StartError {
    match error.kind() {
        io::ErrorKind::NotFound => StartError::Missing { program },
        io::ErrorKind::PermissionDenied => StartError::NotExecutable { program },
        _ => StartError::Refused {
            program,
            why: error.to_string(),
        },
    }
}
