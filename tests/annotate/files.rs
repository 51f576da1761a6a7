//! No file is lost: neither an input, nor what somebody else has written.

use std::fs;

use crate::program::annotate;
#[cfg(unix)]
use crate::program::fake_engine;

const GAME: &str = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n";

/// Runs in a folder with the files `games.pgn` and `notes.txt`, which must be as they were.
fn refused(arguments: &[&str], because: &str) {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = in_folder("games.pgn");
    let notes = in_folder("notes.txt");
    let part = in_folder("old.pgn.part");
    for path in [&games, &part] {
        fs::write(path, GAME).unwrap();
    }
    fs::write(&notes, "my notes").unwrap();
    let arguments: Vec<String> = arguments
        .iter()
        .map(|word| {
            if word.starts_with('-') || !word.contains('.') {
                (*word).to_owned()
            } else {
                in_folder(word)
            }
        })
        .collect();
    let mut words = vec!["-q", "--nodes", "50"];
    words.extend(arguments.iter().map(String::as_str));
    let run = annotate("", &words);
    assert_eq!(run.status, 2, "{arguments:?}: {}", run.stderr);
    assert!(
        run.stderr.contains(because),
        "{arguments:?}: {}",
        run.stderr
    );
    for path in [&games, &part] {
        assert_eq!(fs::read_to_string(path).unwrap(), GAME, "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        3,
        "{arguments:?}"
    );
}

#[test]
fn an_input_is_never_written() {
    let input = "is one of the inputs";
    refused(&["games.pgn", "-o", "games.pgn"], input);
    refused(&["old.pgn.part", "-o", "old.pgn"], input);
    refused(
        &["games.pgn", "--in-place", "--log-uci", "games.pgn"],
        input,
    );
    refused(
        &["games.pgn", "-o", "x.pgn", "--log-uci", "games.pgn"],
        input,
    );
    refused(
        &["games.pgn", "-o", "x.pgn", "--journal", "games.pgn"],
        input,
    );
    refused(
        &["--fen-file", "games.pgn", "--log-uci", "games.pgn"],
        input,
    );
}

#[test]
fn no_file_is_two_things() {
    let one = "are one file";
    refused(&["games.pgn", "-o", "x.pgn", "--log-uci", "x.pgn"], one);
    refused(&["games.pgn", "-o", "x.jsonl", "--report", "x.jsonl"], one);
    refused(
        &["games.pgn", "-o", "x.pgn", "--journal", "x.pgn.part"],
        one,
    );
    refused(
        &["games.pgn", "--report", "x.jsonl", "--log-uci", "x.jsonl"],
        one,
    );
}

#[test]
fn what_others_have_written_is_left_alone() {
    refused(
        &["games.pgn", "-o", "x.pgn", "--journal", "notes.txt"],
        "is there already, and no journal",
    );
    for more in [&[][..], &["--resume"]] {
        let arguments = [&["games.pgn", "-o", "old.pgn"], more].concat();
        refused(&arguments, "remove it to begin anew");
    }
}

#[test]
fn an_input_that_is_not_there_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.pgn");
    let output = folder.path().join("x.pgn");
    let (missing, output) = (missing.to_str().unwrap(), output.to_str().unwrap());
    let run = annotate("", &["-q", "--nodes", "50", missing, "-o", output]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.pgn");
    std::os::unix::fs::symlink("aim.pgn", &link).unwrap();
    let run = annotate(GAME, &["-q", "--nodes", "50", "-o", link.to_str().unwrap()]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(link.is_symlink());
    let aim = fs::read_to_string(folder.path().join("aim.pgn")).unwrap();
    assert!(aim.contains("%eval"), "{aim}");
}

/// A second run on the same output waits for nobody, and destroys nothing.
#[test]
fn two_runs_on_one_output() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("x.pgn");
    let output = output.to_str().unwrap();
    let games = folder.path().join("games.pgn");
    fs::write(&games, GAME.repeat(40)).unwrap();
    let games = games.to_str().unwrap();
    let arguments = ["-q", "--nodes", "20000", "-j1", games, "-o", output];
    let mut first = crate::program::command(&arguments).spawn().unwrap();
    let journal = format!("{output}.journal");
    while fs::metadata(&journal).map_or(0, |data| data.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = annotate("", &[&arguments[..], &["--resume"]].concat());
    assert_eq!(second.status, 2, "{}", second.stderr);
    assert!(
        second.stderr.contains("another run is under way"),
        "{}",
        second.stderr
    );
    assert!(first.wait().unwrap().success());
    let whole = fs::read_to_string(output).unwrap();
    assert_eq!(whole.matches("[Event ").count(), 40);
}

/// A pipe can be read once only, also one that has a name.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_read_from_its_beginning() {
    let engine = fake_engine();
    let games = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let arguments = ["-q", "--engine", engine.to_str().unwrap()];
    let run = annotate(games, &[&arguments[..], &["/dev/stdin"]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.stdout, annotate(games, &arguments).stdout);
    assert_eq!(run.stdout.matches("[%eval").count(), 2);
}
