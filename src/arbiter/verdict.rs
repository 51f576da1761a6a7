//! How a game ends, and by which article.

use crate::chess::Color;

/// A rule that ends a game, or may end it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Nobody can mate by any series of legal moves.
    DeadPosition,
    /// A position has appeared five times.
    Fivefold,
    /// 75 moves of each player without a capture or a pawn move.
    SeventyFiveMoves,
    /// A position has appeared three times; to be claimed.
    Threefold,
    /// 50 moves of each player without a capture or a pawn move; to be claimed.
    FiftyMoves,
}

impl Rule {
    /// All rules, in the order in which they hold when several apply at once.
    pub const ALL: [Rule; 7] = [
        Rule::Checkmate,
        Rule::Stalemate,
        Rule::DeadPosition,
        Rule::Fivefold,
        Rule::SeventyFiveMoves,
        Rule::Threefold,
        Rule::FiftyMoves,
    ];

    /// The article of the Laws of 2023.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Rule::Checkmate => "5.1.1",
            Rule::Stalemate => "5.2.1",
            Rule::DeadPosition => "5.2.2",
            Rule::Fivefold => "9.6.1",
            Rule::SeventyFiveMoves => "9.6.2",
            Rule::Threefold => "9.2",
            Rule::FiftyMoves => "9.3",
        }
    }

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Checkmate => "checkmate",
            Rule::Stalemate => "stalemate",
            Rule::DeadPosition => "dead_position",
            Rule::Fivefold => "fivefold_repetition",
            Rule::SeventyFiveMoves => "seventy_five_moves",
            Rule::Threefold => "threefold_repetition",
            Rule::FiftyMoves => "fifty_moves",
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Rule::Checkmate => "checkmate",
            Rule::Stalemate => "stalemate",
            Rule::DeadPosition => "dead position",
            Rule::Fivefold => "fivefold repetition",
            Rule::SeventyFiveMoves => "75 moves without capture or pawn move",
            Rule::Threefold => "threefold repetition",
            Rule::FiftyMoves => "50 moves without capture or pawn move",
        }
    }
}

/// The end of a game on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// By which rule.
    pub rule: Rule,
    /// Who has won; nobody in a draw.
    pub winner: Option<Color>,
    /// Plies played when the game was over.
    pub ply: u32,
}

impl End {
    /// A draw.
    #[must_use]
    pub const fn draw(rule: Rule, ply: u32) -> End {
        End {
            rule,
            winner: None,
            ply,
        }
    }
}
