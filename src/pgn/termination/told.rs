//! Ends on the board as the tag `Termination` tells them: `won by checkmate`, `Game drawn by repetition`.

/// An end that the board must show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Somebody is mated.
    Checkmate,
    /// The side to move has no move.
    Stalemate,
    /// A position came three times.
    Threefold,
    /// A position came five times.
    Fivefold,
    /// 50 moves of each player without a capture or a pawn move.
    FiftyMoves,
    /// 75 moves of each player without a capture or a pawn move.
    SeventyFiveMoves,
    /// Too few men to mate, by whatever count and of whichever side: servers draw games that FIDE would let go on, and
    /// write the same where the flag of a player falls against a bare king.
    FewMen,
}

impl Told {
    /// Reads the tag's value, in which no winner's name is left; `None` also where it tells of several ends.
    #[must_use]
    pub fn of(value: &str) -> Option<Told> {
        let words: [(&[&str], Told); 7] = [
            (&["checkmate"], Told::Checkmate),
            (&["stalemate"], Told::Stalemate),
            (&["fivefold", "five-fold", "5-fold"], Told::Fivefold),
            (
                &["repetition", "threefold", "three-fold", "3-fold"],
                Told::Threefold,
            ),
            (
                &["50 move", "50-move", "fifty move", "fifty-move"],
                Told::FiftyMoves,
            ),
            (
                &[
                    "75 move",
                    "75-move",
                    "seventy-five move",
                    "seventy-five-move",
                ],
                Told::SeventyFiveMoves,
            ),
            (
                &["insufficient material", "insufficient mating material"],
                Told::FewMen,
            ),
        ];
        let has = |names: &[&str]| names.iter().any(|name| value.contains(name));
        let mut told = words
            .into_iter()
            .filter(|(names, _)| has(names))
            .map(|(_, told)| told);
        match (told.next(), told.next(), told.next()) {
            (Some(Told::Fivefold), Some(Told::Threefold), None) => Some(Told::Fivefold),
            (first, None, _) => first,
            _ => None,
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Told::Checkmate => "checkmate",
            Told::Stalemate => "stalemate",
            Told::Threefold => "repetition",
            Told::Fivefold => "fivefold repetition",
            Told::FiftyMoves => "50 moves",
            Told::SeventyFiveMoves => "75 moves",
            Told::FewMen => "insufficient material",
        }
    }

    /// A stable name for that the moves do not show it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Told::Checkmate => "no_checkmate",
            Told::Stalemate => "no_stalemate",
            Told::Threefold => "no_threefold_repetition",
            Told::Fivefold => "no_fivefold_repetition",
            Told::FiftyMoves => "no_fifty_moves",
            Told::SeventyFiveMoves => "no_seventy_five_moves",
            Told::FewMen => "no_insufficient_material",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_servers_and_programs() {
        for (value, told) in [
            ("by checkmate", Some(Told::Checkmate)),
            ("win by checkmate", Some(Told::Checkmate)),
            ("by stalemate", Some(Told::Stalemate)),
            ("game drawn by repetition", Some(Told::Threefold)),
            ("3-fold rep", Some(Told::Threefold)),
            ("fivefold repetition", Some(Told::Fivefold)),
            ("50-move rule", Some(Told::FiftyMoves)),
            ("fifty move rule", Some(Told::FiftyMoves)),
            ("75-move rule", Some(Told::SeventyFiveMoves)),
            ("insufficient material", Some(Told::FewMen)),
            ("repetition or 50-move rule", None),
            ("mate in 3", None),
            ("gui tb mate in 9", None),
            ("normal", None),
        ] {
            assert_eq!(Told::of(value), told, "{value}");
        }
    }
}
