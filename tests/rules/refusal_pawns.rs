//! Reasons that concern pawns alone: straight captures, double steps, en passant, promotion.

use crate::refusal::{Row, check};

pub(crate) const STRAIGHT_CAPTURE: [Row; 4] = [
    (
        "e4 e5",
        "e5",
        "the pawn on e4 cannot capture straight ahead, where the pawn stands on e5",
    ),
    (
        "e4 e5",
        "exe5",
        "the pawn on e4 cannot capture straight ahead, where the pawn stands on e5",
    ),
    (
        "e4 e5 a3",
        "e5e4",
        "the pawn on e5 cannot capture straight ahead, where the pawn stands on e4",
    ),
    (
        "8/8/4k3/4P3/8/8/8/4K3 w - - 0 1",
        "e6",
        "the pawn on e5 cannot capture straight ahead, where the king stands on e6",
    ),
];

#[test]
fn straight_capture() {
    check(&STRAIGHT_CAPTURE, "FIDE 3.7.1");
}

pub(crate) const CAPTURE_ON_OWN_FILE: [Row; 7] = [
    ("", "exe4", ON_E4),
    ("", "e2xe4", ON_E4),
    ("", "e2:e4+", ON_E4),
    ("", "Pexe4", ON_E4),
    ("", "Pe2xe4", ON_E4),
    (
        "e4 e5 a3",
        "axa6",
        "a pawn captures diagonally, so no pawn on the a file captures on a6",
    ),
    (
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "exe8=Q",
        "a pawn captures diagonally, so no pawn on the e file captures on e8",
    ),
];

const ON_E4: &str = "a pawn captures diagonally, so no pawn on the e file captures on e4";

#[test]
fn capture_on_the_own_file() {
    check(&CAPTURE_ON_OWN_FILE, "FIDE 3.7.3");
}

pub(crate) const NOTHING_TO_CAPTURE: [Row; 5] = [
    ("", "exd3", "the pawn on e2 has nothing to capture on d3"),
    ("", "xd3", "the pawn on c2 has nothing to capture on d3"),
    // The pawn came to d5 by single steps.
    (
        "e4 d6 e5 h6 a3 d5",
        "exd6",
        "the pawn on e5 has nothing to capture on d6",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "exd6",
        "the pawn on e5 has nothing to capture on d6",
    ),
    // Only pawns are taken in passing.
    (
        "3rk3/8/8/4P3/8/8/8/K7 b - - 0 1 | Rd5",
        "exd6",
        "the pawn on e5 has nothing to capture on d6",
    ),
];

#[test]
fn nothing_to_capture() {
    check(&NOTHING_TO_CAPTURE, "FIDE 3.7.3");
}

pub(crate) const DOUBLE_STEP: [Row; 6] = [
    (
        "4k3/8/8/8/8/4n3/4P3/7K w - - 0 1",
        "e4",
        "the double step of the pawn on e2 is blocked by the knight on e3",
    ),
    (
        "4k3/8/8/8/4n3/8/4P3/7K w - - 0 1",
        "e4",
        "the double step of the pawn on e2 is blocked by the knight on e4",
    ),
    (
        "Nc3 a6",
        "c4",
        "the double step of the pawn on c2 is blocked by the knight on c3",
    ),
    (
        "a3 Nc6 a4",
        "c5",
        "the double step of the pawn on c7 is blocked by the knight on c6",
    ),
    (
        "e3 e6",
        "e5",
        "the pawn on e3 has left its first square and moves one square at a time",
    ),
    (
        "e4 d6 a3",
        "d4",
        "the pawn on d6 has left its first square and moves one square at a time",
    ),
];

#[test]
fn double_step() {
    check(&DOUBLE_STEP, "FIDE 3.7.2");
}

pub(crate) const EN_PASSANT_EXPIRED: [Row; 4] = [
    (
        "e4 a6 e5 d5 Nf3 h6",
        "exd6",
        "the pawn on d5 could be taken en passant only right after 2... d5 (ply 4)",
    ),
    (
        "a3 d5 a4 d4 c4 Nf6 a5",
        "dxc3",
        "the pawn on c4 could be taken en passant only right after 3. c4 (ply 5)",
    ),
    (
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 20 | d5 Kd1 Kd8",
        "exd6",
        "the pawn on d5 could be taken en passant only right after 20... d5 (ply 1)",
    ),
    (
        "e4 a6 e5 d5 -- --",
        "exd6",
        "the pawn on d5 could be taken en passant only right after 2... d5 (ply 4)",
    ),
];

#[test]
fn en_passant_expired() {
    check(&EN_PASSANT_EXPIRED, "FIDE 3.7.3.2");
}

pub(crate) const EN_PASSANT_EXPOSES: [Row; 4] = [
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "exd6",
        "capturing en passant would expose the king on a5 to the rook on h5",
    ),
    (
        "8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1 | d5",
        "exd6",
        "capturing en passant would expose the king on a5 to the rook on h5",
    ),
    (
        "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1 | d5",
        "exd6",
        "capturing en passant would expose the king on e1 to the rook on e8",
    ),
    (
        "8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1",
        "dxe3",
        "capturing en passant would expose the king on h4 to the rook on a4",
    ),
];

#[test]
fn en_passant_exposes() {
    check(&EN_PASSANT_EXPOSES, "FIDE 3.9.2");
}

pub(crate) const PROMOTION_MISSING: [Row; 4] = [
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a8",
        "the pawn that reaches a8 must become a queen, a rook, a bishop or a knight",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        "the pawn that reaches a8 must become a queen, a rook, a bishop or a knight",
    ),
    (
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "axb8",
        "the pawn that reaches b8 must become a queen, a rook, a bishop or a knight",
    ),
    (
        "4k3/8/8/8/8/8/7p/4K3 b - - 0 1",
        "h1",
        "the pawn that reaches h1 must become a queen, a rook, a bishop or a knight",
    ),
];

#[test]
fn promotion_missing() {
    check(&PROMOTION_MISSING, "FIDE 3.7.3.3");
}

pub(crate) const PROMOTION_FORBIDDEN: [Row; 6] = [
    ("", "e4=Q", "the pawn on e2 is not promoted on e4"),
    ("e4 d5", "exd5=Q", "the pawn on e4 is not promoted on d5"),
    (
        "e4 a6 e5 d5",
        "exd6=Q",
        "the pawn on e5 is not promoted on d6",
    ),
    (
        "8/4k3/8/8/8/8/8/R3K3 w - - 0 1",
        "a1a8q",
        "the rook on a1 is not promoted on a8",
    ),
    (
        "8/4k3/8/8/5B2/8/8/4K3 w - - 0 1",
        "f4b8q",
        "the bishop on f4 is not promoted on b8",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1q",
        "the king on e1 is not promoted on g1",
    ),
];

#[test]
fn promotion_forbidden() {
    check(&PROMOTION_FORBIDDEN, "FIDE 3.7.3.3");
}

pub(crate) const PROMOTION_TO: [Row; 3] = [
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a8=K",
        "a pawn cannot become a king",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a8=P",
        "a pawn cannot become a pawn",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8k",
        "a pawn cannot become a king",
    ),
];

#[test]
fn promotion_to() {
    check(&PROMOTION_TO, "FIDE 3.7.3.3");
}
