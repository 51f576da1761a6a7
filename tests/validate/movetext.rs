//! Movetext in odd shapes: one finding for one cause, and fixes that change nothing else.

use crate::program::{Run, game, pipe};

fn check(movetext: &str) -> Run {
    pipe(game(movetext).as_bytes(), &["--format", "jsonl"])
}

/// The movetext behind the fixes of the export format.
fn fixed(movetext: &str) -> String {
    let run = pipe(
        game(movetext).as_bytes(),
        &["--fix", "-q", "--profile", "export"],
    );
    let (_, movetext) = run.stdout.rsplit_once("\n\n").unwrap();
    movetext.trim_end().to_owned()
}

#[test]
fn glyphs_are_looked_for_in_movetext_only() {
    for movetext in [
        "1. e4 e5 2. Nf3 Is this good?? Really! I think not?! Is $999 ep *",
        "1. e4 Ke4 2. lost! more??? $999 *",
        "1. e4 x <y! z?? *",
    ] {
        assert_eq!(fixed(movetext), movetext);
        let export = ["--format", "jsonl", "--profile", "export"];
        let run = pipe(game(movetext).as_bytes(), &export);
        let glyphs = ["move-suffix", "bad-nag", "non-canonical-san"];
        let found = run.rules();
        assert!(
            !found.iter().any(|rule| glyphs.contains(&rule.as_str())),
            "{movetext}: {found:?}"
        );
    }
    // Behind the next legal move, and at a move that is refused, they are glyphs again.
    assert_eq!(
        fixed("1. e4 what?? e5! *"),
        "1. e4 what?? e5 $1 *",
        "a move that is read"
    );
    assert_eq!(fixed("1. e4 Ke4! *"), "1. e4 Ke4 $1 *");
}

#[test]
fn a_mark_behind_a_suffix_is_judged() {
    let run = check("1. e4!+ e5?+ 2. Nf3!# *");
    assert_eq!(run.rules(), ["wrong-check-mark"; 3]);
    assert_eq!(run.findings()[0]["token"], "+");
    assert_eq!(run.findings()[0]["level"], "warning");
    assert_eq!(fixed("1. e4!+ e5 *"), "1. e4 $1 1... e5 *");
    assert_eq!(fixed("1. e4! + e5 *"), "1. e4 $1 1... e5 *");
    // A true one is a matter of style, and moves to its move.
    let check_true = "1. e4 f5 2. Qh5!+ g6 *";
    assert_eq!(check(check_true).rules(), [""; 0]);
    assert_eq!(fixed(check_true), "1. e4 f5 2. Qh5+ $1 2... g6 *");
    let mate = "1. f3 e5 2. g4 Qh4!# *";
    assert_eq!(check(mate).rules(), ["result-contradicts-mate"]);
}

#[test]
fn a_pawn_does_not_capture_straight_ahead() {
    for word in ["exe4", "e2xe4", "Pexe4", "e:e4", "exe4+", "exe4!"] {
        let run = check(&format!("1. {word} *"));
        assert_eq!(run.rules(), ["illegal-move"], "{word}");
        let found = &run.findings()[0];
        let message = "a pawn captures diagonally, so no pawn on the e file captures on e4";
        assert_eq!(found["message"], message, "{word}");
        assert_eq!(found["law"], "FIDE 3.7.3", "{word}");
    }
}

#[test]
fn the_second_opinion_is_not_asked_about_squares_alone() {
    for movetext in [
        "1. g1f3 e7e5 *",
        "1. e2e4 e7e5 2. d1h5 e8e7 *",
        "1. e2e4 e7e5 2. e1e2 *",
        "1. exe4 *",
        "1. e2xe4 *",
    ] {
        let run = pipe(game(movetext).as_bytes(), &["--cross-check", "-A", "all"]);
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{movetext}");
    }
}

#[test]
fn line_ends_in_a_command_mean_nothing() {
    for line_end in ["\n", "\r\n"] {
        let movetext = "1. e4 {[%emt 0:00:\n00]} e5 {[%clk\n1:31:\n15] [%eval 0.\n3]} *";
        let run = check(&movetext.replace('\n', line_end));
        assert_eq!(run.rules(), [""; 0]);
    }
    let run = check("1. e4 {[%emt 0:00:\nxx]} *");
    assert_eq!(run.rules(), ["bad-comment-command"]);
}

#[test]
fn an_illegal_move_behind_a_wrong_number_is_one_finding() {
    let run = check("17. Rd8# *");
    assert_eq!(run.rules(), ["illegal-move"]);
    let help = run.findings()[0]["help"].as_str().unwrap().to_owned();
    assert!(help.contains("is a FEN tag missing?"), "{help}");
    assert_eq!(run.summary()["rules"].as_array().map(Vec::len), None);
    for movetext in ["1. e4 e5 3. Ke5 *", "1. e4 e5 3 ... Ke5 *"] {
        assert_eq!(check(movetext).rules(), ["illegal-move"], "{movetext}");
    }
    // A legal move between, or another fault, is another cause.
    for movetext in ["1. e4 e5 3. Nf3 Ke5 *", "1. e4 e5 (1... e6 3. d4) 2. Ke5 *"] {
        let expected = ["wrong-move-number", "illegal-move"];
        assert_eq!(check(movetext).rules(), expected, "{movetext}");
    }
}

#[test]
fn an_open_comment_ends_at_the_next_tag_section() {
    let first = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 {x 1-0\n\n";
    for second in [
        "[White \"C\"]\n[Result \"0-1\"]\n\n1. d4 {good} d5 0-1\n",
        "[White \"C\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n",
    ] {
        let third = "\n[Event \"E\"]\n\n1. c4 *\n";
        let run = pipe(
            [first, second, third].concat().as_bytes(),
            &["--format", "jsonl"],
        );
        assert_eq!(run.rules(), ["unterminated-comment"]);
        assert_eq!(run.summary()["games"], 3);
    }
}
