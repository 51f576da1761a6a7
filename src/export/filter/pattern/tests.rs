//! Patterns, and what is wrong with them.

use super::*;
use crate::chess::{CastlingMode, Piece};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap()
}

#[test]
fn patterns_of_the_start() {
    let start = Position::start();
    for (text, expected) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            true,
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk", false),
        (" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", false),
        ("rnbqkbnr/pppppppp/8/8/8/7!/PPPPPPPP/RNBQKBNR", false),
        ("aaaaaaaa/!!!!!!!!/???2???/8/8/8/AAAAAAAA/RNBQKB?R w", true),
        ("aaaaaaaa/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNa", false),
        ("*/*/*/*/*/*/*/*", true),
        ("*/*/*/*/*/*/*/* b", false),
        ("*/*/*/*/*/*/*/* -", true),
        ("*k*/*/*/*/*/*/*/*K*", true),
        ("r*/*/*/*/*/*/*/*R", true),
        ("*r*n*b*q*k*b*n*r*/*/*/*/*/*/*/R*R", true),
        ("*/*/*/*/*/*/*/*R*K*R*N*", false),
        ("*/*/*/*/*/*/*/*QK*NR", true),
        ("*/*/*/*/*/*/*/*NB*NB*", false),
        ("*/*/*/*/*/*/*/*NB*B?R*", true),
        ("*/*/*/*/*4*/3*/*/*", true),
        ("*/*/*/*/*/8*/*/*", true),
        ("*/*/*/*/*/*/*1*/*", false),
        ("*/*/*/*/*/*/PPPPPPPP*/*", true),
        ("*/*/*/*/*/*/*PPPP**PPPP*/*", true),
        ("*/*/*/*/*/*/*/Q*", false),
        ("*/*/*/*/*/*/*/*Q", false),
    ] {
        let pattern = Pattern::parse(text).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(pattern.matches(&start), expected, "{text}");
    }
}

#[test]
fn en_passant_matters_where_it_is_given() {
    let legal = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
    let with = position(&format!("{legal} e3 0 3"));
    let without = position(&format!("{legal} - 0 3"));
    let matches = |text: &str| {
        let pattern = Pattern::parse(text).unwrap();
        (pattern.matches(&with), pattern.matches(&without))
    };
    assert_eq!(matches(&format!("{legal} e3")), (true, false));
    assert_eq!(matches(&format!("{legal} - 7 9")), (false, true));
    assert_eq!(matches(legal), (true, true));
}

#[test]
fn refused_with_its_place() {
    for (text, at, message) in [
        ("  ", 0, "the position is empty"),
        ("8/8/8/8/8/8/8", 13, "7 ranks instead of 8"),
        ("8", 1, "1 rank instead of 8"),
        ("8/8/8/8/8/8/8/8/8", 15, "9 ranks instead of 8"),
        ("8/8/7/8/8/8/8/8", 4, "rank 6 has 7 squares instead of 8"),
        ("8/8/8/8/8/8/8/P8", 14, "rank 1 has 9 squares instead of 8"),
        (
            "8/8/*PPPPPPPPP/8/8/8/8/8",
            4,
            "rank 6 has 9 squares besides `*`",
        ),
        ("8//8/8/8/8/8/8", 2, "rank 7 has 0 squares"),
        ("8/8/3x4/8/8/8/8/8", 5, "`x` is no man, no number"),
        ("8/8/3é4/8/8/8/8/8", 5, "`é` is no man"),
        ("8/9/8/8/8/8/8/8", 2, "`9` is no man"),
        ("8/8/8/8/8/8/8/8 x", 16, "the side to move"),
        (
            "*/8/8/8/8/8/8/8 w KQ - ",
            18,
            "after a board with wildcards",
        ),
        ("8/8/8/8/8/8/8/8 w - -", 0, "piece placement: "),
        ("k7/8/8/8/8/8/8/K7 - -", 18, "`-` for either side"),
        ("k7/8/8/8/8/8/8/K7 w KQ", 20, "castling: "),
        ("k7/8/8/8/8/8/8/K7 w - e9", 22, "en passant: "),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 1 x",
            28,
            "`x` after the sixth field",
        ),
    ] {
        let fault = Pattern::parse(text).unwrap_err();
        assert!(
            fault.message().starts_with(message),
            "{text}: {}",
            fault.message()
        );
        assert_eq!(fault.offset(), at, "{text}\n{fault}");
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// A position of a random game.
    fn played(choices: &[u16]) -> Position {
        let mut position = Position::start();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else {
                break;
            };
            position.play(*mv);
        }
        position
    }

    /// The board field of a position with every square written out, and some of it blotted out.
    fn blotted(position: &Position, blots: &[u8]) -> String {
        let mut blots = blots.iter().cycle();
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = position
                    .board()
                    .piece_at(Square::from_index(rank * 8 + file));
                let letter = piece.map_or('1', Piece::letter);
                let class = match piece {
                    None => '?',
                    Some(piece) if piece.color == Color::White => 'A',
                    Some(_) => 'a',
                };
                let shown = match blots.next() {
                    Some(0) => '?',
                    Some(1) => class,
                    Some(2) if piece.is_some() => '!',
                    Some(3) => '*',
                    Some(4) => {
                        text.push('*');
                        letter
                    }
                    _ => letter,
                };
                text.push(shown);
            }
            text.push(if rank == 0 { ' ' } else { '/' });
        }
        text.push(position.turn().letter());
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn a_position_is_what_its_pattern_means(
            choices in prop::collection::vec(any::<u16>(), 0..80),
            blots in prop::collection::vec(0u8..9, 61),
        ) {
            let position = played(&choices);
            let fen = position.fen();
            prop_assert!(Pattern::parse(&fen).unwrap().matches(&position), "{}", fen);
            let text = blotted(&position, &blots);
            prop_assert!(Pattern::parse(&text).unwrap().matches(&position), "{} {}", fen, text);
        }

        /// Positions are told apart as their FENs are, but for the counters.
        #[test]
        fn other_positions_are_told_apart(
            choices in prop::collection::vec(any::<u16>(), 1..40),
            cut in any::<prop::sample::Index>(),
        ) {
            let (one, other) = (played(&choices), played(&choices[..cut.index(choices.len())]));
            let pattern = Pattern::parse(&one.fen()).unwrap();
            prop_assert_eq!(pattern.matches(&other), one.key() == other.key());
        }

        #[test]
        fn garbage_is_read_or_refused(text in "([kKpPaA!?*1-9/ wb-]|é){0,30}") {
            if let Err(fault) = Pattern::parse(&text) {
                prop_assert!(fault.offset() <= text.len());
            }
        }
    }
}
