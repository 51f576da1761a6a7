//! Finds the weights of the built-in engine's network, from positions of which a stronger engine has told the value.
//!
//! ```text
//! chesstool convert --to tsv --per ply --no-header --columns fen_after,eval_cp,eval_mate \
//!     ../shared/corpora/bulk/lichess-{evalclk,clk,broadcast,leelanotes}*.pgn.zst > told.tsv
//! chesstool convert --to tsv --per ply --no-header --columns fen_after \
//!     ../shared/corpora/bulk/{lichess-plain,fics,lichess-opening,otb-pgnmentor}*.pgn.zst | sort -u | shuf > fens
//! cargo run --release --example label_positions -- stockfish 1 < fens > labelled.tsv
//! cargo run --release --example train_network -- src/engine/builtin/network.bin 24 check.tsv told.tsv labelled.tsv
//! ```
//!
//! `check.tsv` has lines of the same kind; its positions are left out of the others and only measured: those of the first 120
//! games of `lichess-evalclk` that Lichess has analysed, so that `tests/annotate/recall.py` tells of games that nothing was
//! fitted to. What is made small is the square of the difference between the chances to win that the network and the value
//! tell (see `annotate::chances`): so the evaluation comes out on the scale of the judgements. Positions that are not
//! quiet are left out: search is for them.
//!
//! Figures: 34,792 quiet positions told by Lichess and 6.1 million labelled by Stockfish 15.1 from nearly all files
//! of `bulk`, games of servers and over the board in about equal parts, some of engines, none from the file of the check. On the 5,408 quiet positions
//! of the check the squared difference of chances between -1 and 1 is 0.0378 and the mean one 0.126; with 3.5 million
//! positions and half as many sums it was 0.0398 and 0.131, with 0.4 million 0.0525 and 0.160. The labels themselves come to
//! 0.0252 and 0.094. An evaluation by features, which the network took the place of, came to 0.0494 and
//! 0.157 on much the same ones.
#![allow(clippy::print_stderr, reason = "it tells how far it is")]

mod quiet;
mod random;

use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::thread;

use chesstool::chess::{CastlingMode, Color, Position};
use chesstool::engine::builtin::network::{
    BYTES, HIDDEN, INPUTS, OUTPUT_UNIT, PAWNS, SETS, UNIT, input, set_of, turn_of,
};

use random::Random;

/// Positions after which the weights are changed.
const BATCH: usize = 8192;
/// Threads among which these are shared out.
const THREADS: usize = 2;
/// No value counts for more, in 1/100 of a pawn.
const MOST: f32 = 2000.0;
/// The slope of the chances to win, by the network's unit.
const SLOPE: f32 = 0.003_682_08 * PAWNS as f32;
/// No weight is larger: beyond it would not fit its type.
const LARGEST: f32 = 127.0 / OUTPUT_UNIT as f32;
/// The step of the descent at its begin and at its end.
const RATES: [f32; 2] = [1.5e-3, 1e-5];

/// Where the parts of the network are among all weights.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + SETS * 2 * HIDDEN;
const ALL: usize = OUTPUT_BIAS + SETS;

type Sums = [f32; HIDDEN];

/// A position as the network sees it.
struct Case {
    /// Inputs of the side to move, and of the other one.
    inputs: [[u16; 32]; 2],
    count: u8,
    set: u8,
    /// The chances of the side to move, from 0 to 1.
    goal: f32,
}

impl Case {
    fn new(line: &str) -> Option<Case> {
        let mut fields = line.split('\t');
        let (fen, cp) = (fields.next()?, fields.next()?);
        let mate = fields.next().unwrap_or_default();
        let white = match (cp.parse::<f32>(), mate.parse::<f32>()) {
            (Ok(cp), _) => cp,
            (_, Ok(mate)) => mate.signum() * MOST,
            _ => return None,
        };
        let position = Position::from_fen(fen, CastlingMode::Standard).ok()?;
        let board = position.board();
        if board.occupied().count() > 32 || !quiet::is_quiet(&position) {
            return None;
        }
        let us = position.turn();
        let value = if us == Color::White { white } else { -white };
        let mut inputs = [[0; 32]; 2];
        for (inputs, side) in inputs.iter_mut().zip([us, us.other()]) {
            let turn = turn_of(&position, side);
            for (slot, square) in inputs.iter_mut().zip(board.occupied()) {
                let man = board.piece_at(square)?;
                *slot = input(man.color == side, man.role, square, turn) as u16;
            }
        }
        Some(Case {
            inputs,
            count: board.occupied().count() as u8,
            set: set_of(board) as u8,
            goal: chances(value.clamp(-MOST, MOST) / PAWNS as f32),
        })
    }

    fn sums(&self, side: usize, weights: &[f32]) -> Sums {
        let mut sums: Sums = [0.0; HIDDEN];
        sums.copy_from_slice(&weights[BIAS..][..HIDDEN]);
        for &input in &self.inputs[side][..usize::from(self.count)] {
            let row = &weights[usize::from(input) * HIDDEN..][..HIDDEN];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums
    }

    /// The sums of both sides, and the chances that follow from them.
    fn look(&self, weights: &[f32]) -> ([Sums; 2], f32) {
        let sums = [self.sums(0, weights), self.sums(1, weights)];
        let set = usize::from(self.set);
        let mut value = weights[OUTPUT_BIAS + set];
        for (side, sums) in sums.iter().enumerate() {
            let outputs = &weights[OUTPUTS + (2 * set + side) * HIDDEN..][..HIDDEN];
            value += sums
                .iter()
                .zip(outputs)
                .map(|(sum, weight)| cut(*sum) * cut(*sum) * weight)
                .sum::<f32>();
        }
        (sums, chances(value))
    }

    /// Adds how the square of the difference changes with the weights.
    fn pull(&self, weights: &[f32], slopes: &mut [f32], share: f32) {
        let (sums, found) = self.look(weights);
        let pull = share * 2.0 * (found - self.goal) * found * (1.0 - found) * SLOPE;
        let set = usize::from(self.set);
        slopes[OUTPUT_BIAS + set] += pull;
        for (side, sums) in sums.iter().enumerate() {
            let at = OUTPUTS + (2 * set + side) * HIDDEN;
            let outputs = &weights[at..][..HIDDEN];
            let mut below: Sums = [0.0; HIDDEN];
            for (below, (sum, weight)) in below.iter_mut().zip(sums.iter().zip(outputs)) {
                let inside = if *sum > 0.0 && *sum < 1.0 {
                    2.0 * *sum
                } else {
                    0.0
                };
                *below = pull * weight * inside;
            }
            for (slope, sum) in slopes[at..][..HIDDEN].iter_mut().zip(sums) {
                *slope += pull * cut(*sum) * cut(*sum);
            }
            let mut add = |at: usize| {
                for (slope, below) in slopes[at..][..HIDDEN].iter_mut().zip(&below) {
                    *slope += below;
                }
            };
            add(BIAS);
            for &input in &self.inputs[side][..usize::from(self.count)] {
                add(usize::from(input) * HIDDEN);
            }
        }
    }
}

fn cut(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// The chances to win, from 0 to 1.
fn chances(value: f32) -> f32 {
    1.0 / (1.0 + (-SLOPE * value).exp())
}

/// A number between -`most` and `most`.
fn within(random: &mut Random, most: f32) -> f32 {
    (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most
}

/// The method of moments of Kingma and Ba (Adam, 2015).
struct Descent {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Descent {
    fn step(&mut self, weights: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let correction = |base: f32| 1.0 - base.powi(self.steps);
        let (one, two) = (correction(0.9), correction(0.999));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, slope), (first, second)) in weights.iter_mut().zip(slopes).zip(moments) {
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            let step = rate * (*first / one) / ((*second / two).sqrt() + 1e-9);
            *weight = (*weight - step).clamp(-LARGEST, LARGEST);
        }
    }
}

/// The positions of a file that were not seen before.
fn read(path: &str, seen: &mut HashSet<u64>) -> io::Result<Vec<Case>> {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut cases = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        let mut hasher = DefaultHasher::new();
        let fen = line.split('\t').next().unwrap_or_default();
        fen.split(' ')
            .take(4)
            .for_each(|field| field.hash(&mut hasher));
        if seen.insert(hasher.finish()) {
            cases.extend(Case::new(&line));
        }
    }
    eprintln!("{path}: {} quiet positions", cases.len());
    Ok(cases)
}

/// The mean square and the mean of the differences of chances, these between -1 and 1.
fn measure(cases: &[Case], weights: &[f32]) -> [f32; 2] {
    let mut sums = [0.0; 2];
    for case in cases {
        let difference = 2.0 * (case.look(weights).1 - case.goal);
        sums[0] += difference * difference;
        sums[1] += difference.abs();
    }
    sums.map(|sum| sum / cases.len().max(1) as f32)
}

fn train(cases: &[Case], tests: &[Case], epochs: usize) -> Vec<f32> {
    let mut random = Random::new(1);
    let mut weights = vec![0.0; ALL];
    for weight in &mut weights[..BIAS] {
        *weight = within(&mut random, 0.1);
    }
    weights[BIAS..OUTPUTS].fill(0.1);
    for weight in &mut weights[OUTPUTS..OUTPUT_BIAS] {
        *weight = within(&mut random, 0.1);
    }
    let mut descent = Descent {
        first: vec![0.0; ALL],
        second: vec![0.0; ALL],
        steps: 0,
    };
    let mut order: Vec<usize> = (0..cases.len()).collect();
    let mut parts = vec![vec![0.0; ALL]; THREADS];
    for epoch in 0..epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let past = epoch as f32 / epochs as f32;
        let rate =
            RATES[1] + (RATES[0] - RATES[1]) * (1.0 + (past * std::f32::consts::PI).cos()) / 2.0;
        for batch in order.chunks(BATCH) {
            thread::scope(|scope| {
                for (part, share) in parts
                    .iter_mut()
                    .zip(batch.chunks(batch.len().div_ceil(THREADS)))
                {
                    let weights = &weights;
                    scope.spawn(move || {
                        part.fill(0.0);
                        for &index in share {
                            cases[index].pull(weights, part, 1.0 / batch.len() as f32);
                        }
                    });
                }
            });
            let [sum, rest @ ..] = parts.as_mut_slice() else {
                continue;
            };
            for part in rest {
                for (sum, slope) in sum.iter_mut().zip(part) {
                    *sum += *slope;
                }
            }
            descent.step(&mut weights, sum, rate);
        }
        if epoch % 5 == 4 || epoch + 1 == epochs {
            let [square, mean] = measure(tests, &weights);
            let some = &cases[..cases.len().min(50_000)];
            let [known, _] = measure(some, &weights);
            eprintln!(
                "after {} rounds: square {square:.5}, mean {mean:.4}; of what it has seen {known:.5}",
                epoch + 1
            );
        }
    }
    weights
}

/// The network's file: whole numbers, the lowest byte first.
fn bytes(weights: &[f32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BYTES);
    let mut numbers = |range: std::ops::Range<usize>, unit: i32| {
        for weight in &weights[range] {
            bytes.extend(((weight * unit as f32).round() as i16).to_le_bytes());
        }
    };
    numbers(0..OUTPUTS, UNIT);
    numbers(OUTPUTS..OUTPUT_BIAS, OUTPUT_UNIT);
    for weight in &weights[OUTPUT_BIAS..] {
        bytes.extend(((weight * (UNIT * OUTPUT_UNIT) as f32).round() as i32).to_le_bytes());
    }
    bytes
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [network, epochs, check, told @ ..] = arguments.as_slice() else {
        return Err(io::Error::other("NETWORK EPOCHS CHECK TOLD..."));
    };
    let epochs = epochs.parse().map_err(io::Error::other)?;
    let mut seen = HashSet::new();
    let tests = read(check, &mut seen)?;
    let mut cases = Vec::new();
    for path in told {
        cases.extend(read(path, &mut seen)?);
    }
    let weights = train(&cases, &tests, epochs);
    fs::write(network, bytes(&weights))
}
