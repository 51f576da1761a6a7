//! Counting the paths of legal moves, the field's test of a move generator: plain ([`perft`]), watched and
//! with a table ([`Counter`]), or with what the moves are ([`stats`]).
//!
//! # Why it is shaped so
//!
//! Nearly all time goes into positions whose moves are counted and not played. So counting is done on
//! whole sets (`chess::lanes`): attacked squares, pins and checks by fills in eight directions, the moves
//! of all sliders as the bits of eight sets, pawns by shifts. There is next to no branch that depends on
//! how many men there are, and no table beyond a few kilobytes. What is left out is left out by one
//! foreseeable question: a king who can go nowhere and whom no slider looks at needs no map of attacked
//! squares. The side to move and the moving man's role are constants of the code (`chess::movegen`), and
//! a node is the 48 bytes that legal moves depend on. The last two plies are one loop: play, count.
//!
//! Measured on one thread of a Zen 3 processor, million nodes a second from the start (depth 6) and from
//! "Kiwipete" (depth 5), and instructions for each counted position from the start, all included: slider
//! look-ups one by one (obstruction difference), the side no constant: 250 / 310; sets, left to the compiler to
//! vectorise: 420 / 930, 700 instructions; with AVX2 named: 500 / 1,150, 485; with the question about the
//! king: 640 / 1,150, 425; with the last plies joined: 650 / 1,100, 400. Beside it cozy-chess 0.3.4 made
//! 300 / 450. `cargo bench` repeats the comparison, and that of the ways to look up a single slider.

pub mod hash;
pub mod stats;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::chess::board::Color;
use crate::chess::movegen::moves::Visit;
use crate::chess::movegen::node::{BISHOP, Black, KNIGHT, Node, QUEEN, ROOK, Side, White, each};
use crate::chess::perft::hash::{Key, Table};
use crate::chess::position::Position;

/// Number of paths of exactly `depth` legal moves from `position` (Chess Programming Wiki, "Perft"), or
/// `u64::MAX` if there are that many or more.
///
/// The last ply is counted, not played.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(position, depth, &Unwatched)
}

/// Counts as [`perft`] does, but can be stopped, and can keep a table of what was counted before.
#[derive(Clone, Copy)]
pub struct Counter<'a> {
    /// What was counted before.
    pub table: Option<&'a Table>,
    /// Whether to stop; asked every few thousand nodes.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter")
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl Counter<'_> {
    /// Number of paths, `u64::MAX` if there are that many or more.
    ///
    /// # Errors
    ///
    /// If it was stopped: the number of those that were counted until then.
    pub fn count(&self, position: &Position, depth: u32) -> Result<u64, u64> {
        let nodes = match self.table {
            Some(table) => {
                let stop = self.stop;
                count(position, depth, &Hashed { table, stop })
            }
            None => count(position, depth, &Stoppable(self.stop)),
        };
        if (self.stop)() { Err(nodes) } else { Ok(nodes) }
    }
}

/// From this depth on it is asked whether to stop.
const WATCHED_DEPTH: u32 = 4;

/// What inner nodes ask; the answers of one that has nothing to say cost nothing.
trait Watch {
    /// Whether the count is no longer wanted; what is returned then means nothing.
    fn stopped(&self) -> bool;
    /// What was counted before.
    fn table(&self) -> Option<&Table>;
}

struct Unwatched;

impl Watch for Unwatched {
    #[inline(always)]
    fn stopped(&self) -> bool {
        false
    }

    #[inline(always)]
    fn table(&self) -> Option<&Table> {
        None
    }
}

struct Stoppable<'a>(&'a (dyn Fn() -> bool + Sync));

impl Watch for Stoppable<'_> {
    fn stopped(&self) -> bool {
        (self.0)()
    }

    #[inline(always)]
    fn table(&self) -> Option<&Table> {
        None
    }
}

struct Hashed<'a> {
    table: &'a Table,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Watch for Hashed<'_> {
    fn stopped(&self) -> bool {
        (self.stop)()
    }

    #[inline(always)]
    fn table(&self) -> Option<&Table> {
        Some(self.table)
    }
}

#[inline(always)]
fn key<S: Side>(node: &Node, depth: u32) -> Key {
    node.hash(u64::from(depth) << 1 | u64::from(S::WHITE))
}

fn count<W: Watch>(position: &Position, depth: u32, watch: &W) -> u64 {
    if depth == 0 {
        return 1;
    }
    let node = Node::of(position);
    match position.turn() {
        Color::White => paths::<White, W>(&node, depth, watch),
        Color::Black => paths::<Black, W>(&node, depth, watch),
    }
}

/// `depth` is at least 1.
fn paths<S: Side, W: Watch>(node: &Node, depth: u32, watch: &W) -> u64 {
    if depth <= 1 {
        return leaves::<S>(node);
    }
    if depth >= WATCHED_DEPTH && watch.stopped() {
        return 0;
    }
    if depth == 2 {
        return paths_of_two::<S>(node);
    }
    let hashed = watch.table().map(|table| (table, key::<S>(node, depth)));
    if let Some(nodes) = hashed.and_then(|(table, key)| table.get(key)) {
        return nodes;
    }
    let nodes = match watch.table() {
        Some(table) if depth == 3 => paths_of_three::<S>(node, table),
        _ => {
            let mut nodes = 0u64;
            each_child::<S>(node, |child| {
                nodes = nodes.saturating_add(paths::<S::Other, W>(child, depth - 1, watch));
            });
            nodes
        }
    };
    // A sum that was cut short must not be taken for a count later.
    if let Some((table, key)) = hashed
        && (depth < WATCHED_DEPTH || !watch.stopped())
    {
        table.put(key, nodes);
    }
    nodes
}

#[inline(always)]
fn paths_of_two<S: Side>(node: &Node) -> u64 {
    let mut nodes = 0;
    each_child::<S>(node, |child| nodes += leaves::<S::Other>(child));
    nodes
}

/// Three plies with a table. Most of what is looked up in it is looked up here, far apart in memory, so
/// all children are asked for before the first answer is needed.
fn paths_of_three<S: Side>(node: &Node, table: &Table) -> u64 {
    let mut children = Vec::with_capacity(64);
    each_child::<S>(node, |child| {
        let key = key::<S::Other>(child, 2);
        table.fetch_small(key);
        children.push((key, *child));
    });
    let mut nodes = 0u64;
    for (key, child) in &children {
        nodes += table.get_small(*key).unwrap_or_else(|| {
            let nodes = paths_of_two::<S::Other>(child);
            table.put_small(*key, nodes);
            nodes
        });
    }
    nodes
}

#[inline(never)]
fn leaves<S: Side>(node: &Node) -> u64 {
    u64::from(node.count::<S>())
}

/// Calls `take` with what is behind each move of `S`.
#[inline(always)]
fn each_child<S: Side>(node: &Node, take: impl FnMut(&Node)) {
    let mut children = EachChild {
        node,
        take,
        side: PhantomData::<S>,
    };
    let _ = node.visit::<S>(&mut children);
}

struct EachChild<'a, S, F> {
    node: &'a Node,
    take: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(&Node)> EachChild<'_, S, F> {
    #[inline(always)]
    fn add(&mut self, child: &Node) -> ControlFlow<()> {
        debug_assert_eq!(
            child.threats::<S>().checkers,
            0,
            "{child:?} leaves its king in check"
        );
        (self.take)(child);
        ControlFlow::Continue(())
    }
}

impl<S: Side, F: FnMut(&Node)> Visit for EachChild<'_, S, F> {
    #[inline(always)]
    fn normal<const CODE: u64>(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        for to in each(to) {
            self.add(&self.node.after::<S, CODE>(from, to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn double_step(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        self.add(&self.node.after_double_step::<S>(from, to))
    }

    #[inline(never)]
    fn promotion(&mut self, from: u64, to: u64) -> ControlFlow<()> {
        self.add(&self.node.after::<S, KNIGHT>(from, to))?;
        self.add(&self.node.after::<S, BISHOP>(from, to))?;
        self.add(&self.node.after::<S, ROOK>(from, to))?;
        self.add(&self.node.after::<S, QUEEN>(from, to))
    }

    #[inline(never)]
    fn en_passant(&mut self, from: u64, _to: u64) -> ControlFlow<()> {
        self.add(&self.node.after_en_passant::<S>(from))
    }

    #[inline(never)]
    fn castling(&mut self, _king: u64, rook: u64) -> ControlFlow<()> {
        self.add(&self.node.after_castling::<S>(rook))
    }
}
