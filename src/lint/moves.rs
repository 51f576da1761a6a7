//! The family `moves`: legality and notation.

pub(crate) mod glyphs;
pub(crate) mod numbers;

use crate::arbiter::{self, Ending};
use crate::chess::diagnosis::History;
use crate::chess::resolve::ResolveError;
use crate::chess::san::{Mark, San};
use crate::chess::{Color, Move, MoveKind, Position};
use crate::finding::{Level, MoveInfo};
use crate::lint::report::{MAX_PER_RULE, Notes};
use crate::lint::rules::rules;
use crate::pgn::{Span, Token};
use crate::replay::State;

rules! { Moves:
    ILLEGAL_MOVE = "illegal-move" Error "FIDE 3"
        "a move that the Laws forbid"
        "The game cannot be played on from here; what is behind the move is lost to every program.";
    AMBIGUOUS_MOVE = "ambiguous-move" Error "FIDE C.10"
        "a move that several men can make"
        "Programs choose one of the men, or stop; the game means two different things.";
    BAD_MOVE_TEXT = "bad-move-text" Error "PGN 8.2.3"
        "a word that cannot be a move"
        "A program that skips it plays the next move for the wrong side.";
    MISSING_PROMOTION = "missing-promotion" Error "FIDE 3.7.3.3"
        "a pawn reaches the last rank and becomes nothing"
        "Without the piece nobody knows the position; programs guess a queen, or stop.";
    NULL_MOVE = "null-move" Warning + Note ""
        "a null move, which chess does not know"
        "A player cannot pass; programs that do not know the sign stop here.";
    WRONG_MOVE_NUMBER = "wrong-move-number" Warning "PGN 8.2.2"
        "a move number that is not the move's"
        "A jump in the numbers is often a move that was lost.";
    MISSING_MOVE_NUMBER = "missing-move-number" Style "PGN 8.2.2.2"
        "a move without the number that the export format wants"
        "The export format has a number before White's moves, and before Black's after anything that stands between." fix;
    WRONG_CHECK_MARK = "wrong-check-mark" Warning + Style "PGN 8.2.3.5"
        "a `+` or `#` on a move that gives no check or mate"
        "A mark that the board does not confirm says that the move, or the position, is not the one that was played." fix;
    EXTRA_DISAMBIGUATION = "extra-disambiguation" Style "PGN 8.2.3.4"
        "more of the origin than is needed"
        "The export format names no more of the origin than it must, so that equal games are equal bytes." fix;
    NON_CANONICAL_SAN = "non-canonical-san" Style "PGN 8.2.3"
        "a move that is not written in the standard's way"
        "The export format has one spelling for each move; many programs read no other." fix;
    MOVE_SUFFIX = "move-suffix" Style "PGN 8.2.3.8"
        "`!` or `?` instead of a NAG"
        "The export format writes judgements as NAGs." fix;
    BAD_NAG = "bad-nag" Warning "PGN 8.2.4"
        "an annotation glyph that does not exist"
        "Programs drop it, or stop; the judgement is lost.";
    VARIATION_REPEATS_MOVE = "variation-repeats-move" Note ""
        "a variation that begins with the move it replaces"
        "A variation that begins with the same move is rarely what was meant, and doubles the line in a tree.";
    MOVE_AFTER_END = "move-after-end" Error + Warning "FIDE 5, 9.6"
        "a move after mate, stalemate, a dead position, or a draw that needs no claim"
        "The game was over: either these moves were not played, or an earlier one is wrong.";
}

/// Which move a note is about: the one to be played in `position`.
pub(crate) fn move_info(position: &Position, ply: usize, depth: u32) -> MoveInfo {
    MoveInfo {
        ply: ply as u32,
        number: position.fullmove(),
        side: match position.turn() {
            Color::White => "white",
            Color::Black => "black",
        },
        depth,
    }
}

/// A move that is not legal where it stands; `number` is the one right before it, if that was wrong.
pub(crate) fn refused(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    san: &San,
    number: Option<Span>,
) {
    let position = &state.position;
    let at = move_info(position, state.moves.len() + 1, state.depth());
    if !position.has_legal_move() {
        after_end(notes, state, token, at);
        return;
    }
    let rule = match position.resolve(san) {
        Err(ResolveError::Ambiguous(_)) => &AMBIGUOUS_MOVE,
        Err(ResolveError::PromotionMissing) => &MISSING_PROMOTION,
        _ => &ILLEGAL_MOVE,
    };
    // Moves are missing, or this is another game: one fault, of which the number is the lesser part.
    let number = number.filter(|_| rule.id == ILLEGAL_MOVE.id);
    if let Some(number) = number {
        notes.take_back(&WRONG_MOVE_NUMBER, number);
    }
    if notes.count_of(rule) >= MAX_PER_RULE {
        // Counted, not shown: finding the reason replays the game.
        notes.add(rule, token.span, String::new);
        return;
    }
    let history = History {
        start: &state.start,
        moves: &state.moves,
    };
    let refusal = position.refusal(san, history);
    let note = notes.add(rule, token.span, || refusal.to_string());
    if let Some(note) = note {
        note.law(refusal.law()).at(at).fen(position.fen());
        if state.depth() == 0 {
            note.help(if number.is_some() && state.moves.is_empty() {
                "the game begins in the middle: is a FEN tag missing? The moves behind it are not judged"
            } else {
                "the moves behind it are not judged"
            });
        }
    }
}

fn after_end(notes: &mut Notes<'_>, state: &State, token: Token, at: MoveInfo) {
    let position = &state.position;
    let note = notes.add(&MOVE_AFTER_END, token.span, || {
        match arbiter::ending(position) {
            Some(Ending::Checkmate { winner }) => {
                format!("the game has ended: {} is mated", winner.other())
            }
            _ => format!("the game has ended: {} is stalemated", position.turn()),
        }
    });
    if let Some(note) = note {
        note.law(if position.in_check() {
            "FIDE 5.1.1"
        } else {
            "FIDE 5.2.1"
        });
        note.at(at).fen(position.fen());
    }
}

/// A move after the men left became too few to mate.
pub(crate) fn after_dead_position(notes: &mut Notes<'_>, state: &State, token: Token) {
    let at = move_info(&state.before, state.moves.len(), state.depth());
    let note = notes.add(&MOVE_AFTER_END, token.span, || {
        "the game has ended: nobody can mate with the men left".to_owned()
    });
    if let Some(note) = note {
        note.law("FIDE 5.2.2").at(at).fen(state.before.fen());
    }
}

/// A word that cannot be read as a move.
pub(crate) fn bad_move(notes: &mut Notes<'_>, state: &State, token: Token, text: &[u8]) {
    let word = String::from_utf8_lossy(token.span.of(text)).into_owned();
    let shown: String = word.chars().take(40).collect();
    let note = notes.add(&BAD_MOVE_TEXT, token.span, || {
        format!("`{shown}` is not a move")
    });
    let Some(note) = note else {
        return;
    };
    note.at(move_info(
        &state.position,
        state.moves.len() + 1,
        state.depth(),
    ));
    note.fen(state.position.fen());
    match word.as_str() {
        "+-" | "-+" | "=" | "+=" | "=+" | "+/-" | "-/+" | "N" | "D" | "RR" => {
            note.help("write a judgement as a NAG, a `$` and its number");
        }
        word if is_drop(word) => {
            note.help("men are dropped in other variants only");
        }
        _ => {}
    }
}

/// `N@f3`, `@e4`: a man dropped onto the board.
fn is_drop(word: &str) -> bool {
    word.split_once('@').is_some_and(|(man, square)| {
        man.len() <= 1
            && square.len() >= 2
            && crate::chess::Square::parse(&square.as_bytes()[..2]).is_some()
    })
}

/// A result without a space before it.
pub(crate) fn glued_result(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    result: crate::pgn::lexer::GameResult,
) {
    let note = notes.add(&BAD_MOVE_TEXT, token.span, || {
        format!(
            "the result `{}` is glued to the word before it",
            result.text()
        )
    });
    if let Some(note) = note {
        note.help("put a space before the result");
        note.at(move_info(
            &state.position,
            state.moves.len() + 1,
            state.depth(),
        ));
        note.fen(state.position.fen());
    }
}

/// What is to be said of a legal move.
#[inline]
pub(crate) fn played(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    mark: Mark,
    mv: Move,
    text: &[u8],
    style: bool,
) {
    let false_marked = glyphs::is_false(mark, state);
    if false_marked {
        glyphs::false_mark(notes, state, token, mark, text);
    }
    if mv.kind() == MoveKind::Null {
        null_move(notes, state, token);
    }
    if state.line_moves == 1 && state.replaced() == Some(mv) {
        let note = notes.add(&VARIATION_REPEATS_MOVE, token.span, || {
            "the variation begins with the move that it should replace".to_owned()
        });
        if let Some(note) = note {
            note.at(info_of_played(state));
        }
    }
    if style {
        spelling(notes, state, token, mv, text, false_marked);
    }
}

fn info_of_played(state: &State) -> MoveInfo {
    move_info(&state.before, state.moves.len(), state.depth())
}

#[cold]
fn null_move(notes: &mut Notes<'_>, state: &State, token: Token) {
    let level = if state.depth() == 0 {
        Level::Warning
    } else {
        Level::Note
    };
    let note = notes.add_as(&NULL_MOVE, level, token.span, || {
        "a null move, which chess does not know".to_owned()
    });
    if let Some(note) = note {
        note.at(info_of_played(state));
    }
}

/// Differences from the canonical spelling.
fn spelling(
    notes: &mut Notes<'_>,
    state: &State,
    token: Token,
    mv: Move,
    text: &[u8],
    false_marked: bool,
) {
    let word = token.span.of(text);
    if mv.from() == mv.to() || state.before.is_canonical(mv, &state.position, word) {
        return;
    }
    let canonical = state.before.san_to(mv, &state.position);
    let word = String::from_utf8_lossy(word);
    // Characters outside ASCII are a finding of their own, which names the standard's spelling.
    if !word.is_ascii() {
        return;
    }
    let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
    let (mine, theirs) = (bare(&canonical), bare(&word));
    let rule = if mine == theirs {
        // A mark that is false, and not only missing, has been reported.
        if false_marked {
            return;
        }
        &WRONG_CHECK_MARK
    } else if theirs.starts_with(['K', 'Q', 'R', 'B', 'N'])
        && theirs.contains('x') == mine.contains('x')
        && theirs.len() > mine.len()
        && !theirs.contains('-')
    {
        &EXTRA_DISAMBIGUATION
    } else {
        &NON_CANONICAL_SAN
    };
    let note = notes.add_as(rule, Level::Style, token.span, || {
        format!("`{word}` is written `{canonical}`")
    });
    if let Some(note) = note {
        note.fix(token.span, canonical.as_bytes());
        note.at(info_of_played(state)).fen(state.before.fen());
    }
}

/// A move written with figurines or other characters outside ASCII.
pub(crate) fn non_ascii(notes: &mut Notes<'_>, state: &State, token: Token, mv: Move) {
    let note = notes.add(
        &crate::lint::syntax::NON_ASCII_OUTSIDE_TEXT,
        token.span,
        || "a move written with characters outside ASCII".to_owned(),
    );
    if let Some(note) = note {
        note.help(format!(
            "write `{}`",
            state.before.san_to(mv, &state.position)
        ));
        note.at(info_of_played(state));
    }
}
