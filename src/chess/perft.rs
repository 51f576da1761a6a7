//! Counting the paths of legal moves, the field's test of a move generator.

use std::ops::ControlFlow;

use crate::chess::position::Position;

/// Number of paths of exactly `depth` legal moves from `position` (Chess Programming Wiki, "Perft").
///
/// The last ply is counted, not played.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_moves()),
        _ => {
            let mut nodes = 0;
            let _ = position.visit_moves(&mut |targets| {
                targets.for_each(|mv| nodes += perft(&position.after(mv), depth - 1));
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}
