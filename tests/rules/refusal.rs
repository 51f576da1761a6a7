//! Every reason for a refusal: its words, its article, and the moves that lead to it.

use std::collections::BTreeSet;

use chesstool::chess::refusal::{Refusal, RightLost};

use crate::game::Game;
use crate::{refusal_castling as castling, refusal_king as king, refusal_pawns as pawns};

/// Where it is played (see [`Game::of`]), the refused move, and the words of the refusal.
pub(crate) type Row = (&'static str, &'static str, &'static str);

fn refuse(row: &Row) -> Refusal {
    let (from, san, expected) = *row;
    let game = match from.strip_prefix("960 ") {
        Some(from) => Game::chess960(from),
        None => Game::of(from),
    };
    let refusal = game.refuse(san);
    assert_eq!(refusal.to_string(), expected, "{san} after {from}");
    refusal
}

pub(crate) fn check(rows: &[Row], law: &str) {
    for row in rows {
        assert_eq!(refuse(row).law(), law, "{row:?}");
    }
}

/// A number for each reason; a new one does not compile before it has a number here.
fn number(refusal: &Refusal) -> u32 {
    match refusal {
        Refusal::WrongSide(_) => 0,
        Refusal::NoSuchMan(_) => 1,
        Refusal::NoSuchManThere(..) => 2,
        Refusal::EmptySquare(_) => 3,
        Refusal::NotReached { .. } => 4,
        Refusal::PathBlocked { .. } => 5,
        Refusal::OwnManOnTarget(_) => 6,
        Refusal::KingIsTarget(_) => 7,
        Refusal::Pinned { .. } => 8,
        Refusal::KingIntoCheck { .. } => 9,
        Refusal::CheckUnanswered { and: None, .. } => 10,
        Refusal::CheckUnanswered { and: Some(_), .. } => 11,
        Refusal::EnPassantExposes { .. } => 12,
        Refusal::CastlingRightLost(_, _, RightLost::KingMoved(_)) => 13,
        Refusal::CastlingRightLost(_, _, RightLost::RookMoved(..)) => 14,
        Refusal::CastlingRightLost(_, _, RightLost::RookCaptured(..)) => 15,
        Refusal::CastlingRightLost(_, _, RightLost::NeverHad) => 16,
        Refusal::CastlingBlocked(..) => 17,
        Refusal::CastlingOutOfCheck(_) => 18,
        Refusal::CastlingThroughCheck(..) => 19,
        Refusal::CastlingIntoCheck(..) => 20,
        Refusal::PawnStraightCapture(..) => 21,
        Refusal::NothingToCapture(..) => 22,
        Refusal::DoubleStepBlocked(..) => 23,
        Refusal::DoubleStepTooLate(_) => 24,
        Refusal::EnPassantExpired(..) => 25,
        Refusal::PromotionMissing(_) => 26,
        Refusal::PromotionForbidden(..) => 27,
        Refusal::PromotionTo(_) => 28,
        Refusal::Ambiguous { .. } => 29,
        Refusal::EnemyMan(_) => 30,
        Refusal::CaptureOnOwnFile(_) => 31,
    }
}

#[test]
fn every_reason_has_a_row() {
    let tables: [&[Row]; 21] = [
        &WRONG_SIDE,
        &NOBODY,
        &NOT_REACHED.map(|(row, _)| row),
        &PATH_BLOCKED,
        &OWN_MAN,
        &king::IS_TARGET,
        &king::EXPOSED,
        &castling::RIGHT_LOST,
        &castling::BLOCKED,
        &castling::ATTACKED,
        &castling::CHESS960,
        &pawns::STRAIGHT_CAPTURE,
        &pawns::CAPTURE_ON_OWN_FILE,
        &pawns::NOTHING_TO_CAPTURE,
        &pawns::DOUBLE_STEP,
        &pawns::EN_PASSANT_EXPIRED,
        &pawns::EN_PASSANT_EXPOSES,
        &pawns::PROMOTION_MISSING,
        &pawns::PROMOTION_FORBIDDEN,
        &pawns::PROMOTION_TO,
        &AMBIGUOUS,
    ];
    let seen: BTreeSet<u32> = tables
        .into_iter()
        .flatten()
        .map(|row| number(&refuse(row)))
        .collect();
    assert!(seen.into_iter().eq(0..32));
}

const WRONG_SIDE: [Row; 6] = [
    (
        "e4",
        "Nf3",
        "it is Black's move, and only White could play this",
    ),
    (
        "e4",
        "d2d4",
        "it is Black's move, and only White could play this",
    ),
    (
        "",
        "e5",
        "it is White's move, and only Black could play this",
    ),
    (
        "",
        "e7e5",
        "it is White's move, and only Black could play this",
    ),
    (
        "4k3/8/8/2b5/8/8/8/7K w - - 0 1",
        "Bd4",
        "it is White's move, and only Black could play this",
    ),
    // Black could not play this either.
    (
        "",
        "e7e2",
        "the pawn on e7 is Black's, and it is White's move",
    ),
];

#[test]
fn wrong_side() {
    check(&WRONG_SIDE, "FIDE 1.2");
}

const NOBODY: [Row; 11] = [
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "Qd4",
        "White has no queen",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
        "Nf6",
        "Black has no knight",
    ),
    // Not even White could do this: the rook gives check, and a king is never captured.
    (
        "4k3/8/8/8/8/8/8/4RK2 b - - 0 1",
        "Rxe8",
        "Black has no rook",
    ),
    ("", "Nce4", "White has no knight on the c file"),
    ("", "N3d4", "White has no knight on rank 3"),
    ("", "Na1c2", "White has no knight on a1"),
    (
        "4k3/8/8/3p4/8/8/3P4/4K3 w - - 0 1",
        "exd5",
        "White has no pawn on the e file",
    ),
    (
        "4k3/8/8/3p4/8/8/3P4/4K3 w - - 0 1",
        "xd5",
        "White has no pawn on the files beside the target",
    ),
    ("", "e3e4", "nobody stands on e3"),
    ("", "e3-e4", "nobody stands on e3"),
    ("e4", "e5e4", "nobody stands on e5"),
];

#[test]
fn nobody_to_move() {
    check(&NOBODY, "FIDE 3.1");
}

const NOT_REACHED: [(Row, &str); 11] = [
    (
        (
            "",
            "Bb6",
            "none of White's bishops, on c1 and f1, reaches b6",
        ),
        "FIDE 3.2",
    ),
    (
        ("", "Rb3", "none of White's rooks, on a1 and h1, reaches b3"),
        "FIDE 3.3",
    ),
    (
        ("", "Qe3", "White's queen on d1 does not reach e3"),
        "FIDE 3.4",
    ),
    (
        ("e4", "Qe6", "Black's queen on d8 does not reach e6"),
        "FIDE 3.4",
    ),
    (
        (
            "",
            "Ne4",
            "none of White's knights, on b1 and g1, reaches e4",
        ),
        "FIDE 3.6",
    ),
    (
        (
            "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1",
            "Nh8",
            "none of White's knights, on b1, b3 and f3, reaches h8",
        ),
        "FIDE 3.6",
    ),
    (
        ("e4 d5", "e7", "White's pawn on e4 does not reach e7"),
        "FIDE 3.7",
    ),
    (
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
            "e3",
            "White's pawn on e4 does not reach e3",
        ),
        "FIDE 3.7",
    ),
    (
        ("", "Ke3", "White's king on e1 does not reach e3"),
        "FIDE 3.8",
    ),
    (
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "Kg1",
            "White's king on e1 does not reach g1",
        ),
        "FIDE 3.8",
    ),
    (
        (
            "4k3/8/8/8/4K2R/8/8/8 w - - 0 1",
            "e4g4",
            "White's king on e4 does not reach g4",
        ),
        "FIDE 3.8",
    ),
];

#[test]
fn not_reached() {
    for (row, law) in NOT_REACHED {
        check(&[row], law);
    }
}

const PATH_BLOCKED: [Row; 5] = [
    (
        "",
        "Bh6",
        "the way of the bishop on c1 to h6 is blocked by the pawn on d2",
    ),
    (
        "",
        "Qh5",
        "the way of the queen on d1 to h5 is blocked by the pawn on e2",
    ),
    (
        "4k3/8/8/8/P7/8/8/R3K3 w - - 0 1",
        "Ra7",
        "the way of the rook on a1 to a7 is blocked by the pawn on a4",
    ),
    (
        "4k3/8/8/2n5/8/2n5/8/2R1K3 w - - 0 1",
        "Rc8",
        "the way of the rook on c1 to c8 is blocked by the knight on c3",
    ),
    (
        "4k2r/8/7P/8/8/7P/8/4K3 b - - 0 1",
        "Rh1",
        "the way of the rook on h8 to h1 is blocked by the pawn on h6",
    ),
];

#[test]
fn path_blocked() {
    check(&PATH_BLOCKED, "FIDE 3.5");
}

const OWN_MAN: [Row; 6] = [
    ("", "Nd2", "White's own pawn stands on d2"),
    ("", "Ke2", "White's own pawn stands on e2"),
    ("e4", "Qxd7", "Black's own pawn stands on d7"),
    (
        "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1",
        "e4",
        "White's own knight stands on e4",
    ),
    (
        "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1",
        "exd5",
        "White's own knight stands on d5",
    ),
    (
        "4k3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "e1d1",
        "White's own rook stands on d1",
    ),
];

#[test]
fn own_man_on_target() {
    check(&OWN_MAN, "FIDE 3.1");
}

const AMBIGUOUS: [Row; 3] = [
    (
        "Nf3 Nf6 d4 d5",
        "Nd2",
        "the knights on b1 and f3 can both go to d2",
    ),
    (
        "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1",
        "Nd2",
        "the knights on b1, b3 and f3 can all go to d2",
    ),
    (
        "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
        "xd5",
        "the pawns on c4 and e4 can both go to d5",
    ),
];

#[test]
fn ambiguous() {
    check(&AMBIGUOUS, "FIDE C.10");
}
