//! One rank of a pattern.

use std::ops::Range;

use crate::chess::{Bitboard, Board, Color, Piece};

/// What may stand on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// `?`
    Any,
    /// A digit stands for that many.
    Empty,
    /// `!`
    Man,
    /// `A` or `a`
    Of(Color),
    /// A letter of a FEN.
    Piece(Piece),
}

impl Content {
    fn squares(self, board: &Board) -> Bitboard {
        match self {
            Content::Any => Bitboard::FULL,
            Content::Empty => !board.occupied(),
            Content::Man => board.occupied(),
            Content::Of(color) => board.of_color(color),
            Content::Piece(piece) => board.of(piece.color, piece.role),
        }
    }
}

/// A rank as it was read.
pub(super) enum Read {
    /// Without stars: eight squares.
    Squares(Vec<Content>),
    /// Nothing but stars.
    Anything,
    /// With stars between squares.
    Glob(Glob),
}

/// A rank of which parts may stand at several places.
#[derive(Clone, Debug)]
pub(super) struct Glob {
    /// Places of the rank's squares in a board are higher by this.
    shift: u32,
    /// What stands between the stars, from the a-file on; nothing where a star is first or last.
    parts: Vec<Vec<Content>>,
}

impl Glob {
    /// Whether the parts stand in the rank in their order. Each is taken at the first place where it
    /// stands, which leaves most room for the others.
    pub(super) fn matches(&self, board: &Board) -> bool {
        let last = self.parts.len() - 1;
        let mut from = 0;
        for (index, part) in self.parts.iter().enumerate() {
            let Some(latest) = 8usize.checked_sub(part.len()) else {
                return false;
            };
            // The files where the part may begin.
            let mut starts = 0x1ffu32 & (!0u32 << from) & (0x1ff >> (8 - latest));
            if index == 0 {
                starts &= 1;
            }
            if index == last {
                starts &= 1 << latest;
            }
            for (file, content) in part.iter().enumerate() {
                let rank = (content.squares(board).0 >> self.shift) as u8;
                starts &= u32::from(rank) >> file;
            }
            if starts == 0 {
                return false;
            }
            from = starts.trailing_zeros() as usize + part.len();
        }
        true
    }
}

/// Reads the text of a rank; what is wrong, with its place in the text.
pub(super) fn read(text: &str, rank: u8) -> Result<Read, (Range<usize>, String)> {
    let mut parts = vec![Vec::new()];
    for (at, letter) in text.char_indices() {
        let mut put = |content, count| {
            if let Some(part) = parts.last_mut() {
                part.extend(std::iter::repeat_n(content, count));
            }
        };
        match letter {
            '*' => parts.push(Vec::new()),
            '?' => put(Content::Any, 1),
            '!' => put(Content::Man, 1),
            'A' => put(Content::Of(Color::White), 1),
            'a' => put(Content::Of(Color::Black), 1),
            '1'..='8' => put(Content::Empty, letter as usize - '0' as usize),
            _ => {
                let Some(piece) = u8::try_from(letter).ok().and_then(Piece::from_letter) else {
                    let message =
                        format!("`{letter}` is no man, no number from 1 to 8, and no wildcard");
                    return Err((at..at + letter.len_utf8(), message));
                };
                put(Content::Piece(piece), 1);
            }
        }
    }
    let squares: usize = parts.iter().map(Vec::len).sum();
    let stars = parts.len() - 1;
    if squares > 8 || stars == 0 && squares < 8 {
        let message = match (stars, squares) {
            (0, 1) => format!("rank {rank} has 1 square instead of 8"),
            (0, _) => format!("rank {rank} has {squares} squares instead of 8"),
            _ => format!("rank {rank} has {squares} squares besides `*`, where 8 have room"),
        };
        return Err((0..text.len(), message));
    }
    if stars == 0 {
        return Ok(Read::Squares(parts.pop().unwrap_or_default()));
    }
    if squares == 0 {
        return Ok(Read::Anything);
    }
    // Of stars that follow each other one is enough; the ends stay, since they tell where a star stands.
    let end = parts.len() - 1;
    let mut index = 0;
    parts.retain(|part| {
        let keep = index == 0 || index == end || !part.is_empty();
        index += 1;
        keep
    });
    let shift = 8 * (u32::from(rank) - 1);
    Ok(Read::Glob(Glob { shift, parts }))
}
