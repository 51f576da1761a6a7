//! Who played: names, ratings, men or machines.

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::Header;
use crate::pgn::Tag;

rules! { Tags:
    BAD_PLAYER_NAME = "bad-player-name" Style "PGN 8.1.1.5"
        "a player's name that is not written as `Family name, First name`"
        "One player with several spellings is several players to every program.";
    SAME_PLAYER = "same-player" Warning "FIDE 1.1"
        "White and Black have the same name"
        "Nobody plays himself: one of the names was copied by mistake.";
    BAD_ELO = "bad-elo" Warning "PGN 9.1.2"
        "a rating that is neither a number nor `-`"
        "Programs that average or select by rating skip it, or count it as 0.";
    BAD_PLAYER_TYPE = "bad-player-type" Warning "PGN 9.1.4"
        "a player who is neither `human` nor `program`"
        "Programs that leave out games of engines select by this tag.";
}

/// No rating is that high.
const HIGHEST_RATING: u32 = 4500;

/// The tags `WhiteElo` and `BlackElo`.
pub(super) fn elo(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text).trim_ascii();
    if matches!(value, b"" | b"-" | b"?") {
        return;
    }
    let number = std::str::from_utf8(value)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse::<u32>().ok());
    let message = match number {
        None => "a rating is a number, or `-` for none",
        Some(0) => "no rating is 0; `-` stands for none",
        Some(rating) if rating > HIGHEST_RATING => "no rating is that high",
        Some(_) => return,
    };
    notes.add(&BAD_ELO, tag.value, || message.to_owned());
}

/// The tags `WhiteType` and `BlackType`.
pub(super) fn kind(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    let known = [b"human".as_slice(), b"program", b"?", b""];
    if !known.iter().any(|word| value.eq_ignore_ascii_case(word)) {
        notes.add(&BAD_PLAYER_TYPE, tag.value, || {
            "a player is `human` or `program`".to_owned()
        });
    }
}

/// The tags White and Black, one or more names with colons between.
pub(super) fn name(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    // Nothing of all that is odd, told without a jump for each character.
    let odd = value.windows(2).fold(false, |odd, pair| {
        let (space, comma) = (pair[0] == b' ', pair[0] == b',');
        odd | (space & (pair[1] == b' ' || pair[1] == b',')) | (comma & (pair[1] != b' '))
    });
    if let ([first, .., last], false) = (value, odd)
        && !first.is_ascii_whitespace()
        && !last.is_ascii_whitespace()
        && *last != b','
    {
        return;
    }
    let message = if value.is_empty() {
        "`?` stands for a name that is not known"
    } else if value != value.trim_ascii() || value.windows(2).any(|pair| pair == b"  ") {
        "white space around or twice within a name"
    } else if value
        .windows(2)
        .any(|pair| pair[0] == b',' && pair[1] != b' ')
        || value.ends_with(b",")
        || value.windows(2).any(|pair| pair == b" ,")
    {
        "a name is written `Family name, First name`, with one space behind the comma"
    } else {
        return;
    };
    notes.add(&BAD_PLAYER_NAME, tag.value, || message.to_owned());
}

/// Both players together.
pub(super) fn both(notes: &mut Notes<'_>, text: &[u8], header: &Header) {
    let (Some(white), Some(black)) = (&header.white, &header.black) else {
        return;
    };
    let name = white.value.of(text);
    // Names that stand for nobody: two people without names may well be two people.
    let nobody = [
        b"".as_slice(),
        b"?",
        b"-",
        b"NN",
        b"N.N.",
        b"N N",
        b"N. N.",
        b"Anonymous",
        b"Unknown",
    ];
    if name != black.value.of(text)
        || nobody
            .iter()
            .any(|word| name.trim_ascii().eq_ignore_ascii_case(word))
        || header.played_by_programs(text)
    {
        return;
    }
    notes.add(&SAME_PLAYER, black.value, || {
        format!(
            "White and Black are both `{}`",
            String::from_utf8_lossy(&name[..name.len().min(60)])
        )
    });
}
