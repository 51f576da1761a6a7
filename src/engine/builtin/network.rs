//! A small network that corrects what the features tell of a position: what men are worth together, on the squares where
//! they stand.
//!
//! Each side sees the board from its own view: ranks from its own end, and files turned so that its king stands on the
//! king's wing. A man on a square is an input, by its side, role and square; [`HIDDEN`] sums of inputs are cut to 0..1
//! and squared, those of the side to move and of the other one, and summed with weights that depend on how many men are
//! left. The weights were found by `examples/fit_network.rs`, which see for the command.
//!
//! The sums are made anew at every position: it has few men, and this costs less than an eighth of what the features do.

use crate::chess::{Color, Position, Role};
use crate::engine::builtin::features::index_of;

/// Sums for each side.
pub const HIDDEN: usize = 32;
/// Men on squares: own and other, by role.
pub const INPUTS: usize = 2 * 6 * 64;
/// Sets of weights for the last sum.
pub const STAGES: usize = 4;
/// What 1 is in sums.
pub const ONE: i32 = 255;
/// What 1 is among the weights of the last sum.
pub const ONE_LAST: i32 = 64;
/// What an output of 1 is worth, in 1/100 of a pawn.
pub const UNIT: i32 = 400;

type Row = [i16; HIDDEN];

struct Network {
    inputs: [Row; INPUTS],
    start: Row,
    last: [[Row; 2]; STAGES],
    constant: [i16; STAGES],
}

static BYTES: &[u8; 2 * (INPUTS * HIDDEN + HIDDEN + STAGES * (2 * HIDDEN + 1))] =
    include_bytes!("network.bin");
static NETWORK: Network = read();

const fn number(index: usize) -> i16 {
    i16::from_le_bytes([BYTES[2 * index], BYTES[2 * index + 1]])
}

const fn row(first: usize) -> Row {
    let mut row = [0; HIDDEN];
    let mut at = 0;
    while at < HIDDEN {
        row[at] = number(first + at);
        at += 1;
    }
    row
}

const fn read() -> Network {
    let mut network = Network {
        inputs: [[0; HIDDEN]; INPUTS],
        start: row(INPUTS * HIDDEN),
        last: [[[0; HIDDEN]; 2]; STAGES],
        constant: [0; STAGES],
    };
    let mut at = 0;
    while at < INPUTS {
        network.inputs[at] = row(at * HIDDEN);
        at += 1;
    }
    let first = (INPUTS + 1) * HIDDEN;
    let mut stage = 0;
    while stage < STAGES {
        network.last[stage][0] = row(first + 2 * stage * HIDDEN);
        network.last[stage][1] = row(first + (2 * stage + 1) * HIDDEN);
        network.constant[stage] = number(first + 2 * STAGES * HIDDEN + stage);
        stage += 1;
    }
    network
}

/// Which weights of the last sum a number of men takes.
#[must_use]
pub const fn stage(men: usize) -> usize {
    let stage = men.saturating_sub(1) / 8;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Calls with the input of every man as `view` sees it.
#[inline(always)]
pub fn each_input(position: &Position, view: Color, mut call: impl FnMut(usize)) {
    let board = position.board();
    let ranks = match view {
        Color::White => 0,
        Color::Black => 56,
    };
    let files = if position.king(view).index() & 7 < 4 {
        7
    } else {
        0
    };
    let turn = ranks ^ files;
    for color in Color::ALL {
        let other = usize::from(color != view);
        for role in Role::ALL {
            let first = (other * 6 + index_of(role)) * 64;
            for square in board.of(color, role) {
                call(first + (square.index() ^ turn));
            }
        }
    }
}

fn sums(position: &Position, view: Color) -> Row {
    let mut sums = NETWORK.start;
    each_input(position, view, |input| {
        for (sum, weight) in sums.iter_mut().zip(&NETWORK.inputs[input]) {
            *sum = sum.wrapping_add(*weight);
        }
    });
    sums
}

/// What is to be added to the value for the side to move, in 1/100 of a pawn. Nothing without pawns: what such endings
/// are worth is known.
#[must_use]
pub fn correction(position: &Position) -> i32 {
    let board = position.board();
    if board.of_role(Role::Pawn).is_empty() {
        return 0;
    }
    let turn = position.turn();
    let stage = stage(board.occupied().count() as usize);
    let mut all = 0;
    for (view, weights) in [turn, turn.other()].into_iter().zip(&NETWORK.last[stage]) {
        for (sum, weight) in sums(position, view).into_iter().zip(weights) {
            let sum = i32::from(sum).clamp(0, ONE);
            all += sum * sum * i32::from(*weight);
        }
    }
    let all = all / ONE + i32::from(NETWORK.constant[stage]) * ONE;
    all * UNIT / (ONE * ONE_LAST)
}
