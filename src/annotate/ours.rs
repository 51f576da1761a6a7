//! What an earlier run has written into a game, and how the game was without it.
//!
//! It is known by its exact shape, in games whose tag `Annotator` names this program: what people write is never taken
//! for it.

use std::fmt::Write as _;

use crate::annotate::chances::{Judgement, Reason};
use crate::annotate::reading::{Ply, Reading};
use crate::openings::Opening;
use crate::pgn::evaluation::Score;
use crate::pgn::patch::{Patch, patched};
use crate::pgn::split::Head;
use crate::pgn::{Encoding, Span, commands};

/// The name in the tag `Annotator`.
pub const NAME: &str = "chesstool";
/// What the signature says where evaluations of the file were kept.
pub const KEPT: &str = ", evals of the file kept";

/// A score in a judgement, as Lichess writes it.
#[must_use]
pub fn in_words(score: Score) -> String {
    match score {
        Score::Centipawns(centipawns) => {
            let sign = if centipawns < 0 { "-" } else { "" };
            let size = centipawns.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
        Score::Mate(moves) => format!("Mate in {}", moves.unsigned_abs()),
    }
}

/// A score in `[%eval …]`, as Lichess writes it: two decimals, the last one left out if it is 0.
#[must_use]
pub fn operand(score: Score, depth: Option<u32>) -> String {
    let mut text = match score {
        Score::Centipawns(_) => {
            let mut text = in_words(score);
            if text.ends_with('0') {
                text.pop();
            }
            text
        }
        Score::Mate(moves) => format!("#{moves}"),
    };
    if let Some(depth) = depth {
        let _ = write!(text, ",{depth}");
    }
    text
}

/// The sentence about a judged move.
#[must_use]
pub fn sentence(
    before: Score,
    behind: Score,
    judged: (Judgement, Reason),
    best: &str,
    encoding: Encoding,
) -> String {
    let arrow = if encoding == Encoding::Utf8 {
        "→"
    } else {
        "->"
    };
    let what = judged.1.sentence(judged.0);
    format!(
        "({} {arrow} {}) {what}. {best} was best.",
        in_words(before),
        in_words(behind)
    )
}

/// The name of an opening, as a comment says it.
#[must_use]
pub fn named(opening: &Opening) -> String {
    format!("{} {}", opening.eco, opening.name)
}

/// The best move that a comment of the shape of [`sentence`] names, and the judgement it tells, if it tells one.
fn best_in(comment: &str) -> Option<(&str, Option<Judgement>)> {
    let inside = comment.strip_prefix("{ (")?.strip_suffix(" was best. }")?;
    let (scores, rest) = inside.split_once(") ")?;
    let (before, behind) = scores
        .split_once(" → ")
        .or_else(|| scores.split_once(" -> "))?;
    let is_score = |text: &str| {
        let digits = text
            .strip_prefix("Mate in ")
            .unwrap_or_else(|| text.trim_start_matches('-'));
        !digits.is_empty()
            && digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if !is_score(before) || !is_score(behind) {
        return None;
    }
    let (what, best) = rest.split_once(". ")?;
    let judgement = Judgement::ALL
        .into_iter()
        .find(|judgement| judgement.name() == what);
    let mates = [Reason::MateCreated, Reason::MateLost];
    let known = judgement.is_some()
        || mates
            .iter()
            .any(|reason| reason.sentence(Judgement::Blunder) == what);
    (known && !best.contains(' ')).then_some((best, judgement))
}

/// Whether a comment judges a move, in the words of [`sentence`].
#[must_use]
pub fn is_sentence(comment: &str) -> bool {
    best_in(comment).is_some()
}

/// Whether a game bears our name.
#[must_use]
pub fn is_signed(text: &[u8], reading: &Reading) -> bool {
    reading.value(text, "Annotator").contains(NAME)
}

/// The game without what an earlier run has written; with `everyone`, also without the evaluations and judgements of
/// other programs.
#[must_use]
pub fn without(text: &[u8], reading: &Reading, everyone: bool) -> Vec<u8> {
    let kept = reading.value(text, "Annotator").contains(KEPT);
    let evals = everyone || !kept;
    let mut patches = Vec::new();
    let opening = reading
        .start
        .as_ref()
        .ok()
        .and_then(|start| crate::openings::of_line(start, &reading.moves()));
    for (index, ply) in reading.plies.iter().enumerate() {
        let name = opening
            .as_ref()
            .filter(|(_, plies)| *plies == index + 1)
            .map(|(opening, _)| named(opening));
        of_ply(
            text,
            reading.encoding,
            ply,
            name.as_deref(),
            (evals, everyone),
            &mut patches,
        );
    }
    patches.sort_by_key(|patch| (patch.start, patch.end));
    patched(text, &patches)
}

fn of_ply(
    text: &[u8],
    encoding: Encoding,
    ply: &Ply,
    opening: Option<&str>,
    (evals, everyone): (bool, bool),
    patches: &mut Vec<Patch>,
) {
    let mut judged = None;
    for comment in &ply.comments {
        let words = encoding.decode(comment.of(text)).into_owned();
        if let Some((best, judgement)) = best_in(&words) {
            judged.get_or_insert((best.to_owned(), judgement));
            patches.push(with_space(text, *comment));
        } else if opening.is_some_and(|name| words == format!("{{ {name} }}")) {
            patches.push(with_space(text, *comment));
        } else if evals {
            eval_of(text, *comment, patches);
        }
    }
    if let Some((best, judgement)) = &judged {
        let line = ply.variations.first().filter(|line| line.plain);
        if let Some(line) = line.filter(|line| {
            line.first
                .is_some_and(|mv| ply.before.san(mv).as_str() == best.as_str())
        }) {
            patches.push(with_space(text, line.span));
        }
        let fits = |nag: u16| {
            judgement.map_or([2, 4, 6].contains(&nag), |judgement| judgement.nag() == nag)
        };
        if let Some((_, span)) = ply.glyphs.iter().find(|(nag, _)| fits(*nag)) {
            patches.push(with_space(text, *span));
        }
    } else if everyone {
        for (_, span) in ply.glyphs.iter().filter(|(nag, _)| [2, 4, 6].contains(nag)) {
            patches.push(with_space(text, *span));
        }
    }
}

/// Takes the evaluation out of a comment; the whole comment, if it holds nothing else.
fn eval_of(text: &[u8], comment: Span, patches: &mut Vec<Patch>) {
    let inside = comment.of(text);
    let start = comment.range().start;
    for command in
        commands::commands(inside).filter(|command| command.name == b"eval" && command.closed)
    {
        let place = command.span.range();
        let alone = inside[1..place.start].trim_ascii().is_empty()
            && inside[place.end..].trim_ascii() == b"}";
        if alone {
            patches.push(with_space(text, comment));
            return;
        }
        let space = usize::from(inside.get(place.end) == Some(&b' '));
        patches.push(Patch {
            start: start + place.start,
            end: start + place.end + space,
            text: Vec::new(),
        });
    }
}

/// Takes out a span and the blank before it.
fn with_space(text: &[u8], span: Span) -> Patch {
    let range = span.range();
    let blank = range.start > 0 && text[range.start - 1] == b' ';
    Patch {
        start: range.start - usize::from(blank),
        end: range.end,
        text: Vec::new(),
    }
}

/// Reads a game again after it was changed.
#[must_use]
pub fn read_again(text: &[u8]) -> Option<Reading> {
    let mut splitter = crate::pgn::split::Splitter::new(text);
    splitter.next()?;
    let head: &Head = splitter.head();
    Reading::new(text, head)
}
