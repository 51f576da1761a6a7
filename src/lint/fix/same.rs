//! Whether two texts of a game say the same: the moves of all lines, what is refused, comments, NAGs,
//! and results as far as one was known.

use crate::chess::san::{Mark, San};
use crate::chess::{Move, Position};
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::lexer::GameResult;
use crate::pgn::split::Head;
use crate::pgn::{Kind, Lexer, Token};
use crate::replay::{self, Observer, Start, State};

/// Something that a game says.
#[derive(PartialEq, Eq, Debug)]
enum Saying {
    Move(Move),
    Refused(Vec<u8>),
    Open,
    Close,
    Nag(Vec<u8>),
    Comment(Vec<u8>),
    Other(Vec<u8>),
}

/// What a game says, in order; results apart, since fixes may add them.
struct Sayings<'a> {
    text: &'a [u8],
    list: Vec<Saying>,
    results: Vec<(u32, GameResult)>,
}

impl Sayings<'_> {
    fn of(text: &[u8]) -> (Vec<Saying>, Vec<(u32, GameResult)>) {
        let mut lexer = Lexer::new(text);
        let mut tags = Vec::new();
        let first = replay::read_tags(&mut lexer, &Head::default(), &mut tags);
        let header = Header::new(text, &tags);
        let variant = header.variant.map(|tag| ascii_value(&tag, text));
        let fen = header.fen.map(|tag| ascii_value(&tag, text));
        let start = replay::start(&Position::start(), variant.as_deref(), fen.as_deref());
        let position = match start {
            Start::Position(position, _) => Some(position),
            Start::BadFen(_) | Start::Unsupported => None,
        };
        let mut sayings = Sayings {
            text,
            list: Vec::new(),
            results: Vec::new(),
        };
        // The comments between the tags, which are not played.
        let end = first.map_or(text.len(), |token| token.span.range().start);
        for token in Lexer::new(&text[..end]) {
            sayings.say(token);
        }
        replay::play(&mut lexer, first, position.as_ref(), &mut sayings);
        (sayings.list, sayings.results)
    }

    fn say(&mut self, token: Token) {
        let text = token.span.of(self.text);
        self.list.push(match token.kind {
            Kind::Comment { .. } | Kind::LineComment => Saying::Comment(plain(text)),
            Kind::Nag => Saying::Nag(text.to_vec()),
            Kind::Suffix => match text {
                b"!" => Saying::Nag(b"$1".to_vec()),
                b"?" => Saying::Nag(b"$2".to_vec()),
                b"!!" => Saying::Nag(b"$3".to_vec()),
                b"??" => Saying::Nag(b"$4".to_vec()),
                b"!?" => Saying::Nag(b"$5".to_vec()),
                b"?!" => Saying::Nag(b"$6".to_vec()),
                _ => Saying::Nag(text.to_vec()),
            },
            // Marks that stand apart from their move are seen in the position.
            Kind::Word | Kind::Space | Kind::Dots | Kind::Tag => return,
            _ => Saying::Other(text.to_vec()),
        });
    }
}

impl Observer for Sayings<'_> {
    fn played(&mut self, _state: &State, _token: Token, _mark: Mark, mv: Move) {
        self.list.push(Saying::Move(mv));
    }

    fn refused(&mut self, state: &State, token: Token, _san: &San) {
        self.bad_move(state, token);
    }

    fn bad_move(&mut self, _state: &State, token: Token) {
        let word = token.span.of(self.text).to_vec();
        self.list.push(Saying::Refused(word));
    }

    fn variation(&mut self, _state: &State, _token: Token) {
        self.list.push(Saying::Open);
    }

    fn variation_end(&mut self, _state: &State, _token: Token) {
        self.list.push(Saying::Close);
    }

    fn result(&mut self, state: &State, token: Token) {
        if let Kind::Result(result) | Kind::OddResult(result) = token.kind {
            self.results.push((state.depth(), result));
        }
    }

    fn other(&mut self, _state: &State, token: Token) {
        self.say(token);
    }
}

/// A comment with all line ends alike.
fn plain(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter().peekable();
    while let Some(&byte) = bytes.next() {
        if byte == b'\r' {
            bytes.next_if(|next| **next == b'\n');
        }
        plain.push(if byte == b'\r' { b'\n' } else { byte });
    }
    plain
}

/// Whether the second text says what the first one says; it may say more of the result.
pub(super) fn is_same(before: &[u8], after: &[u8]) -> bool {
    let (list, results) = Sayings::of(before);
    let (new_list, new_results) = Sayings::of(after);
    let kept = results
        .iter()
        .zip(&new_results)
        .all(|(old, new)| old == new || (old.0 == new.0 && old.1 == GameResult::Unknown));
    let added = new_results.get(results.len()..);
    list == new_list && kept && added.is_some_and(|added| added.len() <= 1)
}
