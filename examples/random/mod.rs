//! Numbers that look random, the same in every run.

/// Knuth's linear congruence (MMIX).
pub(crate) struct Random(u64);

impl Random {
    /// With a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number from 0 up to below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}
