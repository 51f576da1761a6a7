//! What an earlier run has written into a game, and how the game was without it.
//!
//! Where it stands is kept in a tag ([`crate::annotate::marks`]): what people and other programs write is never taken for it.

use std::fmt::Write as _;

use crate::annotate::chances::{Judgement, Reason};
use crate::annotate::marks::{Mark, Marks, TAG};
use crate::annotate::reading::{Ply, Reading, Variation};
use crate::openings::Opening;
use crate::pgn::evaluation::Score;
use crate::pgn::patch::{Patch, patched};
use crate::pgn::split::Head;
use crate::pgn::{Encoding, Span, commands};

/// The name in the tag `Annotator`.
pub const NAME: &str = "chesstool";

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

/// What an earlier run has marked as its own; none if no run has.
#[must_use]
pub fn marks(text: &[u8], reading: &Reading) -> Option<Marks> {
    reading.tag(text, TAG)?;
    Some(Marks::parse(&reading.value(text, TAG)))
}

/// The game without what is marked as ours; with `everyone`, also without the evaluations and judgements of other
/// programs.
#[must_use]
pub fn without(text: &[u8], reading: &Reading, marks: &Marks, everyone: bool) -> Vec<u8> {
    let mut patches = Vec::new();
    for (index, ply) in reading.plies.iter().enumerate() {
        let cleaner = Cleaner {
            text,
            encoding: reading.encoding,
            ply,
            mark: marks.plies.get(&(index + 1)).copied().unwrap_or_default(),
            opening: marks.opening == Some(index + 1),
            evals: marks.has_eval(index + 1),
            everyone,
        };
        cleaner.clean(&mut patches);
    }
    patches.sort_by_key(|patch| (patch.start, patch.end));
    patched(text, &patches)
}

struct Cleaner<'a> {
    text: &'a [u8],
    encoding: Encoding,
    ply: &'a Ply,
    mark: Mark,
    opening: bool,
    evals: bool,
    everyone: bool,
}

impl Cleaner<'_> {
    fn clean(&self, patches: &mut Vec<Patch>) {
        let (text, ply) = (self.text, self.ply);
        let (mut comment, mut opening) = (self.mark.comment, self.opening);
        let mut best_told = None;
        for span in &ply.comments {
            let words = self.encoding.decode(span.of(text)).into_owned();
            if let Some((best, _)) = best_in(&words) {
                if comment || self.everyone {
                    comment = false;
                    best_told.get_or_insert(best.to_owned());
                    patches.push(with_space(text, *span));
                }
            } else if opening && is_opening(&words) {
                opening = false;
                patches.push(with_space(text, *span));
            } else if self.everyone {
                eval_of(text, *span, None, patches);
            } else if let Some((_, own)) = ply.eval.filter(|_| self.evals) {
                eval_of(text, *span, Some(own), patches);
            }
        }
        let starts_so = |line: &&Variation| {
            let first = line.first.map(|mv| ply.before.san(mv));
            first.is_some_and(|first| best_told.as_deref() == Some(first.as_str()))
        };
        let theirs = ply
            .variations
            .first()
            // Of a comment of ours it is known whether a line of ours stands behind it.
            .filter(|line| {
                self.everyone && !self.mark.comment && line.plain && line.position_nag.is_none()
            });
        if self.mark.lines > 0 {
            let ours = ply.variations.iter().take(self.mark.lines);
            let as_left = |line: &&Variation| {
                line.plain && line.position_nag.is_some() == self.mark.position_nags
            };
            patches.extend(ours.filter(as_left).map(|line| with_space(text, line.span)));
        } else if let Some(line) = theirs.filter(starts_so) {
            patches.push(with_space(text, line.span));
        }
        if self.mark.glyph || self.everyone {
            let judged = ply.glyphs.iter().filter(|(nag, _)| [2, 4, 6].contains(nag));
            let count = if self.everyone { usize::MAX } else { 1 };
            patches.extend(judged.take(count).map(|(_, span)| with_space(text, *span)));
        }
    }
}

/// Whether a comment looks like the name of an opening, `{ C50 Italian Game }`.
fn is_opening(comment: &str) -> bool {
    let inside = comment
        .strip_prefix("{ ")
        .and_then(|inside| inside.strip_suffix(" }"));
    let code = inside
        .and_then(|inside| inside.split(' ').next())
        .unwrap_or_default()
        .as_bytes();
    matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// Takes the evaluations out of a comment, or `only` one of them; the whole comment, if it holds nothing else.
fn eval_of(text: &[u8], comment: Span, only: Option<Span>, patches: &mut Vec<Patch>) {
    let inside = comment.of(text);
    let start = comment.range().start;
    for command in
        commands::commands(inside).filter(|command| command.name == b"eval" && command.closed)
    {
        let place = command.span.range();
        if only.is_some_and(|only| only.range().start != start + place.start) {
            continue;
        }
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
