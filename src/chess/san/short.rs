//! Canonical SAN read out of one register, for the words that make up nearly all of a file.

use crate::chess::board::Role;
use crate::chess::san::{Action, Mark, ORIGIN, San};
use crate::chess::square::{File, Rank, Square};

impl San {
    /// Reads the commonest shapes of canonical SAN: the first byte of the text is the lowest one of
    /// `bytes`, and what follows the text does not matter.
    ///
    /// `None` for castling, promotions, full origins before a capture, and whatever is not canonical.
    ///
    /// There is one way through for pawns and men with and without origins or captures, since which of
    /// them comes next is what a processor cannot foresee.
    #[inline(always)]
    #[must_use]
    pub fn parse_short(bytes: u64, length: u32) -> Option<San> {
        if !(2..=7).contains(&length) {
            return None;
        }
        let at = |index: u32| (bytes >> ((8 * index) & 63)) as u8;
        let last = at(length - 1);
        let (check, mate) = (last == b'+', last == b'#');
        let length = length - u32::from(check | mate);
        let file = at(length.wrapping_sub(2)).wrapping_sub(b'a');
        let rank = at(length - 1).wrapping_sub(b'1');
        let first = at(0);
        let pawn = (b'a'..=b'h').contains(&first);
        let role = LEADER[usize::from(first)];
        // What stands between the first letter and the target: nothing, an origin, `x`, or two of these.
        let between = length.saturating_sub(3);
        let (left, right) = (at(1), at(between));
        let shape = if pawn {
            (length == 2) | ((length == 4) & (left == b'x'))
        } else {
            (length == 3) | (length == 4) | ((length == 5) & (left != b'x'))
        };
        if !shape | ((file | rank) > 7) | role.is_none() {
            return None;
        }
        let origin = |byte: u8, there: bool| ORIGIN[usize::from(if there { byte } else { b'x' })];
        let from = origin(first, pawn) & origin(left, between > 0) & origin(right, between > 0);
        if from.is_empty() {
            return None;
        }
        Some(San {
            action: Action::Go {
                role,
                from,
                to: Square::new(File::new(file), Rank::new(rank)),
                capture: (between > 0) & (right == b'x'),
                promotion: None,
            },
            mark: match (check, mate) {
                (true, _) => Mark::Check,
                (_, true) => Mark::Mate,
                _ => Mark::None,
            },
        })
    }
}

/// By the first character of a move, who makes it.
static LEADER: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    table[b'N' as usize] = Some(Role::Knight);
    table[b'B' as usize] = Some(Role::Bishop);
    table[b'R' as usize] = Some(Role::Rook);
    table[b'Q' as usize] = Some(Role::Queen);
    table[b'K' as usize] = Some(Role::King);
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
        assert!(read > 1_000, "{read}");
    }

    #[test]
    fn takes_the_commonest_shapes() {
        for text in [
            "e4", "exd5", "Nf3", "Nxf3", "Nbd2", "R1xa3", "Qh4e1", "Kd2+", "gxh8#",
        ] {
            assert!(short(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "", "e", "O-O", "e8=Q", "Qh4xe1", "Nxxf3", "exx5", "Nf9", "xe4", "e4x",
        ] {
            assert_eq!(short(text.as_bytes()), None, "{text}");
        }
    }
}
