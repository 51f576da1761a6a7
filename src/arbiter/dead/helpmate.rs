//! The search for a mate with the help of the mated side.
//!
//! Depth first, deeper in each round. A move that leads away costs more of the depth than one that may help,
//! and a move that helps costs nothing, so that the likely lines are long and the others short. A round in
//! which nothing was cut off has seen all positions that can be reached: then there is no mate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use crate::arbiter::dead::order::{Aim, Worth};
use crate::arbiter::dead::{Proof, Winnability, material};
use crate::chess::{Color, Move, Position};

/// Lines longer than this are cut off.
const LONGEST: usize = 200;
/// Nodes of the first look, without a memory.
const GLANCE: u64 = 1_000;
/// Nodes of a round by its depth.
const NODES_BY_DEPTH: u64 = 7_000;

/// The keys are random already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A search from one position for mates by one side.
pub(super) struct Search<'a> {
    root: &'a Position,
    winner: Color,
    /// Depth that was left when a position was met in this round, by its 64-bit key.
    seen: HashMap<u64, (u16, i16), BuildHasherDefault<AsIs>>,
    /// The number of this round.
    round: u16,
    remembers: bool,
    nodes: u64,
    budget: u64,
    /// Where this round must end.
    limit: u64,
    /// Something was cut off in this round.
    cut: bool,
    line: Vec<Move>,
}

impl Search<'_> {
    /// A search of at most `budget` nodes.
    pub(super) fn new(root: &Position, winner: Color, budget: u64) -> Search<'_> {
        Search {
            root,
            winner,
            seen: HashMap::default(),
            round: 0,
            remembers: false,
            nodes: 0,
            budget,
            limit: 0,
            cut: false,
            line: Vec::new(),
        }
    }

    /// Nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A short look that finds the mates of open positions.
    pub(super) fn glance(&mut self) -> Option<Winnability> {
        self.round(1, GLANCE)
    }

    /// Goes deeper and deeper until there is an answer, or the budget is used up.
    pub(super) fn deepen(&mut self) -> Option<Winnability> {
        self.remembers = true;
        for depth in 2..i16::MAX / 4 {
            let nodes = NODES_BY_DEPTH * depth as u64;
            if let Some(found) = self.round(depth, nodes) {
                return Some(found);
            }
            if self.nodes >= self.budget {
                return None;
            }
        }
        None
    }

    fn round(&mut self, depth: i16, nodes: u64) -> Option<Winnability> {
        self.limit = (self.nodes + nodes).min(self.budget);
        self.cut = false;
        self.round += 1;
        self.line.clear();
        let root = *self.root;
        if self.visit(&root, depth, false) {
            return Some(Winnability::Winnable(self.line.clone()));
        }
        (!self.cut).then_some(Winnability::Unwinnable(Proof::Exhausted))
    }

    /// Whether a mate is found from here; its moves are then in `line`.
    fn visit(&mut self, position: &Position, depth: i16, rewarded: bool) -> bool {
        self.nodes += 1;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check() && position.turn() != self.winner;
        }
        if material::cannot_mate(position.board(), self.winner) {
            return false;
        }
        if depth <= 0 || self.nodes >= self.limit || self.line.len() >= LONGEST {
            self.cut = true;
            return false;
        }
        let aim = Aim::new(position.board(), self.winner);
        if self.remembers {
            let (round, left) = self.seen.entry(position.key()).or_insert((self.round, -1));
            if *left >= depth {
                // What an earlier round has seen was perhaps cut off there.
                self.cut |= *round != self.round;
                return false;
            }
            (*round, *left) = (self.round, depth);
        }
        let worth: ArrayVec<Worth, 256> = moves.iter().map(|mv| aim.worth(position, *mv)).collect();
        for wanted in [Worth::Reward, Worth::Normal, Worth::Punish] {
            let cost = match wanted {
                Worth::Reward => 0,
                Worth::Normal => i16::from(!rewarded),
                Worth::Punish => 4,
            };
            for (mv, worth) in moves.iter().zip(&worth) {
                if *worth != wanted {
                    continue;
                }
                self.line.push(*mv);
                let next = position.after(*mv);
                if self.visit(&next, depth - cost, wanted == Worth::Reward) {
                    return true;
                }
                self.line.pop();
            }
        }
        false
    }
}
