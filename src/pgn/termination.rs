//! The tag `Termination`: the standard's words (PGN 9.8.1), and those of servers and programs.

mod told;

pub use told::Told;

/// How a game ended, as its tag says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// Nothing is said, or nothing that is understood.
    Untold,
    /// In a normal way.
    Normal,
    /// A player resigned.
    Resignation,
    /// A flag fell.
    TimeForfeit,
    /// A player broke the rules.
    RulesInfraction,
    /// The players agreed.
    Agreement,
    /// Somebody decided.
    Adjudication,
    /// A player left.
    Abandoned,
    /// A player died.
    Death,
    /// Something happened that was no part of the game.
    Emergency,
    /// The game is not over.
    Unterminated,
    /// The board shows how.
    OnBoard(Told),
}

impl Termination {
    /// Reads the tag's value.
    #[must_use]
    pub fn of(value: &str) -> Termination {
        let value = value.trim().to_ascii_lowercase();
        // Servers begin with the winner's name, which may be any word.
        let value = [" won ", " drew "]
            .into_iter()
            .find_map(|verb| value.rsplit_once(verb))
            .map_or(value.clone(), |(_, how)| how.to_owned());
        match value.as_str() {
            "normal" => return Termination::Normal,
            "death" => return Termination::Death,
            "emergency" => return Termination::Emergency,
            _ => {}
        }
        // The more telling words first: `white forfeits on time`, `game abandoned by agreement`.
        let words: [(&[&str], Termination); 8] = [
            (&["unterminated"], Termination::Unterminated),
            (
                &[
                    "time forfeit",
                    "on time",
                    "timeout",
                    "time out",
                    "out of time",
                ],
                Termination::TimeForfeit,
            ),
            (
                &["rules infraction", "illegal move", "illegal-move"],
                Termination::RulesInfraction,
            ),
            (&["resign"], Termination::Resignation),
            (
                &["abandon", "disconnect", "stalled"],
                Termination::Abandoned,
            ),
            (&["adjudicat"], Termination::Adjudication),
            (&["agree"], Termination::Agreement),
            (&["emergency"], Termination::Emergency),
        ];
        let has = |names: &[&str]| names.iter().any(|name| value.contains(name));
        words
            .into_iter()
            .find(|(names, _)| has(names))
            .map(|(_, termination)| termination)
            .or_else(|| Told::of(&value).map(Termination::OnBoard))
            .unwrap_or(Termination::Untold)
    }

    /// Whether the value says nothing, so that another one may take its place.
    #[must_use]
    pub fn is_blank(value: &[u8]) -> bool {
        matches!(value.trim_ascii(), b"" | b"?" | b"-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_standard_and_of_servers() {
        for (value, termination) in [
            ("", Termination::Untold),
            ("?", Termination::Untold),
            ("Normal", Termination::Normal),
            ("time forfeit", Termination::TimeForfeit),
            ("Time forfeit", Termination::TimeForfeit),
            ("magnus won on time", Termination::TimeForfeit),
            ("magnus won by resignation", Termination::Resignation),
            ("Game drawn by agreement", Termination::Agreement),
            (
                "Game drawn by timeout vs insufficient material",
                Termination::TimeForfeit,
            ),
            ("rules infraction", Termination::RulesInfraction),
            ("illegal move", Termination::RulesInfraction),
            ("adjudication", Termination::Adjudication),
            ("magnus won - game abandoned", Termination::Abandoned),
            ("stalled connection", Termination::Abandoned),
            ("unterminated", Termination::Unterminated),
            ("death", Termination::Death),
            ("Emergency", Termination::Emergency),
            (
                "magnus won by checkmate",
                Termination::OnBoard(Told::Checkmate),
            ),
            (
                "Game drawn by insufficient material",
                Termination::OnBoard(Told::FewMen),
            ),
            ("mate in 3", Termination::Untold),
            ("timeouter won by resignation", Termination::Resignation),
            (
                "agreeable won by checkmate",
                Termination::OnBoard(Told::Checkmate),
            ),
            ("timeout_bob drew by agreement", Termination::Agreement),
        ] {
            assert_eq!(Termination::of(value), termination, "{value}");
        }
    }
}
