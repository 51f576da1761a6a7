//! Path counts of starts, compared with another engine's; the known counts are in [`crate::suites`].

use chesstool::chess::perft::perft;
use chesstool::chess::{CastlingMode, Position};

use crate::random::start_960;

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
