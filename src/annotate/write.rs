//! What is put into a game's moves: judgements, evaluations, best lines.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::annotate::analysis::{Analysis, Line, range};
use crate::annotate::chances::{INITIAL, Judgement, Reason, judge, win_percent};
use crate::annotate::marks::{Mark, Marks};
use crate::annotate::ours::{is_sentence, named, operand, sentence};
use crate::annotate::reading::{Ply, Reading};
use crate::annotate::settings::{GlyphStyle, Overwrite, Settings};
use crate::annotate::tags;
use crate::chess::{Color, Move, Position};
use crate::openings::{self, Opening};
use crate::pgn::evaluation::Score;
use crate::pgn::patch::Patch;
use crate::pgn::{Encoding, Span};

/// A move that is judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its place among the plies, from 0.
    pub ply: usize,
    /// What is said of it.
    pub judgement: Judgement,
    /// Why.
    pub reason: Reason,
    /// The value before it.
    pub before: Score,
    /// The value behind it.
    pub behind: Score,
    /// What was better.
    pub line: Line,
}

/// The moves of a game that are judged.
#[must_use]
pub fn judged(reading: &Reading, analysis: &Analysis, settings: &Settings) -> Vec<Judged> {
    let (first, end) = range(reading, settings);
    (first..end)
        .filter_map(|at| judge_ply(reading, analysis, settings, at))
        .collect()
}

fn judge_ply(
    reading: &Reading,
    analysis: &Analysis,
    settings: &Settings,
    at: usize,
) -> Option<Judged> {
    let ply = &reading.plies[at];
    let side = ply.before.turn();
    if settings.side.is_some_and(|only| only != side) || ply.before.count_moves() < 2 {
        return None;
    }
    let valued = &analysis.positions[at];
    let before = if at == 0 { INITIAL } else { valued.score? };
    let behind = analysis.positions[at + 1].score?;
    let line = valued.lines.first()?;
    if *line.moves.first()? == ply.mv {
        return None;
    }
    if let Some(limit) = settings.decided {
        let beyond = |score| {
            let percent = win_percent(score);
            percent.max(100.0 - percent) > limit
        };
        let same = (win_percent(before) > 50.0) == (win_percent(behind) > 50.0);
        if same && beyond(before) && beyond(behind) {
            return None;
        }
    }
    let (judgement, reason) = judge(before, behind, side)?;
    (judgement >= settings.least).then(|| Judged {
        ply: at,
        judgement,
        reason,
        before,
        behind,
        line: line.clone(),
    })
}

/// All changes to a game, in their order. `marks` are what is ours already; what is written now is added.
#[must_use]
pub fn patches(
    text: &[u8],
    reading: &Reading,
    analysis: &Analysis,
    judged: &[Judged],
    settings: &Settings,
    mut marks: Marks,
) -> Vec<Patch> {
    let mut patches = Vec::new();
    let opening = reading
        .start
        .as_ref()
        .ok()
        .and_then(|start| openings::of_line(start, &reading.moves()));
    let (first, end) = range(reading, settings);
    // What is kept of a judgement gets nothing beside it: another best move may have been found meanwhile.
    let known = marks.clone();
    let keeps = settings.only_missing || settings.overwrite == Overwrite::Nothing;
    let is_settled = |at: usize| {
        let told = |comment: &Span| is_sentence(&reading.encoding.decode(comment.of(text)));
        keeps && (known.has_judgement(at + 1) || reading.plies[at].comments.iter().any(told))
    };
    let mut written = false;
    for (at, ply) in reading.plies.iter().enumerate() {
        // Behind something that is put between, a move of Black needs its number.
        if written && !ply.numbered && ply.before.turn() == Color::Black {
            patches.push(Patch::insert(
                ply.word.range().start,
                format!("{}... ", ply.before.fullmove()),
            ));
        }
        let within = (first..end).contains(&at);
        let name = opening
            .as_ref()
            .filter(|(_, plies)| settings.eco_comment && *plies == at + 1);
        let of_ply = OfPly {
            text,
            ply,
            encoding: reading.encoding,
            score: analysis.positions[at + 1].score.filter(|_| within),
            depth: analysis.positions[at + 1].depth,
            others: analysis.positions[at].lines.get(1..).unwrap_or_default(),
            judged: judged
                .iter()
                .find(|judged| judged.ply == at && !is_settled(at)),
            opening: name.map(|(opening, _)| *opening),
            settings,
        };
        let mut mark;
        (written, mark) = of_ply.write(&mut patches);
        mark.eval &= !marks.evals;
        if mark != Mark::default() {
            let now = Marks {
                plies: BTreeMap::from([(at + 1, mark)]),
                ..Marks::default()
            };
            marks.add(&now);
        }
        if of_ply.names_opening() {
            marks.opening = Some(at + 1);
        }
    }
    let opening = opening.as_ref().map(|(opening, _)| opening);
    tags::write(
        text,
        reading,
        (analysis, opening),
        settings,
        &marks,
        &mut patches,
    );
    patches.sort_by_key(|patch| (patch.start, patch.end));
    patches
}

struct OfPly<'a> {
    text: &'a [u8],
    ply: &'a Ply,
    encoding: Encoding,
    score: Option<Score>,
    depth: Option<u32>,
    others: &'a [Line],
    judged: Option<&'a Judged>,
    opening: Option<Opening>,
    settings: &'a Settings,
}

impl OfPly<'_> {
    /// Whether anything but a glyph was written behind the move, and what is to be marked of it.
    fn write(&self, patches: &mut Vec<Patch>) -> (bool, Mark) {
        let ply = self.ply;
        let first_comment = ply
            .comments
            .iter()
            .map(|span| span.range().start)
            .min()
            .unwrap_or(usize::MAX);
        let first_line = ply
            .variations
            .iter()
            .map(|line| line.span.range().start)
            .min()
            .unwrap_or(usize::MAX);
        let first = first_comment.min(first_line);
        let glyphs = ply
            .glyphs
            .iter()
            .map(|(_, span)| span.range())
            .filter(|range| range.start < first);
        let at = glyphs
            .map(|range| range.end)
            .max()
            .unwrap_or(0)
            .max(ply.word.range().end);
        let mut mark = Mark::default();
        let mut behind = self.glyph(&mut mark, patches);
        let before_text = behind.len();
        self.words(&mut behind, &mut mark, patches);
        let lines = self.lines(&mut mark);
        let written = behind.len() > before_text || !lines.is_empty();
        // Side lines stand behind the comments of the move, and before other side lines.
        let comments = ply
            .comments
            .iter()
            .filter(|comment| comment.range().start < first_line);
        let ends_line = comments
            .clone()
            .any(|comment| comment.of(self.text).first() == Some(&b';'));
        let place = comments
            .map(|comment| comment.range().end)
            .max()
            .unwrap_or(at)
            .max(at);
        if ends_line || place == at {
            behind.push_str(&lines);
        } else if !lines.is_empty() {
            patches.push(Patch::insert(place, lines));
        }
        if !behind.is_empty() {
            patches.push(Patch::insert(
                at,
                encoded(&behind, self.encoding).into_owned(),
            ));
        }
        (written, mark)
    }

    /// The glyph of a judgement, where there is none yet; as a mark it goes to the move itself.
    fn glyph(&self, mark: &mut Mark, patches: &mut Vec<Patch>) -> String {
        let ply = self.ply;
        let (Some(judged), Some(style)) = (self.judged, self.settings.glyphs) else {
            return String::new();
        };
        if ply.glyphs.iter().any(|(nag, _)| (1..=6).contains(nag)) {
            return String::new();
        }
        mark.glyph = true;
        match style {
            GlyphStyle::Dollar => format!(" ${}", judged.judgement.nag()),
            GlyphStyle::Symbol => {
                let suffix = judged.judgement.mark();
                patches.push(Patch::insert(ply.word.range().end, suffix));
                String::new()
            }
        }
    }

    /// The judgement in words, the evaluation and the opening's name, as comments.
    fn words(&self, behind: &mut String, mark: &mut Mark, patches: &mut Vec<Patch>) {
        let ply = self.ply;
        let settings = self.settings;
        let text = |comment: &Span| self.encoding.decode(comment.of(self.text));
        let is_told = ply
            .comments
            .iter()
            .any(|comment| is_sentence(&text(comment)));
        if let Some(judged) = self.judged.filter(|_| settings.comments && !is_told) {
            let best = judged.line.moves.first();
            let best = best.map(|mv| ply.before.san(*mv)).unwrap_or_default();
            let why = (judged.judgement, judged.reason);
            let words = sentence(judged.before, judged.behind, why, &best, self.encoding);
            mark.comment = true;
            behind.extend([" { ", &words, " }"]);
        }
        let mated = ply.before.after(ply.mv).is_checkmate();
        let wanted = settings.evals && ply.eval.is_none() && !mated;
        if let Some(score) = self.score.filter(|_| wanted) {
            mark.eval = true;
            let operand = operand(score, self.depth.filter(|_| settings.eval_depth));
            match self.commands() {
                Some(inside) => patches.push(Patch::insert(inside, format!("[%eval {operand}] "))),
                None => behind.extend([" { [%eval ", &operand, "] }"]),
            }
        }
        if let Some(opening) = self.opening.filter(|_| self.names_opening()) {
            behind.extend([" { ", &named(&opening), " }"]);
        }
    }

    /// Whether the opening's name is to be written, because it is not there yet.
    fn names_opening(&self) -> bool {
        self.opening.is_some_and(|opening| {
            let name = format!("{{ {} }}", named(&opening));
            let text = |comment: &Span| self.encoding.decode(comment.of(self.text));
            !self
                .ply
                .comments
                .iter()
                .any(|comment| text(comment) == name)
        })
    }

    /// Where a command can be put into a comment that begins with commands.
    fn commands(&self) -> Option<usize> {
        let comment = self.ply.comments.first()?;
        let inside = comment.of(self.text);
        let blanks = inside
            .get(1..)?
            .iter()
            .take_while(|byte| **byte == b' ')
            .count();
        let begins = inside.first() == Some(&b'{') && inside[1 + blanks..].starts_with(b"[%");
        begins.then(|| comment.range().start + 1 + blanks)
    }

    /// The best line, and others that are nearly as good, if no side line begins so yet.
    fn lines(&self, mark: &mut Mark) -> String {
        let mut text = String::new();
        let Some(judged) = self.judged.filter(|_| self.settings.variation > 0) else {
            return text;
        };
        let turn = self.ply.before.turn();
        let near = |line: &&Line| {
            let percent = |score| match turn {
                Color::White => win_percent(score),
                Color::Black => 100.0 - win_percent(score),
            };
            // A tenth of the chances between -1 and 1.
            percent(judged.line.score) - percent(line.score) <= 5.0
        };
        for line in std::iter::once(&judged.line).chain(self.others.iter().filter(near)) {
            let first = line.moves.first().copied();
            let there = self.ply.variations.iter().any(|other| other.first == first);
            if !there && first != Some(self.ply.mv) {
                mark.lines += 1;
                text.push_str(" (");
                text.push_str(&moves_in_words(
                    &self.ply.before,
                    &line.moves,
                    self.settings.variation,
                ));
                if self.settings.position_nags {
                    mark.position_nags = true;
                    text.push_str(" $");
                    text.push_str(&position_nag(line.score).to_string());
                }
                text.push(')');
            }
        }
        text
    }
}

/// From so many hundredths of a pawn on one side is slightly, clearly, or decisively better, as Scid has it.
const BETTER: [u32; 3] = [50, 150, 300];

/// The glyph of a position that is worth so much (PGN 10): from `$10` for a level one to `$18` and `$19`.
#[must_use]
pub fn position_nag(score: Score) -> u16 {
    let (white, steps) = match score {
        Score::Centipawns(centipawns) => {
            let size = centipawns.unsigned_abs();
            let steps = BETTER.iter().filter(|limit| size >= **limit).count();
            (centipawns > 0, steps)
        }
        Score::Mate(moves) => (moves > 0, BETTER.len()),
    };
    match steps {
        0 => 10,
        steps => 12 + 2 * steps as u16 + u16::from(!white),
    }
}

/// Moves with their numbers, so many at most.
#[must_use]
pub fn moves_in_words(start: &Position, moves: &[Move], most: usize) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, mv) in moves.iter().take(most).enumerate() {
        let number = position.fullmove();
        let san = position.san(*mv);
        words.push(match position.turn() {
            Color::White => format!("{number}. {}", san.as_str()),
            Color::Black if index == 0 => format!("{number}... {}", san.as_str()),
            Color::Black => san.as_str().to_owned(),
        });
        position.play(*mv);
    }
    words.join(" ")
}

/// A text in a game's encoding; what that does not have is left out.
pub(super) fn encoded(text: &str, encoding: Encoding) -> Cow<'_, [u8]> {
    match encoding {
        Encoding::Utf8 => Cow::Borrowed(text.as_bytes()),
        Encoding::Windows1252 => encoding_rs::WINDOWS_1252.encode(text).0,
    }
}
