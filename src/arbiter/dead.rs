//! Whether a side can still mate by any series of legal moves, and with it dead positions (FIDE 5.2.2), the
//! exceptions for flag fall (6.9) and resignation (5.1.2).
//!
//! The answer is exact where there is one: *unwinnable* comes with the kind of its proof, *winnable* with a
//! line that mates. The problem is PSPACE-complete on boards of any size (Brunner, Demaine, Hendrickson,
//! Wellman, ISAAC 2020), so the search has a budget, and *undetermined* is an answer as well. Counters and
//! repetitions do not take part: 9.3 and 9.6 end a game, they do not make a series of moves illegal.
//!
//! The stages, from cheap to dear: `forced` play, `material`, `lines` that all end soon, a few straight marches
//! to a mate (`march`), what can never move (`fixed`), a search for a helpmate (`helpmate`), a finer look at what
//! can never move (`walls`), and all positions where they are few (`closure`). They follow the ideas of
//! M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022).

mod closure;
mod fixed;
mod forced;
mod helpmate;
mod lines;
mod march;
mod material;
mod mating;
mod order;
mod table;
mod walls;

use crate::chess::{Board, Color, Move, Position, Role};

/// Nodes that a search may take unless the user says otherwise.
pub const USUAL_BUDGET: u64 = 500_000;

/// How it is known that a side cannot mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The game is over on the board, and not by that side's mate.
    Ended,
    /// Its men cannot mate, whatever the others do.
    Material,
    /// All moves are forced until the game is over, or repeats itself.
    Forced,
    /// All lines end soon without that mate.
    Lines,
    /// What cannot move or be captured keeps its men from every mate.
    Fixed,
    /// All positions that can be reached were looked at.
    Exhausted,
}

impl Proof {
    /// The kind of proof in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Proof::Ended => "the game is over",
            Proof::Material => "too few men",
            Proof::Forced => "forced moves",
            Proof::Lines => "all lines end",
            Proof::Fixed => "a wall that nobody can pass",
            Proof::Exhausted => "all positions tried",
        }
    }
}

/// Whether a side can mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnability {
    /// By no series of legal moves.
    Unwinnable(Proof),
    /// By these moves, the last of which mates.
    Winnable(Vec<Move>),
    /// Not found out with so many nodes.
    Undetermined(u64),
}

impl Winnability {
    /// Whether it is proven that the side cannot mate.
    #[must_use]
    pub const fn is_unwinnable(&self) -> bool {
        matches!(self, Winnability::Unwinnable(_))
    }
}

/// Whether it is quickly seen that `winner` cannot mate; about a microsecond for most positions.
///
/// `None` says nothing. The position must be legal.
#[must_use]
pub fn quick(position: &Position, winner: Color) -> Option<Proof> {
    let line = forced::play(position, winner);
    let position = match line.ending {
        forced::Ending::Mate => return None,
        forced::Ending::NoMate => {
            return Some(if line.moves.is_empty() {
                Proof::Ended
            } else {
                Proof::Forced
            });
        }
        forced::Ending::Choice(position) => position,
    };
    if material::cannot_mate(position.board(), winner) {
        return Some(if line.moves.is_empty() {
            Proof::Material
        } else {
            Proof::Forced
        });
    }
    let board = position.board();
    let pieces = board.orthogonal_sliders() | board.of_role(Role::Knight);
    if lines::all_end(&position, winner, lines_depth(board)) {
        return Some(Proof::Lines);
    }
    // Real walls are of pawns, with hardly a piece that could jump over them or pass beside them.
    let walled = !pieces.many() && fixed::has_rams(board);
    if !walled {
        return None;
    }
    fixed_soon(&position, winner).then_some(Proof::Fixed)
}

/// Whether `winner` can mate, with a search of at most `budget` nodes.
///
/// The position must be legal.
#[must_use]
pub fn full(position: &Position, winner: Color, budget: u64) -> Winnability {
    let line = forced::play(position, winner);
    let position = match line.ending {
        forced::Ending::Mate => return Winnability::Winnable(line.moves),
        forced::Ending::NoMate => {
            return Winnability::Unwinnable(if line.moves.is_empty() {
                Proof::Ended
            } else {
                Proof::Forced
            });
        }
        forced::Ending::Choice(position) => position,
    };
    if material::cannot_mate(position.board(), winner) {
        return Winnability::Unwinnable(if line.moves.is_empty() {
            Proof::Material
        } else {
            Proof::Forced
        });
    }
    if lines::all_end(&position, winner, lines_depth(position.board())) {
        return Winnability::Unwinnable(Proof::Lines);
    }
    let mut search = helpmate::Search::new(&position, winner, budget);
    // Most positions are open ones, in which a mate is found at once.
    let few = usize::try_from(budget).unwrap_or(usize::MAX);
    let mut all = None;
    let mut close = |most: usize| {
        all.get_or_insert_with(|| closure::Closure::new(&position, winner))
            .grow(most.min(few))
    };
    let found = search
        .march()
        .or_else(|| search.glance())
        .or_else(|| fixed_soon(&position, winner).then_some(Winnability::Unwinnable(Proof::Fixed)))
        .or_else(|| search.glance_guided())
        .or_else(|| search.deepen(budget.min(20_000)))
        .or_else(|| walled_soon(&position, winner).then_some(Winnability::Unwinnable(Proof::Fixed)))
        .or_else(|| close(4_000))
        .or_else(|| search.deepen_guided(budget.min(100_000)))
        .or_else(|| close(40_000))
        .or_else(|| search.deepen_guided(budget.min(250_000)))
        .or_else(|| close(150_000))
        .or_else(|| search.deepen_guided(budget))
        .or_else(|| close(400_000));
    match found {
        Some(Winnability::Winnable(moves)) => Winnability::Winnable([line.moves, moves].concat()),
        Some(other) => other,
        None => Winnability::Undetermined(search.nodes()),
    }
}

/// How far lines are followed to see whether all end: farther where only pawns, bishops and kings move.
fn lines_depth(board: &Board) -> u32 {
    let pieces = board.orthogonal_sliders() | board.of_role(Role::Knight);
    if pieces.is_empty() { 7 } else { 4 }
}

/// Whether what cannot move keeps `winner` from mating, now or after every move.
fn fixed_soon(position: &Position, winner: Color) -> bool {
    if fixed::cannot_mate(position, winner) {
        return true;
    }
    let moves = position.legal_moves();
    moves.iter().all(|mv| {
        let next = position.after(*mv);
        lines::all_end(&next, winner, 2) || fixed::cannot_mate(&next, winner)
    })
}

/// The same with the finer look at walls.
fn walled_soon(position: &Position, winner: Color) -> bool {
    walls::cannot_mate(position, winner)
        || position.legal_moves().iter().all(|mv| {
            let next = position.after(*mv);
            lines::all_end(&next, winner, 2)
                || fixed::cannot_mate(&next, winner)
                || walls::cannot_mate(&next, winner)
        })
}
