//! Counting the paths of legal moves, the field's test of a move generator.
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
//! Measured on one thread of a Zen 3 processor, million nodes a second, start depth 6 and "Kiwipete" depth
//! 5, and instructions a counted position from the start: slider look-ups one by one (obstruction
//! difference) 160 / 230; sets, left to the compiler to vectorise 420 / 930 (590); with AVX2 named 500 /
//! 1,160 (380); with the question about the king 640 / 1,160; with the joined last plies 660 / 1,160 (310).
//! Beside it cozy-chess 0.3.4 made 300 / 450. `cargo bench` repeats the comparison, and that of the ways to look up a
//! single slider.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::chess::board::Color;
use crate::chess::movegen::moves::Visit;
use crate::chess::movegen::node::{BISHOP, Black, KNIGHT, Node, QUEEN, ROOK, Side, White, each};
use crate::chess::position::Position;

/// Number of paths of exactly `depth` legal moves from `position` (Chess Programming Wiki, "Perft").
///
/// The last ply is counted, not played.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let node = Node::of(position);
    match position.turn() {
        Color::White => paths::<White>(&node, depth),
        Color::Black => paths::<Black>(&node, depth),
    }
}

/// `depth` is at least 1.
fn paths<S: Side>(node: &Node, depth: u32) -> u64 {
    if depth <= 1 {
        return leaves::<S>(node);
    }
    let mut sum = Sum::<S> {
        node,
        depth,
        nodes: 0,
        side: PhantomData,
    };
    let _ = node.visit::<S>(&mut sum);
    sum.nodes
}

#[inline(never)]
fn leaves<S: Side>(node: &Node) -> u64 {
    u64::from(node.count::<S>())
}

/// Adds up what lies behind each move.
struct Sum<'a, S> {
    node: &'a Node,
    depth: u32,
    nodes: u64,
    side: PhantomData<S>,
}

impl<S: Side> Sum<'_, S> {
    #[inline(always)]
    fn add(&mut self, child: &Node) -> ControlFlow<()> {
        debug_assert_eq!(
            child.threats::<S>().checkers,
            0,
            "{child:?} leaves its king in check"
        );
        self.nodes += if self.depth == 2 {
            leaves::<S::Other>(child)
        } else {
            paths::<S::Other>(child, self.depth - 1)
        };
        ControlFlow::Continue(())
    }
}

impl<S: Side> Visit for Sum<'_, S> {
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
