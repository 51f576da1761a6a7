//! What can never move, and where the others can then ever stand.
//!
//! A set of squares for each man grows until nothing changes. It starts with his own square, and holds at the
//! end every square that he can reach in any game from here (by induction on the moves of that game), so what
//! it lacks is impossible; what it holds need not be possible. A slider's move counts as a chain of steps.

use crate::arbiter::dead::mating;
use crate::chess::board::Board;
use crate::chess::{Bitboard, Color, Position, Role};

/// Men on a board at most; positions that are set up with more are not judged.
const MOST_MEN: usize = 32;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// A man and where he can ever stand.
#[derive(Clone, Copy)]
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) role: Role,
    /// The square where he stands now.
    pub(super) origin: u64,
    /// The squares where he may stand one day; all of them once he may be promoted.
    pub(super) reach: u64,
}

impl Man {
    /// Whether he may move one day.
    pub(super) const fn moves(&self) -> bool {
        self.reach != self.origin
    }

    /// Whether he is a pawn that may be promoted.
    pub(super) const fn promotes(&self) -> bool {
        matches!(self.role, Role::Pawn) && self.reach == !0
    }

    /// The squares one step from any that he can reach, or that he attacks from there.
    pub(super) fn steps(&self) -> u64 {
        match self.role {
            _ if self.promotes() => !0,
            Role::Pawn => pawn_captures(self.color, self.reach),
            Role::Knight => knight_steps(self.reach),
            Role::Bishop => diagonal_steps(self.reach),
            Role::Rook => orthogonal_steps(self.reach),
            Role::Queen | Role::King => diagonal_steps(self.reach) | orthogonal_steps(self.reach),
        }
    }
}

/// All men, and what is known of them.
pub(super) struct Reach {
    men: [Man; MOST_MEN],
    count: usize,
    /// Squares of men who never move and are never captured.
    pub(super) steady: u64,
    /// By colour: squares where a man other than the king may be captured.
    capturable: [u64; 2],
    /// By colour: squares where it may arrive with a capture.
    captures: [u64; 2],
    /// By colour: where its men stand now.
    origins: [u64; 2],
    kings: u64,
}

/// Whether no mate by `winner` is possible, as far as this analysis sees.
pub(super) fn cannot_mate(position: &Position, winner: Color) -> bool {
    Reach::of(position).is_some_and(|reach| !mating::is_thinkable(&reach, winner))
}

/// Whether a white pawn stands right before a black one.
pub(super) fn has_rams(board: &Board) -> bool {
    let (white, black) = (
        board.of(Color::White, Role::Pawn),
        board.of(Color::Black, Role::Pawn),
    );
    white.0 << 8 & black.0 != 0
}

impl Reach {
    /// Finds out where every man can go. `None` where castling or en passant is possible, which this
    /// analysis does not know.
    pub(super) fn of(position: &Position) -> Option<Reach> {
        let board = position.board();
        let count = board.occupied().count() as usize;
        if position.castling().any() || position.en_passant().is_some() || count > MOST_MEN {
            return None;
        }
        let nobody = Man {
            color: Color::White,
            role: Role::King,
            origin: 0,
            reach: 0,
        };
        let mut reach = Reach {
            men: [nobody; MOST_MEN],
            count,
            steady: board.occupied().0,
            capturable: [Color::White, Color::Black]
                .map(|color| (board.of_color(color) & !board.of_role(Role::King)).0),
            captures: [0; 2],
            origins: [Color::White, Color::Black].map(|color| board.of_color(color).0),
            kings: board.of_role(Role::King).0,
        };
        for (man, square) in reach.men.iter_mut().zip(board.occupied()) {
            let piece = board.piece_at(square)?;
            let origin = Bitboard::of(square).0;
            *man = Man {
                color: piece.color,
                role: piece.role,
                origin,
                reach: origin,
            };
        }
        while reach.grow() {}
        Some(reach)
    }

    /// All men.
    pub(super) fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// The men of a colour, its king left out.
    pub(super) fn fighters(&self, color: Color) -> impl Iterator<Item = &Man> {
        let men = self.men().iter();
        men.filter(move |man| man.color == color && man.role != Role::King)
    }

    /// Where a king can ever stand.
    pub(super) fn of_king(&self, color: Color) -> u64 {
        let mut men = self.men().iter();
        men.find(|man| man.color == color && man.role == Role::King)
            .map_or(0, |king| king.reach)
    }

    /// One round; false if nothing has changed.
    fn grow(&mut self) -> bool {
        let before = (self.steady, self.captures);
        let mut changed = false;
        for index in 0..self.count {
            changed |= self.grow_one(index);
        }
        changed || before != (self.steady, self.captures)
    }

    fn grow_one(&mut self, index: usize) -> bool {
        let man = self.men[index];
        let (own, enemy) = (man.color as usize, man.color.other() as usize);
        if man.promotes() {
            return false;
        }
        let closed = self.steady & self.origins[own] | self.steady & self.kings;
        let mut targets;
        let captures;
        if man.role == Role::Pawn {
            captures = pawn_captures(man.color, man.reach) & self.capturable[enemy] & !closed;
            targets = captures | self.pushes(&man);
            if targets & Bitboard::BACK_RANKS.0 != 0 {
                targets = !0;
            }
        } else {
            targets = man.steps() & !closed;
            if man.role == Role::King {
                targets &= !self.guarded(man.color.other());
            }
            captures = targets;
        }
        let promoted = targets == !0 && man.role == Role::Pawn;
        let captures = if promoted { !0 } else { captures };
        self.captures[own] |= captures;
        self.steady &= !(captures & self.origins[enemy] & !self.kings);
        let grown = man.reach | targets;
        if grown == man.reach {
            return false;
        }
        self.men[index].reach = grown;
        self.steady &= !man.origin;
        if man.role != Role::King {
            self.capturable[own] |= grown;
        }
        true
    }

    /// Where a pawn may be pushed to.
    fn pushes(&self, pawn: &Man) -> u64 {
        let mut pushes = forward(pawn.color, pawn.reach) & !self.steady;
        let file = file_of(pawn.origin);
        if pawn.reach & !file != 0 {
            return pushes;
        }
        // Two pawns that face each other on a file which neither can leave never pass, unless the other one
        // is captured on his way.
        let ahead = fill_forward(pawn.color, pawn.origin);
        for other in self.fighters(pawn.color.other()) {
            let faces = other.role == Role::Pawn && other.origin & ahead != 0;
            if !faces || other.reach & !file != 0 {
                continue;
            }
            let way = ahead & !fill_forward(pawn.color, other.origin);
            if self.captures[pawn.color as usize] & way == 0 {
                pushes &= !other.origin;
            }
        }
        pushes
    }

    /// Squares that men who never move attack for ever; of a slider, those beside him.
    pub(super) fn guarded(&self, color: Color) -> u64 {
        let mut guarded = 0;
        for man in self.men() {
            if man.color == color && man.origin & self.steady != 0 {
                guarded |= man.steps();
            }
        }
        guarded
    }
}

const fn forward(color: Color, set: u64) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// The squares of a file before a man.
const fn fill_forward(color: Color, origin: u64) -> u64 {
    let mut set = forward(color, origin);
    let mut step = 0;
    while step < 6 {
        set |= forward(color, set);
        step += 1;
    }
    set
}

const fn file_of(origin: u64) -> u64 {
    FILE_A << (origin.trailing_zeros() & 7)
}

const fn beside(set: u64) -> u64 {
    (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

pub(super) const fn pawn_captures(color: Color, set: u64) -> u64 {
    forward(color, beside(set))
}

pub(super) const fn diagonal_steps(set: u64) -> u64 {
    let beside = beside(set);
    beside << 8 | beside >> 8
}

pub(super) const fn orthogonal_steps(set: u64) -> u64 {
    beside(set) | set << 8 | set >> 8
}

pub(super) const fn knight_steps(set: u64) -> u64 {
    let near = beside(set);
    let far = (set & !(FILE_H | FILE_H >> 1)) << 2 | (set & !(FILE_A | FILE_A << 1)) >> 2;
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Squares around a square.
pub(super) const fn around(square: u64) -> u64 {
    diagonal_steps(square) | orthogonal_steps(square)
}
