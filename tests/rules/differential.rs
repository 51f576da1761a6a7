//! Random positions, each compared with shakmaty and cozy-chess: out of games from all kinds of starts,
//! and out of random men on random squares.

use std::fmt;

use chesstool::chess::keyed::Keyed;
use chesstool::chess::{Move, Position};
use shakmaty::{Chess, Position as _};

use crate::oracles::{
    compare_with_cozy, compare_with_itself, compare_with_shakmaty, cozy_plain, in_cozy,
    in_shakmaty, plain, shakmaty_plain,
};
use crate::random::{Random, Start, random_setup};

/// How many positions were compared, and how many an oracle would not read.
#[derive(Default)]
struct Tally {
    from_games: usize,
    from_setups: usize,
    moves: usize,
    checks: usize,
    ends: usize,
    castling: usize,
    en_passant: usize,
    promotions: usize,
    refused_by_shakmaty: usize,
    refused_by_cozy: usize,
}

impl Tally {
    fn positions(&self) -> usize {
        self.from_games + self.from_setups
    }

    fn see(&mut self, position: &Position) {
        let moves = position.legal_moves();
        let ends = |promotion: &Move| promotion.promoted().is_some();
        self.moves += moves.len();
        self.checks += usize::from(position.in_check());
        self.ends += usize::from(moves.is_empty());
        self.castling += usize::from(position.castling().any());
        self.en_passant += usize::from(position.en_passant().is_some());
        self.promotions += usize::from(moves.iter().any(ends));
    }

    /// Enough of everything, and hardly a position that only one oracle has seen.
    fn check(&self, positions: usize) {
        assert!(self.positions() >= positions, "{self}");
        for seen in [self.checks, self.castling, self.en_passant, self.promotions] {
            assert!(seen * 100 > positions, "{self}");
        }
        assert!(self.ends * 1_000 > positions, "{self}");
        assert!(self.refused_by_shakmaty * 1_000 < positions, "{self}");
        assert!(self.refused_by_cozy * 20 < positions, "{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions of games and {} of setups compared, {} moves; {} in check, {} at the end, \
             {} with castling rights, {} with en passant, {} with promotions; \
             {} not read by shakmaty, {} not by cozy-chess",
            self.from_games,
            self.from_setups,
            self.moves,
            self.checks,
            self.ends,
            self.castling,
            self.en_passant,
            self.promotions,
            self.refused_by_shakmaty,
            self.refused_by_cozy
        )
    }
}

/// The same game in three engines.
struct Trio {
    ours: Keyed,
    shakmaty: Option<Chess>,
    cozy: Option<cozy_chess::Board>,
}

impl Trio {
    fn of(position: Position) -> Trio {
        Trio {
            ours: Keyed::from(position),
            shakmaty: in_shakmaty(&position),
            cozy: in_cozy(&position),
        }
    }

    fn compare(&self, random: &mut Random, tally: &mut Tally) {
        let ours = self.ours.position();
        tally.see(ours);
        compare_with_itself(ours, random);
        match &self.shakmaty {
            Some(theirs) => compare_with_shakmaty(ours, theirs),
            None => tally.refused_by_shakmaty += 1,
        }
        match &self.cozy {
            Some(theirs) => compare_with_cozy(ours, theirs),
            None => tally.refused_by_cozy += 1,
        }
    }

    /// Plays a move in all three, each finding it in its own list.
    fn play(&mut self, mv: Move) {
        self.ours.play(mv);
        if let Some(theirs) = &mut self.shakmaty {
            let moves = theirs.legal_moves();
            let same = |theirs: &&shakmaty::Move| shakmaty_plain(**theirs) == plain(mv);
            theirs.play_unchecked(*moves.iter().find(same).unwrap());
        }
        if let Some(theirs) = &mut self.cozy {
            let mut found = None;
            theirs.generate_moves(|moves| {
                found = moves
                    .into_iter()
                    .find(|&same| cozy_plain(same) == plain(mv));
                found.is_some()
            });
            theirs.play_unchecked(found.unwrap());
        }
    }

    /// Plays a random move; false at the game's end.
    fn play_random(&mut self, random: &mut Random) -> bool {
        let moves = self.ours.position().legal_moves();
        if moves.is_empty() {
            return false;
        }
        self.play(moves[random.below(moves.len())]);
        true
    }
}

/// Compares at least `positions` positions: three of five in games, two in setups and soon after.
fn compare(positions: usize, seed: u64) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    let mut starts = Start::ALL.into_iter().cycle();
    while tally.from_games * 5 < positions * 3 {
        let start = starts.next().unwrap().position(&mut random);
        let mut trio = Trio::of(start);
        for _ in 0..150 {
            trio.compare(&mut random, &mut tally);
            tally.from_games += 1;
            if !trio.play_random(&mut random) {
                break;
            }
        }
    }
    while tally.positions() < positions {
        let mut trio = Trio::of(random_setup(&mut random));
        for _ in 0..3 {
            trio.compare(&mut random, &mut tally);
            tally.from_setups += 1;
            if !trio.play_random(&mut random) {
                break;
            }
        }
    }
    tally
}

#[test]
fn random_positions_agree_with_two_engines() {
    compare(4_000, 1).check(4_000);
}

#[test]
#[ignore = "a minute; run by .ci/run"]
fn two_hundred_thousand_random_positions_agree_with_two_engines() {
    let tally = compare(200_000, 2);
    println!("{tally}");
    tally.check(200_000);
}
