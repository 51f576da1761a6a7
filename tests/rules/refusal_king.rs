//! Reasons that concern the king: never captured, never left or put in check.

use crate::refusal::{Row, check};

pub(crate) const IS_TARGET: [Row; 2] = [
    (
        "3k4/3p4/8/8/8/8/8/3QK3 w - - 0 1",
        "Qxd8",
        "the king on d8 can be checked but never captured",
    ),
    (
        "4k3/8/8/8/1b6/2P5/8/4K3 b - - 0 1",
        "Bxe1",
        "the king on e1 can be checked but never captured",
    ),
];

#[test]
fn king_is_target() {
    check(&IS_TARGET, "FIDE 1.4.1");
}

pub(crate) const EXPOSED: [Row; 15] = [
    (
        "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "Rf2",
        "the rook on e2 is pinned to the king on e1 by the rook on e8",
    ),
    (
        "d4 e6 Nc3 Bb4",
        "Ne4",
        "the knight on c3 is pinned to the king on e1 by the bishop on b4",
    ),
    (
        "6k1/8/8/8/8/q2PK3/8/8 w - - 0 1",
        "d4",
        "the pawn on d3 is pinned to the king on e3 by the queen on a3",
    ),
    (
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
        "Kxg7",
        "the king would be in check on g7 from the king on f6",
    ),
    (
        "8/8/8/4k3/8/4K3/8/8 w - - 0 1",
        "Ke4",
        "the king would be in check on e4 from the king on e5",
    ),
    (
        "4k3/8/8/3p4/8/4K3/8/8 w - - 0 1",
        "Ke4",
        "the king would be in check on e4 from the pawn on d5",
    ),
    // The king cannot hide in his own shadow.
    (
        "4r1k1/8/8/8/4K3/8/8/8 w - - 0 1",
        "Ke3",
        "the king would be in check on e3 from the rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/8/8/R3KB2 w - - 0 1",
        "Rb1",
        "the king on e1 would stay in check from the rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1",
        "a4",
        "the king on e1 would stay in check from the rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
        "--",
        "the king on e1 would stay in check from the rook on e8",
    ),
    (
        "4b2k/3p4/8/4P3/K7/8/8/8 b - - 0 1 | d5",
        "exd6",
        "the king on a4 would stay in check from the bishop on e8",
    ),
    (
        "4r1k1/8/8/8/1b6/8/8/R3KB2 w - - 0 1",
        "Bg2",
        "the king on e1 would stay in check from the bishop on b4 and the rook on e8",
    ),
    // One of two checks is shut out, the other one stays.
    (
        "4r1k1/8/8/8/1b6/8/8/R3KB2 w - - 0 1",
        "Be2",
        "the king on e1 would stay in check from the bishop on b4",
    ),
    (
        "4r1k1/8/8/8/1b6/P7/8/4K3 w - - 0 1",
        "axb4",
        "the king on e1 would stay in check from the rook on e8",
    ),
    (
        "4k3/8/8/8/7B/8/8/4RK2 b - - 0 1 | Kd7 Re7",
        "--",
        "the king on d7 would stay in check from the rook on e7",
    ),
];

#[test]
fn king_exposed() {
    check(&EXPOSED, "FIDE 3.9.2");
}
