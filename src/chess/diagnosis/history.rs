//! The game so far, asked which of its moves cost a right.

use crate::chess::board::Color;
use crate::chess::castling::Wing;
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::refusal::{Played, RightLost};

/// The game so far, to say which earlier move cost a right.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    /// The position from which the game started.
    pub start: &'a Position,
    /// The moves since then.
    pub moves: &'a [Move],
}

impl History<'_> {
    /// The first move for which `pick` finds an answer, looking from the latest one back if `latest`.
    pub(super) fn find<T>(
        &self,
        latest: bool,
        pick: impl Fn(&Position, Move) -> Option<T>,
    ) -> Option<(T, Played)> {
        let mut position = *self.start;
        let mut found = None;
        for (index, &mv) in self.moves.iter().enumerate() {
            if let Some(answer) = pick(&position, mv) {
                let played = Played {
                    ply: index + 1,
                    number: position.fullmove(),
                    color: position.turn(),
                    san: position.san(mv),
                };
                found = Some((answer, played));
                if !latest {
                    break;
                }
            }
            position.play(mv);
        }
        found
    }
}

/// Which move of the game cost `color` its right to castle on `wing`.
pub(super) fn right_lost(color: Color, wing: Wing, history: History<'_>) -> RightLost {
    let Some(rook) = history.start.castling_rook(color, wing) else {
        return RightLost::NeverHad;
    };
    let lost = history.find(false, |position, mv| {
        if mv.kind() == MoveKind::Null {
            return None;
        }
        let own = position.turn() == color;
        if own && mv.from() == position.king(color) {
            Some(RightLost::KingMoved as fn(Played) -> RightLost)
        } else {
            None
        }
    });
    let rook_gone = history.find(false, |position, mv| {
        if mv.kind() == MoveKind::Null {
            None
        } else if position.turn() == color && mv.from() == rook {
            Some(true)
        } else if position.turn() != color && mv.to() == rook {
            Some(false)
        } else {
            None
        }
    });
    match (lost, rook_gone) {
        (Some((make, king)), Some((_, gone))) if king.ply < gone.ply => make(king),
        (_, Some((true, played))) => RightLost::RookMoved(rook, played),
        (_, Some((false, played))) => RightLost::RookCaptured(rook, played),
        (Some((make, played)), None) => make(played),
        (None, None) => RightLost::NeverHad,
    }
}
