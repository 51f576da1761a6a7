//! Moves as the UCI protocol writes them: from, to, promotion letter; castling by the king's two
//! squares in standard chess, by king and rook in Chess960.

use std::fmt;

use crate::chess::board::Role;
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// A move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uci {
    /// The square the man leaves.
    pub from: Square,
    /// The square the man goes to.
    pub to: Square,
    /// The man a pawn becomes.
    pub promotion: Option<Role>,
}

impl Uci {
    /// Reads four or five characters such as `e2e4` or `e7e8q`; the promotion letter in either case.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Uci> {
        let (squares, rest) = text.split_at_checked(4)?;
        let promotion = match rest {
            [] => None,
            [letter] => Some(
                Role::from_letter(letter.to_ascii_uppercase())
                    .filter(|role| Role::PROMOTIONS.contains(role))?,
            ),
            _ => return None,
        };
        Some(Uci {
            from: Square::parse(&squares[..2])?,
            to: Square::parse(&squares[2..])?,
            promotion,
        })
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// The UCI form of a move that is legal in this position; a null move is `0000`.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        let (from, mut to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Null => return "0000".to_owned(),
            MoveKind::Castle if self.mode == CastlingMode::Standard => {
                to = Wing::of(from, to).king_target(self.turn);
            }
            _ => {}
        }
        let promotion = mv.promoted();
        Uci {
            from,
            to,
            promotion,
        }
        .to_string()
    }
}
