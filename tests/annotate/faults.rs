//! Engines that misbehave, and runs that cannot be completed.

use crate::program::{Run, annotate, fake_engine};

const GAMES: &str =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 e6 *\n\n";

fn with(behaviour: &[&str], more: &[&str]) -> Run {
    let engine = fake_engine();
    let mut arguments = vec!["-q", "--engine", engine.to_str().unwrap()];
    for argument in behaviour {
        arguments.extend(["--engine-arg", argument]);
    }
    arguments.extend(more);
    annotate(GAMES, &arguments)
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let good = with(&["ok"], &[]);
    assert_eq!(good.status, 0, "{}", good.stderr);
    assert_eq!(good.stdout.matches("[%eval").count(), 10, "{}", good.stdout);
    let dies = with(&["dies-at", "3"], &["-j1"]);
    assert_eq!(
        (dies.status, &dies.stdout),
        (0, &good.stdout),
        "{}",
        dies.stderr
    );
}

#[test]
fn engines_that_cannot_be_used() {
    for (behaviour, part) in [("dies-at-start", "the net is missing"), ("talks", "Hello")] {
        let run = with(&[behaviour], &[]);
        assert_eq!(run.status, 2, "{behaviour}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{behaviour}");
        assert!(run.stderr.contains(part), "{behaviour}: {}", run.stderr);
    }
    let missing = annotate(GAMES, &["--engine", "/no/such/engine"]);
    assert_eq!(missing.status, 2);
    assert!(
        missing.stderr.contains("/no/such/engine"),
        "{}",
        missing.stderr
    );
    let option = with(&["ok"], &["--option", "Contmpt=20"]);
    assert_eq!(option.status, 2);
    assert!(option.stderr.contains("Contmpt"), "{}", option.stderr);
}

#[test]
fn a_position_without_value_costs_no_more_than_its_game() {
    // The first game asks for seven positions; the eighth hangs, and an engine that is started anew counts from one.
    let run = with(
        &["hangs-at", "8"],
        &["-j1", "--timeout", "1", "--retries", "0"],
    );
    // A game of which more than a tenth is missing is copied, the other one is annotated.
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert_eq!(run.stdout.matches("[%eval").count(), 6, "{}", run.stdout);
    assert!(run.stderr.contains("too many positions"), "{}", run.stderr);
}

#[test]
fn an_engine_without_scores_ends_the_run() {
    let engine = fake_engine();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("uci.log");
    let sample = std::fs::read_to_string("testdata/sample.pgn").unwrap();
    let engine = engine.to_str().unwrap();
    for jobs in ["1", "3"] {
        let arguments = [
            "-q",
            "-j",
            jobs,
            "--engine",
            engine,
            "--engine-arg",
            "no-score",
            "--log-uci",
            log.to_str().unwrap(),
        ];
        let run = annotate(sample.repeat(20), &arguments);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(
            run.stderr
                .contains("positions got no value: the engine cannot be used"),
            "{}",
            run.stderr
        );
        // Each is asked for twice, and the answers may come late.
        let said = std::fs::read_to_string(&log).unwrap();
        let searches = said
            .lines()
            .filter(|line| line.contains("go nodes"))
            .count();
        assert!((100..=110).contains(&searches), "{searches}");
    }
    // A bound is a value, if there is nothing better.
    let bounds = with(&["bounds-only"], &[]);
    assert_eq!(bounds.status, 0, "{}", bounds.stderr);
    let positions = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n".repeat(500);
    let run = annotate(
        positions,
        &[
            "--fen-file",
            "-",
            "--engine",
            engine,
            "--engine-arg",
            "no-score",
        ],
    );
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("cannot be used"), "{}", run.stderr);
    assert!(run.stdout.lines().count() < 100);
}

#[test]
fn a_start_takes_no_longer_than_a_position() {
    for behaviour in ["silent", "no-uciok", "never-ready"] {
        let begun = std::time::Instant::now();
        let run = with(&[behaviour], &["--timeout", "1"]);
        assert_eq!(run.status, 2, "{behaviour}: {}", run.stderr);
        assert!(
            run.stderr.contains("within 1 s"),
            "{behaviour}: {}",
            run.stderr
        );
        assert!(begun.elapsed().as_secs() < 8, "{behaviour}");
    }
}

#[test]
fn any_number_of_engines_writes_the_same() {
    let one = with(&["ok"], &["-j1"]);
    for jobs in ["2", "5"] {
        let many = with(&["ok"], &["--jobs", jobs]);
        assert_eq!((many.status, many.stdout), (0, one.stdout.clone()));
    }
}

#[test]
fn the_built_in_engine_needs_nothing() {
    let quick = ["-q", "--nodes", "1000", "testdata/sample.pgn"];
    let once = annotate("", &[&quick[..], &["-j1"]].concat());
    assert_eq!(once.status, 0, "{}", once.stderr);
    assert!(once.stdout.contains("$4 { ("), "{}", once.stdout);
    assert!(once.stdout.contains("(built-in engine, 1k nodes)"));
    let again = annotate("", &[&quick[..], &["-j2"]].concat());
    assert_eq!(once.stdout, again.stdout);
    let twice = annotate(&once.stdout, &["-q", "--nodes", "1000"]);
    assert_eq!(once.stdout, twice.stdout, "{}", twice.stderr);
}

#[test]
fn an_output_that_varies_is_told_of() {
    let engine = fake_engine();
    let engine = ["--engine", engine.to_str().unwrap()];
    let timed = annotate(GAMES, &[&engine[..], &["--movetime", "5"]].concat());
    assert_eq!(timed.status, 0, "{}", timed.stderr);
    assert!(
        timed.stderr.contains("note: with --movetime"),
        "{}",
        timed.stderr
    );
    let fixed = annotate(GAMES, &engine);
    assert!(!fixed.stderr.contains("note:"), "{}", fixed.stderr);
}

#[test]
fn odd_inputs() {
    for (input, status) in [("", 0), ("\n\n", 0), ("{nothing}\n", 0), ("\0\0\0", 0)] {
        let run = annotate(input, &["-q", "--nodes", "100"]);
        assert_eq!(run.stdout, input, "{input:?}");
        assert_eq!(run.status, status, "{input:?}: {}", run.stderr);
    }
    let missing = annotate("", &["-q", "no/such/file.pgn"]);
    assert_eq!(missing.status, 2, "{}", missing.stderr);
}

#[test]
fn what_there_is_to_do() {
    let engine = fake_engine();
    let run = annotate(GAMES, &["--engine", engine.to_str().unwrap(), "--dry-run"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout
            .starts_with("2 games, 10 plies, 12 positions to value\nabout "),
        "{}",
        run.stdout
    );
    let run = annotate(
        GAMES,
        &[
            "--engine",
            engine.to_str().unwrap(),
            "--dry-run",
            "--verify",
        ],
    );
    assert!(
        run.stdout
            .starts_with("2 games, 10 plies, 12 positions to value, about 2 of them twice\nabout "),
        "{}",
        run.stdout
    );
}
