//! `chesstool adjudicate`: what the Laws say the results of games are.

mod positions;
mod summary;
mod write;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::adjudicate::judgement::Status;
use crate::adjudicate::rows::COLUMNS;
use crate::adjudicate::{BlockReport, Format, LawsOf, Only, Settings, Tally, judge_block};
use crate::arbiter::chances::Effort;
use crate::arbiter::dead::USUAL_BUDGET;
use crate::commands::Exit;
use crate::commands::course::{self, Course, Crew, Input as Text, Inputs, Sink};
use crate::commands::stop::{Stop, say};
use crate::finding::printable;
use crate::pgn::patch::write_patched;
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::compressed::Compressor;
use crate::stream::output::Output;
use crate::stream::progress::{Progress, When};

/// What to judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Games: files, folders, `-`; standard input if empty.
    Games(Vec<PathBuf>),
    /// One position.
    Fen(String),
    /// A file of positions, a FEN or EPD a line; `-` for standard input.
    Lines(PathBuf),
}

/// What to judge and how.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// Games or positions.
    pub input: Input,
    /// Under which Laws.
    pub laws: LawsOf,
    /// How results are written.
    pub format: Format,
    /// Which games are shown; what needs attention in text, all in the other formats.
    pub only: Option<Only>,
    /// Show the counts alone.
    pub summary: bool,
    /// Fail if a recorded result contradicts the Laws.
    pub check: bool,
    /// Where the games go with their results put right.
    pub write: Option<PathBuf>,
    /// Say in comments where a rule applied.
    pub annotate: bool,
    /// Nodes of every search for a mate; without it only positions in doubt are searched.
    pub budget: Option<u64>,
    /// Show lines that mate.
    pub proof: bool,
    /// Use bold letters, in text.
    pub styled: bool,
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
/// reported and make the exit status [`Exit::Failed`], but the others are still judged.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    match &options.input {
        Input::Games(paths) => games(options, paths),
        Input::Fen(_) | Input::Lines(_) => positions::run(options),
    }
}

fn games(options: &Options, paths: &[PathBuf]) -> anyhow::Result<Exit> {
    let inputs = Inputs::named(paths);
    for output in [&options.output, &options.write].into_iter().flatten() {
        inputs.spare("output", output)?;
    }
    if options.write.is_some() && inputs.sources.len() > 1 {
        anyhow::bail!("several inputs cannot be written into one output");
    }
    if let (Some(write), Some(output)) = (&options.write, &options.output)
        && whole(write) == whole(output)
    {
        anyhow::bail!("-o and --write name the same file");
    }
    let mut run = Run::new(options)?;
    let begun = run.begin();
    run.course.note(begun);
    course::go_through(inputs, options.threads, options.progress, &mut run)?;
    run.finish()
}

struct Run<'a> {
    options: &'a Options,
    settings: Settings,
    sink: Sink,
    course: Course,
    changed: u64,
    tally: Tally,
}

impl course::Run for Run<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Text<'_>, crew: Crew<'_>) {
        if self.options.write.is_some() {
            self.rewrite(input, crew);
        } else {
            self.file(input, &mut None, crew);
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
    }
}

impl<'a> Run<'a> {
    fn new(options: &'a Options) -> anyhow::Result<Run<'a>> {
        let out = Sink::open(options.output.as_deref())?;
        let shown = options.only.unwrap_or(match options.format {
            Format::Text => Only::Mismatch,
            Format::Csv | Format::Jsonl => Only::All,
        });
        let settings = Settings {
            laws: options.laws,
            effort: Effort {
                budget: options.budget.unwrap_or(USUAL_BUDGET),
                always: options.budget.is_some(),
            },
            show: (!options.summary).then_some(shown),
            format: options.format,
            styled: options.styled,
            patch: options.write.is_some(),
            annotate: options.annotate,
        };
        Ok(Run {
            options,
            settings,
            sink: Sink::new(out),
            course: Course::new(),
            changed: 0,
            tally: Tally::default(),
        })
    }

    /// Writes what stands before all rows.
    fn begin(&mut self) -> io::Result<()> {
        if self.settings.format == Format::Csv && !self.options.summary {
            writeln!(self.sink.out, "{}", COLUMNS.join(","))?;
        }
        Ok(())
    }

    /// Judges one text, and writes it with its patches if there is a place for it; whether it was read to its end.
    fn file(
        &mut self,
        input: &mut Text<'_>,
        to: &mut Option<Compressor<Output>>,
        (workers, progress): Crew<'_>,
    ) -> bool {
        self.course.files += 1;
        let settings = self.settings;
        let prefix = prefix(settings.format, input.name);
        let mut games = 0;
        let mut too_long = false;
        let writes = to.is_some();
        let read = workers.for_each(
            BlockReader::new(&mut *input.reader),
            |block| judge_block(&block.data, block.left_out > 0, &settings),
            |block, report| {
                too_long |= writes && block.left_out > 0;
                if too_long {
                    return ControlFlow::Break(());
                }
                if let Some(to) = to {
                    let written = write_patched(to, &block.data, &report.patches);
                    self.course.note(written);
                }
                let written = self.block(&prefix, &mut games, block, &report, progress);
                self.course.go_on(written, progress)
            },
        );
        if let Err(error) = &read {
            self.course.cannot_read(input.name, error);
        }
        if too_long {
            self.cannot_write(input.name, "a game in it is longer than 64 MiB");
        }
        read.is_ok() && !too_long && self.course.stop.is_none()
    }

    fn cannot_write(&mut self, name: &str, why: &str) {
        self.course.failed = true;
        say(&format!(
            "error: cannot put {} right: {why}",
            printable(name)
        ));
    }

    /// Counts what a block's judgement has found, and writes its rows.
    fn block(
        &mut self,
        prefix: &[u8],
        games: &mut u64,
        block: &Block,
        report: &BlockReport,
        progress: &Progress,
    ) -> io::Result<()> {
        let mut text = Vec::new();
        for (number, row) in report.rows.iter() {
            text.extend_from_slice(prefix);
            write!(text, "{}", *games + number)?;
            let between: &[u8] = match self.settings.format {
                Format::Text => b", ",
                Format::Csv | Format::Jsonl => b",",
            };
            text.extend_from_slice(between);
            text.extend_from_slice(row);
        }
        *games += report.games;
        self.changed += report.changed;
        self.tally.add(&report.tally);
        let course = &mut self.course;
        course.games += report.games;
        course.plies += report.plies;
        course.bytes += block.data.len() as u64 + block.left_out;
        course.failed |= report.failed;
        self.sink.write(&text, progress)
    }

    /// Writes the counts where they belong.
    fn end(&mut self) -> io::Result<()> {
        let table = self.settings.format == Format::Text && !self.options.quiet;
        if self.options.summary || table {
            summary::write(&mut self.sink.out, self.settings.format, &self.tally)?;
        }
        self.sink.out.flush()
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        match self.course.stop.take() {
            Some(Stop::ClosedPipe) => return Ok(Exit::Clean),
            Some(Stop::Write(error)) => return Err(error).context("cannot write the results"),
            Some(Stop::Cancelled) => {
                // What was found so far is shown; a file is not begun.
                if matches!(self.sink.out, Output::Stdout(_)) {
                    closed_is_fine(self.sink.out.flush())?;
                }
                self.say_counts(" (interrupted)");
                return Ok(Exit::Interrupted);
            }
            None => {}
        }
        if !closed_is_fine(self.end())? {
            return Ok(Exit::Clean);
        }
        self.say_counts("");
        let wrong = self.tally.total().of(Status::Contradicts) > 0;
        self.sink.out.finish().context("cannot write the results")?;
        Ok(if self.course.failed {
            Exit::Failed
        } else if self.options.check && wrong {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }
}

/// What stands before the number of a game.
fn prefix(format: Format, name: &str) -> Vec<u8> {
    match format {
        Format::Text => format!("{}: game ", printable(name)).into_bytes(),
        Format::Csv => {
            let quoted = name.replace('"', "\"\"");
            if name.contains(['"', ',', '\n', '\r']) {
                format!("\"{quoted}\",").into_bytes()
            } else {
                format!("{name},").into_bytes()
            }
        }
        Format::Jsonl => {
            format!("{{\"file\":{},\"game\":", serde_json::Value::from(name)).into_bytes()
        }
    }
}

/// Whether something was written; a pipe that nobody reads any more is no failure.
fn closed_is_fine(written: io::Result<()>) -> anyhow::Result<bool> {
    course::unless_closed(written).context("cannot write the results")
}

/// A path that may not exist yet, without links and dots in its folder.
fn whole(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let whole = path.canonicalize().or_else(|_| {
        let folder = folder.canonicalize()?;
        Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
    });
    whole.unwrap_or_else(|_| path.to_owned())
}
