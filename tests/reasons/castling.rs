//! Castling, looked at step by step: the right, the squares between, the attacked squares.

use shakmaty::{Bitboard, CastlingSide, Color, Position, Role, Square};

use crate::claim::{Claim, Kind};
use crate::scene::Scene;

/// The first move of the game that cost the side its right, as its index; `None` if it never had it.
fn lost(scene: &Scene<'_>, side: CastlingSide) -> Option<usize> {
    let has = |ply: usize| scene.game.before(ply).castles().has(scene.turn(), side);
    has(0).then(|| (0..scene.ply).find(|&ply| !has(ply + 1)).unwrap())
}

/// The kinds of reason against castling, all of them that are true.
pub(crate) fn kinds(scene: &Scene<'_>, side: CastlingSide) -> Vec<Kind> {
    let position = scene.position();
    let us = scene.turn();
    if !position.castles().has(us, side) {
        let Some(ply) = lost(scene, side) else {
            return vec![Kind::NeverHad];
        };
        let played = &scene.game.plies[ply];
        return if played.before.turn() != us {
            vec![Kind::RookCaptured]
        } else if played.mv.role() == Role::King {
            vec![Kind::KingMoved]
        } else {
            vec![Kind::RookMoved]
        };
    }
    let mut kinds = Vec::new();
    if position.is_check() {
        kinds.push(Kind::CastlingOutOfCheck);
    }
    if (position.castles().path(us, side) & position.board().occupied()).any() {
        kinds.push(Kind::CastlingBlocked);
    }
    let target = side.king_to(us);
    if way(scene, side).any(|at| at != target && attackers(scene, side, at).any()) {
        kinds.push(Kind::CastlingThroughCheck);
    }
    if attackers(scene, side, target).any() {
        kinds.push(Kind::CastlingIntoCheck);
    }
    kinds
}

/// The squares that the king passes, his target included.
fn way(scene: &Scene<'_>, side: CastlingSide) -> impl Iterator<Item = Square> {
    let (king, target) = (scene.king(), side.king_to(scene.turn()));
    let (low, high) = (king.min(target), king.max(target));
    Square::ALL
        .into_iter()
        .filter(move |&at| low <= at && at <= high && at != king)
}

/// Who attacks a square of the king's way; on the last one the rook stands beside him.
fn attackers(scene: &Scene<'_>, side: CastlingSide, at: Square) -> Bitboard {
    let us = scene.turn();
    let mut board = scene.board().clone();
    board.discard_piece_at(scene.king());
    if at == side.king_to(us)
        && let Some(rook) = scene.position().castles().rook(us, side)
    {
        board.discard_piece_at(rook);
        board.set_piece_at(side.rook_to(us), us.rook());
    }
    board.attacks_to(at, us.other(), board.occupied())
}

/// The clauses about castling that are false.
pub(crate) fn false_clauses(
    scene: &Scene<'_>,
    side: CastlingSide,
    claim: &Claim<'_>,
) -> Vec<&'static str> {
    let us = scene.turn();
    let board = scene.board();
    let named = |gap| claim.word(gap) == wing_name(side);
    let man = |role: usize, at: usize, color: Color| {
        claim.square(at).is_some_and(|at| {
            board.color_at(at) == Some(color) && board.role_at(at) == claim.role(role)
        })
    };
    let mut faults = Vec::new();
    let mut expect = |what, right: bool| {
        if !right {
            faults.push(what);
        }
    };
    match claim.kind {
        Kind::KingMoved | Kind::RookMoved | Kind::RookCaptured | Kind::NeverHad => {
            expect("who may not castle", claim.word(0) == scene.turn_name());
            expect("the wing", named(1));
            let start = scene.game.before(0);
            if claim.kind == Kind::NeverHad {
                expect("the first position", !start.castles().has(us, side));
                return faults;
            }
            let Some(ply) = lost(scene, side) else {
                return vec!["the right, which there never was"];
            };
            let first = if claim.kind == Kind::KingMoved { 2 } else { 3 };
            if first == 3 {
                let rook = start.castles().rook(us, side);
                expect("the rook's square", claim.square(2) == rook);
                let mv = scene.game.plies[ply].mv;
                let touched = match claim.kind {
                    Kind::RookMoved => mv.from(),
                    _ => Some(mv.to()),
                };
                expect("the rook's fate", touched == rook);
            }
            expect(
                "the move that cost the right",
                is_played(scene, claim, first, ply),
            );
        }
        Kind::CastlingBlocked => {
            let path = scene.position().castles().path(us, side) & board.occupied();
            let nearest = path.into_iter().min_by_key(|at| at.distance(scene.king()));
            expect("the man in the way", claim.square(1) == nearest);
            let role = claim.square(1).and_then(|at| board.role_at(at));
            expect("who is in the way", claim.role(0) == role);
            expect("the wing", named(2));
        }
        Kind::CastlingOutOfCheck => {
            expect("who gives check", man(0, 1, us.other()));
            let checkers = scene.position().checkers();
            let by = claim.square(1);
            expect("the check", by.is_some_and(|by| checkers.contains(by)));
        }
        Kind::CastlingThroughCheck | Kind::CastlingIntoCheck => {
            let Some((at, by)) = claim.square(0).zip(claim.square(2)) else {
                return vec!["the squares"];
            };
            expect("who attacks", man(1, 2, us.other()));
            expect("the attack", attackers(scene, side, at).contains(by));
            let last = at == side.king_to(us);
            expect(
                "the end of the way",
                last == (claim.kind == Kind::CastlingIntoCheck),
            );
            expect(
                "the way",
                last || way(scene, side).any(|square| square == at),
            );
            let nearer = |square: &Square| {
                square.distance(scene.king()) < at.distance(scene.king())
                    && attackers(scene, side, *square).any()
            };
            expect(
                "an earlier square",
                way(scene, side).all(|square| !nearer(&square)),
            );
        }
        _ => faults.push("a reason that is not about castling"),
    }
    faults
}

/// Whether the gaps from `first` on (number, move, ply) are the game's move with this index.
pub(crate) fn is_played(scene: &Scene<'_>, claim: &Claim<'_>, first: usize, ply: usize) -> bool {
    let played = &scene.game.plies[ply];
    let dots = played.before.turn().fold_wb(".", "...");
    claim.word(first) == format!("{}{dots}", scene.number(ply))
        && claim.word(first + 1) == played.san
        && claim.number(first + 2) == Some(ply + 1)
}

fn wing_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "king",
        CastlingSide::QueenSide => "queen",
    }
}
