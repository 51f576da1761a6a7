//! `chesstool validate`: checks games and reports what is wrong with them.

mod ending;
mod fix;
mod set;
mod state;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;

use crate::commands::Exit;
use crate::commands::stop::{Stop, say};
use crate::commands::validate::state::FileState;
use crate::finding::format::Format;
use crate::finding::report::{Report, Summary};
use crate::finding::statistics::Statistics;
use crate::finding::{Family, Tally, printable};
use crate::lint::report::Show;
use crate::lint::{self, BlockReport, block, check_block, rules};
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::cancel;
use crate::stream::input::Source;
use crate::stream::ordered::Workers;
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
    let (sources, failures) = if options.paths.is_empty() {
        (vec![Source::Stdin], Vec::new())
    } else {
        Source::expand(&options.paths)
    };
    if let Some(output) = &options.output
        && sources.iter().any(|source| source.is_file_at(output))
    {
        anyhow::bail!("the output {} is one of the inputs", output.display());
    }
    if options.statistics && !has_statistics(options.format) {
        anyhow::bail!("--statistics is written in the formats text, concise and jsonl only");
    }
    if options.fix == Some(FixTo::InPlace) && sources.contains(&Source::Stdin) {
        anyhow::bail!("standard input cannot be fixed in place");
    }
    if options.fix == Some(FixTo::Output) && sources.len() > 1 {
        anyhow::bail!("several inputs cannot be fixed into one output (see --in-place and --diff)");
    }
    let mut run = Run::new(options)?;
    let begun = run.report.begin(&mut run.out);
    run.note(begun);
    for (path, error) in failures {
        run.fail(&path.display().to_string(), &error);
    }
    let total: Option<u64> = sources.iter().map(Source::size).sum();
    let mut progress = Progress::new(options.progress, total);
    let workers = Workers::new(options.threads).context("cannot start threads")?;
    for source in &sources {
        let read = source.read(&progress.counter(), &mut |name, compression, reader| {
            match options.fix {
                None => run.file(name, reader, &workers, &mut progress),
                Some(to) => {
                    let mut input = fix::Input {
                        source,
                        name,
                        compression,
                        reader,
                    };
                    run.fix_file(to, &mut input, &workers, &mut progress);
                }
            }
            Ok(())
        });
        if let Err(error) = read {
            run.fail(&source.name(), &error);
        }
        if run.stop.is_some() {
            break;
        }
    }
    progress.finish();
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
    out: Output,
    terminal: bool,
    started: Instant,
    files: u64,
    games: u64,
    plies: u64,
    bytes: u64,
    written: u64,
    tally: Tally,
    rules: BTreeMap<&'static str, u64>,
    /// A file could not be read, or the tool itself failed.
    failed: bool,
    mending: fix::Mending,
    before: set::Before,
    stop: Option<Stop>,
}

impl<'a> Run<'a> {
    fn new(options: &'a Options) -> anyhow::Result<Run<'a>> {
        let main = Output::open(options.output.as_deref()).with_context(|| {
            let path = options
                .output
                .as_deref()
                .unwrap_or_else(|| "output".as_ref());
            format!("cannot write {}", path.display())
        })?;
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
            terminal: out.is_terminal(),
            out,
            started: Instant::now(),
            files: 0,
            games: 0,
            plies: 0,
            bytes: 0,
            written: 0,
            tally: Tally::default(),
            rules: BTreeMap::new(),
            failed: false,
            mending,
            before: set::Before::new(options),
            stop: None,
        })
    }

    /// Reports what could not be read, and goes on.
    fn fail(&mut self, name: &str, error: &io::Error) {
        self.failed = true;
        say(&format!("error: cannot read {}: {error}", printable(name)));
        let written = self
            .report
            .unreadable(&mut self.out, name, &error.to_string());
        self.note(written);
    }

    /// Stops if something could not be written.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.stop = Some(Stop::of(error));
        }
    }

    /// Checks one text.
    fn file(
        &mut self,
        name: &str,
        reader: &mut dyn Read,
        workers: &Workers,
        progress: &mut Progress,
    ) {
        if self.stop.is_some() {
            return;
        }
        let lint = &self.options.lint;
        let mut state = FileState::default();
        // Output does not depend on when the threads learn of it: what is not shown is still counted.
        let enough = AtomicBool::new(self.has_enough());
        let statistics = self.options.statistics;
        self.begin_file(name);
        let read = workers.for_each(
            BlockReader::new(reader),
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
                self.stop_if_needed(written);
                if self.stop.is_some() {
                    return ControlFlow::Break(());
                }
                enough.store(self.has_enough(), Ordering::Relaxed);
                progress.update(self.games);
                ControlFlow::Continue(())
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
        self.files += 1;
        self.before.begin_file(name, self.games);
        let begun = self.report.begin_file(&mut self.out, name);
        self.note(begun);
    }

    /// Writes what a format has behind the findings of a file.
    fn end_file(&mut self, progress: &Progress) {
        let mut text = Vec::new();
        let ended = self
            .report
            .end_file(&mut text)
            .and_then(|()| self.write(&text, progress));
        self.note(ended);
    }

    /// Stops if the user wants it, or nothing can be written.
    fn stop_if_needed(&mut self, written: io::Result<()>) {
        if cancel::is_cancelled() {
            self.stop.get_or_insert(Stop::Cancelled);
        }
        self.note(written);
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
            .compare(&mut report, text, self.games, self.options);
        for &(rule, level, count) in &report.counts {
            self.tally.add(level, count);
            *self.rules.entry(rule.id).or_default() += count;
            self.report.count(rule, level, count);
            self.failed |= rule.family == Family::Internal;
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
        self.write(&text, progress)?;
        state.games += report.games;
        state.lines += report.lines + block.left_out_lines;
        self.games += report.games;
        self.plies += report.plies;
        self.bytes += block.data.len() as u64 + block.left_out;
        Ok(())
    }

    fn write(&mut self, text: &[u8], progress: &Progress) -> io::Result<()> {
        let out = &mut self.out;
        if text.is_empty() {
            Ok(())
        } else if self.terminal {
            progress.suspend(|| out.write_all(text).and_then(|()| out.flush()))
        } else {
            out.write_all(text)
        }
    }

    /// Writes what a format has behind its findings.
    fn end(&mut self, interrupted: bool) -> io::Result<()> {
        let summary = Summary {
            files: self.files,
            games: self.games,
            plies: self.plies,
            tally: &self.tally,
            rules: &self.rules,
            failed: self.failed,
            interrupted,
        };
        self.report.end(&mut self.out, &summary)
    }
}
