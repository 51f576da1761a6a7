//! King moves after which the other side has no move.

use crate::arbiter::dead::fixed::around;
use crate::arbiter::dead::walls::rules::between;
use crate::arbiter::dead::walls::{Man, Walls, each};
use crate::chess::{Bitboard, Role};

impl Walls {
    /// Whether a king's step from one of `sources` to `to` ends the game, and not by the winner's mate, wherever
    /// the other king may be.
    ///
    /// The position before the step keeps to the sets, so each man of the other side stands where he always
    /// stood or is gone, if his set says so, and his king is on a square of his own set. What is looked at is the
    /// position after it: nobody but the moved king has another place, and the man on `to` is gone. There the
    /// other men are shut in by men who always stand where they are, or by the moved king, and the other king
    /// finds each square around him attacked by a man who always attacks it, held by such a man of his own, or
    /// beside the moved king. This is mate or stalemate; it could be the winner's mate only if the
    /// winner's king has opened a line, so that is left alone where a line may be opened.
    pub(super) fn ends_game(&self, king: &Man, sources: u64, to: u64) -> bool {
        let other = king.color.other();
        let places = self.of_king(other) & !around(to) & !to;
        if places.count_ones() > 4 || self.fighters(other).any(Man::moves) {
            return false;
        }
        // The line leads from the other king over the square that is left to a man who slides.
        let lasting = self.steady & !to & !sources;
        let opens = |man: &Man| {
            man.slides()
                && each(man.reach).any(|from| {
                    let attacked = man.attacks(from, lasting) & places;
                    each(attacked).any(|place| between(from, place) & sources != 0)
                })
        };
        if king.color == self.winner && self.fighters(king.color).any(opens) {
            return false;
        }
        let own = self
            .fighters(other)
            .filter(|man| !man.taken && !man.moves());
        let held = own.fold(0, |set, man| set | man.origin) & !to;
        if !self
            .fighters(other)
            .all(|man| self.is_shut_in(man, held, to))
        {
            return false;
        }
        let attacked = self.attacked_beside(king, to) | around(to) | to;
        each(places).all(|place| around(place) & !held & !attacked == 0)
    }

    /// Whether a man who always stood where he stands cannot leave it once the other king stands on `to`.
    fn is_shut_in(&self, man: &Man, held: u64, to: u64) -> bool {
        if man.role != Role::Pawn {
            let king = self
                .men()
                .iter()
                .find(|king| king.color == man.color && king.is_king());
            let king = king
                .filter(|king| !king.moves())
                .map_or(0, |king| king.origin);
            return man.steps() & !held & !to & !king == 0;
        }
        // Captures are seen by the set: whoever may stand where a pawn captures is prey.
        let front = match man.color {
            crate::chess::Color::White => man.origin << 8,
            crate::chess::Color::Black => man.origin >> 8,
        };
        let enemies = self
            .fighters(man.color.other())
            .filter(|enemy| !enemy.moves() && !enemy.taken);
        let standing = enemies.fold(held | to, |set, enemy| set | enemy.origin);
        let prey = self
            .fighters(man.color.other())
            .fold(0, |set, enemy| set | enemy.reach);
        front & !standing == 0 && man.attacks(man.origin, 0) & prey == 0
    }

    /// What the men of a king's colour always attack, with that king on `to` as one more obstacle.
    fn attacked_beside(&self, king: &Man, to: u64) -> u64 {
        let men = self
            .fighters(king.color.other())
            .chain(self.fighters(king.color));
        let obstacles = men.fold(to, |set, man| set | man.reach);
        let lasting = self
            .fighters(king.color)
            .filter(|man| !man.taken && !man.promotes && Bitboard(man.reach).count() <= 4);
        lasting.fold(0, |set, man| {
            set | each(man.reach).fold(!0, |always, from| {
                always & man.attacks(from, obstacles & !from)
            })
        })
    }
}
