//! The rule `eco-mismatch`: the tag against the opening that the moves reach.

use crate::chess::{Move, Position};
use crate::lint::report::Notes;
use crate::lint::set::{ECO_MISMATCH, Game};
use crate::openings;

/// Compares the first ECO tag with the last position of the main line after which an opening is named.
pub(super) fn check(notes: &mut Notes<'_>, game: &Game<'_, '_>, moves: &[Move]) {
    let tag = game.tags.iter().find(|tag| tag.name(game.text) == b"ECO");
    let Some(tag) = tag.filter(|tag| tag.fault.is_none() && game.header.fen.is_none()) else {
        return;
    };
    let said = tag.value.of(game.text).trim_ascii();
    // What is no code is a fault of its own (`bad-eco`); a letter behind the code says more.
    let code = match said {
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..] => &said[..3],
        _ => return,
    };
    let Some((opening, plies)) = openings::of_line(&Position::start(), moves) else {
        return;
    };
    if opening.eco.as_bytes() == code {
        return;
    }
    let note = notes.add(&ECO_MISMATCH, tag.value, || {
        let (number, dots) = (plies.div_ceil(2), if plies % 2 == 0 { "..." } else { "." });
        format!(
            "after {number}{dots} the game is {}, {}",
            opening.eco, opening.name
        )
    });
    if let Some(note) = note {
        note.help("codes are given by position; the ECO volumes and other programs may draw the line elsewhere");
    }
}
