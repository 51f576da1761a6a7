//! Features of pawns, and of the pawns around the king.

use crate::chess::bitboard::Bitboard;
use crate::chess::{Board, Color, Role};
use crate::engine::builtin::eval::Tally;
use crate::engine::builtin::eval::side::{
    FILE_A, Side, ahead, beside, front, placed, rank, sign, steps,
};
use crate::engine::builtin::features as feature;

/// Pawns one by one, and the room behind them.
pub(super) fn pawns(board: &Board, color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
    let sign = sign(color);
    let (us, them) = (&sides[color as usize], &sides[color.other() as usize]);
    let occupied = board.occupied().0;
    let rooks = board.of(color, Role::Rook).0;
    for square in Bitboard(us.pawns) {
        let bit = 1_u64 << square.index();
        let rank = rank(color, square);
        tally.add(feature::MATERIAL, 0, sign);
        placed(color, Role::Pawn, square, tally);
        let way = front(color, bit);
        let doubled = way & us.pawns != 0;
        let neighbours = beside(Bitboard::file(square.file()).0);
        if doubled {
            tally.add(feature::DOUBLED, 0, sign);
        }
        let supported = us.by_pawns & bit != 0;
        let phalanx = beside(bit) & us.pawns != 0;
        if phalanx {
            tally.add(feature::PHALANX, rank, sign);
        }
        if supported {
            tally.add(feature::SUPPORTED, rank, sign);
        }
        if neighbours & us.pawns == 0 {
            tally.add(feature::ISOLATED, 0, sign);
        } else if !supported && !phalanx {
            let helpers = us.pawns & neighbours & !front(color, beside(bit));
            if helpers == 0 && ahead(color, bit) & them.by_pawns != 0 {
                tally.add(feature::BACKWARD, 0, sign);
            }
        }
        let passed = (way | front(color, beside(bit))) & them.pawns == 0 && !doubled;
        if passed {
            tally.add(feature::PASSED, rank, sign);
            let step = ahead(color, bit);
            if step & occupied != 0 {
                tally.add(feature::PASSED_BLOCKED, rank, sign);
            } else if way & (occupied | them.all) == 0 {
                tally.add(feature::PASSED_FREE, rank, sign);
            }
            if rank >= 3
                && let Some(step) = Bitboard(step).first()
            {
                tally.add(feature::PASSED_OWN_KING, steps(us.king, step), sign);
                tally.add(feature::PASSED_THEIR_KING, steps(them.king, step), sign);
                if front(color.other(), bit) & rooks != 0 {
                    tally.add(feature::ROOK_BEHIND_PASSED, 0, sign);
                }
            }
        }
    }
    let centre = (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5)
        & match color {
            Color::White => 0x0000_0000_ffff_ff00,
            Color::Black => 0x00ff_ffff_0000_0000,
        };
    let space = centre & !us.pawns & !them.by_pawns;
    tally.add(feature::SPACE, 0, sign * space.count_ones().cast_signed());
}

/// Pawns before the own king, and enemy pawns that come for him.
pub(super) fn shelter(color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
    let sign = sign(color);
    let (us, them) = (&sides[color as usize], &sides[color.other() as usize]);
    let king = us.king;
    let middle = king.file().index().clamp(1, 6);
    let level = match color {
        Color::White => !0 << (8 * king.rank().index()),
        Color::Black => !0 >> (8 * (7 - king.rank().index())),
    };
    for file in middle - 1..=middle + 1 {
        let squares = FILE_A << file & level;
        let edge = usize::from(file != king.file().index()) * 8;
        let nearest = |pawns: u64| {
            let pawns = Bitboard(pawns & squares);
            let square = match color {
                Color::White => pawns.first(),
                Color::Black => pawns.last(),
            };
            square.map_or(0, |square| rank(color, square))
        };
        tally.add(feature::SHELTER, edge + nearest(us.pawns), sign);
        tally.add(feature::STORM, edge + nearest(them.pawns), sign);
    }
}
