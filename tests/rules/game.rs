//! A game played from the texts of its moves, and what it says about the next one.

use chesstool::chess::diagnosis::History;
use chesstool::chess::refusal::Refusal;
use chesstool::chess::resolve::ResolveError;
use chesstool::chess::{CastlingMode, Move, Position, San, Square};

#[derive(Clone, Debug)]
pub(crate) struct Game {
    start: Position,
    moves: Vec<Move>,
    pub(crate) position: Position,
}

impl Game {
    fn from(start: Position) -> Game {
        Game {
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// Moves from the start (`e4 e5`), a FEN, or a FEN with moves behind it (`FEN | d5 Kd1`).
    pub(crate) fn of(text: &str) -> Game {
        Game::in_mode(text, CastlingMode::Standard)
    }

    /// The same, castling as in Chess960.
    pub(crate) fn chess960(text: &str) -> Game {
        Game::in_mode(text, CastlingMode::Chess960)
    }

    fn in_mode(text: &str, mode: CastlingMode) -> Game {
        let (fen, moves) = match text.split_once('|') {
            Some(parts) => parts,
            None if text.contains('/') => (text, ""),
            None => ("", text),
        };
        let game = match fen {
            "" => Game::from(Position::start()),
            _ => Game::from(Position::from_fen(fen, mode).unwrap()),
        };
        game.play(moves)
    }

    pub(crate) fn play(mut self, moves: &str) -> Game {
        for text in moves.split_whitespace() {
            let mv = self
                .find(text)
                .unwrap_or_else(|error| panic!("{text} in {}: {error}", self.position.fen()));
            self.moves.push(mv);
            self.position.play(mv);
        }
        self
    }

    fn san(text: &str) -> San {
        San::parse(text.as_bytes()).unwrap_or_else(|| panic!("`{text}` is no move"))
    }

    fn find(&self, text: &str) -> Result<Move, ResolveError> {
        self.position.resolve(&Game::san(text))
    }

    /// The canonical SAN of a move that is legal.
    pub(crate) fn accept(&self, text: &str) -> String {
        let mv = self
            .find(text)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", self.position.fen()));
        assert!(self.position.is_legal(mv), "{text}");
        self.position.san(mv).to_string()
    }

    /// The reason why a move is refused, after making sure that it is.
    pub(crate) fn refuse(&self, text: &str) -> Refusal {
        let found = self.find(text);
        assert!(
            found.is_err(),
            "{text} is accepted in {}",
            self.position.fen()
        );
        let history = History {
            start: &self.start,
            moves: &self.moves,
        };
        self.position.refusal(&Game::san(text), history)
    }

    /// The reason in words.
    pub(crate) fn why(&self, text: &str) -> String {
        self.refuse(text).to_string()
    }

    /// The squares to which the man on `from` may go, in order of files.
    pub(crate) fn targets(&self, from: &str) -> String {
        let moves = self.position.legal_moves();
        let mut targets: Vec<String> = moves
            .iter()
            .map(|&mv| self.position.uci(mv))
            .filter(|uci| uci.starts_with(from))
            .map(|uci| uci[2..].to_owned())
            .collect();
        targets.sort();
        targets.join(" ")
    }
}

/// A square by its name.
pub(crate) fn square(name: &str) -> Square {
    Square::parse(name.as_bytes()).unwrap()
}

/// The letter of the man on a square, as in a FEN; a dot for nobody.
pub(crate) fn man(game: &Game, at: &str) -> char {
    game.position
        .piece_at(square(at))
        .map_or('.', chesstool::chess::Piece::letter)
}

/// A FEN with these men and the kings in their corner.
pub(crate) fn board(men: &[(&str, char)]) -> String {
    let men = [men, &[("g8", 'k'), ("h1", 'K')]].concat();
    let ranks: Vec<String> = ('1'..='8')
        .rev()
        .map(|rank| {
            ('a'..='h')
                .map(|file| {
                    let at = format!("{file}{rank}");
                    men.iter().find(|man| man.0 == at).map_or('1', |man| man.1)
                })
                .collect()
        })
        .collect();
    format!("{} w - - 0 1", ranks.join("/"))
}
