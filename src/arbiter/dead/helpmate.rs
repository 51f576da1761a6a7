//! The search for a mate with the help of the mated side.
//!
//! Depth first, deeper in each round. A move that leads away costs more of the depth than one that may help,
//! and a move that helps costs nothing, so that the likely lines are long and the others short. A round in
//! which nothing was cut off has seen all positions that can be reached: then there is no mate.

use std::ops::ControlFlow;

use crate::arbiter::dead::order::{Aim, Roads, Worth};
use crate::arbiter::dead::table::{self, Table};
use crate::arbiter::dead::{Proof, Winnability, closure, fixed, march, material};
use crate::chess::{Color, Move, MoveKind, Position, Role, attacks};

/// Lines longer than this are cut off.
const LONGEST: usize = 200;
/// Nodes of the first look, without a memory.
const GLANCE: u64 = 1_000;
/// What a look at walls counts for, in nodes.
const LOOK: u64 = 10;
/// Nodes of a round by its depth.
const NODES_BY_DEPTH: u64 = 7_000;

/// A search from one position for mates by one side.
pub(super) struct Search<'a> {
    root: &'a Position,
    winner: Color,
    /// Positions that were met.
    seen: Table,
    /// The number of this round.
    round: u16,
    /// The depths of the last rounds, without roads and with them.
    depths: [i16; 2],
    /// Ways of bishops, in rounds that are guided by them.
    roads: Option<Roads>,
    remembers: bool,
    nodes: u64,
    budget: u64,
    /// Where this round must end.
    limit: u64,
    /// Something was cut off in this round.
    cut: bool,
    line: Vec<Move>,
    /// Moves that wait for their turn, of all positions of the line.
    waiting: Vec<Move>,
}

impl Search<'_> {
    /// A search of at most `budget` nodes.
    pub(super) fn new(root: &Position, winner: Color, budget: u64) -> Search<'_> {
        Search {
            root,
            winner,
            seen: Table::new(),
            round: 0,
            depths: [1; 2],
            roads: None,
            remembers: false,
            nodes: 0,
            budget,
            limit: 0,
            cut: false,
            line: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Straight marches to a mate.
    pub(super) fn march(&mut self) -> Option<Winnability> {
        march::find(self.root, self.winner, self.budget, &mut self.nodes).map(Winnability::Winnable)
    }

    /// A short look that finds the mates of open positions.
    pub(super) fn glance(&mut self) -> Option<Winnability> {
        self.round(1, GLANCE)
    }

    /// Another, along the ways of bishops and with the helper's captures.
    pub(super) fn glance_guided(&mut self) -> Option<Winnability> {
        self.roads = Some(Roads::new(self.root.board(), self.winner));
        let found = self.round(1, GLANCE);
        self.roads = None;
        found
    }

    /// Goes deeper and deeper until there is an answer, or the budget is used up.
    pub(super) fn deepen(&mut self, until: u64) -> Option<Winnability> {
        self.remembers = true;
        while self.nodes < until && self.depths[0] < i16::MAX / 4 {
            if let Some(found) = self.next_round() {
                return Some(found);
            }
        }
        None
    }

    /// The same, but every other round follows the ways of bishops, and leaves positions that walls decide.
    pub(super) fn deepen_guided(&mut self, until: u64) -> Option<Winnability> {
        while self.nodes < until && self.depths[1] < i16::MAX / 4 {
            self.roads = match self.roads {
                None => Some(Roads::new(self.root.board(), self.winner)),
                Some(_) => None,
            };
            if let Some(found) = self.next_round() {
                return Some(found);
            }
        }
        None
    }

    fn next_round(&mut self) -> Option<Winnability> {
        let depth = &mut self.depths[usize::from(self.roads.is_some())];
        *depth += 1;
        let depth = *depth;
        self.round(depth, NODES_BY_DEPTH * depth as u64)
    }

    fn round(&mut self, depth: i16, nodes: u64) -> Option<Winnability> {
        self.limit = (self.nodes + nodes).min(self.budget);
        self.cut = false;
        self.round += 1;
        self.line.clear();
        self.waiting.clear();
        if self.remembers {
            self.seen.make_room(nodes);
        }
        let root = *self.root;
        if self.visit(&root, depth, false) {
            return Some(Winnability::Winnable(self.line.clone()));
        }
        (!self.cut).then_some(Winnability::Unwinnable(Proof::Exhausted))
    }

    /// Whether a mate is found from here; its moves are then in `line`.
    fn visit(&mut self, position: &Position, depth: i16, rewarded: bool) -> bool {
        self.nodes += 1;
        if depth <= 0 || self.nodes >= self.limit || self.line.len() >= LONGEST {
            let mates =
                position.in_check() && position.turn() != self.winner && !position.has_legal_move();
            self.cut |= !mates;
            return mates;
        }
        if self.remembers
            && let Some(round) = {
                // What was met on other ways counts for nothing.
                let guided = u64::from(self.roads.is_some()).wrapping_neg();
                self.seen
                    .met(table::key(position) ^ guided, self.round, depth)
            }
        {
            // What an earlier round has seen was perhaps cut off there.
            self.cut |= round != self.round;
            return false;
        }
        if material::cannot_mate(position.board(), self.winner) {
            return position.turn() != self.winner && position.is_checkmate();
        }
        let helping = position.turn() != self.winner;
        let cost = i16::from(!rewarded);
        let aim = Aim::new(position.board(), self.winner);
        let (mut any, mut found, mut skipped) = (false, false, false);
        let first = self.waiting.len();
        // Moves that help are tried as they come, the others wait; after a helper's move there is no mate, so
        // without depth it need not be played.
        let mut rewards: arrayvec::ArrayVec<Move, 64> = arrayvec::ArrayVec::new();
        let mut punished: arrayvec::ArrayVec<Move, 128> = arrayvec::ArrayVec::new();
        let _ = position.visit_moves(&mut |mv| {
            any = true;
            let worth = aim.worth(position, mv);
            let worth = match &self.roads {
                Some(roads) => roads.worth(position, mv, helping, worth),
                None => worth,
            };
            match worth {
                Worth::Reward if !rewards.is_full() => rewards.push(mv),
                Worth::Punish if !punished.is_full() => {
                    if helping && depth <= 4 {
                        skipped = true;
                    } else {
                        punished.push(mv);
                    }
                }
                _ if depth <= cost && (helping || !may_check(position, mv)) => skipped = true,
                _ => self.waiting.push(mv),
            }
            ControlFlow::Continue(())
        });
        if !any {
            self.waiting.truncate(first);
            return position.in_check() && helping;
        }
        self.cut |= skipped;
        let last = self.waiting.len();
        for mv in rewards {
            found = found || self.follow(position, mv, depth, true);
        }
        for index in first..last {
            found = found || {
                let mv = self.waiting[index];
                self.follow(position, mv, depth - cost, false)
            };
        }
        for mv in punished {
            found = found || self.follow(position, mv, depth - 4, false);
        }
        self.waiting.truncate(first);
        found
    }

    fn follow(&mut self, position: &Position, mv: Move, depth: i16, rewarded: bool) -> bool {
        let after = position.after(mv);
        if self.roads.is_some() && depth > 1 && closure::is_irreversible(position, mv) {
            self.nodes += LOOK;
            if fixed::cannot_mate(&after, self.winner) && after.has_legal_move() {
                return false;
            }
        }
        self.line.push(mv);
        if self.visit(&after, depth, rewarded) {
            return true;
        }
        self.line.pop();
        false
    }
}

/// Whether a move may give check, by itself or by opening a line, as far as an empty board tells.
fn may_check(position: &Position, mv: Move) -> bool {
    let king = position.king(position.turn().other());
    let (diagonals, orthogonals) = (attacks::diagonals(king), attacks::orthogonals(king));
    if mv.kind() != MoveKind::Normal || (diagonals | orthogonals).has(mv.from()) {
        return true;
    }
    match position.board().role_at(mv.from()) {
        Some(Role::Bishop) => diagonals.has(mv.to()),
        Some(Role::Rook) => orthogonals.has(mv.to()),
        Some(Role::Queen) => (diagonals | orthogonals).has(mv.to()),
        Some(Role::Knight) => attacks::knight(king).has(mv.to()),
        Some(Role::King) => false,
        _ => true,
    }
}
