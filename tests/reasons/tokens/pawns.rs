//! The same for pawns: en passant, captures of nobody, steps straight ahead, promotions.

use shakmaty::attacks;
use shakmaty::san::San;
use shakmaty::{Move, Position, Role, Square};

use crate::scene::{Scene, double_step, moves_like_that};
use crate::tokens::{pawns, text};
use crate::verdict;

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
