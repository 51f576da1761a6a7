//! What stands behind a move: check marks, suffixes, NAGs.

use crate::chess::san::Mark;
use crate::lint::moves::{
    BAD_NAG, MOVE_SUFFIX, NON_CANONICAL_SAN, WRONG_CHECK_MARK, info_of_played,
};
use crate::lint::report::Notes;
use crate::pgn::{Span, Token};
use crate::replay::State;

/// The highest numeric annotation glyph (PGN 8.2.4).
const LAST_NAG: u32 = 255;

/// A check mark or `e.p.` with something between it and its move: white space, or a suffix.
pub(crate) fn afterthought(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    text: &[u8],
    style: bool,
) {
    let word = token.span.of(text);
    let mark = match word {
        b"+" | b"++" => Mark::Check,
        b"#" => Mark::Mate,
        _ => Mark::None,
    };
    let note = if is_false(mark, state) {
        notes.add(&WRONG_CHECK_MARK, token.span, || {
            false_mark_text(mark, state).to_owned()
        })
    } else if style {
        notes.add(&NON_CANONICAL_SAN, token.span, || {
            let word = String::from_utf8_lossy(word);
            format!("`{word}` stands apart from its move")
        })
    } else {
        None
    };
    if let Some(note) = note {
        note.at(info_of_played(state)).fen(state.before.fen());
        // What the mark says belongs to the move, and is written there.
        let range = token.span.range();
        let start = text[..range.start].trim_ascii_end().len();
        note.fix(Span::new(start, range.end), "");
    }
}

/// Whether the board does not confirm a mark of the move played last.
pub(super) fn is_false(mark: Mark, state: &State) -> bool {
    let in_check = state.position.in_check();
    match mark {
        Mark::None => false,
        Mark::Check => !in_check,
        Mark::Mate => !in_check || state.position.has_legal_move(),
    }
}

fn false_mark_text(mark: Mark, state: &State) -> &'static str {
    match (mark, state.position.in_check()) {
        (Mark::Mate, true) => "`#` on a move that gives check but not mate",
        (Mark::Mate, false) => "`#` on a move that gives no check",
        _ => "`+` on a move that gives no check",
    }
}

#[cold]
pub(super) fn false_mark(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    mark: Mark,
    text: &[u8],
) {
    let note = notes.add(&WRONG_CHECK_MARK, token.span, || {
        false_mark_text(mark, state).to_owned()
    });
    if let Some(note) = note {
        note.at(info_of_played(state)).fen(state.before.fen());
        let word = token.span.of(text);
        let marks = word.iter().rev().take_while(|byte| b"+#".contains(byte));
        let end = token.span.range().end;
        let right = match (state.position.in_check(), state.position.has_legal_move()) {
            (false, _) => "",
            (true, true) => "+",
            (true, false) => "#",
        };
        match marks.count() {
            0 => {}
            count => {
                note.fix(Span::new(end - count, end), right);
            }
        }
    }
}

/// A suffix's NAG (PGN 10), with the spaces that it needs.
fn suffix_as_nag(word: &str, token: Token, text: &[u8]) -> String {
    let nag = match word {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        _ => 6,
    };
    let range = token.span.range();
    let glued = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii_whitespace());
    let before = if glued(text[..range.start].last()) {
        " "
    } else {
        ""
    };
    let next = text.get(range.end);
    // A mark behind the suffix goes to the move.
    let last = matches!(next, Some(b')' | b'+' | b'#'));
    let after = if glued(next) && !last { " " } else { "" };
    format!("{before}${nag}{after}")
}

/// A NAG or a suffix.
pub(crate) fn glyph(notes: &mut Notes<'_>, token: Token, text: &[u8]) {
    let word = String::from_utf8_lossy(token.span.of(text)).into_owned();
    match word.strip_prefix('$') {
        Some(digits) => {
            let known = digits.parse::<u32>().is_ok_and(|nag| nag <= LAST_NAG);
            if !known {
                notes.add(&BAD_NAG, token.span, || {
                    format!("`{word}` is not a number from $0 to $255")
                });
            }
        }
        None if ["!", "?", "!!", "??", "!?", "?!"].contains(&word.as_str()) => {
            let note = notes.add(&MOVE_SUFFIX, token.span, || {
                format!("`{word}` is written as a NAG in the export format")
            });
            if let Some(note) = note {
                note.fix(token.span, suffix_as_nag(&word, token, text));
            }
        }
        None => {
            let shown: String = word.chars().take(12).collect();
            notes.add(&BAD_NAG, token.span, || {
                format!("`{shown}` is none of the suffixes ! ? !! ?? !? ?!")
            });
        }
    }
}
