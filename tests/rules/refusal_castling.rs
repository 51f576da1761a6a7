//! Reasons that concern castling: the right lost, men in the way, attacked squares.

use crate::refusal::{Row, check};

pub(crate) const RIGHT_LOST: [Row; 12] = [
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 Kf1 d6",
        "O-O",
        "White may not castle on the king's wing: the king moved with 4. Kf1 (ply 7)",
    ),
    // Moved and came back.
    (
        "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nc6 Be2 Be7",
        "O-O",
        "White may not castle on the king's wing: the king moved with 2. Ke2 (ply 3)",
    ),
    (
        "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nf6 Be2 Be7 Rf1",
        "O-O",
        "Black may not castle on the king's wing: the king moved with 2... Ke7 (ply 4)",
    ),
    // Castled already.
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6",
        "O-O",
        "White may not castle on the king's wing: the king moved with 4. O-O (ply 7)",
    ),
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 Rg1 d6",
        "O-O",
        "White may not castle on the king's wing: the rook from h1 moved with 4. Rg1 (ply 7)",
    ),
    // Moved and came back.
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 Rg1 d6 Rh1 a6",
        "O-O",
        "White may not castle on the king's wing: the rook from h1 moved with 4. Rg1 (ply 7)",
    ),
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 Rg1 d6 Rh1 a6",
        "e1g1",
        "White may not castle on the king's wing: the rook from h1 moved with 4. Rg1 (ply 7)",
    ),
    (
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 10 | Ra7 Kd1 Ra8 Ke1",
        "O-O-O",
        "Black may not castle on the queen's wing: the rook from a8 moved with 10... Ra7 (ply 1)",
    ),
    // The rook's loss comes first, whatever the king does later.
    (
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 10 | Ra7 Kd1 Kf7 Ke1",
        "O-O-O",
        "Black may not castle on the queen's wing: the rook from a8 moved with 10... Ra7 (ply 1)",
    ),
    (
        "b3 g6 Bb2 a6 Bxh8",
        "O-O",
        "Black may not castle on the king's wing: the rook on h8 was captured with 3. Bxh8 (ply 5)",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "O-O",
        "White may not castle on the king's wing: the starting position gives no such right",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "O-O-O",
        "White may not castle on the queen's wing: the starting position gives no such right",
    ),
];

#[test]
fn right_lost() {
    check(&RIGHT_LOST, "FIDE 3.8.2.1");
}

pub(crate) const BLOCKED: [Row; 6] = [
    (
        "",
        "O-O",
        "the bishop on f1 is in the way of castling on the king's wing",
    ),
    (
        "",
        "O-O-O",
        "the queen on d1 is in the way of castling on the queen's wing",
    ),
    (
        "e4 e5 Bc4 Bc5",
        "O-O",
        "the knight on g1 is in the way of castling on the king's wing",
    ),
    (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "O-O-O",
        "the knight on b1 is in the way of castling on the queen's wing",
    ),
    (
        "rN2k3/8/8/8/8/8/8/4K3 b q - 0 1",
        "O-O-O",
        "the knight on b8 is in the way of castling on the queen's wing",
    ),
    (
        "960 7k/8/8/8/8/8/8/1KR1N3 w K - 0 1",
        "O-O",
        "the knight on e1 is in the way of castling on the king's wing",
    ),
];

#[test]
fn blocked() {
    check(&BLOCKED, "FIDE 3.8.2.2.2");
}

pub(crate) const ATTACKED: [Row; 7] = [
    (
        "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "the king may not castle out of check from the rook on e8",
    ),
    (
        "r3k3/8/8/1B6/8/8/8/4K3 b q - 0 1",
        "O-O-O",
        "the king may not castle out of check from the bishop on b5",
    ),
    (
        "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "the king may not castle through f1, which is attacked by the rook on f8",
    ),
    (
        "3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O-O",
        "the king may not castle through d1, which is attacked by the rook on d8",
    ),
    (
        "1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "castling would put the king in check on g1 from the rook on g8",
    ),
    (
        "6k1/8/8/8/8/8/7p/4K2R w K - 0 1",
        "e1g1",
        "castling would put the king in check on g1 from the pawn on h2",
    ),
    (
        "r3k2r/8/8/8/8/8/8/2R3K1 b kq - 0 1",
        "O-O-O",
        "castling would put the king in check on c8 from the rook on c1",
    ),
];

pub(crate) const CHESS960: [Row; 3] = [
    // The rook shields the king, who would stay where he is.
    (
        "960 7k/8/8/8/8/8/8/rRK5 w Q - 0 1",
        "O-O-O",
        "castling would put the king in check on c1 from the rook on a1",
    ),
    (
        "960 7k/8/8/8/8/8/8/rRK5 w Q - 0 1",
        "c1b1",
        "castling would put the king in check on c1 from the rook on a1",
    ),
    (
        "960 4r2k/8/8/8/8/8/8/1KR5 w K - 0 1",
        "O-O",
        "the king may not castle through e1, which is attacked by the rook on e8",
    ),
];

#[test]
fn attacked() {
    check(&ATTACKED, "FIDE 3.8.2.2.1");
    check(&CHESS960, "FIDE 3.8.2.2.1");
}
