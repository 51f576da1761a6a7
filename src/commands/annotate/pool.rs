//! Workers, each with an engine of its own; games go in, and come back in any order.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::annotate::game;
use crate::annotate::outcome::{Outcome, Status};
use crate::annotate::settings::Settings;
use crate::commands::annotate::analyst::{Desk, Plan};
use crate::commands::annotate::signals::Signals;
use crate::pgn::split::{Head, Splitter};
use crate::pgn::{Lexer, Tag};
use crate::replay;

/// Games for each worker that may be under way at once: a slow one holds up no more.
const AHEAD: u64 = 4;

/// A game to annotate, or text to copy.
#[derive(Debug)]
pub(super) struct Job {
    /// Its turn.
    pub(super) index: u64,
    /// Its number in its file.
    pub(super) number: u64,
    pub(super) file: Arc<str>,
    /// What is written before the text, to keep it apart from another file's.
    pub(super) lead: Vec<u8>,
    pub(super) text: Vec<u8>,
    /// What is written behind it.
    pub(super) tail: Vec<u8>,
    /// A comment in it never ended, and does now.
    pub(super) is_closed: bool,
    /// Whether it is to be annotated.
    pub(super) annotate: bool,
}

/// A game that is ready to be written.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) job: Job,
    /// Its new text, if that is another one.
    pub(super) text: Option<Vec<u8>>,
    pub(super) outcome: Option<Outcome>,
}

/// What comes back.
enum Answer {
    Done(Box<Done>),
    /// No other game is begun.
    Dropped,
    /// A worker has no engine any more, and gives back its game with the reason.
    Returned(Job, String),
}

/// The workers.
pub(super) struct Pool {
    jobs: Option<SyncSender<Job>>,
    answers: Receiver<Answer>,
    most: u64,
    back: Sender<Answer>,
    alive: Arc<AtomicUsize>,
    /// Games that were given and have not come back.
    pending: Cell<u64>,
    threads: Vec<JoinHandle<()>>,
}

/// Whether a stretch of text holds a game, not only white space and comments.
pub(super) fn is_game(text: &[u8], head: &Head) -> bool {
    let mut tags: Vec<Tag> = Vec::new();
    let first = replay::read_tags(&mut Lexer::new(text), head, &mut tags);
    first.is_some() || !tags.is_empty()
}

impl Pool {
    /// Starts workers; each starts its engine when it has a game.
    pub(super) fn start(plan: &Plan, settings: &Settings, count: usize, signals: &Signals) -> Pool {
        let count = count.max(1);
        let most = AHEAD * count as u64;
        let (jobs, work) = sync_channel(most as usize);
        let work = Arc::new(Mutex::new(work));
        let (back, answers) = channel();
        let alive = Arc::new(AtomicUsize::new(count));
        let mut threads = Vec::new();
        for number in 0..count {
            let (work, back) = (Arc::clone(&work), back.clone());
            let (plan, settings) = (plan.clone(), settings.clone());
            let (signals, alive) = (signals.clone(), Arc::clone(&alive));
            threads.push(thread::spawn(move || {
                let desk = Desk::new(&plan, number, signals.clone());
                let returned = worker(&work, &back, desk, &settings, &signals);
                alive.fetch_sub(1, Ordering::SeqCst);
                if let Some((job, why)) = returned {
                    let _ = back.send(Answer::Returned(job, why));
                }
            }));
        }
        Pool {
            jobs: Some(jobs),
            answers,
            most,
            back,
            alive,
            pending: Cell::new(0),
            threads,
        }
    }

    /// Games that may be under way at once.
    pub(super) fn most_under_way(&self) -> u64 {
        self.most
    }

    /// Games that have not come back.
    pub(super) fn pending(&self) -> u64 {
        self.pending.get()
    }

    /// Gives a game to whoever is free; what is only copied comes back at once.
    pub(super) fn send(&self, job: Job) {
        self.pending.set(self.pending.get() + 1);
        self.hand_out(job);
    }

    fn hand_out(&self, job: Job) {
        if !job.annotate {
            let _ = self.back.send(Answer::Done(Box::new(Done {
                job,
                text: None,
                outcome: None,
            })));
        } else if let Some(jobs) = &self.jobs {
            // If no worker is left, the reason comes back as an answer.
            let _ = jobs.send(job);
        }
    }

    /// The next game that is done, if there is one soon.
    ///
    /// # Errors
    ///
    /// Why no worker is left.
    pub(super) fn receive(&self, patience: Duration) -> Result<Option<Done>, String> {
        match self.answers.recv_timeout(patience) {
            Ok(Answer::Done(done)) => {
                self.pending.set(self.pending.get() - 1);
                Ok(Some(*done))
            }
            Ok(Answer::Dropped) => {
                self.pending.set(self.pending.get() - 1);
                Ok(None)
            }
            // Another engine takes the game, while there is one.
            Ok(Answer::Returned(job, _)) if self.alive.load(Ordering::SeqCst) > 0 => {
                self.hand_out(job);
                Ok(None)
            }
            Ok(Answer::Returned(_, why)) => Err(why),
            Err(_) if self.alive.load(Ordering::SeqCst) == 0 => Err("no engine is left".to_owned()),
            Err(_) => Ok(None),
        }
    }
}

impl Drop for Pool {
    /// Waits until every engine has ended.
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Works until there is nothing left; a game that it can do nothing with comes back with the reason.
fn worker(
    work: &Mutex<Receiver<Job>>,
    back: &Sender<Answer>,
    mut desk: Desk,
    settings: &Settings,
    signals: &Signals,
) -> Option<(Job, String)> {
    loop {
        let next = work
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .recv();
        let job = next.ok()?;
        if signals.is_closing() {
            back.send(Answer::Dropped).ok()?;
            continue;
        }
        let done = catch_unwind(AssertUnwindSafe(|| annotated(&job, settings, &mut desk)));
        let (text, outcome) = match done {
            Ok(Ok(done)) => done,
            Ok(Err(why)) => return Some((job, why)),
            Err(_) => {
                let outcome = Outcome {
                    number: job.number,
                    file: job.file.to_string(),
                    status: Status::Failed,
                    reason: Some("the tool failed on this game; it is copied as it is".to_owned()),
                    ..Outcome::default()
                };
                (None, Some(outcome))
            }
        };
        let done = Done { job, text, outcome };
        back.send(Answer::Done(Box::new(done))).ok()?;
    }
}

/// A game's new text, if that is another one, and what became of it.
fn annotated(
    job: &Job,
    settings: &Settings,
    desk: &mut Desk,
) -> Result<(Option<Vec<u8>>, Option<Outcome>), String> {
    let mut splitter = Splitter::new(&job.text);
    splitter.next();
    let before = desk.nodes();
    let Some(mut done) = game::annotate(&job.text, splitter.head(), settings, desk)? else {
        return Ok((None, None));
    };
    if job.is_closed {
        done.outcome.status = Status::Failed;
        let never_ends = || "a comment that never ends".to_owned();
        done.outcome.reason.get_or_insert_with(never_ends);
    }
    done.outcome.number = job.number;
    done.outcome.file = job.file.to_string();
    done.outcome.nodes = desk.nodes() - before;
    Ok((done.text, Some(done.outcome)))
}
