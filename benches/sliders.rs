//! Where a rook or a bishop attacks, ours against shakmaty's and cozy-chess's tables:
//! `cargo bench --bench sliders`, in some seconds.
//!
//! Looked up one after the other (how many a second), and each square following from the last answer (how
//! long until one is there). Nothing else is in the caches here, which flatters large tables.
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]
#![allow(clippy::print_stdout, reason = "a bench tells what it measured")]

mod material;
mod race;

use chesstool::chess::{Bitboard, Square, attacks};
use cozy_chess::BitBoard;

use crate::race::{Work, argument, asked_for, print_head, race};

/// Every square, with the men of every position as obstacles.
fn look_ups(occupied: &[u64], attacks: impl Fn(usize, u64) -> u64) -> u64 {
    let mut sum = 0_u64;
    for &men in occupied {
        for square in 0..64 {
            sum = sum.wrapping_add(attacks(square, men));
        }
    }
    sum
}

/// As many look-ups, each on a square that the last one's answer leads to.
fn chain(occupied: &[u64], attacks: impl Fn(usize, u64) -> u64) -> u64 {
    let mut square = 0;
    for &men in occupied {
        for step in 0..64 {
            let answer = attacks(square, men);
            square = (answer.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize ^ step;
        }
    }
    square as u64
}

macro_rules! race_both {
    ($occupied:expr, $names:expr, $ours:expr, $shakmaty:expr, $cozy:expr) => {
        let (together, chained) = $names;
        let mut work = Work {
            name: together,
            count: $occupied.len() as u64 * 64,
            unit: "look-up",
        };
        race(
            work,
            &mut [
                ("ours", &mut || look_ups($occupied, $ours)),
                ("shakmaty", &mut || look_ups($occupied, $shakmaty)),
                ("cozy-chess", &mut || look_ups($occupied, $cozy)),
            ],
        );
        work.name = chained;
        race(
            work,
            &mut [
                ("ours", &mut || chain($occupied, $ours)),
                ("shakmaty", &mut || chain($occupied, $shakmaty)),
                ("cozy-chess", &mut || chain($occupied, $cozy)),
            ],
        );
    };
}

fn ours(square: usize) -> Square {
    Square::from_index(square as u32)
}

fn shakmatys(square: usize) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

fn cozys(square: usize) -> cozy_chess::Square {
    cozy_chess::Square::index(square)
}

fn main() {
    if !asked_for() {
        return;
    }
    let lines = material::lines(argument().as_deref());
    let positions = material::positions(&lines);
    let occupied: Vec<u64> = positions
        .iter()
        .map(|position| position.board().occupied().0)
        .collect();
    let occupied = occupied.as_slice();
    print_head();
    race_both!(
        occupied,
        ("rook", "rook, chained"),
        |at, men| attacks::rook(ours(at), Bitboard(men)).0,
        |at, men| u64::from(shakmaty::attacks::rook_attacks(shakmatys(at), men.into())),
        |at, men| cozy_chess::get_rook_moves(cozys(at), BitBoard(men)).0
    );
    race_both!(
        occupied,
        ("bishop", "bishop, chained"),
        |at, men| attacks::bishop(ours(at), Bitboard(men)).0,
        |at, men| u64::from(shakmaty::attacks::bishop_attacks(shakmatys(at), men.into())),
        |at, men| cozy_chess::get_bishop_moves(cozys(at), BitBoard(men)).0
    );
    race_both!(
        occupied,
        ("queen", "queen, chained"),
        |at, men| attacks::queen(ours(at), Bitboard(men)).0,
        |at, men| u64::from(shakmaty::attacks::queen_attacks(shakmatys(at), men.into())),
        |at, men| {
            let (at, men) = (cozys(at), BitBoard(men));
            (cozy_chess::get_rook_moves(at, men) | cozy_chess::get_bishop_moves(at, men)).0
        }
    );
}
