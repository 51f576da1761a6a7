//! The rules engine: FIDE Laws of Chess, articles 1 to 5, for standard chess and Chess960.
//!
//! No input or output, no file positions, nothing allocated on the hot path. One noun a file:
//! [`square`], [`bitboard`], [`attacks`], [`board`] (men on squares), [`setup`] (what a FEN says),
//! [`position`] (proven legal), [`movegen`], [`make`](mod@make), [`san`], [`resolve`] (text to move), [`refusal`]
//! (why a move is illegal), [`diagnosis`] (finding that out), [`runner`] (many usual moves, quickly), [`uci`], [`fen`], [`zobrist`] and [`keyed`], [`perft`](mod@perft).

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod castling;
pub mod diagnosis;
pub mod fen;
pub mod keyed;
mod lanes;
pub mod make;
pub mod movegen;
pub mod mv;
pub mod perft;
pub mod position;
pub mod refusal;
pub mod resolve;
pub mod runner;
pub mod san;
pub mod setup;
pub mod square;
pub mod uci;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use board::{Board, Color, Piece, Role};
pub use castling::{CastlingMode, Wing};
pub use keyed::Keyed;
pub use mv::{Move, MoveKind};
pub use position::Position;
pub use runner::Runner;
pub use san::San;
pub use setup::Setup;
pub use square::{File, Rank, Square};
