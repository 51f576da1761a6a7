//! `chesstool validate`: checks games and reports what is wrong with them.

mod ending;
mod fix;
mod set;
mod state;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::commands::Exit;
use crate::commands::course::{self, Course, Crew, Input, Inputs, Run as _, Sink};
use crate::commands::stop::{Stop, say};
use crate::commands::validate::state::FileState;
use crate::finding::format::Format;
use crate::finding::report::{Report, Summary};
use crate::finding::statistics::Statistics;
use crate::finding::{Family, Tally};
use crate::lint::report::Show;
use crate::lint::{self, BlockReport, block, check_block, rules};
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::input::Source;
use crate::stream::output::Output;
use crate::stream::progress::{Progress, When};

pub use fix::FixTo;

/// What to check and how.
#[derive(Debug)]
pub struct Options {
    /// Files, folders, `-`; standard input if empty.
    pub paths: Vec<PathBuf>,
    /// Rules and encoding.
    pub lint: lint::Options,
    /// How findings are written.
    pub format: Format,
    /// Count findings instead of writing them; for the formats `text`, `concise` and `jsonl`.
    pub statistics: bool,
    /// Stop writing (never counting) after so many findings.
    pub max_findings: Option<u64>,
    /// Remember so many games at most, to find duplicates of them.
    pub max_remembered: Option<u64>,
    /// Number of threads.
    pub threads: usize,
    /// When progress is shown.
    pub progress: When,
    /// Write no summary.
    pub quiet: bool,
    /// Mend what can be mended.
    pub fix: Option<FixTo>,
    /// Write findings to a file; where something is mended, the text or the diff.
    pub output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
///
/// If no output can be opened or written, or no threads can be started. Files that cannot be read are
/// reported and make the exit status [`Exit::Failed`], but the others are still checked.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let inputs = Inputs::named(&options.paths);
    if let Some(output) = &options.output {
        inputs.spare("output", output)?;
    }
    if options.statistics && !has_statistics(options.format) {
        anyhow::bail!("--statistics is written in the formats text, concise and jsonl only");
    }
    if options.fix == Some(FixTo::InPlace) && inputs.sources.contains(&Source::Stdin) {
        anyhow::bail!("standard input cannot be fixed in place");
    }
    if options.fix == Some(FixTo::Output) && inputs.sources.len() > 1 {
        anyhow::bail!("several inputs cannot be fixed into one output (see --in-place and --diff)");
    }
    let mut run = Run::new(options)?;
    let begun = run.report.begin(&mut run.sink.out);
    run.course.note(begun);
    course::go_through(inputs, options.threads, options.progress, &mut run)?;
    run.finish()
}

const fn has_statistics(format: Format) -> bool {
    matches!(
        format,
        Format::Text { .. } | Format::Concise | Format::Jsonl
    )
}

struct Run<'a> {
    options: &'a Options,
    report: Box<dyn Report>,
    sink: Sink,
    course: Course,
    written: u64,
    tally: Tally,
    rules: BTreeMap<&'static str, u64>,
    mending: fix::Mending,
    before: set::Before,
}

impl course::Run for Run<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, crew: Crew<'_>) {
        match self.options.fix {
            None => self.file(input, crew),
            Some(to) => self.fix_file(to, input, crew),
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
        let written = self
            .report
            .unreadable(&mut self.sink.out, name, &error.to_string());
        self.course.note(written);
    }
}

impl<'a> Run<'a> {
    fn new(options: &'a Options) -> anyhow::Result<Run<'a>> {
        let main = Sink::open(options.output.as_deref())?;
        let mut mending = fix::Mending::default();
        let out = match options.fix {
            None | Some(FixTo::InPlace) => main,
            Some(FixTo::Output | FixTo::Diff) => {
                mending.out = Some(main);
                match options.output {
                    Some(_) => Output::open(None)?,
                    // Standard output is taken.
                    None => Output::stderr(),
                }
            }
        };
        Ok(Run {
            options,
            report: if options.statistics {
                Box::new(Statistics::new(options.format == Format::Jsonl))
            } else {
                options.format.report(rules::all())
            },
            sink: Sink::new(out),
            course: Course::new(),
            written: 0,
            tally: Tally::default(),
            rules: BTreeMap::new(),
            mending,
            before: set::Before::new(options),
        })
    }

    /// Checks one text.
    fn file(&mut self, input: &mut Input<'_>, (workers, progress): Crew<'_>) {
        let name = input.name;
        let lint = &self.options.lint;
        let mut state = FileState::default();
        // Output does not depend on when the threads learn of it: what is not shown is still counted.
        let enough = AtomicBool::new(self.has_enough());
        let statistics = self.options.statistics;
        self.begin_file(name);
        let read = workers.for_each(
            BlockReader::new(&mut *input.reader),
            |block| {
                let context = block::Context {
                    glued: block.glued,
                    left_out: block.left_out,
                    show: match statistics {
                        true => Show::First,
                        false if enough.load(Ordering::Relaxed) => Show::Nothing,
                        false => Show::All,
                    },
                };
                check_block(&block.data, context, lint)
            },
            |block, report| {
                let text = (block.data.as_slice(), block.offset);
                let written = self.block(name, &mut state, block, text, report, progress);
                enough.store(self.has_enough(), Ordering::Relaxed);
                self.course.go_on(written, progress)
            },
        );
        if let Err(error) = read {
            self.fail(name, &error);
        }
        self.end_file(progress);
    }

    /// Whether no more findings are to be written.
    fn has_enough(&self) -> bool {
        let most = self.options.max_findings;
        !self.options.statistics && most.is_some_and(|most| self.written >= most)
    }

    /// Counts a file, and writes what a format has before its findings.
    fn begin_file(&mut self, name: &str) {
        self.course.files += 1;
        self.before.begin_file(name, self.course.games);
        let begun = self.report.begin_file(&mut self.sink.out, name);
        self.course.note(begun);
    }

    /// Writes what a format has behind the findings of a file.
    fn end_file(&mut self, progress: &Progress) {
        let mut text = Vec::new();
        let ended = self
            .report
            .end_file(&mut text)
            .and_then(|()| self.sink.write(&text, progress));
        self.course.note(ended);
    }

    /// Counts and writes what a block's check has found, in the text that was checked and that starts at
    /// `offset`.
    fn block(
        &mut self,
        name: &str,
        state: &mut FileState,
        block: &Block,
        (text, offset): (&[u8], u64),
        mut report: BlockReport,
        progress: &Progress,
    ) -> io::Result<()> {
        state.mixed_encoding(&mut report);
        self.before
            .compare(&mut report, text, self.course.games, self.options);
        for &(rule, level, count) in &report.counts {
            self.tally.add(level, count);
            *self.rules.entry(rule.id).or_default() += count;
            self.report.count(rule, level, count);
            self.course.failed |= rule.family == Family::Internal;
        }
        let mut text = Vec::new();
        for mut finding in report.findings {
            if self.has_enough() {
                break;
            }
            self.written += 1;
            finding.move_by(offset, state.lines);
            if let Some(game) = &mut finding.game {
                game.number += state.games;
            }
            self.report.finding(&mut text, name, &finding)?;
        }
        self.sink.write(&text, progress)?;
        state.games += report.games;
        state.lines += report.lines + block.left_out_lines;
        let course = &mut self.course;
        course.games += report.games;
        course.plies += report.plies;
        course.bytes += block.data.len() as u64 + block.left_out;
        Ok(())
    }

    /// Writes what a format has behind its findings.
    fn end(&mut self, interrupted: bool) -> io::Result<()> {
        let summary = Summary {
            files: self.course.files,
            games: self.course.games,
            plies: self.course.plies,
            tally: &self.tally,
            rules: &self.rules,
            failed: self.course.failed,
            interrupted,
        };
        self.report.end(&mut self.sink.out, &summary)
    }
}
