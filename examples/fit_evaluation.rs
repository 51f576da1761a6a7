//! Fits the built-in engine's evaluation, its weights and its network, to positions of which a stronger engine has told the
//! value.
//!
//! ```text
//! chesstool convert --to tsv --per ply --no-header --columns fen_after,eval_cp,eval_mate \
//!     ../shared/corpora/bulk/lichess-{evalclk,clk,broadcast,leelanotes}*.pgn.zst > told.tsv
//! chesstool convert --to tsv --per ply --no-header --columns fen_after \
//!     ../shared/corpora/bulk/{fics-blitz,lichess-plain,otb-twic,lichess-clk}*.pgn.zst |
//!     cargo run --release --example label_positions -- stockfish > labelled.tsv
//! cargo run --release --example fit_evaluation -- \
//!     src/engine/builtin/weights.rs src/engine/builtin/network.bin CHECK told.tsv labelled.tsv
//! ```
//!
//! CHECK is a file of the same kind with positions of games that are in none of the others; it is only measured. What is
//! made small is the square of the difference between the chances to win that the evaluation and the value tell (see
//! `annotate::chances`): so the evaluation comes out on the scale of the judgements. Positions in check, and those where
//! something can be won by a capture or a promotion, are left out: search is for them.
#![allow(clippy::print_stderr, reason = "it tells how far it is")]

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};

use chesstool::chess::{CastlingMode, Color, MoveKind, Position, Role};
use chesstool::engine::builtin::eval::{self, FULL_PHASE, Tally};
use chesstool::engine::builtin::exchange::wins;
use chesstool::engine::builtin::features::{self, COUNT, Kind};
use chesstool::engine::builtin::network::{
    HIDDEN, INPUTS, ONE, ONE_LAST, STAGES, UNIT, each_input, stage,
};

/// How often all positions are gone through.
const EPOCHS: usize = 24;
/// Positions after which the weights are changed.
const BATCH: usize = 1024;
/// How strongly the features' weights are drawn to what they began with.
const DECAY: f32 = 2e-9;
/// How strongly the network's weights are drawn to nothing, at each step as a share of the rate.
const NETWORK_DECAY: f32 = 0.02;
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
/// Numbers of the network: inputs, start, and by stage two rows of last weights and a constant.
const NUMBERS: usize = (INPUTS + 1) * HIDDEN + STAGES * (2 * HIDDEN + 1);
const START: usize = INPUTS * HIDDEN;
const LAST: usize = START + HIDDEN;
const CONSTANT: usize = LAST + STAGES * 2 * HIDDEN;

type Row = [f32; HIDDEN];

#[derive(Default)]
struct Counts(BTreeMap<usize, i32>);

impl Tally for Counts {
    fn add(&mut self, kind: Kind, index: usize, count: i32) {
        *self.0.entry(kind.first + index).or_default() += count;
    }
}

/// A position as the fit sees it, for the side to move.
struct Case {
    features: Vec<(u16, i16)>,
    /// What the features' middlegame and endgame parts count, the endgame's if it is negative and if it is positive.
    middle: f32,
    end: [f32; 2],
    /// Inputs of the network, of the side to move and of the other one; none without pawns.
    inputs: [Vec<u16>; 2],
    stage: usize,
    /// Chances, from -1 to 1.
    goal: f32,
}

impl Case {
    fn new(line: &str) -> Option<Case> {
        let mut fields = line.split('\t');
        let (fen, cp) = (fields.next()?, fields.next()?);
        let value = match (cp.parse::<f32>(), fields.next().map(str::parse::<f32>)) {
            (Ok(cp), _) => cp,
            (_, Some(Ok(mate))) => mate.signum() * MOST,
            _ => return None,
        };
        let position = Position::from_fen(fen, CastlingMode::Standard).ok()?;
        if position.in_check() || position.board().occupied().count() < 5 || is_loud(&position) {
            return None;
        }
        let turn = position.turn();
        let sign = if turn == Color::White { 1 } else { -1 };
        let mut counts = Counts::default();
        eval::count(&position, &mut counts);
        let board = position.board();
        let phase = eval::phase(board) as f32 / FULL_PHASE as f32;
        // The scale depends on the strong side, here the one to move or the other.
        let scale = |end: i32| eval::endgame_scale(board, sign * end) as f32 / 64.0;
        let with_network = board.of_role(Role::Pawn).any();
        Some(Case {
            features: counts
                .0
                .into_iter()
                .filter(|(_, count)| *count != 0)
                .map(|(feature, count)| (feature as u16, (sign * count) as i16))
                .collect(),
            middle: phase,
            end: [scale(-1), scale(1)].map(|scale| scale * (1.0 - phase)),
            inputs: [turn, turn.other()].map(|view| {
                let mut inputs = Vec::new();
                if with_network {
                    each_input(&position, view, |input| inputs.push(input as u16));
                }
                inputs
            }),
            stage: stage(board.occupied().count() as usize),
            goal: chances((sign as f32 * value).clamp(-MOST, MOST)),
        })
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

/// All that is fitted, or slopes of it: the features' weights and the network's numbers.
struct Model {
    weights: Vec<[f32; 2]>,
    network: Vec<f32>,
}

/// What a case comes to, and on the way to it.
struct Found {
    value: f32,
    end: f32,
    sums: [Row; 2],
}

impl Model {
    fn nothing() -> Model {
        Model {
            weights: vec![[0.0; 2]; COUNT],
            network: vec![0.0; NUMBERS],
        }
    }

    fn row(&self, first: usize) -> &[f32] {
        &self.network[first..first + HIDDEN]
    }

    fn find(&self, case: &Case) -> Found {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(feature, count) in &case.features {
            let [in_middle, in_end] = self.weights[usize::from(feature)];
            middle += in_middle * f32::from(count);
            end += in_end * f32::from(count);
        }
        let end_counts = case.end[usize::from(end > 0.0)];
        let mut value = middle * case.middle + end * end_counts;
        let mut sums = [[0.0; HIDDEN]; 2];
        if !case.inputs[0].is_empty() {
            let mut out = self.network[CONSTANT + case.stage];
            for (side, sums) in sums.iter_mut().enumerate() {
                sums.copy_from_slice(self.row(START));
                for &input in &case.inputs[side] {
                    let row = self.row(usize::from(input) * HIDDEN);
                    for (sum, weight) in sums.iter_mut().zip(row) {
                        *sum += weight;
                    }
                }
                let last = self.row(LAST + (2 * case.stage + side) * HIDDEN);
                for (sum, weight) in sums.iter().zip(last) {
                    out += sum.clamp(0.0, 1.0).powi(2) * weight;
                }
            }
            value += UNIT as f32 * out;
        }
        Found {
            value,
            end: end_counts,
            sums,
        }
    }

    /// Adds a case's slopes, `pull` times what the value changes by.
    fn add_slopes(&self, case: &Case, found: &Found, pull: f32, slopes: &mut Model) {
        for &(feature, count) in &case.features {
            let slope = &mut slopes.weights[usize::from(feature)];
            slope[0] += pull * case.middle * f32::from(count);
            slope[1] += pull * found.end * f32::from(count);
        }
        if case.inputs[0].is_empty() {
            return;
        }
        let pull = pull * UNIT as f32;
        slopes.network[CONSTANT + case.stage] += pull;
        for (side, sums) in found.sums.iter().enumerate() {
            let first = LAST + (2 * case.stage + side) * HIDDEN;
            let mut below = [0.0; HIDDEN];
            for (at, sum) in sums.iter().enumerate() {
                let cut = sum.clamp(0.0, 1.0);
                slopes.network[first + at] += pull * cut * cut;
                if *sum > 0.0 && *sum < 1.0 {
                    below[at] = pull * self.network[first + at] * 2.0 * cut;
                    slopes.network[START + at] += below[at];
                }
            }
            for &input in &case.inputs[side] {
                let first = usize::from(input) * HIDDEN;
                let row = &mut slopes.network[first..first + HIDDEN];
                for (slope, below) in row.iter_mut().zip(&below) {
                    *slope += below;
                }
            }
        }
    }

    /// The mean square and the mean difference of chances.
    fn measure(&self, cases: &[Case]) -> String {
        let (mut square, mut mean) = (0.0, 0.0);
        for case in cases {
            let difference = chances(self.find(case).value) - case.goal;
            square += difference * difference;
            mean += difference.abs();
        }
        let count = cases.len().max(1) as f32;
        format!("square {:.5}, mean {:.4}", square / count, mean / count)
    }
}

/// The method of moments of Kingma and Ba (Adam, 2015).
struct Descent {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Descent {
    fn new(count: usize) -> Descent {
        Descent {
            first: vec![0.0; count],
            second: vec![0.0; count],
            steps: 0,
        }
    }

    fn step<'a>(&mut self, pairs: impl Iterator<Item = (&'a mut f32, f32)>, rate: f32) {
        self.steps += 1;
        let correction = |base: f32| 1.0 - base.powi(self.steps);
        let (one, two) = (correction(0.9), correction(0.999));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((number, slope), (first, second)) in pairs.zip(moments) {
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *number -= rate * (*first / one) / ((*second / two).sqrt() + 1e-10);
        }
    }
}

/// Numbers that look random, the same in every run (Knuth's linear congruence, MMIX).
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }

    /// From -1 to 1.
    fn unit(&mut self) -> f32 {
        self.next() as f32 / (1_u32 << 30) as f32 - 1.0
    }
}

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

fn main() -> io::Result<()> {
    let paths: Vec<String> = env::args().skip(1).collect();
    let [weights_path, network_path, check, told @ ..] = paths.as_slice() else {
        return Err(io::Error::other("WEIGHTS NETWORK CHECK FILE…"));
    };
    let mut seen = HashSet::new();
    let check = read(check, &mut seen)?;
    let mut cases = Vec::new();
    for path in told {
        cases.extend(read(path, &mut seen)?);
    }
    let mut start = vec![[0.0; 2]; COUNT];
    start[features::MATERIAL.first..][..MEN.len()].copy_from_slice(&MEN);
    let mut random = Random(1);
    let mut model = Model::nothing();
    model.weights.clone_from(&start);
    for (at, number) in model.network[..CONSTANT].iter_mut().enumerate() {
        *number = match at {
            START..LAST => 0.3 + 0.1 * random.unit(),
            _ => 0.1 * random.unit(),
        };
    }
    let mut of_weights = Descent::new(2 * COUNT);
    let mut of_network = Descent::new(NUMBERS);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    for epoch in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, random.next() % (last + 1));
        }
        let share = (1.0 - epoch as f32 / EPOCHS as f32).powi(2);
        let mut square = 0.0;
        for batch in order.chunks(BATCH) {
            let mut slopes = Model::nothing();
            for case in batch.iter().map(|index| &cases[*index]) {
                let found = model.find(case);
                let told = chances(found.value);
                let slope = SLOPE * 0.5 * (1.0 - told * told);
                square += (told - case.goal).powi(2);
                let pull = 2.0 * (told - case.goal) * slope / batch.len() as f32;
                model.add_slopes(case, &found, pull, &mut slopes);
            }
            let weights = model.weights.as_flattened_mut().iter_mut();
            let drawn = weights
                .zip(slopes.weights.as_flattened())
                .zip(start.as_flattened())
                .map(|((weight, slope), start)| {
                    let slope = slope + DECAY * (*weight - start);
                    (weight, slope)
                });
            of_weights.step(drawn, 3.0 * share + 0.02);
            let rate = 0.002 * share + 0.00002;
            for number in &mut model.network[..CONSTANT] {
                *number = (*number * (1.0 - rate * NETWORK_DECAY)).clamp(-1.9, 1.9);
            }
            let numbers = model.network.iter_mut().zip(slopes.network);
            of_network.step(numbers, rate);
        }
        if epoch % 4 == 3 {
            let square = square / cases.len().max(1) as f32;
            let checked = model.measure(&check);
            eprintln!("after {} rounds: square {square:.5}; check: {checked}", epoch + 1);
        }
    }
    write_weights(&mut File::create(weights_path)?, &model.weights)?;
    fs::write(network_path, bytes(&model.network))
}

fn bytes(network: &[f32]) -> Vec<u8> {
    let round = |(at, number): (usize, &f32)| {
        let one = if at < LAST { ONE } else { ONE_LAST };
        let number = (number * one as f32).round() as i16;
        number.to_le_bytes()
    };
    network.iter().enumerate().flat_map(round).collect()
}

fn write_weights(out: &mut impl Write, weights: &[[f32; 2]]) -> io::Result<()> {
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
