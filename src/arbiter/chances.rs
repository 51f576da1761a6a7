//! Who can still mate in a position, and since when nobody can.

use crate::arbiter::dead::{self, Proof, Winnability};
use crate::chess::{Bitboard, Color, Move, Position, Role};

/// Whether a side can mate by some series of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// It can: it has mated, or a line that mates was found.
    Yes,
    /// Nothing speaks against it; not proven.
    Open,
    /// Not found out: a search of so many nodes has given no answer.
    Undetermined(u64),
    /// It cannot.
    No(Proof),
}

impl Chance {
    /// Whether it is proven that the side cannot mate.
    #[must_use]
    pub const fn is_no(self) -> bool {
        matches!(self, Chance::No(_))
    }

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Chance::Yes => "yes",
            Chance::Open => "open",
            Chance::Undetermined(_) => "undetermined",
            Chance::No(_) => "no",
        }
    }
}

/// How long to look for a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Nodes of a search.
    pub budget: u64,
    /// Search every position, not only those in which a mate is in doubt.
    pub always: bool,
}

/// Whether `color` can mate, as far as a microsecond tells.
#[must_use]
pub fn glance(position: &Position, color: Color) -> Chance {
    dead::quick(position, color).map_or(Chance::Open, Chance::No)
}

/// Whether `color` can mate, with a search where that is wanted or in doubt.
#[must_use]
pub fn look(position: &Position, color: Color, effort: Effort) -> Chance {
    let seen = glance(position, color);
    if seen.is_no() || !(effort.always || is_doubtful(position, color)) {
        return seen;
    }
    search(position, color, effort.budget)
}

fn search(position: &Position, color: Color, budget: u64) -> Chance {
    match dead::full(position, color, budget) {
        Winnability::Winnable(_) => Chance::Yes,
        Winnability::Unwinnable(proof) => Chance::No(proof),
        Winnability::Undetermined(nodes) => Chance::Undetermined(nodes),
    }
}

/// Whether it may be that `color` cannot mate, for the last positions of games: a test of some nanoseconds, a
/// [`glance`] where it leaves a doubt, and if wanted a search where he has one minor piece only. [`look`] sees more.
#[must_use]
pub fn peek(position: &Position, color: Color, budget: Option<u64>) -> Chance {
    let own = position.board().of_color(color);
    let few = position.board().occupied().count() <= 8;
    let forced = || (few || position.in_check()) && position.count_moves() <= 1;
    if !(is_doubtful(position, color) || forced()) {
        return Chance::Open;
    }
    let chance = glance(position, color);
    match budget {
        Some(budget) if chance == Chance::Open && own.count() <= 2 => {
            search(position, color, budget)
        }
        _ => chance,
    }
}

/// Whether it needs a closer look if `color` can mate: he has one minor piece only; or there are but pawns and
/// bishops, pawns block each other, and hardly a move is left or no pawn has a file for itself. Other positions
/// of games as they are played can be won, or it is seen at a glance that they cannot.
fn is_doubtful(position: &Position, color: Color) -> bool {
    let board = position.board();
    let own = board.of_color(color) & !board.of_role(Role::King);
    let pieces = board.orthogonal_sliders() | board.of_role(Role::Knight);
    let pawns = board.of_role(Role::Pawn);
    if (own & (pawns | board.orthogonal_sliders())).is_empty() {
        return !own.many();
    }
    if pieces.any() {
        return false;
    }
    let white = board.of(Color::White, Role::Pawn);
    let black = board.of(Color::Black, Role::Pawn);
    let rams = Bitboard(white.0 << 8) & black;
    rams.any() && ((rams.many() && files(white) == files(black)) || position.count_moves() <= 2)
}

/// The files on which there is one of `men`, a bit each.
const fn files(men: Bitboard) -> u8 {
    let halves = men.0 | men.0 >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as u8
}

/// The first ply after which nobody could mate, given that nobody can after the last of `moves`.
///
/// Who can mate after a move could do so before it, so that it is found by halves, from the end on: games rarely go on
/// for long. What is proven of a ply holds for all behind it, also where it is too hard to prove there.
#[must_use]
pub fn dead_since(start: &Position, moves: &[Move], effort: Effort) -> u32 {
    let mut positions = Vec::with_capacity(moves.len());
    let mut position = *start;
    for mv in moves {
        positions.push(position);
        position.play(*mv);
    }
    first_of_the_last(positions.len(), |ply| is_dead(&positions[ply], effort)) as u32
}

/// The least number, of those below `end`, from which on all fulfil `holds`; `end` if the last one does not. It is asked
/// of few of them: if it holds for one, it does for all behind it.
fn first_of_the_last(end: usize, mut holds: impl FnMut(usize) -> bool) -> usize {
    let mut first = end;
    let mut step = 1;
    // Everything up to here, and no more, may not fulfil it.
    let mut open = loop {
        let Some(next) = first.checked_sub(step) else {
            break 0;
        };
        if !holds(next) {
            break next + 1;
        }
        first = next;
        step *= 2;
    };
    while open < first {
        let middle = open + (first - open) / 2;
        if holds(middle) {
            first = middle;
        } else {
            open = middle + 1;
        }
    }
    first
}

/// Whether it is proven that nobody can mate.
fn is_dead(position: &Position, effort: Effort) -> bool {
    // Where one of the two is not searched for, it need not be known of the other one.
    let may_not = |color| {
        let searched = effort.always || is_doubtful(position, color);
        searched || glance(position, color).is_no()
    };
    let unwinnable = |color| look(position, color, effort).is_no();
    Color::ALL.into_iter().all(may_not) && Color::ALL.into_iter().all(unwinnable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_those_at_the_end() {
        for end in 0..40 {
            for first in 0..=end {
                let mut asked = 0;
                let found = first_of_the_last(end, |number| {
                    asked += 1;
                    number >= first
                });
                assert_eq!(found, first, "of {end}");
                assert!(asked <= 11, "{asked} of {end}");
            }
        }
    }
}
