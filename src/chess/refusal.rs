//! Why a move is refused: one reason, with the squares and men it concerns and the article of the Laws.

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Piece, Role};
use crate::chess::castling::Wing;
use crate::chess::san::SanText;
use crate::chess::square::Square;

/// A man and where he stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Who.
    pub piece: Piece,
    /// Where.
    pub at: Square,
}

/// An earlier move of the game, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Plies before it in the game, plus one.
    pub ply: usize,
    /// Its move number.
    pub number: u32,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub san: SanText,
}

/// What cost a side its right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RightLost {
    /// The king moved.
    KingMoved(Played),
    /// The rook that started on the square moved.
    RookMoved(Square, Played),
    /// The rook that started on the square was captured.
    RookCaptured(Square, Played),
    /// The position from which the game started gives no such right.
    NeverHad,
}

/// The reason for which a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Only the other player can make the move.
    WrongSide(Color),
    /// The man on the first square of a `e2e4`-like move is the other player's, and could not go there either.
    EnemyMan(Man),
    /// The side has no such man at all.
    NoSuchMan(Piece),
    /// The side has no such man on the squares that the text names.
    NoSuchManThere(Piece, Bitboard),
    /// Nobody stands on the first square of a `e2e4`-like move.
    EmptySquare(Square),
    /// None of the men reaches the square, even on an empty board.
    NotReached {
        /// Who should go.
        piece: Piece,
        /// Where they stand.
        men: Bitboard,
        /// Where one should go.
        to: Square,
    },
    /// A man stands in the way.
    PathBlocked {
        /// Who should go.
        man: Man,
        /// Where to.
        to: Square,
        /// Who is in the way.
        by: Man,
    },
    /// A man of the same side stands on the target.
    OwnManOnTarget(Man),
    /// The target is the enemy king's square.
    KingIsTarget(Square),
    /// The man shields his king.
    Pinned {
        /// The pinned man.
        man: Man,
        /// His king.
        king: Square,
        /// The slider behind the pin.
        by: Man,
    },
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// The square.
        to: Square,
        /// Who attacks it.
        by: Man,
    },
    /// The king stays in check.
    CheckUnanswered {
        /// The king's square.
        king: Square,
        /// Who gives check.
        by: Man,
        /// The second one, in a double check.
        and: Option<Man>,
    },
    /// Both pawns of an en passant capture leave the line between a slider and the king.
    EnPassantExposes {
        /// The king's square.
        king: Square,
        /// The slider.
        by: Man,
    },
    /// The right to castle does not exist any more.
    CastlingRightLost(Color, Wing, RightLost),
    /// Somebody stands in the way of castling.
    CastlingBlocked(Wing, Man),
    /// The king is in check.
    CastlingOutOfCheck(Man),
    /// The king would pass an attacked square.
    CastlingThroughCheck(Square, Man),
    /// The king would land on an attacked square.
    CastlingIntoCheck(Square, Man),
    /// A pawn captures diagonally only.
    PawnStraightCapture(Square, Man),
    /// The text says that a pawn captures on its own file.
    CaptureOnOwnFile(Square),
    /// A pawn moves diagonally only to capture.
    NothingToCapture(Square, Square),
    /// A man stands before or on the target of a double step.
    DoubleStepBlocked(Square, Man),
    /// Only a pawn on its first square may make a double step.
    DoubleStepTooLate(Square),
    /// The pawn could be taken en passant, but only at once.
    EnPassantExpired(Square, Played),
    /// The text does not say what the pawn becomes.
    PromotionMissing(Square),
    /// A man who is not a pawn, or not on the last rank, does not promote.
    PromotionForbidden(Man, Square),
    /// A pawn cannot become that.
    PromotionTo(Role),
    /// Several men can make the move.
    Ambiguous {
        /// Who.
        role: Role,
        /// Where they stand.
        men: Bitboard,
        /// Where one should go.
        to: Square,
    },
}

impl Refusal {
    /// Article of the FIDE Laws of Chess (2023), or of the PGN standard for what only notation forbids.
    #[must_use]
    pub const fn law(&self) -> &'static str {
        match self {
            Refusal::WrongSide(_) | Refusal::EnemyMan(_) => "FIDE 1.2",
            Refusal::NoSuchMan(_)
            | Refusal::NoSuchManThere(..)
            | Refusal::EmptySquare(_)
            | Refusal::OwnManOnTarget(_) => "FIDE 3.1",
            Refusal::NotReached { piece, .. } => match piece.role {
                Role::Pawn => "FIDE 3.7",
                Role::Knight => "FIDE 3.6",
                Role::King => "FIDE 3.8",
                Role::Bishop => "FIDE 3.2",
                Role::Rook => "FIDE 3.3",
                Role::Queen => "FIDE 3.4",
            },
            Refusal::PathBlocked { .. } => "FIDE 3.5",
            Refusal::KingIsTarget(_) => "FIDE 1.4.1",
            Refusal::Pinned { .. }
            | Refusal::KingIntoCheck { .. }
            | Refusal::CheckUnanswered { .. }
            | Refusal::EnPassantExposes { .. } => "FIDE 3.9.2",
            Refusal::CastlingRightLost(..) => "FIDE 3.8.2.1",
            Refusal::CastlingBlocked(..) => "FIDE 3.8.2.2.2",
            Refusal::CastlingOutOfCheck(_)
            | Refusal::CastlingThroughCheck(..)
            | Refusal::CastlingIntoCheck(..) => "FIDE 3.8.2.2.1",
            Refusal::PawnStraightCapture(..) => "FIDE 3.7.1",
            Refusal::CaptureOnOwnFile(_) | Refusal::NothingToCapture(..) => "FIDE 3.7.3",
            Refusal::DoubleStepBlocked(..) | Refusal::DoubleStepTooLate(_) => "FIDE 3.7.2",
            Refusal::EnPassantExpired(..) => "FIDE 3.7.3.2",
            Refusal::PromotionMissing(_)
            | Refusal::PromotionForbidden(..)
            | Refusal::PromotionTo(_) => "FIDE 3.7.3.3",
            Refusal::Ambiguous { .. } => "FIDE C.10",
        }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.at)
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = match self.color {
            Color::White => ".",
            Color::Black => "...",
        };
        write!(f, "{}{dots} {} (ply {})", self.number, self.san, self.ply)
    }
}

impl fmt::Display for RightLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RightLost::KingMoved(played) => write!(f, "the king moved with {played}"),
            RightLost::RookMoved(from, played) => {
                write!(f, "the rook from {from} moved with {played}")
            }
            RightLost::RookCaptured(at, played) => {
                write!(f, "the rook on {at} was captured with {played}")
            }
            RightLost::NeverHad => f.write_str("the starting position gives no such right"),
        }
    }
}

impl fmt::Display for Refusal {
    #[expect(clippy::too_many_lines, reason = "one arm a reason")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::WrongSide(color) => write!(
                f,
                "it is {color}'s move, and only {} could play this",
                color.other()
            ),
            Refusal::EnemyMan(man) => {
                let color = man.piece.color;
                write!(
                    f,
                    "the {man} is {color}'s, and it is {}'s move",
                    color.other()
                )
            }
            Refusal::NoSuchMan(piece) => write!(f, "{} has no {}", piece.color, piece.role),
            Refusal::NoSuchManThere(piece, squares) => {
                write!(f, "{} has no {} on ", piece.color, piece.role)?;
                write_origin(f, *squares)
            }
            Refusal::EmptySquare(square) => write!(f, "nobody stands on {square}"),
            Refusal::NotReached { piece, men, to } => {
                if men.many() {
                    write!(f, "none of {}'s {}s, on ", piece.color, piece.role)?;
                    write_squares(f, *men)?;
                    write!(f, ", reaches {to}")
                } else {
                    write!(f, "{}'s {} on ", piece.color, piece.role)?;
                    write_squares(f, *men)?;
                    write!(f, " does not reach {to}")
                }
            }
            Refusal::PathBlocked { man, to, by } => {
                write!(f, "the way of the {man} to {to} is blocked by the {by}")
            }
            Refusal::OwnManOnTarget(man) => {
                write!(
                    f,
                    "{}'s own {} stands on {}",
                    man.piece.color, man.piece.role, man.at
                )
            }
            Refusal::KingIsTarget(at) => {
                write!(f, "the king on {at} can be checked but never captured")
            }
            Refusal::Pinned { man, king, by } => {
                write!(f, "the {man} is pinned to the king on {king} by the {by}")
            }
            Refusal::KingIntoCheck { to, by } => {
                write!(f, "the king would be in check on {to} from the {by}")
            }
            Refusal::CheckUnanswered { king, by, and } => {
                write!(f, "the king on {king} would stay in check from the {by}")?;
                match and {
                    Some(and) => write!(f, " and the {and}"),
                    None => Ok(()),
                }
            }
            Refusal::EnPassantExposes { king, by } => write!(
                f,
                "capturing en passant would expose the king on {king} to the {by}"
            ),
            Refusal::CastlingRightLost(color, wing, lost) => write!(
                f,
                "{color} may not castle on the {}: {lost}",
                wing_name(*wing)
            ),
            Refusal::CastlingBlocked(wing, man) => {
                write!(
                    f,
                    "the {man} is in the way of castling on the {}",
                    wing_name(*wing)
                )
            }
            Refusal::CastlingOutOfCheck(by) => {
                write!(f, "the king may not castle out of check from the {by}")
            }
            Refusal::CastlingThroughCheck(square, by) => write!(
                f,
                "the king may not castle through {square}, which is attacked by the {by}"
            ),
            Refusal::CastlingIntoCheck(square, by) => write!(
                f,
                "castling would put the king in check on {square} from the {by}"
            ),
            Refusal::PawnStraightCapture(from, man) => write!(
                f,
                "the pawn on {from} cannot capture straight ahead, where the {} stands on {}",
                man.piece.role, man.at
            ),
            Refusal::CaptureOnOwnFile(to) => {
                let file = to.file().letter();
                write!(
                    f,
                    "a pawn captures diagonally, so no pawn on the {file} file captures on {to}"
                )
            }
            Refusal::NothingToCapture(from, to) => {
                write!(f, "the pawn on {from} has nothing to capture on {to}")
            }
            Refusal::DoubleStepBlocked(from, by) => {
                write!(
                    f,
                    "the double step of the pawn on {from} is blocked by the {by}"
                )
            }
            Refusal::DoubleStepTooLate(from) => write!(
                f,
                "the pawn on {from} has left its first square and moves one square at a time"
            ),
            Refusal::EnPassantExpired(pawn, played) => write!(
                f,
                "the pawn on {pawn} could be taken en passant only right after {played}"
            ),
            Refusal::PromotionMissing(to) => write!(
                f,
                "the pawn that reaches {to} must become a queen, a rook, a bishop or a knight"
            ),
            Refusal::PromotionForbidden(man, to) => {
                write!(f, "the {man} is not promoted on {to}")
            }
            Refusal::PromotionTo(role) => write!(f, "a pawn cannot become a {role}"),
            Refusal::Ambiguous { role, men, to } => {
                write!(f, "the {role}s on ")?;
                write_squares(f, *men)?;
                let count = if men.count() == 2 { "both" } else { "all" };
                write!(f, " can {count} go to {to}")
            }
        }
    }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king's wing",
        Wing::Queen => "queen's wing",
    }
}

/// `b1`, `b1 and g1`, `a1, b1 and g1`.
fn write_squares(f: &mut fmt::Formatter<'_>, squares: Bitboard) -> fmt::Result {
    let count = squares.count();
    for (index, square) in (1..).zip(squares) {
        match index {
            1 => write!(f, "{square}")?,
            _ if index == count => write!(f, " and {square}")?,
            _ => write!(f, ", {square}")?,
        }
    }
    Ok(())
}

/// The file, rank or square that a text names as a man's origin.
fn write_origin(f: &mut fmt::Formatter<'_>, squares: Bitboard) -> fmt::Result {
    match squares.first() {
        Some(square) if squares == Bitboard::of(square) => write!(f, "{square}"),
        Some(square) if squares == Bitboard::file(square.file()) => {
            write!(f, "the {} file", square.file().letter())
        }
        Some(square) if squares == Bitboard::rank(square.rank()) => {
            write!(f, "rank {}", square.rank().digit())
        }
        // `xd5` names no file, but a pawn that captures comes from one beside the target's.
        _ => f.write_str("the files beside the target"),
    }
}
