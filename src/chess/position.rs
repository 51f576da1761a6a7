//! A legal position: men, turn, rights, counters, and what follows from them.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Board, Color, Piece, Role};
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::setup::{Setup, SetupFault, en_passant_rank};
use crate::chess::square::{File, Square};
use crate::chess::zobrist;

/// A legal position: one king a side, the side that is not to move not in check.
///
/// Plain data of 64 bytes, a cache line, made to be copied. Castling rights are the squares of the rooks that may
/// still castle; the en passant square is set only where a legal capture exists (FIDE 9.2.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(in crate::chess) board: Board,
    pub(in crate::chess) checkers: Bitboard,
    pub(in crate::chess) castling: Bitboard,
    pub(in crate::chess) fullmove: u32,
    pub(in crate::chess) halfmove_clock: u16,
    pub(in crate::chess) en_passant: Option<Square>,
    pub(in crate::chess) turn: Color,
    pub(in crate::chess) mode: CastlingMode,
}

impl Position {
    /// The start of a game of standard chess.
    #[must_use]
    pub fn start() -> Position {
        // The start position has no fault; the test below proves it.
        Position::from_setup(&Setup::start(), CastlingMode::Standard).0
    }

    /// Checks a setup; the position is sound only if no fault is fatal ([`SetupFault::is_fatal`]).
    ///
    /// A castling right or an en passant square that cannot be is dropped, and named among the faults.
    #[must_use]
    pub fn from_setup(setup: &Setup, mode: CastlingMode) -> (Position, Vec<SetupFault>) {
        let mut faults = Vec::new();
        let board = setup.board;
        for color in Color::ALL {
            match board.of(color, Role::King).count() {
                0 => faults.push(SetupFault::NoKing(color)),
                1 => {}
                count => faults.push(SetupFault::ManyKings(color, count)),
            }
        }
        faults.extend(
            (board.of_role(Role::Pawn) & Bitboard::BACK_RANKS)
                .into_iter()
                .map(SetupFault::PawnOnBackRank),
        );
        let mut position = Position {
            board,
            checkers: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            fullmove: setup.fullmove,
            halfmove_clock: setup.halfmove_clock,
            en_passant: None,
            turn: setup.turn,
            mode,
        };
        if !faults
            .iter()
            .any(|fault| matches!(fault, SetupFault::NoKing(_) | SetupFault::ManyKings(..)))
        {
            let king = position.king(setup.turn.other());
            if let Some(at) = position
                .attackers(king, setup.turn, board.occupied())
                .first()
                && let Some(piece) = board.piece_at(at)
            {
                faults.push(SetupFault::OpponentInCheck {
                    king,
                    by: (piece, at),
                });
            }
        }
        for rook in setup.castling {
            if position.can_have_right(rook) {
                position.castling |= Bitboard::of(rook);
            } else {
                faults.push(SetupFault::CastlingWithoutRook(rook));
            }
        }
        position.checkers = position.find_checkers();
        if let Some(square) = setup.en_passant {
            if position.can_have_passed(square) {
                position.en_passant = position.legal_en_passant(square);
            } else {
                faults.push(SetupFault::EnPassantImpossible(square));
            }
        }
        (position, faults)
    }

    /// Whether king and rook stand where the right to castle with the rook on `rook` wants them.
    fn can_have_right(&self, rook: Square) -> bool {
        let color = if rook.rank() == Color::White.back_rank() {
            Color::White
        } else {
            Color::Black
        };
        let king = self.king(color);
        let wing = Wing::of(king, rook);
        let one_a_wing = !self.castling.any_on_wing(color, king, wing);
        let usual = self.mode == CastlingMode::Chess960
            || (king.file() == File::E && rook == wing.standard_rook(color));
        rook.rank() == color.back_rank()
            && king.rank() == color.back_rank()
            && self.board.of(color, Role::Rook).has(rook)
            && one_a_wing
            && usual
    }

    /// Whether the opponent's last move can have been a double step over `square`.
    pub(in crate::chess) fn can_have_passed(&self, square: Square) -> bool {
        let (behind, ahead) = match self.turn {
            Color::White => (8, -8),
            Color::Black => (-8, 8),
        };
        let step = |by: i32| {
            let index = i32::try_from(square.index()).unwrap_or(0) + by;
            Square::from_index(index.unsigned_abs())
        };
        let occupied = self.board.occupied();
        square.rank() == en_passant_rank(self.turn)
            && !occupied.has(square)
            && !occupied.has(step(behind))
            && self
                .board
                .of(self.turn.other(), Role::Pawn)
                .has(step(ahead))
    }

    /// `Some(square)` where the side to move has a legal en passant capture on it.
    pub(in crate::chess) fn legal_en_passant(&self, square: Square) -> Option<Square> {
        let pawns = self.board.of(self.turn, Role::Pawn) & attacks::pawn(self.turn.other(), square);
        pawns
            .into_iter()
            .any(|from| self.en_passant_is_safe(from, square))
            .then_some(square)
    }

    /// Whether the own king is safe after the pawn on `from` has captured en passant on `to`:
    /// two men leave their rank at once, so both are taken off before looking (FIDE 3.9.2).
    pub(in crate::chess) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Square::new(to.file(), from.rank());
        let king = self.king(self.turn);
        let gone = Bitboard::of(from) | Bitboard::of(captured);
        let occupied = (self.board.occupied() & !gone) | Bitboard::of(to);
        (self.attackers(king, self.turn.other(), occupied) & !Bitboard::of(captured)).is_empty()
    }

    /// The men on the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Men that give check to the side to move.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check (FIDE 3.9.1).
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Squares of the rooks, of both sides, that may still castle.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The rook of `color` that may still castle on `wing`.
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        (self.castling & Bitboard::rank(color.back_rank()))
            .into_iter()
            .find(|&rook| Wing::of(king, rook) == wing)
    }

    /// The square of a legal en passant capture.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move (FIDE 9.3, 9.6.2).
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the next move.
    #[inline]
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// How castling is written down in this game.
    #[inline]
    #[must_use]
    pub const fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// The square of a king.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        Square::from_index(self.board.of(color, Role::King).0.trailing_zeros())
    }

    /// The men of `color` that attack `square`, with `occupied` as obstacles.
    #[must_use]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let leapers = (attacks::pawn(color.other(), square) & board.of_role(Role::Pawn))
            | (attacks::knight(square) & board.of_role(Role::Knight))
            | (attacks::king(square) & board.of_role(Role::King));
        let men = board.of_color(color) & occupied;
        (leapers | self.sliders_at(square, men, occupied)) & men
    }

    /// Those of `men` who are bishops, rooks or queens and attack `square`. Mostly none stands on a line
    /// through it, and then no line is looked along.
    #[inline]
    pub(in crate::chess) fn sliders_at(
        &self,
        square: Square,
        men: Bitboard,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut diagonal = attacks::diagonals(square) & self.board.diagonal_sliders() & men;
        let mut orthogonal = attacks::orthogonals(square) & self.board.orthogonal_sliders() & men;
        if diagonal.any() {
            diagonal &= attacks::bishop(square, occupied);
        }
        if orthogonal.any() {
            orthogonal &= attacks::rook(square, occupied);
        }
        diagonal | orthogonal
    }

    /// Men that give check to the side to move, looked up afresh.
    #[must_use]
    pub fn find_checkers(&self) -> Bitboard {
        self.attackers(
            self.king(self.turn),
            self.turn.other(),
            self.board.occupied(),
        )
    }

    /// Men of the side to move that stand alone between their king and an enemy slider (FIDE 3.9.2).
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let king = self.king(self.turn);
        let occupied = self.board.occupied();
        let own = self.board.of_color(self.turn);
        let snipers = ((attacks::diagonals(king) & self.board.diagonal_sliders())
            | (attacks::orthogonals(king) & self.board.orthogonal_sliders()))
            & !own;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.any() && !blockers.many() {
                pinned |= blockers & own;
            }
        }
        pinned
    }

    /// The hash key, see [`zobrist`], computed afresh; [`crate::chess::keyed::Keyed`] keeps it from move
    /// to move.
    #[must_use]
    pub fn key(&self) -> u64 {
        zobrist::key(&self.board, self.turn, self.castling, self.en_passant)
    }

    /// The same men with the other side to move, as after a null move.
    ///
    /// `None` while in check: the king would stay attacked.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.turn = self.turn.other();
        next.en_passant = None;
        next.checkers = Bitboard::EMPTY;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove = self
            .fullmove
            .saturating_add(u32::from(self.turn == Color::Black));
        Some(next)
    }

    /// The man on a square, for messages.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }
}

impl Bitboard {
    /// Whether a set of castling rooks has one of `color` on that wing of the king.
    fn any_on_wing(self, color: Color, king: Square, wing: Wing) -> bool {
        (self & Bitboard::rank(color.back_rank()))
            .into_iter()
            .any(|rook| Wing::of(king, rook) == wing)
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_sound_and_small() {
        let (position, faults) = Position::from_setup(&Setup::start(), CastlingMode::Standard);
        assert_eq!(faults, []);
        assert_eq!(position.castling().count(), 4);
        assert!(size_of::<Position>() <= 160, "design: at most 160 bytes");
        assert_eq!(size_of::<Position>(), 64);
    }
}
