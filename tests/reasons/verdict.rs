//! Which kinds of reason are true of a refused move and name what stands nearest to its being legal.

use shakmaty::attacks;
use shakmaty::{Bitboard, CastlingMode, CastlingSide, Position, Rank, Role, Square};

use crate::castling;
use crate::claim::Kind;
use crate::scene::{Scene, double_step, moves_like_that, others};
use crate::token::{Go, Token};

/// The kinds of reason that may be stated for a refused move.
pub(crate) fn kinds(scene: &Scene<'_>, token: Token) -> Vec<Kind> {
    match token {
        Token::Null if scene.position().checkers().more_than_one() => vec![Kind::DoubleCheck],
        Token::Null => vec![Kind::Check],
        Token::Castle(side) => castling::kinds(scene, side),
        Token::Go(go) => match castles(scene, go) {
            Some(side) => castling::kinds(scene, side),
            None => going(scene, token, go),
        },
    }
}

/// The wing, if `e1g1` is castling: from the king's square two files on (in Chess960: to the square where
/// castling brings him), or onto the rook with whom he could castle, had he the right.
pub(crate) fn castles(scene: &Scene<'_>, go: Go) -> Option<CastlingSide> {
    let king = scene.king();
    let home = scene.turn().backrank();
    let named = go.role.is_none() && go.names(king) && go.promotion.is_none();
    let side = CastlingSide::from_king_side(go.to > king);
    let own = scene.position().castles().rook(scene.turn(), side);
    let rook = scene.board().piece_at(go.to) == Some(scene.turn().rook())
        && own.is_none_or(|own| own == go.to);
    let far = king.distance(go.to) > 1;
    let meant = match scene.game.mode() {
        CastlingMode::Chess960 => rook || (far && go.to == side.king_to(scene.turn())),
        CastlingMode::Standard => (far && rook) || king.file().distance(go.to.file()) == 2,
    };
    let is_castling = named && king.rank() == home && go.to.rank() == home && meant;
    is_castling.then_some(side)
}

fn going(scene: &Scene<'_>, token: Token, go: Go) -> Vec<Kind> {
    let (board, us) = (scene.board(), scene.turn());
    if token.legal(scene.position()).len() > 1 {
        return vec![Kind::Ambiguous];
    }
    if go.role.is_none() {
        let from = Square::from_coords(go.file.unwrap(), go.rank.unwrap());
        match board.color_at(from) {
            None => return vec![Kind::EmptySquare],
            Some(color) if color != us => {
                return match others(scene, go) {
                    0 => vec![Kind::EnemyMan],
                    _ => vec![Kind::WrongSide],
                };
            }
            Some(_) => {}
        }
    }
    let men = scene.men(go);
    let Some(&first) = men.first() else {
        let any = Go {
            file: None,
            rank: None,
            ..go
        };
        let nobody = if scene.men(any).is_empty() {
            Kind::NoMan
        } else {
            Kind::NoManThere
        };
        return or_wrong_side(scene, go, nobody);
    };
    let role = board.role_at(first).unwrap();
    if role == Role::Pawn {
        return pawn(scene, go, &men);
    }
    if go.promotion.is_some() {
        return vec![Kind::PromotionForbidden];
    }
    let empty = |from: &Square| {
        let man = board.piece_at(*from).unwrap();
        attacks::attacks(*from, man, Bitboard::EMPTY).contains(go.to)
    };
    let near: Vec<Square> = men.iter().copied().filter(empty).collect();
    if near.is_empty() {
        return if men.contains(&go.to) {
            vec![Kind::OwnMan]
        } else {
            or_wrong_side(scene, go, Kind::NotReached)
        };
    }
    if let Some(kind) = on_target(scene, go.to) {
        return vec![kind];
    }
    let free: Vec<Square> = (near.iter().copied())
        .filter(|&from| moves_like_that(board, from, go.to))
        .collect();
    match free.first() {
        None => vec![Kind::Blocked],
        Some(_) if role == Role::King => vec![Kind::KingIntoCheck],
        Some(_) => exposing(scene, &free, go.to),
    }
}

/// That only the other side could play it, if so; else the kind given.
fn or_wrong_side(scene: &Scene<'_>, go: Go, kind: Kind) -> Vec<Kind> {
    match others(scene, go) {
        0 => vec![kind],
        1 => vec![Kind::WrongSide],
        _ => vec![Kind::WrongSide, kind],
    }
}

fn on_target(scene: &Scene<'_>, to: Square) -> Option<Kind> {
    let man = scene.board().piece_at(to)?;
    if man.color == scene.turn() {
        Some(Kind::OwnMan)
    } else if man.role == Role::King {
        Some(Kind::KingTaken)
    } else {
        None
    }
}

/// What the own king has against the moves of these men, who all could go otherwise.
///
/// A check that stays unanswered concerns them all; a pin is named where there is nothing else.
fn exposing(scene: &Scene<'_>, men: &[Square], to: Square) -> Vec<Kind> {
    let before = scene.position().checkers();
    let staying = |&from: &Square| scene.checkers_after(from, to) & before;
    match men.iter().map(staying).map(Bitboard::count).max() {
        Some(0) | None => vec![Kind::Pinned],
        Some(1) => vec![Kind::Check],
        Some(_) => vec![Kind::DoubleCheck],
    }
}

fn pawn(scene: &Scene<'_>, go: Go, men: &[Square]) -> Vec<Kind> {
    let (board, us, to) = (scene.board(), scene.turn(), go.to);
    let capturing = |from: &&Square| attacks::pawn_attacks(us, **from).contains(to);
    let step = us.fold_wb(-8, 8);
    let behind = |steps: i32| to.offset(step * steps).filter(|from| men.contains(from));
    let from = if let Some(&from) = men.iter().find(capturing) {
        if let Some(kind) = on_target(scene, to) {
            return vec![kind];
        }
        if board.piece_at(to).is_none() && !passes(scene, from, to) {
            let beside = Square::from_coords(to.file(), from.rank());
            let enemy = board.piece_at(beside) == Some(us.other().pawn());
            return match double_step(scene, beside) {
                Some(_) if enemy => vec![Kind::EnPassantExpired],
                _ => vec![Kind::NothingToCapture],
            };
        }
        from
    } else if let Some(from) = behind(1) {
        match board.color_at(to) {
            Some(color) if color == us => return vec![Kind::OwnMan],
            Some(_) => return vec![Kind::StraightCapture],
            None => from,
        }
    } else if let Some(from) = behind(2) {
        if from.rank() != us.relative_rank(Rank::Second) {
            return vec![Kind::TwoStepsLate];
        }
        if !moves_like_that(board, from, to) {
            return vec![Kind::TwoStepsBlocked];
        }
        from
    } else {
        return or_wrong_side(scene, go, Kind::NotReached);
    };
    if scene.checkers_after(from, to).any() {
        let staying = scene.checkers_after(from, to) & scene.position().checkers();
        if staying.is_empty() && board.piece_at(to).is_none() && from.file() != to.file() {
            // With its own square left as it is, the pawn itself shields nothing: both pawns do.
            return vec![Kind::EnPassantExposes];
        }
        return exposing(scene, &[from], to);
    }
    match go.promotion {
        None => vec![Kind::PromotionMissing],
        Some(Role::King | Role::Pawn) if to.rank() == us.relative_rank(Rank::Eighth) => {
            vec![Kind::PromotionTo]
        }
        Some(_) => vec![Kind::PromotionForbidden],
    }
}

/// Whether the last move was a double step that a pawn on `from` may take on `to`.
pub(crate) fn passes(scene: &Scene<'_>, from: Square, to: Square) -> bool {
    let beside = Square::from_coords(to.file(), from.rank());
    if scene.ply == 0 {
        return scene.position().maybe_ep_square() == Some(to);
    }
    double_step(scene, beside) == Some(scene.ply - 1)
}
