//! What is learnt from a move that refuted.

use crate::chess::{Color, Move, Role};
use crate::engine::builtin::exchange::captured;
use crate::engine::builtin::history::Step;
use crate::engine::builtin::search::Searcher;
use crate::engine::builtin::search::place::Place;

impl Searcher {
    /// A move has refuted the one before it.
    #[expect(clippy::too_many_arguments, reason = "all of a node's outcome")]
    pub(super) fn learn(
        &mut self,
        turn: Color,
        place: Place<'_>,
        mv: Move,
        step: Step,
        noisy: bool,
        depth: i32,
        quiets: &[(Move, Step)],
        captures: &[(Step, Role)],
        before: [Option<Step>; 2],
    ) {
        let bonus = (150 * depth - 60).min(1600);
        if noisy {
            if let Some(taken) = captured(place.position, mv) {
                self.histories.learn_capture(step, taken, bonus);
            }
        } else {
            let killers = &mut self.frames[place.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(earlier) = before[0] {
                self.histories.learn_answer(earlier, mv);
            }
            if depth > 2 || !quiets.is_empty() {
                self.histories.learn_quiet(turn, mv, step, before, bonus);
            }
            for (other, step) in quiets {
                self.histories
                    .learn_quiet(turn, *other, *step, before, -bonus);
            }
        }
        for (step, taken) in captures {
            self.histories.learn_capture(*step, *taken, -bonus);
        }
    }
}
