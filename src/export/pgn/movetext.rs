//! The movetext: hears a game's replay and puts words on a page.
//!
//! A `(` is written with the first move behind it, so that a variation without moves leaves no empty
//! brackets. Behind a fault nothing is written until the line that it is in ends.

use std::io::Write as _;

use arrayvec::ArrayVec;

use crate::chess::resolve::ResolveError;
use crate::chess::san::{Mark, San};
use crate::chess::{Color, Move};
use crate::export::notation::{self, Notation};
use crate::export::pgn::comment::{self, inside};
use crate::export::pgn::page::{Gap, Page};
use crate::export::pgn::{Fault, FaultKind, Source, Style, glyph};
use crate::pgn::lexer::{GameResult, Kind, Lexer};
use crate::pgn::{Encoding, Span, Token, glyph_of_mark};
use crate::replay::{Observer, State};

/// What stands between moves.
#[derive(Debug)]
enum Aside {
    /// A comment or an escape line of the text.
    Comment(Token),
    /// Text that becomes a comment.
    Said(String),
    Nag(u32),
}

/// A movetext under way.
#[derive(Debug)]
pub(super) struct Movetext<'a, 'o> {
    text: &'a [u8],
    encoding: Encoding,
    style: &'a Style,
    page: Page<'o>,
    /// For pieces of comments.
    buffer: String,
    /// Where the movetext begins.
    begin: usize,
    /// Something stands before the next move, so that it needs a number.
    interrupted: bool,
    /// The same where the variation begins that is not yet written.
    interrupted_before: bool,
    /// A `(` waits for its first move, and with it these.
    waiting: bool,
    asides: Vec<Aside>,
    /// The brackets of the variations that are read.
    open: Vec<Span>,
    /// How many of them are written.
    written: usize,
    /// The depth of the line of which nothing more is written.
    muted: Option<usize>,
    result: Option<GameResult>,
    /// A result in a variation: a comment, or the game's if the variation is never closed.
    swallowed: Option<GameResult>,
    plies: u32,
    fault: Option<Fault>,
}

/// What has been written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    /// The game's result.
    pub(super) result: GameResult,
    /// Plies of the main line.
    pub(super) plies: u32,
    /// The first thing that could not be written.
    pub(super) fault: Option<Fault>,
}

impl<'a, 'o> Movetext<'a, 'o> {
    /// Begins a movetext at the end of `out`.
    pub(super) fn new(out: &'o mut Vec<u8>, game: &Source<'a>, style: &'a Style) -> Self {
        Movetext {
            text: game.text,
            encoding: game.encoding,
            style,
            begin: game
                .first
                .map_or(game.text.len(), |first| first.span.range().start),
            page: Page::new(out, style.width),
            buffer: String::new(),
            interrupted: true,
            interrupted_before: true,
            waiting: false,
            asides: Vec::new(),
            open: Vec::new(),
            written: 0,
            muted: None,
            result: None,
            swallowed: None,
            plies: 0,
            fault: None,
        }
    }

    /// Writes what stands before the movetext and is no tag.
    pub(super) fn before_moves(&mut self, leftovers: &[String]) {
        for text in leftovers {
            self.put(Aside::Said(text.clone()));
        }
        let head = self.text.get(..self.begin).unwrap_or_default();
        if memchr::memchr3(b'{', b';', b'%', head).is_none() {
            return;
        }
        for token in Lexer::new(head).filter(|token| token.kind.is_aside()) {
            if token.kind != Kind::Space {
                self.put(Aside::Comment(token));
            }
        }
    }

    /// Writes the result, `tagged` being the one in the tag, and the lines' end.
    pub(super) fn finish(mut self, tagged: Option<GameResult>) -> Written {
        let known = self.result.filter(|result| *result != GameResult::Unknown);
        let result = known.or(tagged).unwrap_or(GameResult::Unknown);
        self.page.put(result.text().as_bytes(), Gap::Space);
        self.page.end();
        Written {
            result,
            plies: self.plies,
            fault: self.fault,
        }
    }

    fn note(&mut self, kind: FaultKind, span: Span) {
        self.fault.get_or_insert(Fault { kind, span });
    }

    /// A fault behind which nothing of the line at `depth` is written.
    fn fail(&mut self, kind: FaultKind, span: Span, depth: usize) {
        self.note(kind, span);
        self.muted = Some(depth);
    }

    /// Writes an aside, or keeps it for a variation that waits for its first move.
    fn put(&mut self, aside: Aside) {
        if self.waiting {
            self.asides.push(aside);
        } else {
            self.write(&aside);
        }
    }

    fn write(&mut self, aside: &Aside) {
        let keep = self.style.keep;
        let left = match aside {
            Aside::Nag(_) if !keep.nags => return,
            Aside::Nag(nag) => {
                let mut word = ArrayVec::<u8, 16>::new();
                let _ = write!(word, "${nag}");
                self.page.put(&word, Gap::Space);
                self.interrupted = true;
                return;
            }
            Aside::Said(text) => comment::write(&mut self.page, text, keep, &mut self.buffer),
            Aside::Comment(token) => {
                let text = inside(*token, self.text);
                let (page, buffer) = (&mut self.page, &mut self.buffer);
                comment::write_encoded(page, text, self.encoding, keep, buffer)
            }
        };
        self.interrupted |= left;
    }

    /// What a variation without moves holds is written where it stands; a NAG there judges no move.
    fn write_without_moves(&mut self) {
        self.waiting = false;
        self.interrupted = self.interrupted_before;
        for aside in std::mem::take(&mut self.asides) {
            match aside {
                Aside::Nag(nag) if self.style.keep.nags => {
                    self.write(&Aside::Said(format!("${nag}")));
                }
                Aside::Nag(_) => {}
                aside => self.write(&aside),
            }
        }
    }

    /// A result in a variation, behind which more stands.
    fn settle(&mut self) {
        if let Some(result) = self.swallowed.take() {
            self.put(Aside::Said(result.text().to_owned()));
        }
    }

    /// What waits for a move is written: here it comes.
    fn begin_line(&mut self) {
        if !self.waiting {
            return;
        }
        self.waiting = false;
        self.interrupted = true;
        self.page.open(b'(');
        for aside in std::mem::take(&mut self.asides) {
            self.write(&aside);
        }
    }

    fn close(&mut self) {
        self.written -= 1;
        if self.waiting {
            self.write_without_moves();
        } else {
            self.page.close(b')');
            self.interrupted = true;
        }
    }

    fn is_over(&self, state: &State) -> bool {
        state.depth() == 0 && self.result.is_some()
    }

    fn put_number(&mut self, state: &State) {
        let white = state.before.turn() == Color::White;
        if white || self.interrupted {
            let mut word = ArrayVec::<u8, 16>::new();
            let dots = if white { "." } else { "..." };
            let _ = write!(word, "{}{dots}", state.before.fullmove());
            self.page.put(&word, Gap::Space);
        }
        self.interrupted = false;
    }

    fn put_move(&mut self, state: &State, token: Token, mv: Move) {
        let (before, next) = (&state.before, &state.position);
        if self.style.notation == Notation::San && self.style.letters.is_none() {
            let word = token.span.of(self.text);
            if before.is_canonical(mv, next, word) {
                self.page.put(word, Gap::Space);
            } else {
                self.page
                    .put(before.san_to(mv, next).as_bytes(), Gap::Space);
            }
            return;
        }
        let letters = self.style.letters.as_ref();
        let word = notation::text(self.style.notation, letters, before, mv, next);
        self.page.put(word.as_bytes(), Gap::Space);
    }

    fn judgement(&self, token: Token) -> Option<Aside> {
        let text = self.encoding.decode(token.span.of(self.text));
        match glyph::of_judgement(&text) {
            Some(nag) => Some(Aside::Nag(nag)),
            None => {
                crate::replay::is_judgement(text.as_bytes()).then(|| Aside::Said(text.into_owned()))
            }
        }
    }
}

impl Observer for Movetext<'_, '_> {
    #[inline]
    fn played(&mut self, state: &State, token: Token, _mark: Mark, mv: Move) {
        if self.muted.is_some() {
            return;
        }
        if self.is_over(state) {
            return self.fail(FaultKind::AfterResult, token.span, 0);
        }
        self.settle();
        self.begin_line();
        self.put_number(state);
        self.put_move(state, token, mv);
        self.plies += u32::from(state.depth() == 0);
    }

    fn refused(&mut self, state: &State, token: Token, san: &San) {
        if self.muted.is_some() {
            return;
        }
        let kind = match state.position.resolve(san) {
            _ if self.is_over(state) => FaultKind::AfterResult,
            Err(ResolveError::Ambiguous(_)) => FaultKind::AmbiguousMove,
            Err(ResolveError::PromotionMissing) => FaultKind::PromotionMissing,
            _ => FaultKind::IllegalMove,
        };
        self.fail(kind, token.span, state.depth() as usize);
    }

    fn bad_move(&mut self, state: &State, token: Token) {
        if self.muted.is_some() {
            return;
        }
        self.settle();
        match self.judgement(token) {
            Some(aside) => self.put(aside),
            None => self.fail(FaultKind::Unreadable, token.span, state.depth() as usize),
        }
    }

    fn variation(&mut self, state: &State, token: Token) {
        self.open.push(token.span);
        if self.muted.is_some() {
            return;
        }
        self.settle();
        let depth = state.depth() as usize + 1;
        if self.is_over(state) {
            self.fail(FaultKind::AfterResult, token.span, 0);
        } else if !self.style.keep.variations {
            self.muted = Some(depth);
        } else if state.line_moves == 0 {
            self.fail(FaultKind::VariationWithoutMove, token.span, depth);
        } else {
            self.waiting = true;
            self.written = depth;
            self.interrupted_before = self.interrupted;
        }
    }

    fn variation_end(&mut self, state: &State, _token: Token) {
        let depth = state.depth() as usize;
        if depth == 0 {
            return;
        }
        self.open.pop();
        match self.muted {
            None => self.settle(),
            Some(muted) if muted == depth => self.muted = None,
            Some(_) => return,
        }
        self.swallowed = None;
        if self.written == depth {
            self.close();
        }
    }

    fn too_deep(&mut self, _state: &State, token: Token) {
        if self.muted.is_none() {
            self.note(FaultKind::TooDeep, token.span);
        }
    }

    fn stray_close(&mut self, _state: &State, token: Token) {
        if self.muted.is_none() {
            self.fail(FaultKind::StrayClose, token.span, 0);
        }
    }

    fn result(&mut self, state: &State, token: Token) {
        let (Kind::Result(result) | Kind::OddResult(result)) = token.kind else {
            return;
        };
        if state.depth() > 0 {
            if self.muted.is_none() {
                self.settle();
            }
            self.swallowed = Some(result);
            return;
        }
        match self.result {
            None => self.result = Some(result),
            Some(first) if first != result && self.muted.is_none() => {
                self.fail(FaultKind::SecondResult, token.span, 0);
            }
            Some(_) => {}
        }
    }

    fn other(&mut self, state: &State, token: Token) {
        // It hides what stands behind it, wherever it begins.
        if token.kind == (Kind::Comment { closed: false }) {
            return self.note(FaultKind::UnclosedComment, token.span);
        }
        if self.muted.is_some() {
            return;
        }
        self.settle();
        let word = token.span.of(self.text);
        let glyph = match token.kind {
            Kind::Comment { .. } | Kind::LineComment | Kind::Escape => {
                return self.put(Aside::Comment(token));
            }
            Kind::Suffix => glyph_of_mark(word).map(u32::from),
            Kind::Nag => glyph::number(word),
            // A mark apart from its move, dots apart from their number.
            Kind::Word | Kind::Dots | Kind::Space => return,
            _ => return self.fail(FaultKind::Unreadable, token.span, state.depth() as usize),
        };
        match glyph {
            Some(nag) => self.put(Aside::Nag(nag)),
            None if self.style.keep.nags => {
                let text = self.encoding.decode(word).into_owned();
                self.put(Aside::Said(text));
            }
            None => {}
        }
    }

    fn end(&mut self, state: &State) {
        if state.depth() == 0 {
            return;
        }
        if let Some(&bracket) = self.open.first() {
            self.note(FaultKind::UnclosedVariation, bracket);
        }
        // The result was meant for the game, not for the variation that swallowed it.
        self.result = self.result.or(self.swallowed.take());
        while self.written > 0 {
            self.close();
        }
    }
}
