//! Move numbers, values and judgements in words and signs, as the page writes them.

use std::fmt;

use crate::annotate::outcome::{Eval, Judgement};

/// How the plies of a game are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    first: u32,
    black_begins: bool,
}

impl Numbering {
    /// The numbering of a game that begins with this position; `None` is the usual start.
    pub(super) fn from_start(fen: Option<&str>) -> Numbering {
        let mut fields = fen.unwrap_or_default().split_ascii_whitespace().skip(1);
        let black_begins = fields.next() == Some("b");
        let first = fields.nth(3).and_then(|text| text.parse().ok());
        Numbering {
            first: first.unwrap_or(1),
            black_begins,
        }
    }

    /// Whether the ply of this index, from 0, is White's.
    pub(super) fn is_white(self, index: usize) -> bool {
        index.is_multiple_of(2) != self.black_begins
    }

    /// The number of the move that the ply of this index belongs to.
    pub(super) fn number(self, index: usize) -> u32 {
        let moves = index.div_euclid(2) + usize::from(self.black_begins && index % 2 == 1);
        self.first
            .saturating_add(u32::try_from(moves).unwrap_or(u32::MAX))
    }

    /// `14.` or `14...`
    pub(super) fn label(self, index: usize) -> String {
        let dots = if self.is_white(index) { "." } else { "..." };
        format!("{}{dots}", self.number(index))
    }
}

/// A value as people read it: `+0.35`, `−1.20`, `#5`, `#−3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score(pub(super) Eval);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Eval::Cp(cp) => {
                let sign = match cp {
                    0 => "",
                    1.. => "+",
                    _ => "−",
                };
                let cp = cp.unsigned_abs();
                write!(f, "{sign}{}.{:02}", cp / 100, cp % 100)
            }
            Eval::Mate(moves) => {
                let sign = if moves < 0 { "−" } else { "" };
                write!(f, "#{sign}{}", moves.unsigned_abs())
            }
        }
    }
}

/// As much of a PGN date as is known: `1858` of `1858.??.??`.
pub(super) fn date(text: &str) -> &str {
    text.trim_end_matches(".??").trim_end_matches("????")
}

/// The sign, the name, and the letter of the style class of a judgement.
pub(super) const fn words(judgement: Judgement) -> (&'static str, &'static str, char) {
    match judgement {
        Judgement::Inaccuracy => ("?!", "Inaccuracy", 'i'),
        Judgement::Mistake => ("?", "Mistake", 'm'),
        Judgement::Blunder => ("??", "Blunder", 'u'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_from_any_start() {
        let usual = Numbering::from_start(None);
        assert_eq!(
            [0, 1, 2, 27].map(|i| usual.label(i)),
            ["1.", "1...", "2.", "14..."]
        );
        let black = Numbering::from_start(Some("8/8/8/8/8/8/8/8 b - - 3 40"));
        assert_eq!([0, 1, 2].map(|i| black.label(i)), ["40...", "41.", "41..."]);
        assert!(!black.is_white(0));
        for fen in ["", "x", "8 w - - 0 99999999999", "8 w - - 0"] {
            assert_eq!(Numbering::from_start(Some(fen)).label(1), "1...", "{fen}");
        }
        let last = Numbering::from_start(Some("8 w - - 0 4294967295"));
        assert_eq!(last.label(9), "4294967295...", "never wraps");
    }

    #[test]
    fn dates() {
        let dates = [
            "1858.??.??",
            "1858.11.??",
            "1858.11.02",
            "????.??.??",
            "",
            "soon",
        ];
        assert_eq!(
            dates.map(date),
            ["1858", "1858.11", "1858.11.02", "", "", "soon"]
        );
    }

    #[test]
    fn scores() {
        let shown = [
            (Eval::Cp(35), "+0.35"),
            (Eval::Cp(-120), "−1.20"),
            (Eval::Cp(0), "0.00"),
            (Eval::Cp(-7), "−0.07"),
            (Eval::Cp(i32::MIN), "−21474836.48"),
            (Eval::Mate(5), "#5"),
            (Eval::Mate(-3), "#−3"),
            (Eval::Mate(0), "#0"),
        ];
        for (eval, text) in shown {
            assert_eq!(Score(eval).to_string(), text);
        }
    }
}
