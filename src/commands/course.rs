//! The course of a command that reads games: through files, folders and standard input, one text after the other, until
//! all are read or something ends the run.

use std::io::{self, Read, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;

use crate::commands::stop::{Stop, say};
use crate::finding::printable;
use crate::stream::cancel;
use crate::stream::input::{Compression, Source};
use crate::stream::ordered::Workers;
use crate::stream::output::Output;
use crate::stream::progress::{Progress, When};

/// What the arguments of a command name.
#[derive(Debug)]
pub(super) struct Inputs {
    /// What is read, in its order.
    pub(super) sources: Vec<Source>,
    /// What cannot even be listed.
    failures: Vec<(PathBuf, io::Error)>,
    /// The run has something to finish when the user has had enough: pipes are not waited for then.
    pub(super) finishes: bool,
}

impl Inputs {
    /// Files, folders, `-`; standard input if nothing is named.
    pub(super) fn named(paths: &[PathBuf]) -> Inputs {
        let (sources, failures) = if paths.is_empty() {
            (vec![Source::Stdin], Vec::new())
        } else {
            Source::expand(paths)
        };
        Inputs {
            sources,
            failures,
            finishes: false,
        }
    }

    /// Refuses an output, `what` it is, that would take the place of an input.
    pub(super) fn spare(&self, what: &str, output: &Path) -> anyhow::Result<()> {
        if self.sources.iter().any(|source| source.is_file_at(output)) {
            anyhow::bail!("the {what} {} is one of the inputs", output.display());
        }
        Ok(())
    }
}

/// One text: a file, standard input, or an entry of an archive.
pub(super) struct Input<'a> {
    pub(super) source: &'a Source,
    pub(super) name: &'a str,
    pub(super) compression: Compression,
    pub(super) reader: &'a mut dyn Read,
}

/// Who reads, and who is told of it.
pub(super) type Crew<'a> = (&'a Workers, &'a mut Progress);

/// What has been read, and why no more is.
#[derive(Debug)]
pub(super) struct Course {
    started: Instant,
    pub(super) files: u64,
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) bytes: u64,
    /// Something could not be read or written, or the tool itself failed.
    pub(super) failed: bool,
    /// The first reason to end the run.
    pub(super) stop: Option<Stop>,
}

impl Course {
    pub(super) fn new() -> Course {
        Course {
            started: Instant::now(),
            files: 0,
            games: 0,
            plies: 0,
            bytes: 0,
            failed: false,
            stop: None,
        }
    }

    /// Says what could not be read; the run goes on.
    pub(super) fn cannot_read(&mut self, name: &str, error: &io::Error) {
        self.failed = true;
        say(&format!("error: cannot read {}: {error}", printable(name)));
    }

    /// Stops if something could not be written.
    pub(super) fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.stop.get_or_insert(Stop::of(error));
        }
    }

    /// Whether to go on behind a block: not if the user has had enough, nor if nothing can be written.
    pub(super) fn go_on(
        &mut self,
        written: io::Result<()>,
        progress: &mut Progress,
    ) -> ControlFlow<()> {
        if cancel::is_cancelled() {
            self.stop.get_or_insert(Stop::Cancelled);
        }
        self.note(written);
        if self.stop.is_some() {
            return ControlFlow::Break(());
        }
        progress.update(self.games);
        ControlFlow::Continue(())
    }

    /// Says how much was read, what came of it, and how fast.
    pub(super) fn say_counts(&self, found: &str, ending: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.bytes as f64 / 1e6 / seconds.max(1e-9);
        say(&format!(
            "{}, {}, {}: {found} in {seconds:.2} s, {rate:.1} MB/s{ending}",
            plural(self.files, "file", "files"),
            plural(self.games, "game", "games"),
            plural(self.plies, "ply", "plies"),
        ));
    }
}

/// A number of things.
pub(super) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A command under way.
pub(super) trait Run {
    /// How far it is.
    fn course(&mut self) -> &mut Course;
    /// Reads one text.
    fn read(&mut self, input: &mut Input<'_>, crew: Crew<'_>);
    /// Reports what could not be read, and goes on.
    fn fail(&mut self, name: &str, error: &io::Error);
}

/// Goes through all inputs, until something ends the run.
///
/// # Errors
///
/// If no threads can be started.
pub(super) fn go_through(
    inputs: Inputs,
    threads: usize,
    progress: When,
    run: &mut impl Run,
) -> anyhow::Result<()> {
    for (path, error) in inputs.failures {
        run.fail(&path.display().to_string(), &error);
    }
    let total: Option<u64> = inputs.sources.iter().map(Source::size).sum();
    let mut progress = Progress::new(progress, total);
    let workers = Workers::new(threads).context("cannot start threads")?;
    for source in &inputs.sources {
        let counter = progress.counter();
        let mut each = |name: &str, compression, reader: &mut dyn Read| {
            if run.course().stop.is_none() {
                let mut input = Input {
                    source,
                    name,
                    compression,
                    reader,
                };
                run.read(&mut input, (&workers, &mut progress));
            }
            Ok(())
        };
        let read = if inputs.finishes {
            source.read_unless_cancelled(&counter, &mut each)
        } else {
            source.read(&counter, &mut each)
        };
        if let Err(error) = read {
            run.fail(&source.name(), &error);
        }
        if run.course().stop.is_some() {
            break;
        }
    }
    progress.finish();
    Ok(())
}

/// Where a command's results go.
#[derive(Debug)]
pub(super) struct Sink {
    pub(super) out: Output,
    terminal: bool,
}

impl Sink {
    pub(super) fn new(out: Output) -> Sink {
        Sink {
            terminal: out.is_terminal(),
            out,
        }
    }

    /// Opens a file, or standard output if there is no path.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Output> {
        Output::open(path).with_context(|| {
            let path = path.unwrap_or_else(|| "output".as_ref());
            format!("cannot write {}", path.display())
        })
    }

    /// Writes what a block has given; on a terminal at once, and without the progress bar.
    pub(super) fn write(&mut self, text: &[u8], progress: &Progress) -> io::Result<()> {
        let out = &mut self.out;
        if text.is_empty() {
            Ok(())
        } else if self.terminal {
            progress.suspend(|| out.write_all(text).and_then(|()| out.flush()))
        } else {
            out.write_all(text)
        }
    }
}

/// Whether something was written; a pipe that nobody reads any more is no failure.
pub(super) fn unless_closed(written: io::Result<()>) -> io::Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}
