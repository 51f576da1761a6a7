//! What the features of the evaluation are worth, in the middlegame and in the endgame, in 1/100 of a pawn.
//!
//! Found by `examples/fit_evaluation.rs`, which see for the command; nobody edits this table by hand.

use crate::engine::builtin::eval::pack;
use crate::engine::builtin::features::COUNT;

/// By feature.
#[rustfmt::skip]
pub static WEIGHTS: [i32; COUNT] = [
    // MATERIAL
    pack(80, 146), pack(379, 384), pack(405, 435), pack(490, 722), pack(1042, 1321),
    // SQUARE
    pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0), pack(-25, 7), pack(-8, 17), pack(-2, 7), pack(-5, 8),
    pack(-13, -17), pack(-14, -10), pack(-11, -20), pack(-5, -14), pack(-16, -8), pack(-16, 7), pack(3, -1), pack(17, -20),
    pack(-9, 24), pack(5, -1), pack(25, -15), pack(39, -23), pack(-15, 50), pack(24, 53), pack(-11, 37), pack(49, 7),
    pack(-28, 35), pack(30, 29), pack(4, 59), pack(68, 25), pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0),
    pack(-26, -16), pack(-24, 14), pack(-8, 1), pack(-2, 7), pack(-22, 27), pack(-10, 20), pack(-0, -10), pack(-1, -0),
    pack(-13, 7), pack(1, 4), pack(8, 7), pack(9, 15), pack(1, 1), pack(22, 12), pack(21, 15), pack(21, 14),
    pack(39, -20), pack(25, 53), pack(27, 23), pack(38, 37), pack(10, -23), pack(18, -7), pack(43, 12), pack(35, 29),
    pack(-21, 0), pack(-6, 3), pack(7, 16), pack(17, 3), pack(-39, -81), pack(-3, 0), pack(5, 4), pack(-1, -20),
    pack(2, -5), pack(8, 13), pack(-9, -9), pack(9, -11), pack(15, 5), pack(17, -10), pack(25, -13), pack(5, 8),
    pack(-10, 2), pack(23, 17), pack(10, 15), pack(21, 8), pack(15, 6), pack(2, 21), pack(9, 22), pack(5, 31),
    pack(-0, 18), pack(20, 8), pack(1, 18), pack(17, 18), pack(23, -23), pack(-14, 26), pack(16, 7), pack(19, 14),
    pack(-35, -11), pack(-26, 12), pack(3, 7), pack(-31, 46), pack(-4, -4), pack(-2, 30), pack(-8, -7), pack(-14, -17),
    pack(-13, 0), pack(-11, -8), pack(-5, -13), pack(4, -19), pack(-21, -1), pack(-4, -19), pack(10, -36), pack(-5, -20),
    pack(-7, -8), pack(-19, 10), pack(-8, 8), pack(-3, 4), pack(8, 12), pack(-22, 29), pack(-8, 18), pack(9, -17),
    pack(5, 33), pack(28, 17), pack(18, 2), pack(23, 14), pack(-13, 34), pack(31, 23), pack(69, -10), pack(5, 7),
    pack(10, 36), pack(-26, 60), pack(11, 19), pack(8, 33), pack(14, 50), pack(-20, 32), pack(26, 39), pack(15, 36),
    pack(-16, -28), pack(-9, -14), pack(-11, -10), pack(3, -24), pack(-15, 8), pack(16, 5), pack(6, -2), pack(8, 4),
    pack(8, 22), pack(14, -11), pack(-5, 25), pack(-7, 19), pack(11, 4), pack(-4, 15), pack(4, 18), pack(6, 39),
    pack(19, 12), pack(1, 60), pack(-3, 6), pack(10, 49), pack(15, 20), pack(31, 19), pack(16, 48), pack(-6, 28),
    pack(22, 9), pack(-15, 22), pack(-9, 26), pack(4, -4), pack(15, 42), pack(6, -6), pack(27, 28), pack(-10, 35),
    pack(11, -69), pack(43, -52), pack(2, -30), pack(18, -44), pack(22, -15), pack(40, -25), pack(-15, -12), pack(-30, 12),
    pack(-12, -28), pack(14, -15), pack(-2, -9), pack(-34, 10), pack(-22, 12), pack(3, -20), pack(-78, 27), pack(-64, 39),
    pack(1, -8), pack(-9, 14), pack(-34, 37), pack(-61, 52), pack(-1, -10), pack(18, 35), pack(15, 46), pack(10, 54),
    pack(-2, -45), pack(4, 6), pack(5, 47), pack(12, 49), pack(-3, -27), pack(6, -1), pack(7, 35), pack(-4, -13),
    // KNIGHT_MOBILITY
    pack(-36, -32), pack(-13, -51), pack(1, -1), pack(6, 20), pack(14, 34), pack(22, 36), pack(30, 45), pack(31, 58),
    pack(36, 35),
    // BISHOP_MOBILITY
    pack(-27, -53), pack(-15, -27), pack(-0, -15), pack(4, 9), pack(12, 15), pack(17, 19), pack(23, 28), pack(28, 31),
    pack(29, 28), pack(32, 40), pack(36, 42), pack(36, 30), pack(21, 20), pack(11, 73),
    // ROOK_MOBILITY
    pack(-77, -62), pack(-19, -46), pack(-10, -11), pack(-9, 4), pack(0, 7), pack(-4, 19), pack(2, 26), pack(4, 33),
    pack(8, 37), pack(15, 48), pack(19, 47), pack(22, 53), pack(33, 53), pack(69, 28), pack(40, 48),
    // QUEEN_MOBILITY
    pack(0, 0), pack(-33, -1), pack(-26, -15), pack(-14, -19), pack(-10, -31), pack(-11, -50), pack(-4, -42), pack(1, -12),
    pack(3, -2), pack(4, 23), pack(9, 18), pack(9, 41), pack(8, 46), pack(9, 56), pack(15, 60), pack(28, 35),
    pack(23, 44), pack(12, 65), pack(4, 66), pack(36, 36), pack(19, 57), pack(21, 35), pack(14, 15), pack(31, 22),
    pack(14, 13), pack(-9, -2), pack(1, 3), pack(1, 2),
    // DOUBLED
    pack(-15, -11),
    // ISOLATED
    pack(-12, -8),
    // BACKWARD
    pack(-10, -10),
    // PHALANX
    pack(0, 0), pack(5, -6), pack(8, 7), pack(11, 16), pack(14, 56), pack(41, 49), pack(-7, -13), pack(0, 0),
    // SUPPORTED
    pack(0, 0), pack(0, 0), pack(16, 15), pack(8, 15), pack(12, 22), pack(51, 34), pack(18, 26), pack(0, 0),
    // PASSED
    pack(0, 0), pack(13, -1), pack(-14, 11), pack(-26, -13), pack(-15, 43), pack(32, 73), pack(70, 126), pack(0, 0),
    // PASSED_BLOCKED
    pack(0, 0), pack(-13, 20), pack(13, -0), pack(-11, -1), pack(-26, -3), pack(-14, -32), pack(-24, -11), pack(0, 0),
    // PASSED_FREE
    pack(0, 0), pack(6, 14), pack(-66, 44), pack(-31, 30), pack(-45, 40), pack(34, 126), pack(44, 155), pack(0, 0),
    // PASSED_OWN_KING
    pack(23, 82), pack(-12, 119), pack(-23, 85), pack(4, 30), pack(-2, 2), pack(21, -15), pack(28, -22), pack(5, -10),
    // PASSED_THEIR_KING
    pack(-48, -23), pack(2, -35), pack(29, -9), pack(19, 22), pack(-2, 79), pack(-0, 107), pack(23, 75), pack(31, 72),
    // ROOK_BEHIND_PASSED
    pack(25, 15),
    // BISHOP_PAIR
    pack(28, 57),
    // BISHOP_PAWNS
    pack(-4, -9),
    // ROOK_OPEN
    pack(32, 17),
    // ROOK_HALF_OPEN
    pack(16, 9),
    // KNIGHT_OUTPOST
    pack(24, 33),
    // BISHOP_OUTPOST
    pack(29, -17),
    // SHELTER
    pack(-42, -7), pack(18, -18), pack(12, -9), pack(1, -31), pack(-17, 10), pack(-4, 8), pack(9, 83), pack(0, 0),
    pack(-15, 2), pack(25, -17), pack(10, -3), pack(5, -16), pack(6, 15), pack(-14, 10), pack(-54, 12), pack(0, 0),
    // STORM
    pack(-15, -7), pack(11, 28), pack(-23, 23), pack(-8, 29), pack(4, -17), pack(10, -15), pack(6, -12), pack(0, 0),
    pack(3, -10), pack(19, 56), pack(-54, 14), pack(-8, 11), pack(0, -6), pack(14, -13), pack(5, -11), pack(0, 0),
    // KING_ATTACK
    pack(-0, -4), pack(12, 16),
    // PAWN_THREAT
    pack(60, 14), pack(56, 54), pack(46, 15), pack(55, -3),
    // MINOR_THREAT
    pack(-1, 13), pack(24, 42), pack(34, 18), pack(77, 24), pack(57, -16),
    // ROOK_THREAT
    pack(-7, 26), pack(13, 38), pack(25, 13), pack(8, -1), pack(75, 9),
    // HANGING
    pack(13, 34), pack(15, 27),
    // PUSH_THREAT
    pack(22, 20),
    // SPACE
    pack(-5, 2),
    // TEMPO
    pack(98, 27),
];
