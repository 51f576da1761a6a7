//! Squares, files and ranks (FIDE 2.4). A square is a number from 0 (a1) to 63 (h8), rank by rank.

use std::fmt;

/// One of the eight files, `a` = 0 to `h` = 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// One of the eight ranks, `1` = 0 to `8` = 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl File {
    /// The `a` file, where the queen-side rook starts.
    pub const A: File = File(0);
    /// The file on which a king castles long to.
    pub const C: File = File(2);
    /// The file on which the rook lands after castling long.
    pub const D: File = File(3);
    /// The file of the kings in standard chess.
    pub const E: File = File(4);
    /// The file on which the rook lands after castling short.
    pub const F: File = File(5);
    /// The file on which a king castles short to.
    pub const G: File = File(6);
    /// The `h` file, where the king-side rook starts.
    pub const H: File = File(7);

    /// Creates the file of an index; only the low three bits count.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> File {
        File(index & 7)
    }

    /// Reads a lower-case file letter.
    #[inline]
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter {
            b'a'..=b'h' => Some(File(letter - b'a')),
            _ => None,
        }
    }

    /// Index from 0 (`a`) to 7 (`h`).
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0 & 7
    }

    /// The lower-case letter.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.index()) as char
    }
}

impl Rank {
    /// Creates the rank of an index; only the low three bits count.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Rank {
        Rank(index & 7)
    }

    /// Reads a rank digit.
    #[inline]
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank(digit - b'1')),
            _ => None,
        }
    }

    /// Index from 0 (first rank) to 7 (eighth rank).
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0 & 7
    }

    /// The digit.
    #[inline]
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self.index()) as char
    }
}

impl Square {
    /// Creates the square on a file and a rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.index() * 8 + file.index())
    }

    /// Creates the square of an index; only the low six bits count.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Index from 0 (a1) to 63 (h8).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop the bounds check of every 64-entry table.
        (self.0 & 63) as usize
    }

    /// The file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank((self.0 >> 3) & 7)
    }

    /// Reads two characters such as `e4`.
    #[must_use]
    pub const fn parse(text: &[u8]) -> Option<Square> {
        if text.len() != 2 {
            return None;
        }
        match (File::from_letter(text[0]), Rank::from_digit(text[1])) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    /// Whether the square is a light one (FIDE 2.1: h1 is light).
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.file().index() + self.rank().index()) % 2 == 1
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_colours() {
        for square in Square::all() {
            assert_eq!(
                Square::parse(square.to_string().as_bytes()),
                Some(square),
                "{square}"
            );
        }
        let [a1, h1] = [b"a1", b"h1"].map(|name| Square::parse(name).unwrap());
        assert!(h1.is_light(), "FIDE 2.1");
        assert!(!a1.is_light());
        assert_eq!(Square::parse(b"i4"), None);
        assert_eq!(Square::parse(b"a9"), None);
    }
}
