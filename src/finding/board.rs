//! A position as text, drawn from the letters of its FEN.

use std::fmt::Write as _;

const SIZE: usize = 8;

/// The board of a FEN, a line a rank; `None` if its first field is not eight ranks of eight squares.
#[must_use]
pub fn draw(fen: &str) -> Option<String> {
    let placement = fen.split(' ').next()?;
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != SIZE {
        return None;
    }
    let mut board = String::new();
    for (at, rank) in ranks.iter().enumerate() {
        let _ = write!(board, "  {}", SIZE - at);
        let mut squares = 0;
        for letter in rank.chars() {
            let empty = letter.to_digit(10).map(|digit| digit as usize);
            if empty.is_none() && !letter.is_ascii_alphabetic() {
                return None;
            }
            squares += empty.unwrap_or(1);
            match empty {
                Some(empty) => board.push_str(&" .".repeat(empty)),
                None => {
                    let _ = write!(board, " {letter}");
                }
            }
        }
        if squares != SIZE {
            return None;
        }
        board.push('\n');
    }
    board.push_str("    a b c d e f g h\n");
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_drawn() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
        let expected = "  8 r . . . k . . r
  7 . . . . . . . .
  6 . . . . . . . .
  5 . . . p P . . .
  4 . . . . . . . .
  3 . . . . . . . .
  2 . . . . . . . .
  1 R . . . K . . R
    a b c d e f g h
";
        assert_eq!(draw(fen).unwrap(), expected);
    }

    #[test]
    fn what_is_no_board_is_not_drawn() {
        for fen in [
            "",
            "8/8/8/8/8/8/8 w - -",
            "8/8/8/8/8/8/8/9",
            "8/8/8/8/8/8/8/7",
            "8/8/8/8/8/8/8/7\u{1b}",
        ] {
            assert_eq!(draw(fen), None, "{fen}");
        }
    }
}
