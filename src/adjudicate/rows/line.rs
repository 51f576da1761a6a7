//! A game in words.

use std::fmt::Write as _;

use crate::adjudicate::game::Trouble;
use crate::adjudicate::judgement::Status;
use crate::adjudicate::rows::{Game, names};
use crate::arbiter::{End, Rule};
use crate::chess::{Color, Position};
use crate::pgn::termination::Told;

/// Writes the line, behind the number of the game.
pub(super) fn write(text: &mut Vec<u8>, game: &Game<'_>, styled: bool) {
    let (judgement, seen) = (game.judgement, game.seen);
    let [white, black, _] = names(game).map(|name| name.unwrap_or_else(|| "?".to_owned()));
    let mut recorded = game.recorded.result().text().to_owned();
    if let Some(tag) = game.recorded.tag.filter(|_| game.recorded.is_torn()) {
        let _ = write!(recorded, " and {}", tag.text());
    }
    let lawful = judgement.lawful.map_or("?", |result| result.text());
    let mut line = match judgement.status {
        Status::Agrees => format!("{white} – {black}: {recorded}"),
        Status::Undetermined => format!("{white} – {black}: recorded {recorded}, undetermined"),
        Status::Contradicts | Status::Completes => {
            let (bold, plain) = if styled {
                ("\x1b[1m", "\x1b[0m")
            } else {
                ("", "")
            };
            format!("{white} – {black}: recorded {recorded}, by the Laws {bold}{lawful}{plain}")
        }
    };
    line.push_str(": ");
    if let Some(end) = judgement.end {
        line.push_str(end.rule.words());
        line.push_str(&place(game, end));
    } else {
        line.push_str(&judgement.reason.replace('_', " "));
        if let (Status::Contradicts, Some(ply)) = (judgement.status, judgement.end_ply) {
            let _ = write!(line, " at ply {ply}, but the opponent cannot mate");
        }
    }
    match judgement.plies_after(seen) {
        0 => {}
        1 => line.push_str(", 1 ply played after it"),
        plies => {
            let _ = write!(line, ", {plies} plies played after it");
        }
    }
    if let Some(fault) = judgement.fault {
        let _ = write!(line, "; then {}", fault.words());
    }
    if let Some(told) = judgement.unshown {
        let said = told.words();
        let _ = write!(
            line,
            "; the tag Termination says {said}, which the moves do not show"
        );
    }
    if let Some(claims) = claims(game) {
        let _ = write!(line, "; to be claimed: {}", claims.replace('_', " "));
    }
    if !judgement.article.is_empty() {
        let _ = write!(line, " [FIDE {}]", judgement.article);
    }
    line.push('\n');
    text.extend_from_slice(line.as_bytes());
}

/// The ply of an end, and its move.
fn place(game: &Game<'_>, end: End) -> String {
    let mut position = *game.start;
    let mut last = None;
    for mv in game.seen.moves.iter().take(end.ply as usize) {
        let next = position.after(*mv);
        last = Some((position, position.san_to(*mv, &next)));
        position = next;
    }
    match last {
        None => " before the first move".to_owned(),
        Some((before, san)) => format!(" at ply {} ({}{san})", end.ply, number(&before)),
    }
}

/// The number before a move in text.
fn number(before: &Position) -> String {
    match before.turn() {
        Color::White => format!("{}. ", before.fullmove()),
        Color::Black => format!("{}... ", before.fullmove()),
    }
}

/// What else is odd of a game, by stable names: what cannot be read behind its end, and an end that its tag tells and
/// its moves do not show.
pub(super) fn notes(game: &Game<'_>) -> Option<String> {
    let fault = game.judgement.fault.map(Trouble::name);
    let unshown = game.judgement.unshown.map(Told::name);
    let names: Vec<&str> = fault.into_iter().chain(unshown).collect();
    (!names.is_empty()).then(|| names.join("; "))
}

/// What may be claimed at the end of a game that is not over: rules, and the move that is needed. Of the many quiet
/// moves that complete 50 moves one is named.
pub(super) fn claims(game: &Game<'_>) -> Option<String> {
    let mut named_fifty = false;
    let mut texts = Vec::new();
    for claim in &game.judgement.claims {
        let Some(mv) = claim.intended else {
            texts.push(claim.rule.name().to_owned());
            continue;
        };
        if claim.rule == Rule::FiftyMoves && std::mem::replace(&mut named_fifty, true) {
            continue;
        }
        let last = &game.seen.last;
        texts.push(format!(
            "{} with {}{}",
            claim.rule.name(),
            number(last),
            last.san(mv)
        ));
    }
    (!texts.is_empty()).then(|| texts.join("; "))
}
