//! The family `result`: how the game ended, by token, tags and board.

pub mod lawful;

use crate::arbiter::{self, Ending};
use crate::chess::{Color, Position};
use crate::finding::Level;
use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::game::BAD_TERMINATION;
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::lexer::GameResult;
use crate::pgn::{Kind, Lexer, Span, Token, lines};

rules! { Result:
    MISSING_RESULT = "missing-result" Error + Warning "PGN 8.2.6"
        "a game that does not end with one of the four results"
        "Programs cannot tell where the game ends, and may join it with the next one." fix;
    RESULT_MISMATCH = "result-mismatch" Error + Warning "PGN 8.1.1.7"
        "the result at the game's end is not the one in its tag"
        "One of the two is wrong; statistics depend on which of them a program reads." fix;
    EXTRA_RESULT = "extra-result" Error "PGN 8.2.6"
        "a second result"
        "Programs take what is behind the first result for a new game.";
    RESULT_IN_VARIATION = "result-in-variation" Warning "PGN 8.2.6"
        "a result inside a variation"
        "Some programs end the whole game here.";
    TEXT_AFTER_RESULT = "text-after-result" Warning "PGN 8.2.6"
        "text between a game's result and the next game"
        "It belongs to no game, and is lost, or taken for the start of the next one.";
    RESULT_CONTRADICTS_MATE = "result-contradicts-mate" Error + Note "FIDE 5.1.1"
        "a mate on the board, and another result"
        "Mate ends the game at once; no other result is possible.";
    RESULT_CONTRADICTS_STALEMATE = "result-contradicts-stalemate" Error + Note "FIDE 5.2.1"
        "a stalemate on the board, and another result"
        "Stalemate ends the game at once as a draw.";
    RESULT_CONTRADICTS_DEAD_POSITION = "result-contradicts-dead-position" Error + Warning "FIDE 5.2.2"
        "nobody can mate, and somebody has won"
        "Where nobody can mate by any moves the game is drawn at once.";
    TERMINATION_CONTRADICTS_RESULT = "termination-contradicts-result" Warning "PGN 9.8.1"
        "the tag Termination says another thing than the result"
        "One of the two is wrong.";
    DECISIVE_WITHOUT_MOVES = "decisive-without-moves" Warning ""
        "a win without a move"
        "Forfeits are common, but often the moves were lost; rating and opening statistics should leave such games out.";
    AGREED_DRAW_TOO_EARLY = "agreed-draw-too-early" Note "FIDE 9.1.1"
        "a draw before both players have moved"
        "A draw may be agreed only after both players have made a move.";
}

/// Dead positions have ended a game since 1 July 1997 (then article 9.6; now 5.2.2).
pub(crate) const DEAD_POSITIONS_SINCE: u32 = 1997;

/// What the movetext says of the game's end.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// The result.
    pub result: GameResult,
    /// Its token.
    pub token: Token,
    /// The position at the end, if every move was legal.
    pub position: Option<Position>,
    /// Words read in the main line.
    pub moves: u32,
    /// Whether the game begins at the usual start.
    pub from_start: bool,
}

/// A game that ends without a result.
///
/// `position` is the one at the end, if it is known.
pub(crate) fn missing(
    notes: &mut Notes<'_>,
    text: &[u8],
    empty: bool,
    header: &Header,
    position: Option<&Position>,
) {
    // Marked is the end of the last line that says something.
    let end = text.trim_ascii_end().len();
    let more = text[..end].iter().rev().take(3);
    let start = end.saturating_sub(1 + more.take_while(|byte| **byte & 0xc0 == 0x80).count());
    let note = notes.add(&MISSING_RESULT, Span::new(start, end), || {
        if empty {
            "the game has no movetext, not even a result"
        } else {
            "the game ends without a result"
        }
        .to_owned()
    });
    if let Some(note) = note
        && let Some(result) = tagged(text, header)
        && result != GameResult::Unknown
        && agrees(position, result)
    {
        let mut gap = Vec::new();
        match Lexer::new(&text[..end]).last().map(|token| token.kind) {
            Some(Kind::Tag) => gap.extend(lines::first_end(text).repeat(2)),
            Some(Kind::LineComment | Kind::Escape) => gap.extend(lines::first_end(text)),
            _ => gap.push(b' '),
        }
        gap.extend(result.text().bytes());
        note.fix(Span::new(end, end), gap);
    }
}

/// The result in the tag, if it is one of the four.
fn tagged(text: &[u8], header: &Header) -> Option<GameResult> {
    GameResult::parse(header.result?.value.of(text))
}

/// Whether the board does not speak against a result.
fn agrees(position: Option<&Position>, result: GameResult) -> bool {
    let ending = position.and_then(arbiter::ending);
    match ending {
        None => true,
        Some(Ending::Checkmate { winner }) => result == won_by(winner),
        Some(Ending::Stalemate | Ending::DeadPosition) => result == GameResult::Draw,
    }
}

const fn won_by(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

/// `1/2` and the like.
pub(crate) fn odd(notes: &mut Notes<'_>, token: Token, result: GameResult) {
    let note = notes.add_as(&MISSING_RESULT, Level::Warning, token.span, || {
        "this is not one of the four results".to_owned()
    });
    if let Some(note) = note {
        note.help(format!("write `{}`", result.text()));
        note.fix(token.span, result.text());
    }
}

/// The result, and its length in bytes, at the end of a word that is no move: `Qb30-1`.
#[must_use]
pub fn glued(word: &[u8]) -> Option<(GameResult, u32)> {
    [GameResult::Draw, GameResult::White, GameResult::Black]
        .into_iter()
        .find(|result| word.len() > result.text().len() && word.ends_with(result.text().as_bytes()))
        .map(|result| (result, result.text().len() as u32))
}

/// Compares the result with the tags and the board.
pub(crate) fn check(notes: &mut Notes<'_>, text: &[u8], header: &Header, ended: &Ended) {
    mismatch(notes, text, header, ended);
    let decisive = matches!(ended.result, GameResult::White | GameResult::Black);
    if let Some(position) = &ended.position {
        let year = header.year(text);
        board(notes, position, ended, decisive, year);
    }
    if decisive && ended.moves == 0 && ended.from_start {
        notes.add(&DECISIVE_WITHOUT_MOVES, ended.token.span, || {
            "a win without a move".to_owned()
        });
    }
    if ended.result == GameResult::Draw && ended.moves < 2 && ended.from_start {
        notes.add(&AGREED_DRAW_TOO_EARLY, ended.token.span, || {
            "a draw before both players have moved".to_owned()
        });
    }
    termination(notes, text, header, ended);
}

fn mismatch(notes: &mut Notes<'_>, text: &[u8], header: &Header, ended: &Ended) {
    let (Some(tag), Some(tagged)) = (header.result, tagged(text, header)) else {
        return;
    };
    if tagged == ended.result {
        return;
    }
    let unknown = [tagged, ended.result].contains(&GameResult::Unknown);
    let level = if unknown {
        Level::Warning
    } else {
        Level::Error
    };
    let note = notes.add_as(&RESULT_MISMATCH, level, ended.token.span, || {
        format!(
            "the result is `{}` here and `{}` in the tag Result",
            ended.result.text(),
            tagged.text()
        )
    });
    let known = if tagged == GameResult::Unknown {
        ended.result
    } else {
        tagged
    };
    // A result that a variation has swallowed is not the game's for certain.
    let sure = ended.moves < u32::MAX && agrees(ended.position.as_ref(), known);
    if let Some(note) = note
        && unknown
        && sure
    {
        if tagged == GameResult::Unknown {
            note.fix(tag.value, known.text());
        } else {
            note.fix(ended.token.span, known.text());
        }
    }
}

fn board(
    notes: &mut Notes<'_>,
    position: &Position,
    ended: &Ended,
    decisive: bool,
    year: Option<u32>,
) {
    let (rule, message) = match arbiter::ending(position) {
        Some(Ending::Checkmate { winner }) => {
            let right = won_by(winner);
            if ended.result == right {
                return;
            }
            let message = format!(
                "{} is mated, so the result is `{}`",
                winner.other(),
                right.text()
            );
            (&RESULT_CONTRADICTS_MATE, message)
        }
        Some(Ending::Stalemate) if ended.result != GameResult::Draw => {
            let message = format!("{} is stalemated, so the game is drawn", position.turn());
            (&RESULT_CONTRADICTS_STALEMATE, message)
        }
        Some(Ending::DeadPosition) if decisive => {
            let message = "nobody can mate with the men left, so the game is drawn".to_owned();
            (&RESULT_CONTRADICTS_DEAD_POSITION, message)
        }
        _ => return,
    };
    // `*` claims nothing; it only says less than the board does.
    let level = if ended.result == GameResult::Unknown {
        Level::Note
    } else if rule.id == RESULT_CONTRADICTS_DEAD_POSITION.id
        && year.is_some_and(|year| year <= DEAD_POSITIONS_SINCE)
    {
        Level::Warning
    } else {
        Level::Error
    };
    let note = notes.add_as(rule, level, ended.token.span, || message);
    if let Some(note) = note {
        note.fen(position.fen());
    }
}

fn termination(notes: &mut Notes<'_>, text: &[u8], header: &Header, ended: &Ended) {
    let Some(tag) = header.termination else {
        return;
    };
    let value = ascii_value(&tag, text).to_ascii_lowercase();
    let said = match value.as_str() {
        "unterminated" if ended.result != GameResult::Unknown => "says that the game is not over",
        "normal" | "adjudication" | "time forfeit" | "rules infraction"
            if ended.result == GameResult::Unknown =>
        {
            "says that the game is over"
        }
        other if other.contains(" won ") && ended.result == GameResult::Draw => {
            "says that somebody has won"
        }
        other if other.starts_with("game drawn") && ended.result != GameResult::Draw => {
            "says that the game is drawn"
        }
        _ => return,
    };
    // One fault: that the words are not the standard's matters less.
    notes.remove(&BAD_TERMINATION);
    notes.add(&TERMINATION_CONTRADICTS_RESULT, tag.value, || {
        format!(
            "the tag Termination {said}, the result is `{}`",
            ended.result.text()
        )
    });
}
