//! Canonical SAN read out of one register, for the words that make up nearly all of a file.

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Role;
use crate::chess::san::{Action, Mark, San};
use crate::chess::square::{File, Rank, Square};

impl San {
    /// Reads the commonest shapes of canonical SAN: the first byte of the text is the lowest one of
    /// `bytes`, and what follows the text does not matter.
    ///
    /// `None` for castling, promotions, full origins, and whatever is not canonical.
    ///
    /// There is one way through for pawns and men with and without origins or captures, since which of
    /// them comes next is what a processor cannot foresee.
    #[inline(always)]
    #[must_use]
    pub fn parse_short(bytes: u64, length: u32) -> Option<San> {
        if !(2..=7).contains(&length) {
            return None;
        }
        // The text at the upper end of the register: its last byte is the highest one.
        let text = bytes << (64 - 8 * length);
        let mark = MARK[usize::from((text >> 56) as u8)];
        let marked = u32::from(mark != Mark::None);
        let text = text << (8 * marked);
        let rank = ((text >> 56) as u8).wrapping_sub(b'1');
        let file = ((text >> 48) as u8).wrapping_sub(b'a');
        let capture = (text >> 40) as u8 == b'x';
        let leader = &LEADER[usize::from(bytes as u8)];
        // How many bytes stand before the target, less `x`; what has no such shape has no bit for it.
        let before = length.wrapping_sub(2 + marked + u32::from(capture));
        let shape = before.wrapping_mul(2).wrapping_add(u32::from(capture));
        if (leader.shapes >> (shape & 31)) & 1 == 0 || (file | rank) > 7 {
            return None;
        }
        let head = bytes & !(u64::MAX << (8 * before));
        let from = leader.from & ORIGIN[usize::from((head >> 8) as u8)];
        if from.is_empty() {
            return None;
        }
        Some(San {
            action: Action::Go {
                role: Some(leader.role),
                from,
                to: Square::new(File::new(file), Rank::new(rank)),
                capture,
                promotion: None,
            },
            mark,
        })
    }
}

/// What the first byte of a move tells.
struct Leader {
    /// Where the man may come from.
    from: Bitboard,
    role: Role,
    /// One bit for each number of bytes before the target and whether it is a capture, in this order.
    shapes: u32,
}

/// By the first byte of a move. One look-up: who moves is what cannot be foreseen.
static LEADER: [Leader; 256] = {
    /// `e4`, `exd5`.
    const PAWN: u32 = 1 << 0 | 1 << (2 + 1);
    /// `Nf3`, `Nxf3`, `Nbd2`, `Nbxd2`.
    const PIECE: u32 = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5;
    let mut table = [const {
        Leader {
            from: Bitboard::EMPTY,
            role: Role::Pawn,
            shapes: 0,
        }
    }; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize].from = ORIGIN[file as usize];
        table[file as usize].shapes = PAWN;
        file += 1;
    }
    let mut i = 0;
    while i < Role::ALL.len() {
        let role = Role::ALL[i];
        if !matches!(role, Role::Pawn) {
            table[role.letter() as usize] = Leader {
                from: Bitboard::FULL,
                role,
                shapes: PIECE,
            };
        }
        i += 1;
    }
    table
};

/// By the byte between the first one and the target or its `x`, 0 if there is none: where the man may
/// come from.
static ORIGIN: [Bitboard; 256] = {
    let mut table = super::ORIGIN;
    table[0] = Bitboard::FULL;
    table[b'x' as usize] = Bitboard::EMPTY;
    table
};

/// By a move's last byte, its mark.
static MARK: [Mark; 256] = {
    let mut table = [Mark::None; 256];
    table[b'+' as usize] = Mark::Check;
    table[b'#' as usize] = Mark::Mate;
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn short(text: &[u8]) -> Option<San> {
        let mut bytes = *b"~~~~~~~~";
        bytes[..text.len()].copy_from_slice(text);
        San::parse_short(u64::from_le_bytes(bytes), text.len() as u32)
    }

    /// Every text of up to five of the characters that matter, with and without a mark, means what the
    /// other reader says, if it means anything.
    #[test]
    fn agrees_with_the_canonical_reader() {
        let letters = b"aehx18N9KO-=+";
        let mut read = 0;
        for length in 0..=5u32 {
            for number in 0..letters.len().pow(length) {
                let digits = (0..length).map(|place| number / letters.len().pow(place));
                let mut text: Vec<u8> =
                    digits.map(|digit| letters[digit % letters.len()]).collect();
                for mark in [&b""[..], b"+", b"#"] {
                    text.truncate(length as usize);
                    text.extend_from_slice(mark);
                    if let Some(san) = short(&text) {
                        assert_eq!(Some(san), San::parse_canonical(&text), "{text:?}");
                        read += 1;
                    }
                }
            }
        }
        assert!(read > 500, "{read}");
    }

    #[test]
    fn takes_the_commonest_shapes() {
        for text in [
            "e4", "exd5", "Nf3", "Nxf3", "Nbd2", "R1xa3", "Kd2+", "gxh8#",
        ] {
            assert!(short(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "", "e", "O-O", "e8=Q", "Qh4e1", "Qh4xe1", "Nxxf3", "exx5", "Nf9", "xe4", "e4x",
        ] {
            assert_eq!(short(text.as_bytes()), None, "{text}");
        }
    }
}
