//! The graph of a game: White's share of the chances after each ply, with a mark for every judged move.
//!
//! The areas lie in a picture of their own that is stretched to the width there is; marks and numbers are
//! placed by per cent in the picture around it, so that they keep their size and shape on any screen.

use std::io::{self, Write};

use crate::annotate::chances;
use crate::annotate::outcome::{Eval, Judgement, Outcome};
use crate::annotate::report::escape::escape;
use crate::annotate::report::notation::{Numbering, Score, words};
use crate::pgn::evaluation;

/// No more plies are drawn: the longest game on record has 538, and a page must not grow without end.
const MOST_PLIES: usize = 2_000;

/// No more plies get a strip that tells move and value under the pointer.
const MOST_STRIPS: usize = 700;

/// The height of the areas' picture; a value's place is given in thousandths.
const HEIGHT: u32 = 1_000;

/// The number of moves between two numbers below the graph is the first of these that leaves at most 10.
const STEPS: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

/// How much of a graph is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// Everything.
    Full,
    /// Without the strips that tell move and value under the pointer.
    Lean,
}

/// White's share of the chances, from 0 to 100.
///
/// A position in which the side to move is mated (`mate 0`) counts for who has just moved.
pub(super) fn win_percent(eval: Eval, white_has_moved: bool) -> f64 {
    chances::win_percent(match eval {
        Eval::Cp(cp) => evaluation::Score::Centipawns(cp),
        Eval::Mate(0) if white_has_moved => evaluation::Score::Mate(1),
        Eval::Mate(moves) => evaluation::Score::Mate(moves),
    })
}

/// Writes what all graphs of a page refer to: the marks, as markers `i m u`.
pub(super) fn write_symbols(out: &mut Vec<u8>) -> io::Result<()> {
    for (id, path, fill) in [
        ("i", "M-5 0A5 5 0 0 1 5 0A5 5 0 0 1 -5 0z", "#56b4e9"),
        ("m", "M0 -6.6L6.4 5H-6.4z", "#e69f00"),
        ("u", "M-5.2 -5.2H5.2V5.2H-5.2z", "#d55e00"),
    ] {
        write!(
            out,
            r##"<marker id="{id}" markerUnits="userSpaceOnUse" orient="0"><path class=halo d="{path}"/><path d="{path}" fill="{fill}" stroke="#111"/></marker>"##
        )?;
    }
    Ok(())
}

/// Writes the graph of a game.
pub(super) fn write(out: &mut Vec<u8>, outcome: &Outcome, detail: Detail) -> io::Result<()> {
    let graph = Graph::new(outcome);
    let plies = graph.heights.len();
    if graph.heights.iter().all(Option::is_none) {
        return write!(out, "<p class=none>No values to draw.</p>");
    }
    write!(out, r#"<svg class=graph role="img" aria-label=""#)?;
    graph.describe(out)?;
    write!(
        out,
        r#""><svg class=areas viewBox="0 0 {} {HEIGHT}" preserveAspectRatio="none" width="100%" height="100%">"#,
        2 * plies
    )?;
    graph.areas(out)?;
    write!(
        out,
        r#"<path class=mid d="M0 {}H{}"/>"#,
        HEIGHT / 2,
        2 * plies
    )?;
    if detail == Detail::Full && plies <= MOST_STRIPS {
        graph.strips(out)?;
    }
    write!(out, "</svg>")?;
    graph.numbers(out)?;
    graph.marks(out)?;
    write!(out, "</svg>")
}

struct Graph<'a> {
    outcome: &'a Outcome,
    numbering: Numbering,
    /// The place of the line after each ply, from the top, in thousandths.
    heights: Vec<Option<u32>>,
    /// The judgement of each ply.
    judged: Vec<Option<Judgement>>,
}

impl Graph<'_> {
    fn new(outcome: &Outcome) -> Graph<'_> {
        let numbering = Numbering::from_start(outcome.start_fen.as_deref());
        let heights: Vec<Option<u32>> = outcome
            .evals
            .iter()
            .take(MOST_PLIES)
            .enumerate()
            .map(|(index, eval)| {
                let percent = win_percent((*eval)?, numbering.is_white(index));
                Some((f64::from(HEIGHT) * (1.0 - percent / 100.0)).round() as u32)
            })
            .collect();
        let mut judged = vec![None; heights.len()];
        for critical in &outcome.critical {
            let index = (critical.ply as usize).wrapping_sub(1);
            if let Some(place) = judged.get_mut(index) {
                *place = Some(critical.judgement);
            }
        }
        Graph {
            outcome,
            numbering,
            heights,
            judged,
        }
    }

    /// What the picture shows, in words.
    fn describe(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let known = || {
            let percents = self.heights.iter().enumerate();
            percents.filter_map(|(index, height)| Some((index, (*height)?)))
        };
        write!(out, "White’s chances over {} plies", self.heights.len())?;
        if self.outcome.evals.len() > MOST_PLIES {
            write!(out, " of {}", self.outcome.evals.len())?;
        }
        let best = known().min_by_key(|&(_, height)| height);
        let worst = known().max_by_key(|&(_, height)| height);
        for (name, place) in [
            ("highest", best),
            ("lowest", worst),
            ("at the end", known().next_back()),
        ] {
            if let Some((index, height)) = place {
                write!(
                    out,
                    ", {name} {} % after {}",
                    (HEIGHT - height) / 10,
                    self.name(index)
                )?;
            }
        }
        let missing = self
            .heights
            .iter()
            .filter(|height| height.is_none())
            .count();
        if missing > 0 {
            write!(out, ", {missing} without a value")?;
        }
        Ok(())
    }

    /// `14... Qd8?`, escaped.
    fn name(&self, index: usize) -> String {
        let label = self.numbering.label(index);
        let san = self.outcome.moves.get(index).map_or("", String::as_str);
        let sign = self
            .judgement(index)
            .map_or("", |judgement| words(judgement).0);
        format!("{label} {}{sign}", escape(san, 16))
    }

    fn judgement(&self, index: usize) -> Option<Judgement> {
        self.judged.get(index).copied().flatten()
    }

    /// A dark field for each run of plies with values, and White's area over it. Two units a ply; the line
    /// goes through the middle of each ply and is drawn out to the ends of the run.
    fn areas(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut index = 0;
        for run in self.heights.chunk_by(|a, b| a.is_some() == b.is_some()) {
            let (from, to) = (2 * index, 2 * (index + run.len()));
            index += run.len();
            let (Some(Some(first)), Some(Some(last))) = (run.first(), run.last()) else {
                continue;
            };
            write!(
                out,
                r#"<path class=dark d="M{from} 0H{to}V{HEIGHT}H{from}z"/><path class=light d="M{from} {HEIGHT}V{first}L"#
            )?;
            for (offset, height) in run.iter().flatten().enumerate() {
                write!(out, "{} {height} ", from + 2 * offset + 1)?;
            }
            write!(out, r#"{to} {last}V{HEIGHT}z"/>"#)?;
        }
        Ok(())
    }

    /// Unseen strips over the graph, one a ply, that tell move and value.
    fn strips(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write!(out, "<g class=strips>")?;
        for (index, height) in self.heights.iter().enumerate() {
            write!(
                out,
                r#"<path d="M{} 0h2v{HEIGHT}h-2z"><title>{} "#,
                2 * index,
                self.name(index)
            )?;
            match (height, self.outcome.evals.get(index)) {
                (Some(height), Some(Some(eval))) => {
                    write!(out, "{} ({} %)", Score(*eval), (HEIGHT - height + 5) / 10)?;
                }
                _ => write!(out, "no value")?,
            }
            if let Some(judgement) = self.judgement(index) {
                write!(out, " {}", words(judgement).1)?;
            }
            write!(out, "</title></path>")?;
        }
        write!(out, "</g>")
    }

    /// Move numbers along the lower edge.
    fn numbers(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let moves = self.heights.len().div_ceil(2);
        let step = STEPS.into_iter().find(|step| moves / step <= 10);
        let step = 2 * step.unwrap_or(200);
        write!(out, "<g class=numbers>")?;
        let first = usize::from(!self.numbering.is_white(0));
        for index in (first + step..self.heights.len()).step_by(step) {
            let place = self.percent(index);
            let number = self.numbering.number(index).saturating_sub(1);
            write!(
                out,
                r#"<text x="{place}%" y="100%" dy="-4">{number}</text>"#
            )?;
        }
        write!(out, "</g>")
    }

    /// A mark on the line for every judged move that has a value, the gravest on top.
    fn marks(&self, out: &mut Vec<u8>) -> io::Result<()> {
        for wanted in [
            Judgement::Inaccuracy,
            Judgement::Mistake,
            Judgement::Blunder,
        ] {
            for (index, height) in self.heights.iter().enumerate() {
                let (Some(height), Some(judgement)) = (height, self.judgement(index)) else {
                    continue;
                };
                if judgement == wanted {
                    let (_, _, class) = words(judgement);
                    let (x, y) = (self.percent(index), f64::from(*height) / 10.0);
                    write!(out, r#"<line class="g{class}" x2="{x}%" y2="{y}%"/>"#)?;
                }
            }
        }
        Ok(())
    }

    /// The middle of a ply, in per cent of the width, to two places.
    fn percent(&self, index: usize) -> f64 {
        let share = (index as f64 + 0.5) / self.heights.len() as f64;
        (share * 10_000.0).round() / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::report::sample;

    fn drawn(outcome: &Outcome, detail: Detail) -> String {
        let mut out = Vec::new();
        write(&mut out, outcome, detail).unwrap();
        let text = String::from_utf8(out).unwrap();
        sample::assert_balanced(&text);
        text
    }

    fn game(evals: Vec<Option<Eval>>) -> Outcome {
        Outcome {
            moves: vec!["Nf3".to_owned(); evals.len()],
            evals,
            ..Outcome::default()
        }
    }

    #[test]
    fn chances() {
        let percent = |eval| (win_percent(eval, true) * 100.0).round() as u32;
        assert_eq!(percent(Eval::Cp(0)), 5_000);
        assert_eq!(percent(Eval::Cp(100)), 5_910);
        assert_eq!(percent(Eval::Cp(-100)), 4_090);
        assert_eq!(percent(Eval::Cp(1_000)), 9_754);
        assert_eq!(percent(Eval::Cp(i32::MAX)), percent(Eval::Mate(1)));
        assert_eq!(percent(Eval::Mate(0)), percent(Eval::Mate(2)));
        assert!(win_percent(Eval::Mate(0), false) < 3.0);
        assert!(win_percent(Eval::Cp(i32::MIN), true) < 3.0);
    }

    #[test]
    fn no_ply_and_no_value() {
        let none = "<p class=none>No values to draw.</p>";
        assert_eq!(drawn(&game(Vec::new()), Detail::Full), none);
        assert_eq!(drawn(&game(vec![None; 30]), Detail::Full), none);
    }

    #[test]
    fn one_ply_fills_the_width() {
        let text = drawn(&game(vec![Some(Eval::Cp(0))]), Detail::Full);
        assert!(text.contains(r#"d="M0 0H2V1000H0z""#), "{text}");
        assert!(
            text.contains(r#"d="M0 1000V500L1 500 2 500V1000z""#),
            "{text}"
        );
        assert!(text.contains("<title>1. Nf3 0.00 (50 %)</title>"), "{text}");
    }

    #[test]
    fn gaps_stay_open() {
        let cp = |cp| Some(Eval::Cp(cp));
        let text = drawn(&game(vec![cp(0), None, cp(0), cp(0), None]), Detail::Full);
        assert_eq!(text.matches("class=dark").count(), 2);
        assert!(text.contains(r#"d="M0 0H2V1000H0z""#), "{text}");
        assert!(text.contains(r#"d="M4 0H8V1000H4z""#), "{text}");
        assert!(text.contains("<title>1... Nf3 no value</title>"), "{text}");
        assert!(text.contains("2 without a value"), "{text}");
    }

    #[test]
    fn four_hundred_plies_stay_small() {
        let game = game((0..400).map(|i| Some(Eval::Cp(i * 5 - 1_000))).collect());
        let lean = drawn(&game, Detail::Lean);
        assert!(lean.len() < 5_000, "{}", lean.len());
        assert!(!lean.contains("<title>"));
        let full = drawn(&game, Detail::Full);
        assert_eq!(full.matches("<title>").count(), 400);
        assert_eq!(full.matches("<text").count(), 9, "20, 40 to 180");
        assert!(full.contains(">20</text>") && full.contains(">180</text>"));
    }

    #[test]
    fn endless_games_are_cut() {
        let text = drawn(&game(vec![Some(Eval::Mate(-1)); 100_000]), Detail::Full);
        assert!(text.len() < 40_000, "{}", text.len());
        assert!(text.contains("2000 plies of 100000"));
    }

    #[test]
    fn marks_where_the_judged_moves_are() {
        let mut game = game(vec![Some(Eval::Cp(0)); 4]);
        game.critical = vec![
            sample::critical(2, Judgement::Blunder),
            sample::critical(3, Judgement::Inaccuracy),
            sample::critical(0, Judgement::Mistake),
            sample::critical(9, Judgement::Mistake),
        ];
        let text = drawn(&game, Detail::Full);
        assert!(
            text.contains(
                r#"<line class="gi" x2="62.5%" y2="50%"/><line class="gu" x2="37.5%" y2="50%"/>"#
            ),
            "{text}"
        );
        assert_eq!(
            text.matches("<line").count(),
            2,
            "plies that are not there are left out"
        );
        assert!(text.contains("<title>1... Nf3?? 0.00 (50 %) Blunder</title>"));
    }
}
