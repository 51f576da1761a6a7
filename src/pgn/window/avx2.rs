//! Two registers of thirty-two bytes.

use safe_arch::{
    cmp_eq_mask_i8_m256i, m256i, min_u8_m256i, move_mask_i8_m256i, set_splat_i8_m256i, sub_i8_m256i,
};

use crate::pgn::window::WIDTH;

/// Sixty-four bytes.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct Window {
    halves: [m256i; 2],
}

impl Window {
    #[inline(always)]
    pub(in crate::pgn) fn new(text: &[u8; WIDTH]) -> Window {
        let half = |from: usize| {
            let bytes: [u8; 32] = std::array::from_fn(|index| text[from + index]);
            m256i::from(bytes)
        };
        Window {
            halves: [half(0), half(32)],
        }
    }

    /// Which bytes are `byte`.
    #[inline(always)]
    pub(in crate::pgn) fn equal(self, byte: u8) -> u64 {
        let wanted = splat(byte);
        self.ask(|half| cmp_eq_mask_i8_m256i(half, wanted))
    }

    /// Which bytes are below 0x20.
    #[inline(always)]
    pub(in crate::pgn) fn controls(self) -> u64 {
        self.ask(|half| cmp_eq_mask_i8_m256i(min_u8_m256i(half, splat(0x1f)), half))
    }

    /// Which bytes are ASCII letters.
    #[inline(always)]
    pub(in crate::pgn) fn letters(self) -> u64 {
        self.ask(|half| {
            let number = sub_i8_m256i(half | splat(0x20), splat(b'a'));
            cmp_eq_mask_i8_m256i(min_u8_m256i(number, splat(25)), number)
        })
    }

    #[inline(always)]
    fn ask(self, question: impl Fn(m256i) -> m256i) -> u64 {
        let [low, high] = self
            .halves
            .map(|half| move_mask_i8_m256i(question(half)).cast_unsigned());
        u64::from(low) | u64::from(high) << 32
    }
}

#[inline(always)]
fn splat(byte: u8) -> m256i {
    set_splat_i8_m256i(byte.cast_signed())
}
