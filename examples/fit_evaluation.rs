//! Fits the weights of the built-in engine's evaluation to positions of which a stronger engine has told the value.
//!
//! ```text
//! chesstool convert --to tsv --per ply --no-header --columns fen_after,eval_cp,eval_mate \
//!     ../shared/corpora/bulk/lichess-{evalclk,clk,broadcast,leelanotes}*.pgn.zst > told.tsv
//! chesstool convert --to tsv --per ply --no-header --columns fen_after \
//!     ../shared/corpora/bulk/{fics-blitz,lichess-plain,otb-twic,lichess-clk}*.pgn.zst |
//!     cargo run --release --example label_positions -- stockfish 1000 > labelled.tsv
//! cargo run --release --example fit_evaluation -- check.tsv told.tsv labelled.tsv > src/engine/builtin/weights.rs
//! ```
//!
//! `check.tsv` has lines of the same kind; its positions are left out of the others and only measured: those of the first 120
//! games of `lichess-evalclk` that Lichess has analysed, so that `tests/annotate/recall.py` tells of games that nothing was
//! fitted to. What is made small is the square of the difference between the chances to win that the evaluation and the value
//! tell (see `annotate::chances`): so the evaluation comes out on the scale of the judgements. Positions in check, and those
//! where something can be won by a capture or a promotion, are left out: search is for them.
//!
//! Figures: 34,297 quiet positions told by Lichess and 154,118 labelled by Stockfish 15.1 (positions of the same files, moved
//! and asked for as `label_positions` does). On 5,023 quiet positions of the check the squared difference of chances between
//! -1 and 1 is 0.0494 and the mean one 0.157; with Lichess's positions alone the square is 0.0518. A network of 768 x 32 x 1
//! beside the features, fitted along with them, came to 0.0482 and 0.155, which is not worth its numbers.
#![allow(clippy::print_stderr, reason = "it tells how far it is")]

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use chesstool::chess::{CastlingMode, MoveKind, Position, Role};
use chesstool::engine::builtin::eval::{self, FULL_PHASE, Tally};
use chesstool::engine::builtin::exchange::wins;
use chesstool::engine::builtin::features::{self, COUNT, Kind};

/// How often all positions are gone through.
const EPOCHS: usize = 30;
/// Positions after which the weights are changed.
const BATCH: usize = 2048;
/// How strongly weights are drawn to what they began with.
const DECAY: f32 = 2e-9;
/// No value counts for more, in 1/100 of a pawn.
const MOST: f32 = 2000.0;
/// The slope of the chances to win.
const SLOPE: f32 = 0.003_682_08;
/// Values of men to begin with, in the middlegame and in the endgame.
const MEN: [[f32; 2]; 5] = [
    [82., 95.],
    [300., 290.],
    [320., 300.],
    [440., 500.],
    [900., 930.],
];

type Weights = Vec<[f32; 2]>;

#[derive(Default)]
struct Counts(BTreeMap<usize, i32>);

impl Tally for Counts {
    fn add(&mut self, kind: Kind, index: usize, count: i32) {
        *self.0.entry(kind.first + index).or_default() += count;
    }
}

/// A position as the fit sees it.
struct Case {
    features: Vec<(usize, f32)>,
    /// From 0, an endgame, to 1.
    phase: f32,
    /// What the endgame's part is scaled by, if it is Black's and if it is White's.
    scale: [f32; 2],
    /// White's chances, from -1 to 1.
    goal: f32,
}

impl Case {
    fn new(line: &str) -> Option<Case> {
        let mut fields = line.split('\t');
        let (fen, cp) = (fields.next()?, fields.next()?);
        let mate = fields.next().unwrap_or_default();
        let value = match (cp.parse::<f32>(), mate.parse::<f32>()) {
            (Ok(cp), _) => cp,
            (_, Ok(mate)) => mate.signum() * MOST,
            _ => return None,
        };
        let position = Position::from_fen(fen, CastlingMode::Standard).ok()?;
        if position.in_check() || position.board().occupied().count() < 5 || is_loud(&position) {
            return None;
        }
        let mut counts = Counts::default();
        eval::count(&position, &mut counts);
        let board = position.board();
        let scale = |end| eval::endgame_scale(board, end) as f32 / 64.0;
        Some(Case {
            features: counts
                .0
                .into_iter()
                .filter(|(_, count)| *count != 0)
                .map(|(feature, count)| (feature, count as f32))
                .collect(),
            phase: eval::phase(board) as f32 / FULL_PHASE as f32,
            scale: [scale(-1), scale(1)],
            goal: chances(value.clamp(-MOST, MOST)),
        })
    }

    /// The value by the weights, and the scale of its endgame's part.
    fn value(&self, weights: &Weights) -> (f32, f32) {
        let (mut middle, mut end) = (0.0, 0.0);
        for (feature, count) in &self.features {
            middle += weights[*feature][0] * count;
            end += weights[*feature][1] * count;
        }
        let scale = self.scale[usize::from(end > 0.0)];
        (
            middle * self.phase + end * scale * (1.0 - self.phase),
            scale,
        )
    }

    fn difference(&self, weights: &Weights) -> f32 {
        chances(self.value(weights).0) - self.goal
    }
}

/// Whether something can be won at once.
fn is_loud(position: &Position) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let takes = mv.kind() != MoveKind::Castle && position.board().role_at(mv.to()).is_some();
        mv.promoted() == Some(Role::Queen) || takes && wins(position, mv, 1)
    })
}

fn chances(centipawns: f32) -> f32 {
    2.0 / (1.0 + (-SLOPE * centipawns).exp()) - 1.0
}

/// The method of moments of Kingma and Ba (Adam, 2015).
struct Descent {
    first: Weights,
    second: Weights,
    steps: i32,
}

impl Descent {
    fn step(&mut self, weights: &mut Weights, start: &Weights, slopes: &Weights, rate: f32) {
        self.steps += 1;
        let correction = |base: f32| 1.0 - base.powi(self.steps);
        let (one, two) = (correction(0.9), correction(0.999));
        for feature in 0..COUNT {
            for part in 0..2 {
                let slope =
                    slopes[feature][part] + DECAY * (weights[feature][part] - start[feature][part]);
                let (first, second) = (
                    &mut self.first[feature][part],
                    &mut self.second[feature][part],
                );
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                weights[feature][part] -= rate * (*first / one) / ((*second / two).sqrt() + 1e-9);
            }
        }
    }
}

fn slopes(cases: &[Case], batch: &[usize], weights: &Weights) -> Weights {
    let mut slopes = vec![[0.0; 2]; COUNT];
    for case in batch.iter().map(|index| &cases[*index]) {
        let (value, scale) = case.value(weights);
        let found = chances(value);
        let slope = SLOPE * 0.5 * (1.0 - found * found);
        let pull = 2.0 * (found - case.goal) * slope / batch.len() as f32;
        for (feature, count) in &case.features {
            slopes[*feature][0] += pull * case.phase * count;
            slopes[*feature][1] += pull * scale * (1.0 - case.phase) * count;
        }
    }
    slopes
}

/// The quiet ones of a file's positions that were not seen before.
fn read(path: &str, seen: &mut HashSet<String>) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        let fen = line.split('\t').next().unwrap_or_default();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        if seen.insert(fields.join(" ")) {
            cases.extend(Case::new(&line));
        }
    }
    eprintln!("{path}: {} quiet positions", cases.len());
    Ok(cases)
}

/// The mean square and the mean of the differences of chances.
fn measure(cases: &[Case], weights: &Weights) -> [f32; 2] {
    let count = cases.len().max(1) as f32;
    let differences = || cases.iter().map(|case| case.difference(weights));
    let square: f32 = differences().map(|difference| difference.powi(2)).sum();
    let mean: f32 = differences().map(f32::abs).sum();
    [square / count, mean / count]
}

fn main() -> io::Result<()> {
    let paths: Vec<String> = env::args().skip(1).collect();
    let [check, told @ ..] = paths.as_slice() else {
        return Err(io::Error::other("files of positions are wanted"));
    };
    let mut seen = HashSet::new();
    let tests = read(check, &mut seen)?;
    let mut cases = Vec::new();
    for path in told {
        cases.extend(read(path, &mut seen)?);
    }
    let mut start = vec![[0.0; 2]; COUNT];
    start[features::MATERIAL.first..][..MEN.len()].copy_from_slice(&MEN);
    let mut weights = start.clone();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    let none = vec![[0.0; 2]; COUNT];
    let mut descent = Descent {
        first: none.clone(),
        second: none,
        steps: 0,
    };
    let mut random = 1_u64;
    for epoch in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            order.swap(last, (random >> 33) as usize % (last + 1));
        }
        let rate = 3.0 * (1.0 - epoch as f32 / EPOCHS as f32).powi(2) + 0.02;
        for batch in order.chunks(BATCH) {
            let slopes = slopes(&cases, batch, &weights);
            descent.step(&mut weights, &start, &slopes, rate);
        }
        if epoch % 10 == 9 {
            let [square, mean] = measure(&tests, &weights);
            eprintln!(
                "after {} rounds: square {square:.5}, mean {mean:.4}",
                epoch + 1
            );
        }
    }
    write(&mut io::stdout().lock(), &weights)
}

fn write(out: &mut impl Write, weights: &Weights) -> io::Result<()> {
    writeln!(
        out,
        "//! What the features of the evaluation are worth, in the middlegame and in the endgame, in 1/100 of a pawn.\n//!\n\
         //! Found by `examples/fit_evaluation.rs`, which see for the command; nobody edits this table by hand.\n\n\
         use crate::engine::builtin::eval::pack;\nuse crate::engine::builtin::features::COUNT;\n\n/// By feature.\n\
         #[rustfmt::skip]\npub static WEIGHTS: [i32; COUNT] = ["
    )?;
    for kind in features::ALL {
        writeln!(out, "    // {}", kind.name)?;
        for row in weights[kind.first..][..kind.count].chunks(8) {
            let pairs = row
                .iter()
                .map(|[middle, end]| format!("pack({middle:.0}, {end:.0}),"));
            writeln!(out, "    {}", pairs.collect::<Vec<_>>().join(" "))?;
        }
    }
    writeln!(out, "];")
}
