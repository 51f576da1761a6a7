//! How well a side played: accuracy in per cent, and the average loss in hundredths of a pawn, as Lichess reckons them
//! (lichess-org/lila `AccuracyPercent.scala` and `AccuracyCP.scala`, scalalib `Maths.scala`).

use crate::annotate::chances::{INITIAL, limited, win_percent};
use crate::chess::Color;
use crate::pgn::evaluation::Score;

/// The accuracy of a single move, from the mover's chances in per cent before and behind it.
#[must_use]
pub fn of_move(before: f64, behind: f64) -> f64 {
    if behind >= before {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - behind)).exp()
        - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of both sides in per cent, White's first; `scores` are those behind every ply, seen from White, and
/// `first` is the side that made the first of them. `None` for a side without a move.
#[must_use]
pub fn of_game(scores: &[Score], first: Color) -> [Option<f64>; 2] {
    let percents: Vec<f64> = std::iter::once(INITIAL)
        .chain(scores.iter().copied())
        .map(win_percent)
        .collect();
    let count = scores.len();
    let width = (count / 10).clamp(2, 8).min(percents.len());
    // The first windows are all the same one, so that there is one for every move.
    let copies = width.saturating_sub(2);
    let windows = (0..copies)
        .map(|_| &percents[..width])
        .chain(percents.windows(width.max(1)));
    let weights: Vec<f64> = windows
        .map(|window| deviation(window).clamp(0.5, 12.0))
        .collect();
    let mut sides = [Vec::new(), Vec::new()];
    for (index, pair) in percents.windows(2).enumerate() {
        let Some(weight) = weights.get(index) else {
            break;
        };
        let white = (index % 2 == 0) == (first == Color::White);
        let accuracy = if white {
            of_move(pair[0], pair[1])
        } else {
            of_move(100.0 - pair[0], 100.0 - pair[1])
        };
        sides[usize::from(!white)].push((accuracy, *weight));
    }
    sides.map(|moves| {
        if moves.is_empty() {
            return None;
        }
        let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
        let weighted: f64 = moves
            .iter()
            .map(|(accuracy, weight)| accuracy * weight)
            .sum::<f64>()
            / weights;
        let inverse: f64 = moves
            .iter()
            .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
            .sum();
        let harmonic = moves.len() as f64 / inverse;
        Some(f64::midpoint(weighted, harmonic))
    })
}

/// The deviation of all of a population.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count)
        .sqrt()
}

/// The average loss of both sides in hundredths of a pawn, White's first; as for [`of_game`].
#[must_use]
pub fn average_loss(scores: &[Score], first: Color) -> [Option<u32>; 2] {
    let values: Vec<i32> = std::iter::once(INITIAL)
        .chain(scores.iter().copied())
        .map(limited)
        .collect();
    let mut sides = [(0_i64, 0_i64); 2];
    for (index, pair) in values.windows(2).enumerate() {
        let white = (index % 2 == 0) == (first == Color::White);
        let loss = if white {
            pair[0] - pair[1]
        } else {
            pair[1] - pair[0]
        };
        let side = &mut sides[usize::from(!white)];
        side.0 += i64::from(loss.max(0));
        side.1 += 1;
    }
    sides.map(|(lost, moves)| (moves > 0).then(|| (lost as f64 / moves as f64).round() as u32))
}
