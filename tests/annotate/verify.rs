//! `--verify`: the second look at judged moves.

use std::collections::HashMap;

use chesstool::annotate::outcome::Status;
use chesstool::annotate::settings::{Overwrite, Settings};
use chesstool::pgn::evaluation::Score;

use crate::program::{annotate, fake_engine};
use crate::table::{BLUNDER, Table, blunder, movetext, run, settings, written};

fn verified() -> Settings {
    Settings {
        verify: true,
        ..settings()
    }
}

#[test]
fn a_judgement_is_made_of_the_second_values() {
    let mut table = blunder();
    let game = written(BLUNDER, &verified(), &mut table);
    assert_eq!(table.again, [4, 3], "behind the judged move, and before it");
    assert_eq!(game, written(BLUNDER, &settings(), &mut blunder()));
    // What the second look values otherwise is written, and may be no mistake.
    let mut table = Table {
        second: HashMap::from([(3, Score::Centipawns(-30)), (4, Score::Centipawns(60))]),
        ..blunder()
    };
    let game = written(BLUNDER, &verified(), &mut table);
    assert!(
        movetext(&game)
            .contains("2... Ke7 $6 { (-0.30 → 0.60) Inaccuracy. Nc6 was best. } { [%eval 0.6] }"),
        "{game}"
    );
    assert!(game.contains("2. Qh5 { [%eval -0.3] }"), "{game}");
    table.second = HashMap::from([(4, Score::Centipawns(-10))]);
    let game = written(BLUNDER, &verified(), &mut table);
    assert!(
        game.contains("2... Ke7 { [%eval -0.1] } 3. Qxe5#") && !game.contains("was best"),
        "{game}"
    );
}

#[test]
fn a_second_value_that_judges_the_move_beside_it_is_followed() {
    // The second look finds White's queen sortie to be the mistake.
    let mut table = Table {
        second: HashMap::from([(3, Score::Centipawns(-400))]),
        lines: HashMap::from([(2, "Nf3"), (3, "Nc6 Bc4 g6"), (4, "Qxe5#")]),
        ..blunder()
    };
    let game = written(BLUNDER, &verified(), &mut table);
    assert_eq!(table.again, [4, 3, 2]);
    assert!(
        game.contains("2. Qh5 $4 { (0.15 → -4.00) Blunder. Nf3 was best. }"),
        "{game}"
    );
}

#[test]
fn what_is_not_judged_is_not_looked_at_again() {
    let mut table = Table::default();
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    written(game, &verified(), &mut table);
    assert_eq!(table.again, [0_usize; 0]);
    let mild = Settings {
        side: Some(chesstool::chess::Color::White),
        ..verified()
    };
    written(BLUNDER, &mild, &mut table);
    assert_eq!(table.again, [0_usize; 0]);
}

#[test]
fn evaluations_of_the_file_stay() {
    let game = "[Event \"x\"]\n\n1. e4 { [%eval 0.3] } e5 2. Qh5 { [%eval -3.5] } Nc6 *\n";
    let mut table = Table {
        second: HashMap::from([(2, Score::Centipawns(10)), (3, Score::Centipawns(0))]),
        ..Table::default()
    };
    let out = written(game, &verified(), &mut table);
    assert_eq!(table.again, [4, 3, 2]);
    assert!(out.contains("Qh5 $4 { (0.10 → -3.50) Blunder."), "{out}");
}

#[test]
fn what_cannot_be_looked_at_again_has_no_value() {
    let mut table = Table {
        lost: Some(4),
        ..blunder()
    };
    // One of two second looks is more than a tenth of all seven.
    let done = run(BLUNDER.as_bytes(), &verified(), &mut table);
    assert_eq!(done.outcome.status, Status::Failed);
    let moves = "4. Nf3 Nf6 5. Nc3 Nc6 6. Be2 Be7 7. d3 d6 8. Be3 Be6 9. a3 a6";
    let long = format!("[Event \"x\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qh3 Ke8 {moves} *\n");
    let mut table = Table {
        lost: Some(4),
        scores: HashMap::from([(4, Score::Centipawns(600))]),
        ..blunder()
    };
    let done = run(long.as_bytes(), &verified(), &mut table);
    assert_eq!(
        (done.outcome.status, done.outcome.missing),
        (Status::Annotated, 1)
    );
    let text = String::from_utf8(done.text.unwrap()).unwrap();
    assert!(text.contains("2... Ke7 3. Qh3 { [%eval"), "{text}");
    assert!(!text.contains("was best"), "{text}");
}

#[test]
fn any_number_of_engines_verifies_the_same() {
    let quick = ["-q", "--verify", "--nodes", "500", "testdata/sample.pgn"];
    let one = annotate("", &[&quick[..], &["-j1"]].concat());
    assert_eq!(one.status, 0, "{}", one.stderr);
    assert!(
        one.stdout
            .contains("(built-in engine, 500 nodes, verified)")
    );
    let two = annotate("", &[&quick[..], &["-j2"]].concat());
    assert_eq!(one.stdout, two.stdout);
    let twice = annotate(&one.stdout, &["-q", "--verify", "--nodes", "500"]);
    assert_eq!(one.stdout, twice.stdout);
    let plain = annotate("", &["-q", "--nodes", "500", "testdata/sample.pgn"]);
    assert_ne!(one.stdout, plain.stdout);
}

/// An engine remembers what it was asked before, so that the same question may have another answer.
#[test]
fn with_nothing_overwritten_twice_is_once() {
    let nothing = Settings {
        overwrite: Overwrite::Nothing,
        ..verified()
    };
    let line_there = BLUNDER.replace("Ke7 3.", "Ke7 (2... Nc6 3. Bc4 Nf6 4. Qxf7#) 3.");
    let told = "Ke7 $4 {mine} { (-0.20 → 3.00) Blunder. Qf6 was best. } (2... Nf6 3. Qxe5+)";
    let contradicted = BLUNDER.replace("Ke7 3.", &format!("{told} 3."));
    for game in [BLUNDER, &line_there, &contradicted] {
        let answers = || Table {
            alone: HashMap::from([(3, "d6 Bc4"), (2, "Bc4")]),
            ..blunder()
        };
        let once = written(game, &nothing, &mut answers());
        assert!(once.contains("was best"), "{once}");
        let twice = written(&once, &nothing, &mut answers());
        assert_eq!(once, twice);
        // Other values of another engine are not put beside what is there.
        let other = Settings {
            overwrite: Overwrite::Nothing,
            ..Settings::new("chesstool 0 (another)".to_owned())
        };
        let mut table = Table {
            lines: HashMap::from([(3, "d6 Bc4")]),
            ..blunder()
        };
        let other = written(&once, &other, &mut table);
        assert_eq!(movetext(&other), movetext(&once));
    }
}

#[test]
fn the_built_in_engine_verifies_twice_as_once() {
    for more in [&[][..], &["--overwrite", "none"]] {
        let quick = ["-q", "-j2", "--verify", "--nodes", "300"];
        let with = [&quick[..], more].concat();
        let once = annotate("", &[&with[..], &["testdata/sample.pgn"]].concat());
        let twice = annotate(&once.stdout, &with);
        assert_eq!(once.stdout, twice.stdout, "{more:?}");
    }
}

#[test]
fn a_second_look_may_take_longer() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("uci.log");
    let engine = fake_engine();
    let run = annotate(
        "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
        &[
            "-q",
            "--verify",
            "--nodes",
            "250",
            "--timeout",
            "1",
            "-j1",
            "--engine",
            engine.to_str().unwrap(),
            "--engine-arg",
            "as-slow-as-told",
            "--log-uci",
            log.to_str().unwrap(),
        ],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let said = std::fs::read_to_string(&log).unwrap();
    let count = |what: &str| said.lines().filter(|line| line.ends_with(what)).count();
    assert!(count("go nodes 1250") >= 2, "{said}");
    assert_eq!(count("stop"), 0, "no search was cut short:\n{said}");
}

#[test]
fn a_second_look_is_a_longer_one() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("uci.log");
    let engine = fake_engine();
    for (limit, first, second) in [
        ("--nodes", "go nodes 300", "go nodes 1500"),
        ("--movetime", "go movetime 300", "go movetime 1500"),
        ("--depth", "go depth 9", "go depth 12"),
    ] {
        let number = first.rsplit(' ').next().unwrap();
        let run = annotate(
            "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
            &[
                "-q",
                "--verify",
                limit,
                number,
                "-j1",
                "--engine",
                engine.to_str().unwrap(),
                "--log-uci",
                log.to_str().unwrap(),
            ],
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.contains("was best"), "{}", run.stdout);
        let said = std::fs::read_to_string(&log).unwrap();
        let count = |what: &str| said.lines().filter(|line| line.ends_with(what)).count();
        assert_eq!(count(first), 7, "{said}");
        assert!(count(second) >= 2, "{said}");
    }
}
