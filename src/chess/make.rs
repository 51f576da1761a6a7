//! Playing a legal move: men, rights, counters, and who gives check afterwards.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Piece, Role};
use crate::chess::castling::Wing;
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;

impl Position {
    /// Plays a move that is legal in this position.
    ///
    /// The move is not checked: after an illegal one the position is a position no longer, though
    /// nothing panics but a debug build, which checks every position. Moves from [`Position::legal_moves`] and [`Position::resolve`] are legal.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        if mv.kind() == MoveKind::Normal {
            self.play_normal(mv.from(), mv.to());
        } else {
            self.play_special(mv);
        }
        #[cfg(debug_assertions)]
        self.check_invariants();
    }

    /// What is kept from move to move must be what a fresh look finds.
    #[cfg(debug_assertions)]
    pub(in crate::chess) fn check_invariants(&self) {
        let fen = self.fen();
        assert_eq!(self.checkers, self.find_checkers(), "checkers of {fen}");
        let (checkers, pinned) = self.generated_threats();
        assert_eq!(self.checkers, checkers, "checkers of {fen} by fills");
        assert_eq!(self.pinned(), pinned, "pins of {fen} by fills");
        let us = self.turn;
        let theirs = self.king(us.other());
        let hidden = self.attackers(theirs, us, self.board.occupied());
        assert!(hidden.is_empty(), "the opponent is left in check in {fen}");
        for rook in self.castling {
            let owner = if rook.rank() == Color::White.back_rank() {
                Color::White
            } else {
                Color::Black
            };
            let there = self.board.of(owner, Role::Rook).has(rook);
            let king_home = self.king(owner).rank() == rook.rank();
            assert!(there && king_home, "a right without its men in {fen}");
        }
        if let Some(square) = self.en_passant {
            let legal = self.legal_en_passant(square);
            assert_eq!(legal, self.en_passant, "en passant of {fen}");
        }
    }

    /// A move or capture without more to it. Nearly free of branches: which man moves and whether he
    /// captures is what a processor cannot foresee.
    #[inline]
    fn play_normal(&mut self, from: Square, to: Square) {
        let us = self.turn;
        let code = self.board.code(from);
        let captures = self.board.occupied().has(to);
        self.board.shift(from, to);
        let pawn = code == Role::Pawn as u64;
        let quiet = !captures & !pawn;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) * u16::from(quiet);
        self.fullmove = self.fullmove.saturating_add(us as u32);
        self.checkers = self.checks_after(code, from, to);
        self.turn = us.other();
        self.en_passant = None;
        self.lose_rights(us, code == Role::King as u64, from, to);
        if pawn & (from.index() ^ to.index() == 16) {
            let middle = Square::from_index((from.index() as u32).midpoint(to.index() as u32));
            if (attacks::pawn(us, middle) & self.board.of(self.turn, Role::Pawn)).any() {
                self.en_passant = self.legal_en_passant(middle);
            }
        }
    }

    /// Takes the castling rights that a move costs.
    #[inline]
    fn lose_rights(&mut self, us: Color, king: bool, from: Square, to: Square) {
        let rank = Bitboard::rank(us.back_rank()).0 & u64::from(king).wrapping_neg();
        self.castling &= !(Bitboard::of(from) | Bitboard::of(to) | Bitboard(rank));
    }

    /// Promotion, en passant, castling, and passing.
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let own = |role| Piece { role, color: us };
        let mut clock = 0;
        match mv.kind() {
            MoveKind::Promotion(promoted) => {
                self.board.clear(from);
                self.board.put(to, own(promoted));
            }
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                self.board.clear(captured);
                self.board.shift(from, to);
            }
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
                self.board.clear(from);
                self.board.clear(to);
                self.board.put(king_to, own(Role::King));
                self.board.put(rook_to, own(Role::Rook));
                clock = self.halfmove_clock.saturating_add(1);
            }
            MoveKind::Null => {
                if let Some(next) = self.after_null_move() {
                    *self = next;
                }
                return;
            }
            MoveKind::Normal => return,
        }
        self.lose_rights(us, mv.kind() == MoveKind::Castle, from, to);
        self.halfmove_clock = clock;
        self.fullmove = self.fullmove.saturating_add(us as u32);
        self.en_passant = None;
        self.turn = us.other();
        self.checkers = self.find_checkers();
    }

    /// Men that give check after a plain move of the side still to move: the mover himself, and the
    /// slider whose line he may have opened. Both are rare, so look-ups on an empty board come first.
    #[inline]
    fn checks_after(&self, code: u64, from: Square, to: Square) -> Bitboard {
        let us = self.turn;
        let king = self.king(us.other());
        let mut checkers = Bitboard::EMPTY;
        if attacks::on_empty_coded(code, us, to).has(king)
            && (attacks::between(king, to) & self.board.occupied()).is_empty()
        {
            checkers = Bitboard::of(to);
        }
        let sliders = self.board.diagonal_sliders() | self.board.orthogonal_sliders();
        let line = attacks::through(king, from);
        let behind = line & sliders & self.board.of_color(us) & !Bitboard::of(to);
        if behind.any() {
            checkers |= self.sliders_at(king, behind, self.board.occupied());
        }
        checkers
    }

    /// The position after a move that is legal in this one.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }
}
