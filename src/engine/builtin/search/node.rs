//! One node of the search that is not the root.
//!
//! What is pruned, reduced and extended goes by ideas that are common among engines: the null move (Donninger 1993),
//! futility from above and from below (Heinz 1998), razoring, late-move pruning and reductions, history (Schaeffer 1989),
//! singular extensions (Anantharaman, Campbell and Hsu 1988, in the form that excludes the move of the table), internal
//! iterative reductions. The margins, in 1/100 of a pawn, are our own, chosen by how near the values come to
//! those of Lichess. Moves that give check are not pruned as late or futile. They are not extended either: without that the
//! mean difference to Lichess's chances (from -1 to 1; 1,000 positions, 10,000 nodes each) was 0.105 instead of 0.113.

use arrayvec::ArrayVec;

use crate::chess::keyed::change;
use crate::chess::{Move, Role};
use crate::engine::builtin::checks::Checks;
use crate::engine::builtin::correction::Neighbours;
use crate::engine::builtin::exchange::{captured, wins};
use crate::engine::builtin::history::Step;
use crate::engine::builtin::limits::Watch;
use crate::engine::builtin::order::{Hints, Picker, Wanted};
use crate::engine::builtin::score::{DRAW, HIGHEST, INFINITE, MATES, mated};
use crate::engine::builtin::search::place::{Place, has_officers};
use crate::engine::builtin::search::{MOST_PLIES, Searcher};
use crate::engine::builtin::table::{Bound, Entry};

impl Searcher {
    /// The score of a position that is not the root.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node, one behind the other"
    )]
    pub(super) fn node(
        &mut self,
        place: Place<'_>,
        depth: i32,
        window: (i32, i32),
        watch: &mut Watch,
    ) -> i32 {
        let Place {
            position,
            key,
            ply,
            is_pv,
            is_cut,
        } = place;
        self.lines[ply].clear();
        if self.is_draw(place) {
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
        if depth <= 0 && !in_check {
            return self.quiet(place, window, 0, watch);
        }
        let depth = depth.max(1);
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        watch.node(self.nodes);
        if watch.is_over() {
            return DRAW;
        }
        // A mate nearer to the root has been found already.
        let mut alpha = window.0.max(mated(ply));
        let beta = window.1.min(-mated(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_some() {
            None
        } else {
            self.table.get(key, ply)
        };
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= depth
            && position.halfmove_clock() < 90
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        let of_table = entry.and_then(|entry| entry.mv);
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 1].excluded = None;
        let raw = if in_check {
            -INFINITE
        } else if excluded.is_some() {
            self.frames[ply].eval
        } else {
            entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluator.evaluate(position, ply))
        };
        let neighbours = Neighbours::of(position);
        let calm = if in_check || excluded.is_some() {
            raw
        } else {
            self.corrections.apply(neighbours, raw)
        };
        self.frames[ply].eval = calm;
        let eval = match entry {
            Some(entry) if !in_check => entry.instead_of(calm),
            _ => calm,
        };
        let improving = !in_check && ply >= 2 && {
            let earlier = self.frames[ply - 2].eval;
            earlier == -INFINITE || calm > earlier
        };
        if !is_pv && !in_check && excluded.is_none() && beta.abs() < MATES {
            // So far above that the opponent will not let it come to this.
            if depth <= 8
                && eval - (75 * depth - 60 * i32::from(improving)) >= beta
                && eval < HIGHEST
            {
                return i32::midpoint(eval, beta);
            }
            // So far below that only captures can help.
            if depth <= 3 && eval + 250 + 200 * depth * depth < alpha {
                let score = self.quiet(
                    Place {
                        is_pv: false,
                        ..place
                    },
                    (alpha, alpha + 1),
                    0,
                    watch,
                );
                if score <= alpha {
                    return score;
                }
            }
            // Even passing would refute.
            if depth >= 3
                && eval >= beta
                && calm >= beta - 20 * depth + 120
                && self.frames[ply - 1].step.is_some()
                && has_officers(position)
                && let Some(next) = position.after_null_move()
            {
                let less = 3 + depth / 3 + ((eval - beta) / 200).min(3);
                self.frames[ply].step = None;
                self.keys.push(key);
                let child = Place {
                    position: &next,
                    key: next.key(),
                    ply: ply + 1,
                    is_pv: false,
                    is_cut: !is_cut,
                };
                let score = -self.node(child, depth - less, (-beta, -beta + 1), watch);
                self.keys.pop();
                if watch.is_over() {
                    return DRAW;
                }
                if score >= beta {
                    return if score >= MATES { beta } else { score };
                }
            }
        }
        // Without a move of the table it pays to search less, and to come again.
        let depth = if of_table.is_none() && depth >= 4 && (is_pv || is_cut) {
            depth - 1
        } else {
            depth
        };
        let before = [
            self.frames[ply - 1].step,
            if ply >= 2 {
                self.frames[ply - 2].step
            } else {
                None
            },
        ];
        let hints = Hints {
            of_table,
            killers: self.frames[ply].killers,
            before,
        };
        let mut picker = Picker::new(position, &hints, &self.histories, Wanted::All);
        if picker.is_empty() {
            return if in_check { mated(ply) } else { DRAW };
        }
        let checks = Checks::of(position);
        let turn = position.turn();
        let (mut best, mut best_move, mut number) = (-INFINITE, None, 0);
        let alpha_before = alpha;
        let mut quiets: ArrayVec<(Move, Step), 64> = ArrayVec::new();
        let mut captures: ArrayVec<(Step, Role), 32> = ArrayVec::new();
        while let Some(rated) = picker.pick() {
            let mv = rated.mv;
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            let step = Step::of(position, mv);
            let quiet_worth = if rated.noisy {
                0
            } else {
                self.histories.of_quiet(turn, mv, step, before)
            };
            let lost = best <= -MATES;
            if !lost && has_officers(position) {
                let less = self.reduction(depth, number) / 1024;
                let later = (depth - less).max(0);
                if rated.noisy {
                    if depth <= 6 && rated.loses() && !wins(position, mv, -120 * depth) {
                        continue;
                    }
                } else {
                    let gives_check = checks.given_by(position, mv);
                    let most = (3 + depth * depth) / if improving { 1 } else { 2 };
                    let late = depth <= 8 && number > most.max(1) as usize + 1 && !is_pv;
                    let futile =
                        depth <= 8 && !in_check && !is_pv && eval + 90 + 95 * later <= alpha;
                    if (late || futile) && !gives_check {
                        continue;
                    }
                    if depth <= 4 && quiet_worth < -4000 * depth && !gives_check {
                        continue;
                    }
                    if depth <= 8
                        && !checks.uncovered_by(position, mv)
                        && !wins(position, mv, -25 * later * later - 20)
                    {
                        continue;
                    }
                }
            }
            // A move that alone holds the position is looked at more deeply.
            let mut more = 0;
            if of_table == Some(mv)
                && depth >= 7
                && excluded.is_none()
                && ply < 2 * MOST_PLIES / 3
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.score.abs() < MATES
            {
                let below = entry.score - 2 * depth;
                self.frames[ply].excluded = Some(mv);
                let killers = self.frames[ply].killers;
                let score = self.node(
                    Place {
                        is_pv: false,
                        ..place
                    },
                    (depth - 1) / 2,
                    (below - 1, below),
                    watch,
                );
                self.frames[ply].excluded = None;
                self.frames[ply].killers = killers;
                if watch.is_over() {
                    return DRAW;
                }
                if score < below {
                    more = 1 + i32::from(!is_pv && score < below - 25);
                } else if below >= beta {
                    return below;
                } else if entry.score >= beta {
                    more = -1;
                }
            }
            let next = position.after(mv);
            let next_key = key ^ change(position, mv, &next);
            self.frames[ply].step = Some(step);
            self.keys.push(key);
            let deep = depth - 1 + more;
            let child = |is_pv: bool, is_cut: bool| Place {
                position: &next,
                key: next_key,
                ply: ply + 1,
                is_pv,
                is_cut,
            };
            let mut score = alpha;
            let mut searched = false;
            if depth >= 3
                && number > 1 + usize::from(is_pv)
                && (!rated.noisy || rated.loses() || is_cut)
            {
                let mut less = self.reduction(depth, number);
                less += if is_pv { -1024 } else { 0 };
                less += if is_cut { 1024 } else { 0 };
                less += if improving { 0 } else { 512 };
                less -= if next.in_check() || in_check { 1024 } else { 0 };
                less -= if rated.noisy { 1024 } else { quiet_worth / 8 };
                let less = (less / 1024).clamp(0, (deep - 1).max(0));
                score = -self.node(child(false, true), deep - less, (-alpha - 1, -alpha), watch);
                searched = less == 0;
                if less > 0 && score > alpha {
                    score = -self.node(child(false, !is_cut), deep, (-alpha - 1, -alpha), watch);
                    searched = true;
                } else if less > 0 {
                    searched = true;
                }
            }
            if !searched && (!is_pv || number > 1) {
                score = -self.node(child(false, !is_cut), deep, (-alpha - 1, -alpha), watch);
            }
            if is_pv && (number == 1 || score > alpha) {
                score = -self.node(child(true, false), deep, (-beta, -alpha), watch);
            }
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
                        self.learn(
                            turn,
                            place,
                            mv,
                            step,
                            rated.noisy,
                            depth,
                            &quiets,
                            &captures,
                            before,
                        );
                        break;
                    }
                    alpha = score;
                }
            }
            if rated.noisy {
                if let Some(taken) = captured(position, mv) {
                    let _ = captures.try_push((step, taken));
                }
            } else {
                let _ = quiets.try_push((mv, step));
            }
        }
        if number == 0 {
            // All but the move that is left out are none.
            return if excluded.is_some() { alpha } else { DRAW };
        }
        if best == -INFINITE {
            best = alpha_before;
        }
        if excluded.is_none() {
            let bound = Bound::of(best, alpha_before, beta);
            let eval = (!in_check).then_some(raw);
            let teaches = match bound {
                Bound::Exact => true,
                Bound::Lower => best > calm,
                Bound::Upper => best < calm,
            };
            let noisy = best_move.is_some_and(|mv| captured(position, mv).is_some());
            if !in_check && teaches && !noisy {
                self.corrections.learn(neighbours, depth, raw, best);
            }
            self.table.put(
                key,
                ply,
                Entry {
                    mv: best_move,
                    score: best,
                    eval,
                    depth,
                    bound,
                },
            );
        }
        best
    }
}
