//! Whether a mate is thinkable where men can only stand on certain squares.

use arrayvec::ArrayVec;

use crate::arbiter::dead::fixed::around;
use crate::arbiter::dead::walls::{MOST_MEN, Man, Walls, each};

/// A man of the winner, and what he attacks.
struct Attacker {
    man: Man,
    /// From any of his squares.
    all: u64,
    /// What the others attack from any of theirs.
    others: u64,
}

impl Walls {
    /// Whether there is a square on which the winner could mate.
    ///
    /// In a mate some man gives check from a square of his set. He has just moved, or is a slider whose line has
    /// just been opened. Each square to which the king might go is attacked, by that man from where he
    /// stands, by another from some square of his, by the king from some square of his, or is held by a man of
    /// the mated side, a different one for each square. Men who never move and are never captured close
    /// lines; the mated king does not.
    pub(super) fn is_thinkable(&self) -> bool {
        let region = self.of_king(self.winner.other());
        let obstacles = self.steady & !region;
        let mut attackers: ArrayVec<Attacker, MOST_MEN> = self
            .fighters(self.winner)
            .map(|man| Attacker {
                man: *man,
                all: each(man.reach).fold(0, |set, from| set | man.attacks(from, obstacles)),
                others: 0,
            })
            .collect();
        for index in 0..attackers.len() {
            let others = attackers
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            attackers[index].others = others.fold(0, |set, (_, other)| set | other.all);
        }
        let checking = |attacker: &&Attacker| attacker.man.moves() || attacker.man.slides();
        let checked = attackers
            .iter()
            .filter(checking)
            .fold(0, |set, other| set | other.all);
        let covered = attackers.iter().fold(0, |set, attacker| set | attacker.all);
        let blockers: ArrayVec<u64, MOST_MEN> = self
            .fighters(self.winner.other())
            .map(|man| man.reach)
            .collect();
        let king = self.of_king(self.winner);
        each(region & checked).any(|square| {
            let near = around(square);
            let open = near & region;
            let places = king & !near & !square & around(near);
            // Any place farther away is as good as none.
            each(places).chain([0]).any(|king| {
                let held = if king == 0 { 0 } else { around(king) };
                can_fill(&blockers, open & !covered & !held)
                    && attackers.iter().filter(checking).any(|attacker| {
                        attacker.all & square != 0
                            && each(attacker.man.reach & !square & !king).any(|from| {
                                let attacks = attacker.man.attacks(from, obstacles);
                                let rest = open & !attacks & !attacker.others & !held;
                                attacks & square != 0
                                    && rest & from == 0
                                    && can_fill(&blockers, rest)
                            })
                    })
            })
        })
    }
}

/// Whether different men, each with his own set, can stand on all of the squares.
fn can_fill(men: &[u64], squares: u64) -> bool {
    if squares.count_ones() as usize > men.len() {
        return false;
    }
    let mut holders = [0; MOST_MEN];
    each(squares).all(|square| place(men, &mut holders, square, &mut 0))
}

/// Finds a man for a square, moving others to other squares if need be.
fn place(men: &[u64], holders: &mut [u64; MOST_MEN], square: u64, tried: &mut u32) -> bool {
    for (index, reach) in men.iter().enumerate() {
        if reach & square == 0 || *tried >> index & 1 != 0 {
            continue;
        }
        *tried |= 1 << index;
        if holders[index] == 0 || place(men, holders, holders[index], tried) {
            holders[index] = square;
            return true;
        }
    }
    false
}
