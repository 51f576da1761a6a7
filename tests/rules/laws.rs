//! The Laws of Chess, article by article, as far as moves and positions go.

use chesstool::chess::Position;
use chesstool::chess::board::{Color, Role};
use chesstool::chess::fen;
use chesstool::chess::mv::MoveKind;
use chesstool::chess::refusal::Refusal;

use crate::game::{Game, board, man, square};

fn count(game: &Game, color: Color, role: Role) -> u32 {
    game.position.board().of(color, role).count()
}

/// Row 1 (articles 1.2 and 2).
#[test]
fn the_board_and_the_men() {
    let game = Game::of("");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(game.position.fen(), fen);
    assert_eq!(game.position, Position::start());
    assert!(square("h1").is_light() && square("a8").is_light());
    assert!(!square("a1").is_light() && !square("h8").is_light());
    for color in Color::ALL {
        assert_eq!(game.position.board().of_color(color).count(), 16);
    }
    let men = ["d1", "d8", "e1", "e8"].map(|at| man(&game, at));
    assert_eq!(men, ['Q', 'q', 'K', 'k']);
    assert_eq!(game.position.turn(), Color::White);
    let moves = game.position.legal_moves();
    assert_eq!(moves.len(), 20);
    assert!(
        moves.iter().all(|mv| mv.kind() != MoveKind::Null),
        "no passing"
    );
}

/// Row 2 (3.1, 3.7, 3.8).
#[test]
fn one_man_a_move() {
    let game = Game::of("e4");
    assert_eq!(game.position.turn(), Color::Black);
    assert!(matches!(
        game.refuse("Nf3"),
        Refusal::WrongSide(Color::Black)
    ));
    let castled = Game::of("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    assert_eq!(castled.position.turn(), Color::Black);
    assert_eq!(
        ["e1", "f1", "g1", "h1"].map(|at| man(&castled, at)),
        ['.', 'R', 'K', '.']
    );
    let passed = Game::of("e4 a6 e5 d5 exd6");
    assert_eq!(passed.position.turn(), Color::Black);
    assert_eq!(
        ["e5", "d5", "d6"].map(|at| man(&passed, at)),
        ['.', '.', 'P']
    );
    let promoted = Game::of("8/P6k/8/8/8/8/8/4K3 w - - 0 1 | a8=N");
    assert_eq!(promoted.position.turn(), Color::Black);
    assert_eq!(["a7", "a8"].map(|at| man(&promoted, at)), ['.', 'N']);
}

/// Row 3 (3.1).
#[test]
fn own_men_stay_and_others_are_captured() {
    let game = Game::of("e4 e5 Nf3 Nc6");
    assert_eq!(Game::of("").why("Ra2"), "White's own pawn stands on a2");
    let game = game.play("Nxe5");
    assert_eq!(man(&game, "e5"), 'N');
    assert_eq!(game.position.board().of_color(Color::Black).count(), 15);
    assert_eq!(game.position.board().of_color(Color::White).count(), 16);
}

/// Rows 4 to 6: every man between stops the slider (3.5).
#[test]
fn sliders_never_jump() {
    let lines = [
        ('B', "c1", "h6", ["d2", "e3", "f4", "g5"]),
        ('R', "a1", "a7", ["a2", "a3", "a4", "a6"]),
        ('Q', "d1", "h5", ["e2", "f3", "g4", "g4"]),
    ];
    for (letter, from, to, between) in lines {
        let open = Game::of(&board(&[(from, letter)]));
        assert_eq!(
            open.accept(&format!("{letter}{to}")),
            format!("{letter}{to}")
        );
        for (at, blocker) in between.iter().flat_map(|&at| [(at, 'P'), (at, 'p')]) {
            let game = Game::of(&board(&[(from, letter), (at, blocker)]));
            let role = game.position.piece_at(square(from)).unwrap().role;
            assert_eq!(
                game.why(&format!("{letter}{to}")),
                format!("the way of the {role} on {from} to {to} is blocked by the pawn on {at}")
            );
        }
    }
}

/// Row 4 (3.2).
#[test]
fn bishops_stay_on_their_colour() {
    let game = Game::of(&board(&[("d4", 'B')]));
    assert_eq!(game.targets("d4"), "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
}

/// Row 5 (3.3).
#[test]
fn rooks_move_along_ranks_and_files() {
    let game = Game::of(&board(&[("d4", 'R')]));
    assert_eq!(
        game.targets("d4"),
        "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"
    );
}

/// Row 6 (3.4).
#[test]
fn queens_do_both_and_no_more() {
    let game = Game::of(&board(&[("d4", 'Q')]));
    assert_eq!(game.targets("d4").split(' ').count(), 27);
    assert_eq!(game.why("Qe6"), "White's queen on d4 does not reach e6");
}

/// Row 7 (3.6).
#[test]
fn knights_jump() {
    assert_eq!(Game::of("").targets("g1"), "f3 h3");
    assert_eq!(
        Game::of(&board(&[("d4", 'N')])).targets("d4"),
        "b3 b5 c2 c6 e2 e6 f3 f5"
    );
}

/// Row 8 (3.7.1 to 3.7.3).
#[test]
fn pawns() {
    assert_eq!(Game::of("").targets("e2"), "e3 e4");
    assert_eq!(Game::of("e3 a6").targets("e3"), "e4");
    assert_eq!(Game::of(&board(&[("e4", 'P')])).targets("e4"), "e5");
    let both = [("e4", 'P'), ("d5", 'n'), ("f5", 'n')];
    assert_eq!(Game::of(&board(&both)).targets("e4"), "d5 e5 f5");
    let stopped = Game::of(&board(&[("e4", 'P'), ("e5", 'n')]));
    assert_eq!(stopped.targets("e4"), "");
    assert!(matches!(
        stopped.refuse("e5"),
        Refusal::PawnStraightCapture(..)
    ));
    assert!(matches!(stopped.refuse("e3"), Refusal::NotReached { .. }));
    assert_eq!(
        Game::of(&board(&[("e2", 'P'), ("e3", 'n')])).targets("e2"),
        ""
    );
    assert_eq!(
        Game::of(&board(&[("e2", 'P'), ("e4", 'n')])).targets("e2"),
        "e3"
    );
}

/// Row 9 (3.7.3.1, 3.7.3.2).
#[test]
fn en_passant_at_once_or_never() {
    let game = Game::of("e4 a6 e5 d5");
    assert_eq!(game.targets("e5"), "d6 e6");
    assert_eq!(game.accept("exd6"), "exd6");
    let later = game.play("Nf3 h6");
    assert_eq!(later.targets("e5"), "e6");
    assert!(matches!(
        later.refuse("exd6"),
        Refusal::EnPassantExpired(..)
    ));
    let single = Game::of("e4 d6 e5 h6 a3 d5");
    assert!(matches!(
        single.refuse("exd6"),
        Refusal::NothingToCapture(..)
    ));
    let pinned = Game::of("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert!(matches!(
        pinned.refuse("exd6"),
        Refusal::EnPassantExposes { .. }
    ));
    assert_eq!(pinned.targets("e5"), "e6");
}

/// Row 10 (3.7.3.3 to 3.7.3.5).
#[test]
fn promotion() {
    let game = Game::of("8/P6k/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(game.targets("a7"), "a8b a8n a8q a8r");
    assert!(matches!(game.refuse("a8"), Refusal::PromotionMissing(_)));
    assert!(matches!(
        game.refuse("a8=K"),
        Refusal::PromotionTo(Role::King)
    ));
    assert!(matches!(
        game.refuse("a8=P"),
        Refusal::PromotionTo(Role::Pawn)
    ));
    let ninth = Game::of("K7/7P/8/8/2k5/8/pppppppp/QQQQQQQQ w - - 0 1 | h8=Q");
    assert_eq!(count(&ninth, Color::White, Role::Queen), 9);
}

/// Row 11 (3.8.1, 3.9).
#[test]
fn the_king_steps_to_safe_squares() {
    assert_eq!(
        Game::of("k7/8/8/8/3K4/8/8/8 w - - 0 1")
            .targets("d4")
            .split(' ')
            .count(),
        8
    );
    let game = Game::of("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    assert!(
        matches!(game.refuse("Kxg7"), Refusal::KingIntoCheck { .. }),
        "protected"
    );
    let unprotected = Game::of("7k/6Q1/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(unprotected.accept("Kxg7"), "Kxg7");
    let kings = Game::of("8/8/8/4k3/8/4K3/8/8 w - - 0 1");
    assert_eq!(kings.targets("e3"), "d2 d3 e2 f2 f3");
}

/// Row 12 (3.8.2): each condition alone forbids it.
#[test]
fn castling() {
    for (from, law) in [
        (
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | Kd1 Kd8 Ke1 Ke8",
            "FIDE 3.8.2.1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | Rb1 Kd8 Ra1 Ke8",
            "FIDE 3.8.2.1",
        ),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "FIDE 3.8.2.2.2"),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "FIDE 3.8.2.2.1"),
        ("3r2k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "FIDE 3.8.2.2.1"),
        ("2r3k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "FIDE 3.8.2.2.1"),
    ] {
        assert_eq!(Game::of(from).refuse("O-O-O").law(), law, "{from}");
    }
    // The rook and the knight's square may be attacked.
    for (from, san) in [
        ("6k1/6b1/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"),
        ("1r4k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"),
        ("1k5r/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
        ("r3k3/8/8/8/8/8/8/1R4K1 b q - 0 1", "O-O-O"),
    ] {
        assert_eq!(Game::of(from).accept(san), san, "{from}");
    }
}

/// Row 13 (3.9).
#[test]
fn a_check_is_answered() {
    let game = Game::of("r5k1/8/8/8/8/8/8/R3KB2 b - - 0 1 | Re8+");
    assert!(matches!(
        game.refuse("Rb1"),
        Refusal::CheckUnanswered { and: None, .. }
    ));
    assert_eq!(game.accept("Be2"), "Be2");
    assert_eq!(game.accept("Kd1"), "Kd1");
    let capture = Game::of("4r1k1/8/8/1B6/8/8/8/4K3 w - - 0 1");
    assert_eq!(capture.accept("Bxe8"), "Bxe8");
    let double = Game::of("4r1k1/8/8/8/1b6/8/8/R3KB2 w - - 0 1");
    assert!(matches!(
        double.refuse("Bd3"),
        Refusal::CheckUnanswered { and: Some(_), .. }
    ));
    let moves = double.position.legal_moves();
    assert!(
        moves.iter().all(|mv| mv.from() == square("e1")),
        "the king alone"
    );
}

/// Row 14 (3.9.2).
#[test]
fn a_pinned_man_keeps_to_the_pin() {
    let game = Game::of("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(matches!(game.refuse("Rf2"), Refusal::Pinned { .. }));
    assert_eq!(game.accept("Rxe8"), "Rxe8+");
    assert_eq!(game.targets("e2"), "e3 e4 e5 e6 e7 e8");
    let knight = Game::of("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1");
    assert_eq!(knight.targets("c3"), "");
}

/// Row 15 (1.4.1).
#[test]
fn no_position_has_the_other_king_in_check() {
    let reading = fen::read_any("4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
    assert!(reading.position.is_none());
    assert_eq!(reading.faults.len(), 1);
}

/// Rows 16 and 17 (5.1.1, 5.2.1).
#[test]
fn mate_and_stalemate() {
    let mate = Game::of("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").position;
    assert!(mate.is_checkmate() && !mate.is_stalemate() && mate.in_check());
    assert_eq!(mate.count_moves(), 0);
    let stalemate = Game::of("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").position;
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate() && !stalemate.in_check());
    assert_eq!(stalemate.count_moves(), 0);
}
