//! Lane by lane, for every processor; and the oracle of the fast way.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::chess::lanes::FourSets;

/// Four sets of squares.
#[derive(Clone, Copy, Debug)]
pub(in crate::chess) struct Lanes([u64; 4]);

impl FourSets for Lanes {
    #[inline(always)]
    fn new(sets: [u64; 4]) -> Lanes {
        Lanes(sets)
    }

    #[inline(always)]
    fn splat(set: u64) -> Lanes {
        Lanes([set; 4])
    }

    #[inline(always)]
    fn sets(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn up(self, by: [u64; 4]) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] << by[lane]))
    }

    #[inline(always)]
    fn down(self, by: [u64; 4]) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] >> by[lane]))
    }

    #[inline(always)]
    fn union(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    #[inline(always)]
    fn count_both(self, other: Lanes) -> u32 {
        let sets = self.0.iter().chain(&other.0);
        sets.map(|set| set.count_ones()).sum()
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}
