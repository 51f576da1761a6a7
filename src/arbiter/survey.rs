//! A look at a whole game that costs some nanoseconds a move, and tells whether it is worth to count repetitions and
//! moves without capture or pawn move.

use crate::arbiter::record::{FIFTY_MOVES, THREEFOLD};
use crate::chess::{Bitboard, Move};

/// Fields by a hash of the occupied squares; different ones that share a field cost time only.
const BITS: u32 = 12;
/// The least number of plies in which a position comes a third time.
const THREE_TIMES: u16 = 8;

/// Whether along `moves` a draw may be claimed, or came by itself, because a position has appeared three times or 50
/// moves passed without a capture or a pawn move: true wherever it is so, and rarely else. `longest` is the greatest
/// halfmove clock that was reached, that of the start included.
#[must_use]
pub fn may_be_claimable(moves: &[Move], longest: u16) -> bool {
    longest >= FIFTY_MOVES || longest >= THREE_TIMES && may_repeat(moves)
}

/// Whether the squares that are occupied were the same three times. Where men come back to their squares nothing
/// was captured, so that a square left and a square reached are all that has changed.
fn may_repeat(moves: &[Move]) -> bool {
    let mut times = [0u8; 1 << BITS];
    times[0] = 1;
    let mut changed = 0u64;
    let mut thrice = false;
    for mv in moves {
        changed ^= Bitboard::of(mv.from()).0 ^ Bitboard::of(mv.to()).0;
        // An odd multiplier spreads the bits (Knuth's multiplicative hashing).
        let field = changed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
        let times = &mut times[field as usize];
        *times = times.saturating_add(1);
        thrice |= u32::from(*times) >= THREEFOLD;
    }
    thrice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::{Record, Rule};
    use crate::chess::{CastlingMode, Position};

    /// Plays at random, often back to where a man came from, and compares with the exact counts.
    #[test]
    fn nothing_that_may_be_claimed_is_passed_over() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1pp1p1p/8/3PpP2/1Pp3P1/8/P1P1P2P/R3K2R w KQkq e6 0 1",
            "8/1P2k3/8/8/8/3K4/6p1/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 97 80",
        ];
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let (mut claimable, mut passed) = (0, 0);
        for game in 0..2000 {
            let start =
                Position::from_fen(starts[game % starts.len()], CastlingMode::Standard).unwrap();
            let mut position = start;
            let mut longest = start.halfmove_clock();
            let mut record = Record::new(&start);
            let mut moves: Vec<Move> = Vec::new();
            for _ in 0..random(160) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let back = moves.len().checked_sub(2).map(|at| moves[at]);
                let back = back.and_then(|mv| {
                    legal
                        .iter()
                        .find(|next| next.from() == mv.to() && next.to() == mv.from())
                });
                let mv = match back {
                    Some(mv) if random(3) > 0 => *mv,
                    _ => legal[random(legal.len())],
                };
                let before = position;
                position.play(mv);
                record.follow(&before, mv, &position);
                moves.push(mv);
                longest = longest.max(position.halfmove_clock());
            }
            let exact =
                [Rule::Threefold, Rule::FiftyMoves].map(|rule| record.first(rule).is_some());
            let told = may_be_claimable(&moves, longest);
            assert!(told || !exact.contains(&true), "{} {moves:?}", start.fen());
            claimable += u32::from(exact.contains(&true));
            passed += u32::from(!told);
        }
        assert!(claimable > 100 && passed > 100, "{claimable} {passed}");
    }
}
