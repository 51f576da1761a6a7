//! What teaching pages say and the Laws do not: we must not do so.

use crate::program::{Game, adjudicate, position, shuffle};

#[test]
fn kings_are_never_captured() {
    // Black is in check and White to move: no position, so no game that could be won by capturing.
    let run = adjudicate("", &["--fen", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"]);
    assert_eq!(run.status, 2, "{run:?}");
    let game = Game::new("e4 f5 Qh5 a6 Qxe8", "1-0");
    assert_eq!(game.verdict(&[])[2], "illegal_move");
}

#[test]
fn men_move_as_the_laws_have_it() {
    for (fen, moves) in [
        // A king over many squares.
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", "Ke4"),
        // A bishop that turns.
        ("4k3/7p/8/8/8/8/8/B3K3 w - - 0 1", "Ba3"),
        // Queen and rook over men.
        ("4k3/8/8/8/8/3P4/8/3QK3 w - - 0 1", "Qd4"),
        ("4k3/8/8/8/8/R7/P7/R3K3 w - - 0 1", "R1a4"),
        // A pawn over a man, and one that promotes in the middle.
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e6=Q"),
    ] {
        let verdict = Game::from(fen, moves, "1-0").verdict(&[]);
        assert_eq!(verdict[2], "illegal_move", "{moves} in {fen}");
    }
    // Only pawns promote.
    let fen = "4k3/7p/1B6/8/8/8/8/4K3 w - - 0 1";
    let verdict = Game::from(fen, "Bd8=Q", "1-0").verdict(&[]);
    assert_eq!(verdict[0], "undetermined");
    // A bishop goes as far as it likes.
    let fen = "4k3/pp6/8/8/8/8/PP6/B3K3 w - - 0 1";
    assert_eq!(Game::from(fen, "Kd2 Kd7", "*").verdict(&[])[0], "agrees");
}

#[test]
fn mate_needs_a_check_and_no_move() {
    // The king is attacked, and can go away.
    let row = position("7k/8/5K2/8/8/8/8/7R b - - 0 1", &[]);
    assert_eq!(row["status"], "check");
    // No move, and no check.
    let row = position("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", &[]);
    assert_eq!(row["status"], "stalemate");
}

#[test]
fn an_illegal_move_in_the_score_decides_nothing() {
    // The second completed illegal move loses (7.5.5), and only the tag tells.
    let game = Game::new("e4 e5 Ke3 Ke6 Ke5", "1-0");
    assert_eq!(game.verdict(&[])[..2], ["undetermined", "-"]);
}

#[test]
fn threefold_and_fifty_moves_are_claims() {
    let game = Game::new(&format!("{} e4 e5", shuffle(2)), "1-0");
    assert_eq!(game.verdict(&[])[0], "agrees");
    let fen = "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90";
    let game = Game::from(fen, "Kd2 Kd7 Kc3", "1-0");
    assert_eq!(game.verdict(&[])[0], "agrees");
    assert_eq!(game.judged(&[])["fifty_ply"], 1);
}

#[test]
fn castling_has_its_own_conditions() {
    // Nobody attacks anybody, but the king has moved.
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w K - 0 1";
    let game = Game::from(fen, "Kf1 Kf8 Ke1 Ke8 O-O", "1-0");
    assert_eq!(game.verdict(&[])[2], "illegal_move");
    // The rook is attacked, and castling is legal.
    let fen = "4k3/1b6/8/8/8/8/5P2/4K2R w K - 0 1";
    let game = Game::from(fen, "O-O", "1-0");
    assert_eq!(game.verdict(&[])[0], "agrees");
}

#[test]
fn the_letter_decides_what_a_pawn_becomes() {
    let fen = "7k/4P3/5K2/8/8/8/8/8 w - - 0 1";
    let row = Game::from(fen, "e8=R+ Kh7", "1-0").judged(&[]);
    assert_eq!(row["final_fen"], "4R3/7k/5K2/8/8/8/8/8 w - - 1 2");
}
