//! Sixty-four bytes of text looked at together: one bit a byte for each question.
//!
//! Where a line's quotes and its end are then is a matter of counting zeros, with no loop whose length a
//! processor has to guess. With AVX2 a question costs six instructions; without it the bytes are asked
//! eight at a time.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod plain;

#[cfg(target_feature = "avx2")]
pub(in crate::pgn) use avx2::Window;
#[cfg(not(target_feature = "avx2"))]
pub(in crate::pgn) use plain::Window;

/// Bytes in a window.
pub(in crate::pgn) const WIDTH: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of both kinds of window are those of a look at each byte.
    #[test]
    fn answers_for_each_byte() {
        let mut seed = 3u64;
        for _ in 0..500 {
            let text: [u8; WIDTH] = std::array::from_fn(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                // All bytes, but those that are asked for more often.
                match seed >> 60 {
                    0..4 => b"\"\n@[`{\x21\xa2"[(seed >> 40 & 7) as usize],
                    _ => (seed >> 33) as u8,
                }
            });
            let bits = |is: &dyn Fn(u8) -> bool| {
                let ones = text.iter().map(|&byte| u64::from(is(byte)));
                ones.rev().fold(0, |bits, one| bits << 1 | one)
            };
            let (fast, plain) = (Window::new(&text), plain::Window::new(&text));
            for byte in *b"\"\n\\" {
                assert_eq!(fast.equal(byte), bits(&|other| other == byte));
                assert_eq!(plain.equal(byte), bits(&|other| other == byte));
            }
            assert_eq!(fast.controls(), bits(&|byte| byte < 0x20));
            assert_eq!(plain.controls(), bits(&|byte| byte < 0x20));
            assert_eq!(fast.letters(), bits(&|byte| byte.is_ascii_alphabetic()));
            assert_eq!(plain.letters(), bits(&|byte| byte.is_ascii_alphabetic()));
        }
    }
}
