//! What an engine found: its lines gathered while it searches, and judged when it has ended.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::chess::{Move, Position};
use crate::engine::reply::{Bound, Info, Told};
use crate::engine::spelling::{find_line, find_move};

/// Mates that are further away are not believed (the limit of lichess' fishnet).
pub const FARTHEST_MATE: i32 = 246;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves of the side to move until it mates; negative if it is mated instead, 0 if it has been.
    Mate(i32),
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pv {
    /// Which of the lines it is, the best one being 1.
    pub rank: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// Whether the score is exact, not a bound of it.
    pub exact: bool,
    /// The moves, all legal; empty if the engine told no legal one.
    pub moves: Vec<Move>,
}

/// What an engine found in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The lines, best first; at least one, unless the position has no legal move.
    pub lines: Vec<Pv>,
    /// The best move: that of the best line where it is exact, else the one the engine answered.
    pub best: Option<Move>,
    /// Nodes searched, as told.
    pub nodes: u64,
    /// Plies to which the best line was searched.
    pub depth: u32,
    /// How long the answer took, by our clock.
    pub time: Duration,
    /// Whether the engine had to be stopped, because it was given no more time.
    pub stopped: bool,
}

/// The last lines of a search.
#[derive(Debug)]
pub(super) struct Gathered {
    wanted: usize,
    ranks: BTreeMap<usize, Last>,
    nodes: u64,
}

/// The last lines of a rank.
#[derive(Debug, Default)]
struct Last {
    exact: Option<Box<Info>>,
    bound: Option<Box<Info>>,
}

impl Gathered {
    /// Nothing yet; `wanted` lines are asked for.
    pub(super) fn new(wanted: usize) -> Gathered {
        Gathered {
            wanted,
            ranks: BTreeMap::new(),
            nodes: 0,
        }
    }

    /// Takes a line in, if its score can be used: it has a depth, and its mate can be.
    pub(super) fn take(&mut self, info: Box<Info>) {
        self.nodes = self.nodes.max(info.nodes.unwrap_or(0));
        let rank = info.multipv.unwrap_or(1) as usize;
        let (Some(score), Some(_)) = (info.score, info.depth) else {
            return;
        };
        let believed = match score {
            Told::Mate(moves, _) => (-FARTHEST_MATE..=FARTHEST_MATE).contains(&moves),
            Told::Centipawns(..) => true,
        };
        if !believed || rank == 0 || rank > self.wanted {
            return;
        }
        let last = self.ranks.entry(rank).or_default();
        if score.bound() == Bound::Exact {
            last.exact = Some(info);
        } else {
            last.bound = Some(info);
        }
    }

    /// Whether the best line has an exact score.
    pub(super) fn is_exact(&self) -> bool {
        self.ranks.get(&1).is_some_and(|last| last.exact.is_some())
    }

    /// What was found in `position` if the engine answered `best`; `None` if there is no score.
    pub(super) fn finish(&self, position: &Position, best: &str) -> Option<Found> {
        let mut lines: Vec<Pv> = Vec::new();
        for (&rank, last) in &self.ranks {
            let Some(line) = last.line(rank, position) else {
                continue;
            };
            // A line of an earlier round may begin with the move that a better one begins with now.
            let head = line.moves.first();
            let told = head.is_some() && lines.iter().any(|line| line.moves.first() == head);
            if rank == 1 || head.is_some() && !told {
                lines.push(line);
            }
        }
        let first = lines.first_mut().filter(|line| line.rank == 1)?;
        let answered = find_move(position, best);
        let head = first.moves.first().copied();
        let best = if first.exact {
            head.or(answered)
        } else {
            answered.or(head)
        };
        if best != head {
            first.moves = best.into_iter().collect();
        }
        let depth = first.depth;
        if !first.exact {
            // The head may have changed to that of another line.
            lines.retain(|line| line.rank == 1 || line.moves.first().copied() != best);
        }
        Some(Found {
            lines,
            best,
            nodes: self.nodes,
            depth,
            ..Found::default()
        })
    }
}

impl Last {
    /// The last exact line, for score and moves both; a bound only where there is none.
    fn line(&self, rank: usize, position: &Position) -> Option<Pv> {
        let info = self.exact.as_ref().or(self.bound.as_ref())?;
        let score = match info.score? {
            Told::Centipawns(value, _) => Score::Centipawns(value),
            Told::Mate(moves, _) => Score::Mate(moves),
        };
        Some(Pv {
            rank,
            score,
            depth: info.depth?,
            exact: self.exact.is_some(),
            moves: find_line(position, &info.pv),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reply::Reply;

    fn found(lines: &[&str], wanted: usize, best: &str) -> Option<Found> {
        let mut gathered = Gathered::new(wanted);
        for line in lines {
            match Reply::parse(line.as_bytes()) {
                Reply::Info(info) => gathered.take(info),
                other => panic!("{other:?}"),
            }
        }
        gathered.finish(&Position::start(), best)
    }

    fn mv(word: &str) -> Move {
        find_move(&Position::start(), word).unwrap()
    }

    #[test]
    fn the_last_exact_line_gives_score_and_moves() {
        let found = found(
            &[
                "info depth 8 score cp 20 nodes 900 pv d2d4 d7d5",
                "info depth 9 score cp 31 nodes 1000 pv e2e4 e7e5 g1f3",
                "info depth 10 score cp 12 upperbound nodes 1100 pv e2e4 c7c5",
                "info nodes 1200",
            ],
            1,
            "c2c4",
        )
        .unwrap();
        assert_eq!(found.lines.len(), 1);
        assert_eq!(found.lines[0].score, Score::Centipawns(31));
        assert_eq!(found.lines[0].moves.len(), 3);
        assert!(found.lines[0].exact);
        assert_eq!(found.best, Some(mv("e2e4")), "not the answered one");
        assert_eq!((found.depth, found.nodes), (9, 1200));
    }

    #[test]
    fn a_bound_serves_where_nothing_is_exact() {
        let lines = ["info depth 9 score cp 31 lowerbound pv e2e4 e7e5"];
        let line = found(&lines, 1, "e2e4").unwrap().lines.remove(0);
        assert!(!line.exact);
        assert_eq!((line.score, line.moves.len()), (Score::Centipawns(31), 2));
        let other = found(&lines, 1, "d2d4").unwrap();
        assert_eq!(
            other.best,
            Some(mv("d2d4")),
            "a bound's line proves nothing"
        );
        assert_eq!(other.lines[0].moves, [mv("d2d4")]);
        assert_eq!(found(&lines, 1, "(none)").unwrap().best, Some(mv("e2e4")));
    }

    #[test]
    fn scores_that_cannot_be_are_not_used() {
        assert_eq!(found(&[], 1, "e2e4"), None);
        assert_eq!(found(&["info score cp 5 pv e2e4"], 1, "e2e4"), None);
        assert_eq!(found(&["info depth 5 pv e2e4"], 1, "e2e4"), None);
        assert_eq!(
            found(&["info depth 5 score mate 247 pv e2e4"], 1, "e2e4"),
            None
        );
        assert_eq!(
            found(&["info depth 5 score cp 1 multipv 2 pv e2e4"], 2, "e2e4"),
            None
        );
        assert_eq!(
            found(&["info depth 5 score cp 1 multipv 0 pv e2e4"], 2, "e2e4"),
            None
        );
        let mate = found(&["info depth 5 score mate -246 pv e2e4"], 1, "e2e4").unwrap();
        assert_eq!(mate.lines[0].score, Score::Mate(-246));
    }

    #[test]
    fn illegal_moves_cut_a_line_and_the_answer_stands_in() {
        let cut = found(&["info depth 5 score cp 1 pv e2e4 e2e4 e7e5"], 1, "e2e4").unwrap();
        assert_eq!(cut.lines[0].moves, [mv("e2e4")]);
        let none = found(&["info depth 5 score cp 1 pv a1a5"], 1, "d2d4").unwrap();
        assert_eq!(none.lines[0].moves, [mv("d2d4")]);
        let nothing = found(&["info depth 5 score cp 1"], 1, "NULL").unwrap();
        assert_eq!((nothing.best, nothing.lines[0].moves.len()), (None, 0));
    }

    #[test]
    fn several_lines_begin_differently() {
        let lines = [
            "info depth 5 multipv 1 score cp 30 pv e2e4",
            "info depth 5 multipv 2 score cp 20 pv d2d4",
            "info depth 5 multipv 3 score cp 10 pv c2c4",
            "info depth 6 multipv 1 score cp 25 pv d2d4",
        ];
        let heads = |wanted| {
            let found = found(&lines, wanted, "d2d4").unwrap();
            let heads = found.lines.iter().map(|line| line.moves[0]);
            heads.collect::<Vec<Move>>()
        };
        assert_eq!(heads(3), [mv("d2d4"), mv("c2c4")]);
        assert_eq!(heads(1), [mv("d2d4")]);
    }
}
