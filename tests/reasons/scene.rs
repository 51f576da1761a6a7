//! A position of a game, and what the board says of moves there; squares are walked with shakmaty's tables.

use std::fmt::Write as _;

use shakmaty::attacks;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role,
    Square,
};

use crate::games::{Game, Ply};
use crate::token::Go;

/// Where a game is spoilt.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Game,
    /// How many moves have been played.
    pub(crate) ply: usize,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(game: &'a Game, ply: usize) -> Scene<'a> {
        Scene { game, ply }
    }

    pub(crate) fn position(&self) -> &'a Chess {
        self.game.before(self.ply)
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.position().board()
    }

    pub(crate) fn turn(&self) -> Color {
        self.position().turn()
    }

    pub(crate) fn turn_name(&self) -> &'static str {
        color_name(self.turn())
    }

    pub(crate) fn king(&self) -> Square {
        self.board().king_of(self.turn()).unwrap()
    }

    pub(crate) fn history(&self) -> &'a [Ply] {
        &self.game.plies[..self.ply]
    }

    pub(crate) fn fen(&self) -> String {
        Fen::from_position(self.position(), EnPassantMode::Legal).to_string()
    }

    /// The number of a move of the game, or of the one behind its last.
    pub(crate) fn number(&self, ply: usize) -> u32 {
        self.game.before(ply).fullmoves().get()
    }

    /// Men of the side to move, of the role and on the squares that the text names.
    pub(crate) fn men(&self, go: Go) -> Vec<Square> {
        men(self.board(), self.turn(), go)
    }

    /// Who gives check after a man has gone where he may not.
    pub(crate) fn checkers_after(&self, from: Square, to: Square) -> Bitboard {
        checkers_after(self.board(), self.turn(), from, to)
    }

    /// The game up to here with a token behind it.
    pub(crate) fn pgn(&self, name: &str, token: &str) -> String {
        let mut text = format!("[Event \"{name}\"]\n");
        let start = self.game.before(0);
        if *start != Chess::default() {
            if self.game.mode() == CastlingMode::Chess960 {
                text += "[Variant \"Chess960\"]\n";
            }
            let fen = Fen::from_position(start, EnPassantMode::Legal);
            writeln!(text, "[FEN \"{fen}\"]").unwrap();
        }
        text.push('\n');
        let sans = self.history().iter().map(|ply| ply.san.as_str());
        for (ply, san) in sans.chain([token]).enumerate() {
            if self.game.before(ply).turn() == Color::White {
                write!(text, "{}. ", self.number(ply)).unwrap();
            }
            text += san;
            text.push(if ply % 12 == 11 { '\n' } else { ' ' });
        }
        text += "*\n\n";
        text
    }
}

pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Men of a colour, of the role and on the squares that the text names.
pub(crate) fn men(board: &Board, color: Color, go: Go) -> Vec<Square> {
    let role = match (go.role, go.file, go.rank) {
        (Some(role), ..) => role,
        (None, Some(file), Some(rank)) => match board.role_at(Square::from_coords(file, rank)) {
            Some(role) => role,
            None => return Vec::new(),
        },
        _ => unreachable!("`e2e4` names a square"),
    };
    let all = board.by_piece(Piece { color, role });
    all.into_iter().filter(|&from| go.names(from)).collect()
}

/// Whether the man moves like that, own king and promotion aside; en passant is not looked at.
pub(crate) fn moves_like_that(board: &Board, from: Square, to: Square) -> bool {
    let Some(man) = board.piece_at(from) else {
        return false;
    };
    if board.color_at(to) == Some(man.color) {
        return false;
    }
    let free = |square: Option<Square>| square.is_some_and(|at| board.piece_at(at).is_none());
    if man.role != Role::Pawn {
        return attacks::attacks(from, man, board.occupied()).contains(to);
    }
    if from.file() != to.file() {
        return board.piece_at(to).is_some() && attacks::pawn_attacks(man.color, from).contains(to);
    }
    let step = man.color.fold_wb(8, -8);
    let home = from.rank() == man.color.relative_rank(Rank::Second);
    free(Some(to))
        && (from.offset(step) == Some(to)
            || (home && from.offset(2 * step) == Some(to) && free(from.offset(step))))
}

/// Who attacks the king of a man's colour after the man has gone to a square, taking what is there or,
/// where a pawn goes askew to an empty square, the pawn beside.
pub(crate) fn checkers_after(board: &Board, us: Color, from: Square, to: Square) -> Bitboard {
    let mut after = board.clone();
    let man = after.remove_piece_at(from).unwrap();
    if man.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
        after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    after.set_piece_at(to, man);
    let king = after.king_of(us).unwrap();
    after.attacks_to(king, us.other(), after.occupied())
}

/// How many moves of the other side the text would fit if that side had the move.
pub(crate) fn others(scene: &Scene<'_>, go: Go) -> usize {
    let (board, them) = (scene.board(), scene.turn().other());
    let fits = |&from: &Square| {
        let pawn = board.role_at(from) == Some(Role::Pawn);
        let last = go.to.rank() == them.relative_rank(Rank::Eighth);
        let promotes = match go.promotion {
            Some(role) => pawn && last && role != Role::King && role != Role::Pawn,
            None => !(pawn && last),
        };
        promotes
            && board.role_at(go.to) != Some(Role::King)
            && moves_like_that(board, from, go.to)
            && checkers_after(board, them, from, go.to).is_empty()
    };
    men(board, them, go)
        .iter()
        .filter(|from| fits(from))
        .count()
}

/// The double step with which a pawn came to a square, as the index of its move.
pub(crate) fn double_step(scene: &Scene<'_>, at: Square) -> Option<usize> {
    let arrived = |ply: &Ply| ply.mv.to() == at && !ply.mv.is_castle();
    let index = scene.history().iter().rposition(arrived)?;
    let mv = scene.history()[index].mv;
    let from = mv.from()?;
    let double = matches!(
        mv,
        Move::Normal {
            role: Role::Pawn,
            ..
        }
    ) && from.rank().distance(at.rank()) == 2;
    double.then_some(index)
}
