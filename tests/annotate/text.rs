//! What is written into games, with scores that the tests choose.

use std::collections::HashMap;

use chesstool::annotate::outcome::Status;
use chesstool::annotate::settings::{GlyphStyle, Overwrite, Settings};
use chesstool::pgn::split::Splitter;

use crate::table::{BLUNDER, Table, blunder, movetext, run, settings, written};

#[test]
fn a_judged_move() {
    let game = written(BLUNDER, &settings(), &mut blunder());
    assert_eq!(
        movetext(&game),
        "1. e4 { [%eval 0.15] } 1... e5 { [%eval 0.15] } 2. Qh5 { [%eval -0.2] } 2... Ke7 $4 { (-0.20 → Mate in 1) \
         Checkmate is now unavoidable. Nc6 was best. } { [%eval #1] } (2... Nc6 3. Bc4 g6) 3. Qxe5# 1-0"
    );
    assert!(
        game.contains("[Annotator \"chesstool 0 (table, 1k nodes)\"]\n[ECO \"C20\"]\n[Opening \""),
        "{game}"
    );
}

#[test]
fn the_shape_of_lichess() {
    let lichess = Settings {
        glyphs: Some(GlyphStyle::Symbol),
        eco_comment: true,
        ..settings()
    };
    let game = written(BLUNDER, &lichess, &mut blunder());
    let moves = movetext(&game);
    assert!(moves.contains("2... Ke7?? { (-0.20 → Mate in 1) Checkmate is now unavoidable. Nc6 was best. } { [%eval #1] } (2... Nc6"), "{moves}");
    assert!(
        moves.starts_with(
            "1. e4 { [%eval 0.15] } 1... e5 { [%eval 0.15] } 2. Qh5 { [%eval -0.2] } { C20 "
        ),
        "{moves}"
    );
}

#[test]
fn what_people_wrote_stays() {
    let game = "[Event \"x\"]\n\n1. e4 {[%clk 0:05:00] good [%cal Ge2e4]} e5 $14 (1... c5 {sharp} 2. Nf3) 2. Qh5?! ; early\n\
                Ke7 {?} ({first} 2... Nc6 $1) {last} 3. Qxe5# {done} 1-0\n";
    let out = written(game, &settings(), &mut blunder());
    assert_eq!(
        movetext(&out),
        "1. e4 {[%eval 0.15] [%clk 0:05:00] good [%cal Ge2e4]} e5 $14 { [%eval 0.15] } (1... c5 {sharp} 2. Nf3) 2. Qh5?! \
         { [%eval -0.2] } ; early\n2... Ke7 $4 { (-0.20 → Mate in 1) Checkmate is now unavoidable. Nc6 was best. } \
         { [%eval #1] } {?} ({first} 2... Nc6 $1) {last} 3. Qxe5# {done} 1-0"
    );
}

#[test]
fn twice_is_once() {
    let mut games: Vec<String> = vec![BLUNDER.to_owned()];
    let sample = std::fs::read_to_string("testdata/sample.pgn").unwrap();
    let parts = Splitter::new(sample.as_bytes());
    games.extend(parts.map(|range| sample[range].to_owned()));
    let styles = [Some(GlyphStyle::Dollar), Some(GlyphStyle::Symbol), None];
    for game in &games {
        for glyphs in styles {
            for (comments, variation, eco_comment) in [
                (true, 12, true),
                (true, 0, false),
                (false, 3, false),
                (false, 0, true),
            ] {
                let settings = Settings {
                    glyphs,
                    comments,
                    variation,
                    eco_comment,
                    accuracy: true,
                    ..settings()
                };
                let mut table = Table {
                    hashed: true,
                    ..Table::default()
                };
                let once = written(game, &settings, &mut table);
                let twice = written(&once, &settings, &mut table);
                assert_eq!(once, twice, "{settings:?}");
                assert_eq!(once == *game, !game.contains("1. "), "{once}");
            }
        }
    }
}

#[test]
fn other_settings_replace_what_was_written() {
    let mut table = Table {
        hashed: true,
        ..Table::default()
    };
    let plain = Settings {
        eco: false,
        ..settings()
    };
    let lichess = Settings {
        glyphs: Some(GlyphStyle::Symbol),
        variation: 2,
        ..plain.clone()
    };
    let game =
        "[Event \"x\"]\n\n1. d4 {solid} d5 2. c4 $1 dxc4 (2... e6 3. Nc3) 3. e3 b5 4. a4 *\n";
    let first = written(game, &plain, &mut table);
    let changed = written(&first, &lichess, &mut table);
    assert_eq!(changed, written(game, &lichess, &mut table));
    assert!(first.contains("$4") && !changed.contains("$4"), "{changed}");
}

#[test]
fn evaluations_of_others_are_kept_and_count() {
    let game = "[Event \"x\"]\n\n1. e4 { [%eval 0.3] } e5 2. Qh5 { [%eval -3.5,18] } Nc6 *\n";
    let mut table = Table::default();
    let out = written(game, &settings(), &mut table);
    assert!(out.contains("Qh5 $4 { (0.15 → -3.50) Blunder."), "{out}");
    assert!(
        out.contains("{ [%eval -3.5,18] }") && !out.contains("[%eval -3.5]"),
        "{out}"
    );
    assert!(out.contains("[ChesstoolMarks \"e2 e4 3 4\"]"), "{out}");
    assert_eq!(out, written(&out, &settings(), &mut table));
    // All of it gives way if that is wanted.
    let all = Settings {
        overwrite: Overwrite::All,
        ..settings()
    };
    let anew = written(game, &all, &mut table);
    assert!(!anew.contains("-3.5") && !anew.contains('$'), "{anew}");
}

/// Ours are told from others one by one.
#[test]
fn beside_evaluations_of_others_twice_is_once() {
    let moves =
        "1. e4 {[%clk 0:05:00]} e5 2. Nf3 {[%eval 0.3] seen} Nc6 3. Bb5 a6 {[%eval what]} *";
    let mut table = Table {
        hashed: true,
        ..Table::default()
    };
    let game = format!("[Event \"x\"]\n\n{moves}\n");
    for overwrite in [Overwrite::Ours, Overwrite::Nothing] {
        let named = Settings {
            eco_comment: true,
            accuracy: true,
            overwrite,
            ..settings()
        };
        let once = written(&game, &named, &mut table);
        assert!(once.contains("{ C70 ") && once.matches("[%eval").count() == 7);
        assert!(once.contains("[ChesstoolMarks \"o6 e1-2 e4-6"), "{once}");
        assert_eq!(once, written(&once, &named, &mut table));
    }
    // Nothing of ours is left where nothing is written any more.
    let bare = Settings {
        evals: false,
        comments: false,
        glyphs: None,
        variation: 0,
        ..settings()
    };
    let once = written(&game, &settings(), &mut table);
    let bare = written(&once, &bare, &mut table);
    assert_eq!(
        movetext(&bare)
            .replace("1... ", "")
            .replace("2... ", "")
            .replace("3... ", ""),
        moves
    );
}

/// A line of a person that begins with the best move stays, whatever gives way, however often.
#[test]
fn lines_of_people_are_not_replaced() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Qh5 (2. Nf3 Nc6 3. Bb5) Nc6 *\n";
    let mut table = Table::default();
    table
        .scores
        .insert(3, chesstool::pgn::evaluation::Score::Centipawns(-350));
    table.lines.insert(2, "Nf3 d6");
    for overwrite in [Overwrite::Ours, Overwrite::All] {
        let settings = Settings {
            overwrite,
            ..settings()
        };
        let once = written(game, &settings, &mut table);
        assert!(once.contains("Nf3 was best"), "{once}");
        let all = Settings {
            overwrite: Overwrite::All,
            ..settings
        };
        let twice = written(&once, &all, &mut table);
        assert!(twice.contains("(2. Nf3 Nc6 3. Bb5)"), "{twice}");
        assert_eq!(once, twice);
    }
}

#[test]
fn only_what_is_missing() {
    let only = Settings {
        only_missing: true,
        ..settings()
    };
    let mut table = Table::default();
    let game =
        "[Event \"x\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Nf3 Nc6 { [%eval 0.25] } *\n";
    let out = written(game, &only, &mut table);
    assert_eq!(
        table.asked,
        [3, 0],
        "the gap, and the first position, which no evaluation tells"
    );
    assert!(out.contains("2. Nf3 { [%eval 0.15] } 2... Nc6"), "{out}");
    let whole = "[Event \"x\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } *\n";
    let done = run(whole.as_bytes(), &only, &mut table);
    assert_eq!((done.outcome.status, done.text), (Status::Copied, None));
}

#[test]
fn some_of_the_moves() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";
    let evals = |settings: &Settings| {
        movetext(&written(game, settings, &mut Table::default()))
            .matches("[%eval")
            .count()
    };
    assert_eq!(evals(&settings()), 8);
    assert_eq!(
        evals(&Settings {
            skip_plies: 3,
            ..settings()
        }),
        5
    );
    assert_eq!(
        evals(&Settings {
            moves: (2, 3),
            ..settings()
        }),
        4
    );
    assert_eq!(
        evals(&Settings {
            skip_book: true,
            ..settings()
        }),
        2
    );
    assert_eq!(
        evals(&Settings {
            evals: false,
            ..settings()
        }),
        0
    );
}

#[test]
fn games_that_cannot_be_annotated() {
    for (game, status, part) in [
        ("[Event \"x\"]\n\n*\n", Status::Copied, "no moves"),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *\n",
            Status::Failed,
            "not chess",
        ),
        (
            "[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
            Status::Failed,
            "no position",
        ),
        ("[Event \"x\"]\n\n1. e9 *\n", Status::Failed, "no move"),
        ("[Event \"x\"]\n\n1. Ke3 *\n", Status::Failed, "not legal"),
    ] {
        let done = run(game.as_bytes(), &settings(), &mut Table::default());
        assert_eq!(done.outcome.status, status, "{game}");
        assert_eq!(done.text, None, "{game}");
        assert!(
            done.outcome.reason.as_deref().unwrap().contains(part),
            "{:?}",
            done.outcome.reason
        );
    }
    let broken = run(
        b"[Event \"x\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n",
        &settings(),
        &mut Table::default(),
    );
    assert_eq!(broken.outcome.status, Status::Failed);
    let text = String::from_utf8(broken.text.unwrap()).unwrap();
    assert!(
        text.contains("1... e5 { [%eval 0.15] } 2. Ke3 Nf6 *"),
        "{text}"
    );
}

#[test]
fn old_encodings_stay_what_they_are() {
    let mut game = b"[Event \"x\"]\n[White \"M\xfcller\"]\n\n".to_vec();
    game.extend_from_slice(movetext(BLUNDER).as_bytes());
    let done = run(&game, &settings(), &mut blunder());
    let text = done.text.unwrap();
    assert!(text.windows(7).any(|bytes| bytes == b"M\xfcller\""));
    let ascii = text.iter().filter(|byte| !byte.is_ascii()).count();
    assert_eq!(ascii, 1, "{}", String::from_utf8_lossy(&text));
    assert!(String::from_utf8_lossy(&text).contains("(-0.20 -> Mate in 1)"));
}

#[test]
fn an_annotator_is_kept() {
    let game = BLUNDER.replace("[Result", "[Annotator \"Nunn, J\"]\n[Result");
    let once = written(&game, &settings(), &mut blunder());
    assert!(
        once.contains("[Annotator \"Nunn, J; chesstool 0 (table, 1k nodes)\"]"),
        "{once}"
    );
    let other = Settings::new("chesstool 0 (another)".to_owned());
    let again = written(&once, &other, &mut blunder());
    assert!(
        again.contains("[Annotator \"Nunn, J; chesstool 0 (another)\"]"),
        "{again}"
    );
}

#[test]
fn black_begins() {
    let game = "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 10\"]\n\n10... Ke7 11. e4 Kd6 *\n";
    let out = written(game, &settings(), &mut Table::default());
    assert_eq!(
        movetext(&out),
        "10... Ke7 { [%eval 0.15] } 11. e4 { [%eval 0.15] } 11... Kd6 { [%eval 0.15] } *"
    );
}

#[test]
fn what_others_wrote_is_never_ours() {
    let mut table = Table {
        hashed: true,
        ..Table::default()
    };
    for moves in [
        "1. a4 (1. e3 d5) 1... e5 (1... d5) 2. Ra3 (2. e3 Nc6) *",
        "1. a4 { A00 Ware Opening } 1... e5 *",
        "1. a4?! { (0.20 → -0.33) Inaccuracy. e3 was best. } { [%eval -0.33] } (1. e3 d5) 1... e5 { [%eval 0.1] } *",
        "1. a4 $4 e5?? 2. Ra3 $2 *",
    ] {
        let game = format!("[Event \"x\"]\n\n{moves}\n");
        // Whatever best moves the table gives, the lines of others stay.
        for line in ["e3 d5", "e4 e5", ""] {
            table.lines = HashMap::from([(0, line)]);
            let once = written(&game, &settings(), &mut table);
            let none = Settings {
                comments: false,
                variation: 0,
                glyphs: None,
                evals: false,
                ..settings()
            };
            assert_eq!(once, written(&once, &settings(), &mut table));
            let bare = written(&once, &none, &mut table);
            let kept = movetext(&bare).replace("1... ", "").replace("2... ", "");
            let original = movetext(&game).replace("1... ", "").replace("2... ", "");
            assert_eq!(kept, original, "{once}");
            let untouched = Settings {
                overwrite: Overwrite::Nothing,
                ..settings()
            };
            assert_eq!(once, written(&once, &untouched, &mut table));
        }
    }
}

#[test]
fn nothing_is_read_behind_what_cannot_be_read() {
    for (moves, expected) in [
        (
            "1. e4 e5 2. Sf3 {[%clk 0:01:00]} Sc6 {[%eval 3.3] x} *",
            "1. e4 { [%eval 0.15] } 1... e5 { [%eval 0.15] } 2. Sf3 {[%clk 0:01:00]} Sc6 {[%eval 3.3] x} *",
        ),
        (
            "1. e4 e5 2. Lb2 $2 d6 {human} (2... d5) 3. d4 *",
            "1. e4 { [%eval 0.15] } 1... e5 { [%eval 0.15] } 2. Lb2 $2 d6 {human} (2... d5) 3. d4 *",
        ),
    ] {
        for overwrite in [Overwrite::Ours, Overwrite::All, Overwrite::Nothing] {
            let settings = Settings {
                overwrite,
                ..settings()
            };
            let game = format!("[Event \"x\"]\n\n{moves}\n");
            let once = written(&game, &settings, &mut Table::default());
            assert_eq!(movetext(&once), expected);
            assert_eq!(once, written(&once, &settings, &mut Table::default()));
        }
    }
}

#[test]
fn a_comment_before_a_move_is_not_between() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Qh5 Ke7 3. { now } Qxe5# 1-0\n";
    let out = written(game, &settings(), &mut blunder());
    assert!(
        out.contains("(2... Nc6 3. Bc4 g6) 3. { now } Qxe5#"),
        "{out}"
    );
}
