//! The report of `annotate`: a page for people ([`Report::html`]), or JSON lines for machines
//! ([`Report::jsonl`]).
//!
//! Games are handed over one by one and none is kept: memory does not grow with the database. The same games
//! give the same bytes.

mod board;
mod escape;
mod game;
mod graph;
mod html;
mod jsonl;
mod notation;
#[cfg(test)]
mod sample;
mod style;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use crate::annotate::outcome::{Judgement, Outcome};

/// How much a page shows.
///
/// The size of a page is bounded by `most_bytes` and what its frame and a single game take (less than 1 MB in
/// any case, mostly 10 kB). Measured
/// on two cores busy with other work: Chromium opens 12,000 games (36 MB) in 15 s, and sorts them in 1 s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most boards a game; the gravest moves get them.
    pub boards: usize,
    /// The mildest judgement that gets a board, or is listed where there is none.
    pub least: Judgement,
    /// Games get boards, and graphs that tell each move, while the page is smaller than this.
    pub full_bytes: u64,
    /// Games get plain graphs and a list of their mistakes while the page is smaller than this.
    pub lean_bytes: u64,
    /// Games get a row in the table while the page is smaller than this; all are counted.
    pub most_bytes: u64,
}

impl Default for Options {
    /// Boards of all mistakes and blunders; some 2,000 games in full, 8,000 more with their graphs, 40,000
    /// more as rows.
    fn default() -> Options {
        Options {
            boards: 40,
            least: Judgement::Mistake,
            full_bytes: 16 << 20,
            lean_bytes: 40 << 20,
            most_bytes: 56 << 20,
        }
    }
}

/// What is said above the games of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The page's title.
    pub title: String,
    /// Name and version of this program.
    pub tool: String,
    /// Name of the engine.
    pub engine: String,
    /// What the engine was given for a position, in words (`100000 nodes a position`).
    pub budget: String,
    /// Why the run ended before all games were done.
    pub unfinished: Option<String>,
}

/// A report under construction.
///
/// ```
/// use chesstool::annotate::outcome::Outcome;
/// use chesstool::annotate::report::{Report, Summary};
///
/// let mut report = Report::html(Vec::new());
/// report.add(&Outcome { white: "A <b>".to_owned(), ..Outcome::default() })?;
/// let page = report.finish(&Summary::default())?;
/// assert!(String::from_utf8_lossy(&page).contains("A &lt;b&gt;"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Report<W: Write> {
    form: Form<W>,
}

#[derive(Debug)]
enum Form<W> {
    Html(Box<html::Page<W>>),
    Jsonl(W),
}

impl<W: Write> Report<W> {
    /// Begins a page. Nothing is written to `out` before [`Report::finish`].
    #[must_use]
    pub fn html(out: W) -> Report<W> {
        Report::html_with(out, Options::default())
    }

    /// Begins a page that shows as much as the options say.
    #[must_use]
    pub fn html_with(out: W, options: Options) -> Report<W> {
        let page = Box::new(html::Page::new(out, options));
        Report {
            form: Form::Html(page),
        }
    }

    /// Begins JSON lines, one a game, each written at once.
    #[must_use]
    pub fn jsonl(out: W) -> Report<W> {
        Report {
            form: Form::Jsonl(out),
        }
    }

    /// Adds the next game.
    ///
    /// # Errors
    ///
    /// If the writer or a temporary file fails.
    pub fn add(&mut self, outcome: &Outcome) -> io::Result<()> {
        match &mut self.form {
            Form::Html(page) => page.add(outcome),
            Form::Jsonl(out) => jsonl::write(out, outcome),
        }
    }

    /// Ends the report and gives the writer back, flushed. JSON lines hold nothing of the summary.
    ///
    /// # Errors
    ///
    /// If the writer or a temporary file fails.
    pub fn finish(self, summary: &Summary) -> io::Result<W> {
        match self.form {
            Form::Html(page) => page.finish(summary),
            Form::Jsonl(mut out) => {
                out.flush()?;
                Ok(out)
            }
        }
    }
}
