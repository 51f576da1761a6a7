//! What must be changed in a game's text for it to say what the Laws say. Every other byte stays.

use crate::adjudicate::game::Glued;
use crate::adjudicate::judgement::Status;
use crate::adjudicate::rows::Game;
use crate::arbiter::{End, Rule};
use crate::chess::Move;
use crate::chess::san::Mark;
use crate::pgn::lexer::{GameResult, Kind};
use crate::pgn::patch::Patch;
use crate::pgn::split::Head;
use crate::pgn::termination::Termination;
use crate::pgn::{Lexer, Tag, Token, lines};
use crate::replay::{self, Observer, State};

/// The changes to a game, in their order: its results, `Termination` where nothing is said, and if wanted a comment
/// where a rule applied.
#[must_use]
pub fn patches(game: &Game<'_>, tags: &[Tag], annotate: bool) -> Vec<Patch> {
    let mut patches = Vec::new();
    let judgement = game.judgement;
    let end = judgement.end;
    let amends = matches!(judgement.status, Status::Contradicts | Status::Completes);
    // What is added in one place comes in this order: tag, comment, result.
    if end.is_some() && amends {
        termination(game, tags, &mut patches);
    }
    if let Some(end) = end.filter(|_| annotate) {
        patches.extend(comment(game, tags, end));
    }
    if let (Status::Contradicts | Status::Completes, Some(lawful)) =
        (judgement.status, judgement.lawful)
    {
        results(game, tags, lawful, &mut patches);
    }
    // What is put before a place comes before what takes that place.
    patches.sort_by_key(|patch| (patch.start, patch.end));
    patches
}

fn results(game: &Game<'_>, tags: &[Tag], lawful: GameResult, patches: &mut Vec<Patch>) {
    let tag = game.header.result;
    if let Some(tag) = tag.filter(|tag| tag.value.of(game.text) != lawful.text().as_bytes()) {
        patches.push(Patch::replace(tag.value, lawful.text()));
    }
    match game.seen.result {
        Some((result, _)) if result == lawful => {}
        Some((_, span)) => patches.push(Patch::replace(span, lawful.text())),
        None if tag.is_some() => {}
        None => {
            let line = last_line(game.text, tags, lawful.text(), patches);
            patches.push(line);
        }
    }
}

/// Adds a line at the end of a game, behind what `patches` add: a comment may run up to the end of its last one, and
/// below its tags a line is empty.
fn last_line(text: &[u8], tags: &[Tag], line: &str, patches: &[Patch]) -> Patch {
    let at = text.trim_ascii_end().len();
    let end = lines::first_end(text);
    let commented = patches
        .iter()
        .any(|patch| patch.start == at && patch.text.ends_with(b"}"));
    let below_tags = !commented && tags.last().is_some_and(|tag| tag.span.range().end == at);
    let ends = if below_tags {
        [end, end].concat()
    } else {
        end.to_vec()
    };
    Patch::insert(at, [&ends, line.as_bytes()].concat())
}

fn termination(game: &Game<'_>, tags: &[Tag], patches: &mut Vec<Patch>) {
    if let Some(tag) = game.header.termination {
        let blank = Termination::is_blank(tag.value.of(game.text));
        if blank || game.recorded.termination == Termination::Unterminated {
            patches.push(Patch::replace(tag.value, "normal"));
        }
    } else if let Some(tag) = game.header.result.or(tags.last().copied()) {
        let mut text = lines::first_end(game.text).to_vec();
        text.extend(b"[Termination \"normal\"]");
        patches.push(Patch::insert(tag.span.range().end, text));
    }
}

/// A comment behind the move with which the game was over; none for mates, which show themselves.
fn comment(game: &Game<'_>, tags: &[Tag], end: End) -> Option<Patch> {
    if end.rule == Rule::Checkmate {
        return None;
    }
    let text = format!(
        "{{Draw: {} (FIDE {})}}",
        end.rule.words(),
        end.rule.article()
    );
    let mut lexer = Lexer::new(game.text);
    let first = replay::read_tags(&mut lexer, &Head::default(), &mut Vec::new());
    let mut spot = Spot {
        text: game.text,
        left: end.ply,
        at: None,
        open: false,
        comment: text.as_bytes(),
        told: false,
    };
    if end.ply == 0 {
        // What stands before it may be comments, but no move and no result.
        let start = first.map_or(game.text.len(), |token| token.span.range().start);
        let before = game.text[..start].trim_ascii_end();
        if before.ends_with(text.as_bytes()) {
            return None;
        }
        return Some(match first {
            Some(_) => Patch::insert(start, [text.as_bytes(), b" "].concat()),
            None => last_line(game.text, tags, &text, &[]),
        });
    }
    replay::play(&mut lexer, first, Some(game.start), &mut spot);
    let at = spot.at.filter(|_| !spot.told)?;
    Some(Patch::insert(at, [b" ", text.as_bytes()].concat()))
}

/// Looks for the place behind a move of the main line, and behind its marks.
struct Spot<'a> {
    text: &'a [u8],
    /// Plies to go.
    left: u32,
    at: Option<usize>,
    /// Marks may still belong to the move.
    open: bool,
    comment: &'a [u8],
    /// The comment stands there already.
    told: bool,
}

impl Observer for Spot<'_> {
    fn played(&mut self, state: &State, token: Token, _mark: Mark, _mv: Move) {
        self.open = false;
        if state.depth() > 0 || self.left == 0 {
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            self.at = Some(token.span.range().end);
            self.open = true;
        }
    }

    /// `e4 = $3`: a judgement in letters, among the marks.
    fn bad_move(&mut self, state: &State, token: Token) {
        if self.left == 1 && state.depth() == 0 {
            // The move may be the last one, with the result glued to it.
            let glued = Glued::read(self.text, token.span, &state.position);
            self.at = glued.map(|glued| glued.place.range().start);
        } else if self.open && replay::is_judgement(token.span.of(self.text)) {
            self.at = Some(token.span.range().end);
        } else {
            self.open = false;
        }
    }

    fn number(&mut self, _state: &State, _token: Token) {
        self.open = false;
    }

    fn result(&mut self, _state: &State, _token: Token) {
        self.open = false;
    }

    fn variation(&mut self, _state: &State, _token: Token) {
        self.open = false;
    }

    fn other(&mut self, _state: &State, token: Token) {
        if !self.open {
            return;
        }
        match token.kind {
            Kind::Suffix | Kind::Nag | Kind::Word => self.at = Some(token.span.range().end),
            Kind::Comment { .. } => self.told |= token.span.of(self.text) == self.comment,
            // Marks may stand behind it.
            Kind::LineComment | Kind::Escape => {}
            _ => self.open = false,
        }
    }
}
