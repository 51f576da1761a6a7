//! What the moves of the last ply are: the table in which perft results are published.

use std::ops::{Add, AddAssign, ControlFlow};

use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;

/// Moves of one ply by what they do (columns of the Chess Programming Wiki, "Perft Results").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All moves.
    pub nodes: u64,
    /// Captures, en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions, one for each piece.
    pub promotions: u64,
    /// Moves that give check, of whatever kind.
    pub checks: u64,
    /// Checks by one man who did not move himself.
    pub discovery_checks: u64,
    /// Checks by two men.
    pub double_checks: u64,
    /// Moves that give mate.
    pub mates: u64,
}

impl Stats {
    /// One legal move, with the position behind it.
    fn of(before: &Position, mv: Move, after: &Position) -> Stats {
        let kind = mv.kind();
        let en_passant = kind == MoveKind::EnPassant;
        let castles = kind == MoveKind::Castle;
        let captures = !castles && before.board().occupied().has(mv.to());
        let checkers = after.checkers();
        // The rook that castles has moved; where he stands is not where the move says.
        let by_mover = castles || checkers.has(mv.to());
        let one = u64::from;
        Stats {
            nodes: 1,
            captures: one(captures || en_passant),
            en_passant: one(en_passant),
            castles: one(castles),
            promotions: one(matches!(kind, MoveKind::Promotion(_))),
            checks: one(checkers.any()),
            discovery_checks: one(checkers.any() && !checkers.many() && !by_mover),
            double_checks: one(checkers.many()),
            mates: one(checkers.any() && !after.has_legal_move()),
        }
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        for (sum, part) in [
            (&mut self.nodes, other.nodes),
            (&mut self.captures, other.captures),
            (&mut self.en_passant, other.en_passant),
            (&mut self.castles, other.castles),
            (&mut self.promotions, other.promotions),
            (&mut self.checks, other.checks),
            (&mut self.discovery_checks, other.discovery_checks),
            (&mut self.double_checks, other.double_checks),
            (&mut self.mates, other.mates),
        ] {
            *sum = sum.saturating_add(part);
        }
    }
}

impl Add for Stats {
    type Output = Stats;

    fn add(mut self, other: Stats) -> Stats {
        self += other;
        self
    }
}

/// The moves of each ply from 1 to `depth`, and whether these are all: not if `stop`, asked often, has said
/// so.
#[must_use]
pub fn stats(
    position: &Position,
    depth: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> (Vec<Stats>, bool) {
    let mut rows = vec![Stats::default(); depth as usize];
    let whole = descend(position, &mut rows, stop).is_continue();
    (rows, whole)
}

fn descend(
    position: &Position,
    rows: &mut [Stats],
    stop: &(dyn Fn() -> bool + Sync),
) -> ControlFlow<()> {
    let Some((row, below)) = rows.split_first_mut() else {
        return ControlFlow::Continue(());
    };
    if below.len() >= 2 && stop() {
        return ControlFlow::Break(());
    }
    position.visit_moves(&mut |mv| {
        let after = position.after(mv);
        *row += Stats::of(position, mv, &after);
        descend(&after, below, stop)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    #[test]
    fn the_published_table_of_kiwipete() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let (rows, whole) = stats(&position, 3, &|| false);
        assert!(whole);
        let expected = Stats {
            nodes: 97_862,
            captures: 17_102,
            en_passant: 45,
            castles: 3_162,
            promotions: 0,
            checks: 993,
            discovery_checks: 0,
            double_checks: 0,
            mates: 1,
        };
        assert_eq!(rows[2], expected);
        assert_eq!((rows[0].nodes, rows[1].nodes), (48, 2_039));
        assert_eq!((rows[0].castles, rows[1].checks), (2, 3));
    }

    #[test]
    fn stops_when_asked() {
        assert!(!stats(&Position::start(), 4, &|| true).1);
        assert_eq!(stats(&Position::start(), 0, &|| false), (Vec::new(), true));
    }
}
