//! How tag pairs are written: brackets, quotes, names, layout, and tags that stand twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::pgn::{Span, Tag, TagFault};

rules! { Tags:
    BAD_TAG_PAIR = "bad-tag-pair" Error "PGN 8.1"
        "a tag that is not of the form `[Name \"value\"]`"
        "What cannot be read as a tag is lost, and programs may take the rest of the section for moves." fix;
    UNTERMINATED_STRING = "unterminated-string" Error "PGN 7"
        "a tag's value whose closing quote is missing"
        "Where the value ends is a guess; programs read the next tags as part of it.";
    UNESCAPED_QUOTE = "unescaped-quote" Error "PGN 7"
        "a quote inside a tag's value without a backslash before it"
        "Programs take the value to end at this quote, and lose the rest of it, or the game." fix;
    BAD_STRING_ESCAPE = "bad-string-escape" Warning "PGN 7"
        "a backslash in a tag's value that escapes nothing"
        "Only a quote and a backslash may stand behind a backslash; programs drop it, or keep it." fix;
    STRING_TOO_LONG = "string-too-long" Warning "PGN 7"
        "a tag's value of more than 255 characters"
        "The standard allows 255; programs cut what is longer.";
    BAD_TAG_NAME = "bad-tag-name" Warning "PGN 8.1.1"
        "a tag's name in the wrong case, or with characters that names do not have"
        "Names are compared letter by letter: a program that looks for `White` does not find `white`." fix;
    DUPLICATE_TAG = "duplicate-tag" Warning "PGN 8.1"
        "a tag that stands twice in one game"
        "One program keeps the first value, another the last one.";
    TAG_LAYOUT = "tag-layout" Style "PGN 8.1"
        "a tag that is not alone on its line as `[Name \"value\"]`"
        "The export format has one tag a line and one space in it, so that equal games are equal bytes." fix;
}

/// The longest value, in characters (PGN 7).
const LONGEST_VALUE: usize = 255;

/// Makes the list of names, and the test for one of them.
macro_rules! known_names {
    ($($name:literal)+) => {
        const KNOWN_NAMES: &[&[u8]] = &[$($name),+];

        /// Whether a name is one of them, case by case the same.
        #[inline]
        fn is_known(name: &[u8]) -> bool {
            matches!(name, $($name)|+)
        }
    };
}

// Names that programs look for, in the spelling of the standard (PGN 8.1.1 and 9).
known_names! {
    b"Event" b"Site" b"Date" b"Round" b"White" b"Black" b"Result" b"WhiteTitle"
    b"BlackTitle" b"WhiteElo" b"BlackElo" b"WhiteUSCF" b"BlackUSCF" b"WhiteNA" b"BlackNA"
    b"WhiteType" b"BlackType" b"EventDate" b"EventSponsor" b"EventType" b"EventRounds"
    b"EventCountry" b"EventCategory" b"Section" b"Stage" b"Board" b"Opening" b"Variation"
    b"SubVariation" b"ECO" b"NIC" b"Time" b"UTCTime" b"UTCDate" b"TimeControl" b"SetUp"
    b"FEN" b"Termination" b"Annotator" b"Mode" b"PlyCount" b"WhiteTeam" b"BlackTeam"
    b"WhiteFideId" b"BlackFideId" b"Variant" b"Source" b"SourceDate"
}

/// How one tag is written.
#[inline]
pub(super) fn pair(notes: &mut Notes<'_>, text: &[u8], tag: &Tag, escapes: bool) {
    if let Some(fault) = tag.fault {
        faulty(notes, text, tag, fault);
        return;
    }
    let value = tag.value.of(text);
    if value.len() > LONGEST_VALUE {
        long(notes, tag, value);
    }
    if escapes {
        bad_escapes(notes, tag, value);
    }
}

#[cold]
fn faulty(notes: &mut Notes<'_>, text: &[u8], tag: &Tag, fault: TagFault) {
    let rule = match fault {
        TagFault::Unterminated => &UNTERMINATED_STRING,
        TagFault::UnescapedQuote => &UNESCAPED_QUOTE,
        _ => &BAD_TAG_PAIR,
    };
    let Some(note) = notes.add(rule, tag.span, || fault.to_string()) else {
        return;
    };
    match fault {
        TagFault::UnescapedQuote => {
            note.help("write `\\\"` for a quote inside the value");
            note.fix(tag.value, escaped(tag.value.of(text)));
        }
        TagFault::NoBracket => {
            note.help("a tag is written `[Name \"value\"]`");
            let (quote, end) = (tag.value.range().end, tag.span.range().end);
            let rest = text.get(quote + 1..end);
            // Nothing but the bracket is missing.
            let only = memchr::memchr(b'"', tag.value.of(text)).is_none();
            if only && rest.is_some_and(|rest| rest.trim_ascii().is_empty()) {
                note.fix(Span::new(quote + 1, quote + 1), "]");
            }
        }
        _ => {
            note.help("a tag is written `[Name \"value\"]`");
        }
    }
}

/// A value with every quote and backslash escaped that is not yet.
fn escaped(raw: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(raw.len() + 8);
    let mut bytes = raw.iter().peekable();
    while let Some(&byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&&next @ (b'"' | b'\\'))) => {
                text.extend([byte, next]);
                bytes.next();
            }
            (b'"' | b'\\', _) => text.extend([b'\\', byte]),
            _ => text.push(byte),
        }
    }
    text
}

#[cold]
fn long(notes: &mut Notes<'_>, tag: &Tag, value: &[u8]) {
    // Bytes that continue a UTF-8 character are none of their own.
    let length = value.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    if length > LONGEST_VALUE {
        notes.add(&STRING_TOO_LONG, tag.value, || {
            format!("a value of {length} characters; the standard allows {LONGEST_VALUE}")
        });
    }
}

/// Whether a backslash stands in a tag section: one look for all of its values.
pub(super) fn has_escapes(text: &[u8], tags: &[Tag]) -> bool {
    let (Some(first), Some(last)) = (tags.first(), tags.last()) else {
        return false;
    };
    let section = text.get(first.span.range().start..last.span.range().end);
    memchr::memchr(b'\\', section.unwrap_or_default()).is_some()
}

#[cold]
fn bad_escapes(notes: &mut Notes<'_>, tag: &Tag, value: &[u8]) {
    let mut at = 0;
    while let Some(offset) = memchr::memchr(b'\\', &value[at..]) {
        let backslash = at + offset;
        if !matches!(value.get(backslash + 1), Some(b'"' | b'\\')) {
            let start = tag.value.range().start + backslash;
            let note = notes.add(&BAD_STRING_ESCAPE, Span::new(start, start + 1), || {
                "this backslash escapes nothing".to_owned()
            });
            if let Some(note) = note {
                note.help("write `\\\\` for a backslash");
                note.fix(tag.value, escaped(value));
            }
            return;
        }
        at = backslash + 2;
    }
}

/// Looks at a tag's name. Returns the name by which the rules know the tag: its own, but for the case.
#[inline]
pub(super) fn name<'t>(notes: &mut Notes<'_>, text: &'t [u8], tags: &[Tag], tag: &Tag) -> &'t [u8] {
    let name = tag.name.of(text);
    if is_known(name) || tag.fault.is_some() {
        return name;
    }
    odd_name(notes, text, tags, tag, name)
}

fn odd_name<'t>(
    notes: &mut Notes<'_>,
    text: &'t [u8],
    tags: &[Tag],
    tag: &Tag,
    name: &'t [u8],
) -> &'t [u8] {
    let known = KNOWN_NAMES
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name));
    if let Some(known) = known {
        let note = notes.add(&BAD_TAG_NAME, tag.name, || {
            let known = String::from_utf8_lossy(known);
            format!("the name of this tag is `{known}`")
        });
        // The value that counts must count behind the fix too: one tag alone takes the name.
        let is_taken = tags.iter().any(|other| {
            let earlier = other.span.start < tag.span.start;
            let other = other.name(text);
            other == *known || (earlier && other.eq_ignore_ascii_case(known))
        });
        if let Some(note) = note
            && !is_taken
        {
            note.fix(tag.name, *known);
        }
        return known;
    }
    let is_usual = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if !name.iter().all(is_usual) {
        notes.add(&BAD_TAG_NAME, tag.name, || {
            "names have letters, digits and underscores only".to_owned()
        });
    }
    name
}

/// How a faultless tag lies on its line; style.
pub(super) fn layout(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag], index: usize) {
    let tag = &tags[index];
    let range = tag.span.range();
    let (name, value) = (tag.name.of(text), tag.value.of(text));
    let usual = [b"[".as_slice(), name, b" \"", value, b"\"]"].concat();
    let after = text.get(range.end);
    // Behind a line end, or a byte order mark.
    let starts_line = |at: usize| {
        let before = text[..at].last();
        before.is_none_or(|byte| matches!(byte, b'\n' | b'\r' | 0xbf))
    };
    let starts = starts_line(range.start);
    let ends = after.is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b' ' | b'\t'));
    if range.len() == usual.len() && tag.span.of(text) == usual && starts && ends {
        return;
    }
    let note = notes.add(&TAG_LAYOUT, tag.span, || {
        "a tag is written `[Name \"value\"]`, alone on its line".to_owned()
    });
    let Some(note) = note else {
        return;
    };
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let blanks = text[..range.start]
        .iter()
        .rev()
        .take_while(|byte| is_blank(byte));
    let start = range.start - blanks.count();
    let at_start = starts_line(start);
    let before = index.checked_sub(1).map(|before| &tags[before]);
    let behind_tag = before.is_some_and(|before| before.span.range().end == start);
    if !(at_start || behind_tag) {
        // At the start of a line, behind a comment, it would begin another game.
        return;
    }
    // One line break between two tags: a tag that touches the next one has it behind itself.
    let broken = start == range.start && before.is_some_and(|before| before.fault.is_none());
    let mut fixed = Vec::with_capacity(usual.len() + 2);
    if !(at_start || broken) {
        fixed.push(b'\n');
    }
    fixed.extend(usual);
    if !ends {
        fixed.push(b'\n');
    }
    // A tag that touches the one before it is mended by that one's fix.
    if fixed != text[start..range.end] {
        note.fix(Span::new(start, range.end), fixed);
    }
}

/// Tags that stand twice; names that differ in case only are the same to many programs.
pub(super) fn duplicates(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag]) {
    /// Up to here comparing each with each is faster than a table.
    const FEW: usize = 40;
    if tags.len() <= FEW {
        // One bit for each combination of length and outer letters: different bits, different names.
        let mut seen = 0u64;
        for (index, tag) in tags.iter().enumerate() {
            let name = tag.name(text);
            let (Some(first), Some(last)) = (name.first(), name.last()) else {
                continue;
            };
            // Bit 5 is the case of a letter.
            let [first, last] = [first, last].map(|letter| usize::from(letter | 0x20));
            let bit = 1 << ((first * 5 + last * 3 + name.len()) % 64);
            if seen & bit != 0 {
                let same = |other: &&Tag| other.name(text).eq_ignore_ascii_case(name);
                if let Some(other) = tags[..index].iter().find(same) {
                    duplicate(notes, text, tag, other.name(text));
                }
            }
            seen |= bit;
        }
    } else {
        let mut seen: HashMap<Vec<u8>, &[u8]> = HashMap::new();
        for tag in tags {
            let name = tag.name(text);
            match seen.entry(name.to_ascii_lowercase()) {
                _ if name.is_empty() => {}
                Entry::Occupied(other) => duplicate(notes, text, tag, other.get()),
                Entry::Vacant(place) => {
                    place.insert(name);
                }
            }
        }
    }
}

/// A tag whose name stood before, written as `other`.
#[cold]
fn duplicate(notes: &mut Notes<'_>, text: &[u8], tag: &Tag, other: &[u8]) {
    let name = tag.name(text);
    let same = name == other;
    let note = notes.add(&DUPLICATE_TAG, tag.span, || {
        let [name, other] =
            [name, other].map(|name| String::from_utf8_lossy(&name[..name.len().min(60)]));
        if same {
            format!("the tag `{name}` stands twice")
        } else {
            format!("the tags `{other}` and `{name}` differ in case only")
        }
    });
    if let Some(note) = note {
        note.help(if same {
            "the first one is used"
        } else {
            "the first one in the standard's case is used, or else the first one"
        });
    }
}
