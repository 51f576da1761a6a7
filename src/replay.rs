//! Where text and rules meet: plays a game token by token, variations included, and tells an
//! [`Observer`] what it sees.
//!
//! The observer is a type parameter, so what an observer leaves out costs nothing.

mod sprint;
mod start;

use crate::chess::san::{Mark, San};
use crate::chess::{Color, Move, Position};
use crate::pgn::MAX_DEPTH;
use crate::pgn::lexer::{Kind, Lexer, ShortWord, Token};

pub use start::{Start, is_chess960, read_tags, start};

/// Room for the moves of most games.
const USUAL_PLIES: usize = 256;
/// After so many legal moves a skipped word was no missing move.
const DOUBT: u8 = 4;
/// After so many moves in a row without anything between them more are expected.
const BEFORE_SPRINT: i32 = 2;
/// Fewer moves in a row were not worth it: then so many are played one by one before the next try.
const SHORT_SPRINT: usize = 4;
const PAUSE: i32 = 16;
/// The most tags that are read of one game; more are a finding.
pub const MAX_TAGS: usize = 1024;

/// Whether the line being read can be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Every move so far was legal.
    Playing,
    /// The last move was refused; the position is the one before it.
    Refused,
    /// A move is missing or was refused, so that the position is not known.
    Lost,
}

/// Where the replay stands.
#[derive(Clone, Debug)]
pub struct State {
    /// The game's first position.
    pub start: Position,
    /// The position before the last move.
    pub before: Position,
    /// The position now.
    pub position: Position,
    /// The moves from the start to `position`, along the line being read.
    pub moves: Vec<Move>,
    /// Whether the line can be judged.
    pub status: Status,
    /// Moves read in this line, refused ones included.
    pub line_moves: u32,
    /// The greatest halfmove clock of the positions from the start to `position`.
    pub longest_clock: u16,
    /// Legal moves played so far, in all lines.
    pub plies: u64,
    /// Above 0 after a word that is no move was skipped in this line: a refusal may then follow from it.
    /// Every legal move takes one off.
    pub doubt: u8,
    frames: Vec<Frame>,
    /// Variations below [`MAX_DEPTH`], which are not read.
    skipped: u32,
}

/// What is put aside while a variation is read.
#[derive(Clone, Debug)]
struct Frame {
    before: Position,
    position: Position,
    status: Status,
    line_moves: u32,
    longest_clock: u16,
    doubt: u8,
    /// The move that the variation replaces.
    replaced: Option<Move>,
    length: usize,
}

impl State {
    fn new(start: Position, status: Status) -> State {
        State {
            start,
            before: start,
            position: start,
            moves: Vec::with_capacity(USUAL_PLIES),
            status,
            line_moves: 0,
            longest_clock: start.halfmove_clock(),
            plies: 0,
            doubt: 0,
            frames: Vec::new(),
            skipped: 0,
        }
    }

    /// Depth of variations, 0 in the main line.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    /// The move that the current variation replaces.
    #[must_use]
    pub fn replaced(&self) -> Option<Move> {
        self.frames.last().and_then(|frame| frame.replaced)
    }

    /// The moves of the main line, wherever the replay stands; refused ones are missing.
    pub fn main_line(&self) -> impl Iterator<Item = Move> {
        let (length, replaced) = match self.frames.first() {
            Some(frame) => (frame.length, frame.replaced),
            None => (self.moves.len(), None),
        };
        self.moves[..length].iter().copied().chain(replaced)
    }

    fn enter(&mut self) {
        let replaced = match self.status {
            Status::Playing if self.line_moves > 0 => self.moves.pop(),
            _ => None,
        };
        self.frames.push(Frame {
            before: self.before,
            position: self.position,
            status: self.status,
            line_moves: self.line_moves,
            longest_clock: self.longest_clock,
            doubt: self.doubt,
            replaced,
            length: self.moves.len(),
        });
        match self.status {
            // After a refused move the position is still the one it was played in.
            Status::Refused => self.status = Status::Playing,
            Status::Playing if replaced.is_none() => self.status = Status::Lost,
            Status::Playing => self.position = self.before,
            Status::Lost => {}
        }
        self.line_moves = 0;
    }

    fn leave(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        self.moves.truncate(frame.length);
        self.moves.extend(frame.replaced);
        self.before = frame.before;
        self.position = frame.position;
        self.status = frame.status;
        self.line_moves = frame.line_moves;
        self.longest_clock = frame.longest_clock;
        self.doubt = frame.doubt;
        true
    }
}

/// What is told of a game. Every method may be left out.
#[allow(unused_variables, reason = "the defaults do nothing")]
pub trait Observer {
    /// A move number.
    fn number(&mut self, state: &State, token: Token) {}
    /// A move number that is the one of the next move.
    #[inline]
    fn right_number(&mut self, state: &State, token: Token) {
        self.number(state, token);
    }
    /// A legal move, already played, and the mark that the text gives it.
    fn played(&mut self, state: &State, token: Token, mark: Mark, mv: Move) {}
    /// The same where the move was read by [`San::parse_short`].
    #[inline(always)]
    fn played_short(&mut self, state: &State, word: ShortWord, san: &San, mv: Move) {
        self.played(state, word.token(), san.mark, mv);
    }
    /// Whether nothing is to be said of canonical moves of the main line, and of the numbers that belong before them, as
    /// long as they follow each other: then many may be played without telling of each.
    #[inline]
    fn may_pass_over(&self) -> bool {
        false
    }
    /// Canonical moves were played that were not told of; none of them is the last one before what comes next.
    #[inline]
    fn passed_over(&mut self) {}
    /// A move that is not legal in `state.position`.
    fn refused(&mut self, state: &State, token: Token, san: &San) {}
    /// A word that cannot be a move.
    fn bad_move(&mut self, state: &State, token: Token) {}
    /// A variation begins, `state` being the one behind the move that it replaces.
    fn variation(&mut self, state: &State, token: Token) {}
    /// A variation ends.
    fn variation_end(&mut self, state: &State, token: Token) {}
    /// A variation nests deeper than [`MAX_DEPTH`].
    fn too_deep(&mut self, state: &State, token: Token) {}
    /// A `)` without its `(`.
    fn stray_close(&mut self, state: &State, token: Token) {}
    /// A result, usual or odd.
    fn result(&mut self, state: &State, token: Token) {}
    /// Anything else: comments, NAGs, suffixes, junk.
    fn other(&mut self, state: &State, token: Token) {}
    /// The text ends.
    fn end(&mut self, state: &State) {}
}

/// Plays a game's movetext from `position`, or reads it without judging moves if there is none.
///
/// `first` is the token that [`read_tags`] returned.
pub fn play<O: Observer>(
    lexer: &mut Lexer<'_>,
    first: Option<Token>,
    position: Option<&Position>,
    observer: &mut O,
) -> u64 {
    let text = lexer.text();
    let mut state = match position {
        Some(position) => State::new(*position, Status::Playing),
        None => State::new(Position::start(), Status::Lost),
    };
    let mut next = first;
    while let Some(token) = next {
        if token.kind == Kind::Number && state.skipped == 0 {
            observer.number(&state, token);
        } else {
            solid(&mut state, token, text, observer);
        }
        if state.status == Status::Playing && state.skipped == 0 {
            usual_moves(lexer, &mut state, observer);
        }
        next = lexer.next_solid();
    }
    observer.end(&state);
    state.plies
}

/// Plays on as long as there are legal moves in canonical SAN and the numbers that belong before them,
/// with one space or line end between: most of most files.
#[inline(always)]
fn usual_moves<O: Observer>(lexer: &mut Lexer<'_>, state: &mut State, observer: &mut O) {
    lexer.skip_space();
    let mut usual = 0_i32;
    while let Some(word) = lexer.glance() {
        if let Some(san) = San::parse_short(word.bytes, word.length)
            && let Ok(mv) = state.position.resolve(&san)
        {
            lexer.take(word);
            advance(state, mv);
            observer.played_short(state, word, &san, mv);
        } else if !longer_move(lexer, state, word, observer) {
            return;
        }
        if state.position.turn() == Color::White
            && let Some(number) = lexer.take_number(state.position.fullmove())
        {
            observer.right_number(state, number);
        }
        usual += 1;
        if usual >= BEFORE_SPRINT && state.frames.is_empty() && observer.may_pass_over() {
            let played = sprint::sprint(lexer, state, observer);
            usual = if played < SHORT_SPRINT { -PAUSE } else { 0 };
        }
    }
}

/// The same for one move of any canonical shape; false if the word is no such move.
#[inline(never)]
fn longer_move<O: Observer>(
    lexer: &mut Lexer<'_>,
    state: &mut State,
    word: ShortWord,
    observer: &mut O,
) -> bool {
    let Some(san) = San::parse_canonical(word.span().of(lexer.text())) else {
        return false;
    };
    let Ok(mv) = state.position.resolve(&san) else {
        return false;
    };
    play_move(state, lexer.take(word), san.mark, mv, observer);
    true
}

fn solid<O: Observer>(state: &mut State, token: Token, text: &[u8], observer: &mut O) {
    match token.kind {
        Kind::Word => word(state, token, token.span.of(text), observer),
        Kind::Open => {
            if state.frames.len() >= MAX_DEPTH {
                if state.skipped == 0 {
                    observer.too_deep(state, token);
                }
                state.skipped += 1;
            } else {
                observer.variation(state, token);
                state.enter();
            }
        }
        Kind::Close if state.skipped > 0 => state.skipped -= 1,
        // What nests too deep is not read, but for a comment that runs away.
        kind if state.skipped > 0 && kind != (Kind::Comment { closed: false }) => {}
        Kind::Close => {
            observer.variation_end(state, token);
            if !state.leave() {
                observer.stray_close(state, token);
            }
        }
        Kind::Result(_) | Kind::OddResult(_) => observer.result(state, token),
        _ => observer.other(state, token),
    }
}

#[inline]
fn word<O: Observer>(state: &mut State, token: Token, text: &[u8], observer: &mut O) {
    if state.skipped > 0 {
        return;
    }
    if state.status != Status::Playing {
        state.status = Status::Lost;
        state.line_moves += 1;
        return;
    }
    let Some(san) = San::parse(text) else {
        if state.line_moves > 0 && is_afterthought(text) {
            observer.other(state, token);
            return;
        }
        observer.bad_move(state, token);
        if !is_judgement(text) {
            state.doubt = DOUBT;
        }
        if looks_like_move(text) {
            state.status = Status::Refused;
            state.line_moves += 1;
        }
        return;
    };
    let Ok(mv) = state.position.resolve(&san) else {
        observer.refused(state, token, &san);
        state.status = Status::Refused;
        state.line_moves += 1;
        return;
    };
    play_move(state, token, san.mark, mv, observer);
}

#[inline(always)]
fn play_move<O: Observer>(state: &mut State, token: Token, mark: Mark, mv: Move, observer: &mut O) {
    advance(state, mv);
    observer.played(state, token, mark, mv);
}

#[inline(always)]
fn advance(state: &mut State, mv: Move) {
    state.before = state.position;
    state.position.play(mv);
    state.moves.push(mv);
    state.longest_clock = state.longest_clock.max(state.position.halfmove_clock());
    state.line_moves += 1;
    state.plies += 1;
    state.doubt = state.doubt.saturating_sub(1);
}

/// What belongs to the move before it, though white space stands between: a mark, or `e.p.`.
fn is_afterthought(text: &[u8]) -> bool {
    matches!(text, b"+" | b"#" | b"++" | b"e.p." | b"e.p" | b"ep")
}

/// Whether a word is what annotators write behind a move in place of a NAG; it stands for no move.
pub(crate) fn is_judgement(text: &[u8]) -> bool {
    judgement(text).is_some()
}

/// The NAG for which annotators write such a word (PGN 10, and `ChessBase`'s numbers above 139).
pub(crate) fn judgement(text: &[u8]) -> Option<u8> {
    Some(match text {
        b"=" | b"==" => 10,
        b"+=" => 14,
        b"=+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        b"RR" => 145,
        b"N" => 146,
        b"D" => 220,
        _ => return None,
    })
}

/// Whether a text that cannot be read stands where a move should: it names a square's rank, or castles.
fn looks_like_move(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit) || text.starts_with(b"O-O")
}
