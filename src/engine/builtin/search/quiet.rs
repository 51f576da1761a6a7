//! Quiescence: captures only, until nothing hangs.

use crate::chess::Role;
use crate::chess::keyed::change;
use crate::engine::builtin::correction::Neighbours;
use crate::engine::builtin::exchange::{captured, worth};
use crate::engine::builtin::history::Step;
use crate::engine::builtin::limits::Watch;
use crate::engine::builtin::order::{Hints, Picker, Wanted};
use crate::engine::builtin::score::{DRAW, INFINITE, MATES, mated};
use crate::engine::builtin::search::place::Place;
use crate::engine::builtin::search::{MOST_PLIES, Searcher};
use crate::engine::builtin::table::{Bound, Entry};

/// Plies in which checks are tried beside captures.
const CHECKS: usize = 1;

impl Searcher {
    /// Captures only, and checks at first, until the position is quiet; in check all moves. `since` tells how many plies
    /// ago this began.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node, one behind the other"
    )]
    pub(super) fn quiet(
        &mut self,
        place: Place<'_>,
        window: (i32, i32),
        since: usize,
        watch: &mut Watch,
    ) -> i32 {
        let Place {
            position,
            key,
            ply,
            is_pv,
            ..
        } = place;
        self.lines[ply].clear();
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        watch.node(self.nodes);
        if watch.is_over() || self.is_draw(place) {
            return DRAW;
        }
        let in_check = position.in_check();
        if ply >= MOST_PLIES {
            return if in_check {
                DRAW
            } else {
                self.evaluator.evaluate(position, ply)
            };
        }
        let (mut alpha, beta) = window;
        let entry = self.table.get(key, ply);
        if let Some(entry) = entry
            && !is_pv
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        let alpha_before = alpha;
        let raw = if in_check {
            -INFINITE
        } else {
            entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluator.evaluate(position, ply))
        };
        let calm = if in_check {
            raw
        } else {
            self.corrections.apply(Neighbours::of(position), raw)
        };
        let mut best = calm;
        if !in_check {
            if let Some(entry) = entry {
                best = entry.instead_of(best);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let hints = Hints {
            of_table: entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            before: [self.frames[ply - 1].step, None],
        };
        let wanted = if in_check {
            Wanted::All
        } else if since < CHECKS {
            Wanted::NoisyOrCheck
        } else {
            Wanted::Noisy
        };
        let mut picker = Picker::new(position, &hints, &self.histories, wanted);
        if in_check && picker.is_empty() {
            return mated(ply);
        }
        let mut best_move = None;
        let mut number = 0;
        while let Some(rated) = picker.pick() {
            let mv = rated.mv;
            number += 1;
            if best > -MATES {
                if !in_check {
                    if rated.loses() {
                        break;
                    }
                    if rated.noisy {
                        let gain = captured(position, mv).map_or(0, worth)
                            + mv.promoted()
                                .map_or(0, |role| worth(role) - worth(Role::Pawn));
                        if calm + gain + 180 <= alpha && mv.promoted().is_none() {
                            best = best.max(calm + gain + 180);
                            continue;
                        }
                    }
                } else if number > 1 && (!rated.noisy || rated.loses()) {
                    continue;
                }
            }
            let next = position.after(mv);
            let next_key = key ^ change(position, mv, &next);
            self.frames[ply].step = Some(Step::of(position, mv));
            self.keys.push(key);
            let child = Place {
                position: &next,
                key: next_key,
                ply: ply + 1,
                is_pv,
                is_cut: false,
            };
            let score = -self.quiet(child, (-beta, -alpha), since + 1, watch);
            self.keys.pop();
            if watch.is_over() {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if is_pv {
                        self.set_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha_before && is_pv {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let eval = (!in_check).then_some(raw);
        self.table.put(
            key,
            ply,
            Entry {
                mv: best_move,
                score: best,
                eval,
                depth: 0,
                bound,
            },
        );
        best
    }
}
