//! `--material`: what men the sides have, as endgame tables name it: `KRPvKR`.
//!
//! Each side is its king `K` and its other men, `Q R B N P`, in any order; a letter as often as there are
//! such men. `+` after a letter means that there may be more of them, `*` any number, none included: `KRP+vKR`
//! is a rook and one pawn or more against a rook.
//!
//! Either colour may have the first side; with `w:` before it, White has it, with `b:`, Black.
//!
//! A game is met when the material has stood for two plies one after the other: what is there only
//! between a capture and the recapture is no ending.

use crate::chess::{Board, Color, Position, Role};
use crate::export::filter::fault::Fault;

/// Plies that the material must stand.
const PLIES: u8 = 2;

/// The men that are not kings, as they are counted.
const COUNTED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// Men of both sides that are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    sides: [Side; 2],
    /// Who has the first side; both are tried without.
    first: Option<Color>,
    /// How many men both have together, kings included.
    least: u32,
    most: u32,
}

/// The least and the greatest number of each of the [`COUNTED`] men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Side {
    least: [u8; 5],
    more: [bool; 5],
}

impl Side {
    /// The squares of a board have room for so many.
    const MANY: u32 = 64;

    fn least(&self) -> u32 {
        1 + self
            .least
            .iter()
            .map(|count| u32::from(*count))
            .sum::<u32>()
    }

    fn most(&self) -> u32 {
        if self.more.contains(&true) {
            Side::MANY
        } else {
            self.least()
        }
    }

    fn matches(&self, board: &Board, color: Color) -> bool {
        let kinds = COUNTED.iter().zip(self.least).zip(self.more);
        kinds.into_iter().all(|((role, least), more)| {
            let count = board.of(color, *role).count();
            count == u32::from(least) || more && count > u32::from(least)
        })
    }

    /// Reads a side that starts at byte `start` of `text`.
    fn read(text: &str, start: usize, side: &str) -> Result<Side, Fault> {
        let fault = |at: usize, length: usize, message: String| {
            Fault::new(text, start + at..start + at + length, message)
        };
        if !side.starts_with('K') {
            let message = "a side begins with its king, `K`".to_owned();
            return Err(fault(
                0,
                side.chars().next().map_or(0, char::len_utf8),
                message,
            ));
        }
        let mut read = Side::default();
        // Which man a sign would mean.
        let mut last = None;
        for (at, letter) in side.char_indices().skip(1) {
            let role = u8::try_from(letter).ok().and_then(Role::from_letter);
            let counted = role.and_then(|role| COUNTED.iter().position(|each| *each == role));
            match (letter, counted) {
                (_, Some(kind)) => {
                    read.least[kind] += 1;
                    let men = read.least();
                    if men > 16 || role == Some(Role::Pawn) && read.least[kind] > 8 {
                        let message = "a side has at most 16 men, 8 of them pawns".to_owned();
                        return Err(fault(at, 1, message));
                    }
                    last = Some(kind);
                }
                ('+' | '*', None) => {
                    let Some(kind) = last.take() else {
                        let message = format!("`{letter}` must follow a man other than the king");
                        return Err(fault(at, 1, message));
                    };
                    read.more[kind] = true;
                    if letter == '*' {
                        read.least[kind] -= 1;
                    }
                }
                ('K', None) => return Err(fault(at, 1, "a side has one king".to_owned())),
                _ => {
                    let message = format!("`{letter}` is none of the men `Q R B N P`");
                    return Err(fault(at, letter.len_utf8(), message));
                }
            }
        }
        Ok(read)
    }
}

impl Material {
    /// Reads material.
    ///
    /// ```
    /// use chesstool::export::filter::Material;
    ///
    /// assert!(Material::parse("KRPvKR").is_ok());
    /// assert_eq!(Material::parse("KRPxKR").unwrap_err().offset(), 3);
    /// ```
    ///
    /// # Errors
    ///
    /// What is not two sides with `v` between them, each with one king and no more men than there can be.
    pub fn parse(text: &str) -> Result<Material, Fault> {
        let (first, start) = match text.as_bytes() {
            [b'w', b':', ..] => (Some(Color::White), 2),
            [b'b', b':', ..] => (Some(Color::Black), 2),
            _ => (None, 0),
        };
        let sides = &text[start..];
        let (one, other) = match sides.split_once('v') {
            Some((one, other)) => (one, Some((start + one.len() + 1, other))),
            None => (sides, None),
        };
        let one = Side::read(text, start, one)?;
        let Some((start, other)) = other else {
            let end = text.len();
            let message = "`v` and the other side are missing: `KRPvKR`";
            return Err(Fault::new(text, end..end, message));
        };
        let other = Side::read(text, start, other)?;
        Ok(Material {
            first,
            least: one.least() + other.least(),
            most: one.most() + other.most(),
            sides: [one, other],
        })
    }

    /// Whether the men of a board are these.
    #[must_use]
    #[inline]
    pub fn matches(&self, board: &Board) -> bool {
        let men = board.occupied().count();
        (self.least..=self.most).contains(&men) && self.match_sides(board)
    }

    fn match_sides(&self, board: &Board) -> bool {
        let [one, other] = &self.sides;
        let with = |color: Color| one.matches(board, color) && other.matches(board, color.other());
        match self.first {
            Some(color) => with(color),
            None => with(Color::White) || with(Color::Black),
        }
    }

    /// Watches for the material in one game.
    #[must_use]
    pub fn tracker(&self) -> Tracker<'_> {
        Tracker {
            material: self,
            plies: 0,
        }
    }
}

/// Watches for material in the positions of a game, one after the other.
#[derive(Clone, Debug)]
pub struct Tracker<'m> {
    material: &'m Material,
    /// For how many plies it has stood; once enough, it stays so.
    plies: u8,
}

impl Tracker<'_> {
    /// Takes the next position of the game; the first is that before the first move.
    #[inline]
    pub fn see(&mut self, position: &Position) {
        if self.is_met() {
            return;
        }
        self.plies = if self.material.matches(position.board()) {
            self.plies + 1
        } else {
            0
        };
    }

    /// Whether the material has stood for two plies.
    #[must_use]
    #[inline]
    pub const fn is_met(&self) -> bool {
        self.plies >= PLIES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    fn position(board: &str) -> Position {
        Position::from_fen(&format!("{board} w - - 0 1"), CastlingMode::Standard).unwrap()
    }

    #[test]
    fn material_of_boards() {
        let white = "3k4/8/8/8/2r5/8/4P3/3KR3";
        let black = "3kr3/4p3/8/2R5/8/8/8/3K4";
        for (text, expected) in [
            ("KRPvKR", (true, true)),
            ("KRvKPR", (true, true)),
            ("w:KRPvKR", (true, false)),
            ("b:KRPvKR", (false, true)),
            ("w:KRvKRP", (false, true)),
            ("KRvKR", (false, false)),
            ("KRPvKRP", (false, false)),
            ("KRP+vKR", (true, true)),
            ("KRPP*vKR", (true, true)),
            ("KRP*vKRP*", (true, true)),
            ("KRPP+vKR", (false, false)),
            ("w:KR+P*vKQ*R", (true, false)),
            ("KQ*R*B*N*P*vK", (false, false)),
            ("w:KQ*R*B*N*P*vKR", (true, false)),
        ] {
            let material = Material::parse(text).unwrap_or_else(|fault| panic!("{fault}"));
            let of = |board: &str| material.matches(position(board).board());
            assert_eq!((of(white), of(black)), expected, "{text}");
        }
        let all = Material::parse("KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP").unwrap();
        assert!(all.matches(Position::start().board()));
    }

    #[test]
    fn it_must_stand_for_two_plies() {
        let material = Material::parse("KRvK").unwrap();
        let (yes, no) = (
            position("3k4/8/8/8/8/8/8/3KR3"),
            position("3k4/8/8/8/8/8/4p3/3KR3"),
        );
        for (plies, expected) in [
            (vec![&yes], false),
            (vec![&yes, &no, &yes, &no], false),
            (vec![&no, &yes, &yes], true),
            (vec![&yes, &yes, &no, &no], true),
        ] {
            let mut tracker = material.tracker();
            for ply in plies {
                tracker.see(ply);
            }
            assert_eq!(tracker.is_met(), expected);
        }
    }

    #[test]
    fn refused_with_its_place() {
        for (text, at, message) in [
            ("", 0, "a side begins with its king"),
            ("RvK", 0, "a side begins with its king"),
            ("KRvR", 3, "a side begins with its king"),
            ("KRv", 3, "a side begins with its king"),
            ("KR", 2, "`v` and the other side are missing"),
            ("w:KRKvK", 4, "a side has one king"),
            ("KRxvK", 2, "`x` is none of the men"),
            ("KRvKv", 4, "`v` is none of the men"),
            ("KrvK", 1, "`r` is none of the men"),
            ("KRéK", 2, "`é` is none of the men"),
            ("K+vK", 1, "`+` must follow a man"),
            ("KR+*vK", 3, "`*` must follow a man"),
            ("KvKPPPPPPPPP", 11, "a side has at most 16 men"),
            ("x:KvK", 0, "a side begins with its king"),
        ] {
            let fault = Material::parse(text).unwrap_err();
            assert!(
                fault.message().starts_with(message),
                "{text}: {}",
                fault.message()
            );
            assert_eq!(fault.offset(), at, "{text}\n{fault}");
        }
    }
}
