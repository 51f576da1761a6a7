//! A quick way through the movetext of most games: short words and the numbers that must come, each told
//! from eight bytes at once.

use crate::pgn::Span;
use crate::pgn::lexer::{Kind, Lexer, Token};

/// Where a lexer is in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(usize);

/// A word of at most seven bytes, not yet taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortWord {
    /// Its bytes, the first one lowest, and what follows them.
    pub bytes: u64,
    /// How many they are, at most 7.
    pub length: u32,
    /// Where it starts in the game's text.
    pub start: u32,
}

impl ShortWord {
    /// Where it is in the game's text.
    #[inline]
    #[must_use]
    pub const fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.start + self.length,
        }
    }

    /// The word as a token.
    #[inline]
    #[must_use]
    pub const fn token(self) -> Token {
        Token {
            kind: Kind::Word,
            span: self.span(),
        }
    }

    /// Its bytes without those that follow it.
    #[inline]
    #[must_use]
    pub const fn alone(self) -> u64 {
        self.bytes & !(u64::MAX << (8 * (self.length & 7)))
    }
}

/// The texts of move numbers, each with its dot; the first byte is the lowest one.
static NUMBERS: [u64; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < table.len() {
        let mut text = b'.' as u64;
        let mut rest = number;
        loop {
            text = text << 8 | (b'0' as u64 + (rest % 10) as u64);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        table[number] = text;
        number += 1;
    }
    table
};

/// The text of a move number with its dot, the first byte lowest, and how many bytes it has; none for 1000 and more.
#[inline]
pub(crate) fn number_word(number: u32) -> Option<(u64, usize)> {
    let &word = NUMBERS.get(number as usize)?;
    Some((word, 8 - word.leading_zeros() as usize / 8))
}

impl Lexer<'_> {
    /// Skips one space or line feed, if there is one.
    #[inline]
    pub fn skip_space(&mut self) {
        self.at += usize::from(matches!(self.text.get(self.at), Some(b' ' | b'\n')));
    }

    /// Where the next token is read, to [`Lexer::return_to`].
    #[inline]
    #[must_use]
    pub const fn place(&self) -> Place {
        Place(self.at)
    }

    /// Goes back to where it was. Tags are not read again.
    #[inline]
    pub const fn return_to(&mut self, place: Place) {
        self.at = place.0;
    }

    /// A glance at a word that begins right here: what stands before the next white space (or `!`), if it
    /// is at most seven bytes long. Whether it is one word, the caller must find out; [`Lexer::take`]
    /// then takes it.
    #[inline]
    #[must_use]
    pub fn glance(&self) -> Option<ShortWord> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let window = self.text.get(self.at..)?.first_chunk::<8>()?;
        let bytes = u64::from_le_bytes(*window);
        // The highest bit of every byte below 0x22 (Hacker's Delight 6.1: exact for the lowest one).
        let ends = bytes.wrapping_sub(ONES * 0x22) & !bytes & (ONES * 0x80);
        if ends == 0 {
            return None;
        }
        Some(ShortWord {
            bytes,
            length: ends.trailing_zeros() / 8,
            start: self.at as u32,
        })
    }

    /// Takes the next token if it begins right here and is this number and one dot, with one space behind
    /// it if there is one.
    #[inline]
    pub fn take_number(&mut self, number: u32) -> Option<Token> {
        let start = self.at;
        let window = self.text.get(start..)?.first_chunk::<8>()?;
        let bytes = u64::from_le_bytes(*window);
        let &expected = NUMBERS.get(number as usize)?;
        // All bits up to the highest one of the dot, 0x2e.
        let spare = expected.leading_zeros() & !7;
        let length = 8 - spare / 8;
        let same = (bytes ^ expected) << spare == 0;
        // The longest of these numbers are four bytes.
        let next = (bytes >> (8 * (length & 7))) as u8;
        if !same || next == b'.' {
            return None;
        }
        let end = start + length as usize;
        self.at = end + usize::from(next == b' ');
        Some(Token {
            kind: Kind::Number,
            span: Span::new(start, end),
        })
    }

    /// Takes the line end `\r\n`, if a glance has shown it instead of a word.
    #[inline]
    pub const fn take_crlf(&mut self, word: ShortWord) -> bool {
        let found = word.length == 0 && word.bytes as u16 == u16::from_le_bytes(*b"\r\n");
        self.at += if found { 2 } else { 0 };
        found
    }

    /// Takes the word that [`Lexer::glance`] has shown, and a space or line feed behind it.
    #[inline]
    pub const fn take(&mut self, word: ShortWord) -> Token {
        let token = word.token();
        let next = (word.bytes >> (8 * (word.length & 7))) as u8;
        let spaced = (next == b' ') | (next == b'\n');
        self.at = token.span.end as usize + spaced as usize;
        token
    }
}
