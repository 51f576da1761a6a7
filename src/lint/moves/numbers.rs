//! Move numbers.

use crate::chess::Color;
use crate::lint::moves::{MISSING_MOVE_NUMBER, WRONG_MOVE_NUMBER, info_of_played, move_info};
use crate::lint::report::Notes;
use crate::pgn::{Span, Token};
use crate::replay::State;

/// Reads the digits of a move number; `None` if they are too many.
#[inline]
pub(crate) fn number_of(text: &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for (index, byte) in text.iter().enumerate() {
        if !byte.is_ascii_digit() {
            break;
        }
        if index == 9 {
            return None;
        }
        number = number * 10 + u32::from(byte - b'0');
    }
    Some(number)
}

/// A number that is not the one of the move behind it.
pub(crate) fn wrong_number(notes: &mut Notes<'_>, state: &State, token: Token, expected: i64) {
    let note = notes.add(&WRONG_MOVE_NUMBER, token.span, || {
        format!("the number of this move is {expected}")
    });
    if let Some(note) = note {
        note.at(move_info(
            &state.position,
            state.moves.len() + 1,
            state.depth(),
        ));
        if state.moves.is_empty() && state.depth() == 0 && expected == 1 {
            note.help("the game begins in the middle: is a FEN tag missing?");
        }
    }
}

/// A move that should have a number before it.
///
/// `text` is there if the game's count is right so far, so that its number can be put in.
pub(crate) fn missing_number(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    text: Option<&[u8]>,
) {
    let number = state.before.fullmove();
    let dots = match state.before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let note = notes.add(&MISSING_MOVE_NUMBER, token.span, || {
        format!("`{number}{dots}` is missing before this move")
    });
    let Some(note) = note else {
        return;
    };
    note.at(info_of_played(state));
    if let Some(text) = text
        && state.doubt == 0
    {
        let start = token.span.range().start;
        let before = text[..start].trim_ascii_end();
        let dots_there = before
            .iter()
            .rev()
            .take_while(|byte| **byte == b'.')
            .count();
        let undotted = before.len() - dots_there;
        // Dots may be there already, and lack their number only.
        let (at, missing) = if undotted < before.len() {
            (undotted, number.to_string())
        } else {
            (start, format!("{number}{dots} "))
        };
        let glued = text[..at]
            .last()
            .is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b'(');
        let gap = if glued { " " } else { "" };
        note.fix(Span::new(at, at), format!("{gap}{missing}"));
    }
}
