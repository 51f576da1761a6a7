//! What a FEN says, not yet proven to be a legal position.

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Board, Color, Piece, Role};
use crate::chess::square::{File, Rank, Square};

/// A position as written down: any men anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Squares of the rooks that may still castle.
    pub castling: Bitboard,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move (FIDE 9.3).
    pub halfmove_clock: u16,
    /// Number of the next move; both players' moves count as one.
    pub fullmove: u32,
}

impl Setup {
    /// The start of a game of standard chess (FIDE 2.3).
    #[must_use]
    pub fn start() -> Setup {
        let mut board = Board::EMPTY;
        let files = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for color in Color::ALL {
            for (file, role) in (0..).zip(files) {
                let file = File::new(file);
                board.put(Square::new(file, color.back_rank()), Piece { role, color });
                let pawn = Piece {
                    role: Role::Pawn,
                    color,
                };
                board.put(Square::new(file, color.pawn_rank()), pawn);
            }
        }
        let corners = (Bitboard::file(File::A) | Bitboard::file(File::H)) & Bitboard::BACK_RANKS;
        Setup {
            board,
            turn: Color::White,
            castling: corners,
            en_passant: None,
            halfmove_clock: 0,
            fullmove: 1,
        }
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::start()
    }
}

/// Why a setup is not a position in which a game can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// A side has no king (FIDE 2.2).
    NoKing(Color),
    /// A side has several kings.
    ManyKings(Color, u32),
    /// A pawn stands where none can (FIDE 3.7.3.3).
    PawnOnBackRank(Square),
    /// The side that has just moved left its king attacked (FIDE 3.9.2, 1.4.1).
    OpponentInCheck {
        /// The attacked king's square.
        king: Square,
        /// One of the men that attack it.
        by: (Piece, Square),
    },
    /// A castling right without its king or rook; the right is dropped.
    CastlingWithoutRook(Square),
    /// An en passant square that no double step can have passed; it is dropped.
    EnPassantImpossible(Square),
}

impl SetupFault {
    /// Whether no game can be played from the setup at all.
    #[must_use]
    pub const fn is_fatal(self) -> bool {
        !matches!(
            self,
            SetupFault::CastlingWithoutRook(_) | SetupFault::EnPassantImpossible(_)
        )
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::NoKing(color) => write!(f, "{color} has no king"),
            SetupFault::ManyKings(color, count) => write!(f, "{color} has {count} kings"),
            SetupFault::PawnOnBackRank(square) => {
                write!(
                    f,
                    "a pawn stands on {square}, on the first or the eighth rank"
                )
            }
            SetupFault::OpponentInCheck { king, by: (by, at) } => write!(
                f,
                "the king on {king} is attacked by the {} on {at}, but it is not its side's move",
                by.role
            ),
            SetupFault::CastlingWithoutRook(square) => {
                write!(
                    f,
                    "no right to castle with a rook on {square} can exist here"
                )
            }
            SetupFault::EnPassantImpossible(square) => {
                write!(f, "no pawn can just have passed {square}")
            }
        }
    }
}

/// The rank on which an en passant square must lie when `turn` is to move.
#[must_use]
pub const fn en_passant_rank(turn: Color) -> Rank {
    match turn {
        Color::White => Rank::new(5),
        Color::Black => Rank::new(2),
    }
}
