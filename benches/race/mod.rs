//! Races: the same work done by us and by our peers, turn about in one run, told as ratios.
//!
//! A machine is never quiet, so a time alone says little. Here every round times each contender once, in
//! rotating order, and what is told is the median over the rounds of (peer's time / our time): above 1 we are
//! the faster. The least and the greatest ratio beside it say how much the machine disturbed the race.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of a race; odd, so that there is a middle one.
const ROUNDS: usize = 31;

/// A contender's share of a round lasts at least so long.
const SHARE: Duration = Duration::from_millis(8);

/// Somebody who does the work once, and gives a sum over the results that must be everybody's.
pub(crate) type Contender<'a> = (&'a str, &'a mut dyn FnMut() -> u64);

/// What the work is called, and how many of what it consists of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) count: u64,
    pub(crate) unit: &'static str,
}

/// Whether to race at all: `cargo bench` says so, `cargo test --benches` does not.
pub(crate) fn asked_for() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// The first argument that is no option: the user's own file.
pub(crate) fn argument() -> Option<String> {
    std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
}

/// Heads the table.
pub(crate) fn print_head() {
    println!(
        "{:<26} {:>12} {:>12}   {:>12} {:>12}   peer / ours (least to greatest)",
        "work", "unit", "ours", "peer", "peer's time"
    );
}

/// Races; the first contender is ours.
pub(crate) fn race(work: Work, contenders: &mut [Contender<'_>]) {
    let sums: Vec<u64> = contenders.iter_mut().map(|(_, run)| run()).collect();
    for ((name, _), sum) in contenders.iter().zip(&sums) {
        assert_eq!(*sum, sums[0], "{}: {name} differs from ours", work.name);
    }
    let passes: Vec<u32> = contenders.iter_mut().map(|(_, run)| passes(run)).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); contenders.len()];
    for round in 0..ROUNDS {
        for turn in 0..contenders.len() {
            let who = (round + turn) % contenders.len();
            let start = Instant::now();
            for _ in 0..passes[who] {
                black_box((contenders[who].1)());
            }
            let per_pass = start.elapsed().as_secs_f64() / f64::from(passes[who]);
            times[who].push(per_pass * 1e9 / work.count as f64);
        }
    }
    let ours = middle(&times[0]);
    for (who, (name, _)) in contenders.iter().enumerate().skip(1) {
        let ratios: Vec<f64> = times[who]
            .iter()
            .zip(&times[0])
            .map(|(peer, ours)| peer / ours)
            .collect();
        println!(
            "{:<26} {:>12} {ours:>9.2} ns   {name:>12} {:>9.2} ns   {:>6.2} ({:.2} to {:.2})",
            work.name,
            work.unit,
            middle(&times[who]),
            middle(&ratios),
            ratios.iter().copied().fold(f64::INFINITY, f64::min),
            ratios.iter().copied().fold(0.0, f64::max),
        );
    }
}

/// How many passes make up a share of a round.
fn passes(run: &mut dyn FnMut() -> u64) -> u32 {
    let start = Instant::now();
    let mut passes = 0;
    while start.elapsed() < SHARE {
        black_box(run());
        passes += 1;
    }
    passes
}

fn middle(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
