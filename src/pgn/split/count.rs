//! How many games a text holds.

use std::ops::Range;

use crate::pgn::Lexer;
use crate::pgn::lexer::Kind;
use crate::pgn::split::Splitter;

/// Number of games in a text: stretches between game starts that hold more than white space and comments.
#[must_use]
pub fn count_games(text: &[u8]) -> u64 {
    let is_game = |range: &Range<usize>| {
        let game = &text[range.clone()];
        let mut lexer = Lexer::new(game);
        let open = Kind::Comment { closed: false };
        let mut tells = std::iter::from_fn(|| lexer.next_solid());
        game.starts_with(b"[") || tells.any(|token| token.kind == open || !token.kind.is_aside())
    };
    Splitter::new(text).filter(is_game).count() as u64
}
