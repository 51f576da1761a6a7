//! Dividing a count among threads.
//!
//! Root moves are too few and too different to be shared out, so the tree is opened level by level until
//! there are hundreds of positions for each thread; each knows the root move that it belongs to.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::chess::perft::hash::Table;
use crate::chess::perft::stats::{Stats, stats};
use crate::chess::perft::{Counter, perft};
use crate::chess::{Move, Position};
use crate::stream::cancel;

/// Positions for each thread to aim at: enough that the last ones take next to no time.
const TASKS_A_THREAD: usize = 256;
/// A count of so few plies is not divided further.
const SHALLOW: u32 = 3;

/// The threads.
#[derive(Debug)]
pub(super) struct Work {
    pool: ThreadPool,
    threads: usize,
}

/// A count by root moves.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Each move, what was counted behind it, and whether that is all.
    pub(super) divide: Vec<(Move, u64, bool)>,
    /// Whether the count came to its end.
    pub(super) complete: bool,
}

/// A position of the opened tree.
struct Task {
    position: Position,
    root: usize,
}

impl Work {
    pub(super) fn new(threads: usize) -> Result<Work, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Work { pool, threads })
    }

    /// Counts the paths behind each move of a position; no move at depth 0.
    pub(super) fn divide(&self, position: &Position, depth: u32, table: Option<&Table>) -> Outcome {
        if depth == 0 {
            let divide = Vec::new();
            return Outcome {
                divide,
                complete: true,
            };
        }
        let roots = moves_of(position);
        let mut tasks: Vec<Task> = (0..)
            .zip(&roots)
            .map(|(root, &mv)| Task {
                position: position.after(mv),
                root,
            })
            .collect();
        let mut left = depth - 1;
        let aim = self.threads * TASKS_A_THREAD;
        while tasks.len() < aim && left > SHALLOW && !tasks.is_empty() {
            tasks = open(&tasks);
            left -= 1;
        }
        let counter = Counter {
            table,
            stop: &cancel::is_cancelled,
        };
        let fresh = || roots.iter().map(|_| AtomicU64::new(0)).collect();
        let (nodes, done): (Vec<AtomicU64>, Vec<AtomicU64>) = (fresh(), fresh());
        self.pool.install(|| {
            tasks.par_iter().for_each(|task| {
                // What is counted in a moment is not worth a question.
                let count = if left < 2 {
                    Some(perft(&task.position, left))
                } else {
                    counter.count(&task.position, left)
                };
                if let Some(count) = count {
                    add(&nodes[task.root], count);
                    done[task.root].fetch_add(1, Ordering::Relaxed);
                }
            });
        });
        let mut all = vec![0; roots.len()];
        for task in &tasks {
            all[task.root] += 1;
        }
        let divide: Vec<(Move, u64, bool)> = (0..)
            .zip(&roots)
            .map(|(root, &mv): (usize, _)| {
                let whole = done[root].load(Ordering::Relaxed) == all[root];
                (mv, nodes[root].load(Ordering::Relaxed), whole)
            })
            .collect();
        let complete = divide.iter().all(|entry| entry.2);
        Outcome { divide, complete }
    }

    /// The table of what the moves of each ply are; `None` after an interruption.
    pub(super) fn stats(&self, position: &Position, depth: u32) -> Option<Vec<Stats>> {
        let stop: &(dyn Fn() -> bool + Sync) = &cancel::is_cancelled;
        let mut opened = 0;
        let mut tasks = vec![Task {
            position: *position,
            root: 0,
        }];
        while tasks.len() < self.threads * TASKS_A_THREAD
            && depth - opened > SHALLOW
            && !tasks.is_empty()
        {
            tasks = open(&tasks);
            opened += 1;
        }
        // The plies that were opened are few: they are looked at once more.
        let mut rows = stats(position, opened, stop)?;
        let empty = || vec![Stats::default(); (depth - opened) as usize];
        let below = self.pool.install(|| {
            tasks
                .par_iter()
                .map(|task| stats(&task.position, depth - opened, stop))
                .try_reduce(empty, |mut sum, part| {
                    for (row, part) in sum.iter_mut().zip(part) {
                        *row += part;
                    }
                    Some(sum)
                })
        })?;
        rows.extend(below);
        Some(rows)
    }
}

/// All moves, however many: a position set up with thirty queens has more than a list holds.
fn moves_of(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    let _ = position.visit_moves(&mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// One ply deeper.
fn open(tasks: &[Task]) -> Vec<Task> {
    let mut deeper = Vec::with_capacity(tasks.len() * 32);
    for task in tasks {
        deeper.extend(moves_of(&task.position).iter().map(|&mv| Task {
            position: task.position.after(mv),
            root: task.root,
        }));
    }
    deeper
}

/// Adds without wrapping round.
fn add(sum: &AtomicU64, count: u64) {
    // The closure always returns a value, so the update cannot fail.
    let _ = sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |sum| {
        Some(sum.saturating_add(count))
    });
}
