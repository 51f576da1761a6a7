//! The Laws on top of legal moves: when a game is over by what stands on the board, and who may claim a draw.
//!
//! [`Arbiter`] watches a game move by move. Below it stand [`history`] (how often a position has appeared),
//! [`record`] (the first ply of each rule), [`survey`] (whether it is worth to count), [`claims`], [`laws`] (which rules were in force), [`dead`] (who can
//! still mate), [`chances`] (the same for both sides of a game's last position) and [`verdict`] (rules and their
//! articles).

pub mod chances;
pub mod claims;
pub mod dead;
pub mod history;
pub mod laws;
pub mod record;
pub mod survey;
pub mod verdict;
mod watch;

pub use claims::Claim;
pub use laws::Laws;
pub use record::Record;
pub use verdict::{End, Rule};
pub use watch::Arbiter;

use crate::chess::{Bitboard, Color, Position, Role};

/// How a position ends the game at once (FIDE 5.1.1, 5.2.1, 5.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move is mated; the other one has won.
    Checkmate {
        /// Who has won.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Nobody can mate by any series of legal moves.
    DeadPosition,
}

/// How the game has ended in `position`, if it has; dead positions as far as [`is_dead_by_material`]
/// knows them.
#[must_use]
pub fn ending(position: &Position) -> Option<Ending> {
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            Ending::Checkmate {
                winner: position.turn().other(),
            }
        } else {
            Ending::Stalemate
        });
    }
    is_dead_by_material(position).then_some(Ending::DeadPosition)
}

/// Whether the men left can mate in no way at all: kings alone, one knight, or bishops that all stand
/// on squares of one colour (FIDE 5.2.2).
#[inline]
#[must_use]
pub fn is_dead_by_material(position: &Position) -> bool {
    let board = position.board();
    let fighters = board.of_role(Role::Pawn) | board.orthogonal_sliders();
    if fighters.any() {
        return false;
    }
    let knights = board.of_role(Role::Knight);
    let bishops = board.of_role(Role::Bishop);
    if knights.is_empty() {
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    } else {
        !knights.many() && bishops.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    fn ending_of(fen: &str) -> Option<Ending> {
        ending(&Position::from_fen(fen, CastlingMode::Standard).unwrap())
    }

    #[test]
    fn mate_stalemate_dead() {
        let winner = Color::White;
        let mate = Some(Ending::Checkmate { winner });
        assert_eq!(ending_of("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), mate);
        assert_eq!(
            ending_of("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"),
            Some(Ending::Stalemate)
        );
        let dead = Some(Ending::DeadPosition);
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1",
            "8/8/4kb2/8/8/2BKB3/8/8 w - - 0 1",
        ] {
            assert_eq!(ending_of(fen), dead, "{fen}");
        }
        for fen in [
            "8/8/3k4/8/8/3KN3/4N3/8 w - - 0 1",
            "8/8/3kb3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/3kb3/8/8/3KB3/8/8 w - - 0 1",
            "8/8/3k4/8/8/3KP3/8/8 w - - 0 1",
        ] {
            assert_eq!(ending_of(fen), None, "{fen}");
        }
    }
}
