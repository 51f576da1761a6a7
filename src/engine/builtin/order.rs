//! The order in which moves are tried.

use arrayvec::ArrayVec;

use crate::chess::{Move, Position, Role};
use crate::engine::builtin::checks::Checks;
use crate::engine::builtin::exchange::{captured, wins, worth};
use crate::engine::builtin::history::{Histories, Step};

/// A move and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The move.
    pub mv: Move,
    /// More is earlier.
    pub rate: i32,
    /// It takes or promotes.
    pub noisy: bool,
}

/// Moves, the best of which is looked for when it is asked for.
#[derive(Debug)]
pub struct Picker {
    moves: ArrayVec<Rated, 256>,
    next: usize,
}

/// The move of the table comes first.
const OF_TABLE: i32 = 1 << 30;
/// Captures that do not lose.
const GOOD: i32 = 1 << 24;
/// Quiet moves that refuted something near.
const KILLER: i32 = 1 << 22;
/// Captures that lose come last.
const BAD: i32 = -(1 << 24);

/// What is known of a node where moves are ordered.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// The move of the table.
    pub of_table: Option<Move>,
    /// Quiet moves that refuted neighbours.
    pub killers: [Option<Move>; 2],
    /// The steps one and two plies before.
    pub before: [Option<Step>; 2],
}

/// Which moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All.
    All,
    /// Those that take or promote to a queen.
    Noisy,
    /// These, and those that give check and lose nothing by it.
    NoisyOrCheck,
}

impl Picker {
    /// The moves that are wanted, of all legal ones.
    #[must_use]
    pub fn new(
        position: &Position,
        hints: &Hints,
        histories: &Histories,
        wanted: Wanted,
    ) -> Picker {
        let checks = (wanted == Wanted::NoisyOrCheck).then(|| Checks::of(position));
        let answer = hints.before[0].map_or(0, |step| histories.answer(step));
        let mut moves = ArrayVec::new();
        for mv in position.legal_moves() {
            let taken = captured(position, mv);
            let promoted = mv.promoted();
            let noisy = taken.is_some() || promoted == Some(Role::Queen);
            if wanted != Wanted::All
                && !noisy
                && !checks
                    .is_some_and(|checks| checks.given_by(position, mv) && wins(position, mv, 0))
            {
                continue;
            }
            let step = Step::of(position, mv);
            let rate = if hints.of_table == Some(mv) {
                OF_TABLE
            } else if noisy {
                let gain = taken.map_or(0, worth) + promoted.map_or(0, worth);
                let learnt = taken.map_or(0, |taken| histories.of_capture(step, taken));
                let rate = 16 * gain + learnt / 8;
                if wins(position, mv, 0) {
                    GOOD + rate
                } else {
                    BAD + rate
                }
            } else if hints.killers[0] == Some(mv) {
                KILLER + 2
            } else if hints.killers[1] == Some(mv) {
                KILLER + 1
            } else if answer == mv.bits() {
                KILLER
            } else if promoted.is_some() {
                BAD / 2
            } else {
                histories.of_quiet(position.turn(), mv, step, hints.before)
            };
            moves.push(Rated { mv, rate, noisy });
        }
        Picker { moves, next: 0 }
    }

    /// The best of the moves that are left.
    pub fn pick(&mut self) -> Option<Rated> {
        let left = &self.moves[self.next..];
        let best = (0..left.len()).reduce(|best, index| {
            if left[index].rate > left[best].rate {
                index
            } else {
                best
            }
        })?;
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// Whether there is no move at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Rated {
    /// A capture that loses material.
    #[must_use]
    pub const fn loses(&self) -> bool {
        self.noisy && self.rate < 0
    }
}
