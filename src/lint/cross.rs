//! A second opinion: plays the main line with pgn-reader and shakmaty and compares.
//!
//! What that library does not see (it skips words that it cannot read, and ends a game at a blank line)
//! is not held against it: only games in which both saw the same words are compared.

use std::ops::ControlFlow;

use pgn_reader::shakmaty::fen::Fen;
use pgn_reader::shakmaty::san::San as TheirSan;
use pgn_reader::shakmaty::{
    CastlingMode as TheirMode, Chess, EnPassantMode, Position as _, Role as TheirRole,
};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

use crate::chess::castling::CastlingMode;
use crate::chess::mv::MoveKind;
use crate::chess::san::{Action, Mark, San};
use crate::chess::{Move, Position, Role};
use crate::lint::report::Notes;
use crate::lint::rules::internal::INTERNAL_DISAGREEMENT;
use crate::lint::tags::Header;
use crate::pgn::split::Head;
use crate::pgn::{Lexer, Span, Token};
use crate::replay::{self, Observer, State};

/// What one side made of a game's main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Opinion {
    /// Words seen as moves, up to and with the first one refused.
    words: Vec<SanPlus>,
    /// The legal moves, as UCI.
    moves: Vec<String>,
    /// Whether a move was refused.
    refused: bool,
    /// The position at the end.
    fen: String,
}

/// Compares both opinions of a game that starts at `start`.
pub(crate) fn check(notes: &mut Notes<'_>, game: &[u8], header: &Header, start: &Position) {
    let Some(theirs) = their_opinion(game, start) else {
        return;
    };
    let Some(ours) = our_opinion(game, start) else {
        return;
    };
    if ours == theirs || !comparable(&ours, &theirs) {
        return;
    }
    let span = header.event.map_or(Span::new(0, 1), |tag| tag.span);
    notes.add(&INTERNAL_DISAGREEMENT, span, || describe(&ours, &theirs));
}

/// Whether both saw the same words, up to where one refused.
fn comparable(ours: &Opinion, theirs: &Opinion) -> bool {
    let (short, long) = if ours.words.len() <= theirs.words.len() {
        (ours, theirs)
    } else {
        (theirs, ours)
    };
    let whole = short.words.len() == long.words.len();
    (whole || short.refused) && long.words.starts_with(&short.words)
}

fn describe(ours: &Opinion, theirs: &Opinion) -> String {
    let same = ours
        .moves
        .iter()
        .zip(&theirs.moves)
        .take_while(|(a, b)| a == b)
        .count();
    let next = |opinion: &Opinion| {
        opinion.moves.get(same).cloned().unwrap_or_else(|| {
            if opinion.refused {
                "a refusal".to_owned()
            } else {
                format!("the end in {}", opinion.fen)
            }
        })
    };
    format!(
        "after {same} plies chesstool reads {}, shakmaty {}",
        next(ours),
        next(theirs)
    )
}

/// Records the main line. `None` for the words that the other library cannot know.
struct Ours<'a> {
    text: &'a [u8],
    opinion: Opinion,
    known: bool,
}

impl Ours<'_> {
    /// Notes a word, if the other library reads it as a move at all.
    fn word(&mut self, token: Token) {
        match SanPlus::from_ascii(token.span.of(self.text)) {
            Ok(san) => self.opinion.words.push(san),
            Err(_) => self.known = false,
        }
    }
}

impl Observer for Ours<'_> {
    fn played(&mut self, state: &State, token: Token, _mark: Mark, mv: Move) {
        if state.depth() > 0 {
            return;
        }
        let castle = mv.kind() == MoveKind::Castle;
        let action = San::parse(token.span.of(self.text)).map(|san| san.action);
        let written = matches!(action, Some(Action::Castle(_)));
        // `g1f3` is a pawn's move to them, `e1g1` a king's step; and a clock that has reached its end
        // says nothing.
        let squares = matches!(action, Some(Action::Go { role: None, .. }));
        let pawn = state.before.board().role_at(mv.from()) == Some(Role::Pawn);
        self.known &= mv.kind() != MoveKind::Null
            && castle == written
            && (pawn || !squares)
            && state.position.halfmove_clock() < u16::MAX;
        self.word(token);
        self.opinion.moves.push(state.before.uci(mv));
        self.opinion.fen = state.position.fen();
    }

    fn refused(&mut self, state: &State, token: Token, san: &San) {
        if state.depth() == 0 && !self.opinion.refused {
            let squares = matches!(san.action, Action::Go { role: None, .. });
            self.known &= !squares && state.position.halfmove_clock() < u16::MAX;
            self.word(token);
            self.opinion.refused = true;
        }
    }

    fn bad_move(&mut self, _state: &State, _token: Token) {
        self.known = false;
    }
}

fn our_opinion(game: &[u8], start: &Position) -> Option<Opinion> {
    let mut lexer = Lexer::new(game);
    let first = replay::read_tags(&mut lexer, &Head::default(), &mut Vec::new());
    let mut ours = Ours {
        text: game,
        opinion: Opinion {
            fen: start.fen(),
            ..Opinion::default()
        },
        known: true,
    };
    replay::play(&mut lexer, first, Some(start), &mut ours);
    ours.known.then_some(ours.opinion)
}

struct Theirs {
    start: Chess,
    mode: TheirMode,
    opinion: Opinion,
}

impl Visitor for Theirs {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _name: &[u8], _value: RawTag<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(self.start.clone())
    }

    fn begin_variation(&mut self, _position: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        self.opinion.words.push(san);
        let mv = san.san.to_move(position);
        let Ok(mv) = mv.or_else(|_| with_other_capture_sign(san.san).to_move(position)) else {
            self.opinion.refused = true;
            return ControlFlow::Break(());
        };
        self.opinion.moves.push(mv.to_uci(self.mode).to_string());
        position.play_unchecked(mv);
        self.opinion.fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}

/// A move of a piece with the `x` that it lacks, or without the one that it has: the other library takes
/// the sign at its word, this one calls it a question of style.
fn with_other_capture_sign(mut san: TheirSan) -> TheirSan {
    if let TheirSan::Normal { role, capture, .. } = &mut san
        && *role != TheirRole::Pawn
    {
        *capture = !*capture;
    }
    san
}

fn their_opinion(game: &[u8], start: &Position) -> Option<Opinion> {
    let mode = match start.mode() {
        CastlingMode::Standard => TheirMode::Standard,
        CastlingMode::Chess960 => TheirMode::Chess960,
    };
    let fen = start.fen();
    let setup: Fen = fen.parse().ok()?;
    let position: Chess = setup.into_position(mode).ok()?;
    let mut theirs = Theirs {
        start: position,
        mode,
        opinion: Opinion {
            fen,
            ..Opinion::default()
        },
    };
    // A reader that cannot cope with the text (a tag of over 255 bytes) has no opinion.
    Reader::new(game).read_game(&mut theirs).ok()??;
    Some(theirs.opinion)
}
