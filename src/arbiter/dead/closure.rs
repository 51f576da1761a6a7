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
}

impl Looks {
    const BITS: u32 = 13;
    const FIRST: i8 = 1;

    fn new() -> Looks {
        Looks {
            patience: vec![Looks::FIRST; 1 << Looks::BITS],
        }
    }

    /// Whether what cannot move keeps `winner` from mating; false where that is not looked at.
    fn look(&mut self, position: &Position, winner: Color) -> bool {
        let key = table::structure(position.board());
        let patience = &mut self.patience[(key >> (64 - Looks::BITS)) as usize];
        if *patience <= 0 {
            return false;
        }
        let dead = fixed::cannot_mate(position, winner)
            || walls::cannot_mate_at_a_glance(position, winner);
        *patience -= i8::from(!dead);
        dead
    }
}

/// Looks at all positions, breadth first, until there are more than `most` of them. Those in which the winner
/// cannot mate for another reason are not followed; the walls are looked at after a move that cannot be taken
/// back, for others hardly change them.
pub(super) fn close(root: &Position, winner: Color, most: usize) -> Option<Winnability> {
    let mut steps = vec![Step {
        position: *root,
        parent: 0,
        by: None,
    }];
    let mut keys = Keys::new(most);
    keys.insert(table::key(root));
    let mut next = 0;
    let mut looks = Looks::new();
    while next < steps.len() {
        let position = steps[next].position;
        let mut any = false;
        let mut mates = false;
        let _ = position.visit_moves(&mut |mv| {
            any = true;
            if keys.is_crowded() {
                return ControlFlow::Break(());
            }
            let after = position.after(mv);
            if keys.insert(table::key(&after)) {
                let dead = material::cannot_mate(after.board(), winner) && !after.in_check()
                    || is_irreversible(&position, mv)
                        && after.has_legal_move()
                        && looks.look(&after, winner);
                if !dead {
                    steps.push(Step {
                        position: after,
                        parent: next as u32,
                        by: Some(mv),
                    });
                }
            }
            ControlFlow::Continue(())
        });
        if !any {
            mates = position.in_check() && position.turn() != winner;
        }
        if mates {
            return Some(Winnability::Winnable(line_to(&steps, next)));
        }
        if steps.len() > most || keys.is_crowded() {
            return None;
        }
        next += 1;
    }
    Some(Winnability::Unwinnable(Proof::Exhausted))
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
