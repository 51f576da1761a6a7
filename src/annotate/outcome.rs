//! What annotating one game gave: the data that reports show and that machines read, as JSON one object a game.
//!
//! Plain data without behaviour of its own; what makes a move a mistake is not known here.

use serde::{Deserialize, Serialize};

pub use crate::annotate::chances::Judgement;

/// The value of a position, always from White's side.
///
/// In JSON `{"cp":35}` or `{"mate":-3}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eval {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves, negative if Black mates; 0 where the side to move is mated.
    Mate(i32),
}

/// What became of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The engine's values were written into it.
    #[default]
    Annotated,
    /// It was written as it was, for a reason that is no fault of the engine (no moves, a variant).
    Copied,
    /// It was written as it was because its analysis failed.
    Failed,
}

/// The figures of one player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// Accuracy in per cent; `None` if the side made no valued move.
    pub accuracy: Option<f64>,
    /// Average loss a move, in hundredths of a pawn; `None` if the side made no valued move.
    pub acpl: Option<u32>,
    /// Number of inaccuracies.
    pub inaccuracies: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Number of blunders.
    pub blunders: u32,
}

/// A move that was judged, with what would have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Critical {
    /// The played move's number in the game, in plies from 1.
    pub ply: u32,
    /// The position before the move.
    pub fen: String,
    /// The played move as SAN.
    pub played: String,
    /// The played move as UCI.
    pub played_uci: String,
    /// The engine's move as SAN.
    pub best: String,
    /// The engine's move as UCI.
    pub best_uci: String,
    /// How bad the played move is.
    pub judgement: Judgement,
    /// The value before the move.
    pub before: Eval,
    /// The value after the played move.
    pub after: Eval,
    /// The comment on the move.
    pub text: String,
    /// The engine's line from the position before the move, as SAN; it begins with the best move.
    pub line: Vec<String>,
}

/// What annotating one game gave.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The game's number in its file, from 1.
    pub number: u64,
    /// The file that it comes from.
    pub file: String,
    /// The tag `Event`; this and the following six are empty if unknown.
    pub event: String,
    /// The tag `Site`.
    pub site: String,
    /// The tag `Date`.
    pub date: String,
    /// The tag `Round`.
    pub round: String,
    /// The tag `White`.
    pub white: String,
    /// The tag `Black`.
    pub black: String,
    /// The tag `Result`.
    pub result: String,
    /// The code of the opening.
    pub eco: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// What became of the game.
    pub status: Status,
    /// Why the game was copied, or failed.
    pub reason: Option<String>,
    /// Number of plies.
    pub plies: u32,
    /// The position that the game starts from, if not the usual one.
    pub start_fen: Option<String>,
    /// White's figures.
    pub white_side: Side,
    /// Black's figures.
    pub black_side: Side,
    /// The value after each ply.
    pub evals: Vec<Option<Eval>>,
    /// The moves as SAN.
    pub moves: Vec<String>,
    /// The judged moves, in the order of the game.
    pub critical: Vec<Critical>,
    /// Nodes that the engine searched.
    pub nodes: u64,
    /// Number of positions that got no value though one was asked for.
    pub missing: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_names_in_json() {
        let json = |eval: Eval| serde_json::to_string(&eval).unwrap();
        assert_eq!(json(Eval::Cp(35)), r#"{"cp":35}"#);
        assert_eq!(json(Eval::Mate(-3)), r#"{"mate":-3}"#);
        assert_eq!(
            serde_json::from_str::<Eval>(r#"{"mate":0}"#).unwrap(),
            Eval::Mate(0)
        );
        assert_eq!(
            serde_json::to_string(&Status::Copied).unwrap(),
            r#""copied""#
        );
        assert_eq!(
            serde_json::to_string(&Judgement::Inaccuracy).unwrap(),
            r#""inaccuracy""#
        );
        assert!(Judgement::Blunder > Judgement::Mistake);
    }
}
