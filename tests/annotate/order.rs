//! The order of the output, and where it goes.

use std::fs;
use std::path::Path;

use chesstool::pgn::split::Splitter;

use crate::program::{Run, annotate, command, fake_engine};

fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Splitter::new(text.as_bytes())
        .map(|range| text[range].trim().to_owned())
        .collect();
    games.sort();
    games
}

fn rows(path: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A long game between short ones, so that it is done late.
fn uneven() -> String {
    let sample = fs::read_to_string("testdata/sample.pgn").unwrap();
    format!(
        "{}\n\n[Event \"short\"]\n\n1. e4 *\n\n[Event \"short too\"]\n\n1. d4 *\n\n[Event \"last\"]\n\n1. c4 *",
        sample.trim_end()
    )
}

/// Runs with an engine that takes longer for some games, `more` behind its arguments.
fn slow(folder: &Path, more: &[&str]) -> Vec<String> {
    let (input, engine) = (folder.join("games.pgn"), fake_engine());
    fs::write(&input, uneven()).unwrap();
    let (input, engine) = (input.to_str().unwrap(), engine.to_str().unwrap());
    let arguments = ["-q", "-j4", "--engine", engine, "--engine-arg", "slow"];
    let rest = ["--engine-arg", "2", input];
    let words = arguments.iter().chain(&rest).chain(more);
    words.map(|word| (*word).to_owned()).collect()
}

fn unordered(folder: &Path, more: &[&str]) -> Run {
    let arguments = slow(folder, more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    annotate("", &arguments)
}

#[test]
fn games_as_they_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.jsonl"), folder.path().join("2.jsonl"));
    let ordered = unordered(folder.path(), &["--report", one.to_str().unwrap()]);
    let run = unordered(
        folder.path(),
        &["--unordered", "--report", two.to_str().unwrap()],
    );
    assert_eq!((run.status, ordered.status), (0, 0), "{}", run.stderr);
    assert_eq!(games(&run.stdout), games(&ordered.stdout));
    assert_ne!(
        run.stdout, ordered.stdout,
        "some game was done before its turn"
    );
    assert_eq!(rows(&one), rows(&two), "a report keeps the order");
    assert!(
        !run.stdout.contains("*[") && !run.stdout.contains("*\n["),
        "{}",
        run.stdout
    );
}

#[test]
fn unordered_games_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let whole = unordered(folder.path(), &[]);
    for moment in [150, 300, 500, 800] {
        let output = folder.path().join(format!("{moment}.pgn"));
        let report = folder.path().join(format!("{moment}.jsonl"));
        let more = [
            "--unordered",
            "-o",
            output.to_str().unwrap(),
            "--report",
            report.to_str().unwrap(),
        ];
        let arguments = slow(folder.path(), &more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut child = command(&arguments).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(moment));
        let _ = child.kill();
        child.wait().unwrap();
        if !output.exists() {
            let run = annotate("", &[&arguments[..], &["--resume"]].concat());
            assert_eq!(run.status, 0, "{}", run.stderr);
        }
        let text = fs::read_to_string(&output).unwrap();
        assert_eq!(games(&text), games(&whole.stdout), "{moment}");
        assert_eq!(rows(&report).len(), games(&text).len());
    }
}

/// What is written behind a comment that never ends would be part of it.
#[test]
fn a_comment_that_never_ends_takes_in_no_other_game() {
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
    let open = "[Event \"open\"]\n\n1. d4 {never closed *\n";
    let input = format!("{long}{open}");
    let engine = fake_engine();
    let engine = ["-q", "--engine", engine.to_str().unwrap()];
    let slow = ["-j2", "--engine-arg", "slow", "--engine-arg", "60"];
    let slow = [&engine[..], &slow].concat();
    let ordered = annotate(&input, &slow);
    let run = annotate(&input, &[&slow[..], &["--unordered"]].concat());
    assert!(
        run.stdout.starts_with("[Event \"open\"]"),
        "it is done first: {}",
        run.stdout
    );
    assert_eq!((ordered.status, run.status), (1, 1), "{}", run.stderr);
    for part in [
        "warning: <stdin>, game 2: a comment that never ends is closed",
        "<stdin>, game 2: a comment that never ends\n",
    ] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    let found = games(&run.stdout);
    assert_eq!(found.len(), 2, "{}", run.stdout);
    assert!(found[1].contains("{never closed * }"), "{}", found[1]);
    assert_eq!(found[0], games(&ordered.stdout)[0]);
    let again = annotate(&run.stdout, &engine);
    assert_eq!(again.stdout, run.stdout, "twice is once");
    // Nor does one that is only copied, with one behind it that stays without tags.
    let few = ["--unordered", "--max-games", "1"];
    let lost = ["-j1", "--engine-arg", "no-score"];
    let few = annotate(&input, &[&engine[..], &few, &lost].concat());
    let found = games(&few.stdout);
    assert_eq!(found, [long.trim(), open.replace("*\n", "* }").trim()]);
    assert!(few.stdout.starts_with("[Event \"open\"]"), "{}", few.stdout);
}

#[test]
fn files_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two) = (path("1.pgn"), path("2.pgn"));
    fs::write(&one, "\u{feff}[Event \"a\"]\n\n1. e4 *").unwrap();
    fs::write(&two, "\u{feff}[Event \"b\"]\n\n1. d4 *").unwrap();
    let engine = fake_engine();
    let arguments = [
        "-q",
        "--no-evals",
        "--engine",
        engine.to_str().unwrap(),
        &one,
        &two,
    ];
    let run = annotate("", &arguments);
    assert!(
        run.stdout.starts_with("\u{feff}[Event \"a\"]"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("*\n\n[Event \"b\"]") && run.stdout.ends_with('*'),
        "{}",
        run.stdout
    );
    let any = annotate("", &[&arguments[..], &["--unordered"]].concat());
    assert!(
        !any.stdout.contains('\u{feff}') && any.stdout.contains("*\n\n["),
        "{}",
        any.stdout
    );
}

#[test]
fn a_file_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, other) = (path("games.pgn"), path("other.pgn"));
    fs::write(&games, uneven()).unwrap();
    let engine = fake_engine();
    let engine = ["-q", "--engine", engine.to_str().unwrap()];
    let run = |more: &[&str]| annotate("", &[&engine[..], more].concat());
    let same = run(&[&games, "-o", &games]);
    assert_eq!(same.status, 2);
    assert!(same.stderr.contains("one of the inputs"), "{}", same.stderr);
    assert_eq!(run(&[&games, "-o", &other]).status, 0);
    let placed = run(&["--in-place", &games]);
    assert_eq!(
        (placed.status, placed.stdout.as_str()),
        (0, ""),
        "{}",
        placed.stderr
    );
    assert_eq!(fs::read(&games).unwrap(), fs::read(&other).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    for (arguments, part) in [
        (&["--in-place", &games, &other][..], "wants one file"),
        (&["--in-place"], "wants one file"),
        (&["--in-place", "no-such.pgn"], "no-such.pgn"),
        (&["--in-place", &games, "-o", &other], "cannot be used with"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status, 2, "{arguments:?}");
        assert!(
            refused.stderr.contains(part),
            "{arguments:?}: {}",
            refused.stderr
        );
    }
    let packed = path("packed.pgn");
    let gzip = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    fs::write(&packed, gzip).unwrap();
    let refused = run(&["--in-place", &packed]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("is compressed"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read(&packed).unwrap(), gzip);
}
