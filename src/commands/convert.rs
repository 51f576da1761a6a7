//! `chesstool convert`: games and positions into what other programs load.

mod out;
mod parcel;
mod sample;
mod split;
mod stages;
mod unique;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::commands::Exit;
use crate::commands::course::{self, Course, Crew, Input, Inputs, Sink, plural, unless_closed};
use crate::commands::stop::{Stop, say};
use crate::export::block::{Converted, OnError, Place, Settings, Shape, convert_block};
use crate::export::import::{AsPgn, Source};
use crate::finding::concise::Concise;
use crate::finding::report::Report as _;
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::cancel;
use crate::stream::progress::{Progress, When};
use out::Out;
use parcel::Parcel;
use split::Split;
use stages::Stages;

pub use sample::Draw;
pub use split::By;
pub use stages::Plan;

/// Bytes of games that were held back and are written together.
const AT_ONCE: usize = 1 << 18;

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
    /// Write to a file; to a folder, if games are split.
    pub output: Option<PathBuf>,
    /// What stands between the games that are converted and the output.
    pub plan: Plan,
    /// Write into several files. [`Settings::apart`] is there if this is, or if the plan is not empty.
    pub split: Option<By>,
}

/// Runs the command.
///
/// # Errors
///
/// If no output can be opened or written, or no threads can be started. Files that cannot be read are
/// reported and make the exit status [`Exit::Failed`], but the others are still converted.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let inputs = Inputs::named(&options.paths);
    let settings = &options.settings;
    let out = match (&options.split, &options.output) {
        (Some(by), Some(folder)) => {
            let sources = inputs.sources.clone();
            let split = Split::new(folder, by.clone(), settings, options.head, sources);
            let split = split.with_context(|| format!("cannot write {}", folder.display()))?;
            Out::Split(Box::new(split))
        }
        (_, output) => {
            if let Some(output) = output {
                inputs.spare("output", output)?;
            }
            let out = Sink::open(output.as_deref())?;
            match settings.shape {
                Shape::Parquet => {
                    Out::Parquet(Box::new(out::table(out, settings, options.threads > 1)?))
                }
                _ => Out::Text(Sink::new(out)),
            }
        }
    };
    let positions = matches!(settings.shape, Shape::Positions(_));
    let mut run = Run {
        options,
        out,
        course: Course::new(),
        stages: Stages::new(&options.plan, positions, options.limit),
        filtered: 0,
        failed: 0,
        ended: options.limit == Some(0),
        stopped: false,
    };
    let begun = run.out.begin(settings, options.head);
    run.course.note(begun);
    course::go_through(inputs, options.threads, options.progress, &mut run)?;
    run.let_go();
    run.finish()
}

struct Run<'a> {
    options: &'a Options,
    out: Out,
    course: Course,
    stages: Stages,
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
                let written = self.block(name, &mut lines, block, converted, progress);
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
        progress: &Progress,
    ) -> io::Result<()> {
        let course = &mut self.course;
        course.games += converted.games;
        course.plies += converted.plies;
        course.bytes += block.data.len() as u64 + block.left_out;
        course.failed |= converted.broken;
        self.filtered += converted.filtered;
        let mut told = Vec::new();
        for mut finding in std::mem::take(&mut converted.failed) {
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
        let stop = converted.stop;
        let written = self.write(converted, progress);
        self.ended |= stop || self.stages.is_full();
        self.stopped |= stop;
        written
    }

    /// Writes the games of a block, as far as they are wanted and nothing holds them back.
    fn write(&mut self, mut converted: Converted, progress: &Progress) -> io::Result<()> {
        let settings = &self.options.settings;
        let games = std::mem::take(&mut converted.written);
        if settings.apart.is_none() {
            let room = usize::try_from(self.stages.room()).unwrap_or(usize::MAX);
            let games = &games[..games.len().min(room)];
            let end = games.last().map_or(0, |game| game.end);
            let rows = games.iter().map(|game| game.rows).sum();
            self.stages.tally.written += games.len() as u64;
            self.stages.tally.rows += rows;
            return self.out.block(converted, (end, rows), progress);
        }
        let mut from = 0;
        for game in games {
            let text = &converted.text[from..game.end];
            from = game.end;
            self.stages.push(Parcel::new(game, text))?;
        }
        let ready = self.stages.ready();
        self.out.games(ready, settings, Some(progress))
    }

    /// Writes what was held back, once all is read.
    fn let_go(&mut self) {
        // A file that is not written anyway needs no more.
        if self.course.stop.is_some() || self.stopped && !self.out.is_shown() {
            return;
        }
        let (out, settings) = (&mut self.out, &self.options.settings);
        let mut bytes = 0;
        let mut write = |games: &mut Vec<Parcel>| {
            if cancel::is_cancelled() {
                return Ok(ControlFlow::Break(()));
            }
            bytes += games.last().map_or(0, |game| game.text.len());
            if bytes > AT_ONCE {
                bytes = 0;
                out.games(games, settings, None)?;
            }
            Ok(ControlFlow::Continue(()))
        };
        let let_go = self.stages.finish(&mut write);
        let written = let_go.and_then(|()| {
            let rest = self.stages.ready();
            self.out.games(rest, settings, None)
        });
        if cancel::is_cancelled() {
            self.course.stop.get_or_insert(Stop::Cancelled);
        }
        self.course.note(written);
    }

    fn say_counts(&self, ending: &str) {
        if !self.options.quiet {
            self.course.say_counts(&self.counts(), ending);
        }
    }

    /// What became of the games, in words.
    fn counts(&self) -> String {
        let tally = &self.stages.tally;
        let mut found = format!("{} written", plural(tally.written, "game", "games"));
        if tally.rows != tally.written {
            found = format!("{found} ({})", plural(tally.rows, "row", "rows"));
        }
        if let Out::Split(split) = &self.out {
            let files = plural(split.count() as u64, "file", "files");
            found = format!("{found} into {files}");
        }
        if self.filtered > 0 {
            found = format!("{found}, {} not wanted", self.filtered);
        }
        if self.options.plan.dedupe {
            let duplicates = plural(tally.duplicates, "duplicate", "duplicates");
            found = format!("{found}, {duplicates}");
        }
        if self.options.plan.sample.is_some() {
            found = format!("{found}, {} not drawn", tally.not_drawn);
        }
        if self.options.plan.unique {
            let lines = plural(tally.repeated, "repeated line", "repeated lines");
            found = format!("{found}, {lines}");
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
                unless_closed(self.out.show()).context(failed)?;
                self.say_counts(" (interrupted)");
                return Ok(Exit::Interrupted);
            }
            None => {}
        }
        if self.stopped {
            self.say_counts(" (ended by a game that cannot be read)");
            unless_closed(self.out.show()).context(failed)?;
            self.out.discard();
            return Ok(Exit::Findings);
        }
        let counts = self.counts();
        let done = match self.out.finish(&self.options.settings) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
            ended => ended.context(failed)?,
        };
        if !self.options.quiet {
            self.course.say_counts(&counts, "");
        }
        // What is not whole takes the place of no file.
        if self.course.failed && done.is_hidden() {
            say("error: the output is not written, since not all of the input was read");
            done.discard();
            return Ok(Exit::Failed);
        }
        done.finish().context(failed)?;
        Ok(if self.course.failed {
            Exit::Failed
        } else if self.failed > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }
}
