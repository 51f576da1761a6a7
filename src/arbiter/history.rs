//! How often the position on the board has appeared (FIDE 9.2.3).
//!
//! Two positions are the same if the same player has the move, the same men stand on the same squares and the
//! same moves are possible: castling rights count, and a capture en passant that is legal. Appearances need not
//! follow each other.

use crate::chess::keyed;
use crate::chess::{Move, Position};

/// Room for the keys of most games.
const USUAL: usize = 64;

/// The positions since the last capture or pawn move, behind which none can come again.
#[derive(Clone, Debug)]
pub struct History {
    /// The positions' keys, all changed by the same unknown: only whether two are alike matters.
    keys: Vec<u64>,
    appearances: u32,
    most: u32,
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl History {
    /// The history of a game that begins in any position.
    #[must_use]
    pub fn new() -> History {
        let mut keys = Vec::with_capacity(USUAL);
        keys.push(0);
        History {
            keys,
            appearances: 1,
            most: 1,
        }
    }

    /// Forgets all, for the next game.
    pub fn reset(&mut self) {
        self.restart();
        self.most = 1;
    }

    fn restart(&mut self) {
        self.keys.clear();
        self.keys.push(0);
        self.appearances = 1;
    }

    /// Takes note of a legal move that led from one position to the other.
    #[inline]
    pub fn follow(&mut self, before: &Position, mv: Move, after: &Position) {
        if after.halfmove_clock() == 0 {
            self.restart();
            return;
        }
        let key = self.key_after(before, mv, after);
        self.appearances = 1 + self.count(key);
        self.most = self.most.max(self.appearances);
        self.keys.push(key);
    }

    #[inline]
    fn key_after(&self, before: &Position, mv: Move, after: &Position) -> u64 {
        self.keys.last().copied().unwrap_or(0) ^ keyed::change(before, mv, after)
    }

    /// How often a position that comes next has appeared. It takes four plies to come back to one, and the same
    /// player has the move every second ply.
    #[inline]
    fn count(&self, key: u64) -> u32 {
        let earlier = self.keys.iter().rev().skip(3).step_by(2);
        earlier.map(|other| u32::from(*other == key)).sum()
    }

    /// How often the position on the board has appeared, this time included.
    #[must_use]
    pub const fn appearances(&self) -> u32 {
        self.appearances
    }

    /// The most appearances of any position so far.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// How often the position will have appeared once a legal move is played.
    #[must_use]
    pub fn appearances_after(&self, before: &Position, mv: Move, after: &Position) -> u32 {
        if after.halfmove_clock() == 0 {
            1
        } else {
            1 + self.count(self.key_after(before, mv, after))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appearances(fen: &str, line: &str) -> Vec<u32> {
        let mut position = Position::from_fen(fen, crate::chess::CastlingMode::Standard).unwrap();
        let mut history = History::new();
        line.split_whitespace()
            .map(|san| {
                let san = crate::chess::San::parse(san.as_bytes()).unwrap();
                let mv = position.resolve(&san).unwrap();
                let before = position;
                position.play(mv);
                history.follow(&before, mv, &position);
                history.appearances()
            })
            .collect()
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let line = "Kf1 Ke7 Ke1 Ke8 Kf1 Ke7 Ke1 Ke8";
        assert_eq!(appearances(fen, line), [1, 1, 1, 1, 2, 2, 2, 2]);
    }

    #[test]
    fn only_a_legal_capture_en_passant_makes_another_position() {
        // The pawn on e4 may capture on d3, the first time only.
        let legal = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
        let line = "d4 Ke7 Ke2 Ke8 Ke1";
        assert_eq!(appearances(legal, line), [1, 1, 1, 1, 1]);
        // Pinned on the file, it may not.
        let pinned = "4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1";
        let line = "d4 Ke7 Kf2 Ke8 Kf1";
        assert_eq!(appearances(pinned, line), [1, 1, 1, 1, 2]);
    }
}
