//! FEN in and out (PGN standard 16.1), with X-FEN and Shredder-FEN castling for Chess960.
//!
//! Reading never stops at the first fault: all of them are reported at once, each with its field.

mod fault;

use std::fmt::Write as _;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Board, Color, Piece, Role};
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::position::Position;
use crate::chess::setup::{Setup, SetupFault, en_passant_rank};
use crate::chess::square::{File, Rank, Square};

pub use fault::{FenError, FenFault, Field};

/// What reading a FEN found.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The position, unless a fault is fatal ([`FenFault::is_fatal`]).
    pub position: Option<Position>,
    /// Everything that is wrong, in the order of the fields.
    pub faults: Vec<FenFault>,
}

/// Reads a FEN and reports all its faults.
///
/// Fields may be separated by any white space. Castling letters `KQkq` mean the outermost rook in
/// Chess960 (X-FEN); file letters (`HAha`, Shredder-FEN) are read in that mode only.
#[must_use]
pub fn read(text: &str, mode: CastlingMode) -> Reading {
    let mut faults = Vec::new();
    let mut fields = text.split_ascii_whitespace();
    let texts = Field::ALL.map(|field| {
        let text = fields.next();
        if text.is_none() {
            faults.push(FenFault::Missing(field));
        }
        text
    });
    let extra: Vec<&str> = fields.collect();
    if !extra.is_empty() {
        faults.push(FenFault::Extra(clip(&extra.join(" "))));
    }
    let [placement, turn, castling, en_passant, halfmove, fullmove] = texts;
    let mut unreadable = |field, text: &str| {
        faults.push(FenFault::Unreadable(field, clip(text)));
    };
    let turn_is_known = matches!(turn, Some("w" | "b"));
    let turn = match turn {
        Some("w") | None => Color::White,
        Some("b") => Color::Black,
        Some(text) => {
            unreadable(Field::Turn, text);
            Color::White
        }
    };
    let square = match en_passant {
        None | Some("-") => None,
        Some(text) => {
            // Whether the square suits the side to move, the setup's check says.
            let ranks = Color::ALL.map(en_passant_rank);
            let square =
                Square::parse(text.as_bytes()).filter(|square| ranks.contains(&square.rank()));
            if square.is_none() {
                unreadable(Field::EnPassant, text);
            }
            square
        }
    };
    let halfmove_clock = halfmove.map_or(0, |text| {
        number(text).unwrap_or_else(|| {
            unreadable(Field::Halfmove, text);
            0
        })
    });
    let fullmove = fullmove.map_or(1, |text| match number(text) {
        Some(number) if number > 0 => number,
        _ => {
            unreadable(Field::Fullmove, text);
            1
        }
    });
    let board = read_placement(placement.unwrap_or_default(), &mut faults);
    let castling = match castling {
        None | Some("-") => Bitboard::EMPTY,
        Some(text) => read_castling(text, &board, mode, &mut faults),
    };
    let setup = Setup {
        board,
        turn,
        castling,
        en_passant: square,
        halfmove_clock,
        fullmove,
    };
    let (position, found) = Position::from_setup(&setup, mode);
    // Where the placement cannot be read, what its men would do says nothing; nor does what depends
    // on the side to move where that is unknown.
    if faults
        .iter()
        .any(|fault| fault.is_fatal() && fault.field() == Some(Field::Placement))
    {
        faults.retain(|fault| !matches!(fault, FenFault::Right(..)));
        // A king whose letter is nowhere in the text is missing all the same.
        faults.extend(found.into_iter().map(FenFault::Setup).filter(|fault| {
            matches!(fault, FenFault::Setup(SetupFault::NoKing(color))
                if placement.is_some_and(|text| !text.contains(king_letter(*color))))
        }));
    } else {
        let found = found.into_iter().map(FenFault::Setup);
        faults.extend(found.filter(|fault| {
            turn_is_known || !matches!(fault.field(), Some(Field::Turn | Field::EnPassant))
        }));
    }
    faults.sort_by_key(|fault| fault.field().map_or(6, |field| field as u8));
    Reading {
        position: (!faults.iter().any(FenFault::is_fatal)).then_some(position),
        faults,
    }
}

/// Reads a FEN as standard chess, or as Chess960 where only that gives its castling field a sense.
#[must_use]
pub fn read_any(text: &str) -> Reading {
    let standard = read(text, CastlingMode::Standard);
    let is_right = |fault: &FenFault| {
        fault.field() == Some(Field::Castling) && !matches!(fault, FenFault::Missing(_))
    };
    if standard.faults.iter().any(is_right) {
        let other = read(text, CastlingMode::Chess960);
        let has_rights = other
            .position
            .is_some_and(|position| position.castling().any());
        if has_rights && !other.faults.iter().any(is_right) {
            return other;
        }
    }
    standard
}

/// Reads a FEN that stands beside nothing that names Chess960: as [`read_any`], but where the kings stand
/// on their e-files and the letters are `KQkq`, a letter without its rook in the corner is a slip, and not
/// Chess960.
#[must_use]
pub fn read_likely(text: &str) -> Reading {
    let reading = read_any(text);
    let Some(position) = reading
        .position
        .filter(|position| position.mode() == CastlingMode::Chess960)
    else {
        return reading;
    };
    let castling = text.split_ascii_whitespace().nth(2).unwrap_or_default();
    let is_usual = castling.bytes().all(|letter| {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        matches!(letter, b'K' | b'Q' | b'k' | b'q') && position.king(color).file() == File::E
    });
    if is_usual {
        read(text, CastlingMode::Standard)
    } else {
        reading
    }
}

/// Digits alone, unlike [`str::parse`], which takes a sign too.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

/// No field of a FEN is longer, in bytes; a longer text is not looked into.
const LONGEST_FIELD: usize = 100;

/// As much of a text as a message quotes.
fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

const fn king_letter(color: Color) -> char {
    let role = Role::King;
    Piece { role, color }.letter()
}

fn read_placement(text: &str, faults: &mut Vec<FenFault>) -> Board {
    let mut board = Board::EMPTY;
    if text.is_empty() {
        return board;
    }
    if text.len() > LONGEST_FIELD {
        faults.push(FenFault::Unreadable(Field::Placement, clip(text)));
        return board;
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        faults.push(FenFault::RankCount(ranks.len()));
    }
    for (index, rank_text) in (0..8).zip(ranks) {
        let rank = Rank::new(7 - index);
        let mut file = 0u32;
        for letter in rank_text.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|n| (1..=8).contains(n)) {
                file += empty;
            } else if let Some(piece) = u8::try_from(letter).ok().and_then(Piece::from_letter) {
                if file < 8 {
                    board.put(Square::new(File::new(file as u8), rank), piece);
                }
                file += 1;
            } else {
                let fault = FenFault::BadPiece(rank, letter);
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
                file += 1;
            }
        }
        if file != 8 {
            faults.push(FenFault::RankLength(rank, file));
        }
    }
    board
}

fn read_castling(
    text: &str,
    board: &Board,
    mode: CastlingMode,
    faults: &mut Vec<FenFault>,
) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    if text.len() > LONGEST_FIELD {
        faults.push(FenFault::Unreadable(Field::Castling, clip(text)));
        return rights;
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rank = Bitboard::rank(color.back_rank());
        let king = (board.of(color, Role::King) & rank).first();
        let rooks = board.of(color, Role::Rook) & rank;
        let rook = match (letter.to_ascii_lowercase(), mode) {
            ('k', CastlingMode::Standard) => Some(Wing::King.standard_rook(color)),
            ('q', CastlingMode::Standard) => Some(Wing::Queen.standard_rook(color)),
            ('k', CastlingMode::Chess960) => rooks.last().filter(|&rook| Some(rook) > king),
            ('q', CastlingMode::Chess960) => rooks.first().filter(|&rook| Some(rook) < king),
            (file @ 'a'..='h', CastlingMode::Chess960) => {
                File::from_letter(file as u8).map(|file| Square::new(file, color.back_rank()))
            }
            _ => {
                faults.push(FenFault::Unreadable(Field::Castling, clip(text)));
                return rights;
            }
        };
        let usual =
            mode == CastlingMode::Chess960 || king.is_some_and(|king| king.file() == File::E);
        let fault = FenFault::Right(letter, mode);
        if let Some(rook) = rook.filter(|&rook| rooks.has(rook) && king.is_some() && usual) {
            rights |= Bitboard::of(rook);
        } else if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    rights
}

impl Position {
    /// Reads a FEN strictly.
    ///
    /// # Errors
    ///
    /// All faults of the text and of the position that it describes.
    ///
    /// ```
    /// use chesstool::chess::{CastlingMode, Position};
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::from_fen(fen, CastlingMode::Standard).unwrap(), Position::start());
    /// ```
    pub fn from_fen(text: &str, mode: CastlingMode) -> Result<Position, FenError> {
        let reading = read(text, mode);
        match reading.position {
            Some(position) if reading.faults.is_empty() => Ok(position),
            _ => Err(FenError(reading.faults)),
        }
    }

    /// Writes the FEN: en passant only where a legal capture exists (standard v1.1, 16.1.3.4), castling
    /// as `KQkq`, with the rook's file letter where the rook is not the outermost one (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(false)
    }

    /// The same, but in Chess960 castling as the rooks' file letters (`HAha`, Shredder-FEN), which cannot be taken for
    /// standard chess.
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        self.fen_with(self.mode == CastlingMode::Chess960)
    }

    /// A FEN that needs nothing beside it: [`read_likely`] makes the same position of it, rights of Chess960 included.
    #[must_use]
    pub fn fen_alone(&self) -> String {
        let fen = self.fen();
        let is_plain = self.mode == CastlingMode::Standard
            || self.castling.is_empty()
            || read_likely(&fen).position.as_ref() == Some(self);
        if is_plain { fen } else { self.shredder_fen() }
    }

    fn fen_with(&self, files: bool) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.board.piece_at(Square::from_index(rank * 8 + file)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_empty(&mut fen, &mut empty);
                        fen.push(piece.letter());
                    }
                }
            }
            push_empty(&mut fen, &mut empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push(' ');
        fen.push(self.turn.letter());
        fen.push(' ');
        self.push_castling(&mut fen, files);
        fen.push(' ');
        match self.en_passant {
            // Writing to a `String` cannot fail.
            Some(square) => drop(write!(fen, "{square}")),
            None => fen.push('-'),
        }
        let _ = write!(fen, " {} {}", self.halfmove_clock, self.fullmove);
        fen
    }

    fn push_castling(&self, fen: &mut String, files: bool) {
        if self.castling.is_empty() {
            fen.push('-');
            return;
        }
        for color in Color::ALL {
            let rooks = self.board.of(color, Role::Rook) & Bitboard::rank(color.back_rank());
            for wing in Wing::ALL {
                let Some(rook) = self.castling_rook(color, wing) else {
                    continue;
                };
                let (outermost, letter) = match wing {
                    Wing::King => (rooks.last(), 'k'),
                    Wing::Queen => (rooks.first(), 'q'),
                };
                let letter = if outermost == Some(rook) && !files {
                    letter
                } else {
                    rook.file().letter()
                };
                fen.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
}

fn push_empty(fen: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(fen, "{empty}");
        *empty = 0;
    }
}
