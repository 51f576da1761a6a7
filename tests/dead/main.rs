//! Dead positions: who can still mate, against positions with known answers and another solver.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

mod corpora;
mod mutations;
mod verified;

use chesstool::arbiter::dead::{self, Winnability};
use chesstool::chess::{CastlingMode, Color, Position};

/// A position, and who can mate in it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) fen: String,
    pub(crate) winnable: [bool; 2],
}

impl Case {
    /// Reads `W-` and a FEN with four or six fields.
    pub(crate) fn new(verdict: &str, fen: &str) -> Case {
        let verdict = verdict.as_bytes();
        let fen = match fen.split(' ').count() {
            4 => format!("{fen} 0 1"),
            _ => fen.to_owned(),
        };
        Case {
            fen,
            winnable: [verdict[0] == b'W', verdict[1] == b'B'],
        }
    }
}

/// Plays a mating line.
pub(crate) fn mates(position: &Position, winner: Color, line: &[chesstool::chess::Move]) -> bool {
    let mut position = *position;
    for mv in line {
        if !position.is_legal(*mv) {
            return false;
        }
        position.play(*mv);
    }
    position.is_checkmate() && position.turn() != winner
}

/// What is wrong with the answers for a position, and how many are undetermined.
pub(crate) fn judge(case: &Case, budget: u64) -> (Vec<String>, u32) {
    let position = Position::from_fen(&case.fen, CastlingMode::Standard).unwrap();
    let mut wrong = Vec::new();
    let mut open = 0;
    for (color, winnable) in [Color::White, Color::Black].into_iter().zip(case.winnable) {
        if let (Some(proof), true) = (dead::quick(&position, color), winnable) {
            wrong.push(format!("{} {color} quick {proof:?}", case.fen));
        }
        match dead::full(&position, color, budget) {
            Winnability::Unwinnable(proof) if winnable => {
                wrong.push(format!("{} {color} {proof:?}", case.fen));
            }
            Winnability::Winnable(line) if !winnable => {
                wrong.push(format!("{} {color} {line:?}", case.fen));
            }
            Winnability::Winnable(line) if !mates(&position, color, &line) => {
                wrong.push(format!("{} {color} no mate: {line:?}", case.fen));
            }
            Winnability::Undetermined(_) => open += 1,
            _ => {}
        }
    }
    (wrong, open)
}
