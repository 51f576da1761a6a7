//! From a place in the PGN that stands for a line to the place in that line.
//!
//! A game stands on the line that its own line had; only columns differ, and what takes several lines of a table.
//! What cannot be read as a line or row at all stands as a game of one unreadable word, and is told here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::finding::{Family, Finding, Level, RuleInfo};
use crate::lint::syntax::TOO_LONG;

/// A row of a table that is no game.
pub static BAD_ROW: RuleInfo = RuleInfo {
    id: "bad-row",
    family: Family::Syntax,
    level: Level::Error,
    also: &[],
    summary: "a row of a table that says no game, or two",
    why: "It cannot be known which of its fields is which, or which of its moves were played.",
    source: "",
    fixable: false,
    examples: None,
};

/// Of one line there are no more pieces; what stands behind them is at no known column.
const MOST_PIECES: usize = 1000;

/// A place in what is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    /// Line, from 1.
    pub(super) line: u64,
    /// Column in characters, from 1.
    pub(super) column: u32,
}

/// Text that was taken over, a character for a character.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Its first column in PGN, from 1.
    at: u32,
    /// Number of characters.
    length: u32,
    from: Spot,
}

/// Why a line or row is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// It is longer than is read.
    TooLong(&'static str),
    /// What is wrong with a row.
    Row(String),
}

#[derive(Debug)]
enum Entry {
    Pieces(Vec<Piece>),
    Refused(Refusal, Spot),
}

/// Where the text of every line comes from: of the lines that are read and not yet passed.
#[derive(Clone, Default, Debug)]
pub struct Places(Arc<Mutex<VecDeque<(u64, Entry)>>>);

impl Places {
    fn add(&self, line: u64, entry: Entry) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push_back((line, entry));
    }

    /// The game on a line of the PGN stands for something that cannot be read.
    pub(super) fn refuse(&self, line: u64, refusal: Refusal, spot: Spot) {
        self.add(line, Entry::Refused(refusal, spot));
    }

    /// Gives findings the places of what was read, where they are known, or else the beginnings of their lines. Their
    /// lines count from `before` on, and are among the `lines` that follow; those are then forgotten.
    pub fn mend(&self, findings: &mut [Finding], before: u64, lines: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for finding in findings {
            let line = before + finding.place.line;
            let column = std::mem::replace(&mut finding.place.column, 1);
            let passed = known.partition_point(|(at, _)| *at < line);
            known.drain(..passed);
            let spot = match known.front() {
                Some((at, Entry::Pieces(pieces))) if *at == line => {
                    let piece = pieces.iter().rev().find(|piece| piece.at <= column);
                    let inside = piece.filter(|piece| column < piece.at + piece.length);
                    inside.map(|piece| Spot {
                        column: piece.from.column + (column - piece.at),
                        ..piece.from
                    })
                }
                Some((at, Entry::Refused(refusal, spot))) if *at == line => {
                    refusal.tell(finding);
                    Some(*spot)
                }
                _ => None,
            };
            if let Some(spot) = spot {
                finding.place.line = spot.line - before;
                finding.place.column = spot.column;
            }
        }
        let passed = known.partition_point(|(at, _)| *at <= before + lines);
        known.drain(..passed);
    }
}

impl Refusal {
    /// The word that stands for what is refused.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Refusal::TooLong(_) => "line-too-long",
            Refusal::Row(_) => "bad-row",
        }
    }

    fn tell(&self, finding: &mut Finding) {
        (finding.rule, finding.message) = match self {
            Refusal::TooLong(message) => (&TOO_LONG, (*message).to_owned()),
            Refusal::Row(message) => (&BAD_ROW, message.clone()),
        };
        (finding.help, finding.law, finding.at) = (None, None, None);
        finding.fen = None;
        finding.game = None;
        finding.token.clear();
        finding.fixes.clear();
    }
}

/// A line of PGN under way.
#[derive(Debug)]
pub(super) struct Line<'o> {
    out: &'o mut Vec<u8>,
    begin: usize,
    /// Characters so far.
    characters: u32,
    pieces: Vec<Piece>,
}

impl<'o> Line<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Line<'o> {
        Line {
            begin: out.len(),
            out,
            characters: 0,
            pieces: Vec::new(),
        }
    }

    /// Whether nothing is written.
    pub(super) fn is_empty(&self) -> bool {
        self.out.len() == self.begin
    }

    /// What is written.
    pub(super) fn text(&self) -> &[u8] {
        &self.out[self.begin..]
    }

    /// Writes what was not read.
    pub(super) fn say(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
        self.characters += length(text);
    }

    /// Writes what stands at a place.
    pub(super) fn take(&mut self, text: &str, from: Spot) {
        self.out.extend_from_slice(text.as_bytes());
        let (at, length) = (self.characters + 1, length(text));
        self.characters += length;
        let room = self.pieces.len() < MOST_PIECES;
        match self.pieces.last_mut() {
            Some(last)
                if last.at + last.length == at
                    && from.line == last.from.line
                    && from.column == last.from.column + last.length =>
            {
                last.length += length;
            }
            _ if room => self.pieces.push(Piece { at, length, from }),
            _ => {}
        }
    }

    /// Writes what stands at a place, with other characters for some.
    pub(super) fn copy(&mut self, mut source: Passage<'_>, mut change: impl FnMut(char) -> char) {
        let mut changed = String::new();
        while !source.text.is_empty() {
            let breaks =
                |byte: &u8| matches!(byte, b'\n' | b'\r') || source.quoted && *byte == b'"';
            let end = source.text.bytes().position(|byte| breaks(&byte));
            let end = end.map_or(source.text.len(), |at| at + 1);
            let (run, rest) = source.split_at(end);
            changed.clear();
            changed.extend(run.text.chars().map(&mut change));
            self.take(&changed, run.spot);
            source = rest;
        }
    }

    /// Writes a tag pair (PGN 8.1), its value on one line.
    pub(super) fn tag(&mut self, name: &str, value: Passage<'_>) {
        self.tag_with(name, value, "");
    }

    /// The same with more behind the value, in which nothing is escaped.
    pub(super) fn tag_with(&mut self, name: &str, value: Passage<'_>, more: &str) {
        self.say("[");
        self.say(name);
        self.say(" \"");
        let plain = |letter: char| {
            if letter.is_ascii_control() {
                ' '
            } else {
                letter
            }
        };
        let mut rest = value;
        while let Some(at) = memchr::memchr2(b'"', b'\\', rest.text.as_bytes()) {
            let (before, behind) = rest.split_at(at);
            self.copy(before, plain);
            self.say("\\");
            let (escaped, behind) = behind.split_at(1);
            self.copy(escaped, plain);
            rest = behind;
        }
        self.copy(rest, plain);
        self.say(more);
        self.say("\"]");
    }

    /// Writes a tag pair that was not read.
    pub(super) fn said_tag(&mut self, name: &str, value: &str) {
        self.say(&format!("[{name} \"{value}\"]"));
    }

    /// Writes moves in UCI notation, and the result that stands among them; `usual` where none does.
    pub(super) fn uci_moves(&mut self, moves: Passage<'_>, usual: &str) {
        let mut result = usual;
        let mut rest = moves.trim();
        while !rest.text.is_empty() {
            let end = rest.text.find(char::is_whitespace);
            let (word, behind) = rest.split_at(end.unwrap_or(rest.text.len()));
            rest = behind.trim();
            match word.text {
                "1-0" | "0-1" | "1/2-1/2" | "*" => result = word.text,
                // In movetext that would be a move number.
                "0000" => {
                    self.say(" ");
                    self.take("--", word.spot);
                }
                _ => {
                    self.say(" ");
                    // What means something in PGN is no move.
                    let means = |letter: char| "{}()[];$%\"<>".contains(letter);
                    self.copy(word, |letter| if means(letter) { '_' } else { letter });
                }
            }
        }
        self.say(" ");
        self.say(result);
    }

    /// Keeps where the line, which stands on line `line` of the PGN, comes from.
    pub(super) fn keep(self, places: &Places, line: u64) {
        if !self.pieces.is_empty() {
            places.add(line, Entry::Pieces(self.pieces));
        }
    }

    /// Writes a game of one unreadable word instead.
    pub(super) fn refuse(self, places: &Places, line: u64, refusal: Refusal, spot: Spot) {
        self.out.truncate(self.begin);
        self.out.extend_from_slice(b"[Event \"?\"] ");
        self.out.extend_from_slice(refusal.word().as_bytes());
        self.out.extend_from_slice(b" *");
        places.refuse(line, refusal, spot);
    }
}

/// Number of characters.
pub(super) fn length(text: &str) -> u32 {
    if text.is_ascii() {
        text.len() as u32
    } else {
        text.chars().count() as u32
    }
}

/// A text at a place, of which one goes from character to character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage<'a> {
    pub(super) text: &'a str,
    pub(super) spot: Spot,
    /// It stands in quotes, which are doubled in it.
    pub(super) quoted: bool,
}

impl<'a> Passage<'a> {
    /// A text on one line, in no quotes.
    pub(super) const fn plain(text: &'a str, spot: Spot) -> Passage<'a> {
        Passage {
            text,
            spot,
            quoted: false,
        }
    }

    /// The same without white space around.
    pub(super) fn trim(self) -> Passage<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        let (_, rest) = self.split_at(start);
        Passage {
            text: rest.text.trim_end(),
            ..rest
        }
    }

    /// The parts before and behind an offset.
    pub(super) fn split_at(self, offset: usize) -> (Passage<'a>, Passage<'a>) {
        let (before, behind) = self.text.split_at(offset);
        let mut spot = self.spot;
        if before.is_ascii() && memchr::memchr3(b'"', b'\n', b'\r', before.as_bytes()).is_none() {
            spot.column += before.len() as u32;
        } else {
            let mut letters = before.chars().peekable();
            while let Some(letter) = letters.next() {
                match letter {
                    '\r' if letters.peek() == Some(&'\n') => {}
                    '\n' | '\r' => {
                        spot.line += 1;
                        spot.column = 1;
                    }
                    '"' if self.quoted => spot.column += 2,
                    _ => spot.column += 1,
                }
            }
        }
        let part = |text, spot| Passage { text, spot, ..self };
        (part(before, self.spot), part(behind, spot))
    }
}
