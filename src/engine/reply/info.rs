//! The words of an `info` line: how far a search has come, its score, its line of play.

use std::iter::Peekable;
use std::str::SplitWhitespace;

/// Words of a line of play that are kept; no search of ours looks further.
pub const MOST_PV_WORDS: usize = 256;

/// An `info` line; what it does not name is `None` or empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the deepest line.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, the best one being 1.
    pub multipv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<Told>,
    /// Win, draw, loss in thousandths, for the side to move.
    pub wdl: Option<[u32; 3]>,
    /// Milliseconds since `go`.
    pub time: Option<u64>,
    /// Nodes since `go`.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Thousandths of the table that are in use.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// The line of play, word by word as written; at most [`MOST_PV_WORDS`].
    pub pv: Vec<String>,
    /// What the engine tells its user; everything behind `string`.
    pub string: Option<String>,
}

/// A score as told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Hundredths of a pawn.
    Centipawns(i32, Bound),
    /// Moves to mate, negative for the side to move being mated.
    Mate(i32, Bound),
}

/// What a score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// It is the true one.
    #[default]
    Exact,
    /// The true one is at least this (`lowerbound`).
    Lower,
    /// The true one is at most this (`upperbound`).
    Upper,
}

impl Told {
    /// What the score says of the true one.
    #[must_use]
    pub const fn bound(self) -> Bound {
        match self {
            Told::Centipawns(_, bound) | Told::Mate(_, bound) => bound,
        }
    }

    fn with(self, bound: Bound) -> Told {
        match self {
            Told::Centipawns(value, _) => Told::Centipawns(value, bound),
            Told::Mate(value, _) => Told::Mate(value, bound),
        }
    }
}

/// Words that begin something; no move is written so.
const KEYWORDS: [&str; 22] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "multipv",
    "currmove",
    "currmovenumber",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "pv",
    "string",
    "refutation",
    "currline",
];

type Words<'a> = Peekable<SplitWhitespace<'a>>;

impl Info {
    /// Reads what stands behind the word `info`.
    #[must_use]
    pub(super) fn parse(text: &str) -> Info {
        let (text, string) = split_string(text);
        let mut info = Info {
            string,
            ..Info::default()
        };
        let mut bound = Bound::Exact;
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = small(&mut words),
                "seldepth" => info.seldepth = small(&mut words),
                "multipv" => info.multipv = small(&mut words),
                "hashfull" => info.hashfull = small(&mut words),
                "time" => info.time = count(&mut words),
                "nodes" => info.nodes = count(&mut words),
                "nps" => info.nps = count(&mut words),
                "tbhits" => info.tbhits = count(&mut words),
                "cp" => {
                    let value = signed(&mut words);
                    info.score = value.map(|value| Told::Centipawns(value, Bound::Exact));
                }
                "mate" => {
                    let value = signed(&mut words);
                    info.score = value.map(|value| Told::Mate(value, Bound::Exact));
                }
                "lowerbound" => bound = Bound::Lower,
                "upperbound" => bound = Bound::Upper,
                "wdl" => info.wdl = wdl(&mut words),
                "pv" => info.pv = moves(&mut words),
                // `score` itself, words that we do not use, and words that we do not know.
                _ => {}
            }
        }
        info.score = info.score.map(|score| score.with(bound));
        info
    }
}

/// What stands before the word `string`, and everything behind it.
fn split_string(text: &str) -> (&str, Option<String>) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find("string")) {
        let at = from + found;
        let end = at + "string".len();
        let (before, after) = (&text[..at], &text[end..]);
        let alone = before.is_empty() || before.ends_with(char::is_whitespace);
        if alone && (after.is_empty() || after.starts_with(char::is_whitespace)) {
            return (before, Some(after.trim().to_owned()));
        }
        from = end;
    }
    (text, None)
}

/// The next word as a whole number; a word that is none is left where it is.
fn number(words: &mut Words<'_>) -> Option<i64> {
    let value = words.peek()?.parse().ok()?;
    words.next();
    Some(value)
}

fn small(words: &mut Words<'_>) -> Option<u32> {
    number(words).and_then(|value| u32::try_from(value).ok())
}

fn count(words: &mut Words<'_>) -> Option<u64> {
    number(words).and_then(|value| u64::try_from(value).ok())
}

fn signed(words: &mut Words<'_>) -> Option<i32> {
    number(words).and_then(|value| i32::try_from(value).ok())
}

fn wdl(words: &mut Words<'_>) -> Option<[u32; 3]> {
    Some([small(words)?, small(words)?, small(words)?])
}

/// Words up to the next one that begins something else.
fn moves(words: &mut Words<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.next_if(|word| !KEYWORDS.contains(word)) {
        if moves.len() < MOST_PV_WORDS {
            moves.push(word.to_owned());
        }
    }
    moves
}
