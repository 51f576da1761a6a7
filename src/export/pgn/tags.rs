//! The tag section: the seven tags first, the others by name (PGN 8.1.1), each on its line.
//!
//! What the movetext decides is written as it is there: `Result`, and `PlyCount` where the game has one.
//! Where a game starts is told as the position that it is played from: `SetUp` is `1` behind a FEN (9.7.1),
//! and a game of Chess960 says so. Of a tag that stands twice the one that readers take is written. What then has no
//! place in the section, and is not the same again, is left to be written as a comment: a tag without a name, text behind
//! a value, the other one of two.

use std::borrow::Cow;
use std::io::Write as _;

use crate::chess::{CastlingMode, Position};
use crate::export::pgn::{Fault, FaultKind, Source, Tags};
use crate::pgn::lexer::{GameResult, Kind, Lexer};
use crate::pgn::{Span, Tag, TagFault};
use crate::replay::{MAX_TAGS, is_chess960};

/// The seven tag roster and what stands for an unknown value (PGN 8.1.1.1 to 8.1.1.7).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// The tags without which the moves cannot be read; they are kept whatever is asked for.
const START: [&str; 3] = ["Variant", "SetUp", "FEN"];
const PLY_COUNT: &str = "PlyCount";

/// A tag pair to be written.
#[derive(Debug)]
struct Pair<'a> {
    name: &'a str,
    value: Cow<'a, str>,
    /// Where it stands; `None` if it stands nowhere.
    span: Option<Span>,
    /// Its name is written as the standard has it.
    right: bool,
}

/// A game's tags, read.
#[derive(Debug)]
pub(super) struct Section<'a> {
    pairs: Vec<Pair<'a>>,
    /// What has no place in the section.
    pub(super) leftovers: Vec<String>,
    /// The result in the tag.
    pub(super) result: Option<GameResult>,
    /// Why the section cannot be written wholly.
    pub(super) fault: Option<Fault>,
}

impl<'a> Section<'a> {
    /// Reads the tags that are wanted.
    pub(super) fn read(game: &Source<'a>, wanted: &Tags) -> Section<'a> {
        let mut section = Section {
            pairs: Vec::with_capacity(game.tags.len() + 4),
            leftovers: Vec::new(),
            result: None,
            fault: None,
        };
        if let Some(tag) = game.tags.get(MAX_TAGS) {
            section.fail(FaultKind::TooManyTags, tag.span);
        }
        for tag in game.tags.iter().take(MAX_TAGS) {
            section.add(game, wanted, tag);
        }
        section.start(game.start);
        section.result();
        section
    }

    fn fail(&mut self, kind: FaultKind, span: Span) {
        self.fault.get_or_insert(Fault { kind, span });
    }

    fn add(&mut self, game: &Source<'a>, wanted: &Tags, tag: &Tag) {
        let text = game.text;
        let leave = |section: &mut Section<'a>, span: Span| {
            let raw = game.encoding.decode(span.of(text));
            section.leftovers.push(raw.into_owned());
        };
        match tag.fault {
            Some(TagFault::NoName) => return leave(self, tag.span),
            Some(TagFault::TooLong) => return self.fail(FaultKind::TagTooLong, tag.span),
            _ => {}
        }
        // Names are ASCII by their reader.
        let written = std::str::from_utf8(tag.name(text)).unwrap_or_default();
        let name = standard_name(written);
        if !is_wanted(name, wanted) {
            return;
        }
        if tag.fault == Some(TagFault::ExtraText) {
            leave(self, tag.span);
        }
        let pair = Pair {
            name,
            value: value(game, tag),
            span: Some(tag.span),
            right: name == written,
        };
        let same = |other: &&mut Pair<'a>| other.name.eq_ignore_ascii_case(name);
        let Some(other) = self.pairs.iter_mut().find(same) else {
            self.pairs.push(pair);
            return;
        };
        if other.value == pair.value {
            return;
        }
        // The first one in the standard's case counts, or else the first one.
        let loser = if pair.right && !other.right {
            std::mem::replace(other, pair)
        } else {
            pair
        };
        if let Some(span) = loser.span {
            leave(self, span);
        }
    }

    /// What tells where the game starts.
    fn start(&mut self, start: &Position) {
        let has = |section: &Section<'_>, name| section.pairs.iter().any(|pair| pair.name == name);
        if !has(self, "FEN") && *start == Position::start() {
            return;
        }
        self.set("SetUp", Cow::Borrowed("1"));
        let chess960 = start.mode() == CastlingMode::Chess960;
        if chess960 && !has(self, "Variant") {
            self.set("Variant", Cow::Borrowed("Chess960"));
        }
        // Beside a variant of another name the FEN alone tells what castling is.
        let variant = self.pairs.iter().find(|pair| pair.name == "Variant");
        let named = variant.is_some_and(|pair| is_chess960(&pair.value));
        let fen = if chess960 && !named {
            start.shredder_fen()
        } else {
            start.fen()
        };
        self.set("FEN", Cow::Owned(fen));
    }

    fn set(&mut self, name: &'a str, value: Cow<'a, str>) {
        match self.pairs.iter_mut().find(|pair| pair.name == name) {
            Some(pair) => pair.value = value,
            None => self.pairs.push(Pair {
                name,
                value,
                span: None,
                right: true,
            }),
        }
    }

    /// Reads the result; what is none is left over, unless it says nothing.
    fn result(&mut self) {
        let Some(pair) = self.pairs.iter().find(|pair| pair.name == "Result") else {
            return;
        };
        self.result = result_of(&pair.value);
        if self.result.is_none() && !matches!(pair.value.trim(), "" | "?" | "-") {
            self.leftovers.push(format!("[Result \"{}\"]", pair.value));
        }
    }

    /// Writes the section.
    pub(super) fn write(&mut self, out: &mut Vec<u8>, result: GameResult, plies: u32) {
        for (name, unknown) in ROSTER {
            let pair = self.pairs.iter().find(|pair| pair.name == name);
            let value = match (name, pair) {
                ("Result", _) => result.text(),
                (_, Some(pair)) if !pair.value.trim().is_empty() => &pair.value,
                _ => unknown,
            };
            write(out, name, value);
        }
        // The variant explains the FEN, so it stands before it.
        let key = |pair: &Pair<'a>| match pair.name {
            "Variant" => ("FEN", 0),
            name => (name, 1),
        };
        self.pairs.sort_by_key(key);
        for pair in &self.pairs {
            if pair.name == PLY_COUNT && !matches!(pair.value.trim(), "" | "?") {
                write(out, pair.name, &plies.to_string());
            } else if !ROSTER.iter().any(|(name, _)| *name == pair.name) {
                write(out, pair.name, &pair.value);
            }
        }
    }
}

fn write(out: &mut Vec<u8>, name: &str, value: &str) {
    // Writing to a `Vec` cannot fail.
    let _ = write!(out, "[{name} \"");
    if memchr::memchr2(b'"', b'\\', value.as_bytes()).is_none() {
        out.extend_from_slice(value.as_bytes());
    } else {
        for byte in value.bytes() {
            if matches!(byte, b'"' | b'\\') {
                out.push(b'\\');
            }
            out.push(byte);
        }
    }
    out.extend_from_slice(b"\"]\n");
}

/// The standard's spelling of a name that the writer must know; any other name as it is.
fn standard_name(name: &str) -> &str {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    let mut known = roster.chain(START).chain([PLY_COUNT]);
    known
        .find(|known| known.eq_ignore_ascii_case(name))
        .unwrap_or(name)
}

fn is_wanted(name: &str, wanted: &Tags) -> bool {
    let roster = || ROSTER.iter().any(|(known, _)| *known == name) || START.contains(&name);
    match wanted {
        Tags::All => true,
        Tags::Roster => roster(),
        Tags::Named(names) => {
            roster() || names.iter().any(|known| known.eq_ignore_ascii_case(name))
        }
    }
}

/// A tag's value on one line.
fn value<'a>(game: &Source<'a>, tag: &Tag) -> Cow<'a, str> {
    let decoded = match tag.value(game.text) {
        Cow::Borrowed(value) => game.encoding.decode(value),
        Cow::Owned(value) => Cow::Owned(game.encoding.decode(&value).into_owned()),
    };
    let plain = if decoded.contains(char::is_control) {
        Cow::Owned(decoded.replace(char::is_control, " "))
    } else {
        decoded
    };
    if tag.fault == Some(TagFault::NoQuotes) {
        // The rest of the line, bracket included.
        let bare = plain.trim();
        return Cow::Owned(bare.strip_suffix(']').unwrap_or(bare).trim().to_owned());
    }
    plain
}

/// The result that a tag's value means: one of the four, or a draw as some write it.
fn result_of(value: &str) -> Option<GameResult> {
    let value = value.trim();
    let token = Lexer::new(value.as_bytes()).next()?;
    let whole = token.span.range().len() == value.len();
    match token.kind {
        Kind::Result(result) | Kind::OddResult(result) if whole => Some(result),
        _ => None,
    }
}
