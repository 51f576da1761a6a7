//! What teaching texts say and the Laws do not: each of these sentences must not hold here.

use chesstool::chess::Position;
use chesstool::chess::refusal::Refusal;

use crate::game::{Game, board, man};

/// "One wins by capturing the king": no move does, and mate leaves none at all.
#[test]
fn the_king_is_never_captured() {
    let game = Game::of("3k4/3p4/8/8/8/8/8/3QK3 w - - 0 1");
    assert!(matches!(game.refuse("Qxd8"), Refusal::KingIsTarget(_)));
    assert_eq!(Game::of("f3 e5 g4 Qh4#").position.count_moves(), 0);
}

/// "A king moves any number of squares; a bishop moves two, turns within a square, promotes."
#[test]
fn kings_and_bishops_move_as_they_do() {
    let game = Game::of(&board(&[("d6", 'B')]));
    assert!(matches!(game.refuse("Kg3"), Refusal::NotReached { .. }));
    assert_eq!(game.accept("Ba3"), "Ba3");
    assert!(
        matches!(game.refuse("Bd5"), Refusal::NotReached { .. }),
        "no turn"
    );
    assert!(matches!(
        game.refuse("d6b8q"),
        Refusal::PromotionForbidden(..)
    ));
    assert_eq!(man(&game.play("Bb8"), "b8"), 'B');
}

/// "Queen and rook may jump over men."
#[test]
fn queen_and_rook_do_not_jump() {
    let game = Game::of("");
    for san in ["Qd3", "Qa4", "Ra3", "Rh5", "Rxh7"] {
        assert!(
            matches!(game.refuse(san), Refusal::PathBlocked { .. }),
            "{san}"
        );
    }
}

/// "A pawn may jump a blocking pawn in en passant; it promotes once across the river."
#[test]
fn pawns_do_not_jump_and_promote_on_the_last_rank() {
    let blocked = Game::of(&board(&[("e2", 'P'), ("e3", 'p')]));
    assert!(matches!(
        blocked.refuse("e4"),
        Refusal::DoubleStepBlocked(..)
    ));
    let faced = Game::of("e4 a6 e5 e6");
    assert_eq!(faced.targets("e5"), "");
    for (from, san) in [("e4", "e5=Q"), ("e5", "e6=Q"), ("e6", "e7=Q")] {
        let game = Game::of(&board(&[(from, 'P')]));
        assert!(
            matches!(game.refuse(san), Refusal::PromotionForbidden(..)),
            "{san}"
        );
        assert_eq!(man(&game.play(&san[..2]), &san[..2]), 'P');
    }
}

/// "Mate: the king would be captured whether or not it escapes."
#[test]
fn a_check_with_an_escape_is_no_mate() {
    for text in [
        "7k/6Q1/8/8/8/8/8/K7 b - - 0 1",
        "R6k/8/8/8/8/8/8/K7 b - - 0 1",
        // Nothing but a man who steps between, or who captures.
        "R5k1/3r1ppp/8/8/8/8/8/K7 b - - 0 1",
        "R5k1/5ppp/8/8/4b3/8/8/K7 b - - 0 1",
    ] {
        let position = Game::of(text).position;
        assert!(position.in_check() && !position.is_checkmate(), "{text}");
    }
    assert!(
        Game::of("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
            .position
            .is_checkmate()
    );
}

/// "Threefold repetition and 50 moves are automatic": the game goes on until somebody claims.
#[test]
fn repetition_and_the_fifty_moves_end_nothing_by_themselves() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let game = Game::of(&shuffle.repeat(2));
    assert_eq!(
        game.position.key(),
        Position::start().key(),
        "the same position"
    );
    assert_eq!(game.position.halfmove_clock(), 8);
    assert_eq!(game.position.count_moves(), 20);
    let quiet = Game::of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80 | Ra2");
    assert_eq!(quiet.position.halfmove_clock(), 100);
    assert!(quiet.position.has_legal_move());
}

/// "A side castles when neither attacks": see row 12 for what counts.
#[test]
fn castling_does_not_ask_for_peace() {
    let attacked = Game::of("1r4k1/6b1/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(attacked.accept("O-O-O"), "O-O-O");
    let peace = Game::of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(matches!(
        peace.refuse("O-O-O"),
        Refusal::CastlingRightLost(..)
    ));
}

/// "An upside-down rook as promotion piece is a rook": the letter decides.
#[test]
fn the_letter_decides_what_a_pawn_becomes() {
    for letter in ['Q', 'R', 'B', 'N'] {
        let game = Game::of("8/P6k/8/8/8/8/8/4K3 w - - 0 1").play(&format!("a8={letter}"));
        assert_eq!(man(&game, "a8"), letter);
    }
}
