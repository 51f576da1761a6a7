//! Four sets of squares side by side, and the rays of all sliders at once.
//!
//! A line has two directions and there are four kinds of lines; [`FourSets`] holds one set for each kind:
//! rank, falling diagonal, file, rising diagonal. Filling the empty squares behind all sliders of a side
//! then costs three rounds of shifts (Kogge-Stone, Chess Programming Wiki, "Kogge-Stone Algorithm"),
//! however many sliders there are, with no table and no branch. With AVX2 a round is one instruction a
//! step for the four lanes; without it the same is done lane by lane.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod plain;

use std::ops::{BitAnd, BitOr, BitOrAssign};

#[cfg(target_feature = "avx2")]
pub(in crate::chess) use avx2::Lanes;
#[cfg(not(target_feature = "avx2"))]
pub(in crate::chess) use plain::Lanes;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const FILES_AB: u64 = FILE_A | FILE_A << 1;
const FILES_GH: u64 = FILE_H | FILE_H >> 1;

/// By lane, how far one step along its line is in square numbers: rank, falling diagonal, file, rising
/// diagonal.
const STEP: [u64; 4] = [1, 7, 8, 9];
const TWO_STEPS: [u64; 4] = [2, 14, 16, 18];
const FOUR_STEPS: [u64; 4] = [4, 28, 32, 36];
/// Where a step upwards or downwards can end without having left the board at its side.
const UPWARDS: [u64; 4] = [!FILE_A, !FILE_H, !0, !FILE_A];
const DOWNWARDS: [u64; 4] = [!FILE_H, !FILE_A, !0, !FILE_H];
/// The four jumps of a knight to a higher square, and where they can end; downwards the same mirrored.
const JUMP: [u64; 4] = [6, 10, 15, 17];
const JUMP_UPWARDS: [u64; 4] = [!FILES_GH, !FILES_AB, !FILE_H, !FILE_A];
const JUMP_DOWNWARDS: [u64; 4] = [!FILES_AB, !FILES_GH, !FILE_A, !FILE_H];

/// Four sets of squares, one for each kind of line.
pub(in crate::chess) trait FourSets:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign
{
    /// A set for each lane.
    fn new(sets: [u64; 4]) -> Self;

    /// The same set in every lane.
    fn splat(set: u64) -> Self;

    /// The sets.
    fn sets(self) -> [u64; 4];

    /// Shifts each lane to higher squares.
    fn up(self, by: [u64; 4]) -> Self;

    /// Shifts each lane to lower squares.
    fn down(self, by: [u64; 4]) -> Self;

    /// Squares in any lane.
    fn union(self) -> u64;

    /// Squares of all lanes of both, each lane counted for itself.
    fn count_both(self, other: Self) -> u32;

    /// Sliders by the lines that they slide on.
    #[inline(always)]
    fn of_sliders(orthogonal: u64, diagonal: u64) -> Self {
        Self::new([orthogonal, diagonal, orthogonal, diagonal])
    }

    /// What is attacked along each line in the direction of higher squares, by whoever stands on the
    /// squares of that lane; `empty` squares are passed.
    #[inline(always)]
    fn rays_up(self, empty: Self) -> Self {
        let upwards = Self::new(UPWARDS);
        let mut filled = self;
        let mut open = empty & upwards;
        filled |= open & filled.up(STEP);
        open = open & open.up(STEP);
        filled |= open & filled.up(TWO_STEPS);
        open = open & open.up(TWO_STEPS);
        filled |= open & filled.up(FOUR_STEPS);
        filled.up(STEP) & upwards
    }

    /// The same in the direction of lower squares.
    #[inline(always)]
    fn rays_down(self, empty: Self) -> Self {
        let downwards = Self::new(DOWNWARDS);
        let mut filled = self;
        let mut open = empty & downwards;
        filled |= open & filled.down(STEP);
        open = open & open.down(STEP);
        filled |= open & filled.down(TWO_STEPS);
        open = open & open.down(TWO_STEPS);
        filled |= open & filled.down(FOUR_STEPS);
        filled.down(STEP) & downwards
    }

    /// What knights attack, spread over the lanes.
    #[inline(always)]
    fn knight_jumps(knights: u64) -> Self {
        let knights = Self::splat(knights);
        (knights.up(JUMP) & Self::new(JUMP_UPWARDS))
            | (knights.down(JUMP) & Self::new(JUMP_DOWNWARDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks;
    use crate::chess::bitboard::Bitboard;

    /// Square by square, from the look-ups for single men.
    fn expected(men: [u64; 4], empty: u64) -> ([u64; 4], [u64; 4]) {
        let occupied = Bitboard(!empty);
        let (mut up, mut down) = ([0; 4], [0; 4]);
        for lane in 0..4 {
            for from in Bitboard(men[lane]) {
                let reached = if lane % 2 == 0 {
                    attacks::rook(from, occupied)
                } else {
                    attacks::bishop(from, occupied)
                };
                for to in reached {
                    let step = u64::from((to.index().abs_diff(from.index())) as u32);
                    let (files, ranks) = (
                        to.file().index().abs_diff(from.file().index()),
                        to.rank().index().abs_diff(from.rank().index()),
                    );
                    let on_lane = match lane {
                        0 => ranks == 0,
                        2 => files == 0,
                        _ => step % STEP[lane] == 0 && step / STEP[lane] == u64::from(ranks),
                    };
                    if on_lane && to > from {
                        up[lane] |= Bitboard::of(to).0;
                    } else if on_lane {
                        down[lane] |= Bitboard::of(to).0;
                    }
                }
            }
        }
        (up, down)
    }

    fn check<L: FourSets>() {
        let mut seed = 7u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for _ in 0..2_000 {
            let men = [(); 4].map(|()| random() & random() & random());
            // A slider's own square is not empty.
            let empty = (random() | random()) & !(men[0] | men[1] | men[2] | men[3]);
            let lanes = L::new(men);
            let (up, down) = expected(men, empty);
            assert_eq!(lanes.sets(), men);
            assert_eq!(
                lanes.rays_up(L::splat(empty)).sets(),
                up,
                "{men:x?} {empty:x}"
            );
            assert_eq!(
                lanes.rays_down(L::splat(empty)).sets(),
                down,
                "{men:x?} {empty:x}"
            );
            assert_eq!(lanes.union(), men[0] | men[1] | men[2] | men[3]);
            let count = up
                .iter()
                .chain(&men)
                .map(|set| set.count_ones())
                .sum::<u32>();
            assert_eq!(lanes.count_both(L::new(up)), count);
            let jumps = Bitboard(men[0]).into_iter().map(attacks::knight);
            let jumps = jumps.fold(Bitboard::EMPTY, |all, set| all | set);
            assert_eq!(L::knight_jumps(men[0]).union(), jumps.0);
        }
    }

    #[test]
    fn rays_agree_with_single_sliders() {
        check::<Lanes>();
        check::<plain::Lanes>();
    }
}
