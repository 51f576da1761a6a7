//! How an engine is to be started, and how long it is given for what.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::engine::log::Log;

/// Everything that is needed to start an engine.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program: a path, or a name that is looked for in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Options by name, in the order in which they are set. Each must be advertised and take its value;
    /// a button takes the empty one.
    pub options: Vec<(String, String)>,
    /// MiB of its table, if it has the option `Hash`; brought within its limits.
    pub hash: Option<u32>,
    /// Its threads, if it has the option `Threads`; brought within its limits.
    pub threads: Option<u32>,
    /// Our own executable, which ties the engine to our life on Linux ([`crate::engine::shim`]).
    pub shim: Option<PathBuf>,
    /// Where all that is said is recorded.
    pub log: Option<Log>,
    /// How long it is given for what.
    pub deadlines: Deadlines,
    /// Ends all waiting when it becomes true.
    pub cancel: Arc<AtomicBool>,
}

impl Launch {
    /// An engine with one thread and 16 MiB.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Launch {
        Launch {
            program: program.into(),
            args: Vec::new(),
            options: Vec::new(),
            hash: Some(16),
            threads: Some(1),
            shim: None,
            log: None,
            deadlines: Deadlines::default(),
            cancel: Arc::default(),
        }
    }

    /// The built-in engine, which is our own executable in another role.
    #[must_use]
    pub fn builtin(own: impl Into<PathBuf>) -> Launch {
        let own = own.into();
        Launch {
            args: vec!["uci".into()],
            shim: Some(own.clone()),
            ..Launch::new(own)
        }
    }

    pub(in crate::engine) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// How long an engine is given for what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlines {
    /// From `uci` to `uciok`.
    pub hello: Duration,
    /// From `isready` to `readyok`; tables and nets are loaded then.
    pub ready: Duration,
    /// For a position, instead of what follows from the limit.
    pub position: Option<Duration>,
    /// For a position on top of the time it may be thought about.
    pub beyond_movetime: Duration,
    /// For a position without such a time: at least this,
    pub least: Duration,
    /// or this many times what the positions before took on average.
    pub times_mean: u32,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// From `quit` to its end.
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            hello: Duration::from_secs(10),
            ready: Duration::from_mins(1),
            position: None,
            beyond_movetime: Duration::from_secs(10),
            least: Duration::from_secs(30),
            times_mean: 30,
            stop: Duration::from_secs(3),
            quit: Duration::from_secs(2),
        }
    }
}

impl Deadlines {
    /// The usual ones, and so much for a position; a start that takes longer than that is given up, too.
    #[must_use]
    pub fn with_position(position: Option<Duration>) -> Deadlines {
        let usual = Deadlines::default();
        let most = position.unwrap_or(Duration::MAX);
        Deadlines {
            hello: usual.hello.min(most),
            ready: usual.ready.min(most),
            position,
            ..usual
        }
    }

    /// How long a position is given that may be searched `longer` times as long as usual; `mean` is what a usual search
    /// took on average.
    #[must_use]
    pub fn for_position(&self, limit: &Limit, mean: Duration, longer: u32) -> Duration {
        match (self.position, limit.movetime) {
            (Some(told), _) => told.saturating_mul(longer),
            // The time itself is the longer one.
            (None, Some(time)) => time.saturating_add(self.beyond_movetime),
            (None, None) => {
                let mean = mean.saturating_mul(self.times_mean);
                self.least.max(mean.saturating_mul(longer))
            }
        }
    }
}

/// When a search ends: at the first of what is set. With nothing set it is stopped at its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time; whole milliseconds.
    pub movetime: Option<Duration>,
}

impl Limit {
    /// So many nodes a position.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limit {
        Limit {
            nodes: Some(nodes),
            depth: None,
            movetime: None,
        }
    }

    /// So many plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Limit {
        Limit {
            nodes: None,
            depth: Some(depth),
            movetime: None,
        }
    }

    /// So much time a position.
    #[must_use]
    pub const fn movetime(time: Duration) -> Limit {
        Limit {
            nodes: None,
            depth: None,
            movetime: Some(time),
        }
    }

    /// The command that begins the search.
    pub(super) fn command(&self) -> String {
        let mut command = "go".to_owned();
        if let Some(nodes) = self.nodes {
            let _ = write!(command, " nodes {nodes}");
        }
        if let Some(depth) = self.depth {
            let _ = write!(command, " depth {depth}");
        }
        if let Some(time) = self.movetime {
            let _ = write!(command, " movetime {}", time.as_millis().max(1));
        }
        if *self == Limit::default() {
            command.push_str(" infinite");
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn a_position_is_given_time_by_its_limit() {
        let usual = Deadlines::default();
        let of = |limit: Limit, mean| usual.for_position(&limit, mean, 1);
        assert_eq!(of(Limit::nodes(5), Duration::ZERO), seconds(30));
        assert_eq!(of(Limit::nodes(5), seconds(1)), seconds(30));
        assert_eq!(of(Limit::depth(5), seconds(2)), seconds(60));
        assert_eq!(of(Limit::movetime(seconds(7)), seconds(9)), seconds(17));
        let told = Deadlines {
            position: Some(seconds(1)),
            ..usual
        };
        let of = |deadlines: &Deadlines, limit: Limit, longer| {
            deadlines.for_position(&limit, seconds(9), longer)
        };
        assert_eq!(of(&told, Limit::movetime(seconds(7)), 1), seconds(1));
        assert_eq!(of(&told, Limit::nodes(7), 5), seconds(5));
        let usual = Deadlines::default();
        assert_eq!(of(&usual, Limit::nodes(7), 5), seconds(9 * 30 * 5));
        assert_eq!(of(&usual, Limit::movetime(seconds(7)), 5), seconds(17));
    }

    #[test]
    fn a_start_takes_no_longer_than_a_position() {
        let usual = Deadlines::default();
        assert_eq!(Deadlines::with_position(None), usual);
        let short = Deadlines::with_position(Some(seconds(4)));
        assert_eq!((short.hello, short.ready), (seconds(4), seconds(4)));
        let long = Deadlines::with_position(Some(seconds(30)));
        assert_eq!((long.hello, long.ready), (usual.hello, seconds(30)));
    }

    #[test]
    fn commands() {
        assert_eq!(Limit::nodes(100).command(), "go nodes 100");
        assert_eq!(Limit::default().command(), "go infinite");
        let all = Limit {
            nodes: Some(1),
            depth: Some(2),
            movetime: Some(Duration::from_millis(30)),
        };
        assert_eq!(all.command(), "go nodes 1 depth 2 movetime 30");
        assert_eq!(Limit::movetime(Duration::ZERO).command(), "go movetime 1");
    }
}
