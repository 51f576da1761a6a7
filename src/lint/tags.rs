//! The family `tags`: the tag section.
//!
//! [`pairs`] holds the rules about how tags are written, the others those about what they say.

pub mod dates;
pub mod game;
pub mod pairs;
pub mod players;
pub mod roster;
pub mod start;

use std::borrow::Cow;

use crate::finding::GameInfo;
use crate::lint::Options;
use crate::lint::report::Notes;
use crate::lint::syntax::TOO_LONG;
use crate::pgn::{Encoding, Tag};
use crate::replay::MAX_TAGS;

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
    /// `EventDate`.
    pub event_date: Option<Tag>,
    /// `SetUp`.
    pub setup: Option<Tag>,
    /// `PlyCount`.
    pub ply_count: Option<Tag>,
    /// `TimeControl`.
    pub time_control: Option<Tag>,
    /// `WhiteType`.
    pub white_type: Option<Tag>,
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
                None if right_name(name).is_some() => odd = odd.min(index),
                None => {}
            }
        }
        for tag in &tags[odd..] {
            let name = tag.name(text);
            if let Some(right) = right_name(name).filter(|right| *right != name)
                && let Some(slot) = header.slot(right)
            {
                slot.get_or_insert(*tag);
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
            b"EventDate" => &mut self.event_date,
            b"SetUp" => &mut self.setup,
            b"PlyCount" => &mut self.ply_count,
            b"TimeControl" => &mut self.time_control,
            b"WhiteType" => &mut self.white_type,
            _ => return None,
        })
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

    /// Whether a program plays itself, as far as the tags tell.
    fn played_by_programs(&self, text: &[u8]) -> bool {
        let kind = self.white_type.map(|tag| tag.value.of(text));
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case(b"program"))
    }

    /// The year of the `Date` tag, if it names one.
    #[must_use]
    pub fn year(&self, text: &[u8]) -> Option<u32> {
        let date = self.date?;
        let year = date.value.of(text).get(..4)?;
        std::str::from_utf8(year).ok()?.parse().ok()
    }
}

/// The name of one of the header's tags, written as the standard has it; `None` for other names.
#[inline]
fn right_name(name: &[u8]) -> Option<&'static [u8]> {
    // Length and first letter leave one candidate, and none for most names.
    let right: &[u8] = match (name.len(), name.first()?.to_ascii_lowercase()) {
        (3, b'f') => b"FEN",
        (4, b'd') => b"Date",
        (5, b'b') => b"Black",
        (5, b'e') => b"Event",
        (5, b's') => b"SetUp",
        (5, b'w') => b"White",
        (6, b'r') => b"Result",
        (7, b'v') => b"Variant",
        (8, b'p') => b"PlyCount",
        (9, b'e') => b"EventDate",
        (9, b'w') => b"WhiteType",
        (11, b't') if name[1].eq_ignore_ascii_case(&b'e') => b"Termination",
        (11, b't') => b"TimeControl",
        _ => return None,
    };
    right.eq_ignore_ascii_case(name).then_some(right)
}

/// A tag's value as text, for tags that are ASCII by nature.
#[must_use]
pub fn ascii_value<'a>(tag: &Tag, text: &'a [u8]) -> Cow<'a, str> {
    match tag.value(text) {
        Cow::Borrowed(value) => String::from_utf8_lossy(value),
        Cow::Owned(value) => String::from_utf8_lossy(&value).into_owned().into(),
    }
}

/// Looks at a tag section.
pub(crate) fn section(
    notes: &mut Notes<'_>,
    text: &[u8],
    tags: &[Tag],
    header: &Header,
    options: &Options,
    style: bool,
) {
    let escapes = pairs::has_escapes(text, tags);
    for (index, tag) in tags.iter().enumerate() {
        pairs::pair(notes, text, tag, escapes);
        if style && tag.fault.is_none() {
            pairs::layout(notes, text, tags, index);
        }
        let name = pairs::name(notes, text, tags, tag);
        if tag.fault.is_none() {
            value(notes, text, tag, name, style);
        }
    }
    if let Some(tag) = tags.get(MAX_TAGS) {
        notes.add(&TOO_LONG, tag.span, || {
            format!("more than {MAX_TAGS} tags; this one and those behind it are not read")
        });
    }
    pairs::duplicates(notes, text, tags);
    dates::compare(notes, text, header, options.today);
    players::both(notes, text, header);
    start::setup(notes, text, header, options.standard);
    if style {
        roster::section(notes, text, tags);
    }
}

/// What a tag of this name says.
#[inline]
fn value(notes: &mut Notes<'_>, text: &[u8], tag: &Tag, name: &[u8], style: bool) {
    match name {
        b"Date" | b"EventDate" | b"UTCDate" => dates::date(notes, text, tag),
        b"Time" | b"UTCTime" => dates::time(notes, text, tag),
        b"WhiteElo" | b"BlackElo" => players::elo(notes, text, tag),
        b"WhiteType" | b"BlackType" => players::kind(notes, text, tag),
        b"White" | b"Black" if style => players::name(notes, text, tag),
        b"Round" if style => game::round(notes, text, tag),
        b"Result" => game::result(notes, text, tag),
        b"ECO" => game::eco(notes, text, tag),
        b"TimeControl" => game::time_control(notes, text, tag),
        b"Termination" if style => game::termination(notes, text, tag),
        _ => {}
    }
}
