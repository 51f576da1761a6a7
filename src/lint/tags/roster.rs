//! The tag section as a whole: the seven tags that every game should have, and the order of all.

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::pairs::TAG_LAYOUT;
use crate::pgn::{Span, Tag};

rules! { Tags:
    EMPTY_TAG_SECTION = "empty-tag-section" Style "PGN 8.1.1"
        "a game without any tag"
        "Nothing is known of it, not even who played; the export format has at least seven tags.";
    MISSING_TAG = "missing-tag" Style "PGN 8.1.1"
        "one of the seven tags that the export format has in every game is missing"
        "Programs that archive games rely on the seven tag roster." fix;
    TAG_ORDER = "tag-order" Style "PGN 8.1.1"
        "tags that are not in the order of the export format"
        "The seven tag roster comes first and in its order, the others behind it by name, so that equal games are equal bytes." fix;
}

/// The seven tag roster and what stands for an unknown value (PGN 8.1.1.1 to 8.1.1.7).
const ROSTER: [(&[u8], &str); 7] = [
    (b"Event", "?"),
    (b"Site", "?"),
    (b"Date", "????.??.??"),
    (b"Round", "?"),
    (b"White", "?"),
    (b"Black", "?"),
    (b"Result", "*"),
];

/// Looks at a tag section; all of this is style.
pub(super) fn section(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag]) {
    let Some(first) = tags.first() else {
        let start = text.len() - text.trim_ascii_start().len();
        let end = (start + 1).min(text.len());
        notes.add(&EMPTY_TAG_SECTION, Span::new(start, end), || {
            "a game without tags".to_owned()
        });
        return;
    };
    // What shares a line with another tag is put on its own first: the fixes would meet in one place.
    let tidy = !notes.mends(&TAG_LAYOUT);
    let places = tags.iter().map(|tag| place_in_roster(tag.name(text)));
    let present = places.fold(0u32, |set, place| set | 1 << place);
    for (place, (name, unknown)) in ROSTER.into_iter().enumerate() {
        if present >> place & 1 != 0 {
            continue;
        }
        let name = String::from_utf8_lossy(name);
        let note = notes.add(&MISSING_TAG, first.span, || {
            format!("the tag {name} is missing")
        });
        if let Some(note) = note
            && tidy
        {
            // Before the first tag that comes behind it.
            let rank = |tag: &Tag| place_in_roster(tag.name(text));
            let next = tags.iter().find(|tag| rank(tag) > place);
            let line = format!("[{name} \"{unknown}\"]");
            match (next, tags.last()) {
                (Some(next), _) => {
                    let at = next.span.range().start;
                    note.fix(Span::new(at, at), format!("{line}\n"));
                }
                (None, Some(last)) => {
                    let at = last.span.range().end;
                    note.fix(Span::new(at, at), format!("\n{line}"));
                }
                (None, None) => {}
            }
        }
    }
    // Where a tag is broken, what stands where is not known.
    if tags.iter().all(|tag| tag.fault.is_none()) {
        order(notes, text, tags, tidy);
    }
}

fn place_in_roster(name: &[u8]) -> usize {
    match name {
        b"Event" => return 0,
        b"Site" => return 1,
        b"Date" => return 2,
        b"Round" => return 3,
        b"White" => return 4,
        b"Black" => return 5,
        b"Result" => return 6,
        _ => {}
    }
    // Names of these lengths alone can be in it, in another case.
    if !(4..=6).contains(&name.len()) {
        return ROSTER.len();
    }
    let place = ROSTER
        .iter()
        .position(|(other, _)| other.eq_ignore_ascii_case(name));
    place.unwrap_or(ROSTER.len())
}

fn order(notes: &mut Notes<'_>, text: &[u8], tags: &[Tag], tidy: bool) {
    let key = |tag: &&Tag| {
        let name = tag.name(text);
        // The variant explains the FEN, so it stands beside it (`tag-after-fen`).
        let by_name: &[u8] = if name == b"Variant" { b"FEN" } else { name };
        (place_in_roster(name), by_name)
    };
    let mut last = None;
    let wrong = tags.iter().position(|tag| {
        let key = Some(key(&tag));
        let wrong = last > key;
        last = key;
        wrong
    });
    let Some(pair) = wrong.and_then(|at| tags.get(at - 1..=at)) else {
        return;
    };
    let shown = |tag: &Tag| String::from_utf8_lossy(tag.name(text)).into_owned();
    let note = notes.add(&TAG_ORDER, pair[1].span, || {
        format!(
            "the tag {} belongs before {}",
            shown(&pair[1]),
            shown(&pair[0])
        )
    });
    if let Some(note) = note
        && tidy
    {
        let mut sorted: Vec<&Tag> = tags.iter().collect();
        sorted.sort_by_key(key);
        for (place, tag) in tags.iter().zip(sorted) {
            if place.span != tag.span {
                note.fix(place.span, tag.span.of(text));
            }
        }
    }
}
