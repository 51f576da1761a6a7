//! The family `tags`: the tag section.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::chess::fen::FenFault;
use crate::finding::{GameInfo, Level};
use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::syntax::TOO_LONG;
use crate::pgn::{Encoding, Span, Tag, TagFault};
use crate::replay::MAX_TAGS;

rules! { Tags:
    BAD_TAG_PAIR = "bad-tag-pair" Error "PGN 8.1"
        "a tag that is not of the form `[Name \"value\"]`"
        "What cannot be read as a tag is lost, and programs may take the rest of the section for moves." fix;
    DUPLICATE_TAG = "duplicate-tag" Warning "PGN 8.1"
        "a tag that stands twice in one game"
        "One program keeps the first value, another the last one.";
    BAD_FEN = "bad-fen" Error "PGN 16.1"
        "a FEN that is not a legal position"
        "The moves are played from this position; without it none can be read.";
    UNSUPPORTED_VARIANT = "unsupported-variant" Note ""
        "a game of another chess variant, whose moves are not judged"
        "By the Laws of chess its moves would be called illegal, so they are not judged.";
}

/// The tags that checks ask for.
#[derive(Debug, Default)]
pub struct Header {
    /// `Result`.
    pub result: Option<Tag>,
    /// `FEN`.
    pub fen: Option<Tag>,
    /// `Variant`.
    pub variant: Option<Tag>,
    /// `Termination`.
    pub termination: Option<Tag>,
    /// `White`.
    pub white: Option<Tag>,
    /// `Black`.
    pub black: Option<Tag>,
    /// `Event`.
    pub event: Option<Tag>,
    /// `Date`.
    pub date: Option<Tag>,
}

impl Header {
    /// Picks the tags out of a section; of a duplicate the first one counts. A name in the wrong case
    /// counts where the right one is missing.
    #[must_use]
    pub fn new(text: &[u8], tags: &[Tag]) -> Header {
        let mut header = Header::default();
        let mut odd = tags.len();
        for (index, tag) in tags.iter().enumerate() {
            let name = tag.name(text);
            match header.slot(name) {
                Some(slot) => {
                    slot.get_or_insert(*tag);
                }
                None if is_odd(name) => odd = odd.min(index),
                None => {}
            }
        }
        for tag in &tags[odd..] {
            let name = tag.name(text);
            if is_odd(name) {
                header.wrong_case(*tag, name);
            }
        }
        header
    }

    fn slot(&mut self, name: &[u8]) -> Option<&mut Option<Tag>> {
        Some(match name {
            b"Result" => &mut self.result,
            b"FEN" => &mut self.fen,
            b"Variant" => &mut self.variant,
            b"Termination" => &mut self.termination,
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"Event" => &mut self.event,
            b"Date" => &mut self.date,
            _ => return None,
        })
    }

    fn wrong_case(&mut self, tag: Tag, name: &[u8]) {
        const NAMES: [&[u8]; 8] = [
            b"Result",
            b"FEN",
            b"Variant",
            b"Termination",
            b"White",
            b"Black",
            b"Event",
            b"Date",
        ];
        let right = NAMES
            .into_iter()
            .find(|right| right.eq_ignore_ascii_case(name));
        if let Some(slot) = right.and_then(|right| self.slot(right)) {
            slot.get_or_insert(tag);
        }
    }

    /// What findings say of the game; its number is filled in later.
    #[must_use]
    pub fn info(&self, text: &[u8], encoding: Encoding) -> GameInfo {
        let value = |tag: Option<Tag>| {
            tag.map(|tag| {
                encoding
                    .decode(&tag.value(text))
                    .chars()
                    .take(255)
                    .collect()
            })
        };
        GameInfo {
            number: 0,
            white: value(self.white),
            black: value(self.black),
            event: value(self.event),
            date: value(self.date),
        }
    }

    /// The year of the `Date` tag, if it names one.
    #[must_use]
    pub fn year(&self, text: &[u8]) -> Option<u32> {
        let date = self.date?;
        let year = date.value.of(text).get(..4)?;
        std::str::from_utf8(year).ok()?.parse().ok()
    }
}

/// Whether a tag's name is not written `Like This`: its first two letters tell.
fn is_odd(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_lowercase)
        || name.get(1).is_some_and(u8::is_ascii_uppercase)
}

/// A tag's value as text, for tags that are ASCII by nature.
#[must_use]
pub fn ascii_value<'a>(tag: &Tag, text: &'a [u8]) -> Cow<'a, str> {
    match tag.value(text) {
        Cow::Borrowed(value) => String::from_utf8_lossy(value),
        Cow::Owned(value) => String::from_utf8_lossy(&value).into_owned().into(),
    }
}

/// Faulty pairs, duplicates, and sections beyond the limit.
pub(crate) fn section(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag]) {
    for tag in tags {
        if let Some(fault) = tag.fault {
            faulty(notes, *tag, fault, text);
        }
    }
    if let Some(tag) = tags.get(MAX_TAGS) {
        notes.add(&TOO_LONG, tag.span, || {
            format!("more than {MAX_TAGS} tags; this one and those behind it are not read")
        });
    }
    duplicates(notes, text, tags);
}

fn faulty(notes: &mut Notes<'_>, tag: Tag, fault: TagFault, text: &[u8]) {
    let note = notes.add(&BAD_TAG_PAIR, tag.span, || fault.to_string());
    if let Some(note) = note {
        match fault {
            TagFault::UnescapedQuote => note.help("write `\\\"` for a quote inside the value"),
            _ => note.help("a tag is written `[Name \"value\"]`"),
        };
        let (value, end) = (tag.value.range(), tag.span.range().end);
        let quotes = bare_quotes(tag.value.of(text));
        match fault {
            TagFault::UnescapedQuote => {
                for at in quotes {
                    let at = value.start + at;
                    note.fix(Span::new(at, at), "\\");
                }
            }
            // Nothing but the bracket is missing.
            TagFault::NoBracket if quotes.is_empty() => {
                let rest = text.get(value.end + 1..end);
                if rest.is_some_and(|rest| rest.trim_ascii().is_empty()) {
                    note.fix(Span::new(value.end + 1, value.end + 1), "]");
                }
            }
            _ => {}
        }
    }
}

/// Where quotes without a backslash before them stand in a value.
fn bare_quotes(value: &[u8]) -> Vec<usize> {
    let mut quotes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = value.get(at) {
        match byte {
            b'\\' if matches!(value.get(at + 1), Some(b'"' | b'\\')) => at += 1,
            b'"' => quotes.push(at),
            _ => {}
        }
        at += 1;
    }
    quotes
}

fn duplicates(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag]) {
    /// Up to here comparing each with each is faster than a table.
    const FEW: usize = 40;
    let mut duplicate = |tag: &Tag| {
        let name = tag.name(text);
        let name = String::from_utf8_lossy(&name[..name.len().min(60)]).into_owned();
        let note = notes.add(&DUPLICATE_TAG, tag.span, || {
            format!("the tag `{name}` stands twice")
        });
        if let Some(note) = note {
            note.help("the first one is used");
        }
    };
    if tags.len() <= FEW {
        // One bit for each combination of length and outer letters: different bits, different names.
        let mut seen = 0u64;
        for (index, tag) in tags.iter().enumerate() {
            let name = tag.name(text);
            let (Some(first), Some(last)) = (name.first(), name.last()) else {
                continue;
            };
            let sum = usize::from(*first) * 5 + usize::from(*last) * 3 + name.len();
            let bit = 1 << (sum % 64);
            if seen & bit != 0 && tags[..index].iter().any(|other| other.name(text) == name) {
                duplicate(tag);
            }
            seen |= bit;
        }
    } else {
        let mut seen = HashSet::new();
        for tag in tags {
            let name = tag.name(text);
            if !name.is_empty() && !seen.insert(name) {
                duplicate(tag);
            }
        }
    }
}

/// A FEN with faults, all of them at once.
pub(crate) fn bad_fen(notes: &mut Notes<'_>, tag: &Tag, faults: &[FenFault], played: bool) {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    // A position that can be played from all the same is doubtful, not unreadable.
    let level = if played { Level::Warning } else { Level::Error };
    let note = notes.add_as(&BAD_FEN, level, tag.value, || texts.join("; "));
    if let Some(note) = note {
        note.help(if played {
            "the faulty fields are ignored, and the game is played from the rest"
        } else {
            "without a position the moves of this game cannot be judged"
        });
    }
}

/// A variant that is not chess.
pub(crate) fn unsupported_variant(notes: &mut Notes<'_>, tag: &Tag, text: &[u8]) {
    let value = tag.value.of(text);
    let name = String::from_utf8_lossy(&value[..value.len().min(60)]).into_owned();
    notes.add(&UNSUPPORTED_VARIANT, tag.value, || {
        format!("the moves of a game of `{name}` are not judged by the laws of chess")
    });
}
