//! The evaluation of a position: a network of one hidden layer that is kept up to date from move to move.
//!
//! Each side sees the men from its own place: its own men and the other's, by role and square, the board turned so that it
//! plays upwards and mirrored so that its king stands on the files a to d. What the men give adds up to [`HIDDEN`] sums a
//! side; the sums of the side to move and those of the other one, cut to 0 to 1 and squared, are weighed once more, with
//! weights by the number of men on the board. (The arrangement is Nasu's of 2018, "efficiently updatable neural network",
//! in the plain form that Chess Programming Wiki describes under "NNUE"; the square of the cut sum is known since 2022.)
//! The numbers are our own: `examples/train_network.rs` finds them and tells from what.

use std::sync::LazyLock;

use crate::chess::bitboard::Bitboard;
use crate::chess::{Board, Color, Position, Role, Square};
use crate::engine::builtin::score::HIGHEST;

/// What a man can be for a side: its own or not, by role and square.
pub const INPUTS: usize = 2 * 6 * 64;
/// Sums a side.
pub const HIDDEN: usize = 256;
/// Sets of weights behind the sums, by the number of men.
pub const SETS: usize = 8;
/// What 1 is in sums and in the weights before them.
pub const UNIT: i32 = 255;
/// What 1 is in the weights behind the sums.
pub const OUTPUT_UNIT: i32 = 64;
/// What 1 is at the end, in 1/100 of a pawn.
pub const PAWNS: i32 = 400;
/// Bytes of a network: the weights of the inputs, of the sums and of the outputs, the lowest byte first.
pub const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + SETS * 2 * HIDDEN) + 4 * SETS;

/// Sums, or the weights of one input.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sums([i16; HIDDEN]);

/// The weights.
#[derive(Debug)]
struct Network {
    inputs: Vec<Sums>,
    bias: Sums,
    outputs: [[Sums; 2]; SETS],
    output_bias: [i32; SETS],
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    fn read(bytes: &[u8; BYTES]) -> Network {
        let (mut numbers, tail) = bytes.split_at(BYTES - 4 * SETS);
        let mut sums = || {
            let mut sums = Sums([0; HIDDEN]);
            let (row, rest) = numbers.split_at(2 * HIDDEN);
            numbers = rest;
            for (sum, pair) in sums.0.iter_mut().zip(row.as_chunks().0) {
                *sum = i16::from_le_bytes(*pair);
            }
            sums
        };
        let inputs = (0..INPUTS).map(|_| sums()).collect();
        let bias = sums();
        let outputs = [(); SETS].map(|()| [sums(), sums()]);
        let mut output_bias = [0; SETS];
        for (bias, four) in output_bias.iter_mut().zip(tail.as_chunks().0) {
            *bias = i32::from_le_bytes(*four);
        }
        Network {
            inputs,
            bias,
            outputs,
            output_bias,
        }
    }
}

/// Which set of weights a board takes.
#[must_use]
pub fn set_of(board: &Board) -> usize {
    ((board.occupied().count() as usize).saturating_sub(2) / 4).min(SETS - 1)
}

/// What turns a square as a side sees it: bits to be changed in its index.
#[must_use]
pub fn turn_of(position: &Position, side: Color) -> usize {
    let upside_down = match side {
        Color::White => 0,
        Color::Black => 56,
    };
    let mirrored = position.king(side).index() % 8 > 3;
    upside_down | if mirrored { 7 } else { 0 }
}

/// The number of a man's input.
#[must_use]
pub fn input(own: bool, role: Role, square: Square, turn: usize) -> usize {
    ((usize::from(!own) * 6) + role.index()) * 64 + (square.index() ^ turn)
}

/// A side's sums, and the men that they are of.
#[derive(Clone, Copy, Debug)]
struct Side {
    turn: usize,
    men: [[u64; 6]; 2],
    sums: Sums,
}

impl Side {
    fn empty(turn: usize, network: &Network) -> Side {
        Side {
            turn,
            men: [[0; 6]; 2],
            sums: network.bias,
        }
    }

    /// Puts men on and takes men off until the board is this one.
    fn follow(&mut self, board: &Board, side: Color, network: &Network) {
        for color in Color::ALL {
            let own = color == side;
            for role in Role::ALL {
                let now = board.of(color, role).0;
                let known = &mut self.men[color as usize][role.index()];
                let before = std::mem::replace(known, now);
                for square in Bitboard(now & !before) {
                    let weights = &network.inputs[input(own, role, square, self.turn)];
                    for (sum, weight) in self.sums.0.iter_mut().zip(&weights.0) {
                        *sum = sum.wrapping_add(*weight);
                    }
                }
                for square in Bitboard(before & !now) {
                    let weights = &network.inputs[input(own, role, square, self.turn)];
                    for (sum, weight) in self.sums.0.iter_mut().zip(&weights.0) {
                        *sum = sum.wrapping_sub(*weight);
                    }
                }
            }
        }
    }
}

/// Evaluates positions, each from the sums of one that is like it.
#[derive(Debug)]
pub struct Evaluator {
    /// By the number of plies from the root, and by side.
    plies: Vec<[Side; 2]>,
}

impl Evaluator {
    /// For so many plies.
    #[must_use]
    pub fn new(plies: usize) -> Evaluator {
        Evaluator {
            plies: vec![[0, 56].map(|turn| Side::empty(turn, &NETWORK)); plies],
        }
    }

    /// The value of a position so many plies from the root for the side to move, in 1/100 of a pawn on the scale on which
    /// Lichess tells chances to win (+100 is 59 %). What was evaluated before makes no difference to the value.
    #[must_use]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let network = &*NETWORK;
        let board = position.board();
        for side in Color::ALL {
            let turn = turn_of(position, side);
            let index = side as usize;
            let parent = ply.checked_sub(1).map(|ply| self.plies[ply][index]);
            let here = &mut self.plies[ply][index];
            match parent {
                Some(parent) if parent.turn == turn => *here = parent,
                _ if here.turn == turn => {}
                _ => *here = Side::empty(turn, network),
            }
            here.follow(board, side, network);
        }
        let us = position.turn();
        let sides = &self.plies[ply];
        let set = set_of(board);
        let weighed = [us, us.other()]
            .iter()
            .zip(&network.outputs[set])
            .map(|(side, weights)| weigh(&sides[*side as usize].sums, weights))
            .sum::<i32>();
        let value = (weighed / UNIT + network.output_bias[set]) * PAWNS / (UNIT * OUTPUT_UNIT);
        let strong = if value > 0 { us } else { us.other() };
        (value * winning(board, strong) / 8).clamp(-HIGHEST, HIGHEST)
    }
}

/// The cut sums, squared and weighed. Weights are 127 at most, so that a product of one and a cut sum has 16 bits; those of
/// `network.bin` can add up to 2 to the power of 28 at most.
fn weigh(sums: &Sums, weights: &Sums) -> i32 {
    sums.0
        .iter()
        .zip(&weights.0)
        .map(|(sum, weight)| {
            let cut = (*sum).clamp(0, UNIT as i16);
            i32::from(cut) * i32::from(cut.wrapping_mul(*weight))
        })
        .sum()
}

/// How much of an advantage of this side can win, in 1/8: without pawns a piece more does not, nor do two knights.
fn winning(board: &Board, strong: Color) -> i32 {
    let of = |color, role| board.of(color, role).count().cast_signed();
    if of(strong, Role::Pawn) > 0 {
        return 8;
    }
    let force = |color| {
        3 * of(color, Role::Knight)
            + 3 * of(color, Role::Bishop)
            + 5 * of(color, Role::Rook)
            + 9 * of(color, Role::Queen)
    };
    let (more, less) = (force(strong), force(strong.other()));
    let knights = more == 6 && of(strong, Role::Knight) == 2 && less == 0;
    if more <= 3 || knights {
        0
    } else if more - less <= 3 {
        1
    } else {
        8
    }
}

/// The value of a position by itself, see [`Evaluator::evaluate`].
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Evaluator::new(1).evaluate(position, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).unwrap()
    }

    /// Whatever was evaluated before, near the position or far from it, the value is that of the position alone.
    #[test]
    fn what_came_before_makes_no_difference() {
        const PLIES: usize = 6;
        let mut evaluator = Evaluator::new(PLIES);
        let mut random = 7_usize;
        let mut below = |count: usize| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 40) % count
        };
        let mut positions = [Position::start(); PLIES];
        let mut ply = 0;
        for _ in 0..4000 {
            let moves = positions[ply].legal_moves();
            if ply + 1 == PLIES || moves.is_empty() {
                // Back to some ply before, whose next positions are forgotten.
                let (from, to) = (ply, below(3.min(ply) + 1));
                positions[to] = if moves.is_empty() {
                    Position::start()
                } else {
                    positions[from]
                };
                ply = to;
                continue;
            }
            positions[ply + 1] = positions[ply].after(moves[below(moves.len())]);
            ply += 1;
            // Some are passed over, as positions in check are.
            if below(4) > 0 {
                let now = &positions[ply];
                assert_eq!(evaluator.evaluate(now, ply), evaluate(now), "{}", now.fen());
            }
        }
    }

    #[test]
    fn sees_the_board_from_either_side_and_in_a_mirror() {
        for [one, other] in [
            [
                "4k3/1p3pp1/8/2n5/8/4B3/PP3P2/1K6 w - - 0 1",
                "1k6/pp3p2/4b3/8/2N5/8/1P3PP1/4K3 b - - 0 1",
            ],
            [
                "4k3/1p3pp1/8/2n5/8/4B3/PP3P2/1K6 w - - 0 1",
                "3k4/1pp3p1/8/5n2/8/3B4/2P3PP/6K1 w - - 0 1",
            ],
        ] {
            assert_eq!(
                evaluate(&position(one)),
                evaluate(&position(other)),
                "{one}"
            );
        }
    }

    #[test]
    fn what_cannot_win_is_worth_nothing() {
        for fen in [
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 b - - 0 1",
            "8/8/4k3/8/8/2NKN3/8/8 w - - 0 1",
        ] {
            assert_eq!(evaluate(&position(fen)), 0, "{fen}");
        }
        let drawish = evaluate(&position("8/4r3/4k3/8/8/3KB3/4R3/8 w - - 0 1")).abs();
        let won = evaluate(&position("8/8/4k3/8/8/R2K4/8/8 w - - 0 1"));
        assert!(drawish < 100 && won > 300, "{drawish} {won}");
    }

    #[test]
    fn roles_have_places_of_their_own() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role.index(), index);
        }
    }
}
