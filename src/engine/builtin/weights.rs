//! What the features of the evaluation are worth, in the middlegame and in the endgame, in 1/100 of a pawn.
//!
//! Found by `examples/fit_evaluation.rs`, which see for the command; nobody edits this table by hand.

use crate::engine::builtin::eval::pack;
use crate::engine::builtin::features::COUNT;

/// By feature.
#[rustfmt::skip]
pub static WEIGHTS: [i32; COUNT] = [
    // MATERIAL
    pack(66, 150), pack(340, 434), pack(369, 494), pack(453, 785), pack(930, 1451),
    // SQUARE
    pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0), pack(-30, -15), pack(-11, 11), pack(-4, 10), pack(5, -19),
    pack(-28, -9), pack(-15, -13), pack(-12, -14), pack(-8, -24), pack(-19, -15), pack(-17, -6), pack(0, -4), pack(12, -34),
    pack(-15, 11), pack(6, -16), pack(12, -12), pack(33, -5), pack(-34, 74), pack(-6, 25), pack(-12, 15), pack(44, 39),
    pack(-47, 50), pack(29, 25), pack(60, 24), pack(81, 29), pack(0, 0), pack(0, 0), pack(0, 0), pack(0, 0),
    pack(-43, -32), pack(-29, 0), pack(-30, -17), pack(-27, -4), pack(-32, 9), pack(-19, 16), pack(1, -29), pack(-9, 8),
    pack(-13, 10), pack(-9, -4), pack(-5, 6), pack(2, 25), pack(-5, 13), pack(25, 50), pack(7, 18), pack(10, 14),
    pack(28, -38), pack(6, 53), pack(13, 14), pack(11, 58), pack(88, -40), pack(46, -9), pack(27, 24), pack(43, 39),
    pack(-14, 26), pack(5, 22), pack(-15, 6), pack(41, 14), pack(-57, -116), pack(26, 23), pack(-19, -18), pack(8, 9),
    pack(-14, -16), pack(-1, 13), pack(-1, -20), pack(-8, -9), pack(12, 18), pack(-1, -8), pack(10, -3), pack(-1, -16),
    pack(-10, 14), pack(12, 8), pack(-3, 27), pack(14, 10), pack(7, 8), pack(-6, 11), pack(1, 22), pack(9, 38),
    pack(2, 22), pack(9, 15), pack(-5, 10), pack(7, 28), pack(28, -35), pack(9, 21), pack(-5, 29), pack(16, 18),
    pack(-56, -26), pack(-48, -14), pack(41, -6), pack(-32, 46), pack(18, 34), pack(31, 24), pack(15, -7), pack(5, -44),
    pack(-20, -13), pack(-16, -15), pack(-14, -29), pack(-9, -30), pack(-33, 0), pack(-13, -23), pack(5, -51), pack(-9, -30),
    pack(-21, 1), pack(-30, 23), pack(-18, -6), pack(-25, 11), pack(-11, 11), pack(-17, 27), pack(-22, 11), pack(15, -28),
    pack(16, 13), pack(34, 8), pack(12, -4), pack(11, 19), pack(-16, 39), pack(12, 39), pack(36, 5), pack(53, 22),
    pack(36, 30), pack(3, 55), pack(35, 20), pack(-3, 45), pack(23, 49), pack(9, 31), pack(-11, 44), pack(15, 37),
    pack(-19, -10), pack(-5, 15), pack(-16, -19), pack(-2, -32), pack(-10, 5), pack(-4, 4), pack(0, -26), pack(9, -29),
    pack(-4, 42), pack(5, -9), pack(-2, 6), pack(-13, 14), pack(3, 11), pack(-2, 9), pack(-2, 1), pack(-6, 52),
    pack(13, 21), pack(-8, 43), pack(-3, 16), pack(-1, 91), pack(32, 13), pack(35, 29), pack(7, 86), pack(-7, 20),
    pack(10, 24), pack(-11, 4), pack(-26, 52), pack(3, -4), pack(13, 35), pack(26, -15), pack(9, 45), pack(13, 31),
    pack(10, -83), pack(31, -44), pack(14, -32), pack(21, -65), pack(14, -7), pack(26, -26), pack(-12, -24), pack(-23, -15),
    pack(6, -52), pack(32, -9), pack(0, -19), pack(-37, 4), pack(-16, -26), pack(4, -24), pack(-58, 34), pack(-73, 43),
    pack(-16, -30), pack(1, 33), pack(-11, 20), pack(-76, 70), pack(23, -12), pack(16, 25), pack(23, 30), pack(15, 34),
    pack(19, -38), pack(0, 14), pack(7, 81), pack(7, 76), pack(-2, -22), pack(8, 41), pack(4, 13), pack(16, 20),
    // KNIGHT_MOBILITY
    pack(-40, -65), pack(-12, -82), pack(3, -10), pack(4, 26), pack(11, 40), pack(16, 51), pack(24, 55), pack(19, 74),
    pack(19, 68),
    // BISHOP_MOBILITY
    pack(-29, -59), pack(-22, -5), pack(-11, -9), pack(-7, 13), pack(1, 22), pack(5, 27), pack(13, 23), pack(15, 29),
    pack(11, 30), pack(18, 38), pack(24, 33), pack(33, 25), pack(37, -5), pack(8, 53),
    // ROOK_MOBILITY
    pack(-82, -115), pack(-2, -68), pack(-7, -6), pack(-12, -4), pack(-7, 20), pack(-11, 26), pack(-5, 30), pack(-5, 37),
    pack(-2, 47), pack(5, 54), pack(7, 60), pack(19, 60), pack(23, 59), pack(42, 46), pack(53, 52),
    // QUEEN_MOBILITY
    pack(0, 0), pack(-23, -6), pack(-29, -18), pack(-15, -11), pack(-17, -37), pack(-14, -48), pack(-8, -48), pack(-3, -19),
    pack(-3, 7), pack(-2, 30), pack(4, 19), pack(7, 27), pack(5, 47), pack(7, 47), pack(13, 60), pack(32, 43),
    pack(12, 47), pack(-5, 93), pack(4, 59), pack(51, 46), pack(1, 46), pack(7, 42), pack(-1, 25), pack(35, 52),
    pack(2, 18), pack(-22, -6), pack(2, 5), pack(5, 9),
    // DOUBLED
    pack(-10, -20),
    // ISOLATED
    pack(-10, -5),
    // BACKWARD
    pack(-9, -9),
    // PHALANX
    pack(0, 0), pack(3, 2), pack(8, 5), pack(11, 18), pack(16, 64), pack(73, 53), pack(18, -9), pack(0, 0),
    // SUPPORTED
    pack(0, 0), pack(0, 0), pack(14, 19), pack(8, 15), pack(11, 23), pack(52, 106), pack(43, 39), pack(0, 0),
    // PASSED
    pack(0, 0), pack(-5, 9), pack(-4, -5), pack(-31, 13), pack(-30, 53), pack(27, 52), pack(123, 124), pack(0, 0),
    // PASSED_BLOCKED
    pack(0, 0), pack(-26, 23), pack(-11, 1), pack(-20, 5), pack(-22, 1), pack(-17, -18), pack(-34, -40), pack(0, 0),
    // PASSED_FREE
    pack(0, 0), pack(-5, 12), pack(-57, 35), pack(-75, 21), pack(-55, 37), pack(-20, 105), pack(37, 159), pack(0, 0),
    // PASSED_OWN_KING
    pack(2, 105), pack(-13, 123), pack(11, 79), pack(26, 18), pack(6, -1), pack(24, -19), pack(36, -29), pack(-9, -14),
    // PASSED_THEIR_KING
    pack(-83, -19), pack(32, -42), pack(54, -21), pack(35, 17), pack(-2, 82), pack(3, 109), pack(10, 75), pack(35, 67),
    // ROOK_BEHIND_PASSED
    pack(10, 8),
    // BISHOP_PAIR
    pack(11, 72),
    // BISHOP_PAWNS
    pack(-4, -11),
    // ROOK_OPEN
    pack(14, 10),
    // ROOK_HALF_OPEN
    pack(10, -1),
    // KNIGHT_OUTPOST
    pack(16, 33),
    // BISHOP_OUTPOST
    pack(24, -9),
    // SHELTER
    pack(-39, 6), pack(11, -2), pack(8, -5), pack(3, -20), pack(-15, 14), pack(7, -13), pack(24, 23), pack(0, 0),
    pack(-16, -1), pack(16, -13), pack(8, -10), pack(5, -18), pack(9, 1), pack(7, 16), pack(-42, 31), pack(0, 0),
    // STORM
    pack(-12, -14), pack(37, 80), pack(-50, -22), pack(-7, 16), pack(4, -19), pack(11, -13), pack(7, -16), pack(0, 0),
    pack(3, -7), pack(11, 52), pack(-44, -3), pack(0, 0), pack(3, -14), pack(11, -7), pack(3, -4), pack(0, 0),
    // KING_ATTACK
    pack(0, -3), pack(12, 13),
    // PAWN_THREAT
    pack(35, 29), pack(37, 16), pack(60, 36), pack(46, -14),
    // MINOR_THREAT
    pack(-1, 14), pack(17, 40), pack(22, 9), pack(63, 8), pack(40, -6),
    // ROOK_THREAT
    pack(-15, 31), pack(16, 28), pack(20, 14), pack(-1, -6), pack(55, 5),
    // HANGING
    pack(2, 25), pack(7, 18),
    // PUSH_THREAT
    pack(18, 18),
    // SPACE
    pack(-2, -6),
    // TEMPO
    pack(17, 2),
];
