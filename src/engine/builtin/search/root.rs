//! The root of the search: its moves one by one, and the best line.

use crate::chess::Move;
use crate::chess::keyed::change;
use crate::engine::builtin::history::Step;
use crate::engine::builtin::limits::Watch;
use crate::engine::builtin::order::{Hints, Picker, Wanted};
use crate::engine::builtin::score::INFINITE;
use crate::engine::builtin::search::place::Place;
use crate::engine::builtin::search::{Root, Searcher};
use crate::engine::builtin::table::{Bound, Entry};

impl Searcher {
    /// Searches the moves of the root; the score, and the line in `lines[0]`.
    pub(super) fn root(
        &mut self,
        root: &Root,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        moves: &[Move],
        watch: &mut Watch,
    ) -> i32 {
        let position = root.position();
        let key = root.now.key();
        let entry = self.table.get(key, 0);
        let hints = Hints {
            of_table: entry
                .and_then(|entry| entry.mv)
                .filter(|mv| moves.contains(mv)),
            killers: self.frames[0].killers,
            before: [None; 2],
        };
        self.lines[0].clear();
        self.nodes += 1;
        self.frames[0].eval = if position.in_check() {
            -INFINITE
        } else {
            self.evaluator.evaluate(position, 0)
        };
        let mut picker = Picker::new(position, &hints, &self.histories, Wanted::All);
        let (mut best, mut number) = (-INFINITE, 0);
        let alpha_before = alpha;
        let mut best_move = None;
        while let Some(rated) = picker.pick() {
            if !moves.contains(&rated.mv) {
                continue;
            }
            number += 1;
            let next = position.after(rated.mv);
            let next_key = key ^ change(position, rated.mv, &next);
            self.frames[0].step = Some(Step::of(position, rated.mv));
            self.keys.push(key);
            let child = |is_pv: bool, is_cut: bool| Place {
                position: &next,
                key: next_key,
                ply: 1,
                is_pv,
                is_cut,
            };
            let mut score = alpha;
            if number > 1 {
                let mut less = 0;
                if depth >= 3 && number > 3 && !rated.noisy {
                    less = (self.reduction(depth, number) / 1024 - 1).clamp(0, depth - 2);
                }
                score = -self.node(
                    child(false, true),
                    depth - 1 - less,
                    (-alpha - 1, -alpha),
                    watch,
                );
                if less > 0 && score > alpha {
                    score = -self.node(child(false, true), depth - 1, (-alpha - 1, -alpha), watch);
                }
            }
            if number == 1 || score > alpha {
                score = -self.node(child(true, false), depth - 1, (-beta, -alpha), watch);
            }
            self.keys.pop();
            if watch.is_over() {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(rated.mv);
                    self.set_line(0, rated.mv);
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.table.put(
            key,
            0,
            Entry {
                mv: best_move,
                score: best,
                eval: None,
                depth,
                bound: Bound::of(best, alpha_before, beta),
            },
        );
        best
    }

    pub(super) fn set_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}
