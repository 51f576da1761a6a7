//! Eight words of eight bytes.

use crate::pgn::window::WIDTH;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES * 0x80;

/// Sixty-four bytes.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct Window {
    words: [u64; WIDTH / 8],
}

impl Window {
    #[inline]
    pub(in crate::pgn) fn new(text: &[u8; WIDTH]) -> Window {
        let byte = |word: usize, index: usize| text[word * 8 + index];
        let word = |word| u64::from_le_bytes(std::array::from_fn(|index| byte(word, index)));
        Window {
            words: std::array::from_fn(word),
        }
    }

    /// Which bytes are `byte`.
    #[inline]
    pub(in crate::pgn) fn equal(self, byte: u8) -> u64 {
        let wanted = ONES * u64::from(byte);
        self.ask(|word| zeros(word ^ wanted))
    }

    /// Which bytes are below 0x20.
    #[inline]
    pub(in crate::pgn) fn controls(self) -> u64 {
        self.ask(|word| zeros(word & (ONES * 0xe0)))
    }

    /// Which bytes are ASCII letters.
    #[inline]
    pub(in crate::pgn) fn letters(self) -> u64 {
        self.ask(|word| {
            let seven = (word | (ONES * 0x20)) & !HIGHS;
            let from_a = seven + ONES * (0x80 - u64::from(b'a'));
            let beyond_z = seven + ONES * (0x7f - u64::from(b'z'));
            from_a & !beyond_z & !word & HIGHS
        })
    }

    /// One bit a byte, out of answers in the bytes' highest bits.
    #[inline]
    fn ask(self, question: impl Fn(u64) -> u64) -> u64 {
        // The product brings the eight bits together in its highest byte (Chess Programming Wiki,
        // "Flipping Mirroring and Rotating").
        let gather = |answer: u64| (answer >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let words = self.words.iter().rev();
        words.fold(0, |bits, &word| bits << 8 | gather(question(word)))
    }
}

/// The highest bit of every byte that is zero (Hacker's Delight 6.1, the exact form).
#[inline]
const fn zeros(word: u64) -> u64 {
    !(((word & !HIGHS) + !HIGHS) | word | !HIGHS)
}
