//! From the text of a move to the move: finds the one man who can make it, without generating all moves.
//!
//! Candidates are the men of that kind on squares from which the target is attacked; pins and checks
//! are looked at for them alone. In a game at rest that is one man and one or two table look-ups.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Role};
use crate::chess::castling::Wing;
use crate::chess::mv::Move;
use crate::chess::position::Position;
use crate::chess::san::{Action, San};
use crate::chess::square::{Rank, Square};

/// Why a move's text has no single meaning; [`Position::refusal`] gives the reason in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// No legal move fits.
    #[error("no legal move fits")]
    Illegal,
    /// Several legal moves fit; the men who can make them.
    #[error("several legal moves fit")]
    Ambiguous(Bitboard),
    /// A pawn reaches the last rank and the text does not say what it becomes (FIDE 3.7.3.3).
    #[error("the promotion piece is missing")]
    PromotionMissing,
}

impl Position {
    /// Finds the legal move that a SAN denotes.
    ///
    /// A superfluous or missing capture sign, check mark or origin is no obstacle as long as one legal
    /// move is left (PGN standard 8.2.3.8 and import format); but a pawn that should capture straight
    /// ahead (`exe4`) is another move than the one forward.
    ///
    /// # Errors
    ///
    /// If no legal move fits, several do, or a promotion piece is missing.
    #[inline(always)]
    pub fn resolve(&self, san: &San) -> Result<Move, ResolveError> {
        match san.action {
            Action::Go {
                role,
                from,
                to,
                promotion,
                capture,
            } => match role {
                Some(Role::Pawn) => self.resolve_pawn(from, to, promotion, capture),
                Some(Role::King) => self.resolve_king(from, to),
                Some(role) => self.resolve_piece(role, from, to),
                None => self.resolve_squares(from, to, promotion, capture),
            },
            Action::Castle(wing) => {
                let rook = self.castling_rook(self.turn, wing);
                match rook.filter(|&rook| self.can_castle(rook)) {
                    Some(rook) => Ok(Move::castle(self.king(self.turn), rook)),
                    None => Err(ResolveError::Illegal),
                }
            }
            Action::Null if self.in_check() => Err(ResolveError::Illegal),
            Action::Null => Ok(Move::null(self.king(self.turn))),
        }
    }

    #[inline(always)]
    fn resolve_piece(&self, role: Role, from: Bitboard, to: Square) -> Result<Move, ResolveError> {
        let own = self.board.of_color(self.turn);
        let men = own & self.board.of_role(role) & from & attacks::on_empty(role, to);
        let free = |man: Square| (attacks::between(man, to) & self.board.occupied()).is_empty();
        match men.first() {
            _ if own.has(to) => Err(ResolveError::Illegal),
            Some(man) if !men.many() => {
                // Nothing is ever between a knight and his target.
                if free(man) && self.leaves_king_safe(man, to) {
                    Ok(Move::normal(man, to))
                } else {
                    Err(ResolveError::Illegal)
                }
            }
            Some(_) => self.resolve_several(self.reaching(men, to), to),
            None => Err(ResolveError::Illegal),
        }
    }

    /// One of several men on lines or jumps to `to`.
    fn resolve_several(&self, candidates: Bitboard, to: Square) -> Result<Move, ResolveError> {
        let from = if candidates.many() {
            self.only_safe(candidates, to)?
        } else {
            candidates
                .first()
                .filter(|&from| self.leaves_king_safe(from, to))
                .ok_or(ResolveError::Illegal)?
        };
        Ok(Move::normal(from, to))
    }

    /// Those of `men`, all on lines through `to`, who have a free path to it.
    #[inline]
    fn reaching(&self, men: Bitboard, to: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let mut reaching = men;
        for from in men {
            if (attacks::between(from, to) & occupied).any() {
                reaching &= !Bitboard::of(from);
            }
        }
        reaching
    }

    /// The one man of several who may go to `to` without leaving his king attacked.
    #[cold]
    fn only_safe(&self, candidates: Bitboard, to: Square) -> Result<Square, ResolveError> {
        let safe = candidates
            .into_iter()
            .filter(|&from| self.leaves_king_safe(from, to))
            .fold(Bitboard::EMPTY, |set, from| set | Bitboard::of(from));
        match safe.first() {
            None => Err(ResolveError::Illegal),
            Some(_) if safe.many() => Err(ResolveError::Ambiguous(safe)),
            Some(from) => Ok(from),
        }
    }

    /// Whether a man other than the king may go from `from` to `to` as far as his own king is concerned:
    /// an existing check is answered (FIDE 3.9.1) and no pin is broken (3.9.2). Not for en passant.
    #[inline(always)]
    pub(in crate::chess) fn leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        if let Some(checker) = self.checkers.first() {
            let answers = attacks::between(king, checker) | Bitboard::of(checker);
            if self.checkers.many() || !answers.has(to) {
                return false;
            }
        }
        let line = attacks::through(king, from);
        let sliders = self.board.diagonal_sliders() | self.board.orthogonal_sliders();
        let enemies = line & sliders & self.board.of_color(self.turn.other());
        enemies.is_empty() || line.has(to) || !self.shields(king, from, enemies)
    }

    /// Whether the man on `from` alone stands between his king and one of these enemy sliders, which
    /// are on the line through both.
    fn shields(&self, king: Square, from: Square, enemies: Bitboard) -> bool {
        let board = &self.board;
        let occupied = board.occupied() & !Bitboard::of(from);
        let straight = king.file() == from.file() || king.rank() == from.rank();
        let sliders = if straight {
            board.orthogonal_sliders()
        } else {
            board.diagonal_sliders()
        };
        (sliders & enemies).into_iter().any(|slider| {
            let path = attacks::between(king, slider);
            path.has(from) && (path & occupied).is_empty()
        })
    }

    #[inline(always)]
    fn resolve_pawn(
        &self,
        from: Bitboard,
        to: Square,
        promotion: Option<Role>,
        capture: bool,
    ) -> Result<Move, ResolveError> {
        let pawns = self.board.of(self.turn, Role::Pawn) & from;
        let occupied = self.board.occupied();
        // `exe4` is no move forward.
        let column = (from & Bitboard::file(to.file())).any() & !capture;
        let candidates = if column && !occupied.has(to) {
            self.pushing(pawns, to, occupied)
        } else {
            pawns & attacks::pawn(self.turn.other(), to)
        };
        let Some(man) = candidates.first() else {
            return Err(ResolveError::Illegal);
        };
        if man.file() != to.file() && !self.board.of_color(self.turn.other()).has(to) {
            let legal = self.en_passant == Some(to)
                && promotion.is_none()
                && self.en_passant_is_safe(man, to);
            return if candidates.many() {
                self.resolve_en_passant(candidates, to)
            } else if legal {
                Ok(Move::en_passant(man, to))
            } else {
                Err(ResolveError::Illegal)
            };
        }
        let man = if candidates.many() {
            self.only_safe(candidates, to)?
        } else if self.leaves_king_safe(man, to) {
            man
        } else {
            return Err(ResolveError::Illegal);
        };
        if to.rank() != self.turn.promotion_rank() {
            return match promotion {
                None => Ok(Move::normal(man, to)),
                Some(_) => Err(ResolveError::Illegal),
            };
        }
        let role = promotion.ok_or(ResolveError::PromotionMissing)?;
        Move::promotion(man, to, role).ok_or(ResolveError::Illegal)
    }

    /// `dxe6`-like text without an origin file, where two pawns may capture en passant.
    #[cold]
    fn resolve_en_passant(&self, candidates: Bitboard, to: Square) -> Result<Move, ResolveError> {
        if self.en_passant != Some(to) {
            return Err(ResolveError::Illegal);
        }
        let safe = candidates
            .into_iter()
            .filter(|&from| self.en_passant_is_safe(from, to))
            .fold(Bitboard::EMPTY, |set, from| set | Bitboard::of(from));
        match safe.first() {
            None => Err(ResolveError::Illegal),
            Some(_) if safe.many() => Err(ResolveError::Ambiguous(safe)),
            Some(from) => Ok(Move::en_passant(from, to)),
        }
    }

    /// The pawn that can be pushed to the empty square `to`.
    #[inline(always)]
    fn pushing(&self, pawns: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
        let bit = Bitboard::of(to).0;
        let (one, two, rank) = match self.turn {
            Color::White => (bit >> 8, bit >> 16, Rank::new(3)),
            Color::Black => (bit << 8, bit << 16, Rank::new(4)),
        };
        if pawns.0 & one != 0 {
            Bitboard(one)
        } else if to.rank() == rank && occupied.0 & one == 0 {
            pawns & Bitboard(two)
        } else {
            Bitboard::EMPTY
        }
    }

    #[inline]
    fn resolve_king(&self, from: Bitboard, to: Square) -> Result<Move, ResolveError> {
        let king = self.king(self.turn);
        let own = self.board.of_color(self.turn);
        if from.has(king)
            && attacks::king(king).has(to)
            && !own.has(to)
            && self.is_safe_for_king(to)
        {
            Ok(Move::normal(king, to))
        } else if from.any() && !from.many() && from.has(king) {
            // `Ke1g1`: long algebraic castling.
            self.resolve_squares(from, to, None, false)
        } else {
            Err(ResolveError::Illegal)
        }
    }

    /// `e2e4`, `e1g1`, `e7e8q`: whoever stands on the first square.
    #[cold]
    fn resolve_squares(
        &self,
        from: Bitboard,
        to: Square,
        promotion: Option<Role>,
        capture: bool,
    ) -> Result<Move, ResolveError> {
        let Some(man) = from
            .first()
            .filter(|&man| self.board.of_color(self.turn).has(man))
        else {
            return Err(ResolveError::Illegal);
        };
        let role = self.board.role_at(man).ok_or(ResolveError::Illegal)?;
        if role != Role::Pawn && promotion.is_some() {
            return Err(ResolveError::Illegal);
        }
        match role {
            Role::Pawn => self.resolve_pawn(from, to, promotion, capture),
            Role::King => {
                if attacks::king(man).has(to) && !self.board.of_color(self.turn).has(to) {
                    return if self.is_safe_for_king(to) {
                        Ok(Move::normal(man, to))
                    } else {
                        Err(ResolveError::Illegal)
                    };
                }
                let rooks = self.castling & Bitboard::rank(self.turn.back_rank());
                let rook = rooks
                    .into_iter()
                    .find(|&rook| rook == to || Wing::of(man, rook).king_target(self.turn) == to)
                    .filter(|&rook| self.can_castle(rook))
                    .ok_or(ResolveError::Illegal)?;
                Ok(Move::castle(man, rook))
            }
            role => self.resolve_piece(role, from, to),
        }
    }
}
