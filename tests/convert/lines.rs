//! Positions and moves, a line each.

use crate::program::convert;

const GAME: &str =
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2024.01.02\"]\n\n1. e4 c5 (1... e5 2. Nf3) 2. Nf3 1-0\n";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn lines(arguments: &[&str]) -> Vec<String> {
    let run = convert(GAME, arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn which_positions() {
    let all = lines(&["--to", "fen"]);
    assert_eq!(all.len(), 4);
    assert_eq!(all[0], START);
    assert_eq!(
        all[3],
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
    let which = |which: &str| lines(&["--to", "fen", "--positions", which]);
    assert_eq!(which("all"), all);
    assert_eq!(which("final"), all[3..]);
    assert_eq!(which("every:2"), [all[0].clone(), all[2].clone()]);
    assert_eq!(which("ply:1-2"), all[1..3]);
    assert_eq!(which("ply:3"), all[3..]);
    assert_eq!(which("ply:2-"), all[2..]);
    assert_eq!(which("ply:9-12"), [""; 0]);
    // 1. e4 c5 2. Nf3 has a name to its end.
    assert_eq!(which("first-out-of-book"), [""; 0]);
    let left = convert(
        "1. e4 e5 2. Ke2 Ke7 3. Ke1 *\n",
        &["--to", "fen", "--positions", "first-out-of-book"],
    );
    assert_eq!(left.stdout.lines().count(), 1, "{}", left.stdout);
}

#[test]
fn side_lines_have_positions_too() {
    let all = lines(&["--to", "fen", "--variations"]);
    assert_eq!(all.len(), 6);
    assert_eq!(
        all[3],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    let last = lines(&["--to", "fen", "--variations", "--positions", "final"]);
    assert_eq!(last, all[5..]);
}

#[test]
fn operations_of_epd() {
    let plain = lines(&["--to", "epd", "--positions", "ply:1", "--opcodes", "none"]);
    assert_eq!(
        plain,
        ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"]
    );
    let full = lines(&[
        "--to",
        "epd",
        "--positions",
        "ply:1",
        "--opcodes",
        "id,hmvc,fmvn,sm,pv,c0,c1",
    ]);
    assert_eq!(
        full,
        [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"<stdin> game 1 ply 1\"; hmvc 0; fmvn 1; sm c5; pv c5 Nf3; c0 \"A - B, 2024.01.02\"; c1 \"1-0\";"
        ]
    );
    // No move follows the last position.
    let last = lines(&["--to", "epd", "--positions", "final", "--opcodes", "sm"]);
    assert!(last[0].ends_with("KQkq -"), "{last:?}");
    assert_eq!(convert(GAME, &["--to", "epd", "--opcodes", "bm"]).status, 2);
}

#[test]
fn moves_on_a_line() {
    assert_eq!(lines(&["--to", "uci"]), ["e2e4 c7c5 g1f3"]);
    assert_eq!(lines(&["--to", "san"]), ["e4 c5 Nf3"]);
    assert_eq!(lines(&["--to", "lan"]), ["e2-e4 c7-c5 Ng1-f3"]);
    let game = "[FEN \"r3k2r/8/8/4pP2/8/8/P5p1/R3K2R w KQkq e6 0 1\"]\n\n1. fxe6 gxh1=Q+ 2. Ke2 O-O *\n[Event \"x\"]\n\n*\n";
    let uci = convert(game, &["--to", "uci"]).stdout;
    let fen = "r3k2r/8/8/4pP2/8/8/P5p1/R3K2R w KQkq e6 0 1";
    assert_eq!(
        uci,
        format!("position fen {fen} moves f5e6 g2h1q e1e2 e8g8\n\n")
    );
    let lan = convert(game, &["--to", "lan"]).stdout;
    assert_eq!(lan, format!("[{fen}] f5xe6 g2xh1=Q+ Ke1-e2 O-O\n\n"));
    // In Chess960 the king takes his rook.
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\"]\n\n1. O-O O-O-O *\n";
    let uci = convert(chess960, &["--to", "uci"]).stdout;
    assert!(uci.ends_with("moves e1g1 e8b8\n"), "{uci}");
}
