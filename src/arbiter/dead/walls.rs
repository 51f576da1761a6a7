//! Where each man can ever stand in a game that the winner wins, finer than [`fixed`](super::fixed).
//!
//! A set of squares for each man grows until nothing changes, and with it who may be captured. The claim, by
//! induction on the plies of any game that ends with the winner's mate: before each of its moves every man
//! stands within his set, and whoever is gone was marked as one who may be captured. A rule may therefore forbid
//! a move only if no such move is legal in any position that keeps to the sets, or if no game with it is won; it
//! may not lean on what would come after that move. All rules allow more as the sets grow, so the order in
//! which they are applied does not matter. The ideas are those of M. Ambrona, *A Practical Algorithm for Chess
//! Unwinnability* (FUN 2022), and of his solver chasolver.

mod cases;
mod goal;
mod rules;
mod stalemate;

use crate::arbiter::dead::fixed::{
    around, diagonal_steps, knight_steps, orthogonal_steps, pawn_captures,
};
use crate::chess::{Bitboard, Color, Position, Role, attacks};

pub(super) use cases::{cannot_mate, cannot_mate_at_a_glance};

/// Men on a board at most; positions that are set up with more are not judged.
const MOST_MEN: usize = 32;
/// A man with more squares than this never attacks a square from all of them, nor stands in the way for sure.
const MANY: u32 = 24;

/// A man and what he may do.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    role: Role,
    /// The square where he stands now.
    origin: u64,
    /// Where he may stand one day.
    reach: u64,
    /// Where he may arrive with a capture.
    captures: u64,
    /// Whether he may be captured.
    taken: bool,
    /// Whether he is a pawn that may be promoted; he then counts as queen and knight in one.
    promotes: bool,
}

impl Man {
    const NOBODY: Man = Man {
        color: Color::White,
        role: Role::King,
        origin: 0,
        reach: 0,
        captures: 0,
        taken: false,
        promotes: false,
    };

    fn is_king(&self) -> bool {
        self.role == Role::King
    }

    /// Whether he may move one day.
    fn moves(&self) -> bool {
        self.reach != self.origin
    }

    fn slides(&self) -> bool {
        self.promotes || matches!(self.role, Role::Bishop | Role::Rook | Role::Queen)
    }

    /// The squares one step from any that he can reach, or that he attacks from there.
    fn steps(&self) -> u64 {
        match self.role {
            Role::Pawn if self.promotes => knight_steps(self.reach) | around(self.reach),
            Role::Pawn => pawn_captures(self.color, self.reach),
            Role::Knight => knight_steps(self.reach),
            Role::Bishop => diagonal_steps(self.reach),
            Role::Rook => orthogonal_steps(self.reach),
            Role::Queen | Role::King => around(self.reach),
        }
    }

    /// What he attacks from a square, if only `obstacles` stand in the way.
    fn attacks(&self, from: u64, obstacles: u64) -> u64 {
        let square = crate::chess::Square::from_index(from.trailing_zeros());
        let obstacles = Bitboard(obstacles);
        if self.promotes {
            return (attacks::queen(square, obstacles) | attacks::knight(square)).0;
        }
        attacks::of(self.role, self.color, square, obstacles).0
    }
}

/// What is taken for granted in one case of several.
#[derive(Clone, Copy, Default)]
struct Case {
    /// Squares of men who are not captured before they have moved.
    kept: u64,
    /// Squares of men who never move.
    still: u64,
    /// The loser's side captures nothing.
    loser_never_captures: bool,
}

/// All men, and what is known of them.
struct Walls {
    men: [Man; MOST_MEN],
    count: usize,
    winner: Color,
    case: Case,
    /// Squares of men who never move and are never captured.
    steady: u64,
    /// Men who are never captured and have three squares at most, by number.
    confined: arrayvec::ArrayVec<usize, MOST_MEN>,
    /// By colour: squares it attacks at all times, as far as the king of the other is concerned.
    attacked: [u64; 2],
    /// Squares of men who may be captured where they stand although nothing let them move yet, in the order
    /// in which this was seen.
    exposed: arrayvec::ArrayVec<u64, MOST_MEN>,
}

/// The squares of a set, each as a set of one.
fn each(set: u64) -> impl Iterator<Item = u64> {
    Bitboard(set)
        .into_iter()
        .map(|square| Bitboard::of(square).0)
}

impl Walls {
    /// All men at their places, or `None` where the analysis does not apply: a pawn captured en passant does
    /// not stand where he is captured.
    fn new(position: &Position, winner: Color, case: Case) -> Option<Walls> {
        let board = position.board();
        let count = board.occupied().count() as usize;
        if position.en_passant().is_some() || count > MOST_MEN {
            return None;
        }
        let mut walls = Walls {
            men: [Man::NOBODY; MOST_MEN],
            count,
            winner,
            case,
            steady: board.occupied().0,
            confined: arrayvec::ArrayVec::new(),
            attacked: [0; 2],
            exposed: arrayvec::ArrayVec::new(),
        };
        for (man, square) in walls.men.iter_mut().zip(board.occupied()) {
            let piece = board.piece_at(square)?;
            let origin = Bitboard::of(square).0;
            *man = Man {
                color: piece.color,
                role: piece.role,
                origin,
                reach: origin,
                ..Man::NOBODY
            };
        }
        // Castling is the one move that is not the mover's usual one: where the right exists, its squares are
        // reached from the start.
        for rook in position.castling() {
            let color = board.piece_at(rook)?.color;
            let king = position.king(color);
            let wing = crate::chess::Wing::of(king, rook);
            for man in &mut walls.men[..count] {
                let target = match man.origin {
                    origin if origin == Bitboard::of(king).0 => wing.king_target(color),
                    origin if origin == Bitboard::of(rook).0 => wing.rook_target(color),
                    _ => continue,
                };
                man.reach |= Bitboard::of(target).0;
            }
        }
        Some(walls)
    }

    fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// The men of a colour, its king left out.
    fn fighters(&self, color: Color) -> impl Iterator<Item = &Man> {
        let men = self.men().iter();
        men.filter(move |man| man.color == color && !man.is_king())
    }

    /// Where a king can ever stand.
    fn of_king(&self, color: Color) -> u64 {
        let mut men = self.men().iter();
        men.find(|man| man.color == color && man.is_king())
            .map_or(0, |king| king.reach)
    }

    /// Lets everything grow until nothing changes.
    fn grow(&mut self) {
        loop {
            self.attacked = [Color::White, Color::Black].map(|color| self.always_attacked(color));
            self.steady = self
                .men()
                .iter()
                .filter(|man| !man.moves() && !man.taken)
                .fold(0, |set, man| set | man.origin);
            self.confined = (0..self.count)
                .filter(|index| {
                    let man = &self.men[*index];
                    !man.taken && man.reach.count_ones() <= 3
                })
                .collect();
            let mut changed = false;
            for index in 0..self.count {
                changed |= self.grow_one(index);
            }
            changed |= self.take();
            if !changed {
                return;
            }
        }
    }

    /// Marks those who may be captured: an enemy may arrive with a capture where they may stand.
    fn take(&mut self) -> bool {
        let by = [Color::White, Color::Black].map(|color| {
            let men = self.men().iter().filter(|man| man.color == color);
            men.fold(0, |set, man| set | man.captures)
        });
        let mut changed = false;
        for index in 0..self.count {
            let man = self.men[index];
            let taken = man.reach & by[man.color.other() as usize] != 0;
            if !taken || man.taken || man.is_king() || self.is_kept(&man) {
                continue;
            }
            self.men[index].taken = true;
            changed = true;
            if !man.moves() {
                let _ = self.exposed.try_push(man.origin);
            }
        }
        changed
    }

    /// Whether a man stands where he always stood, and by the case is not captured there.
    fn is_kept(&self, man: &Man) -> bool {
        man.origin & self.case.kept != 0 && !man.moves()
    }

    /// Squares that `color` attacks in every position that keeps to the sets, once the other king has left
    /// his square.
    ///
    /// A man who is never captured attacks what he attacks from all squares of his set, whoever may stand
    /// between. Men of his own who slide the same way are no hindrance: the last of them attacks the
    /// square. The other king is none, for it is he who would go there.
    fn always_attacked(&self, color: Color) -> u64 {
        let blocking = |own: [Role; 2]| {
            let men = self.men().iter().filter(|man| {
                let own = man.color == color && !man.promotes && own.contains(&man.role);
                let king = man.color != color && man.is_king();
                !own && !king
            });
            men.fold(0, |set, man| set | man.reach)
        };
        let diagonal = blocking([Role::Bishop, Role::Queen]);
        let orthogonal = blocking([Role::Rook, Role::Queen]);
        let lasting = self.men().iter().filter(|man| {
            man.color == color && !man.taken && !man.promotes && man.reach.count_ones() <= MANY
        });
        lasting.fold(0, |set, man| {
            let bishop = Man {
                role: Role::Bishop,
                ..*man
            };
            let rook = Man {
                role: Role::Rook,
                ..*man
            };
            let always = each(man.reach).fold(!0, |always, from| {
                always
                    & match man.role {
                        Role::Bishop => bishop.attacks(from, diagonal),
                        Role::Rook => rook.attacks(from, orthogonal),
                        Role::Queen => {
                            bishop.attacks(from, diagonal) | rook.attacks(from, orthogonal)
                        }
                        _ => man.attacks(from, 0),
                    }
            });
            set | always
        })
    }
}
