//! A game as its annotator sees it: the moves of the main line, and what stands behind each of them.

use crate::chess::san::{Mark, San};
use crate::chess::{CastlingMode, Color, Move, Position};
use crate::pgn::evaluation::{Evaluation, evaluation};
use crate::pgn::lexer::Kind;
use crate::pgn::split::Head;
use crate::pgn::{self, Encoding, Lexer, Span, Tag, Token, commands, glyph_of_mark};
use crate::replay::{self, Observer, Start, State, Status};

/// A side line.
#[derive(Clone, Debug)]
pub struct Variation {
    /// From its bracket to the closing one.
    pub span: Span,
    /// Its first move.
    pub first: Option<Move>,
    /// It holds nothing but moves, and perhaps the glyph of a position at its end.
    pub plain: bool,
    /// That glyph.
    pub position_nag: Option<u16>,
}

/// A move of the main line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The word that stands for it.
    pub word: Span,
    /// Where a number stands before it.
    pub numbered: bool,
    /// Its glyphs, marks such as `?!` included, and where they stand.
    pub glyphs: Vec<(u16, Span)>,
    /// Its comments, braces included.
    pub comments: Vec<Span>,
    /// Its side lines.
    pub variations: Vec<Variation>,
    /// The first evaluation that its comments tell, and the command that tells it.
    pub eval: Option<(Evaluation, Span)>,
    /// Where what stands behind the move ends.
    pub end: usize,
}

/// A game that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its tags.
    pub tags: Vec<Tag>,
    /// Its encoding.
    pub encoding: Encoding,
    /// The first position, or why there is none.
    pub start: Result<Position, &'static str>,
    /// The moves of the main line.
    pub plies: Vec<Ply>,
    /// What keeps the main line from being read to its end.
    pub trouble: Option<&'static str>,
}

impl Reading {
    /// Reads a game; none if there is nothing but white space and comments.
    #[must_use]
    pub fn new(text: &[u8], head: &Head) -> Option<Reading> {
        let mut lexer = Lexer::new(text);
        let mut tags = Vec::new();
        let first = replay::read_tags(&mut lexer, head, &mut tags);
        if first.is_none() && tags.is_empty() {
            return None;
        }
        let start = start(text, &tags);
        let mut reading = Reading {
            tags,
            encoding: Encoding::detect(text),
            start,
            plies: Vec::new(),
            trouble: None,
        };
        let mut watch = Watch {
            text,
            reading: &mut reading,
            numbered: false,
            ended: false,
            open: None,
        };
        let position = watch.reading.start.ok();
        replay::play(&mut lexer, first, position.as_ref(), &mut watch);
        Some(reading)
    }

    /// The position behind the last move that could be read.
    #[must_use]
    pub fn last(&self) -> Option<Position> {
        match self.plies.last() {
            Some(ply) => Some(ply.before.after(ply.mv)),
            None => self.start.ok(),
        }
    }

    /// The moves of the main line.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.mv).collect()
    }

    /// Whose move the first one is.
    #[must_use]
    pub fn first_side(&self) -> Color {
        self.start.as_ref().map_or(Color::White, Position::turn)
    }

    /// How castling goes.
    #[must_use]
    pub fn mode(&self) -> CastlingMode {
        self.start
            .as_ref()
            .map_or(CastlingMode::Standard, Position::mode)
    }

    /// The tag of a name, the first one.
    #[must_use]
    pub fn tag(&self, text: &[u8], name: &str) -> Option<Tag> {
        let named = |tag: &&Tag| tag.name(text).eq_ignore_ascii_case(name.as_bytes());
        self.tags.iter().find(named).copied()
    }

    /// The value of a tag; nothing where it is missing or `?`.
    #[must_use]
    pub fn value(&self, text: &[u8], name: &str) -> String {
        let value = self
            .tag(text, name)
            .map(|tag| self.encoding.decode(&tag.value(text)).trim().to_owned());
        value.filter(|value| value != "?").unwrap_or_default()
    }
}

fn start(text: &[u8], tags: &[Tag]) -> Result<Position, &'static str> {
    let value = |name: &[u8]| {
        let tag = tags
            .iter()
            .find(|tag| tag.name(text).eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(&tag.value(text)).into_owned())
    };
    match replay::start(
        &Position::start(),
        value(b"Variant").as_deref(),
        value(b"FEN").as_deref(),
    ) {
        Start::Position(position, _) => Ok(position),
        Start::BadFen(_) => Err("the tag FEN gives no position"),
        Start::Unsupported => Err("the game is not chess"),
    }
}

struct Watch<'a> {
    text: &'a [u8],
    reading: &'a mut Reading,
    /// A number has been met since the last move.
    numbered: bool,
    /// The result has been met.
    ended: bool,
    /// The side line that is being read, of those of the main line.
    open: Option<Variation>,
}

impl Watch<'_> {
    /// Whether what stands here belongs to the last move of the main line: not behind what could not be read, nor between a
    /// number and its move.
    fn main(&self, state: &State) -> bool {
        self.reads(state) && !self.numbered
    }

    /// Whether the main line can still be read.
    fn reads(&self, state: &State) -> bool {
        state.depth() == 0 && !self.ended && self.reading.trouble.is_none()
    }

    fn trouble(&mut self, what: &'static str) {
        self.reading.trouble.get_or_insert(what);
    }

    fn glyph(&mut self, nag: u16, span: Span) {
        if let Some(ply) = self.reading.plies.last_mut() {
            ply.glyphs.push((nag, span));
            ply.end = span.range().end;
        }
    }

    fn comment(&mut self, span: Span) {
        if let Some(ply) = self.reading.plies.last_mut() {
            ply.comments.push(span);
            ply.end = span.range().end;
            if ply.eval.is_none() {
                let at = span.range().start;
                ply.eval = commands::commands(span.of(self.text))
                    .filter(|command| command.name == b"eval")
                    .find_map(|command| {
                        let place = command.span.range();
                        Some((
                            evaluation(&command.arguments)?,
                            Span::new(at + place.start, at + place.end),
                        ))
                    });
            }
        }
    }
}

impl Observer for Watch<'_> {
    fn number(&mut self, state: &State, _token: Token) {
        self.numbered |= state.depth() == 0;
    }

    fn played(&mut self, state: &State, token: Token, _mark: Mark, mv: Move) {
        if self.reads(state) {
            self.reading.plies.push(Ply {
                mv,
                before: state.before,
                word: token.span,
                numbered: self.numbered,
                glyphs: Vec::new(),
                comments: Vec::new(),
                variations: Vec::new(),
                eval: None,
                end: token.span.range().end,
            });
            self.numbered = false;
            // Marks that are part of the word.
            let word = token.span.of(self.text);
            let marks = word
                .iter()
                .rev()
                .take_while(|byte| matches!(byte, b'!' | b'?'))
                .count();
            if let Some(nag) = glyph_of_mark(&word[word.len() - marks..]) {
                let end = token.span.range().end;
                self.glyph(nag, Span::new(end - marks, end));
            }
        } else if state.depth() == 1
            && let Some(open) = &mut self.open
        {
            open.first.get_or_insert(mv);
            // What stands before a move is not at the end.
            open.plain &= open.position_nag.is_none();
        }
    }

    fn refused(&mut self, state: &State, _token: Token, _san: &San) {
        if self.reads(state) {
            self.trouble("a move that is not legal");
        } else if let Some(open) = &mut self.open {
            open.plain = false;
        }
    }

    fn bad_move(&mut self, state: &State, token: Token) {
        if !self.reads(state) {
            return;
        }
        match replay::judgement(token.span.of(self.text)) {
            Some(nag) => self.glyph(nag.into(), token.span),
            None => self.trouble("a word that is no move"),
        }
    }

    fn variation(&mut self, state: &State, token: Token) {
        if self.main(state) {
            self.open = Some(Variation {
                span: token.span,
                first: None,
                plain: true,
                position_nag: None,
            });
        } else if let Some(open) = &mut self.open {
            open.plain = false;
        }
    }

    fn variation_end(&mut self, state: &State, token: Token) {
        if state.depth() == 1
            && let Some(mut open) = self.open.take()
            && let Some(ply) = self.reading.plies.last_mut()
        {
            let end = token.span.range().end;
            open.span = Span::new(open.span.range().start, end);
            ply.variations.push(open);
            ply.end = end;
        }
    }

    fn too_deep(&mut self, _state: &State, _token: Token) {
        self.trouble("variations that nest too deep");
    }

    fn stray_close(&mut self, _state: &State, _token: Token) {
        if !self.ended {
            self.trouble("a bracket that closes nothing");
        }
    }

    fn result(&mut self, state: &State, _token: Token) {
        self.ended |= state.depth() == 0;
    }

    fn other(&mut self, state: &State, token: Token) {
        let main = self.main(state);
        let nag = pgn::nag(token.span.of(self.text)).filter(|_| token.kind == Kind::Nag);
        if !main && let Some(open) = &mut self.open {
            match nag {
                Some(nag) if (10..20).contains(&nag) && open.position_nag.is_none() => {
                    open.position_nag = Some(nag);
                }
                _ => open.plain = false,
            }
        }
        match token.kind {
            Kind::Comment { closed: false } if !self.ended => {
                self.trouble("a comment that never ends");
            }
            Kind::Comment { closed: true } | Kind::LineComment if main => self.comment(token.span),
            Kind::Nag if main => {
                if let Some(nag) = nag {
                    self.glyph(nag, token.span);
                }
            }
            Kind::Suffix if main => {
                if let Some(nag) = glyph_of_mark(token.span.of(self.text)) {
                    self.glyph(nag, token.span);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, state: &State) {
        if state.depth() > 0 && !self.ended {
            self.trouble("a variation that never ends");
        }
        if state.status != Status::Playing
            && self.reading.start.is_ok()
            && !self.ended
            && state.depth() == 0
        {
            self.trouble("a move that is not legal");
        }
    }
}
