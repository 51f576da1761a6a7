//! Playing a legal move: men, rights, counters, key, and who gives check afterwards.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Color, Piece, Role};
use crate::chess::castling::Wing;
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::chess::zobrist;

impl Position {
    /// Plays a move that is legal in this position.
    ///
    /// The move is not checked: after an illegal one the position is a position no longer, though
    /// nothing panics. Moves from [`Position::legal_moves`] and [`Position::resolve`] are legal.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(role) = self.board.role_at(from) else {
            return;
        };
        let mut key = self.key ^ zobrist::turn(Color::Black);
        if let Some(square) = self.en_passant.take() {
            key ^= zobrist::en_passant(Some(square));
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        let mut passed = None;
        let mut checkers = None;
        match mv.kind() {
            MoveKind::Normal => {
                let mover = Piece { role, color: us };
                if let Some(captured) = self.board.piece_at(to) {
                    key ^= zobrist::man(captured, to);
                    self.halfmove_clock = 0;
                }
                self.board.clear(from);
                self.board.put(to, mover);
                key ^= zobrist::man(mover, from) ^ zobrist::man(mover, to);
                if role == Role::Pawn {
                    self.halfmove_clock = 0;
                    if from.index() ^ to.index() == 16 {
                        passed = Some(Square::from_index(
                            (from.index() as u32).midpoint(to.index() as u32),
                        ));
                    }
                }
                checkers = Some(self.checks_after(role, from, to));
            }
            MoveKind::Promotion(promoted) => {
                if let Some(captured) = self.board.piece_at(to) {
                    key ^= zobrist::man(captured, to);
                }
                let [pawn, man] = [Role::Pawn, promoted].map(|role| Piece { role, color: us });
                self.board.clear(from);
                self.board.put(to, man);
                key ^= zobrist::man(pawn, from) ^ zobrist::man(man, to);
                self.halfmove_clock = 0;
            }
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                let [own, theirs] = [us, us.other()].map(|color| Piece {
                    role: Role::Pawn,
                    color,
                });
                self.board.clear(from);
                self.board.clear(captured);
                self.board.put(to, own);
                key ^= zobrist::man(own, from)
                    ^ zobrist::man(own, to)
                    ^ zobrist::man(theirs, captured);
                self.halfmove_clock = 0;
            }
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
                let [king, rook] = [Role::King, Role::Rook].map(|role| Piece { role, color: us });
                self.board.clear(from);
                self.board.clear(to);
                self.board.put(king_to, king);
                self.board.put(rook_to, rook);
                key ^= zobrist::man(king, from)
                    ^ zobrist::man(king, king_to)
                    ^ zobrist::man(rook, to)
                    ^ zobrist::man(rook, rook_to);
            }
            MoveKind::Null => {}
        }
        let mut lost = self.castling & (Bitboard::of(from) | Bitboard::of(to));
        if role == Role::King && mv.kind() != MoveKind::Null {
            lost |= self.castling & Bitboard::rank(us.back_rank());
        }
        if lost.any() {
            self.castling &= !lost;
            key ^= zobrist::castling(lost);
        }
        if us == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = us.other();
        self.checkers = checkers.unwrap_or_else(|| self.find_checkers());
        if let Some(square) = passed {
            self.en_passant = self.legal_en_passant(square);
            key ^= zobrist::en_passant(self.en_passant);
        }
        self.key = key;
        debug_assert_eq!(self.key, self.key_from_scratch(), "incremental key");
        debug_assert_eq!(self.checkers, self.find_checkers(), "incremental checkers");
    }

    /// Men that give check after a plain move of the side still to move: the mover himself, and the
    /// slider whose line he may have opened.
    #[inline]
    fn checks_after(&self, role: Role, from: Square, to: Square) -> Bitboard {
        let us = self.turn;
        let king = self.king(us.other());
        let occupied = self.board.occupied();
        let target = Bitboard::of(to);
        let direct = match role {
            Role::Pawn => attacks::pawn(us.other(), king) & target,
            Role::Knight => attacks::knight(king) & target,
            Role::King => Bitboard::EMPTY,
            Role::Bishop | Role::Rook | Role::Queen => {
                let mut lines = Bitboard::EMPTY;
                if role != Role::Bishop {
                    lines |= attacks::orthogonals(king);
                }
                if role != Role::Rook {
                    lines |= attacks::diagonals(king);
                }
                if lines.has(to) && (attacks::between(king, to) & occupied).is_empty() {
                    target
                } else {
                    Bitboard::EMPTY
                }
            }
        };
        let opened = attacks::through(king, from);
        if opened.is_empty() {
            return direct;
        }
        direct | (self.sliders_at(king, occupied) & opened & self.board.of_color(us))
    }

    /// The position after a move that is legal in this one.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }
}
