//! All legal moves of a position (FIDE 3), for perft, for mate and stalemate, and for diagnosis.
//!
//! The generator yields, man by man, the *set* of squares he may go to, so that counting needs no
//! list of moves. Pins and checkers are known before the first man, so no move is tried and taken back.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Role};
use crate::chess::castling::Paths;
use crate::chess::mv::Move;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// More than the 218 moves of the richest known position.
pub type MoveList = ArrayVec<Move, 256>;

/// The legal moves of one man.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// Where he stands.
    pub from: Square,
    /// Where he may go; for castling, the rook's square.
    pub to: Bitboard,
    /// What kind of moves these are.
    pub kind: TargetKind,
}

/// What kind of moves a [`Targets`] holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetKind {
    /// Ordinary moves and captures.
    Normal,
    /// Pawn moves to the last rank: four moves a square.
    Promotion,
    /// An en passant capture.
    EnPassant,
    /// Castling.
    Castle,
}

impl Targets {
    /// Number of moves.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u32 {
        match self.kind {
            TargetKind::Promotion => self.to.count() * 4,
            _ => self.to.count(),
        }
    }

    /// Calls `each` for every move.
    #[inline]
    pub fn for_each(&self, mut each: impl FnMut(Move)) {
        for to in self.to {
            match self.kind {
                TargetKind::Normal => each(Move::normal(self.from, to)),
                TargetKind::EnPassant => each(Move::en_passant(self.from, to)),
                TargetKind::Castle => each(Move::castle(self.from, to)),
                TargetKind::Promotion => Role::PROMOTIONS
                    .iter()
                    .filter_map(|&role| Move::promotion(self.from, to, role))
                    .for_each(&mut each),
            }
        }
    }
}

impl Position {
    /// Calls `visit` for each man that has a legal move, until it breaks.
    #[inline]
    pub fn visit_moves(
        &self,
        visit: &mut impl FnMut(Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = self.board.of_color(self.turn);
        self.visit_king_moves(own, visit)?;
        if self.checkers.many() {
            return ControlFlow::Continue(());
        }
        let king = self.king(self.turn);
        let occupied = self.board.occupied();
        // In check a man must take the checker or step between (FIDE 3.9.1).
        let goal = match self.checkers.first() {
            Some(checker) => attacks::between(king, checker) | self.checkers,
            None => Bitboard::FULL,
        };
        let pinned = self.pinned();
        let goal_of = |from: Square| {
            if pinned.has(from) {
                goal & attacks::through(king, from)
            } else {
                goal
            }
        };
        for from in own & self.board.of_role(Role::Knight) & !pinned {
            emit(from, attacks::knight(from) & !own & goal, visit)?;
        }
        for from in own & self.board.diagonal_sliders() {
            let mut to = attacks::bishop(from, occupied);
            if self.board.orthogonal_sliders().has(from) {
                to |= attacks::rook(from, occupied);
            }
            emit(from, to & !own & goal_of(from), visit)?;
        }
        for from in own & self.board.of_role(Role::Rook) {
            emit(
                from,
                attacks::rook(from, occupied) & !own & goal_of(from),
                visit,
            )?;
        }
        let enemies = self.board.of_color(self.turn.other());
        for from in own & self.board.of_role(Role::Pawn) {
            let to = self.pawn_targets(from, occupied, enemies) & goal_of(from);
            let last = to & Bitboard::BACK_RANKS;
            emit(from, to & !Bitboard::BACK_RANKS, visit)?;
            if last.any() {
                let kind = TargetKind::Promotion;
                visit(Targets {
                    from,
                    to: last,
                    kind,
                })?;
            }
        }
        self.visit_en_passant(visit)
    }

    fn visit_king_moves(
        &self,
        own: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let king = self.king(self.turn);
        let mut to = Bitboard::EMPTY;
        for square in attacks::king(king) & !own {
            if self.is_safe_for_king(square) {
                to |= Bitboard::of(square);
            }
        }
        emit(king, to, visit)?;
        if self.in_check() {
            return ControlFlow::Continue(());
        }
        let rooks = self.castling & Bitboard::rank(self.turn.back_rank());
        let to = rooks
            .into_iter()
            .filter(|&rook| self.can_castle(rook))
            .fold(Bitboard::EMPTY, |set, rook| set | Bitboard::of(rook));
        if to.any() {
            let kind = TargetKind::Castle;
            visit(Targets {
                from: king,
                to,
                kind,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn visit_en_passant(
        &self,
        visit: &mut impl FnMut(Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(square) = self.en_passant else {
            return ControlFlow::Continue(());
        };
        let pawns = self.board.of(self.turn, Role::Pawn);
        for from in pawns & attacks::pawn(self.turn.other(), square) {
            if self.en_passant_is_safe(from, square) {
                let to = Bitboard::of(square);
                let kind = TargetKind::EnPassant;
                visit(Targets { from, to, kind })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Pushes and captures of the pawn on `from`, without en passant and without regard to the king.
    #[inline]
    pub(in crate::chess) fn pawn_targets(
        &self,
        from: Square,
        occupied: Bitboard,
        enemies: Bitboard,
    ) -> Bitboard {
        let bit = Bitboard::of(from).0;
        let free = !occupied.0;
        let home = Bitboard::rank(self.turn.pawn_rank()).0;
        let pushes = match self.turn {
            Color::White => {
                let one = bit << 8 & free;
                let two = if bit & home == 0 { 0 } else { one << 8 & free };
                one | two
            }
            Color::Black => {
                let one = bit >> 8 & free;
                let two = if bit & home == 0 { 0 } else { one >> 8 & free };
                one | two
            }
        };
        Bitboard(pushes) | (attacks::pawn(self.turn, from) & enemies)
    }

    /// Whether the king may step to `square`: nobody attacks it once he has left his own (FIDE 3.9.2).
    #[inline]
    pub(in crate::chess) fn is_safe_for_king(&self, square: Square) -> bool {
        let king = self.board.of(self.turn, Role::King);
        let occupied = (self.board.occupied() & !king) | Bitboard::of(square);
        let enemy = self.turn.other();
        // Whoever stands on `square` is captured and attacks nobody.
        (self.attackers(square, enemy, occupied) & !Bitboard::of(square)).is_empty()
    }

    /// Whether castling with the rook on `rook`, whose right exists, is legal now (FIDE 3.8.2).
    pub(in crate::chess) fn can_castle(&self, rook: Square) -> bool {
        let king = self.king(self.turn);
        let paths = Paths::new(self.turn, king, rook);
        let men = Bitboard::of(king) | Bitboard::of(rook);
        let occupied = self.board.occupied();
        if self.in_check() || (paths.empty & occupied & !men).any() {
            return false;
        }
        let enemy = self.turn.other();
        let without_king = occupied & !Bitboard::of(king);
        let safe = paths
            .safe
            .into_iter()
            .all(|square| self.attackers(square, enemy, without_king).is_empty());
        // In Chess960 the rook may leave a line on which it shielded the king's target.
        let after = (occupied & !men) | Bitboard::of(paths.king_to) | Bitboard::of(paths.rook_to);
        safe && self.attackers(paths.king_to, enemy, after).is_empty()
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.visit_moves(&mut |targets| {
            // A `Setup` may hold more queens than a game can: past the list's end nothing is added.
            targets.for_each(|mv| {
                let _ = list.try_push(mv);
            });
            ControlFlow::Continue(())
        });
        list
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u32 {
        let mut count = 0;
        let _ = self.visit_moves(&mut |targets| {
            count += targets.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.visit_moves(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether `mv` is one of the legal moves.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// In check without a legal move (FIDE 5.1.1).
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Not in check and without a legal move (FIDE 5.2.1).
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }
}

#[inline]
fn emit(
    from: Square,
    to: Bitboard,
    visit: &mut impl FnMut(Targets) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if to.any() {
        let kind = TargetKind::Normal;
        visit(Targets { from, to, kind })?;
    }
    ControlFlow::Continue(())
}
