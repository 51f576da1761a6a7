//! What the features of the evaluation are worth, in the middlegame and in the endgame, in 1/100 of a pawn.
//!
//! Found by `examples/fit_evaluation.rs`, which see for the command; nobody edits this table by hand.

use crate::engine::builtin::eval::pack;
use crate::engine::builtin::features::COUNT;

/// By feature.
#[rustfmt::skip]
pub static WEIGHTS: [i32; COUNT] = [
    // MATERIAL
    pack(82, 139), pack(377, 383), pack(404, 431), pack(482, 713), pack(1014, 1306),
    // SQUARE
    pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0), pack(-28, -3), pack(-8, 2), pack(-15, 10), pack(-10, 9),
    pack(-22, -13), pack(-15, -14), pack(-14, -14), pack(-9, -10), pack(-17, -8), pack(-12, -3), pack(5, -13), pack(21, -25),
    pack(-6, 17), pack(3, -2), pack(21, -18), pack(38, -29), pack(-10, 35), pack(23, 35), pack(9, 30), pack(47, 6),
    pack(-22, 48), pack(24, 18), pack(1, 57), pack(56, 4), pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0),
    pack(-36, -15), pack(-23, -4), pack(-14, -0), pack(-12, 9), pack(-17, 7), pack(-11, 7), pack(-7, -5), pack(-0, -2),
    pack(-17, 7), pack(1, -2), pack(2, 3), pack(9, 16), pack(-0, -0), pack(22, 11), pack(18, 16), pack(19, 23),
    pack(38, -12), pack(16, 44), pack(32, 20), pack(33, 36), pack(15, -21), pack(25, -9), pack(45, 13), pack(35, 13),
    pack(-8, 8), pack(-3, -1), pack(2, 11), pack(19, 11), pack(-81, -73), pack(-5, -6), pack(1, 4), pack(-4, -9),
    pack(5, -10), pack(6, 3), pack(-8, 1), pack(-2, 2), pack(12, 1), pack(18, -15), pack(23, -9), pack(1, -0),
    pack(-6, -5), pack(26, 6), pack(5, 11), pack(14, 15), pack(20, -4), pack(-2, 14), pack(3, 27), pack(12, 23),
    pack(3, 13), pack(15, 12), pack(8, 15), pack(15, 21), pack(29, -13), pack(6, 10), pack(22, 0), pack(18, 11),
    pack(-35, -6), pack(-25, 7), pack(-2, 9), pack(-26, 29), pack(-17, -18), pack(-13, 11), pack(-9, -13), pack(-20, -9),
    pack(-8, -8), pack(-9, -15), pack(-4, -17), pack(5, -26), pack(-22, -5), pack(-5, -17), pack(5, -30), pack(-12, -14),
    pack(-13, -5), pack(-11, 6), pack(-10, -2), pack(-2, -2), pack(-3, 15), pack(-17, 19), pack(-14, 8), pack(3, -10),
    pack(3, 17), pack(19, 16), pack(14, 4), pack(14, 10), pack(-5, 28), pack(38, 14), pack(41, 3), pack(20, 3),
    pack(6, 27), pack(-25, 38), pack(7, 17), pack(10, 19), pack(2, 45), pack(-12, 36), pack(18, 27), pack(13, 26),
    pack(-20, -13), pack(-13, -25), pack(-9, -29), pack(-1, -37), pack(-2, -4), pack(10, 2), pack(9, -17), pack(12, -16),
    pack(6, 7), pack(9, -1), pack(-9, 38), pack(-6, 14), pack(6, 2), pack(2, 16), pack(-3, 19), pack(-3, 43),
    pack(10, 25), pack(-0, 60), pack(1, 7), pack(5, 44), pack(23, 9), pack(26, 23), pack(5, 48), pack(7, 27),
    pack(18, 6), pack(-11, 20), pack(-3, 16), pack(-9, 15), pack(13, 31), pack(14, 2), pack(31, 20), pack(-2, 27),
    pack(24, -83), pack(43, -57), pack(27, -41), pack(31, -52), pack(21, -32), pack(29, -29), pack(-8, -16), pack(-17, -3),
    pack(-13, -22), pack(17, -17), pack(-3, -6), pack(-28, 8), pack(-26, -6), pack(0, -9), pack(-63, 21), pack(-70, 39),
    pack(4, -10), pack(-5, 23), pack(-15, 37), pack(-34, 49), pack(2, -4), pack(13, 48), pack(9, 57), pack(6, 50),
    pack(-2, -18), pack(8, 15), pack(0, 38), pack(5, 40), pack(-10, -42), pack(7, 2), pack(8, 41), pack(-5, -12),
    // KNIGHT_MOBILITY
    pack(-38, -39), pack(-14, -52), pack(1, -6), pack(5, 13), pack(12, 25), pack(21, 34), pack(28, 40), pack(27, 47),
    pack(31, 35),
    // BISHOP_MOBILITY
    pack(-36, -60), pack(-24, -27), pack(-9, -19), pack(-3, 1), pack(5, 7), pack(10, 14), pack(16, 22), pack(21, 26),
    pack(25, 24), pack(29, 29), pack(34, 31), pack(48, 21), pack(14, 23), pack(12, 56),
    // ROOK_MOBILITY
    pack(-91, -46), pack(-11, -60), pack(-1, -20), pack(-4, -6), pack(1, -1), pack(-4, 17), pack(-1, 20), pack(3, 27),
    pack(6, 30), pack(12, 39), pack(12, 44), pack(18, 47), pack(21, 52), pack(42, 37), pack(36, 43),
    // QUEEN_MOBILITY
    pack(0, 0), pack(-25, -2), pack(-23, -10), pack(-13, -19), pack(-11, -25), pack(-12, -41), pack(-6, -42), pack(-3, -11),
    pack(0, -11), pack(2, 10), pack(5, 14), pack(7, 31), pack(5, 35), pack(7, 45), pack(9, 45), pack(23, 25),
    pack(15, 50), pack(8, 55), pack(7, 56), pack(30, 43), pack(32, 44), pack(15, 29), pack(19, 19), pack(23, 22),
    pack(9, 5), pack(-1, 5), pack(-0, 1), pack(0, 1),
    // DOUBLED
    pack(-14, -17),
    // ISOLATED
    pack(-10, -7),
    // BACKWARD
    pack(-8, -10),
    // PHALANX
    pack(0, 0), pack(4, -0), pack(8, 5), pack(12, 13), pack(17, 48), pack(42, 58), pack(7, 1), pack(0, 0),
    // SUPPORTED
    pack(0, 0), pack(0, 0), pack(16, 14), pack(9, 12), pack(16, 19), pack(51, 33), pack(21, 32), pack(0, 0),
    // PASSED
    pack(0, 0), pack(6, 1), pack(-12, 14), pack(-29, -4), pack(-14, 43), pack(17, 83), pack(60, 127), pack(0, 0),
    // PASSED_BLOCKED
    pack(0, 0), pack(5, 15), pack(7, 0), pack(-8, -9), pack(-20, -14), pack(-19, -29), pack(-5, -25), pack(0, 0),
    // PASSED_FREE
    pack(0, 0), pack(-10, 28), pack(-36, 34), pack(-39, 25), pack(-43, 51), pack(27, 132), pack(40, 174), pack(0, 0),
    // PASSED_OWN_KING
    pack(13, 86), pack(-11, 110), pack(-18, 74), pack(-12, 31), pack(-0, 3), pack(21, -13), pack(31, -23), pack(5, -9),
    // PASSED_THEIR_KING
    pack(-42, -22), pack(-2, -27), pack(33, -11), pack(17, 21), pack(-5, 72), pack(0, 94), pack(9, 76), pack(20, 60),
    // ROOK_BEHIND_PASSED
    pack(30, 13),
    // BISHOP_PAIR
    pack(30, 57),
    // BISHOP_PAWNS
    pack(-3, -9),
    // ROOK_OPEN
    pack(33, 14),
    // ROOK_HALF_OPEN
    pack(17, 4),
    // KNIGHT_OUTPOST
    pack(24, 28),
    // BISHOP_OUTPOST
    pack(27, -5),
    // SHELTER
    pack(-38, -9), pack(20, -14), pack(18, -13), pack(1, -23), pack(-9, 1), pack(-16, 12), pack(14, 53), pack(0, 0),
    pack(-17, -2), pack(24, -11), pack(8, -4), pack(5, -13), pack(1, 5), pack(-12, 13), pack(-37, 12), pack(0, 0),
    // STORM
    pack(-11, -15), pack(19, 43), pack(-34, 26), pack(-13, 10), pack(6, -20), pack(13, -18), pack(8, -15), pack(0, 0),
    pack(6, -13), pack(13, 47), pack(-62, 20), pack(-11, 1), pack(4, -11), pack(16, -15), pack(10, -13), pack(0, 0),
    // KING_ATTACK
    pack(-0, -2), pack(13, 12),
    // PAWN_THREAT
    pack(60, 5), pack(60, 55), pack(40, 13), pack(49, -13),
    // MINOR_THREAT
    pack(-0, 14), pack(22, 41), pack(31, 21), pack(59, 23), pack(52, -20),
    // ROOK_THREAT
    pack(-6, 26), pack(13, 31), pack(23, 12), pack(2, -7), pack(58, -14),
    // HANGING
    pack(9, 32), pack(10, 27),
    // PUSH_THREAT
    pack(22, 18),
    // SPACE
    pack(-7, 5),
    // TEMPO
    pack(55, 50),
];
