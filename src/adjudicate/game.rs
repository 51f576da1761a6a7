//! Plays one game and keeps what the arbiter must know of it.

use crate::arbiter::Record;
use crate::chess::san::{Mark, San};
use crate::chess::{Move, MoveKind, Position};
use crate::lint::result::glued;
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

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Trouble::BadFen => "a FEN that gives no position",
            Trouble::UnsupportedVariant => "a variant that is not chess",
            Trouble::IllegalMove => "an illegal move",
            Trouble::NullMove => "a null move",
            Trouble::UnreadableMove => "a word that is no move",
            Trouble::TornText => "torn text",
            Trouble::TooLong => "text beyond the limits",
            Trouble::Internal => "a fault of the tool",
        }
    }

    /// Whether it stands where a move should, so that all before it is known.
    #[must_use]
    pub const fn is_at_move(self) -> bool {
        matches!(
            self,
            Trouble::IllegalMove | Trouble::NullMove | Trouble::UnreadableMove
        )
    }
}

/// What was seen of a game.
#[derive(Debug)]
pub struct Seen {
    /// The counts along `moves`.
    pub record: Record,
    /// The moves of the main line, up to the result or the first trouble.
    pub moves: Vec<Move>,
    /// The position behind them.
    pub last: Position,
    /// What stands in the main line up to the result and reads like a move, legal or not.
    pub written: u32,
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
            written: 0,
            result: None,
            trouble: None,
        }
    }

    /// Forgets all, for the next game.
    pub fn reset(&mut self, start: &Position) {
        self.record.reset(start);
        self.moves.clear();
        self.last = *start;
        self.written = 0;
        self.result = None;
        self.trouble = None;
    }

    /// Keeps the first trouble.
    pub fn add(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
    }
}

/// A legal move and a result in one word, `Qh4#0-1`. The lexer keeps them together, as `validate` reports the word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glued {
    mv: Move,
    result: GameResult,
    /// Where the result is.
    pub(super) place: Span,
}

impl Glued {
    pub(super) fn read(text: &[u8], word: Span, position: &Position) -> Option<Glued> {
        let (result, length) = glued(word.of(text))?;
        let start = word.end - length;
        let san = San::parse(Span { end: start, ..word }.of(text))?;
        let mv = position.resolve(&san).ok()?;
        if mv.kind() == MoveKind::Null {
            return None;
        }
        let end = word.end;
        let place = Span { start, end };
        Some(Glued { mv, result, place })
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

    /// The main line is known up to where the replay stands, and no further; unless it was lost before.
    fn keep(&mut self, state: &State) {
        if self.seen.trouble.is_none() {
            self.seen.moves.extend(state.main_line());
            self.seen.last = state.position;
        }
    }

    /// The main line ends with a move to which the result is glued.
    fn take_glued(&mut self, state: &State, glued: &Glued) {
        let seen = &mut *self.seen;
        if seen.trouble.is_none() {
            seen.moves.extend(state.main_line());
            seen.moves.push(glued.mv);
            seen.last = state.position.after(glued.mv);
            seen.record.follow(&state.position, glued.mv, &seen.last);
        }
        seen.written = state.line_moves + 1;
        seen.result = Some((glued.result, glued.place));
    }

    /// What comes next keeps the main line from being read.
    fn lose(&mut self, state: &State, trouble: Trouble) {
        self.keep(state);
        self.seen.add(trouble);
    }

    /// The main line ends where the replay stands.
    fn close(&mut self, state: &State) {
        self.keep(state);
        self.seen.written = state.line_moves;
        if state.status != Status::Playing {
            self.seen.add(Trouble::IllegalMove);
        }
    }
}

impl Observer for Watch<'_> {
    #[inline]
    fn played(&mut self, state: &State, _token: Token, _mark: Mark, mv: Move) {
        if !self.is_main(state) || self.seen.trouble.is_some() {
            return;
        }
        if mv.kind() == MoveKind::Null {
            let before = state.moves.len().saturating_sub(1);
            self.seen.moves.extend_from_slice(&state.moves[..before]);
            self.seen.last = state.before;
            self.seen.add(Trouble::NullMove);
            return;
        }
        self.seen.record.follow(&state.before, mv, &state.position);
    }

    fn refused(&mut self, state: &State, _token: Token, _san: &San) {
        if self.is_main(state) {
            self.lose(state, Trouble::IllegalMove);
        }
    }

    fn bad_move(&mut self, state: &State, token: Token) {
        if !self.is_main(state) || replay::is_judgement(token.span.of(self.text)) {
            return;
        }
        match Glued::read(self.text, token.span, &state.position) {
            Some(glued) => self.take_glued(state, &glued),
            None => self.lose(state, Trouble::UnreadableMove),
        }
    }

    fn stray_close(&mut self, state: &State, _token: Token) {
        if self.is_main(state) {
            self.lose(state, Trouble::TornText);
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

    fn other(&mut self, state: &State, token: Token) {
        if token.kind == (Kind::Comment { closed: false }) && self.seen.result.is_none() {
            self.lose(state, Trouble::TornText);
        }
    }

    fn end(&mut self, state: &State) {
        if self.seen.result.is_none() {
            if state.depth() > 0 {
                self.lose(state, Trouble::TornText);
            }
            self.close(state);
        }
    }
}
