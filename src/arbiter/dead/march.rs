//! A few straight marches to a mate, for the many positions in which nearly any plan works.
//!
//! Both sides play the move that looks best at first sight, and nothing is taken back: the loser's king goes to
//! the nearest corner and the winner's king after him, pawns run, and heavy men mate. That costs a node a
//! ply. Where a march ends without mate the next one has another corner; what all of them miss is left to the
//! search.

use std::ops::ControlFlow;

use crate::chess::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// Plies of a march.
const LONGEST: u64 = 80;
/// Marches, each to another corner.
const MARCHES: usize = 3;

/// A corner, and where the winner's king helps to mate there.
#[derive(Clone, Copy)]
struct Goal {
    loser: Square,
    winner: Square,
}

/// Looks for a mate by `winner` with at most `budget` nodes, which are counted in `nodes`.
pub(super) fn find(
    root: &Position,
    winner: Color,
    budget: u64,
    nodes: &mut u64,
) -> Option<Vec<Move>> {
    let mut line = Vec::with_capacity(64);
    for goal in goals(root, winner).into_iter().take(MARCHES) {
        line.clear();
        let limit = budget.min(*nodes + LONGEST);
        if march(root, winner, goal, limit, nodes, &mut line) {
            return Some(line);
        }
    }
    None
}

/// The corners, nearest first.
fn goals(root: &Position, winner: Color) -> [Goal; 4] {
    let (king, loser) = (root.king(winner), root.king(winner.other()));
    let mut goals = [0, 7, 56, 63].map(|corner| {
        let mirror = |square: u32| Square::from_index(square ^ corner);
        // b3 or c2, seen from a1.
        let (near_rank, near_file) = (mirror(17), mirror(10));
        let winner = if steps(king, near_rank) <= steps(king, near_file) {
            near_rank
        } else {
            near_file
        };
        Goal {
            loser: mirror(0),
            winner,
        }
    });
    goals.sort_by_key(|goal| steps(loser, goal.loser) + steps(king, goal.winner));
    goals
}

fn steps(from: Square, to: Square) -> i32 {
    let files = from.file().index().abs_diff(to.file().index());
    i32::from(files.max(from.rank().index().abs_diff(to.rank().index())))
}

/// One march; true if it ends with mate.
fn march(
    root: &Position,
    winner: Color,
    goal: Goal,
    limit: u64,
    nodes: &mut u64,
    line: &mut Vec<Move>,
) -> bool {
    let mut position = *root;
    while *nodes < limit {
        *nodes += 1;
        let board = position.board();
        let helping = position.turn() != winner;
        let own = board.of_color(winner);
        let heavy = own & board.orthogonal_sliders();
        if (own & (board.of_role(Role::Pawn) | heavy)).is_empty() {
            return false;
        }
        let mut best = (i32::MIN, None);
        let mut mate = None;
        let look = Look::new(&position, winner, goal);
        let noise = (line.len() as u32).wrapping_mul(0x9e37_79b9);
        let _ = position.visit_moves(&mut |mv| {
            let worth = if helping {
                look.help(mv)
            } else {
                if look.checks(mv) {
                    let after = position.after(mv);
                    if !after.has_legal_move() {
                        mate = Some(mv);
                        return ControlFlow::Break(());
                    }
                }
                look.win(mv)
            };
            let mixed = (u32::from(mv.bits()) ^ noise).wrapping_mul(0x85eb_ca6b) >> 29;
            let worth = worth * 8 + mixed.cast_signed();
            if worth > best.0 {
                best = (worth, Some(mv));
            }
            ControlFlow::Continue(())
        });
        if let Some(mv) = mate {
            line.push(mv);
            return true;
        }
        let Some(mv) = best.1 else {
            return helping && position.in_check();
        };
        line.push(mv);
        position = position.after(mv);
    }
    false
}

/// What there is to see in a position.
struct Look<'a> {
    position: &'a Position,
    goal: Goal,
    occupied: Bitboard,
    /// Queens and rooks of the winner.
    heavy: Bitboard,
    loser_king: Square,
    /// Squares before the winner's pawns.
    way: Bitboard,
}

impl Look<'_> {
    fn new(position: &Position, winner: Color, goal: Goal) -> Look<'_> {
        let board = position.board();
        let pawns = board.of(winner, Role::Pawn);
        let way = match winner {
            Color::White => pawns.0 << 8,
            Color::Black => pawns.0 >> 8,
        };
        Look {
            position,
            goal,
            occupied: board.occupied(),
            heavy: board.orthogonal_sliders() & board.of_color(winner),
            loser_king: position.king(winner.other()),
            way: Bitboard(way),
        }
    }

    /// Whether the moved man gives check himself.
    fn checks(&self, mv: Move) -> bool {
        let role = match mv.kind() {
            MoveKind::Promotion(role) => role,
            MoveKind::Castle => return false,
            _ => match self.position.board().role_at(mv.from()) {
                Some(Role::King) | None => return false,
                Some(role) => role,
            },
        };
        let (to, king) = (mv.to(), self.loser_king);
        let sees = match role {
            Role::Bishop => attacks::diagonals(to),
            Role::Rook => attacks::orthogonals(to),
            Role::Queen => attacks::diagonals(to) | attacks::orthogonals(to),
            Role::Knight => attacks::knight(to),
            _ => attacks::pawn(self.position.turn(), to),
        };
        let obstacles = self.occupied & !Bitboard::of(mv.from());
        sees.has(king) && (attacks::between(to, king) & obstacles).is_empty()
    }

    /// What a move of the winner is worth.
    fn win(&self, mv: Move) -> i32 {
        let board = self.position.board();
        let (from, to) = (mv.from(), mv.to());
        let capture = if self.occupied.has(to) { 6 } else { 0 };
        match board.role_at(from) {
            Some(Role::Pawn) => match mv.promoted() {
                Some(Role::Queen) => 60,
                Some(_) => 0,
                None if self.heavy.any() => capture,
                None => {
                    let rank = i32::from(to.rank().index());
                    let far = if self.position.turn() == Color::White {
                        rank
                    } else {
                        7 - rank
                    };
                    20 + 2 * far + capture
                }
            },
            Some(Role::King) if mv.kind() != MoveKind::Castle => {
                10 * (steps(from, self.goal.winner) - steps(to, self.goal.winner)) + capture
            }
            _ => capture,
        }
    }

    /// What a move of the loser is worth.
    fn help(&self, mv: Move) -> i32 {
        let board = self.position.board();
        let (from, to) = (mv.from(), mv.to());
        let capture = match board.role_at(to) {
            None => 0,
            Some(_) if self.heavy.has(to) => -60,
            Some(_) => -20,
        };
        let clears = if self.way.has(from) { 8 } else { 0 };
        let blocks = if self.way.has(to) { -8 } else { 0 };
        let own = match board.role_at(from) {
            Some(Role::Pawn) => match mv.promoted() {
                Some(Role::Knight) => -10,
                Some(_) => -20,
                None => -2,
            },
            Some(Role::King) if mv.kind() != MoveKind::Castle => {
                10 * (steps(from, self.goal.loser) - steps(to, self.goal.loser))
            }
            _ => 0,
        };
        capture + clears + blocks + own
    }
}
