//! `--position`: positions by their FEN, or by a pattern of one.
//!
//! A FEN of four fields or more is one position: its men, the side to move, castling rights, and the en
//! passant square where a capture is legal; the counters say nothing. With fewer fields, what is not
//! there does not matter.
//!
//! In the board field may stand, instead of men and numbers of empty squares:
//!
//! - `?` a square with anything or nothing on it;
//! - `!` a man, `A` a white man, `a` a black man;
//! - `*` any number of squares, none included, with anything on them.
//!
//! Without `*` a rank has eight squares; with it, what stands between the stars may be anywhere in the
//! rank, in that order: `*P*` is a rank with a white pawn. After a board with any of these only the side to
//! move may follow, `w`, `b`, or `-` for either.

mod rank;

use std::ops::Range;

use crate::chess::fen::{self, Field};
use crate::chess::{Bitboard, Board, Color, Position, Role, Square};
use crate::export::filter::fault::Fault;

use rank::{Content, Glob};

/// Positions that are looked for.
#[derive(Clone, Debug)]
pub struct Pattern {
    squares: Squares,
    /// Ranks with stars.
    globs: Vec<Glob>,
    turn: Option<Color>,
    /// The rooks that may castle.
    castling: Option<Bitboard>,
    en_passant: EnPassant,
}

/// What is said of en passant captures.
#[derive(Clone, Copy, Debug)]
enum EnPassant {
    /// Nothing.
    Unsaid,
    /// The square of a legal one, or that there is none.
    Said(Option<Square>),
}

/// What stands on the squares that are named one by one.
#[derive(Clone, Debug, Default)]
struct Squares {
    /// Squares of which it is said whether they are empty, and those that are not.
    occupied: Asked,
    /// Squares with a man whose colour is said, and those with White's.
    white: Asked,
    /// Squares with a man whose role is said.
    known: Bitboard,
    /// Those of them with each role, by its code.
    roles: [Bitboard; 8],
}

/// Squares that are asked about, and those of them for which the answer is yes.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    of: Bitboard,
    yes: Bitboard,
}

impl Asked {
    fn put(&mut self, square: Square, yes: bool) {
        self.of |= Bitboard::of(square);
        if yes {
            self.yes |= Bitboard::of(square);
        }
    }
}

impl Squares {
    fn put(&mut self, square: Square, content: Content) {
        match content {
            Content::Any => {}
            Content::Empty => self.occupied.put(square, false),
            Content::Man => self.occupied.put(square, true),
            Content::Of(color) => {
                self.occupied.put(square, true);
                self.white.put(square, color == Color::White);
            }
            Content::Piece(piece) => {
                self.put(square, Content::Of(piece.color));
                self.known |= Bitboard::of(square);
                self.roles[piece.role as usize] |= Bitboard::of(square);
            }
        }
    }

    /// Most positions are turned away by the first comparison.
    #[inline]
    fn match_board(&self, board: &Board) -> bool {
        board.occupied() & self.occupied.of == self.occupied.yes
            && board.of_color(Color::White) & self.white.of == self.white.yes
            && Role::ALL
                .iter()
                .all(|&role| board.of_role(role) & self.known == self.roles[role as usize])
    }
}

impl Pattern {
    /// Reads a FEN or a pattern.
    ///
    /// ```
    /// use chesstool::chess::Position;
    /// use chesstool::export::filter::Pattern;
    ///
    /// let pattern = Pattern::parse("r?bqkb?r/*/*/*/*/*/PPPPPPPP/*K*").unwrap();
    /// assert!(pattern.matches(&Position::start()));
    /// let fault = Pattern::parse("8/8/7/8/8/8/8/8").unwrap_err();
    /// assert_eq!((fault.offset(), fault.message()), (4, "rank 6 has 7 squares instead of 8"));
    /// ```
    ///
    /// # Errors
    ///
    /// What is neither, and FENs of positions that no game can reach, such as those without a king.
    pub fn parse(text: &str) -> Result<Pattern, Fault> {
        let fields: Vec<Range<usize>> = fields(text);
        let Some(board) = fields.first().cloned() else {
            return Err(Fault::new(text, 0..0, "the position is empty"));
        };
        let mut pattern = Pattern {
            squares: Squares::default(),
            globs: Vec::new(),
            turn: None,
            castling: None,
            en_passant: EnPassant::Unsaid,
        };
        pattern.read_board(text, board.clone())?;
        if let Some(field) = fields.get(1) {
            pattern.turn = match &text[field.clone()] {
                "w" => Some(Color::White),
                "b" => Some(Color::Black),
                "-" => None,
                _ => {
                    let message = "the side to move is `w`, `b`, or `-` for either";
                    return Err(Fault::new(text, field.clone(), message));
                }
            };
        }
        if let Some(field) = fields.get(2) {
            if text[board].contains(['?', '!', 'A', 'a', '*']) {
                let message = "after a board with wildcards only the side to move may stand";
                return Err(Fault::new(
                    text,
                    field.start..text.trim_end().len(),
                    message,
                ));
            }
            pattern.read_rights(text, &fields)?;
        }
        Ok(pattern)
    }

    /// The board field, from the eighth rank on.
    fn read_board(&mut self, text: &str, at: Range<usize>) -> Result<(), Fault> {
        let mut start = at.start;
        let ranks: Vec<&str> = text[at.clone()].split('/').collect();
        if ranks.len() > 8 {
            let ninth: usize = ranks.iter().take(8).map(|rank| rank.len() + 1).sum();
            let message = format!("{} ranks instead of 8", ranks.len());
            return Err(Fault::new(text, start + ninth - 1..at.end, message));
        }
        for (rank, words) in (0..8u32).rev().zip(&ranks) {
            let read = rank::read(words, rank as u8 + 1).map_err(|(place, message)| {
                Fault::new(text, start + place.start..start + place.end, message)
            })?;
            match read {
                rank::Read::Squares(contents) => {
                    for (file, content) in (0..8).zip(contents) {
                        self.squares
                            .put(Square::from_index(rank * 8 + file), content);
                    }
                }
                rank::Read::Anything => {}
                rank::Read::Glob(glob) => self.globs.push(glob),
            }
            start += words.len() + 1;
        }
        if ranks.len() < 8 {
            let message = match ranks.len() {
                1 => "1 rank instead of 8".to_owned(),
                count => format!("{count} ranks instead of 8"),
            };
            return Err(Fault::new(text, at.end..at.end, message));
        }
        Ok(())
    }

    /// Castling and en passant, of a FEN without wildcards.
    fn read_rights(&mut self, text: &str, fields: &[Range<usize>]) -> Result<(), Fault> {
        if self.turn.is_none() {
            let message = "`-` for either side cannot stand before castling rights";
            return Err(Fault::new(text, fields[1].clone(), message));
        }
        let mut fen: Vec<&str> = fields.iter().map(|field| &text[field.clone()]).collect();
        let given = fen.len();
        fen.extend(["-", "0", "1"].iter().skip(given.saturating_sub(3)));
        let reading = fen::read_any(&fen.join(" "));
        let (Some(position), None) = (reading.position, reading.faults.first()) else {
            let fault = reading.faults.first();
            let message = fault.map_or_else(|| "not a position".to_owned(), ToString::to_string);
            let place = match fault.map(fen::FenFault::field) {
                Some(Some(field)) => fields.get(field as usize).cloned(),
                _ => fields.get(Field::Fullmove as usize + 1).cloned(),
            };
            return Err(Fault::new(text, place.unwrap_or(0..text.len()), message));
        };
        self.castling = Some(position.castling());
        if given > Field::EnPassant as usize {
            self.en_passant = EnPassant::Said(position.en_passant());
        }
        Ok(())
    }

    /// Whether a position is one of those.
    #[must_use]
    #[inline]
    pub fn matches(&self, position: &Position) -> bool {
        let board = position.board();
        self.squares.match_board(board)
            && self.turn.is_none_or(|turn| turn == position.turn())
            && self
                .castling
                .is_none_or(|rooks| rooks == position.castling())
            && match self.en_passant {
                EnPassant::Unsaid => true,
                EnPassant::Said(square) => square == position.en_passant(),
            }
            && self.globs.iter().all(|glob| glob.matches(board))
    }
}

/// The places of the fields of a FEN.
fn fields(text: &str) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut at = 0;
    for word in text.split(|c: char| c.is_ascii_whitespace()) {
        if !word.is_empty() {
            fields.push(at..at + word.len());
        }
        at += word.len() + 1;
    }
    fields
}

#[cfg(test)]
mod tests;
