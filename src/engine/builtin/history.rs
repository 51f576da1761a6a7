//! What moves have been worth elsewhere in the search, by which they are ordered.

use crate::chess::{Color, Move, Position, Role};

/// No history counts more.
const MOST: i32 = 16_384;
const MEN_ON_SQUARES: usize = 6 * 64;

/// A man and the square it went to, which stands for a move in histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u16);

impl Step {
    /// The step of a legal move.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Step {
        let role = position.board().role_at(mv.from()).unwrap_or(Role::Pawn);
        Step((role.index() * 64 + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// All histories of a search.
#[derive(Debug)]
pub struct Histories {
    /// By side, from and to.
    quiet: Vec<i16>,
    /// By the step before, and the step.
    after: Vec<i16>,
    /// By step and the man taken.
    captures: Vec<i16>,
    /// What refuted a step.
    answers: Vec<u16>,
}

fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: vec![0; 2 * 64 * 64],
            after: vec![0; MEN_ON_SQUARES * MEN_ON_SQUARES],
            captures: vec![0; MEN_ON_SQUARES * 6],
            answers: vec![0; MEN_ON_SQUARES],
        }
    }
}

impl Histories {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.after.fill(0);
        self.captures.fill(0);
        self.answers.fill(0);
    }

    fn quiet_at(color: Color, mv: Move) -> usize {
        color as usize * 4096 + mv.from().index() * 64 + mv.to().index()
    }

    fn capture_at(step: Step, taken: Role) -> usize {
        step.index() * 6 + taken.index()
    }

    /// What a quiet move has been worth, also behind the steps one and two plies before.
    #[inline]
    #[must_use]
    pub fn of_quiet(&self, color: Color, mv: Move, step: Step, before: [Option<Step>; 2]) -> i32 {
        let mut sum = i32::from(self.quiet[Self::quiet_at(color, mv)]);
        for earlier in before.into_iter().flatten() {
            sum += i32::from(self.after[earlier.index() * MEN_ON_SQUARES + step.index()]);
        }
        sum
    }

    /// What a capture has been worth.
    #[inline]
    #[must_use]
    pub fn of_capture(&self, step: Step, taken: Role) -> i32 {
        self.captures[Self::capture_at(step, taken)].into()
    }

    /// The move that last refuted a step.
    #[must_use]
    pub fn answer(&self, step: Step) -> u16 {
        self.answers[step.index()]
    }

    /// A quiet move was better, or worse, than was thought.
    pub fn learn_quiet(
        &mut self,
        color: Color,
        mv: Move,
        step: Step,
        before: [Option<Step>; 2],
        bonus: i32,
    ) {
        learn(&mut self.quiet[Self::quiet_at(color, mv)], bonus);
        for earlier in before.into_iter().flatten() {
            learn(
                &mut self.after[earlier.index() * MEN_ON_SQUARES + step.index()],
                bonus,
            );
        }
    }

    /// The same of a capture.
    pub fn learn_capture(&mut self, step: Step, taken: Role, bonus: i32) {
        learn(&mut self.captures[Self::capture_at(step, taken)], bonus);
    }

    /// A move refuted a step.
    pub fn learn_answer(&mut self, step: Step, mv: Move) {
        self.answers[step.index()] = mv.bits();
    }
}
