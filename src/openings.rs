//! Names of openings, by the position that a game reaches.
//!
//! The names are those of the data set lichess-org/chess-openings (CC0), which the crate `esca` bundles.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::chess::{Move, Position};

/// No line of the data set is longer; what transposes into a named position does so before.
const LONGEST: usize = 40;
/// Positions whose names a thread remembers.
const REMEMBERED: usize = 1 << 16;

/// An ECO code and the name that goes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// A letter from A to E and two digits.
    pub eco: &'static str,
    /// The name, in English, as `Family: Variation, Subvariation`.
    pub name: &'static str,
}

/// The opening that is named after a position, if there is one.
///
/// Counters do not matter, and an en passant square only if there is a legal capture.
#[must_use]
pub fn of_position(position: &Position) -> Option<Opening> {
    thread_local! {
        static KNOWN: RefCell<HashMap<u64, Option<Opening>>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= REMEMBERED {
            known.clear();
        }
        *known
            .entry(position.key())
            .or_insert_with(|| look_up(&position.fen()))
    })
}

fn look_up(fen: &str) -> Option<Opening> {
    let position = esca::Position::from_fen(fen).ok()?;
    let opening = esca::openings::lookup(&position)?;
    Some(Opening {
        eco: opening.eco,
        name: opening.name,
    })
}

/// The opening of a line: the last position on it that has a name, and how many plies lead there.
#[must_use]
pub fn of_line(start: &Position, moves: &[Move]) -> Option<(Opening, usize)> {
    let mut position = *start;
    let mut last = None;
    for (index, mv) in moves.iter().take(LONGEST).enumerate() {
        position.play(*mv);
        if let Some(opening) = of_position(&position) {
            last = Some((opening, index + 1));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san::San;

    fn opening(moves: &str) -> Option<(Opening, usize)> {
        let mut position = Position::start();
        let mut line = Vec::new();
        for word in moves.split(' ') {
            let mv = position.resolve(&San::parse(word.as_bytes()).unwrap());
            let mv = mv.unwrap();
            position.play(mv);
            line.push(mv);
        }
        of_line(&Position::start(), &line)
    }

    #[test]
    fn lines_and_transpositions() {
        let (french, plies) = opening("e4 e6 d4 d5 Nc3 Bb4").unwrap();
        assert_eq!((french.eco, plies), ("C15", 6));
        assert!(french.name.starts_with("French Defense: Winawer"));
        // The same position by another order of moves.
        let (transposed, _) = opening("d4 e6 e4 d5 Nc3 Bb4").unwrap();
        assert_eq!(transposed, french);
        // Moves that leave the book keep the name of the position before them.
        let (left, plies) = opening("e4 e6 d4 d5 Nc3 Bb4 Ke2 Kf8").unwrap();
        assert_eq!((left, plies), (french, 6));
    }

    #[test]
    fn a_position_that_no_opening_is_named_after() {
        assert_eq!(of_position(&Position::start()), None);
    }
}
