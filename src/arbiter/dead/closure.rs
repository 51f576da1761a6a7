//! All positions that can be reached, where these are few.

use std::ops::ControlFlow;

use crate::arbiter::dead::table::{self, Keys};
use crate::arbiter::dead::{Proof, Winnability, fixed, material, walls};
use crate::chess::{Color, Move, MoveKind, Position, Role};

/// A position, and the one from which it was reached by a move.
struct Step {
    position: Position,
    parent: u32,
    by: Option<Move>,
}

/// Whether no earlier position can come again after a move, as far as the men tell.
pub(super) fn is_irreversible(position: &Position, mv: Move) -> bool {
    let board = position.board();
    mv.kind() != MoveKind::Normal
        || board.occupied().has(mv.to())
        || board.of_role(Role::Pawn).has(mv.from())
}

/// Which looks at what can never move have been worth while.
///
/// What they see depends on the pawns more than on all else, so after a few in vain the same pawns are left alone.
struct Looks {
    /// Looks that may still fail, by pawns.
    patience: Vec<i8>,
    /// Finer looks that may still fail.
    credit: i32,
}

impl Looks {
    const BITS: u32 = 13;
    const FIRST: i8 = 1;

    fn new() -> Looks {
        Looks {
            patience: vec![Looks::FIRST; 1 << Looks::BITS],
            credit: 100,
        }
    }

    /// Whether what cannot move keeps `winner` from mating; false where that is not looked at.
    fn look(&mut self, position: &Position, winner: Color) -> bool {
        let key = table::structure(position.board());
        let patience = &mut self.patience[(key >> (64 - Looks::BITS)) as usize];
        if *patience <= 0 {
            return false;
        }
        let dead = fixed::cannot_mate(position, winner) || {
            // The finer look costs ten times as much.
            self.credit > 0 && {
                let dead = walls::cannot_mate_at_a_glance(position, winner);
                self.credit += if dead { 8 } else { -1 };
                dead
            }
        };
        *patience -= i8::from(!dead);
        dead
    }
}

/// All positions that can be reached, as far as they are known.
///
/// Those in which the winner cannot mate for another reason are not followed; the walls are looked at after a move
/// that cannot be taken back, for others hardly change them.
pub(super) struct Closure {
    winner: Color,
    steps: Vec<Step>,
    keys: Keys,
    looks: Looks,
    /// The first of the steps whose moves are not known yet.
    next: usize,
}

impl Closure {
    pub(super) fn new(root: &Position, winner: Color) -> Closure {
        let mut keys = Keys::new();
        keys.insert(table::key(root));
        Closure {
            winner,
            steps: vec![Step {
                position: *root,
                parent: 0,
                by: None,
            }],
            keys,
            looks: Looks::new(),
            next: 0,
        }
    }

    /// Goes on, breadth first, until there are no new positions or more than `most` of them.
    pub(super) fn grow(&mut self, most: usize) -> Option<Winnability> {
        let winner = self.winner;
        while self.next < self.steps.len() {
            if self.steps.len() > most {
                return None;
            }
            let position = self.steps[self.next].position;
            let mut any = false;
            let _ = position.visit_moves(&mut |mv| {
                any = true;
                let after = position.after(mv);
                if self.keys.insert(table::key(&after)) {
                    let dead = material::cannot_mate(after.board(), winner) && !after.in_check()
                        || is_irreversible(&position, mv)
                            && after.has_legal_move()
                            && self.looks.look(&after, winner);
                    if !dead {
                        self.steps.push(Step {
                            position: after,
                            parent: self.next as u32,
                            by: Some(mv),
                        });
                    }
                }
                ControlFlow::Continue(())
            });
            if !any && position.in_check() && position.turn() != winner {
                return Some(Winnability::Winnable(line_to(&self.steps, self.next)));
            }
            self.next += 1;
        }
        Some(Winnability::Unwinnable(Proof::Exhausted))
    }
}

fn line_to(steps: &[Step], mut at: usize) -> Vec<Move> {
    let mut line = Vec::new();
    while let Some(mv) = steps[at].by {
        line.push(mv);
        at = steps[at].parent as usize;
    }
    line.reverse();
    line
}
