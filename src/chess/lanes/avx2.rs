//! One instruction for the four lanes. `safe_arch` gives the processor's instructions safe names where
//! the build may assume that they are there.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use safe_arch::{
    add_i8_m256i, add_i64_m128i, extract_i64_imm_m128i, extract_m128i_m256i, get_i64_from_m128i_s,
    m256i, set_splat_i64_m256i, shl_each_u64_m256i, shr_each_u64_m256i, shr_imm_u16_m256i,
    shuffle_av_i8z_half_m256i, sum_of_u8_abs_diff_m256i, zeroed_m256i,
};

use crate::chess::lanes::FourSets;

/// Four sets of squares in one register.
#[derive(Clone, Copy, Debug)]
pub(in crate::chess) struct Lanes(m256i);

impl FourSets for Lanes {
    #[inline(always)]
    fn new(sets: [u64; 4]) -> Lanes {
        Lanes(m256i::from(sets))
    }

    #[inline(always)]
    fn splat(set: u64) -> Lanes {
        Lanes(set_splat_i64_m256i(set.cast_signed()))
    }

    #[inline(always)]
    fn sets(self) -> [u64; 4] {
        self.0.into()
    }

    #[inline(always)]
    fn up(self, by: [u64; 4]) -> Lanes {
        Lanes(shl_each_u64_m256i(self.0, m256i::from(by)))
    }

    #[inline(always)]
    fn down(self, by: [u64; 4]) -> Lanes {
        Lanes(shr_each_u64_m256i(self.0, m256i::from(by)))
    }

    #[inline(always)]
    fn union(self) -> u64 {
        let half = extract_m128i_m256i::<0>(self.0) | extract_m128i_m256i::<1>(self.0);
        (get_i64_from_m128i_s(half) | extract_i64_imm_m128i::<1>(half)).cast_unsigned()
    }

    /// By a table of sixteen counts, four bits at a time (Muła, Kurz, Lemire: "Faster Population Counts
    /// Using AVX2 Instructions", 2018).
    #[inline(always)]
    fn count_both(self, other: Lanes) -> u32 {
        const BITS: [u64; 4] = [
            0x0302_0201_0201_0100,
            0x0403_0302_0302_0201,
            0x0302_0201_0201_0100,
            0x0403_0302_0302_0201,
        ];
        let bits = m256i::from(BITS);
        let nibble = m256i::from([0x0f0f_0f0f_0f0f_0f0f_u64; 4]);
        let count = |set: m256i| {
            add_i8_m256i(
                shuffle_av_i8z_half_m256i(bits, set & nibble),
                shuffle_av_i8z_half_m256i(bits, shr_imm_u16_m256i::<4>(set) & nibble),
            )
        };
        let bytes = add_i8_m256i(count(self.0), count(other.0));
        let sums = sum_of_u8_abs_diff_m256i(bytes, zeroed_m256i());
        let sum = add_i64_m128i(
            extract_m128i_m256i::<0>(sums),
            extract_m128i_m256i::<1>(sums),
        );
        (get_i64_from_m128i_s(sum) + extract_i64_imm_m128i::<1>(sum)) as u32
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        Lanes(self.0 & other.0)
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        Lanes(self.0 | other.0)
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes) {
        self.0 = self.0 | other.0;
    }
}
