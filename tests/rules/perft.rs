//! Known path counts. The positions and figures are those of the Chess Programming Wiki ("Perft Results").

use chesstool::chess::perft::perft;
use chesstool::chess::{CastlingMode, Position};

use crate::differential::start_960;

const STANDARD: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

fn check(fen: &str, counts: &[u64], limit: u64) {
    let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    for (depth, &expected) in (1..).zip(counts) {
        if expected <= limit {
            assert_eq!(perft(&position, depth), expected, "{fen} depth {depth}");
        }
    }
}

#[test]
fn the_six_positions() {
    for (fen, counts) in STANDARD {
        check(fen, counts, 5_000_000);
    }
}

#[test]
#[ignore = "half a minute; run by .ci/run"]
fn the_six_positions_deep() {
    for (fen, counts) in STANDARD {
        check(fen, counts, u64::MAX);
        assert!(counts.iter().any(|&count| count >= 10_000_000), "{fen}");
    }
}

#[test]
#[ignore = "some seconds; run by .ci/run"]
fn chess960_starts_count_as_shakmaty_counts() {
    let mode = shakmaty::CastlingMode::Chess960;
    for number in (0..960).step_by(40) {
        for (white, black) in [(number, number), (number, (number + 479) % 960)] {
            let fen = start_960(white, black);
            let ours = Position::from_fen(&fen, CastlingMode::Chess960).unwrap();
            let setup: shakmaty::fen::Fen = fen.parse().unwrap();
            let theirs: shakmaty::Chess = setup.into_position(mode).unwrap();
            assert_eq!(perft(&ours, 5), shakmaty::perft(&theirs, 5), "{fen}");
        }
    }
}
