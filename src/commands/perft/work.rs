//! Dividing a count among threads.
//!
//! Root moves are too few and too different to be shared out, so the tree is opened level by level until
//! there are hundreds of positions for each thread; each knows the root move that it belongs to.

use std::ops::ControlFlow;

use crate::chess::perft::Counter;
use crate::chess::perft::hash::Table;
use crate::chess::perft::stats::{Stats, stats};
use crate::chess::{Move, Position};
use crate::stream::cancel;
use crate::stream::ordered::Workers;

/// Positions for each thread to aim at: enough that the last ones take next to no time.
const TASKS_A_THREAD: usize = 256;
/// A count of so few plies is not divided further.
const SHALLOW: u32 = 3;

/// What was counted behind a root move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) mv: Move,
    pub(super) nodes: u64,
    /// Whether that is all.
    pub(super) whole: bool,
}

/// A position of the opened tree.
struct Task {
    position: Position,
    root: usize,
}

/// Counts the paths behind each move of a position; no move at depth 0. After an interruption some parts
/// are not whole.
pub(super) fn divide(
    workers: &Workers,
    position: &Position,
    depth: u32,
    table: Option<&Table>,
) -> Vec<Part> {
    let Some(mut left) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut parts: Vec<Part> = moves_of(position)
        .iter()
        .map(|&mv| Part {
            mv,
            nodes: 0,
            whole: true,
        })
        .collect();
    let mut tasks: Vec<Task> = (0..)
        .zip(&parts)
        .map(|(root, part)| Task {
            position: position.after(part.mv),
            root,
        })
        .collect();
    let aim = workers.threads() * TASKS_A_THREAD;
    while tasks.len() < aim && left > SHALLOW && !tasks.is_empty() {
        if cancel::is_cancelled() {
            break;
        }
        tasks = open(&tasks);
        left -= 1;
    }
    let counter = Counter {
        table,
        stop: &cancel::is_cancelled,
    };
    let counts = workers.map(&tasks, |task| counter.count(&task.position, left));
    for (task, count) in tasks.iter().zip(counts) {
        let part = &mut parts[task.root];
        part.whole &= count.is_ok();
        let (Ok(nodes) | Err(nodes)) = count;
        part.nodes = part.nodes.saturating_add(nodes);
    }
    if cancel::is_cancelled() {
        // Positions may be missing among the tasks.
        for part in &mut parts {
            part.whole = false;
        }
    }
    parts
}

/// The table of what the moves of each ply are, and whether it is whole: after an interruption it holds what
/// was seen until then.
pub(super) fn table_of_stats(
    workers: &Workers,
    position: &Position,
    depth: u32,
) -> (Vec<Stats>, bool) {
    let stop: &(dyn Fn() -> bool + Sync) = &cancel::is_cancelled;
    let mut opened = 0;
    let mut tasks = vec![Task {
        position: *position,
        root: 0,
    }];
    while tasks.len() < workers.threads() * TASKS_A_THREAD
        && depth - opened > SHALLOW
        && !tasks.is_empty()
    {
        tasks = open(&tasks);
        opened += 1;
    }
    // The plies that were opened are few: they are looked at once more.
    let (mut rows, _) = stats(position, opened, stop);
    rows.resize(depth as usize, Stats::default());
    let below = workers.map(&tasks, |task| stats(&task.position, depth - opened, stop));
    for part in below {
        for (row, part) in rows[opened as usize..].iter_mut().zip(part.0) {
            *row += part;
        }
    }
    (rows, !stop())
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
        if cancel::is_cancelled() {
            break;
        }
        deeper.extend(moves_of(&task.position).iter().map(|&mv| Task {
            position: task.position.after(mv),
            root: task.root,
        }));
    }
    deeper
}
