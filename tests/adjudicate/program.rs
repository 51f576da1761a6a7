//! Runs the program, and reads what it writes.

#[path = "../program/run.rs"]
mod run;

use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

pub(crate) use run::Run;

/// The program, to be run with `adjudicate`.
pub(crate) fn command(arguments: &[&str]) -> Command {
    run::program("adjudicate", arguments)
}

/// Runs `chesstool adjudicate` with standard input.
pub(crate) fn adjudicate(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    run::run(&mut command(arguments), input.as_ref())
}

/// A game to be judged.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    tags: Vec<(&'static str, String)>,
    moves: String,
    result: &'static str,
}

impl Game {
    /// From the usual start.
    pub(crate) fn new(moves: &str, result: &'static str) -> Game {
        Game {
            tags: vec![("Event", "?".to_owned()), ("Result", result.to_owned())],
            moves: moves.to_owned(),
            result,
        }
    }

    /// From another position.
    pub(crate) fn from(fen: &str, moves: &str, result: &'static str) -> Game {
        Game::new(moves, result).tag("SetUp", "1").tag("FEN", fen)
    }

    pub(crate) fn tag(mut self, name: &'static str, value: &str) -> Game {
        self.tags.push((name, value.to_owned()));
        self
    }

    pub(crate) fn date(self, date: &str) -> Game {
        self.tag("Date", date)
    }

    pub(crate) fn termination(self, value: &str) -> Game {
        self.tag("Termination", value)
    }

    pub(crate) fn text(&self) -> String {
        let mut tags = String::new();
        for (name, value) in &self.tags {
            writeln!(tags, "[{name} \"{value}\"]").unwrap();
        }
        format!("{tags}\n{} {}\n", self.moves, self.result)
    }

    /// The one row of the game.
    pub(crate) fn judged(&self, arguments: &[&str]) -> Value {
        let arguments = [&["--format", "jsonl", "-q"], arguments].concat();
        let run = adjudicate(self.text(), &arguments);
        let rows = run.json();
        assert_eq!(rows.len(), 1, "{run:?}");
        rows[0].clone()
    }

    /// Status, lawful result, reason and article.
    pub(crate) fn verdict(&self, arguments: &[&str]) -> [String; 4] {
        let row = self.judged(arguments);
        ["status", "lawful", "reason", "article"].map(|name| {
            let value = &row[name];
            value.as_str().unwrap_or("-").to_owned()
        })
    }
}

/// The row of one position.
pub(crate) fn position(fen: &str, arguments: &[&str]) -> Value {
    let arguments = [&["--format", "jsonl", "--fen", fen], arguments].concat();
    let run = adjudicate("", &arguments);
    assert_eq!(run.status, 0, "{run:?}");
    run.json()[0].clone()
}

/// Knights that go out and come back, so many times: each time the position appears once more.
pub(crate) fn shuffle(times: usize) -> String {
    ["Nf3 Nf6 Ng1 Ng8"].repeat(times).join(" ")
}
