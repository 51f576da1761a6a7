//! Which moves lead to a helpmate: towards a corner where the loser's king is shut in.

use std::sync::LazyLock;

use crate::chess::board::Board;
use crate::chess::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// How a move is thought of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Worth {
    /// It comes nearer to a mate.
    Reward,
    /// It may or may not.
    Normal,
    /// It leads away.
    Punish,
}

/// Where the men should go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    winner: Color,
    /// The corner.
    loser_king: Square,
    loser_knight: Square,
    winner_king: Square,
    winner_knight: Square,
    /// The loser must make the man who takes the last square from his king.
    needs_promotion: bool,
}

/// Moves of a knight from square to square on an empty board.
static KNIGHT_MOVES: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for from in Square::all() {
        let mut seen = Bitboard::of(from);
        let mut last = seen;
        let mut moves = 0;
        while last.any() {
            for square in last {
                table[from.index()][square.index()] = moves;
            }
            let steps = last
                .into_iter()
                .fold(Bitboard::EMPTY, |set, square| set | attacks::knight(square));
            last = steps & !seen;
            seen |= last;
            moves += 1;
        }
    }
    table
});

fn king_moves(from: Square, to: Square) -> u8 {
    let files = from.file().index().abs_diff(to.file().index());
    files.max(from.rank().index().abs_diff(to.rank().index()))
}

fn knight_moves(from: Square, to: Square) -> u8 {
    KNIGHT_MOVES[from.index()][to.index()]
}

impl Aim {
    /// The aim for the men of a position.
    pub(super) fn new(board: &Board, winner: Color) -> Aim {
        let (own, other) = (board.of_color(winner), board.of_color(winner.other()));
        let bishops = board.of_role(Role::Bishop);
        // The corner must be on the winner's colour; without bishops of his, not on that of the loser's.
        let light = if (own & bishops).any() {
            (own & bishops & Bitboard::LIGHT).any()
        } else {
            (other & bishops & Bitboard::DARK).any()
        };
        let far = match winner {
            Color::White => 0,
            Color::Black => 56,
        };
        // Of the eighth rank a8 is light, h8 is dark.
        let place = |a_side: u32| {
            let mirrored = if light { a_side } else { a_side ^ 7 };
            let flipped = if far == 0 { mirrored } else { mirrored ^ 63 };
            Square::from_index(flipped)
        };
        let fighters = board.of_role(Role::Pawn) | board.orthogonal_sliders();
        let minor = own & (bishops | board.of_role(Role::Knight));
        let one_colour = (minor & bishops & Bitboard::LIGHT).is_empty()
            || (minor & bishops & Bitboard::DARK).is_empty();
        let weak = (own & fighters).is_empty()
            && (!minor.many() || ((minor & !bishops).is_empty() && one_colour));
        Aim {
            winner,
            // By names of the side of a8: a8, b8, a6, a8.
            loser_king: place(56),
            loser_knight: place(57),
            winner_king: place(49),
            winner_knight: place(35),
            needs_promotion: weak && (other & board.of_role(Role::Pawn)).any(),
        }
    }

    /// What is to be thought of a move.
    pub(super) fn worth(self, position: &Position, mv: Move) -> Worth {
        let board = position.board();
        let (from, to) = (mv.from(), mv.to());
        let Some(role) = board.role_at(from) else {
            return Worth::Normal;
        };
        let pawn = role == Role::Pawn;
        let captures = board.occupied().has(to) || (pawn && from.file() != to.file());
        if position.turn() == self.winner {
            let pushes = pawn && !captures;
            if captures || pushes {
                return Worth::Reward;
            }
            return match role {
                Role::King => nearer(king_moves, from, to, self.winner_king),
                Role::Knight => nearer(knight_moves, from, to, self.winner_knight),
                _ => Worth::Normal,
            };
        }
        if self.needs_promotion {
            let spoils = matches!(mv.promoted(), Some(Role::Queen | Role::Rook));
            return if pawn && !spoils {
                Worth::Reward
            } else {
                Worth::Punish
            };
        }
        if captures {
            return Worth::Punish;
        }
        match role {
            Role::King => nearer(king_moves, from, to, self.loser_king),
            Role::Knight => nearer(knight_moves, from, to, self.loser_knight),
            _ => Worth::Normal,
        }
    }
}

/// How far bishops are from the corner, by moves past pawns that block each other.
#[derive(Clone, Debug)]
pub(super) struct Roads {
    moves: [u8; 64],
}

impl Roads {
    /// The ways on a board.
    pub(super) fn new(board: &Board, winner: Color) -> Roads {
        let white = board.of(Color::White, Role::Pawn).0;
        let black = board.of(Color::Black, Role::Pawn).0;
        let rams = white & black >> 8 | black & white << 8;
        let corner = Aim::new(board, winner).loser_king;
        let mut seen = attacks::king(corner) | Bitboard::of(corner);
        let mut last = seen;
        let mut moves = [u8::MAX; 64];
        let mut distance = 0;
        while last.any() {
            let mut next = Bitboard::EMPTY;
            for square in last {
                moves[square.index()] = distance;
                next |= attacks::bishop(square, Bitboard(rams)) & !Bitboard(rams);
            }
            last = next & !seen;
            seen |= next;
            distance += 1;
        }
        Roads { moves }
    }

    /// What is to be thought of a move that is thought of so without ways.
    pub(super) fn worth(
        &self,
        position: &Position,
        mv: Move,
        helping: bool,
        worth: Worth,
    ) -> Worth {
        let board = position.board();
        let (from, to) = (mv.from(), mv.to());
        let taken = board.role_at(to);
        match board.role_at(from) {
            Some(role)
                if helping
                    && taken.is_some()
                    && (role == Role::Pawn || taken == Some(Role::Pawn))
                    && board.occupied().count() > 5 =>
            {
                Worth::Reward
            }
            Some(Role::Bishop) if self.moves[to.index()] < self.moves[from.index()] => {
                Worth::Reward
            }
            _ => worth,
        }
    }
}

fn nearer(distance: fn(Square, Square) -> u8, from: Square, to: Square, aim: Square) -> Worth {
    if distance(to, aim) < distance(from, aim) {
        Worth::Reward
    } else {
        Worth::Normal
    }
}
