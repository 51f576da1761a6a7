//! Which squares a man attacks (FIDE 3.2 to 3.8), from tables built at compile time.
//!
//! Sliders use *obstruction difference*: on each of the four lines through a square the nearest man
//! below and the nearest man above bound the attacked squares, which one subtraction yields (Chess
//! Programming Wiki, "Obstruction Difference"). Its masks take 4 KiB in all, so that they stay in the
//! first-level cache beside a game's text; the 800 KiB of plain magic tables do not.

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Role};
use crate::chess::square::Square;

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
/// The four line directions that lead to higher indices: along the rank, the file and both diagonals.
const LINE_STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// One line through a square, the square itself left out.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

const KNIGHT: [u64; 64] = steps_table(&KNIGHT_STEPS);
const KING: [u64; 64] = steps_table(&KING_STEPS);
const PAWN: [[u64; 64]; 2] = [
    steps_table(&[(-1, 1), (1, 1)]),
    steps_table(&[(-1, -1), (1, -1)]),
];
/// By role code: what a man attacks on an empty board; code 0 is a black pawn, code 1 a white one.
static EMPTY: [[u64; 64]; 8] = empty_table();
static LINES: [[Line; 4]; 64] = lines_table();
static BETWEEN: [[u64; 64]; 64] = pairs_table(true);
static THROUGH: [[u64; 64]; 64] = pairs_table(false);

const fn on_board(file: i32, rank: i32) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

const fn steps_table<const N: usize>(steps: &[(i32, i32); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let file = square % 8 + steps[i].0;
            let rank = square / 8 + steps[i].1;
            if on_board(file, rank) {
                table[square as usize] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: i32, step: (i32, i32)) -> u64 {
    let mut set = 0;
    let mut file = square % 8 + step.0;
    let mut rank = square / 8 + step.1;
    while on_board(file, rank) {
        set |= 1 << (rank * 8 + file);
        file += step.0;
        rank += step.1;
    }
    set
}

const fn empty_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    table[0] = PAWN[1];
    table[Role::Pawn as usize] = PAWN[0];
    table[Role::Knight as usize] = KNIGHT;
    table[Role::King as usize] = KING;
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let line = ray(square, KING_STEPS[i]);
            // Even steps are orthogonal, odd ones diagonal.
            let role = if i % 2 == 0 { Role::Rook } else { Role::Bishop };
            table[role as usize][square as usize] |= line;
            table[Role::Queen as usize][square as usize] |= line;
            i += 1;
        }
        square += 1;
    }
    table
}

const fn lines_table() -> [[Line; 4]; 64] {
    let mut table = [[Line { lower: 0, upper: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (file, rank) = LINE_STEPS[i];
            table[square as usize][i] = Line {
                lower: ray(square, (-file, -rank)),
                upper: ray(square, (file, rank)),
            };
            i += 1;
        }
        square += 1;
    }
    table
}

/// For each pair of squares on one line: the squares between them, or the whole line through both.
#[expect(clippy::large_stack_arrays, reason = "runs at compile time only")]
const fn pairs_table(between: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let step = KING_STEPS[i];
            let back = ray(a, (-step.0, -step.1));
            let mut passed = 0;
            let mut file = a % 8 + step.0;
            let mut rank = a / 8 + step.1;
            while on_board(file, rank) {
                let b = rank * 8 + file;
                table[a as usize][b as usize] = if between {
                    passed
                } else {
                    back | ray(a, step) | 1 << a
                };
                passed |= 1 << b;
                file += step.0;
                rank += step.1;
            }
            i += 1;
        }
        a += 1;
    }
    table
}

/// Squares that a knight on `square` attacks (FIDE 3.6).
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(EMPTY[Role::Knight as usize][square.index()])
}

/// Squares that a king on `square` attacks (FIDE 3.8.1).
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(EMPTY[Role::King as usize][square.index()])
}

/// Squares on which a pawn of `color` on `square` captures (FIDE 3.7.3).
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(EMPTY[1 - color as usize][square.index()])
}

/// Squares that a bishop on `square` attacks (FIDE 3.2, 3.5).
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(line(lines[2], occupied.0) | line(lines[3], occupied.0))
}

/// Squares that a rook on `square` attacks (FIDE 3.3, 3.5).
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(line(lines[0], occupied.0) | line(lines[1], occupied.0))
}

/// Squares that a queen on `square` attacks (FIDE 3.4, 3.5).
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

#[inline]
fn line(line: Line, occupied: u64) -> u64 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    // The nearest man below, or bit 0 where there is none; `| 1` keeps the shift in range.
    let below = 1u64 << (lower | 1).ilog2();
    let above = upper & upper.wrapping_neg();
    (line.lower | line.upper) & above.wrapping_mul(2).wrapping_sub(below)
}

/// Squares that a man other than a pawn attacks from `square` on an empty board.
#[inline]
#[must_use]
pub fn on_empty(role: Role, square: Square) -> Bitboard {
    Bitboard(EMPTY[role as usize][square.index()])
}

/// The same by role code, for pawns as well.
#[inline]
pub(in crate::chess) fn on_empty_coded(code: u64, color: Color, square: Square) -> Bitboard {
    let black_pawn = u64::from(code == Role::Pawn as u64) & color as u64;
    Bitboard(EMPTY[((code - black_pawn) & 7) as usize][square.index()])
}

/// The same by role code; 0 is a black pawn, 1 a white one.
#[inline(always)]
pub(in crate::chess) const fn on_empty_by_code(code: usize, square: Square) -> Bitboard {
    Bitboard(EMPTY[code & 7][square.index()])
}

/// Squares on the bishop's lines through `square` on an empty board.
#[inline]
#[must_use]
pub fn diagonals(square: Square) -> Bitboard {
    on_empty(Role::Bishop, square)
}

/// Squares on the rook's lines through `square` on an empty board.
#[inline]
#[must_use]
pub fn orthogonals(square: Square) -> Bitboard {
    on_empty(Role::Rook, square)
}

/// Squares strictly between two squares of one line; empty if they share none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two different squares, both included; empty if they share none.
#[inline]
#[must_use]
pub fn through(a: Square, b: Square) -> Bitboard {
    Bitboard(THROUGH[a.index()][b.index()])
}

/// Squares that a man of `role` and `color` on `square` attacks, with `occupied` as obstacles.
#[inline]
#[must_use]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::King => king(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square, as an independent oracle.
    fn walk(square: Square, occupied: Bitboard, steps: &[(i32, i32)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for step in steps {
            let mut file = i32::from(square.file().index()) + step.0;
            let mut rank = i32::from(square.rank().index()) + step.1;
            while on_board(file, rank) {
                let target = Square::from_index((rank * 8 + file).unsigned_abs());
                set |= Bitboard::of(target);
                if occupied.has(target) {
                    break;
                }
                file += step.0;
                rank += step.1;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let orthogonal = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let mut seed = 1u64;
        for _ in 0..500 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let occupied = Bitboard(seed & seed.rotate_left(17));
            for square in Square::all() {
                assert_eq!(
                    rook(square, occupied),
                    walk(square, occupied, &orthogonal),
                    "rook {square}"
                );
                assert_eq!(
                    bishop(square, occupied),
                    walk(square, occupied, &diagonal),
                    "bishop {square}"
                );
            }
        }
    }

    #[test]
    fn lines_between_and_through() {
        let square = |name: &[u8]| Square::parse(name).unwrap();
        let names = |set: Bitboard| {
            set.into_iter()
                .map(|s| s.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(between(square(b"a1"), square(b"d4"))), "b2 c3");
        assert_eq!(names(between(square(b"h5"), square(b"e5"))), "f5 g5");
        assert_eq!(names(between(square(b"a1"), square(b"b3"))), "");
        assert_eq!(
            names(through(square(b"b2"), square(b"d4"))),
            "a1 b2 c3 d4 e5 f6 g7 h8"
        );
        assert_eq!(
            names(through(square(b"c7"), square(b"c2"))),
            "c1 c2 c3 c4 c5 c6 c7 c8"
        );
    }
}
