//! What can be wrong with a FEN, and how it is said.

use std::fmt;

use crate::chess::board::Color;
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::setup::SetupFault;
use crate::chess::square::{File, Rank, Square};

/// The six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// 16.1.3.1: the men, rank by rank from the eighth.
    Placement,
    /// 16.1.3.2: the side to move.
    Turn,
    /// 16.1.3.3: castling availability.
    Castling,
    /// 16.1.3.4: the en passant target square.
    EnPassant,
    /// 16.1.3.5: plies since the last capture or pawn move.
    Halfmove,
    /// 16.1.3.6: number of the next move.
    Fullmove,
}

impl Field {
    pub(super) const ALL: [Field; 6] = [
        Field::Placement,
        Field::Turn,
        Field::Castling,
        Field::EnPassant,
        Field::Halfmove,
        Field::Fullmove,
    ];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Placement => "piece placement",
            Field::Turn => "side to move",
            Field::Castling => "castling",
            Field::EnPassant => "en passant",
            Field::Halfmove => "halfmove clock",
            Field::Fullmove => "move number",
        })
    }
}

/// One thing that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenFault {
    /// A field is not there.
    Missing(Field),
    /// There is text after the sixth field.
    Extra(String),
    /// Not eight ranks.
    RankCount(usize),
    /// A rank that does not hold eight squares.
    RankLength(Rank, u32),
    /// A character that is neither a man nor a number of empty squares.
    BadPiece(Rank, char),
    /// A field whose text cannot be read.
    Unreadable(Field, String),
    /// A castling letter without the king or rook that it needs.
    Right(char, CastlingMode),
    /// The text can be read, but the position cannot be.
    Setup(SetupFault),
}

impl FenFault {
    /// Whether no game can be played from the position; the others have an obvious reading
    /// (a right that is dropped, a counter that starts afresh).
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        match self {
            FenFault::Missing(field) | FenFault::Unreadable(field, _) => {
                matches!(field, Field::Placement | Field::Turn)
            }
            FenFault::RankCount(_) | FenFault::RankLength(..) | FenFault::BadPiece(..) => true,
            FenFault::Extra(_) | FenFault::Right(..) => false,
            FenFault::Setup(fault) => fault.is_fatal(),
        }
    }

    /// The field that is wrong; `None` for text after the last one.
    #[must_use]
    pub const fn field(&self) -> Option<Field> {
        Some(match self {
            FenFault::Missing(field) | FenFault::Unreadable(field, _) => *field,
            FenFault::Extra(_) => return None,
            FenFault::RankCount(_) | FenFault::RankLength(..) | FenFault::BadPiece(..) => {
                Field::Placement
            }
            FenFault::Right(..) => Field::Castling,
            FenFault::Setup(fault) => match fault {
                SetupFault::OpponentInCheck { .. } => Field::Turn,
                SetupFault::CastlingWithoutRook(_) => Field::Castling,
                SetupFault::EnPassantImpossible(_) => Field::EnPassant,
                _ => Field::Placement,
            },
        })
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = self.field() {
            write!(f, "{field}: ")?;
        }
        match self {
            FenFault::Missing(_) => f.write_str("the field is missing"),
            FenFault::Extra(text) => write!(f, "`{text}` after the sixth field"),
            FenFault::RankCount(1) => f.write_str("1 rank instead of 8"),
            FenFault::RankCount(count) => write!(f, "{count} ranks instead of 8"),
            FenFault::RankLength(rank, 1) => {
                write!(f, "rank {} has 1 square instead of 8", rank.digit())
            }
            FenFault::RankLength(rank, squares) => {
                write!(
                    f,
                    "rank {} has {squares} squares instead of 8",
                    rank.digit()
                )
            }
            FenFault::BadPiece(rank, letter) => {
                write!(
                    f,
                    "`{letter}` on rank {} is neither a man nor a number from 1 to 8",
                    rank.digit()
                )
            }
            FenFault::Unreadable(field, text) => {
                let wanted = match field {
                    Field::Turn => "`w` or `b`",
                    Field::Castling => "`-` or letters such as `KQkq`",
                    Field::EnPassant => "`-` or a square on the third or the sixth rank",
                    Field::Fullmove => "a number from 1 to 4294967295",
                    Field::Halfmove => "a number from 0 to 65535",
                    Field::Placement => "eight ranks",
                };
                write!(f, "`{text}` is not {wanted}")
            }
            FenFault::Right(letter, CastlingMode::Standard) => {
                let color = if letter.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                let wing = if letter.eq_ignore_ascii_case(&'k') {
                    Wing::King
                } else {
                    Wing::Queen
                };
                let king = Square::new(File::E, color.back_rank());
                let rook = wing.standard_rook(color);
                write!(
                    f,
                    "`{letter}` needs {color}'s king on {king} and a rook on {rook}"
                )
            }
            FenFault::Right(letter, CastlingMode::Chess960) => {
                let color = if letter.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                let rank = color.back_rank().digit();
                write!(
                    f,
                    "`{letter}` needs {color}'s king on rank {rank} and a rook "
                )?;
                match letter.to_ascii_lowercase() {
                    'k' => f.write_str("on its h side"),
                    'q' => f.write_str("on its a side"),
                    file => write!(f, "on {file}{rank}"),
                }
            }
            FenFault::Setup(fault) => fault.fmt(f),
        }
    }
}

/// All that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", join(.0))]
pub struct FenError(pub Vec<FenFault>);

fn join(faults: &[FenFault]) -> String {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    texts.join("; ")
}
