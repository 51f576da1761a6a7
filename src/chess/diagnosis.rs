//! Finds the reason for which [`Position::resolve`] refused a move. Slow and thorough: it runs once per
//! faulty move.

mod history;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Piece, Role};
use crate::chess::castling::{CastlingMode, Paths, Wing};
use crate::chess::position::Position;
use crate::chess::refusal::{Man, Refusal, RightLost};
use crate::chess::resolve::ResolveError;
use crate::chess::san::{Action, San};
use crate::chess::square::Square;

pub use history::History;
use history::right_lost;

impl Position {
    /// Says why the move that `san` denotes is refused here, after [`Position::resolve`] refused it.
    #[cold]
    #[must_use]
    pub fn refusal(&self, san: &San, history: History<'_>) -> Refusal {
        match san.action {
            Action::Null => self.unanswered(self.checkers),
            Action::Castle(wing) => self.castling_refusal(wing, history),
            Action::Go {
                role,
                from,
                to,
                promotion,
                capture,
            } => {
                if capture && let Some(refusal) = self.straight_capture_refusal(role, from, to) {
                    return refusal;
                }
                if let Err(ResolveError::Ambiguous(men)) = self.resolve(san) {
                    let role = role.unwrap_or(Role::Pawn);
                    return Refusal::Ambiguous { role, men, to };
                }
                self.going_refusal(san, role, from, to, promotion, history)
            }
        }
    }

    fn going_refusal(
        &self,
        san: &San,
        role: Option<Role>,
        from: Bitboard,
        to: Square,
        promotion: Option<Role>,
        history: History<'_>,
    ) -> Refusal {
        let us = self.turn;
        let other_could = || {
            let mut flipped = *self;
            flipped.turn = us.other();
            flipped.en_passant = None;
            flipped.checkers = flipped.find_checkers();
            // A king is never captured, whoever has the move.
            to != self.king(us) && flipped.resolve(san).is_ok()
        };
        let role = match role {
            Some(role) => role,
            None => match from.first().and_then(|square| self.man(square)) {
                None => return Refusal::EmptySquare(from.first().unwrap_or(to)),
                Some(man) if man.piece.color != us => {
                    return if other_could() {
                        Refusal::WrongSide(us)
                    } else {
                        Refusal::EnemyMan(man)
                    };
                }
                Some(man) => man.piece.role,
            },
        };
        let king = self.king(us);
        if role == Role::King && from == Bitboard::of(king) && promotion.is_none() {
            // `e1g1`-like castling that was refused.
            let wing = Wing::of(king, to);
            let rook = self.board.of(us, Role::Rook).has(to)
                && self.castling_rook(us, wing).is_none_or(|own| own == to);
            let far = !attacks::king(king).has(to);
            let castles = match self.mode {
                CastlingMode::Chess960 => rook || (far && to == wing.king_target(us)),
                CastlingMode::Standard => {
                    (far && rook) || king.file().index().abs_diff(to.file().index()) == 2
                }
            };
            let home = us.back_rank();
            if king.rank() == home && to.rank() == home && castles {
                return self.castling_refusal(wing, history);
            }
        }
        let piece = Piece { role, color: us };
        let all = self.board.of(us, role);
        let men = all & from;
        if men.is_empty() {
            return if other_could() {
                Refusal::WrongSide(us)
            } else if all.is_empty() {
                Refusal::NoSuchMan(piece)
            } else {
                Refusal::NoSuchManThere(piece, from)
            };
        }
        if role != Role::Pawn
            && promotion.is_some()
            && let Some(man) = men.first().and_then(|at| self.man(at))
        {
            return Refusal::PromotionForbidden(man, to);
        }
        let refusal = if role == Role::Pawn {
            self.pawn_refusal(men, to, promotion, history)
        } else {
            self.piece_refusal(piece, men, to)
        };
        match refusal {
            Refusal::NotReached { .. } if other_could() => Refusal::WrongSide(us),
            refusal => refusal,
        }
    }

    fn piece_refusal(&self, piece: Piece, men: Bitboard, to: Square) -> Refusal {
        if men.has(to)
            && let Some(refusal) = self.target_refusal(to)
        {
            return refusal;
        }
        let near = attacks::of(piece.role, self.turn, to, Bitboard::EMPTY) & men;
        if near.is_empty() {
            return Refusal::NotReached { piece, men, to };
        }
        if let Some(refusal) = self.target_refusal(to) {
            return refusal;
        }
        let occupied = self.board.occupied();
        let free = attacks::of(piece.role, self.turn, to, occupied) & near;
        let Some(from) = free.first() else {
            let from = near.first().unwrap_or(to);
            let blocker = nearest(attacks::between(from, to) & occupied, from);
            return match (self.man(from), blocker.and_then(|at| self.man(at))) {
                (Some(man), Some(by)) => Refusal::PathBlocked { man, to, by },
                _ => Refusal::NotReached { piece, men, to },
            };
        };
        if piece.role == Role::King {
            let without = (occupied & !Bitboard::of(from)) | Bitboard::of(to);
            let by = self.attackers(to, self.turn.other(), without) & !Bitboard::of(to);
            return match by.first().and_then(|at| self.man(at)) {
                Some(by) => Refusal::KingIntoCheck { to, by },
                None => Refusal::NotReached { piece, men, to },
            };
        }
        self.king_refusal(from, to)
            .unwrap_or(Refusal::NotReached { piece, men, to })
    }

    /// What the man on the target square has to say.
    fn target_refusal(&self, to: Square) -> Option<Refusal> {
        let man = self.man(to)?;
        if man.piece.color == self.turn {
            Some(Refusal::OwnManOnTarget(man))
        } else if man.piece.role == Role::King {
            Some(Refusal::KingIsTarget(to))
        } else {
            None
        }
    }

    /// Why the own king forbids a move: an unanswered check, or a pin.
    ///
    /// The check comes first: it forbids the move whoever makes it.
    fn king_refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        let king = self.king(self.turn);
        let stays = |&by: &Square| by != to && !attacks::between(king, by).has(to);
        let staying = self.checkers.into_iter().filter(stays);
        let staying = staying.fold(Bitboard::EMPTY, |set, by| set | Bitboard::of(by));
        if staying.any() {
            return Some(self.unanswered(staying));
        }
        let line = attacks::through(king, from);
        if !line.is_empty() && !line.has(to) {
            let occupied = self.board.occupied() & !Bitboard::of(from);
            let enemies = line & self.board.of_color(self.turn.other()) & !self.checkers;
            let opened = self.sliders_at(king, enemies, occupied);
            if let Some(by) = opened.first().and_then(|at| self.man(at)) {
                let man = self.man(from)?;
                return Some(Refusal::Pinned { man, king, by });
            }
        }
        None
    }

    /// A check by these men, whom the move neither captures nor shuts out.
    fn unanswered(&self, checkers: Bitboard) -> Refusal {
        let king = self.king(self.turn);
        let mut men = checkers.into_iter().filter_map(|at| self.man(at));
        match (men.next(), men.next()) {
            (Some(by), and) => Refusal::CheckUnanswered { king, by, and },
            (None, _) => Refusal::KingIsTarget(king),
        }
    }

    fn pawn_refusal(
        &self,
        men: Bitboard,
        to: Square,
        promotion: Option<Role>,
        history: History<'_>,
    ) -> Refusal {
        let us = self.turn;
        let piece = Piece {
            role: Role::Pawn,
            color: us,
        };
        let unreached = Refusal::NotReached { piece, men, to };
        let capturing = men & attacks::pawn(us.other(), to);
        let column = men & Bitboard::file(to.file());
        let from = if let Some(from) = capturing.first() {
            if let Some(refusal) = self.target_refusal(to) {
                return refusal;
            }
            if self.man(to).is_none() {
                return self.empty_capture_refusal(from, to, promotion, history);
            }
            from
        } else {
            match self.push_refusal(column, to) {
                Ok(from) => from,
                Err(refusal) => return refusal.unwrap_or(unreached),
            }
        };
        if let Some(refusal) = self.king_refusal(from, to) {
            return refusal;
        }
        let last = to.rank() == us.promotion_rank();
        match (promotion, self.man(from)) {
            (None, _) if last => Refusal::PromotionMissing(to),
            (Some(role), _) if last => Refusal::PromotionTo(role),
            (Some(_), Some(man)) => Refusal::PromotionForbidden(man, to),
            _ => unreached,
        }
    }

    /// What is wrong with a capture of a pawn straight ahead (`exe4`, `e2xe4`), if the text says that.
    fn straight_capture_refusal(
        &self,
        role: Option<Role>,
        from: Bitboard,
        to: Square,
    ) -> Option<Refusal> {
        let column = Bitboard::file(to.file());
        let men = self.board.of(self.turn, Role::Pawn) & from;
        // Where squares alone are given, the man tells whether it is a pawn's move.
        let pawn = role == Some(Role::Pawn) || (role.is_none() && men.any());
        if !pawn || (from & !column).any() {
            return None;
        }
        match self.push_refusal(men, to) {
            Err(Some(
                refusal @ (Refusal::PawnStraightCapture(..) | Refusal::OwnManOnTarget(_)),
            )) => Some(refusal),
            _ => Some(Refusal::CaptureOnOwnFile(to)),
        }
    }

    /// The pawn that would be pushed to `to`, or why none can be.
    fn push_refusal(&self, column: Bitboard, to: Square) -> Result<Square, Option<Refusal>> {
        let behind = |steps: u32| {
            let index = to.index() as u32;
            match self.turn {
                Color::White => index.checked_sub(8 * steps),
                Color::Black => Some(index + 8 * steps).filter(|&index| index < 64),
            }
            .map(Square::from_index)
        };
        let (one, two) = (behind(1), behind(2));
        if let Some(from) = one.filter(|&from| column.has(from)) {
            if let Some(man) = self.man(to) {
                return Err(Some(if man.piece.color == self.turn {
                    Refusal::OwnManOnTarget(man)
                } else {
                    Refusal::PawnStraightCapture(from, man)
                }));
            }
            return Ok(from);
        }
        if let Some(from) = two.filter(|&from| column.has(from)) {
            if from.rank() != self.turn.pawn_rank() {
                return Err(Some(Refusal::DoubleStepTooLate(from)));
            }
            let blocker = one.and_then(|at| self.man(at)).or_else(|| self.man(to));
            return match blocker {
                Some(by) => Err(Some(Refusal::DoubleStepBlocked(from, by))),
                None => Ok(from),
            };
        }
        Err(None)
    }

    /// A pawn captures on an empty square: en passant that is too late, or exposes the king, or nothing.
    fn empty_capture_refusal(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        history: History<'_>,
    ) -> Refusal {
        let beside = Square::new(to.file(), from.rank());
        let passer = self
            .man(beside)
            .filter(|man| man.piece.role == Role::Pawn && man.piece.color != self.turn);
        let Some(passer) = passer else {
            return Refusal::NothingToCapture(from, to);
        };
        let step = history.find(true, |position, mv| {
            let pawn = position.piece_at(mv.from())?.role == Role::Pawn;
            let double = mv.from().index().abs_diff(mv.to().index()) == 16;
            (pawn && mv.to() == beside && position.turn() == passer.piece.color).then_some(double)
        });
        let passed = match step {
            Some((true, played)) if played.ply < history.moves.len() => {
                return Refusal::EnPassantExpired(beside, played);
            }
            Some((double, _)) => double,
            // The double step may lie before the first move: a position keeps the square that its
            // FEN names only where a capture is legal.
            None => history.moves.is_empty() && self.can_have_passed(to),
        };
        if !passed {
            return Refusal::NothingToCapture(from, to);
        }
        let king = self.king(self.turn);
        let gone = Bitboard::of(from) | Bitboard::of(beside);
        let occupied = (self.board.occupied() & !gone) | Bitboard::of(to);
        let by = self.attackers(king, self.turn.other(), occupied) & !Bitboard::of(beside);
        let staying = by & self.checkers;
        match (by.first().and_then(|at| self.man(at)), self.man(from)) {
            _ if staying.any() => self.unanswered(staying),
            (Some(by), _) => Refusal::EnPassantExposes { king, by },
            (None, Some(man)) if promotion.is_some() && self.en_passant == Some(to) => {
                Refusal::PromotionForbidden(man, to)
            }
            (None, _) => Refusal::NothingToCapture(from, to),
        }
    }

    fn castling_refusal(&self, wing: Wing, history: History<'_>) -> Refusal {
        let us = self.turn;
        let king = self.king(us);
        let Some(rook) = self.castling_rook(us, wing) else {
            return Refusal::CastlingRightLost(us, wing, right_lost(us, wing, history));
        };
        if let Some(by) = self.checkers.first().and_then(|at| self.man(at)) {
            return Refusal::CastlingOutOfCheck(by);
        }
        let paths = Paths::new(us, king, rook);
        let occupied = self.board.occupied();
        let blockers = paths.empty & occupied;
        if let Some(man) = nearest(blockers, king).and_then(|at| self.man(at)) {
            return Refusal::CastlingBlocked(wing, man);
        }
        let without_king = occupied & !Bitboard::of(king);
        let mut path: Vec<Square> = paths.safe.into_iter().collect();
        path.sort_by_key(|square| square.index().abs_diff(king.index()));
        for square in path {
            let by = self.attackers(square, us.other(), without_king);
            if let Some(by) = by.first().and_then(|at| self.man(at)) {
                return if square == paths.king_to {
                    Refusal::CastlingIntoCheck(square, by)
                } else {
                    Refusal::CastlingThroughCheck(square, by)
                };
            }
        }
        // Only in Chess960: the rook leaves the line on which it shielded the king's target.
        let by = self.attackers(
            paths.king_to,
            us.other(),
            without_king & !Bitboard::of(rook),
        );
        match by.first().and_then(|at| self.man(at)) {
            Some(by) => Refusal::CastlingIntoCheck(paths.king_to, by),
            None => Refusal::CastlingRightLost(us, wing, RightLost::NeverHad),
        }
    }

    fn man(&self, at: Square) -> Option<Man> {
        self.piece_at(at).map(|piece| Man { piece, at })
    }
}

/// The square of the set that is nearest to `from`, all being on one line with it.
fn nearest(set: Bitboard, from: Square) -> Option<Square> {
    set.into_iter()
        .min_by_key(|square| square.index().abs_diff(from.index()))
}
