//! Moves that a side has no choice about.

use std::ops::ControlFlow;

use crate::chess::{Color, Move, Position};

/// Forced moves are followed so far.
const LONGEST: usize = 40;

/// Where forced moves lead to.
pub(super) enum Ending {
    /// The winner mates.
    Mate,
    /// The game ends otherwise, or goes round in a circle for ever.
    NoMate,
    /// There is a choice.
    Choice(Position),
}

/// A line of forced moves.
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) ending: Ending,
}

/// Plays as long as there is one legal move.
pub(super) fn play(position: &Position, winner: Color) -> Line {
    let mut position = *position;
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    let ending = loop {
        let mut only = None;
        let several = position.visit_moves(&mut |mv| match only.replace(mv) {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        });
        let Some(mv) = only else {
            let mates = position.in_check() && position.turn() != winner;
            break if mates { Ending::Mate } else { Ending::NoMate };
        };
        if several.is_break() || moves.len() == LONGEST {
            break Ending::Choice(position);
        }
        let key = position.key();
        if seen.contains(&key) {
            break Ending::NoMate;
        }
        seen.push(key);
        moves.push(mv);
        position.play(mv);
    };
    Line { moves, ending }
}
