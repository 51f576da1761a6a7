//! All legal moves of a position (FIDE 3), for perft, for mate and stalemate, and for diagnosis.
//!
//! `node` is what legal moves depend on, `threats` what restricts them, `moves` counts or visits them.
//! Pins and checkers are known before the first man, so no move is tried and taken back.

pub(in crate::chess) mod moves;
pub(in crate::chess) mod node;
mod threats;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Role};
use crate::chess::castling::Paths;
use crate::chess::movegen::moves::Visit;
use crate::chess::movegen::node::{Black, Node, White, square};
use crate::chess::mv::Move;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// More than the 218 moves of the richest known position.
pub type MoveList = ArrayVec<Move, 256>;

impl Position {
    /// Calls `visit` for each legal move, until it breaks.
    pub fn visit_moves(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let node = Node::of(self);
        match self.turn {
            Color::White => node.visit::<White>(&mut EachMove(visit)),
            Color::Black => node.visit::<Black>(&mut EachMove(visit)),
        }
    }

    /// Checkers and pinned men as the generator finds them, for comparison.
    #[cfg(debug_assertions)]
    pub(in crate::chess) fn generated_threats(&self) -> (Bitboard, Bitboard) {
        let node = Node::of(self);
        let threats = match self.turn {
            Color::White => node.threats::<White>(),
            Color::Black => node.threats::<Black>(),
        };
        (Bitboard(threats.checkers), Bitboard(threats.pinned))
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
        let _ = self.visit_moves(&mut |mv| {
            // A `Setup` may hold more queens than a game can: past the list's end nothing is added.
            let _ = list.try_push(mv);
            ControlFlow::Continue(())
        });
        list
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u32 {
        let node = Node::of(self);
        match self.turn {
            Color::White => node.count::<White>(),
            Color::Black => node.count::<Black>(),
        }
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let node = Node::of(self);
        match self.turn {
            Color::White => node.has_move::<White>(),
            Color::Black => node.has_move::<Black>(),
        }
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

/// Turns what the generator visits into moves.
struct EachMove<'a, F>(&'a mut F);

impl<F: FnMut(Move) -> ControlFlow<()>> Visit for EachMove<'_, F> {
    #[inline]
    fn normal<const CODE: u64>(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        for to in Bitboard(to) {
            (self.0)(Move::normal(square(from), to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn double_step(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        (self.0)(Move::normal(square(from), square(to)))
    }

    #[inline]
    fn promotion(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        for role in Role::PROMOTIONS {
            if let Some(mv) = Move::promotion(square(from), square(to), role) {
                (self.0)(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn en_passant(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        (self.0)(Move::en_passant(square(from), square(to)))
    }

    #[inline]
    fn castling(&mut self, king: u64, rook: u64) -> ControlFlow<()> {
        (self.0)(Move::castle(square(king), square(rook)))
    }
}
