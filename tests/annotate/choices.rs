//! What is written and about which moves, by the options of the command.

use crate::program::{Run, annotate, fake_engine};

/// The engine of the tests values these positions so that moves of both sides are judged.
const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n";

fn with(options: &[&str]) -> Run {
    let engine = fake_engine();
    let run = annotate(
        GAME,
        &[&["-q", "--engine", engine.to_str().unwrap()], options].concat(),
    );
    assert_eq!(run.status, 0, "{options:?}: {}", run.stderr);
    run
}

/// The movetext, without what was written and with single blanks.
fn words(run: &Run) -> Vec<&str> {
    let (_, moves) = run.stdout.split_once("\n\n").unwrap();
    moves.split_whitespace().collect()
}

/// Numbers of the plies that are judged.
fn judged(run: &Run) -> Vec<usize> {
    let tag = run.stdout.split("[ChesstoolMarks \"").nth(1);
    let marks = tag.and_then(|tag| tag.split('"').next()).unwrap_or("");
    let number = |word: &str| {
        word.trim_end_matches(|letter: char| !letter.is_ascii_digit())
            .parse()
    };
    marks
        .split(' ')
        .filter_map(|word| number(word).ok())
        .collect()
}

fn evals(run: &Run) -> usize {
    run.stdout.matches("[%eval ").count()
}

#[test]
fn depths_of_evaluations() {
    let plain = with(&[]);
    assert_eq!(evals(&plain), 16);
    assert!(!plain.stdout.contains(",5] }"));
    let depths = with(&["--eval-depth"]);
    assert_eq!(
        depths.stdout.matches(",5] }").count(),
        16,
        "{}",
        depths.stdout
    );
}

#[test]
fn styles_of_glyphs() {
    let dollar = with(&["--nag-style", "dollar"]);
    assert_eq!(dollar.stdout, with(&[]).stdout);
    let symbol = with(&["--nag-style", "symbol"]);
    let blunders = dollar.stdout.matches(" $4 ").count();
    assert!(
        blunders > 0 && !symbol.stdout.contains('$'),
        "{}",
        symbol.stdout
    );
    assert_eq!(symbol.stdout.matches("?? {").count(), blunders);
    let none = with(&["--no-nags"]);
    assert!(!none.stdout.contains('$') && !none.stdout.contains("??"));
    assert!(none.stdout.contains("Blunder. "));
}

#[test]
fn mild_judgements() {
    let all = judged(&with(&[]));
    let mistakes = with(&["--min-judgement", "mistake"]);
    let blunders = with(&["--min-judgement", "blunder"]);
    assert!(judged(&blunders).iter().all(|ply| all.contains(ply)));
    assert!(!mistakes.stdout.contains("Inaccuracy. "));
    assert!(!blunders.stdout.contains("Mistake. ") && blunders.stdout.contains("Blunder. "));
    assert!(judged(&blunders).len() <= judged(&mistakes).len());
    assert_eq!(evals(&blunders), 16, "values are written all the same");
}

#[test]
fn moves_that_are_looked_at() {
    let all = judged(&with(&[]));
    let of = |parity| {
        let chosen = all.iter().copied().filter(|ply| ply % 2 == parity);
        chosen.collect::<Vec<usize>>()
    };
    let (white, black) = (with(&["--side", "white"]), with(&["--side", "black"]));
    assert!(!of(0).is_empty() && !of(1).is_empty(), "{all:?}");
    assert_eq!((judged(&white), judged(&black)), (of(1), of(0)));
    assert_eq!((evals(&white), evals(&black)), (16, 16));

    let skipped = with(&["--skip-plies", "5"]);
    assert_eq!(evals(&skipped), 11);
    assert!(
        words(&skipped).starts_with(
            &"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"
                .split(' ')
                .collect::<Vec<_>>()
        )
    );
    let later: Vec<usize> = all.iter().copied().filter(|ply| *ply > 5).collect();
    assert_eq!(judged(&skipped), later, "a ply keeps its number");

    let middle = with(&["--from", "3", "--to", "5"]);
    assert_eq!(evals(&middle), 6);
    assert!(judged(&middle).iter().all(|ply| (5..=10).contains(ply)));

    // The line is named to its end.
    let book = with(&["--skip-book"]);
    assert!(evals(&book) < 3, "{}", book.stdout);
}

#[test]
fn decided_positions() {
    let all = judged(&with(&[]));
    let open = judged(&with(&["--stop-decided", "100"]));
    assert_eq!(all, open, "nothing is beyond certainty");
    let few = with(&["--stop-decided", "50"]);
    assert_eq!(evals(&few), 16);
    assert!(judged(&few).len() < all.len(), "{}", few.stdout);
    let engine = fake_engine();
    let bad = annotate(
        GAME,
        &["--engine", engine.to_str().unwrap(), "--stop-decided", "40"],
    );
    assert_eq!(bad.status, 2);
}

#[test]
fn names_of_openings() {
    let plain = with(&[]);
    assert!(plain.stdout.contains("[ECO \"C") && !plain.stdout.contains("{ C"));
    let named = with(&["--eco-comment"]);
    assert!(named.stdout.contains(" { C"), "{}", named.stdout);
    let none = with(&["--no-eco"]);
    assert!(!none.stdout.contains("[ECO") && !none.stdout.contains("[Opening"));
}

#[test]
fn glyphs_of_positions() {
    let plain = with(&["--multipv", "3"]);
    let glyphs = with(&["--multipv", "3", "--position-nags"]);
    let lines = plain.stdout.matches(" (").count() - plain.stdout.matches("{ (").count();
    let ends = |nag: u16| glyphs.stdout.matches(&format!(" ${nag})")).count();
    let count: usize = [10, 14, 15, 16, 17, 18, 19].into_iter().map(ends).sum();
    // One parenthesis is that of the tag `Annotator`.
    assert_eq!(count, lines - 1, "{}", glyphs.stdout);
    let engine = fake_engine();
    let arguments = ["-q", "--engine", engine.to_str().unwrap(), "--multipv", "3"];
    let again = annotate(
        &glyphs.stdout,
        &[&arguments[..], &["--position-nags"]].concat(),
    );
    assert_eq!(again.stdout, glyphs.stdout, "twice is once");
    assert_eq!(annotate(&glyphs.stdout, &arguments).stdout, plain.stdout);
    // A glyph that somebody has put there makes the line theirs.
    let first = plain.stdout.find("Blunder.").unwrap();
    let end = first + plain.stdout[first..].find(')').unwrap();
    let mut theirs = plain.stdout.clone();
    theirs.insert_str(end, " $14");
    let kept = annotate(&theirs, &arguments);
    assert!(kept.stdout.contains(" $14)"), "{}", kept.stdout);
}

#[test]
fn some_of_the_games() {
    let engine = fake_engine();
    let run = annotate(
        GAME.replace("*\n", "*\n\n").repeat(3),
        &[
            "-q",
            "--engine",
            engine.to_str().unwrap(),
            "--max-games",
            "2",
        ],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(evals(&run), 32);
    assert!(run.stdout.ends_with(&GAME.replace("*\n", "*\n\n")));
}

#[test]
fn what_is_said_to_engines() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("uci.log");
    with(&[
        "--log-uci",
        log.to_str().unwrap(),
        "--option",
        "Style=Very Risky",
    ]);
    let said = std::fs::read_to_string(log).unwrap();
    for line in [
        "uci",
        "setoption name Style value Very Risky",
        "go nodes 100000",
    ] {
        assert!(
            said.lines().any(|told| told.ends_with(line)),
            "{line}: {said}"
        );
    }
    assert!(said.contains("bestmove ") && said.contains("id name Fake 1.0"));
}
