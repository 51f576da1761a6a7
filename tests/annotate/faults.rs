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
fn any_number_of_engines_writes_the_same() {
    let one = with(&["ok"], &["-j1"]);
    for jobs in ["2", "5"] {
        let many = with(&["ok"], &["--jobs", jobs]);
        assert_eq!((many.status, many.stdout), (0, one.stdout.clone()));
    }
}

#[test]
fn the_built_in_engine_needs_nothing() {
    let quick = ["-q", "--nodes", "2000", "testdata/sample.pgn"];
    let once = annotate("", &[&quick[..], &["-j1"]].concat());
    assert_eq!(once.status, 0, "{}", once.stderr);
    assert!(once.stdout.contains("$4 { ("), "{}", once.stdout);
    assert!(once.stdout.contains("(built-in engine, 2k nodes)"));
    let again = annotate("", &[&quick[..], &["-j2"]].concat());
    assert_eq!(once.stdout, again.stdout);
    let twice = annotate(&once.stdout, &["-q", "--nodes", "2000"]);
    assert_eq!(once.stdout, twice.stdout, "{}", twice.stderr);
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
}
