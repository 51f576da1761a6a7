//! `chesstool annotate`: engine evaluations, judgements, best lines and openings for whole databases.

mod analyst;
mod ending;
mod ends;
mod estimate;
mod files;
mod inputs;
mod journal;
mod part;
mod pool;
mod positions;
mod report;
mod run;
mod signals;
mod tally;
mod turns;
mod watch;

use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use crate::annotate::settings::Settings;
use crate::commands::Exit;
use crate::commands::course::{self, Inputs};
use crate::commands::stop::say;
use crate::stream::cancel;
use crate::stream::progress::When;

use journal::Journal;
use part::Destination;
use run::Run;

pub use analyst::{Choice, Plan};

/// How long running games are waited for when the user has had enough.
const GRACE: Duration = Duration::from_secs(5);
/// And so much longer for what is done to be written.
const ENDING: Duration = Duration::from_secs(5);

/// What to annotate and how.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is asked for on its own"
)]
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
    /// Write games as they are done, not in the order of the input.
    pub unordered: bool,
    /// The output takes the place of the only input.
    pub in_place: bool,
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
    if let Some(positions) = &options.positions {
        files::check(&options, &Inputs::named(slice::from_ref(positions)))?;
        return positions::run(&options);
    }
    let mut inputs = Inputs::named(&options.paths);
    if options.in_place {
        options.output = Some(inputs::only_file(&inputs)?);
    }
    if let Some(report) = &options.report {
        report::is_page(report)?;
    }
    files::check(&options, &inputs)?;
    let engine = options.plan.try_out()?;
    if let Some(hint) = options.plan.hint().filter(|_| !options.quiet) {
        say(&hint);
    }
    if let Some(why) = options.plan.varies().filter(|_| !options.quiet) {
        say(&format!("note: {why}"));
    }
    options.settings.signature = options.plan.signature(&engine);
    if options.dry_run {
        return estimate::dry_run(&options, inputs);
    }
    let print = inputs::fingerprint(&inputs, &options, &engine);
    let (journal, resumed) = Journal::open(&options, &print)?;
    let out = Destination::open(options.output.as_deref(), resumed.as_ref())?;
    cancel::set_patience(GRACE + ENDING);
    inputs.finishes = true;
    let mut run = Run::begin(&options, engine, journal, out, resumed);
    course::go_through(inputs, 1, options.progress, &mut run)?;
    run.finish()
}
