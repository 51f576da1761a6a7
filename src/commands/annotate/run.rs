//! A run under way: games go to the workers as they are read, and to the output as they come back.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use crate::annotate::outcome::Status;
use crate::commands::annotate::Options;
use crate::commands::annotate::ends::{closed, missing_end};
use crate::commands::annotate::journal::{Journal, Resumed};
use crate::commands::annotate::part::Destination;
use crate::commands::annotate::pool::{self, Done, Job, Pool};
use crate::commands::annotate::signals::Signals;
use crate::commands::annotate::tally::Tally;
use crate::commands::annotate::turns::Turns;
use crate::commands::annotate::watch::Watch;
use crate::commands::course::{self, Course, Crew, Input};
use crate::commands::stop::{Stop, say};
use crate::finding::printable;
use crate::pgn::lexer::BYTE_ORDER_MARK;
use crate::pgn::split::{Head, Splitter};
use crate::stream::blocks::BlockReader;
use crate::stream::cancel;

/// So long is waited for an answer before anything else is looked at.
pub(super) const TICK: Duration = Duration::from_millis(100);

pub(super) struct Run<'a> {
    pub(super) options: &'a Options,
    pub(super) course: Course,
    /// Gone once it is finished.
    pub(super) out: Option<Destination>,
    pub(super) journal: Journal,
    pub(super) pool: Pool,
    pub(super) signals: Signals,
    /// Games that are done, but not their turn yet.
    waiting: BTreeMap<u64, Done>,
    /// Games that were read.
    read: u64,
    /// Games that are written, by an earlier run or this one.
    pub(super) turns: Turns,
    /// What is missing of a blank line behind what was read last.
    unclosed: Vec<u8>,
    pub(super) tally: Tally,
    watch: Watch,
    /// Why no engine works any more.
    pub(super) dead: Option<String>,
    /// The engine's name.
    pub(super) engine: String,
}

impl<'a> Run<'a> {
    pub(super) fn begin(
        options: &'a Options,
        engine: String,
        journal: Journal,
        out: Destination,
        resumed: Option<Resumed>,
    ) -> Run<'a> {
        let signals = Signals::default();
        let pool = Pool::start(&options.plan, &options.settings, options.jobs, &signals);
        let (turns, tally) =
            resumed.map_or_else(Default::default, |resumed| (resumed.turns, resumed.tally));
        Run {
            options,
            course: Course::new(),
            out: Some(out),
            journal,
            pool,
            signals,
            waiting: BTreeMap::new(),
            read: 0,
            turns,
            unclosed: Vec::new(),
            watch: Watch::new(&tally),
            tally,
            dead: None,
            engine,
        }
    }
}

impl course::Run for Run<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, (_, progress): Crew<'_>) {
        self.course.files += 1;
        let file: Arc<str> = input.name.into();
        let mut begins = true;
        let mut reader = BlockReader::new(&mut *input.reader).numbered();
        let mut buffer = Vec::new();
        loop {
            let next = reader.next_block(buffer);
            if cancel::is_cancelled() {
                // What a pipe has given by then may end within a game.
                self.course.stop.get_or_insert(Stop::Cancelled);
                return;
            }
            let block = match next {
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
                let most = self.options.most;
                let enough = most.is_some_and(|most| self.course.games > most);
                let mut job = self.job(text, splitter.head(), begins);
                begins = false;
                job.number = number;
                job.file = Arc::clone(&file);
                job.annotate = is_game && !enough;
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
        if cancel::is_cancelled() {
            self.course.stop.get_or_insert(Stop::Cancelled);
            return;
        }
        self.course.cannot_read(name, error);
    }
}

impl Run<'_> {
    /// A text of its own, kept apart from those of other files, and if it may stand anywhere, from all others.
    fn job(&mut self, text: &[u8], head: &Head, begins_file: bool) -> Job {
        let joins = begins_file && self.course.files > 1;
        let anywhere = self.options.unordered;
        // A comment that never ends would take in the game that happens to come behind it.
        let closed = anywhere.then(|| closed(text, head)).flatten();
        let is_closed = closed.is_some();
        let text = closed.as_deref().unwrap_or(text);
        let text = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(text) if joins || anywhere => text,
            _ => text,
        };
        let missing = missing_end(text);
        let lead = if joins && !anywhere {
            std::mem::take(&mut self.unclosed)
        } else {
            Vec::new()
        };
        let tail = if anywhere {
            missing.clone()
        } else {
            Vec::new()
        };
        self.unclosed = missing;
        Job {
            index: self.read,
            number: 0,
            file: Arc::default(),
            lead,
            text: text.to_vec(),
            tail,
            is_closed,
            annotate: false,
        }
    }

    /// Gives a game to the workers, when few enough are under way.
    fn send(&mut self, job: Job) -> io::Result<()> {
        if self.turns.has(job.index) {
            self.read += 1;
            return Ok(());
        }
        while self.under_way() >= self.pool.most_under_way() && self.dead.is_none() {
            if cancel::is_cancelled() {
                return Ok(());
            }
            self.receive(TICK);
            self.write_ready()?;
        }
        self.read += 1;
        self.pool.send(job);
        Ok(())
    }

    /// Games that were given to the workers and are not written.
    fn under_way(&self) -> u64 {
        self.pool.pending() + self.waiting.len() as u64
    }

    pub(super) fn receive(&mut self, patience: Duration) {
        match self.pool.receive(patience) {
            Ok(Some(done)) => {
                self.waiting.insert(done.job.index, done);
            }
            Ok(None) => {}
            Err(why) => self.dead = Some(why),
        }
    }

    /// Writes the games whose turn it is; all of them, if their order does not matter.
    pub(super) fn write_ready(&mut self) -> io::Result<()> {
        while let Some(entry) = self.waiting.first_entry() {
            if !self.options.unordered && *entry.key() != self.turns.next() {
                break;
            }
            let done = entry.remove();
            self.write(done)?;
        }
        Ok(())
    }

    fn write(&mut self, done: Done) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        let Done { job, text, outcome } = done;
        if job.is_closed {
            let name = printable(&job.file);
            say(&format!(
                "warning: {name}, game {}: a comment that never ends is closed behind the game, or it would take in the one that comes next with --unordered",
                job.number
            ));
        }
        out.write_all(&job.lead)?;
        out.write_all(text.as_ref().unwrap_or(&job.text))?;
        out.write_all(&job.tail)?;
        self.turns.add(job.index);
        if let Some(outcome) = &outcome {
            self.tally.add(outcome);
            self.course.plies += u64::from(outcome.plies);
            if outcome.status == Status::Failed {
                let why = outcome.reason.as_deref();
                let why = why.unwrap_or("it cannot be annotated");
                let name = printable(&outcome.file);
                say(&format!("{name}, game {}: {why}", outcome.number));
            }
        }
        self.journal
            .note(job.index, out, &self.tally, outcome.as_ref());
        if self.journal.is_due() {
            out.sync()?;
            self.journal.sync()?;
        }
        Ok(())
    }
}
