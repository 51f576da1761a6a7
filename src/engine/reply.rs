//! What an engine says: one line of the UCI protocol (Kahlen and Meyer-Kahlen, 2006) turned into data.
//!
//! Pure and without failure: what is not understood is [`Reply::Other`], unknown words are skipped, and text that
//! is not UTF-8 is read with replacement characters. No input or output here.

mod info;
mod option;
#[cfg(test)]
mod tests;

pub use info::{Bound, Info, MOST_PV_WORDS, Told};
pub use option::{Advertised, Kind};

/// One line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name …` or `id author …`.
    Id {
        /// Which of the two, or whatever else stands there.
        field: String,
        /// What it is.
        value: String,
    },
    /// `option name … type …`.
    Option(Advertised),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Box<Info>),
    /// `bestmove …`; the words as they stand, without what comes after them.
    BestMove {
        /// The move; `(none)`, `NULL` or `0000` where there is none, as the engine wrote it.
        best: String,
        /// The move on which the engine would ponder.
        ponder: Option<String>,
    },
    /// Any other line, without the white space around it; empty lines too.
    Other(String),
}

impl Reply {
    /// Reads a line, with or without its line end (`\n`, `\r\n`).
    #[must_use]
    pub fn parse(line: &[u8]) -> Reply {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = split_word(text);
        match word {
            "info" => Reply::Info(Box::new(Info::parse(rest))),
            "bestmove" => best_move(rest),
            "readyok" => Reply::ReadyOk,
            "uciok" => Reply::UciOk,
            "id" => {
                let (field, value) = split_word(rest);
                Reply::Id {
                    field: field.to_owned(),
                    value: value.to_owned(),
                }
            }
            "option" => match Advertised::parse(rest) {
                Some(option) => Reply::Option(option),
                None => Reply::Other(text.to_owned()),
            },
            _ => Reply::Other(text.to_owned()),
        }
    }
}

/// The first word and what follows it, both without white space around them.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// `bestmove e2e4 ponder e7e5`.
fn best_move(rest: &str) -> Reply {
    let mut words = rest.split_whitespace();
    let best = words.next().unwrap_or_default().to_owned();
    let ponder = match words.next() {
        Some("ponder") => words.next().map(str::to_owned),
        _ => None,
    };
    Reply::BestMove { best, ponder }
}
