//! `chesstool convert`: games and positions into what other programs load.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::commands::Exit;
use crate::commands::course::{self, Course, Crew, Input, Inputs, Sink, unless_closed};
use crate::commands::stop::{Stop, say};
use crate::export::block::{Converted, OnError, Place, Settings, Shape, convert_block};
use crate::export::import::{AsPgn, Source};
use crate::export::parquet::{Limits, Table};
use crate::export::rows;
use crate::export::value::Kind;
use crate::finding::concise::Concise;
use crate::finding::report::Report as _;
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::ordered::Workers;
use crate::stream::output::Output;
use crate::stream::progress::{Progress, When};

/// Games that could not be read of which more than so many are counted, not shown.
const MOST_SHOWN: u64 = 1000;

/// What to convert and how.
#[derive(Debug)]
pub struct Options {
    /// Files, folders, `-`; standard input if empty.
    pub paths: Vec<PathBuf>,
    /// What is read.
    pub from: Source,
    /// What is written of each game.
    pub settings: Settings,
    /// Write the names of the columns first.
    pub head: bool,
    /// Write so many games at most.
    pub limit: Option<u64>,
    /// Number of threads.
    pub threads: usize,
    /// When progress is shown.
    pub progress: When,
    /// Write no summary on standard error.
    pub quiet: bool,
    /// Write to a file.
    pub output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
///
/// If no output can be opened or written, or no threads can be started. Files that cannot be read are
/// reported and make the exit status [`Exit::Failed`], but the others are still converted.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let inputs = Inputs::named(&options.paths);
    if let Some(output) = &options.output {
        inputs.spare(output)?;
    }
    let out = Sink::open(options.output.as_deref())?;
    let columns = &options.settings.columns;
    let out = match options.settings.shape {
        Shape::Parquet => {
            let columns: Vec<(&str, Kind)> = columns
                .iter()
                .map(|column| (column.name(), column.kind()))
                .collect();
            Out::Parquet(Box::new(Table::new(out, &columns, Limits::default())?))
        }
        _ => Out::Text(Sink::new(out)),
    };
    let mut run = Run {
        options,
        out,
        course: Course::new(),
        written: 0,
        rows: 0,
        filtered: 0,
        failed: 0,
        ended: false,
        stopped: false,
    };
    let begun = run.begin();
    run.course.note(begun);
    course::go_through(inputs, options.threads, options.progress, &mut run)?;
    run.finish()
}

/// Where it goes.
enum Out {
    Text(Sink),
    Parquet(Box<Table<Output>>),
}

struct Run<'a> {
    options: &'a Options,
    out: Out,
    course: Course,
    /// Games written.
    written: u64,
    /// Lines or rows written.
    rows: u64,
    /// Games that were not wanted.
    filtered: u64,
    /// Games that could not be read wholly.
    failed: u64,
    /// Enough games are written, or one ends the run.
    ended: bool,
    /// A game that cannot be read has ended the run.
    stopped: bool,
}

impl course::Run for Run<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, crew: Crew<'_>) {
        if !self.ended {
            self.file(input, crew);
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
    }
}

impl Run<'_> {
    /// Writes what stands before all rows.
    fn begin(&mut self) -> io::Result<()> {
        self.ended = self.options.limit == Some(0);
        match (&mut self.out, &self.options.settings.shape) {
            (Out::Text(sink), Shape::Rows(form)) if self.options.head => {
                let head = rows::head(*form, &self.options.settings.columns)?;
                io::Write::write_all(&mut sink.out, &head)
            }
            _ => Ok(()),
        }
    }

    fn file(&mut self, input: &mut Input<'_>, (workers, progress): Crew<'_>) {
        self.course.files += 1;
        let settings = &self.options.settings;
        let name = input.name;
        let run_before = self.course.games;
        let mut lines = 0;
        let mut translated;
        let mut places = None;
        let reader: &mut dyn io::Read = match self.options.from {
            Source::Pgn => &mut *input.reader,
            other => {
                translated = AsPgn::new(&mut *input.reader, other);
                places = Some(translated.places());
                &mut translated
            }
        };
        let read = workers.for_each(
            BlockReader::new(reader).numbered(),
            |block| {
                let place = Place {
                    file: name,
                    offset: block.offset,
                    games_before: block.games_before,
                    run_before,
                    cut_off: block.left_out > 0,
                };
                convert_block(&block.data, place, settings)
            },
            |block, mut converted| {
                if let Some(places) = &places {
                    let passed = converted.lines + block.left_out_lines;
                    places.mend(&mut converted.failed, lines, passed);
                }
                let written = self.block(name, &mut lines, block, converted, (workers, progress));
                let next = self.course.go_on(written, progress);
                if self.ended {
                    ControlFlow::Break(())
                } else {
                    next
                }
            },
        );
        if let Err(error) = &read {
            self.course.cannot_read(name, error);
        }
    }

    /// Writes what has come of a block.
    fn block(
        &mut self,
        name: &str,
        lines: &mut u64,
        block: &Block,
        mut converted: Converted,
        (workers, progress): (&Workers, &Progress),
    ) -> io::Result<()> {
        let left = self
            .options
            .limit
            .map_or(u64::MAX, |limit| limit - self.written);
        let count = converted
            .written
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let written = &converted.written[..count];
        let end = written.last().map_or(0, |(end, _)| *end);
        self.written += count as u64;
        let rows = written.iter().map(|(_, rows)| rows).sum::<u64>();
        self.rows += rows;
        self.ended |= self.options.limit == Some(self.written);
        self.ended |= converted.stop;
        self.stopped |= converted.stop;
        let course = &mut self.course;
        course.games += converted.games;
        course.plies += converted.plies;
        course.bytes += block.data.len() as u64 + block.left_out;
        course.failed |= converted.broken;
        self.filtered += converted.filtered;
        let mut told = Vec::new();
        for mut finding in converted.failed {
            self.failed += 1;
            if self.failed <= MOST_SHOWN {
                finding.move_by(block.offset, *lines);
                Concise.finding(&mut told, name, &finding)?;
            }
        }
        if self.failed > MOST_SHOWN && !told.is_empty() {
            told.extend_from_slice(b"more games that cannot be read are counted, not shown\n");
        }
        if !told.is_empty() {
            progress.suspend(|| say(String::from_utf8_lossy(&told).trim_end()));
        }
        *lines += converted.lines + block.left_out_lines;
        match &mut self.out {
            Out::Text(sink) => sink.write(&converted.text[..end], progress),
            Out::Parquet(table) => {
                converted.batch.truncate(rows as usize);
                table.append(converted.batch, &|job| workers.spawn(job))
            }
        }
    }

    fn say_counts(&self, ending: &str) {
        if !self.options.quiet {
            self.course.say_counts(&self.counts(), ending);
        }
    }

    /// What became of the games, in words.
    fn counts(&self) -> String {
        let mut found = format!("{} written", course::plural(self.written, "game", "games"));
        if self.rows != self.written {
            found = format!("{found} ({})", course::plural(self.rows, "row", "rows"));
        }
        if self.filtered > 0 {
            found = format!("{found}, {} not wanted", self.filtered);
        }
        if self.failed > 0 {
            let how = match self.options.settings.on_error {
                OnError::Partial => "written in part",
                OnError::Skip | OnError::Stop => "not readable",
            };
            found = format!("{found}, {} {how}", self.failed);
        }
        found
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        let failed = "cannot write the results";
        match self.course.stop.take() {
            Some(Stop::ClosedPipe) => return Ok(Exit::Clean),
            Some(Stop::Write(error)) => return Err(error).context(failed),
            Some(Stop::Cancelled) => {
                // What was converted so far is shown; a file is not begun.
                if let Out::Text(sink) = &mut self.out
                    && matches!(sink.out, Output::Stdout(_))
                {
                    unless_closed(io::Write::flush(&mut sink.out)).context(failed)?;
                }
                self.say_counts(" (interrupted)");
                return Ok(Exit::Interrupted);
            }
            None => {}
        }
        if self.stopped {
            self.say_counts(" (ended by a game that cannot be read)");
            if let Out::Text(sink) = self.out {
                let shown = matches!(sink.out, Output::Stdout(_));
                let mut out = sink.out;
                if shown {
                    unless_closed(io::Write::flush(&mut out)).context(failed)?;
                }
                out.discard();
            }
            return Ok(Exit::Findings);
        }
        let counts = self.counts();
        let ended = match self.out {
            Out::Text(mut sink) => io::Write::flush(&mut sink.out).map(|()| sink.out),
            Out::Parquet(table) => {
                let workers = Workers::new(self.options.threads).context("cannot start threads")?;
                table.finish(&|job| workers.spawn(job))
            }
        };
        let out = match ended {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
            ended => ended.context(failed)?,
        };
        if !self.options.quiet {
            self.course.say_counts(&counts, "");
        }
        // What is not whole takes the place of no file.
        if self.course.failed && matches!(out, Output::File(..)) {
            say("error: the output is not written, since not all of the input was read");
            out.discard();
            return Ok(Exit::Failed);
        }
        out.finish().context(failed)?;
        Ok(if self.course.failed {
            Exit::Failed
        } else if self.failed > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }
}
