//! What must hold after every move: the position is the one that its FEN describes, rights and clocks are
//! those of the Laws, and nothing that is kept from move to move differs from what is looked up afresh.

use chesstool::chess::mv::MoveKind;
use chesstool::chess::{Bitboard, Color, Move, Position, Role, Square};
use proptest::prelude::*;

use crate::random::{Random, Start, random_setup};

/// The men that may capture en passant on `square`, looked for one by one among the legal moves.
fn captures_in_passing(position: &Position) -> Vec<Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.kind() == MoveKind::EnPassant)
        .collect()
}

fn is_capture(before: &Position, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::EnPassant => true,
        MoveKind::Castle | MoveKind::Null => false,
        MoveKind::Normal | MoveKind::Promotion(_) => before.piece_at(mv.to()).is_some(),
    }
}

/// What the board itself must be: every man in one set of either kind, one king a side.
fn check_board(position: &Position) {
    let board = position.board();
    let (mut seen, mut men) = (Bitboard::EMPTY, 0);
    for color in Color::ALL {
        assert_eq!(board.of(color, Role::King).count(), 1);
        seen |= board.of_color(color);
        men += board.of_color(color).count();
    }
    assert_eq!(seen, board.occupied());
    assert_eq!(men, board.occupied().count(), "nobody is of both colours");
    for square in Square::all() {
        let piece = position.piece_at(square);
        assert_eq!(piece.is_some(), seen.has(square));
        if let Some(piece) = piece {
            assert!(board.of(piece.color, piece.role).has(square));
        }
    }
    assert!((board.of_role(Role::Pawn) & Bitboard::BACK_RANKS).is_empty());
}

/// Checks and rights, looked up afresh.
fn check_state(position: &Position) {
    let turn = position.turn();
    let king = position.king(turn);
    let occupied = position.board().occupied();
    let checkers = position.attackers(king, turn.other(), occupied);
    assert_eq!(position.checkers(), checkers);
    assert_eq!(position.find_checkers(), checkers);
    assert_eq!(position.in_check(), checkers.any());
    let other = position.king(turn.other());
    assert!(
        position.attackers(other, turn, occupied).is_empty(),
        "the side that has moved is in check"
    );
    for rook in position.castling() {
        let piece = position.piece_at(rook).unwrap();
        assert_eq!(piece.role, Role::Rook);
        assert_eq!(rook.rank(), piece.color.back_rank());
        assert_eq!(position.king(piece.color).rank(), rook.rank());
    }
    let captures = captures_in_passing(position);
    assert_eq!(position.en_passant().is_some(), !captures.is_empty());
    for mv in captures {
        assert_eq!(Some(mv.to()), position.en_passant());
    }
}

/// What the move has changed beside the men: turn, counters, rights.
fn check_step(before: &Position, mv: Move, after: &Position) {
    assert_eq!(after.turn(), before.turn().other());
    let black = u32::from(before.turn() == Color::Black);
    assert_eq!(after.fullmove(), before.fullmove() + black);
    let capture = is_capture(before, mv);
    let pawn = before.piece_at(mv.from()).unwrap().role == Role::Pawn;
    let clock = if capture || pawn {
        0
    } else {
        before.halfmove_clock() + 1
    };
    assert_eq!(after.halfmove_clock(), clock);
    let men = |position: &Position| position.board().occupied().count();
    assert_eq!(men(after) + u32::from(capture), men(before));
    // A right goes with the king, with his rook, or with the rook's capture, and never comes.
    let mut lost = Bitboard::of(mv.from()) | Bitboard::of(mv.to());
    if before.piece_at(mv.from()).unwrap().role == Role::King {
        lost |= Bitboard::rank(before.turn().back_rank());
    }
    assert_eq!(after.castling(), before.castling() & !lost);
}

/// All of the above for the position and for what follows each of its moves. Gives the number of moves.
fn check(position: &Position) -> usize {
    check_board(position);
    check_state(position);
    let moves = position.legal_moves();
    for &mv in &moves {
        let after = position.after(mv);
        let fen = after.fen();
        let rebuilt = Position::from_fen(&fen, after.mode());
        let rebuilt = rebuilt.unwrap_or_else(|error| panic!("{mv:?}: {fen}: {error}"));
        assert_eq!(rebuilt, after, "{mv:?} in {}", position.fen());
        assert_eq!(rebuilt.key(), after.key());
        check_board(&after);
        check_state(&after);
        check_step(position, mv, &after);
    }
    moves.len()
}

/// Names the position in which a check fails, and goes on failing.
fn check_and_name(position: &Position) -> usize {
    struct Name(String);
    impl Drop for Name {
        fn drop(&mut self) {
            if std::thread::panicking() {
                println!("in {}", self.0);
            }
        }
    }
    let name = Name(position.fen());
    let moves = check(position);
    drop(name);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    /// A game is a start and a choice at every ply, so that a failing one shrinks to its cause.
    #[test]
    fn games_keep_what_they_know(
        start in prop::sample::select(&Start::ALL[..]),
        seed in 0_u64..1_000,
        choices in prop::collection::vec(0_usize..256, 0..80),
    ) {
        let mut position = start.position(&mut Random(seed));
        for choice in choices {
            check_and_name(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice % moves.len()]);
        }
    }
}

fn setups(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    (0..count)
        .map(|_| check_and_name(&random_setup(&mut random)))
        .sum()
}

#[test]
fn setups_keep_what_they_know() {
    assert!(setups(500, 4) > 5_000);
}

#[test]
#[ignore = "some seconds; run by .ci/run"]
fn many_setups_keep_what_they_know() {
    let moves = setups(30_000, 5);
    println!("{moves} moves played");
    assert!(moves > 300_000);
}
