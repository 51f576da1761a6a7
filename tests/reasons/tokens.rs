//! Tokens that make illegal moves, or are worth a try: one function a way to spoil a game.

mod pawns;

use shakmaty::attacks;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square,
};

use crate::castling;
use crate::claim::Kind;
use crate::scene::{Scene, checkers_after, moves_like_that};

pub(crate) use pawns::{
    captures_nobody, en_passant_exposes, en_passant_late, promotion_early, promotions,
    steps_freely, straight,
};

const PIECES: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// The rank of a square as the side to move counts them.
pub(crate) fn rank_of(scene: &Scene<'_>, at: Square) -> Rank {
    scene.turn().relative_rank(at.rank())
}

fn own(scene: &Scene<'_>) -> impl Iterator<Item = (Square, Piece)> {
    let men = scene.board().by_color(scene.turn()).into_iter();
    let board = scene.board();
    men.map(|from| (from, board.piece_at(from).unwrap()))
}

fn pawns(scene: &Scene<'_>) -> impl Iterator<Item = Square> {
    scene.board().by_piece(scene.turn().pawn()).into_iter()
}

/// The text of a man's move that leaves no doubt who is meant.
fn text(scene: &Scene<'_>, from: Square, to: Square) -> String {
    let board = scene.board();
    let man = board.piece_at(from).unwrap();
    let x = if board.piece_at(to).is_some() {
        "x"
    } else {
        ""
    };
    if man.role == Role::Pawn {
        let queen = if rank_of(scene, to) == Rank::Eighth {
            "=Q"
        } else {
            ""
        };
        return if from.file() == to.file() {
            format!("{to}{queen}")
        } else {
            format!("{}x{to}{queen}", from.file().char())
        };
    }
    let letter = man.role.upper_char();
    if board.by_piece(man).more_than_one() {
        format!("{letter}{from}{x}{to}")
    } else {
        format!("{letter}{x}{to}")
    }
}

/// The game's own next move, by another man of the kind.
pub(crate) fn moved_origin(scene: &Scene<'_>) -> Vec<String> {
    let Some(mv) = scene.game.plies.get(scene.ply).map(|ply| ply.mv) else {
        return Vec::new();
    };
    let (Some(from), to) = (mv.from(), mv.to()) else {
        return Vec::new();
    };
    if mv.is_castle() {
        return Vec::new();
    }
    if mv.role() == Role::Pawn {
        let others = File::ALL.into_iter().filter(|file| {
            mv.is_capture() && file.distance(to.file()) == 1 && *file != from.file()
        });
        return others.map(|file| format!("{}x{to}", file.char())).collect();
    }
    let letter = mv.role().upper_char();
    let x = if mv.is_capture() { "x" } else { "" };
    let files = File::ALL.into_iter().filter(|file| *file != from.file());
    let ranks = Rank::ALL.into_iter().filter(|rank| *rank != from.rank());
    files
        .map(File::char)
        .chain(ranks.map(Rank::char))
        .map(|origin| format!("{letter}{origin}{x}{to}"))
        .collect()
}

/// The game's own next move with another letter.
pub(crate) fn wrong_piece(scene: &Scene<'_>) -> Vec<String> {
    let Some(mv) = scene.game.plies.get(scene.ply).map(|ply| ply.mv) else {
        return Vec::new();
    };
    let x = if mv.is_capture() { "x" } else { "" };
    let others = PIECES.into_iter().filter(|role| *role != mv.role());
    others
        .map(|role| format!("{}{x}{}", role.upper_char(), mv.to()))
        .collect()
}

pub(crate) fn left_out(scene: &Scene<'_>) -> Vec<String> {
    let next = scene.game.plies.get(scene.ply + 1);
    next.map(|ply| ply.san.clone()).into_iter().collect()
}

pub(crate) fn again(scene: &Scene<'_>) -> Vec<String> {
    let last = scene.history().last();
    last.map(|ply| ply.san.clone()).into_iter().collect()
}

fn to_all(roles: &[Role]) -> Vec<String> {
    let to = |role: Role| {
        let letter = role.upper_char();
        Square::ALL.map(|to| format!("{letter}{to}"))
    };
    roles.iter().copied().flat_map(to).collect()
}

pub(crate) fn anywhere(_scene: &Scene<'_>) -> Vec<String> {
    to_all(&PIECES)
}

pub(crate) fn no_such_man(scene: &Scene<'_>) -> Vec<String> {
    let mut roles = PIECES.to_vec();
    roles.retain(|role| scene.board().by_piece(role.of(scene.turn())).is_empty());
    to_all(&roles)
}

/// `e2e4` from squares on which a colour, or nobody, stands.
pub(crate) fn squares(scene: &Scene<'_>, on: Option<Color>) -> Vec<String> {
    let board = scene.board();
    let from = |at: &Square| board.color_at(*at) == on;
    let tokens = |from: Square| {
        // Whether the other side could castle is not looked into.
        let theirs = on == Some(scene.turn().other()) && board.role_at(from) == Some(Role::King);
        let far = move |to: &Square| *to != from && !(theirs && to.distance(from) > 1);
        let to = Square::ALL.into_iter().filter(far);
        to.map(move |to| format!("{from}{to}"))
    };
    let all = Square::ALL.into_iter().filter(from);
    all.flat_map(tokens).collect()
}

/// Moves of pieces to squares which they see on an empty board.
fn on_empty(scene: &Scene<'_>) -> impl Iterator<Item = (Square, Square)> {
    own(scene)
        .filter(|(_, man)| man.role != Role::Pawn)
        .flat_map(|(from, man)| {
            let targets = attacks::attacks(from, man, Bitboard::EMPTY);
            targets.into_iter().map(move |to| (from, to))
        })
}

pub(crate) fn blocked(scene: &Scene<'_>) -> Vec<String> {
    let board = scene.board();
    let far = |&(from, to): &(Square, Square)| {
        board.color_at(to) != Some(scene.turn())
            && board.role_at(to) != Some(Role::King)
            && !moves_like_that(board, from, to)
    };
    let moves = on_empty(scene).filter(far);
    moves.map(|(from, to)| text(scene, from, to)).collect()
}

pub(crate) fn own_man(scene: &Scene<'_>) -> Vec<String> {
    let onto = |at: Square| scene.board().color_at(at) == Some(scene.turn());
    let captures = pawns(scene).flat_map(|from| {
        let targets = attacks::pawn_attacks(scene.turn(), from);
        targets.into_iter().map(move |to| (from, to))
    });
    let moves = on_empty(scene).chain(captures).filter(|&(_, to)| onto(to));
    moves.map(|(from, to)| text(scene, from, to)).collect()
}

pub(crate) fn king_taken(scene: &Scene<'_>) -> Vec<String> {
    let king = scene.board().king_of(scene.turn().other()).unwrap();
    let moves = on_empty(scene).filter(|&(_, to)| to == king);
    moves.map(|(from, to)| text(scene, from, to)).collect()
}

pub(crate) fn ambiguous(scene: &Scene<'_>) -> Vec<String> {
    let moves = scene.position().legal_moves();
    let same = |one: &Move, two: &Move| {
        one.role() == two.role() && one.to() == two.to() && one.from() != two.from()
    };
    let twice = moves.iter().filter(|mv| {
        mv.role() != Role::Pawn && !mv.is_castle() && moves.iter().any(|other| same(mv, other))
    });
    twice
        .map(|mv| {
            let x = if mv.is_capture() { "x" } else { "" };
            format!("{}{x}{}", mv.role().upper_char(), mv.to())
        })
        .collect()
}

/// Moves that are right but for the own king, with the men who then attack him; en passant left out.
fn unsafe_moves(scene: &Scene<'_>) -> Vec<(Square, Square, Bitboard)> {
    let board = scene.board();
    let mut moves = Vec::new();
    for (from, man) in own(scene).filter(|(_, man)| man.role != Role::King) {
        for to in Square::ALL {
            if moves_like_that(board, from, to) && board.role_at(to) != Some(Role::King) {
                let by = checkers_after(board, man.color, from, to);
                if by.any() {
                    moves.push((from, to, by));
                }
            }
        }
    }
    moves
}

/// Moves that leave or put the own king in check where so many men give check already.
pub(crate) fn exposing(scene: &Scene<'_>, checks: usize) -> Vec<String> {
    let before = scene.position().checkers();
    if before.count() != checks {
        return Vec::new();
    }
    let moves = unsafe_moves(scene).into_iter();
    moves
        .filter(|&(_, _, by)| before.is_empty() || (by & before).any())
        .map(|(from, to, _)| text(scene, from, to))
        .collect()
}

pub(crate) fn pinned_in_check(scene: &Scene<'_>) -> Vec<String> {
    let before = scene.position().checkers();
    if before.is_empty() {
        return Vec::new();
    }
    let moves = unsafe_moves(scene).into_iter();
    moves
        .filter(|&(_, _, by)| (by & !before).any())
        .map(|(from, to, _)| text(scene, from, to))
        .collect()
}

pub(crate) fn null_in_check(scene: &Scene<'_>) -> Vec<String> {
    if scene.position().is_check() {
        vec!["--".to_owned()]
    } else {
        Vec::new()
    }
}

/// The king's steps onto attacked squares, or onto those that the other king alone attacks.
pub(crate) fn king_step(scene: &Scene<'_>, by_king: bool) -> Vec<String> {
    let (board, us, king) = (scene.board(), scene.turn(), scene.king());
    let theirs = Bitboard::from_square(board.king_of(us.other()).unwrap());
    attacks::king_attacks(king)
        .into_iter()
        .filter(|&to| board.color_at(to) != Some(us))
        .filter(|&to| {
            let by = checkers_after(board, us, king, to);
            if by_king { by == theirs } else { by.any() }
        })
        .map(|to| text(scene, king, to))
        .collect()
}

const WINGS: [(CastlingSide, &str); 2] = [
    (CastlingSide::KingSide, "O-O"),
    (CastlingSide::QueenSide, "O-O-O"),
];

fn castling_where(scene: &Scene<'_>, fits: impl Fn(&[Kind]) -> bool) -> Vec<String> {
    let fitting = WINGS
        .into_iter()
        .filter(|(side, _)| fits(&castling::kinds(scene, *side)));
    fitting.map(|(_, token)| token.to_owned()).collect()
}

/// Castling against which this one reason is true.
pub(crate) fn castling_for(scene: &Scene<'_>, kind: Kind) -> Vec<String> {
    castling_where(scene, |kinds| kinds == [kind])
}

pub(crate) fn castling_for_several(scene: &Scene<'_>) -> Vec<String> {
    castling_where(scene, |kinds| kinds.len() > 1)
}

pub(crate) fn castling_by_squares(scene: &Scene<'_>) -> Vec<String> {
    let king = scene.king();
    if rank_of(scene, king) != Rank::First {
        return Vec::new();
    }
    let targets = Square::ALL.into_iter().filter(|to| {
        let jump = to.file().distance(king.file()) == 2;
        let rook = scene.board().piece_at(*to) == Some(scene.turn().rook());
        let target = matches!(to.file(), File::C | File::G) && *to != king;
        to.rank() == king.rank() && (jump || rook || target)
    });
    targets.map(|to| format!("{king}{to}")).collect()
}

pub(crate) fn castling_in_chess960(scene: &Scene<'_>) -> Vec<String> {
    if scene.game.mode() != CastlingMode::Chess960 {
        return Vec::new();
    }
    castling_where(scene, |kinds| !kinds.is_empty())
}
