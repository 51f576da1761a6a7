//! Features of knights, bishops, rooks and queens: where they stand, what they attack and threaten.

use crate::chess::bitboard::Bitboard;
use crate::chess::{Board, Color, Role, attacks};
use crate::engine::builtin::eval::Tally;
use crate::engine::builtin::eval::side::{
    Side, ahead, beside, front, pawn_attacks, placed, rank, sign,
};
use crate::engine::builtin::features::{self as feature, index_of};

/// Officers: where they stand, what they reach, what they do to the enemy king.
pub(super) fn pieces(board: &Board, color: Color, sides: &mut [Side; 2], tally: &mut impl Tally) {
    let sign = sign(color);
    let (us, them) = (color as usize, color.other() as usize);
    let occupied = board.occupied();
    let own = board.of_color(color).0;
    let their_pawn_attacks = sides[them].by_pawns;
    let our_pawns = sides[us].pawns;
    let zone = sides[them].zone;
    let reach = !their_pawn_attacks & !(own & (our_pawns | 1 << sides[us].king.index()));
    let (mut attackers, mut pressure) = (0, 0);
    placed(color, Role::King, sides[us].king, tally);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let men = board.of(color, role);
        for square in men {
            tally.add(feature::MATERIAL, index_of(role), sign);
            placed(color, role, square, tally);
            // Sliders see through those who would take over behind them.
            let through = match role {
                Role::Bishop => occupied.0 & !board.of_role(Role::Queen).0,
                Role::Rook => {
                    occupied.0 & !board.of_role(Role::Queen).0 & !board.of(color, Role::Rook).0
                }
                _ => occupied.0,
            };
            let attacked = attacks::of(role, color, square, Bitboard(through)).0;
            let side = &mut sides[us];
            side.twice |= side.all & attacked;
            side.all |= attacked;
            match role {
                Role::Knight | Role::Bishop => side.by_minors |= attacked,
                Role::Rook => side.by_rooks |= attacked,
                _ => {}
            }
            let count = (attacked & reach).count_ones() as usize;
            let bit = 1 << square.index();
            match role {
                Role::Knight => tally.add(feature::KNIGHT_MOBILITY, count, sign),
                Role::Bishop => tally.add(feature::BISHOP_MOBILITY, count.min(13), sign),
                Role::Rook => tally.add(feature::ROOK_MOBILITY, count.min(14), sign),
                _ => tally.add(feature::QUEEN_MOBILITY, count.min(27), sign),
            }
            let near = (attacked & zone).count_ones().cast_signed();
            if near > 0 {
                attackers += 1;
                pressure += near * [0, 2, 2, 3, 4][index_of(role)] + 2;
            }
            if matches!(role, Role::Knight | Role::Bishop) {
                let far = (3..=5).contains(&rank(color, square));
                let driven = front(color, beside(bit)) & sides[them].pawns != 0;
                if far && !driven && sides[us].by_pawns & bit != 0 {
                    let kind = if role == Role::Knight {
                        feature::KNIGHT_OUTPOST
                    } else {
                        feature::BISHOP_OUTPOST
                    };
                    tally.add(kind, 0, sign);
                }
            }
            if role == Role::Bishop {
                let color = if square.is_light() {
                    Bitboard::LIGHT
                } else {
                    Bitboard::DARK
                };
                tally.add(
                    feature::BISHOP_PAWNS,
                    0,
                    sign * (our_pawns & color.0).count_ones().cast_signed(),
                );
            }
            if role == Role::Rook {
                let file = Bitboard::file(square.file()).0;
                if file & (our_pawns | sides[them].pawns) == 0 {
                    tally.add(feature::ROOK_OPEN, 0, sign);
                } else if file & our_pawns == 0 {
                    tally.add(feature::ROOK_HALF_OPEN, 0, sign);
                }
            }
        }
    }
    if board.of(color, Role::Bishop).many() {
        tally.add(feature::BISHOP_PAIR, 0, sign);
    }
    // Attacks on the king count if several men take part, and a queen or two rooks are among them.
    let strong = board.of(color, Role::Queen).any() || board.of(color, Role::Rook).many();
    if attackers > 1 && strong {
        let weak = zone & sides[us].all & !sides[them].by_pawns;
        let checks = safe_checks(board, color, sides);
        let index = (pressure + weak.count_ones().cast_signed() + 4 * checks) / 2;
        let index = if board.of(color, Role::Queen).any() {
            index
        } else {
            index / 2
        };
        let index = index.min(60);
        tally.add(feature::KING_ATTACK, 0, sign * index);
        tally.add(feature::KING_ATTACK, 1, sign * (index * index / 32));
    }
}

/// Kinds of men that can give check on a square that the enemy guards with his king at most.
fn safe_checks(board: &Board, color: Color, sides: &[Side; 2]) -> i32 {
    let (us, them) = (&sides[color as usize], &sides[color.other() as usize]);
    let occupied = board.occupied();
    let own = board.of_color(color).0;
    let safe = !own & !them.by_pawns & !them.by_minors & !them.by_rooks;
    let bishop = attacks::bishop(them.king, occupied).0;
    let rook = attacks::rook(them.king, occupied).0;
    let knight = attacks::knight(them.king).0;
    let from = |role: Role| {
        board.of(color, role).into_iter().fold(0, |all, square| {
            all | attacks::of(role, color, square, occupied).0
        })
    };
    i32::from(from(Role::Knight) & knight & safe != 0)
        + i32::from(from(Role::Bishop) & bishop & safe != 0)
        + i32::from(from(Role::Rook) & rook & safe != 0)
        + i32::from(from(Role::Queen) & (rook | bishop) & safe & (!them.all | us.twice) != 0)
}

/// What is attacked, and what a pawn's step would attack.
pub(super) fn threats(board: &Board, color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
    let sign = sign(color);
    let (us, them) = (&sides[color as usize], &sides[color.other() as usize]);
    let enemy = board.of_color(color.other()).0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let men = board.of(color.other(), role).0;
        let index = index_of(role);
        let count = |attacks: u64| sign * (attacks & men).count_ones().cast_signed();
        tally.add(feature::PAWN_THREAT, index - 1, count(us.by_pawns));
        tally.add(feature::MINOR_THREAT, index, count(us.by_minors));
        tally.add(feature::ROOK_THREAT, index, count(us.by_rooks));
    }
    let weak = them.pawns & !them.by_pawns;
    tally.add(
        feature::MINOR_THREAT,
        0,
        sign * (us.by_minors & weak).count_ones().cast_signed(),
    );
    tally.add(
        feature::ROOK_THREAT,
        0,
        sign * (us.by_rooks & weak).count_ones().cast_signed(),
    );
    let hanging = enemy & us.all & !them.all;
    let king = 1 << them.king.index();
    tally.add(
        feature::HANGING,
        0,
        sign * (hanging & them.pawns).count_ones().cast_signed(),
    );
    tally.add(
        feature::HANGING,
        1,
        sign * (hanging & !them.pawns & !king).count_ones().cast_signed(),
    );
    let occupied = board.occupied().0;
    let pushed = ahead(color, us.pawns) & !occupied & !them.by_pawns & (us.all | !them.all);
    let targets = enemy & !them.pawns & !king & !us.by_pawns;
    let pushes = pawn_attacks(color, pushed) & targets;
    tally.add(
        feature::PUSH_THREAT,
        0,
        sign * pushes.count_ones().cast_signed(),
    );
}
