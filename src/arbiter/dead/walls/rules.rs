//! Which moves a man may have one day, as far as the sets tell.

use crate::arbiter::dead::fixed::around;
use crate::arbiter::dead::walls::{Man, Walls, each};
use crate::chess::{Bitboard, Color, Role, Square, attacks};

const FILE_A: u64 = 0x0101_0101_0101_0101;

const fn forward(color: Color, set: u64) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

const fn file_of(square: u64) -> u64 {
    FILE_A << (square.trailing_zeros() & 7)
}

/// The squares of the board nearer to the last rank than that of `square`.
const fn ahead(color: Color, square: u64) -> u64 {
    let rank = square.trailing_zeros() & !7;
    match color {
        Color::White if rank == 56 => 0,
        Color::White => !0 << (rank + 8),
        Color::Black => !(!0 << rank),
    }
}

pub(super) fn between(from: u64, to: u64) -> u64 {
    let square = |set: u64| Square::from_index(set.trailing_zeros());
    attacks::between(square(from), square(to)).0
}

impl Walls {
    /// Lets one man go where his moves lead him; false if nothing has changed.
    pub(super) fn grow_one(&mut self, index: usize) -> bool {
        let man = self.men[index];
        if man.origin & self.case.still != 0 {
            return false;
        }
        let (mut reach, mut captures) = (man.reach, man.captures);
        if man.role == Role::Pawn && !man.promotes {
            for from in each(man.reach) {
                reach |= self.pushes(index, from);
                let taking = self.pawn_captures(index, from);
                captures |= taking;
                reach |= taking;
            }
        } else {
            while let Some(more) = self.steps(index, reach) {
                reach |= more;
            }
            if reach != man.origin && self.captures_at_all(man.color) {
                captures = reach;
            }
        }
        let promotes = man.promotes
            || (man.role == Role::Pawn && reach & Bitboard::BACK_RANKS.0 & !man.origin != 0);
        let grown = Man {
            reach,
            captures,
            promotes,
            ..man
        };
        let changed = (reach, captures, promotes) != (man.reach, man.captures, man.promotes);
        self.men[index] = grown;
        changed
    }

    fn captures_at_all(&self, color: Color) -> bool {
        color == self.winner || !self.case.loser_never_captures
    }

    /// Squares one step from those that a man reaches, if there are new ones. A slide is a chain of steps: where
    /// it is legal, none of its steps is forbidden.
    ///
    /// Nobody enters a square on which someone whom he does not capture always stands. That one may have two
    /// squares as well, if the step is from one of them to the other.
    fn steps(&self, index: usize, reach: u64) -> Option<u64> {
        let man = Man {
            reach,
            ..self.men[index]
        };
        let mut targets = man.steps() & !reach & !self.closed(&man, 1);
        if man.is_king() {
            targets &= !self.attacked[man.color.other() as usize];
        }
        let doubtful = targets & self.closed(&man, 2);
        if doubtful != 0 {
            let pairs = || self.confined.iter().map(|other| &self.men[*other]);
            for to in each(doubtful) {
                let sources = Man { reach: to, ..man }.steps() & reach;
                let blocked = pairs()
                    .filter(|other| {
                        other.reach & to != 0
                            && other.reach.count_ones() == 2
                            && self.is_closed_by(&man, other)
                    })
                    .fold(0, |set, other| set | other.reach);
                if sources & !blocked == 0 {
                    targets &= !to;
                }
            }
        }
        if man.is_king() && targets != 0 {
            for to in each(targets) {
                if self.ends_game(&man, around(to) & reach, to) {
                    targets &= !to;
                }
            }
        }
        (targets != 0).then_some(targets)
    }

    /// Squares of men who have `squares` of them, are never captured, and would not be by this man.
    fn closed(&self, man: &Man, squares: u32) -> u64 {
        let others = self.confined.iter().map(|other| &self.men[*other]);
        let closed = others.filter(|other| {
            other.reach.count_ones() == squares
                && other.origin != man.origin
                && self.is_closed_by(man, other)
        });
        closed.fold(0, |set, other| set | other.reach)
    }

    /// Whether a man never captures another one, who is never captured: he is of the same colour, a king, or
    /// excluded by the case. Otherwise he might do so even though nobody was seen to do so before.
    fn is_closed_by(&self, man: &Man, other: &Man) -> bool {
        !self.captures_at_all(man.color)
            || other.color == man.color
            || other.is_king()
            || self.is_kept(other)
    }

    /// Whether a pawn finds a man in the way, or on the square itself, in every position that keeps to the sets.
    ///
    /// It is one who is never captured, so he is somewhere in his set; he is not where the pawn is. If all
    /// else of his set is on the way, the move is illegal. The square itself must be empty for a push; for a
    /// capture there must be none of the men whom the pawn never captures.
    fn is_blocked(&self, index: usize, from: u64, to: u64, push: bool) -> bool {
        let pawn = &self.men[index];
        let way = between(from, to) | from;
        self.confined.iter().any(|other| {
            let man = &self.men[*other];
            let closed = push || self.is_closed_by(pawn, man);
            let way = if closed { way | to } else { way };
            *other != index && man.reach & !way == 0
        })
    }

    /// Where a pawn may be pushed to from a square. A double step counts as a stop on the way as well, where it
    /// may be captured en passant.
    fn pushes(&self, index: usize, from: u64) -> u64 {
        let pawn = &self.men[index];
        let one = forward(pawn.color, from);
        let mut pushes = 0;
        if self.may_push(index, from, one) {
            pushes |= one;
        }
        let first = Bitboard::rank(pawn.color.pawn_rank()).0;
        let two = forward(pawn.color, one);
        if from & first != 0 && self.may_push(index, from, two) {
            pushes |= one | two;
        }
        pushes
    }

    /// Whether a pawn may be pushed so far.
    ///
    /// Two pawns of either colour that cannot leave a file never pass each other while both are there. So the
    /// one in front, if never captured, is still in front afterwards: its set must have a square there.
    fn may_push(&self, index: usize, from: u64, to: u64) -> bool {
        let pawn = &self.men[index];
        if to == 0 || self.is_blocked(index, from, to, true) {
            return false;
        }
        let file = file_of(pawn.origin);
        let keeps = |man: &Man| man.role == Role::Pawn && !man.promotes && man.reach & !file == 0;
        if !keeps(pawn) {
            return true;
        }
        let front = ahead(pawn.color, to);
        !self.men().iter().any(|other| {
            keeps(other)
                && !other.taken
                && other.origin & ahead(pawn.color, pawn.origin) != 0
                && other.reach & front == 0
        })
    }

    /// Where a pawn may capture from a square: someone may stand there, or pass by.
    fn pawn_captures(&self, index: usize, from: u64) -> u64 {
        let pawn = self.men[index];
        if !self.captures_at_all(pawn.color) {
            return 0;
        }
        let prey = self
            .fighters(pawn.color.other())
            .filter(|man| !self.is_kept(man))
            .fold(0, |set, man| set | man.reach);
        let targets = pawn.attacks(from, 0) & prey;
        each(targets)
            .filter(|to| !self.is_blocked(index, from, *to, false))
            .fold(0, |set, to| set | to)
    }
}
