//! The evaluation of a position: features counted, weighed, and blended between middlegame and endgame.

use crate::chess::bitboard::Bitboard;
use crate::chess::{Board, Color, Position, Role, Square, attacks};
use crate::engine::builtin::features::{self as feature, Kind, index_of};
use crate::engine::builtin::weights::WEIGHTS;

/// Takes the features of a position as they are found.
pub trait Tally {
    /// `count` more of a feature, less if negative: White's are positive, Black's negative.
    fn add(&mut self, kind: Kind, index: usize, count: i32);
}

/// A weight in the middlegame and in the endgame, in 1/100 of a pawn: `endgame << 16` plus middlegame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(i32);

/// Packs a pair of weights.
#[must_use]
pub const fn pack(middle: i32, end: i32) -> i32 {
    (end << 16) + middle
}

/// The middlegame's part of a packed pair.
const fn middle(packed: i32) -> i32 {
    (packed as i16) as i32
}

/// The endgame's part of a packed pair.
const fn end(packed: i32) -> i32 {
    ((packed + 0x8000) >> 16) as i16 as i32
}

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, kind: Kind, index: usize, count: i32) {
        debug_assert!(index < kind.count, "{index} of {}", kind.name);
        self.0 += WEIGHTS[kind.first + index] * count;
    }
}

/// What all men of the start position count together: knights and bishops 1, rooks 2, queens 4.
pub const FULL_PHASE: i32 = 24;

/// How much of the middlegame is left, from 0 to [`FULL_PHASE`].
#[must_use]
pub fn phase(board: &Board) -> i32 {
    let count = |role| board.of_role(role).count().cast_signed();
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(FULL_PHASE)
}

/// The value of a position for the side to move, in 1/100 of a pawn on the scale on which Lichess tells chances to win
/// (+100 is 59 %).
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let mut sum = Sum::default();
    count(position, &mut sum);
    let board = position.board();
    let phase = phase(board);
    let (middle, end) = (middle(sum.0), end(sum.0));
    let end = end * endgame_scale(board, end) / 64;
    let white = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    match position.turn() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// How much an advantage in the endgame is worth, in 1/64: those that hardly win count little.
#[must_use]
pub fn endgame_scale(board: &Board, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let of = |color, role| board.of(color, role).count().cast_signed();
    let pawns = of(strong, Role::Pawn);
    let force = |color| {
        3 * of(color, Role::Knight)
            + 3 * of(color, Role::Bishop)
            + 5 * of(color, Role::Rook)
            + 9 * of(color, Role::Queen)
    };
    let (more, less) = (force(strong), force(strong.other()));
    if pawns == 0 && more - less <= 3 {
        // Without pawns a piece more does not win; two knights do not either.
        return if more <= 3 { 0 } else { 8 };
    }
    if pawns == 0 && more == 6 && of(strong, Role::Knight) == 2 && less == 0 {
        return 0;
    }
    let bishops = |color| board.of(color, Role::Bishop);
    let (white, black) = (bishops(Color::White), bishops(Color::Black));
    let opposite = white.count() == 1
        && black.count() == 1
        && ((white | black) & Bitboard::LIGHT).count() == 1;
    if opposite {
        return if more == 3 && less == 3 {
            24 + 4 * pawns
        } else {
            44 + 2 * pawns
        };
    }
    (44 + 4 * pawns).min(64)
}

/// A side's attacks and what stands around its king, gathered once.
struct Side {
    pawns: u64,
    by_pawns: u64,
    by_minors: u64,
    by_rooks: u64,
    all: u64,
    twice: u64,
    king: Square,
    /// The king's square, those around it, and the ones in front of these.
    zone: u64,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

const fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    match color {
        Color::White => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
        Color::Black => (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7,
    }
}

const fn ahead(color: Color, squares: u64) -> u64 {
    match color {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    }
}

/// All squares in front of those given, on their files.
const fn front(color: Color, squares: u64) -> u64 {
    let mut all = ahead(color, squares);
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    all
}

const fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// Rank from the side of `color`, from 0 to 7.
fn rank(color: Color, square: Square) -> usize {
    let rank = usize::from(square.rank().index());
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

fn edge_file(square: Square) -> usize {
    let file = usize::from(square.file().index());
    file.min(7 - file)
}

fn steps(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    usize::from(files.max(ranks))
}

/// Finds all features of a position.
pub fn count(position: &Position, tally: &mut impl Tally) {
    let board = position.board();
    let mut sides = Color::ALL.map(|color| {
        let pawns = board.of(color, Role::Pawn).0;
        let king = position.king(color);
        let around = attacks::king(king).0;
        let by_pawns = pawn_attacks(color, pawns);
        Side {
            pawns,
            by_pawns,
            by_minors: 0,
            by_rooks: 0,
            all: around | by_pawns,
            twice: around & by_pawns,
            king,
            zone: around | 1 << king.index() | ahead(color, around),
        }
    });
    for color in Color::ALL {
        pieces(board, color, &mut sides, tally);
    }
    for color in Color::ALL {
        pawns(board, color, &sides, tally);
        shelter(color, &sides, tally);
        threats(board, color, &sides, tally);
    }
    tally.add(feature::TEMPO, 0, sign(position.turn()));
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

fn placed(color: Color, role: Role, square: Square, tally: &mut impl Tally) {
    let index = index_of(role) * 32 + rank(color, square) * 4 + edge_file(square);
    tally.add(feature::SQUARE, index, sign(color));
}

/// Officers: where they stand, what they reach, what they do to the enemy king.
fn pieces(board: &Board, color: Color, sides: &mut [Side; 2], tally: &mut impl Tally) {
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

fn pawns(board: &Board, color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
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
fn shelter(color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
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

fn threats(board: &Board, color: Color, sides: &[Side; 2], tally: &mut impl Tally) {
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
