//! `chesstool annotate`: engine evaluations, judgements, best lines and openings for whole databases.

mod analyst;
mod inputs;
mod journal;
mod part;
mod pool;
mod positions;
mod report;
mod watch;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::annotate::game;
use crate::annotate::outcome::{Outcome, Status};
use crate::annotate::report::Summary;
use crate::annotate::settings::Settings;
use crate::commands::Exit;
use crate::commands::course::{self, Course, Crew, Input, Inputs};
use crate::commands::stop::{Stop, say};
use crate::finding::printable;
use crate::pgn::split::Splitter;
use crate::stream::blocks::BlockReader;
use crate::stream::cancel;
use crate::stream::progress::When;

use journal::Journal;
use part::Destination;
use pool::{Done, Job, Pool};
use watch::Watch;

pub use analyst::{Choice, Plan};

/// What to annotate and how.
#[derive(Debug)]
pub struct Options {
    /// Files, folders, `-`; standard input if empty.
    pub paths: Vec<PathBuf>,
    /// The engine, and what it is given for a position.
    pub plan: Plan,
    /// What is written; the signature is made by the command.
    pub settings: Settings,
    /// Engines that work at the same time.
    pub jobs: usize,
    /// Go on with an unfinished run.
    pub resume: bool,
    /// The journal's file; beside the output, if there is none.
    pub journal: Option<PathBuf>,
    /// Annotate so many games at most, and copy the others.
    pub most: Option<u64>,
    /// Only say what there is to do.
    pub dry_run: bool,
    /// A report, HTML or JSON Lines by its name.
    pub report: Option<PathBuf>,
    /// Take lines of this file for positions instead of games.
    pub positions: Option<PathBuf>,
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
/// If no engine can be used, no output be written, or an unfinished run not be gone on with.
pub fn run(mut options: Options) -> anyhow::Result<Exit> {
    if options.positions.is_some() {
        return positions::run(&options);
    }
    let inputs = Inputs::named(&options.paths);
    if let Some(output) = &options.output {
        inputs.spare(output)?;
    }
    if let Some(report) = &options.report {
        report::is_page(report)?;
        inputs.spare(report)?;
        if Some(report) == options.output.as_ref() {
            anyhow::bail!("the output and the report are one file");
        }
    }
    let engine = options.plan.try_out()?;
    if let Some(hint) = options.plan.hint().filter(|_| !options.quiet) {
        say(&hint);
    }
    options.settings.signature = options.plan.signature(&engine);
    if options.dry_run {
        return dry_run(&options, inputs);
    }
    let print = inputs::fingerprint(&inputs, &options, &engine);
    let (journal, resumed) = Journal::open(&options, &print)?;
    let out = Destination::open(options.output.as_deref(), resumed.as_ref())?;
    let stop = Arc::new(AtomicBool::new(false));
    let pool = Pool::start(&options.plan, &options.settings, options.jobs, &stop);
    let skip = resumed.as_ref().map_or(0, |resumed| resumed.games);
    let tally = resumed.map(|resumed| resumed.tally).unwrap_or_default();
    let watch = Watch::new(&tally);
    let mut run = Run {
        options: &options,
        course: Course::new(),
        out: Some(out),
        journal,
        pool,
        stop,
        waiting: BTreeMap::new(),
        sent: 0,
        written: 0,
        skip,
        tally,
        watch,
        dead: None,
        engine,
    };
    course::go_through(inputs, 1, options.progress, &mut run)?;
    run.finish()
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    annotated: u64,
    copied: u64,
    failed: u64,
    judged: u64,
    positions: u64,
    missing: u64,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        match outcome.status {
            Status::Annotated => self.annotated += 1,
            Status::Copied => self.copied += 1,
            Status::Failed => self.failed += 1,
        }
        self.judged += outcome.critical.len() as u64;
        self.positions += outcome.evals.iter().flatten().count() as u64;
        self.missing += u64::from(outcome.missing);
    }
}

struct Run<'a> {
    options: &'a Options,
    course: Course,
    /// Gone once it is finished.
    out: Option<Destination>,
    journal: Journal,
    pool: Pool,
    /// Tells the workers to give up.
    stop: Arc<AtomicBool>,
    /// Games that are done, but not their turn yet.
    waiting: BTreeMap<u64, Done>,
    /// Games given to the workers.
    sent: u64,
    /// Games written, in their order.
    written: u64,
    /// Games that an earlier run has written.
    skip: u64,
    tally: Tally,
    watch: Watch,
    /// Why no engine works any more.
    dead: Option<String>,
    /// The engine's name.
    engine: String,
}

/// How long running games are waited for when the user has had enough.
const PATIENCE: Duration = Duration::from_secs(5);

impl course::Run for Run<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, (_, progress): Crew<'_>) {
        self.course.files += 1;
        let file: Arc<str> = input.name.into();
        let mut reader = BlockReader::new(&mut *input.reader).numbered();
        let mut buffer = Vec::new();
        loop {
            let block = match reader.next_block(buffer) {
                Ok(Some(block)) => block,
                Ok(None) => break,
                Err(error) => {
                    self.course.cannot_read(input.name, &error);
                    break;
                }
            };
            self.course.bytes += block.data.len() as u64 + block.left_out;
            let mut number = block.games_before;
            let mut splitter = Splitter::new(&block.data);
            while let Some(range) = splitter.next() {
                let text = &block.data[range.clone()];
                let is_game = pool::is_game(text, splitter.head());
                number += u64::from(is_game);
                if block.left_out > 0 && range.end == block.data.len() {
                    let name = printable(input.name);
                    say(&format!(
                        "error: {name}, game {number}: longer than what is read of a game, it is not annotated and cut"
                    ));
                    self.course.failed = true;
                }
                self.course.games += u64::from(is_game);
                let enough = self
                    .options
                    .most
                    .is_some_and(|most| self.course.games > most);
                let job = Job {
                    index: self.sent,
                    number,
                    file: Arc::clone(&file),
                    text: text.to_vec(),
                    annotate: is_game && !enough,
                };
                let next = self.send(job);
                let written = self.write_ready();
                progress.set_detail(self.watch.told(&self.tally));
                if self.course.go_on(written.and(next), progress).is_break() || self.dead.is_some()
                {
                    return;
                }
            }
            buffer = block.data;
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
    }
}

impl Run<'_> {
    /// Gives a game to the workers, when few enough are under way.
    fn send(&mut self, job: Job) -> io::Result<()> {
        if self.sent < self.skip {
            self.sent += 1;
            self.written += 1;
            return Ok(());
        }
        while self.sent - self.written >= self.pool.most_under_way() && self.dead.is_none() {
            if cancel::is_cancelled() {
                return Ok(());
            }
            self.receive(Duration::from_millis(100));
            self.write_ready()?;
        }
        self.sent += 1;
        self.pool.send(job);
        Ok(())
    }

    fn receive(&mut self, patience: Duration) {
        match self.pool.receive(patience) {
            Ok(Some(done)) => {
                self.waiting.insert(done.index, done);
            }
            Ok(None) => {}
            Err(why) => self.dead = Some(why),
        }
    }

    /// Writes the games whose turn it is.
    fn write_ready(&mut self) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        while let Some(done) = self.waiting.remove(&self.written) {
            out.write_all(&done.text)?;
            self.written += 1;
            if let Some(outcome) = &done.outcome {
                self.tally.add(outcome);
                self.course.plies += u64::from(outcome.plies);
                if outcome.status == Status::Failed {
                    let why = outcome
                        .reason
                        .as_deref()
                        .unwrap_or("it cannot be annotated");
                    say(&format!(
                        "{}, game {}: {why}",
                        printable(&outcome.file),
                        outcome.number
                    ));
                }
            }
            self.journal.note(
                self.written,
                out.length(),
                &self.tally,
                done.outcome.as_ref(),
            );
            if self.journal.is_due() {
                out.sync()?;
                self.journal.sync()?;
            }
        }
        Ok(())
    }

    /// Waits for what is under way.
    fn drain(&mut self) -> io::Result<()> {
        let mut given_up: Option<Instant> = None;
        while self.written < self.sent && self.dead.is_none() {
            if cancel::is_cancelled() && given_up.is_none() {
                given_up = Some(Instant::now());
                self.stop.store(true, Ordering::Relaxed);
            }
            if given_up.is_some_and(|since| since.elapsed() > PATIENCE) {
                break;
            }
            self.receive(Duration::from_millis(100));
            self.write_ready()?;
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        let failed = "cannot write the results";
        let stopped_before = self.course.stop.take();
        let drained = match &stopped_before {
            Some(Stop::ClosedPipe | Stop::Write(_)) => Ok(()),
            _ => self.drain(),
        };
        self.stop.store(true, Ordering::Relaxed);
        let ended = stopped_before.or_else(|| drained.err().map(Stop::of));
        let mut out = self.out.take();
        let unfinished = cancel::is_cancelled() || self.dead.is_some() || ended.is_some();
        if unfinished && let Some(out) = &mut out {
            // What is done is kept, so that the run can be gone on with.
            let kept = out.sync().and_then(|()| self.journal.sync());
            if let Err(error) = kept.or_else(|error| {
                if error.kind() == io::ErrorKind::BrokenPipe {
                    Ok(())
                } else {
                    Err(error)
                }
            }) {
                say(&format!("error: {failed}: {error}"));
            }
        }
        match ended {
            Some(Stop::ClosedPipe) => return Ok(Exit::Clean),
            Some(Stop::Write(error)) => return Err(error).context(failed),
            Some(Stop::Cancelled) | None => {}
        }
        if cancel::is_cancelled() {
            self.say_counts(" (interrupted)");
            self.say_how_to_go_on();
            return Ok(Exit::Interrupted);
        }
        if let Some(why) = &self.dead {
            self.say_how_to_go_on();
            anyhow::bail!("{why}");
        }
        if let Some(path) = &self.options.report {
            let summary = Summary {
                title: "Annotated games".to_owned(),
                tool: concat!("chesstool ", env!("CARGO_PKG_VERSION")).to_owned(),
                engine: self.engine.clone(),
                budget: self.options.plan.budget(),
                unfinished: None,
            };
            let written = report::write(path, &summary, &mut self.journal);
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.say_counts("");
        if self.course.failed && self.options.output.is_some() {
            // What is not whole takes the place of no file.
            say(
                "error: the output is not whole, since not all of the input could be read; it keeps the name .part",
            );
            return Ok(Exit::Failed);
        }
        if let Some(out) = out {
            match out.finish() {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
                finished => finished.context(failed)?,
            }
        }
        self.journal.finish();
        Ok(if self.course.failed {
            Exit::Failed
        } else if self.tally.failed > 0 || self.tally.missing > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }

    fn say_how_to_go_on(&self) {
        if let Some(path) = self.journal.path() {
            say(&format!(
                "{} of the games are kept; to go on: the same command with --resume ({})",
                self.written,
                path.display()
            ));
        }
    }

    fn say_counts(&self, ending: &str) {
        if self.options.quiet {
            return;
        }
        let tally = &self.tally;
        let mut found = format!(
            "{} annotated, {} copied, {} failed; {} valued, {} judged",
            tally.annotated,
            tally.copied,
            tally.failed,
            course::plural(tally.positions, "position", "positions"),
            course::plural(tally.judged, "move", "moves"),
        );
        if tally.missing > 0 {
            found = format!(
                "{found}, {} without a value",
                course::plural(tally.missing, "position", "positions")
            );
        }
        self.course.say_counts(&found, ending);
    }
}

/// Says what there is to do, and about how long it takes.
fn dry_run(options: &Options, inputs: Inputs) -> anyhow::Result<Exit> {
    let mut count = inputs::Count::new(&options.settings, options.most);
    course::go_through(inputs, 1, options.progress, &mut count)?;
    let seconds = options.plan.seconds_a_position()?;
    let total = seconds * count.positions as f64 / options.jobs.max(1) as f64;
    let mut out = io::stdout();
    let text = format!(
        "{}, {}, {} to value\nabout {} with {}\n",
        course::plural(count.games, "game", "games"),
        course::plural(count.plies, "ply", "plies"),
        course::plural(count.positions, "position", "positions"),
        watch::duration(total),
        course::plural(options.jobs as u64, "engine", "engines"),
    );
    course::unless_closed(out.write_all(text.as_bytes()))?;
    Ok(if count.failed() {
        Exit::Failed
    } else {
        Exit::Clean
    })
}

/// A game's new text and what became of it.
fn annotated(
    job: &Job,
    settings: &Settings,
    analyst: &mut analyst::Desk,
) -> Result<(Vec<u8>, Option<Outcome>), String> {
    let mut splitter = Splitter::new(&job.text);
    splitter.next();
    let before = analyst.nodes();
    let done = game::annotate(&job.text, splitter.head(), settings, analyst)?;
    Ok(match done {
        None => (job.text.clone(), None),
        Some(mut done) => {
            done.outcome.number = job.number;
            done.outcome.file = job.file.to_string();
            done.outcome.nodes = analyst.nodes() - before;
            (
                done.text.unwrap_or_else(|| job.text.clone()),
                Some(done.outcome),
            )
        }
    })
}
