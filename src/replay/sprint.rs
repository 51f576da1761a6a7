//! Many canonical moves in a row, played without telling of each: most of most files.

use crate::chess::runner::Runner;
use crate::chess::san::{Mark, San};
use crate::chess::{Color, Wing};
use crate::pgn::lexer::{Lexer, ShortWord};
use crate::replay::{Observer, State};

/// Plays on as long as there are canonical moves and the numbers that belong before White's, with one space or line end
/// between, and tells how many. The last of them, and the number before it, are left, since what follows may belong to it.
#[inline(never)]
pub(super) fn sprint<O: Observer>(
    lexer: &mut Lexer<'_>,
    state: &mut State,
    observer: &mut O,
) -> usize {
    let Some(mut runner) = Runner::new(&state.position) else {
        return 0;
    };
    let length = state.moves.len();
    let mut last = lexer.place();
    let mut next = last;
    loop {
        if runner.turn() == Color::White {
            lexer.take_number(runner.fullmove());
        }
        let Some(word) = lexer.glance() else {
            break;
        };
        if lexer.take_crlf(word) {
            continue;
        }
        let mv = match San::parse_short(word.bytes, word.length) {
            Some(san) => runner.play(&san),
            None => castle(&mut runner, word),
        };
        let Some(mv) = mv else {
            break;
        };
        lexer.take(word);
        state.moves.push(mv);
        state.longest_clock = state.longest_clock.max(runner.halfmove_clock());
        last = next;
        next = lexer.place();
    }
    lexer.return_to(last);
    if state.moves.len() > length {
        runner.undo();
        state.moves.pop();
    }
    let played = state.moves.len() - length;
    if played > 0 {
        state.position = runner.position();
        state.line_moves += played as u32;
        state.plies += played as u64;
        state.doubt = state
            .doubt
            .saturating_sub(u8::try_from(played).unwrap_or(u8::MAX));
        observer.passed_over();
    }
    if state.position.turn() == Color::White
        && let Some(number) = lexer.take_number(state.position.fullmove())
    {
        observer.right_number(state, number);
    }
    played
}

#[inline(never)]
fn castle(runner: &mut Runner, word: ShortWord) -> Option<crate::chess::Move> {
    const KING: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const QUEEN: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    let wing = match word.alone() {
        KING => Wing::King,
        QUEEN => Wing::Queen,
        _ => return None,
    };
    runner.castle(wing, Mark::None)
}
