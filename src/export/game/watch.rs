//! Watches a game while it is replayed, and keeps what is needed of it.

use crate::arbiter::history::History;
use crate::chess::san::{Mark, San};
use crate::chess::{Color, Move};
use crate::export::game::{Needs, Ply, Read, Trouble};
use crate::lint::set::keys::MainLine;
use crate::pgn::lexer::{Kind, ShortWord, number_word};
use crate::pgn::{self, Span, Token, glyph_of_mark};
use crate::replay::{self, Observer, State, Status};

/// Watches a game while it is read.
pub(super) struct Watch<'a> {
    pub(super) text: &'a [u8],
    pub(super) needs: Needs,
    pub(super) read: &'a mut Read,
    pub(super) history: History,
    /// Variations met so far.
    pub(super) lines: u32,
    /// Of every open variation: its number, and the ply to which comments belonged before it.
    pub(super) open: Vec<(u32, Option<usize>)>,
    /// The ply to which comments belong.
    pub(super) current: Option<usize>,
    /// Comments before a variation's first move.
    pub(super) pending: Vec<Span>,
    /// What tells the game from others, if that is asked for.
    pub(super) main_line: Option<MainLine>,
    /// Words read in the main line before the result.
    pub(super) words: Option<u32>,
    /// A comment runs into the game's end.
    pub(super) unterminated: bool,
}

impl Watch<'_> {
    fn add(&mut self, state: &State, trouble: Trouble, span: Span) {
        if self.read.result.is_some() && state.depth() == 0 {
            return;
        }
        let slot = if state.depth() == 0 {
            &mut self.read.trouble
        } else {
            &mut self.read.variation_trouble
        };
        slot.get_or_insert((trouble, span));
    }

    /// The main line ends where the replay stands.
    fn close(&mut self, state: &State) {
        self.read.moves.extend(state.main_line());
        if state.depth() == 0 {
            self.read.last = state.position;
        } else {
            let mut last = self.read.start;
            for mv in &self.read.moves {
                last.play(*mv);
            }
            self.read.last = last;
        }
    }

    /// Writes the last move, which stands in the text as `word`, if that is its canonical SAN.
    #[inline(always)]
    fn copy_san(&mut self, state: &State, word: ShortWord) {
        // A word of seven letters at most, with the space behind it.
        let length = word.length as usize;
        let move_and_space = u128::from(word.alone() | u64::from(b' ') << (8 * length));
        if self.needs.san {
            push_short(&mut self.read.san, move_and_space, length + 1);
        }
        if self.needs.movetext {
            let movetext = &mut self.read.movetext;
            let before = &state.before;
            let white = before.turn() == Color::White;
            if white && let Some((number, digits)) = number_word(before.fullmove()) {
                let number = u128::from(number | u64::from(b' ') << (8 * digits));
                let words = number | move_and_space << (8 * (digits + 1));
                push_short(movetext, words, digits + length + 2);
            } else {
                if white || movetext.is_empty() {
                    push_number(movetext, before.fullmove(), white);
                }
                push_short(movetext, move_and_space, length + 1);
            }
        }
    }

    /// Writes the last move in canonical SAN.
    fn write_san(&mut self, state: &State, mv: Move) {
        let before = &state.before;
        let san = before.san_to(mv, &state.position);
        let push = |out: &mut Vec<u8>| {
            out.extend_from_slice(san.as_bytes());
            out.push(b' ');
        };
        if self.needs.san {
            push(&mut self.read.san);
        }
        if self.needs.movetext {
            let movetext = &mut self.read.movetext;
            let white = before.turn() == Color::White;
            if white || movetext.is_empty() {
                push_number(movetext, before.fullmove(), white);
            }
            push(movetext);
        }
    }

    /// Whether the moves of the line being read are written.
    #[inline(always)]
    fn writes(&self, state: &State) -> bool {
        (self.needs.san | self.needs.movetext) && state.depth() == 0 && self.read.result.is_none()
    }

    /// Keeps the last move, if plies are kept.
    #[inline(always)]
    fn keep_wanted(&mut self, state: &State, token: Token, mv: Move) {
        if self.needs.plies && self.read.result.is_none() {
            self.keep(state, mv);
            if let Some(nag) = suffix(token.span.of(self.text)) {
                self.nag(state, nag);
            }
        }
    }

    fn keep(&mut self, state: &State, mv: Move) {
        let depth = state.depth();
        let appearances = if depth == 0 {
            self.history.follow(&state.before, mv, &state.position);
            self.history.appearances()
        } else if !self.needs.variations {
            return;
        } else {
            0
        };
        self.current = Some(self.read.plies.len());
        self.read.plies.push(Ply {
            mv,
            before: state.before,
            after: state.position,
            number: state.moves.len() as u32,
            depth,
            line: self.open.last().map_or(0, |(line, _)| *line),
            appearances,
            nags: Vec::new(),
            comments: std::mem::take(&mut self.pending),
        });
    }

    /// Whether what stands here is looked at.
    fn is_wanted(&self, state: &State) -> bool {
        self.needs.plies && (state.depth() == 0 || self.needs.variations)
    }

    fn nag(&mut self, state: &State, nag: u16) {
        if self.is_wanted(state)
            && let Some(ply) = self.current.and_then(|at| self.read.plies.get_mut(at))
            && !ply.nags.contains(&nag)
        {
            ply.nags.push(nag);
        }
    }

    fn comment(&mut self, state: &State, span: Span) {
        if !self.is_wanted(state) {
            return;
        }
        match self.current.and_then(|at| self.read.plies.get_mut(at)) {
            Some(ply) => ply.comments.push(span),
            None if state.depth() > 0 => self.pending.push(span),
            None => self.read.comments.push(span),
        }
    }
}

impl Observer for Watch<'_> {
    #[inline]
    fn right_number(&mut self, _state: &State, _token: Token) {}

    #[inline]
    fn played(&mut self, state: &State, token: Token, _mark: Mark, mv: Move) {
        if self.writes(state) {
            self.write_san(state, mv);
        }
        self.keep_wanted(state, token, mv);
    }

    #[inline(always)]
    fn played_short(&mut self, state: &State, word: ShortWord, san: &San, mv: Move) {
        if self.writes(state) {
            if state.before.is_plain(san, mv, &state.position) {
                self.copy_san(state, word);
            } else {
                self.write_san(state, mv);
            }
        }
        self.keep_wanted(state, word.token(), mv);
    }

    #[cold]
    fn refused(&mut self, state: &State, token: Token, _san: &San) {
        self.add(state, Trouble::IllegalMove, token.span);
    }

    #[cold]
    fn bad_move(&mut self, state: &State, token: Token) {
        let text = token.span.of(self.text);
        match replay::judgement(text) {
            Some(nag) => self.nag(state, nag.into()),
            None => self.add(state, Trouble::UnreadableMove, token.span),
        }
    }

    fn variation(&mut self, _state: &State, _token: Token) {
        self.lines += 1;
        self.open.push((self.lines, self.current.take()));
    }

    fn variation_end(&mut self, _state: &State, _token: Token) {
        if let Some((_, current)) = self.open.pop() {
            self.current = current;
            self.pending.clear();
        }
    }

    fn too_deep(&mut self, state: &State, token: Token) {
        self.add(state, Trouble::TornText, token.span);
    }

    fn stray_close(&mut self, state: &State, token: Token) {
        self.add(state, Trouble::TornText, token.span);
    }

    fn result(&mut self, state: &State, token: Token) {
        if let Kind::Result(result) | Kind::OddResult(result) = token.kind
            && state.depth() == 0
            && self.read.result.is_none()
        {
            self.close(state);
            self.read.result = Some(result);
            self.words = Some(state.line_moves);
        }
    }

    fn other(&mut self, state: &State, token: Token) {
        self.unterminated |= token.kind == (Kind::Comment { closed: false });
        if self.read.result.is_some() {
            return;
        }
        match token.kind {
            Kind::Comment { closed: false } => {
                self.read
                    .trouble
                    .get_or_insert((Trouble::TornText, token.span));
            }
            Kind::Comment { closed: true } | Kind::LineComment => self.comment(state, token.span),
            Kind::Nag => {
                if let Some(nag) = pgn::nag(token.span.of(self.text)) {
                    self.nag(state, nag);
                }
            }
            Kind::Junk | Kind::Reserved | Kind::CloseBrace => {
                self.add(state, Trouble::UnreadableMove, token.span);
            }
            _ => {
                if let Some(nag) = suffix(token.span.of(self.text)) {
                    self.nag(state, nag);
                }
            }
        }
    }

    fn end(&mut self, state: &State) {
        if let Some(line) = &mut self.main_line {
            line.read(state, self.words, self.unterminated);
        }
        if self.read.result.is_none() {
            if state.depth() > 0 {
                let end = self.text.len();
                let span = Span::new(end.saturating_sub(1), end);
                self.read.trouble.get_or_insert((Trouble::TornText, span));
            }
            self.close(state);
        }
        let refused = state.status != Status::Playing && state.depth() == 0;
        if refused && self.read.result.is_none() && self.read.trouble.is_none() {
            self.read.trouble = Some((Trouble::IllegalMove, Span::new(0, 1)));
        }
    }
}

/// The NAG that `!` and `?` at the end of a word stand for (PGN 8.2.3.8).
fn suffix(word: &[u8]) -> Option<u16> {
    let marks = word
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'!' | b'?'));
    glyph_of_mark(&word[word.len() - marks.count()..])
}

/// Writes the first `length` bytes of words: sixteen bytes at once, which is faster than any number of them.
#[inline(always)]
fn push_short(out: &mut Vec<u8>, words: u128, length: usize) {
    let end = out.len() + length;
    out.extend_from_slice(&words.to_le_bytes());
    out.truncate(end);
}

/// Writes a move number, its dots, and a space.
#[cold]
fn push_number(out: &mut Vec<u8>, number: u32, white: bool) {
    out.extend_from_slice(number.to_string().as_bytes());
    out.extend_from_slice(if white { b". " } else { b"... " });
}
