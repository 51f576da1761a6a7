//! Plays one game and keeps what the arbiter must know of it.

use crate::arbiter::Record;
use crate::chess::san::{Mark, San};
use crate::chess::{Move, MoveKind, Position};
use crate::pgn::lexer::{GameResult, Kind};
use crate::pgn::{Span, Token};
use crate::replay::{self, Observer, State, Status};

/// Why a game's moves cannot all be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The tag `FEN` gives no position.
    BadFen,
    /// The tag `Variant` names a game that is not chess.
    UnsupportedVariant,
    /// A move is not legal.
    IllegalMove,
    /// A null move stands in the main line.
    NullMove,
    /// A word of the main line is no move.
    UnreadableMove,
    /// A comment or a variation never ends, or a bracket closes nothing.
    TornText,
    /// The game is longer than what is read of one.
    TooLong,
    /// The tool failed on the game.
    Internal,
}

impl Trouble {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Trouble::BadFen => "bad_fen",
            Trouble::UnsupportedVariant => "unsupported_variant",
            Trouble::IllegalMove => "illegal_move",
            Trouble::NullMove => "null_move",
            Trouble::UnreadableMove => "unreadable_move",
            Trouble::TornText => "torn_text",
            Trouble::TooLong => "too_long",
            Trouble::Internal => "internal_error",
        }
    }
}

/// What was seen of a game.
#[derive(Debug)]
pub struct Seen {
    /// The counts along the main line.
    pub record: Record,
    /// The moves of the main line, up to the result.
    pub moves: Vec<Move>,
    /// The position behind them.
    pub last: Position,
    /// The result in the movetext, and its token.
    pub result: Option<(GameResult, Span)>,
    /// The first thing that keeps the moves from being read.
    pub trouble: Option<Trouble>,
}

impl Seen {
    /// Nothing yet.
    #[must_use]
    pub fn new(start: &Position) -> Seen {
        Seen {
            record: Record::new(start),
            moves: Vec::with_capacity(256),
            last: *start,
            result: None,
            trouble: None,
        }
    }

    /// Forgets all, for the next game.
    pub fn reset(&mut self, start: &Position) {
        self.record.reset(start);
        self.moves.clear();
        self.last = *start;
        self.result = None;
        self.trouble = None;
    }

    /// Keeps the first trouble.
    pub fn add(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
    }
}

/// Watches a game while it is read.
pub(super) struct Watch<'a> {
    pub(super) text: &'a [u8],
    pub(super) seen: &'a mut Seen,
}

impl Watch<'_> {
    /// Whether what is read belongs to the main line, and stands before the result.
    #[inline]
    fn is_main(&self, state: &State) -> bool {
        state.depth() == 0 && self.seen.result.is_none()
    }

    /// The main line ends where the replay stands.
    fn close(&mut self, state: &State) {
        self.seen.moves.extend(state.main_line());
        self.seen.last = state.position;
        if state.status != Status::Playing {
            self.seen.add(Trouble::IllegalMove);
        }
    }
}

impl Observer for Watch<'_> {
    #[inline]
    fn played(&mut self, state: &State, _token: Token, _mark: Mark, mv: Move) {
        if self.is_main(state) {
            self.seen.record.follow(&state.before, mv, &state.position);
            if mv.kind() == MoveKind::Null {
                self.seen.add(Trouble::NullMove);
            }
        }
    }

    fn refused(&mut self, state: &State, _token: Token, _san: &San) {
        if self.is_main(state) {
            self.seen.add(Trouble::IllegalMove);
        }
    }

    fn bad_move(&mut self, state: &State, token: Token) {
        if self.is_main(state) && !replay::is_judgement(token.span.of(self.text)) {
            self.seen.add(Trouble::UnreadableMove);
        }
    }

    fn stray_close(&mut self, state: &State, _token: Token) {
        if self.is_main(state) {
            self.seen.add(Trouble::TornText);
        }
    }

    fn result(&mut self, state: &State, token: Token) {
        if let Kind::Result(result) | Kind::OddResult(result) = token.kind
            && self.is_main(state)
        {
            self.close(state);
            self.seen.result = Some((result, token.span));
        }
    }

    fn other(&mut self, _state: &State, token: Token) {
        if token.kind == (Kind::Comment { closed: false }) && self.seen.result.is_none() {
            self.seen.add(Trouble::TornText);
        }
    }

    fn end(&mut self, state: &State) {
        if self.seen.result.is_none() {
            if state.depth() > 0 {
                self.seen.add(Trouble::TornText);
            }
            self.close(state);
        }
    }
}
