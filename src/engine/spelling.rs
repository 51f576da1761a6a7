//! Positions and moves as they are written to engines, and moves as engines write them.

use std::fmt::Write as _;

use crate::chess::{Move, MoveKind, Position, Wing};

/// The `position` command for what stands after `moves` have been played from `root`, and that position.
///
/// Null moves are unknown to engines: what comes before the last one is not told. `Err` is the index of the first
/// move that is not legal.
pub(super) fn position_command(
    root: &Position,
    moves: &[Move],
) -> Result<(String, Position), usize> {
    let mut told = *root;
    let mut words = String::new();
    let mut position = *root;
    for (index, &mv) in moves.iter().enumerate() {
        if mv.kind() == MoveKind::Null {
            position = position.after_null_move().ok_or(index)?;
            told = position;
            words.clear();
            continue;
        }
        if !position.is_legal(mv) {
            return Err(index);
        }
        let _ = write!(words, " {}", position.uci(mv));
        position.play(mv);
    }
    let mut command = if told == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", told.fen())
    };
    if !words.is_empty() {
        command.push_str(" moves");
        command.push_str(&words);
    }
    Ok((command, position))
}

/// The legal move that an engine means by `word`; `None` for `(none)`, `NULL`, `0000` and illegal moves.
///
/// Either case, and castling as king takes rook, as the king's two squares, or as `O-O`.
pub(super) fn find_move(position: &Position, word: &str) -> Option<Move> {
    let word = word.to_ascii_lowercase();
    let legal = position.legal_moves();
    let written = legal.iter().find(|&&mv| position.uci(mv) == word);
    let castling = || {
        let is_meant = |mv: &&Move| {
            let wing = Wing::of(mv.from(), mv.to());
            let king = mv.from();
            mv.kind() == MoveKind::Castle
                && (word == format!("{king}{}", mv.to())
                    || word == format!("{king}{}", wing.king_target(position.turn()))
                    || word.replace('0', "o") == wing.san().to_ascii_lowercase())
        };
        legal.iter().find(is_meant)
    };
    written.or_else(castling).copied()
}

/// The moves of a line of play up to its first illegal one.
pub(super) fn find_line(position: &Position, words: &[String]) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::new();
    for word in words {
        let Some(mv) = find_move(&position, word) else {
            break;
        };
        position.play(mv);
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    fn position(fen: &str, mode: CastlingMode) -> Position {
        Position::from_fen(fen, mode).unwrap()
    }

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20";

    #[test]
    fn roots_and_moves() {
        let start = Position::start();
        let e4 = find_move(&start, "e2e4").unwrap();
        let (command, after) = position_command(&start, &[e4]).unwrap();
        assert_eq!(command, "position startpos moves e2e4");
        assert_eq!(after, start.after(e4));
        assert_eq!(
            position_command(&start, &[]).unwrap().0,
            "position startpos"
        );
        assert_eq!(position_command(&start, &[e4, e4]), Err(1));
        let (command, _) = position_command(&after, &[]).unwrap();
        assert_eq!(command, format!("position fen {}", after.fen()));
    }

    #[test]
    fn null_moves_are_not_told() {
        let start = Position::start();
        let e4 = find_move(&start, "e2e4").unwrap();
        let null = Move::null(e4.from());
        let d4 = find_move(&start, "d2d4").unwrap();
        let (command, _) = position_command(&start, &[e4, null, d4]).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
        assert_eq!(command, format!("position fen {fen} moves d2d4"));
    }

    #[test]
    fn castling_in_every_spelling() {
        for (mode, ours) in [
            (CastlingMode::Standard, "e1g1"),
            (CastlingMode::Chess960, "e1h1"),
        ] {
            let position = position(CASTLING, mode);
            for word in ["e1g1", "e1h1", "O-O", "o-o", "0-0", "E1G1"] {
                let mv = find_move(&position, word).unwrap();
                assert_eq!(mv.kind(), MoveKind::Castle);
                assert_eq!(position.uci(mv), ours);
            }
            let long = find_move(&position, "O-O-O").unwrap();
            assert_eq!(Wing::of(long.from(), long.to()), Wing::Queen);
            assert_eq!(find_move(&position, "e1c1"), Some(long));
            assert_eq!(find_move(&position, "e1a1"), Some(long));
        }
        // Where the king can walk to the castling square, walking is what is meant.
        let near = position("5k2/8/8/8/8/8/8/5K1R w H - 0 1", CastlingMode::Chess960);
        assert_eq!(find_move(&near, "f1g1").unwrap().kind(), MoveKind::Normal);
        assert_eq!(find_move(&near, "f1h1").unwrap().kind(), MoveKind::Castle);
    }

    #[test]
    fn promotions_in_either_case_and_what_is_no_move() {
        let position = position("8/4P3/8/8/8/8/k7/7K w - - 0 1", CastlingMode::Standard);
        assert_eq!(find_move(&position, "e7e8Q"), find_move(&position, "e7e8q"));
        assert!(find_move(&position, "e7e8q").is_some());
        for word in [
            "", "(none)", "NULL", "0000", "e7e8", "e7e8k", "a1a2", "é", "h1h1",
        ] {
            assert_eq!(find_move(&position, word), None, "{word}");
        }
    }

    #[test]
    fn lines_end_at_the_first_illegal_move() {
        let words = ["e2e4", "e7e5", "e1e3", "a7a6"].map(str::to_owned);
        assert_eq!(find_line(&Position::start(), &words).len(), 2);
    }
}
