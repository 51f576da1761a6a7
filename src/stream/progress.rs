//! How far the work is, on standard error: a bar on a terminal, else a line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle,
};

/// When progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// If standard error is a terminal.
    #[default]
    Auto,
    /// Always; without a terminal as plain lines.
    Always,
    /// Never.
    Never,
}

/// Time between two plain lines.
const INTERVAL: Duration = Duration::from_secs(2);

/// Shows how far the work is.
#[derive(Debug)]
pub struct Progress {
    kind: Kind,
    /// Bytes read from the files, compressed as they are.
    read: Arc<AtomicU64>,
    total: Option<u64>,
    started: Instant,
    /// What else is told.
    detail: String,
}

#[derive(Debug)]
enum Kind {
    Hidden,
    Bar(ProgressBar),
    Lines(Instant),
}

impl Progress {
    /// Starts; `total` is the size of all input, if it is known.
    #[must_use]
    pub fn new(when: When, total: Option<u64>) -> Progress {
        let terminal = io::stderr().is_terminal();
        let started = Instant::now();
        let kind = match (when, terminal) {
            (When::Never, _) | (When::Auto, false) => Kind::Hidden,
            (_, true) => Kind::Bar(bar(total)),
            (When::Always, false) => Kind::Lines(started),
        };
        Progress {
            kind,
            read: Arc::new(AtomicU64::new(0)),
            total,
            started,
            detail: String::new(),
        }
    }

    /// What is told besides the games from now on.
    pub fn set_detail(&mut self, detail: String) {
        self.detail = detail;
    }

    /// The counter of bytes read, for whoever reads.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// Shows that so many games are done.
    pub fn update(&mut self, games: u64) {
        let read = self.read.load(Ordering::Relaxed);
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let rate = (games as f64 / seconds) as u64;
        match &mut self.kind {
            Kind::Hidden => {}
            Kind::Bar(bar) => {
                bar.set_position(read);
                bar.set_message(format!(
                    "{} games, {}/s{}",
                    HumanCount(games),
                    HumanCount(rate),
                    self.detail
                ));
            }
            Kind::Lines(last) => {
                if last.elapsed() < INTERVAL {
                    return;
                }
                *last = Instant::now();
                let mut line = format!("{}", HumanBytes(read));
                if let Some(total) = self.total.filter(|&total| total > 0 && read > 0) {
                    let left = seconds * (total.saturating_sub(read)) as f64 / read as f64;
                    let left = HumanDuration(Duration::from_secs_f64(left));
                    line = format!("{line} of {}, {left:#} left", HumanBytes(total));
                }
                // Progress that cannot be shown is no reason to stop.
                let _ = writeln!(
                    io::stderr(),
                    "{line}, {} games, {}/s{}",
                    HumanCount(games),
                    HumanCount(rate),
                    self.detail
                );
            }
        }
    }

    /// Hides the bar while `print` writes to the terminal.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.kind {
            Kind::Bar(bar) => bar.suspend(print),
            _ => print(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}

/// How much of a known amount of work is done, where there is a terminal to show it on.
#[derive(Debug)]
pub struct Steps(ProgressBar);

impl Steps {
    /// Starts; without a terminal nothing is shown whatever is asked for.
    #[must_use]
    pub fn new(when: When, total: u64) -> Steps {
        if when == When::Never {
            return Steps(ProgressBar::hidden());
        }
        let target = ProgressDrawTarget::stderr_with_hz(8);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Steps(bar)
    }

    /// So much more is done.
    pub fn advance(&self, by: u64, message: String) {
        self.0.inc(by);
        self.0.set_message(message);
    }

    /// Hides the bar while `print` writes to the terminal.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let template = if total.is_some() {
        "{bar:30} {bytes}/{total_bytes} {msg}, {eta} left"
    } else {
        "{spinner} {bytes} {msg}, {elapsed}"
    };
    let target = ProgressDrawTarget::stderr_with_hz(8);
    let bar = ProgressBar::with_draw_target(total, target);
    // The templates are constant and tested by every run; a bad one would leave the default style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
