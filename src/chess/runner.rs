//! A position laid out for playing a game's moves one behind another, as texts of games have them: one set of squares for
//! each man, and one man for each square.
//!
//! It takes what makes up nearly all of most games, moves in canonical SAN without promotions and captures in
//! passing, and leaves everything else as it is, for [`Position`] to see. So it may be quick: what it does
//! not take is not wrong. What it takes is what [`Position`] takes and writes, which a test proves over random games.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::{Board, Color, Piece, Role};
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::san::{Action, Mark, San};
use crate::chess::setup::en_passant_rank;
use crate::chess::square::{File, Rank, Square};

/// Nobody, among the codes of roles.
const NONE: usize = 0;
const PAWN: usize = Role::Pawn as usize;
const KNIGHT: usize = Role::Knight as usize;
const KING: usize = Role::King as usize;
const BISHOP: usize = Role::Bishop as usize;
const ROOK: usize = Role::Rook as usize;
const QUEEN: usize = Role::Queen as usize;

/// A position of standard chess, on the move.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Squares by colour and role code.
    men: [[u64; 8]; 2],
    /// Squares by colour.
    all: [u64; 2],
    /// Squares of bishops, rooks and queens by colour.
    sliders: [u64; 2],
    /// Role codes by square.
    on: [u8; 64],
    state: State,
    turn: Color,
    fullmove: u32,
    last: Option<Last>,
}

/// What a move cannot be undone without.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Squares of the rooks that may still castle.
    castling: u64,
    halfmove_clock: u16,
    /// Where a pawn has just passed over a square, the file of it.
    passed: u8,
    in_check: bool,
}

/// No file.
const NOWHERE: u8 = 8;

/// The last move.
#[derive(Clone, Copy, Debug)]
struct Last {
    before: State,
    mv: Move,
    role: u8,
    captured: u8,
}

const fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// All bits, or none.
const fn mask(all: bool) -> u64 {
    (all as u64).wrapping_neg()
}

/// The lowest square of a set; any one if it is empty.
const fn lowest(set: u64) -> Square {
    Square::from_index(set.trailing_zeros())
}

impl Runner {
    /// From a position; `None` if the game is one of Chess960.
    #[must_use]
    pub fn new(position: &Position) -> Option<Runner> {
        if position.mode() != CastlingMode::Standard {
            return None;
        }
        let board = position.board();
        let mut runner = Runner {
            men: [[0; 8]; 2],
            all: Color::ALL.map(|color| board.of_color(color).0),
            sliders: [0; 2],
            on: [0; 64],
            state: State {
                castling: position.castling().0,
                halfmove_clock: position.halfmove_clock(),
                passed: position
                    .en_passant()
                    .map_or(NOWHERE, |square| square.file().index()),
                in_check: position.in_check(),
            },
            turn: position.turn(),
            fullmove: position.fullmove(),
            last: None,
        };
        for role in Role::ALL {
            let both = board.of_role(role).0;
            for (men, all) in runner.men.iter_mut().zip(runner.all) {
                men[role as usize] = both & all;
            }
            for square in Bitboard(both) {
                runner.on[square.index()] = role as u8;
            }
        }
        let sliders = board.diagonal_sliders().0 | board.orthogonal_sliders().0;
        runner.sliders = runner.all.map(|all| all & sliders);
        Some(runner)
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Bitboard(self.men[color as usize][role as usize]) {
                    board.put(square, Piece { role, color });
                }
            }
        }
        let mut position = Position {
            board,
            checkers: Bitboard::EMPTY,
            castling: Bitboard(self.state.castling),
            fullmove: self.fullmove,
            halfmove_clock: self.state.halfmove_clock,
            en_passant: None,
            turn: self.turn,
            mode: CastlingMode::Standard,
        };
        if self.state.in_check {
            position.checkers = position.find_checkers();
        }
        if self.state.passed != NOWHERE {
            let rank = en_passant_rank(self.turn);
            let passed = Square::new(File::new(self.state.passed), rank);
            position.en_passant = position.legal_en_passant(passed);
        }
        position
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Plies since the last capture or pawn move (FIDE 9.3).
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// Number of the next move.
    #[inline]
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Plays the move of a text that [`San::parse_short`] has read; `None`, with nothing changed, if it is not taken.
    /// Whether a check is mate is not looked at: a move that follows tells that it is none.
    #[inline(always)]
    pub fn play(&mut self, san: &San) -> Option<Move> {
        match self.turn {
            Color::White => self.play_for::<0>(san),
            Color::Black => self.play_for::<1>(san),
        }
    }

    /// The same for one side: its directions are known where this is compiled.
    #[inline(always)]
    fn play_for<const US: usize>(&mut self, san: &San) -> Option<Move> {
        let Action::Go {
            role: Some(role),
            from,
            to,
            capture,
            promotion: None,
        } = san.action
        else {
            return None;
        };
        let (us, them) = (US, US ^ 1);
        let role = role as usize;
        let occupied = self.all[0] | self.all[1];
        let captures = self.all[them] & bit(to) != 0;
        if (self.all[us] & bit(to) != 0) | (capture != captures) {
            return None;
        }
        let man = if role == PAWN {
            self.pawn::<US>(from, to, capture)?
        } else {
            let men = self.men[us][role] & attacks::on_empty_by_code(role, to).0;
            if (men & men.wrapping_sub(1) != 0) | (from != Bitboard::FULL) {
                self.one_of(men, role, from, to)?
            } else {
                let man = lowest(men);
                if (men == 0) | (attacks::between(man, to).0 & occupied != 0) {
                    return None;
                }
                man
            }
        };
        let king = lowest(self.men[us][KING]);
        let pin = attacks::through(king, man).0 & self.sliders[them];
        let pinned = pin != 0 && attacks::between(king, man).0 & occupied == 0;
        if (pinned | self.state.in_check | (role == KING)) && !self.is_safe(role, man, to) {
            return None;
        }
        // Where no pawn is left a capture may leave too few men to mate with, which is a matter of its own.
        let pawns = self.men[0][PAWN] | self.men[1][PAWN];
        if captures && pawns & !bit(to) == 0 {
            return None;
        }
        let king = lowest(self.men[them][KING]);
        let later = occupied & !bit(man) | bit(to);
        // A white pawn has the code of pawns, a black one none in the table of attacks.
        let code = if (US == 1) & (role == PAWN) {
            NONE
        } else {
            role
        };
        let direct = attacks::on_empty_by_code(code, to).has(king)
            && attacks::between(king, to).0 & later == 0;
        let line = attacks::through(king, man).0 & self.sliders[us] & !bit(man);
        let uncovered = line != 0
            && attacks::between(king, man).0 & later == 0
            && self.is_attacked(king, us, later, self.sliders[us] & !bit(man));
        let in_check = direct | uncovered;
        let marked = match san.mark {
            Mark::None => !in_check,
            Mark::Check => in_check,
            Mark::Mate => false,
        };
        if !marked {
            return None;
        }
        let captured = self.on[to.index()];
        let mv = Move::normal(man, to);
        self.last = Some(Last {
            before: self.state,
            mv,
            role: role as u8,
            captured,
        });
        self.shift(us, role, man, to);
        self.men[them][usize::from(captured & 7)] &= !bit(to);
        self.all[them] &= !bit(to);
        self.sliders[them] &= !bit(to);
        let home = if US == 0 { 0xff } else { 0xff << 56 } & mask(role == KING);
        let twice = (role == PAWN) & (man.index() ^ to.index() == 16);
        let quiet = !captures & (role != PAWN);
        self.state = State {
            castling: self.state.castling & !(bit(man) | bit(to) | home),
            halfmove_clock: self.state.halfmove_clock.saturating_add(1) * u16::from(quiet),
            passed: if twice { to.file().index() } else { NOWHERE },
            in_check,
        };
        self.fullmove = self.fullmove.saturating_add(US as u32);
        self.turn = Color::ALL[them];
        Some(mv)
    }

    /// The same for castling.
    pub fn castle(&mut self, wing: Wing, mark: Mark) -> Option<Move> {
        let turn = self.turn;
        let (us, them) = (turn as usize, turn as usize ^ 1);
        let king = lowest(self.men[us][KING]);
        let rook = wing.standard_rook(turn);
        let (king_to, rook_to) = (wing.king_target(turn), wing.rook_target(turn));
        let occupied = self.all[0] | self.all[1];
        if self.state.castling & bit(rook) == 0
            || self.state.in_check
            || attacks::between(king, rook).0 & occupied != 0
        {
            return None;
        }
        let way = attacks::between(king, king_to) | Bitboard::of(king_to);
        let safe = |square| !self.is_attacked(square, them, occupied & !bit(king), self.all[them]);
        if !way.into_iter().all(safe) {
            return None;
        }
        let theirs = lowest(self.men[them][KING]);
        let later = occupied & !(bit(king) | bit(rook)) | bit(king_to) | bit(rook_to);
        // Only the rook can give check: the king leaves no line that it could not have left before.
        let in_check = attacks::rook(rook_to, Bitboard(later)).has(theirs);
        let marked = match mark {
            Mark::None => !in_check,
            Mark::Check => in_check,
            Mark::Mate => false,
        };
        if !marked {
            return None;
        }
        let mv = Move::castle(king, rook);
        self.last = Some(Last {
            before: self.state,
            mv,
            role: KING as u8,
            captured: NONE as u8,
        });
        self.shift(us, KING, king, king_to);
        self.shift(us, ROOK, rook, rook_to);
        self.state = State {
            castling: self.state.castling & !Bitboard::rank(turn.back_rank()).0,
            halfmove_clock: self.state.halfmove_clock.saturating_add(1),
            passed: NOWHERE,
            in_check,
        };
        self.fullmove = self.fullmove.saturating_add(us as u32);
        self.turn = turn.other();
        Some(mv)
    }

    /// Takes the last move back. Only one can be.
    pub fn undo(&mut self) {
        let Some(last) = self.last.take() else {
            return;
        };
        self.turn = self.turn.other();
        let (us, them) = (self.turn as usize, self.turn as usize ^ 1);
        self.state = last.before;
        self.fullmove -= us as u32;
        let mv = last.mv;
        if mv.kind() == MoveKind::Castle {
            let wing = Wing::of(mv.from(), mv.to());
            self.shift(us, KING, wing.king_target(self.turn), mv.from());
            self.shift(us, ROOK, wing.rook_target(self.turn), mv.to());
            return;
        }
        let captured = usize::from(last.captured);
        self.shift(us, usize::from(last.role), mv.to(), mv.from());
        if captured != NONE {
            self.men[them][captured] |= bit(mv.to());
            self.all[them] |= bit(mv.to());
            self.sliders[them] |= bit(mv.to()) & mask(captured >= BISHOP);
            self.on[mv.to().index()] = last.captured;
        }
    }

    #[inline(always)]
    fn shift(&mut self, us: usize, role: usize, from: Square, to: Square) {
        let both = bit(from) | bit(to);
        self.men[us][role] ^= both;
        self.all[us] ^= both;
        self.sliders[us] ^= both & mask(role >= BISHOP);
        self.on[from.index()] = NONE as u8;
        self.on[to.index()] = role as u8;
    }

    #[inline(always)]
    fn pawn<const US: usize>(&self, from: Bitboard, to: Square, capture: bool) -> Option<Square> {
        let us = Color::ALL[US];
        let pawns = self.men[US][PAWN];
        if to.rank() == us.promotion_rank() {
            return None;
        }
        let men = if capture {
            pawns & from.0 & attacks::pawn(us.other(), to).0
        } else {
            let (one, two, rank) = if US == 0 {
                (bit(to) >> 8, bit(to) >> 16, Rank::new(3))
            } else {
                (bit(to) << 8, bit(to) << 16, Rank::new(4))
            };
            let free = (self.all[0] | self.all[1]) & one == 0;
            pawns & (one | two & mask(free & (to.rank() == rank)))
        };
        (men != 0).then(|| lowest(men))
    }

    /// The one of several men that the text tells, if it tells him as shortly as can be: without an origin where no other
    /// man may go there, by his file where that is enough, else by his rank (PGN standard 8.2.3.4).
    #[inline(never)]
    fn one_of(&self, men: u64, role: usize, from: Bitboard, to: Square) -> Option<Square> {
        let mut legal = Bitboard::EMPTY;
        for man in Bitboard(men) {
            let free = attacks::between(man, to).0 & (self.all[0] | self.all[1]) == 0;
            if free && self.is_safe(role, man, to) {
                legal |= Bitboard::of(man);
            }
        }
        let meant = legal & from;
        let man = meant.first().filter(|_| !meant.many())?;
        let shortest = if from == Bitboard::FULL {
            true
        } else if from == Bitboard::file(man.file()) {
            legal.many()
        } else {
            from == Bitboard::rank(man.rank()) && (legal & Bitboard::file(man.file())).many()
        };
        shortest.then_some(man)
    }

    /// Whether the own king is not attacked behind a move that is none in passing and no castling.
    #[inline(never)]
    fn is_safe(&self, role: usize, from: Square, to: Square) -> bool {
        let us = self.turn as usize;
        let king = if role == KING {
            to
        } else {
            lowest(self.men[us][KING])
        };
        let occupied = (self.all[0] | self.all[1]) & !bit(from) | bit(to);
        !self.is_attacked(king, us ^ 1, occupied, self.all[us ^ 1] & !bit(to))
    }

    /// Whether one of these men of `color` attacks a square.
    fn is_attacked(&self, square: Square, color: usize, occupied: u64, among: u64) -> bool {
        let men = &self.men[color];
        let side = Color::ALL[color];
        let leapers = attacks::pawn(side.other(), square).0 & men[PAWN]
            | attacks::knight(square).0 & men[KNIGHT]
            | attacks::king(square).0 & men[KING];
        let diagonal = attacks::diagonals(square).0 & (men[BISHOP] | men[QUEEN]);
        let straight = attacks::orthogonals(square).0 & (men[ROOK] | men[QUEEN]);
        let mut found = leapers;
        if diagonal & among != 0 {
            found |= diagonal & attacks::bishop(square, Bitboard(occupied)).0;
        }
        if straight & among != 0 {
            found |= straight & attacks::rook(square, Bitboard(occupied)).0;
        }
        found & among != 0
    }
}

#[cfg(test)]
mod tests;
