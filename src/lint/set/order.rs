//! The order of the games of a file (PGN standard 12), for `collation-order`.
//!
//! Eight keys decide, the first one that differs: Date, with zeros for `?`; Event and Site by their bytes;
//! Round, `?` before `-` before numbers; White, Black and Result by their bytes; the movetext by its
//! bytes, white space included. A tag that is missing counts as one whose value is not known. A round
//! of several numbers, `3.1`, is compared number by number; the standard says nothing of other rounds,
//! and here they come last.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use crate::pgn::{Encoding, Span, Tag};

/// The tags that decide, the first one first, and what stands for a missing one.
const TAGS: [(&str, &str); 7] = [
    ("Date", "????.??.??"),
    ("Event", "?"),
    ("Site", "?"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// Characters of a value that are shown.
const LONGEST_VALUE: usize = 60;

/// What a game is sorted by.
#[derive(Clone, Debug)]
pub struct SortKey<'a> {
    tags: [Cow<'a, [u8]>; TAGS.len()],
    movetext: Cow<'a, [u8]>,
}

/// The first game of a stretch of text.
#[derive(Clone, Debug)]
pub struct First {
    /// What it is sorted by.
    pub(crate) key: SortKey<'static>,
    /// Its number in the text.
    pub(crate) number: u64,
    /// Where it is in the text.
    pub(crate) game: Range<usize>,
}

/// The games on either end of a stretch of text, which have neighbours in other stretches.
#[derive(Clone, Debug)]
pub struct Edges {
    /// The first one.
    pub first: First,
    /// What the last one is sorted by.
    pub last: SortKey<'static>,
}

/// Why a game belongs before the one above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// The tag that decides; the movetext if `None`.
    tag: Option<&'static str>,
    pub(crate) message: String,
}

impl<'a> SortKey<'a> {
    /// What a game is sorted by, whose movetext begins with the token at `movetext`.
    pub(crate) fn new(game: &'a [u8], tags: &[Tag], movetext: Option<Span>) -> SortKey<'a> {
        let value = |(name, unknown): (&str, &'static str)| {
            let mut tags = tags.iter();
            let tag = tags.find(|tag| tag.name(game) == name.as_bytes());
            tag.map_or(Cow::Borrowed(unknown.as_bytes()), |tag| tag.value(game))
        };
        let from = movetext.map_or(game.len(), |token| token.range().start);
        SortKey {
            tags: TAGS.map(value),
            movetext: game[from..].trim_ascii().into(),
        }
    }

    pub(crate) fn into_owned(self) -> SortKey<'static> {
        let owned = |text: Cow<'a, [u8]>| Cow::Owned(text.into_owned());
        SortKey {
            tags: self.tags.map(owned),
            movetext: owned(self.movetext),
        }
    }

    /// The key as bytes, whose order is that of the keys.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(100 + self.movetext.len());
        for ((name, _), value) in TAGS.iter().zip(&self.tags) {
            match *name {
                "Date" => {
                    for part in date(value) {
                        push_number(&mut out, part);
                    }
                }
                "Round" => push_round(&mut out, &round(value)),
                _ => push_text(&mut out, value),
            }
        }
        out.extend_from_slice(&self.movetext);
        out
    }

    /// Why a game belongs before the one above it; `None` if it does not.
    pub(crate) fn fault(&self, above: &SortKey<'_>) -> Option<Fault> {
        for ((name, _), (own, other)) in TAGS.iter().zip(self.tags.iter().zip(&above.tags)) {
            match compare(name, own, other) {
                Ordering::Greater => return None,
                Ordering::Equal => {}
                Ordering::Less => {
                    let [own, other] = [own, other].map(|value| shown(value));
                    return Some(Fault {
                        tag: Some(name),
                        message: format!(
                            "the game belongs before the one above it: {name} `{own}` comes before `{other}`"
                        ),
                    });
                }
            }
        }
        (self.movetext < above.movetext).then(|| Fault {
            tag: None,
            message:
                "the game belongs before the one above it: the seven tags are the same, and its \
                      movetext comes first"
                    .to_owned(),
        })
    }
}

impl Fault {
    /// The bytes of the game that it is about; `None` if the tag that decides is missing.
    pub(crate) fn span(&self, game: &[u8], tags: &[Tag], movetext: Option<Span>) -> Option<Span> {
        let Some(name) = self.tag else {
            return movetext;
        };
        let mut tags = tags.iter();
        let tag = tags.find(|tag| tag.name(game) == name.as_bytes())?;
        Some(tag.span)
    }
}

fn compare(name: &str, own: &[u8], other: &[u8]) -> Ordering {
    match name {
        "Date" => date(own).cmp(&date(other)),
        "Round" => round(own).cmp(&round(other)),
        _ => own.cmp(other),
    }
}

/// Year, month and day; what is no number counts as 0, and so do the digits that are not known.
fn date(value: &[u8]) -> [u64; 3] {
    let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
    [(); 3].map(|()| parts.next().and_then(number).unwrap_or(0))
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Round<'a> {
    Unknown,
    None,
    Numbers(Vec<u64>),
    Other(&'a [u8]),
}

fn round(value: &[u8]) -> Round<'_> {
    match value {
        b"" | b"?" => Round::Unknown,
        b"-" => Round::None,
        _ => {
            let parts = value.split(|byte| *byte == b'.');
            let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
            let numbers: Option<Vec<u64>> = parts
                .map(|part| is_number(part).then(|| number(part)).flatten())
                .collect();
            numbers.map_or(Round::Other(value), Round::Numbers)
        }
    }
}

fn push_number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_be_bytes());
}

/// Adds a text and an end that comes before any byte of a longer one.
fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    for byte in text {
        out.push(*byte);
        if *byte == 0 {
            out.push(1);
        }
    }
    out.extend_from_slice(&[0, 0]);
}

fn push_round(out: &mut Vec<u8>, round: &Round<'_>) {
    match round {
        Round::Unknown => out.push(0),
        Round::None => out.push(1),
        Round::Numbers(numbers) => {
            out.push(2);
            for number in numbers {
                out.push(1);
                push_number(out, *number);
            }
            out.push(0);
        }
        Round::Other(text) => {
            out.push(3);
            push_text(out, text);
        }
    }
}

/// A number of digits, `?` being 0; `None` if there are none, or anything else.
fn number(digits: &[u8]) -> Option<u64> {
    let mut value = None;
    for digit in digits {
        let digit = match digit {
            b'?' => 0,
            b'0'..=b'9' => u64::from(digit - b'0'),
            _ => return None,
        };
        value = Some(
            value
                .unwrap_or(0_u64)
                .saturating_mul(10)
                .saturating_add(digit),
        );
    }
    value
}

/// A value for a message.
fn shown(value: &[u8]) -> String {
    let text = Encoding::detect(value).decode(value);
    text.chars().take(LONGEST_VALUE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a game with one tag that is known.
    fn key<'a>(name: &str, value: &'a [u8]) -> SortKey<'a> {
        SortKey {
            tags: TAGS.map(|(tag, unknown)| {
                let value = if tag == name {
                    value
                } else {
                    unknown.as_bytes()
                };
                Cow::Borrowed(value)
            }),
            movetext: Cow::Borrowed(b""),
        }
    }

    #[test]
    fn the_order_of_bytes_is_that_of_keys() {
        let values: [&[u8]; 9] = [
            b"",
            b"\0",
            b"\0\0",
            b"\0\x01",
            b"\x01",
            b"1",
            b"1.2",
            b"-",
            b"2024.01.02",
        ];
        let mut keys = Vec::new();
        for (name, _) in TAGS {
            for value in values {
                for movetext in values {
                    let movetext = Cow::Borrowed(movetext);
                    keys.push(SortKey {
                        movetext,
                        ..key(name, value)
                    });
                }
            }
        }
        for a in &keys {
            for b in &keys {
                let belongs_before = a.fault(b).is_some();
                assert_eq!(a.bytes() < b.bytes(), belongs_before, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn dates_and_rounds_are_numbers() {
        for (name, sorted) in [
            (
                "Date",
                &[
                    "????.??.??",
                    "1???.??.??",
                    "1990.??.??",
                    "1990.01.??",
                    "199?.01.01",
                    "1990.1.02",
                    "1990.02.01",
                ][..],
            ),
            (
                "Round",
                &[
                    "?",
                    "-",
                    "1",
                    "1.1",
                    "1.2",
                    "1.10",
                    "2",
                    "10",
                    "99999999999999999999",
                    "final",
                ],
            ),
            ("Event", &["", "?", "A", "B", "a", "Ä"]),
        ] {
            for pair in sorted.windows(2) {
                let [low, high] = [pair[0], pair[1]].map(str::as_bytes);
                assert_eq!(compare(name, low, high), Ordering::Less, "{name} {pair:?}");
                assert_eq!(compare(name, high, low), Ordering::Greater);
                let [low, high] = [low, high].map(|value| key(name, value).bytes());
                assert!(low < high, "{name} {pair:?}");
            }
        }
        assert_eq!(compare("Date", b"", b"????.??.??"), Ordering::Equal);
        assert_eq!(compare("Round", b"01", b"1"), Ordering::Equal);
    }
}
