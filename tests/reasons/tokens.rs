//! Tokens that make illegal moves, or are worth a try: one function a way to spoil a game.

use shakmaty::attacks;
use shakmaty::san::San;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square,
};

use crate::castling;
use crate::claim::Kind;
use crate::scene::{Scene, checkers_after, double_step, moves_like_that};
use crate::verdict;

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

/// Captures by pawns of the empty square behind an enemy pawn at their side.
fn past_pawns(scene: &Scene<'_>) -> Vec<(Square, Square, Option<usize>)> {
    let board = scene.board();
    let them = scene.turn().other();
    let mut moves = Vec::new();
    for from in pawns(scene) {
        for to in attacks::pawn_attacks(scene.turn(), from) {
            let beside = Square::from_coords(to.file(), from.rank());
            if board.piece_at(to).is_none() && board.piece_at(beside) == Some(them.pawn()) {
                moves.push((from, to, double_step(scene, beside)));
            }
        }
    }
    moves
}

pub(crate) fn en_passant_late(scene: &Scene<'_>) -> Vec<String> {
    let late = |step: Option<usize>| step.is_some_and(|step| step + 1 < scene.ply);
    let moves = past_pawns(scene).into_iter();
    moves
        .filter(|&(.., step)| late(step))
        .map(|(from, to, _)| text(scene, from, to))
        .collect()
}

pub(crate) fn en_passant_exposes(scene: &Scene<'_>) -> Vec<String> {
    let moves = past_pawns(scene).into_iter();
    moves
        .filter(|&(from, to, _)| {
            verdict::passes(scene, from, to) && scene.checkers_after(from, to).any()
        })
        .map(|(from, to, _)| text(scene, from, to))
        .collect()
}

pub(crate) fn captures_nobody(scene: &Scene<'_>) -> Vec<String> {
    let past = past_pawns(scene);
    let stepped = |from, to| {
        let same = |past: &&(Square, Square, Option<usize>)| (past.0, past.1) == (from, to);
        past.iter().find(same).is_some_and(|past| past.2.is_some())
    };
    let mut tokens = Vec::new();
    for from in pawns(scene) {
        for to in attacks::pawn_attacks(scene.turn(), from) {
            let own_square = scene.position().maybe_ep_square() == Some(to);
            if scene.board().piece_at(to).is_none() && !stepped(from, to) && !own_square {
                tokens.push(text(scene, from, to));
            }
        }
    }
    tokens
}

/// Pawns straight ahead, one or two squares, no other pawn standing right behind the target.
pub(crate) fn straight(
    scene: &Scene<'_>,
    steps: i32,
    fits: impl Fn(Square) -> bool,
) -> Vec<String> {
    let (board, us) = (scene.board(), scene.turn());
    let step = us.fold_wb(8, -8);
    let mut tokens = Vec::new();
    for from in pawns(scene) {
        let near = from.offset(step);
        let doubled = steps == 2 && near.and_then(|at| board.piece_at(at)) == Some(us.pawn());
        if let Some(to) = from.offset(steps * step)
            && fits(to)
            && !doubled
        {
            tokens.push(text(scene, from, to));
        }
    }
    tokens
}

/// Whether nobody stands where a double step to this square would pass and end.
pub(crate) fn steps_freely(scene: &Scene<'_>, to: Square) -> bool {
    let back = scene.turn().fold_wb(-16, 16);
    let from = to.offset(back);
    from.is_some_and(|from| moves_like_that(scene.board(), from, to))
}

/// The texts of the legal pawn moves for which `fits`, without what the pawn becomes.
fn pawn_moves(scene: &Scene<'_>, fits: impl Fn(&Move) -> bool) -> Vec<String> {
    let moves = scene.position().legal_moves();
    let pawns = moves
        .iter()
        .filter(|mv| mv.role() == Role::Pawn && fits(mv));
    pawns
        .map(|mv| {
            let san = San::from_move(scene.position(), *mv).to_string();
            san.split('=').next().unwrap().to_owned()
        })
        .collect()
}

pub(crate) fn promotions(scene: &Scene<'_>, what: &str) -> Vec<String> {
    let texts = pawn_moves(scene, |mv| mv.is_promotion()).into_iter();
    texts.map(|text| text + what).collect()
}

pub(crate) fn promotion_early(scene: &Scene<'_>) -> Vec<String> {
    let mut texts = pawn_moves(scene, |mv| !mv.is_promotion());
    let moves = scene.position().legal_moves();
    let pieces = moves
        .iter()
        .filter(|mv| mv.role() != Role::Pawn && !mv.is_castle());
    texts.extend(pieces.map(|mv| format!("{}{}", mv.from().unwrap(), mv.to())));
    texts.into_iter().map(|text| text + "=Q").collect()
}
