//! Sees a game token by token and asks the checks; keeps what must be known from one token to the next.

mod other;

use crate::arbiter;
use crate::chess::san::{Mark, San};
use crate::chess::{Color, Move, Role};
use crate::lint::comments::Clocks;
use crate::lint::report::Notes;
use crate::lint::result::Ended;
use crate::lint::result::lawful::{self, Line};
use crate::lint::set::keys::MainLine;
use crate::lint::tags::Header;
use crate::lint::{moves, result, syntax, tags};
use crate::pgn::lexer::{Kind, ShortWord};
use crate::pgn::{Span, Token};
use crate::replay::{self, Observer, State, Status};

/// What the rules need to know of a game while it is read.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Walk<'a, 'o> {
    text: &'a [u8],
    notes: &'a mut Notes<'o>,
    header: &'a Header,
    style: bool,
    ascii: bool,
    /// Every character is ASCII, and the result is not yet seen.
    usual: bool,
    /// Printed number less real number: a wrong count is one fault, not one a move.
    number_shift: i64,
    /// The last number that was wrong.
    wrong_number: Option<Span>,
    /// A number stands before the next move.
    numbered: bool,
    /// Something stands between the last move and the next one, so that the latter needs a number.
    interrupted: bool,
    /// Text was met that is no movetext; more of it before the next legal move is the same fault.
    garbage: bool,
    stray_braces: u64,
    /// A comment runs into the game's end.
    unterminated: bool,
    /// Words of the main line may have been passed over, or words read that are none of it.
    torn: bool,
    /// Nothing but comments was met behind the tags.
    empty: bool,
    dead: Option<bool>,
    /// The brackets of the variations being read, and the shift of the numbers before each.
    open: Vec<(Span, i64)>,
    ended: Option<Ended>,
    ended_in_variation: Option<Ended>,
    after_result: bool,
    clocks: Clocks,
    /// Reads the main line at the game's end, if that is wanted.
    pub(crate) main_line: Option<MainLine>,
}

/// How a game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begin {
    /// With nothing: there is no movetext.
    pub(crate) empty: bool,
    /// In a position in which nobody can mate.
    pub(crate) dead: bool,
    /// All of its text is ASCII.
    pub(crate) ascii: bool,
}

impl<'a, 'o> Walk<'a, 'o> {
    pub(crate) fn new(
        text: &'a [u8],
        notes: &'a mut Notes<'o>,
        header: &'a Header,
        style: bool,
        begin: Begin,
    ) -> Walk<'a, 'o> {
        let Begin { empty, dead, ascii } = begin;
        Walk {
            text,
            notes,
            header,
            style,
            ascii,
            usual: ascii,
            number_shift: 0,
            wrong_number: None,
            numbered: false,
            interrupted: true,
            garbage: false,
            stray_braces: 0,
            unterminated: false,
            torn: false,
            empty,
            dead: Some(dead),
            open: Vec::new(),
            ended: None,
            ended_in_variation: None,
            after_result: false,
            clocks: Clocks::default(),
            main_line: None,
        }
    }

    /// Whether the token stands behind the game's result; says so once.
    #[inline]
    fn is_after_result(&mut self, token: Token) -> bool {
        if self.ended.is_none() {
            return false;
        }
        if !self.after_result {
            self.after_result = true;
            self.torn = true;
            self.notes.add(&result::TEXT_AFTER_RESULT, token.span, || {
                "the game has ended with its result, and goes on".to_owned()
            });
        }
        true
    }

    /// Whether garbage at this token is a fault of its own.
    fn is_new_garbage(&mut self) -> bool {
        !std::mem::replace(&mut self.garbage, true)
    }

    /// Watches for the first position in which nobody can mate.
    #[inline]
    fn watch_dead_position(&mut self, state: &State, token: Token) {
        match self.dead {
            Some(true) => {
                moves::after_dead_position(self.notes, state, token);
                self.dead = None;
            }
            // Only a capture can leave too few men.
            Some(false) if state.position.halfmove_clock() == 0 => {
                self.dead = Some(
                    arbiter::is_dead_by_material(&state.position)
                        && self
                            .header
                            .year(self.text)
                            .is_none_or(|year| year > result::DEAD_POSITIONS_SINCE),
                );
            }
            _ => {}
        }
    }

    /// Whether the last move has the number that the export format wants before it.
    #[inline(always)]
    fn is_numbered(&self, state: &State) -> bool {
        let white = state.before.turn() == Color::White;
        self.numbered | !(white | self.interrupted)
    }

    /// Whether nothing but the spelling of the last move is to be looked at: what most moves of most games are.
    #[inline(always)]
    fn is_usual(&self, state: &State, mark: Mark, mv: Move) -> bool {
        self.usual
            & (mark == Mark::None)
            & (state.position.board().of_role(Role::Pawn).any() || self.dead.is_none())
            & (state.line_moves != 1)
            & (mv.from() != mv.to())
    }

    /// Nothing was to be said of the last move.
    #[inline(always)]
    fn pass(&mut self) {
        self.garbage = false;
        self.numbered = false;
        self.interrupted = false;
    }

    #[inline(never)]
    fn look_at(&mut self, state: &State, token: Token, mark: Mark, mv: Move) {
        if self.is_after_result(token) {
            return;
        }
        self.garbage = false;
        moves::played(self.notes, state, token, mark, mv, self.text, self.style);
        if state.depth() == 0 {
            self.watch_dead_position(state, token);
        }
        if !self.ascii && !token.span.of(self.text).is_ascii() {
            moves::non_ascii(self.notes, state, token, mv);
        }
        if self.style {
            let white = state.before.turn() == Color::White;
            if (white || self.interrupted) && !self.numbered {
                let text = (self.number_shift == 0).then_some(self.text);
                moves::numbers::missing_number(self.notes, state, token, text);
            }
        }
        self.numbered = false;
        self.interrupted = false;
    }

    #[inline(never)]
    fn look_at_number(&mut self, state: &State, token: Token) {
        if self.is_after_result(token) {
            return;
        }
        self.numbered = true;
        if state.status != Status::Playing || self.garbage || state.doubt > 0 {
            return;
        }
        let expected = i64::from(state.position.fullmove());
        let printed = moves::numbers::number_of(token.span.of(self.text));
        let shift = printed.map_or(i64::MAX, |printed| i64::from(printed) - expected);
        // A count that is right again needs no finding either.
        if shift != self.number_shift && shift != 0 {
            moves::numbers::wrong_number(self.notes, state, token, expected);
            self.wrong_number = Some(token.span);
        }
        self.number_shift = if printed.is_some() { shift } else { 0 };
    }

    /// What the arbiter says of the main line, which ends here.
    fn ask_arbiter(&mut self, state: &State) {
        if !self.torn && state.doubt == 0 {
            let line = Line {
                text: self.text,
                header: self.header,
                state,
                ended: self.ended.as_ref(),
                was_dead: self.dead.is_none(),
            };
            lawful::check(self.notes, line);
        }
    }

    fn ending(&self, state: &State, token: Token) -> Option<Ended> {
        let (Kind::Result(result) | Kind::OddResult(result)) = token.kind else {
            return None;
        };
        let known = state.status == Status::Playing && state.doubt == 0;
        Some(Ended {
            result,
            token,
            position: known.then_some(state.position),
            moves: state.line_moves,
            from_start: self.header.fen.is_none(),
        })
    }
}

impl Observer for Walk<'_, '_> {
    #[inline]
    fn number(&mut self, state: &State, token: Token) {
        self.look_at_number(state, token);
    }

    #[inline]
    fn right_number(&mut self, state: &State, token: Token) {
        if self.usual & (self.number_shift == 0) {
            self.numbered = true;
        } else {
            self.look_at_number(state, token);
        }
    }

    #[inline]
    fn played(&mut self, state: &State, token: Token, mark: Mark, mv: Move) {
        let is_written_right = || {
            let word = token.span.of(self.text);
            self.is_numbered(state) && state.before.is_canonical(mv, &state.position, word)
        };
        if self.is_usual(state, mark, mv) && (!self.style || is_written_right()) {
            self.pass();
        } else {
            self.look_at(state, token, mark, mv);
        }
    }

    #[inline(always)]
    fn played_short(&mut self, state: &State, word: ShortWord, san: &San, mv: Move) {
        let is_written_right =
            || self.is_numbered(state) & state.before.is_plain(san, mv, &state.position);
        if self.is_usual(state, san.mark, mv) && (!self.style || is_written_right()) {
            self.pass();
        } else {
            self.played(state, word.token(), san.mark, mv);
        }
    }

    #[inline]
    fn may_pass_over(&self) -> bool {
        self.usual & (self.number_shift == 0) & (self.dead != Some(true))
    }

    #[inline]
    fn passed_over(&mut self) {
        self.pass();
    }

    #[cold]
    fn refused(&mut self, state: &State, token: Token, san: &San) {
        if !self.is_after_result(token) && state.doubt == 0 {
            let (text, at) = (self.text, token.span.range().start);
            let number = self.wrong_number.filter(|number| {
                let gap = text.get(number.range().end..at).unwrap_or_default();
                gap.iter()
                    .all(|byte| byte.is_ascii_whitespace() || *byte == b'.')
            });
            moves::refused(self.notes, state, token, san, number);
        }
    }

    #[cold]
    fn bad_move(&mut self, state: &State, token: Token) {
        let text = token.span.of(self.text);
        self.torn |= state.depth() == 0 && !replay::is_judgement(text);
        if !self.is_after_result(token) && self.is_new_garbage() {
            if state.depth() == 0
                && let Some((result, length)) = result::glued(text)
            {
                moves::glued_result(self.notes, state, token, result);
                let end = token.span.end;
                let span = Span {
                    start: end - length,
                    end,
                };
                let kind = Kind::Result(result);
                // What move stands before the result is not known, nor then the position.
                self.ended = self.ending(state, Token { kind, span }).map(|ended| Ended {
                    position: None,
                    moves: ended.moves + 1,
                    ..ended
                });
                self.usual = false;
                return;
            }
            moves::bad_move(self.notes, state, token, self.text);
        }
    }

    fn variation(&mut self, state: &State, token: Token) {
        if self.is_after_result(token) {
            return;
        }
        if state.line_moves == 0 && state.status != Status::Lost {
            self.notes
                .add(&syntax::VARIATION_WITHOUT_MOVE, token.span, || {
                    "there is no move before this variation that it could replace".to_owned()
                });
        }
        self.open.push((token.span, self.number_shift));
        self.interrupted = true;
        self.numbered = false;
    }

    fn variation_end(&mut self, state: &State, token: Token) {
        if self.is_after_result(token) || state.depth() == 0 {
            return;
        }
        let open = self.open.pop();
        // Where garbage stood in place of moves, that has been said.
        if state.line_moves == 0
            && !self.garbage
            && let Some((open, _)) = open
        {
            let span = Span {
                start: open.start,
                end: open.start + 1,
            };
            self.notes.add(&syntax::EMPTY_VARIATION, span, || {
                "a variation without moves".to_owned()
            });
        }
        self.number_shift = open.map_or(0, |(_, shift)| shift);
        self.interrupted = true;
        self.numbered = false;
        self.garbage = false;
        self.ended_in_variation = None;
    }

    fn too_deep(&mut self, _state: &State, token: Token) {
        syntax::too_deep(self.notes, token);
    }

    fn stray_close(&mut self, _state: &State, token: Token) {
        self.torn = true;
        if !self.is_after_result(token) {
            self.notes.add(&syntax::STRAY_PAREN, token.span, || {
                "there is no `(` that this `)` closes".to_owned()
            });
        }
    }

    fn result(&mut self, state: &State, token: Token) {
        let ended = self.ending(state, token);
        if state.depth() > 0 {
            self.notes
                .add(&result::RESULT_IN_VARIATION, token.span, || {
                    "a result inside a variation".to_owned()
                });
            self.ended_in_variation = ended;
        } else if self.ended.is_some() {
            self.notes.add(&result::EXTRA_RESULT, token.span, || {
                "the game has ended with its result, and this is a second one".to_owned()
            });
        } else {
            if let (Kind::OddResult(result), false) = (token.kind, self.unterminated) {
                result::odd(self.notes, token, result);
            }
            self.ended = ended;
            self.usual = false;
            self.ask_arbiter(state);
        }
    }

    fn other(&mut self, state: &State, token: Token) {
        self.look_at_other(state, token);
    }

    fn end(&mut self, state: &State) {
        let mut ended = self.ended;
        if let Some(line) = &mut self.main_line {
            line.read(state, ended.map(|ended| ended.moves), self.unterminated);
        }
        // What was not read cannot be counted; the tag may be the only trace of it.
        if let Some(tag) = &self.header.ply_count
            && tag.fault.is_none()
            && !self.torn
            && state.status == Status::Playing
            && state.doubt == 0
            && state.depth() == 0
        {
            tags::game::ply_count(self.notes, self.text, tag, state.line_moves);
        }
        if !self.unterminated && !self.open.is_empty() {
            let brackets: Vec<Span> = self.open.iter().map(|(bracket, _)| *bracket).collect();
            syntax::unterminated_variation(self.notes, &brackets);
            // The result was meant for the game, not for the variation that swallowed it.
            if let Some(swallowed) = self.ended_in_variation {
                self.notes.remove(&result::RESULT_IN_VARIATION);
                ended = Some(Ended {
                    position: None,
                    moves: u32::MAX,
                    ..swallowed
                });
            }
        }
        match ended {
            Some(ended) => result::check(self.notes, self.text, self.header, &ended),
            None if self.unterminated || !self.open.is_empty() => {}
            None => {
                self.ask_arbiter(state);
                let known = state.status == Status::Playing && state.doubt == 0;
                let position = known.then_some(&state.position);
                result::missing(self.notes, self.text, self.empty, self.header, position);
            }
        }
    }
}
