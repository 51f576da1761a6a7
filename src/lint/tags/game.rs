//! What is said of the game: round, result, opening code, time control, termination, length.

use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::pgn::lexer::GameResult;
use crate::pgn::{Tag, clock};

rules! { Tags:
    BAD_ROUND = "bad-round" Style "PGN 8.1.1.4"
        "a round that is neither a number, nor numbers with dots, nor `-` or `?`"
        "Programs order the games of an event by round.";
    BAD_RESULT_TAG = "bad-result-tag" Warning "PGN 8.1.1.7"
        "a Result that is none of the four results"
        "Programs count the game as one without a result.";
    BAD_ECO = "bad-eco" Warning "PGN 9.2.4"
        "an opening code that is not a letter from A to E and two digits"
        "Programs that sort by opening cannot place the game.";
    BAD_TIME_CONTROL = "bad-time-control" Warning "PGN 9.6.1"
        "a time control that is not of the standard's form"
        "Programs that select by speed, or check clocks, cannot read it.";
    BAD_TERMINATION = "bad-termination" Style "PGN 9.8.1"
        "a Termination that is not one of the standard's eight words"
        "Programs that look for games lost on time look for `time forfeit`.";
    WRONG_PLY_COUNT = "wrong-ply-count" Warning "PGN 9.9.3"
        "a `PlyCount` that is not the number of plies"
        "A wrong count says that moves were lost, or added." fix;
}

/// The words for how a game ended (PGN 9.8.1).
const TERMINATIONS: [&[u8]; 8] = [
    b"abandoned",
    b"adjudication",
    b"death",
    b"emergency",
    b"normal",
    b"rules infraction",
    b"time forfeit",
    b"unterminated",
];

/// Round; style.
pub(super) fn round(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    let numbers = |value: &[u8]| {
        value
            .split(|byte| *byte == b'.')
            .all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    if !matches!(value, b"?" | b"-") && !numbers(value) {
        notes.add(&BAD_ROUND, tag.value, || {
            "a round is a number, numbers with dots between, `-` for none, or `?`".to_owned()
        });
    }
}

/// Result.
pub(super) fn result(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    if GameResult::parse(tag.value.of(text)).is_none() {
        notes.add(&BAD_RESULT_TAG, tag.value, || {
            "a result is `1-0`, `0-1`, `1/2-1/2` or `*`".to_owned()
        });
    }
}

/// ECO; a letter and digits behind the code, or a second code behind `/`, say more and are let pass.
pub(super) fn eco(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text).trim_ascii();
    let sound = match value {
        b"" | b"?" | b"-" => true,
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => {
            rest.len() <= 3
                && rest
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
        }
        _ => false,
    };
    if !sound {
        notes.add(&BAD_ECO, tag.value, || {
            "an opening code is a letter from A to E and two digits".to_owned()
        });
    }
}

/// `TimeControl`.
pub(super) fn time_control(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    if !value.is_empty() && clock::time_control(value).is_none() {
        let note = notes.add(&BAD_TIME_CONTROL, tag.value, || {
            "the standard's time controls look like `40/7200:3600`, `300` or `600+5`, in seconds"
                .to_owned()
        });
        if let Some(note) = note {
            note.help("`?` stands for an unknown one, `-` for none");
        }
    }
}

/// Termination.
pub(super) fn termination(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    let known = TERMINATIONS
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word));
    if !known && !matches!(value, b"" | b"?" | b"-") {
        notes.add(&BAD_TERMINATION, tag.value, || {
            "this is none of the standard's words for how a game ends".to_owned()
        });
    }
}

/// `PlyCount`, once the plies of the main line are known.
#[inline]
pub(crate) fn ply_count(notes: &mut Notes<'_>, text: &[u8], tag: &Tag, plies: u32) {
    let value = tag.value.of(text);
    let said = std::str::from_utf8(value)
        .ok()
        .and_then(|text| text.trim().parse::<u32>().ok());
    if said == Some(plies) || matches!(value, b"" | b"?") {
        return;
    }
    let note = notes.add(&WRONG_PLY_COUNT, tag.value, || match plies {
        1 => "the game has 1 ply".to_owned(),
        _ => format!("the game has {plies} plies"),
    });
    if let Some(note) = note {
        note.fix(tag.value, plies.to_string());
    }
}
