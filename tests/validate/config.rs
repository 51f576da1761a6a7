//! `chesstool.toml`: where it is found, what it says, and what wins over it.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{Run, command, game, run, validate_in};

/// A folder with faulty games in a folder below it, and a file of settings beside them.
fn folder(settings: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games/inner");
    fs::create_dir_all(&games).unwrap();
    // Whatever lies above the temporary folder counts for nothing.
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(games.join("a.pgn"), game("1. e4! e5 $999 2. Ke4 *")).unwrap();
    write(folder.path(), "games/chesstool.toml", settings);
    folder
}

fn write(folder: &Path, name: &str, settings: &str) {
    fs::write(folder.join(name), settings).unwrap();
}

const GAMES: &str = "games/inner/a.pgn";

/// The rules that are found, with their levels.
fn found(run: &Run) -> String {
    let findings = run.findings().into_iter();
    let shown: Vec<String> = findings
        .map(|finding| {
            let [rule, level] =
                ["rule", "level"].map(|key| finding[key].as_str().unwrap().to_owned());
            format!("{rule}:{level}")
        })
        .collect();
    shown.join(" ")
}

#[test]
fn settings_beside_the_input_or_above_it() {
    let folder = folder("format = \"jsonl\"\nallow = [\"moves\"]\nwarn = [\"illegal-move\"]\n");
    for input in [GAMES, "games/inner", "games"] {
        let run = validate_in(folder.path(), &[input]);
        assert_eq!(
            (run.status, found(&run).as_str()),
            (0, "illegal-move:warning")
        );
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let without = ["--no-config", "--format", "jsonl", GAMES];
    let run = validate_in(folder.path(), &without);
    assert_eq!(found(&run), "bad-nag:warning illegal-move:error");
    assert_eq!(run.status, 1);
    // The nearest file holds, the others do not.
    write(
        folder.path(),
        "games/inner/chesstool.toml",
        "format = \"concise\"\n",
    );
    let run = validate_in(folder.path(), &[GAMES]);
    assert!(
        run.stdout.contains(": error[illegal-move] "),
        "{}",
        run.stdout
    );
}

#[test]
fn a_folder_with_git_is_the_last() {
    let folder = folder("allow = [\"all\"]\n");
    assert_eq!(validate_in(folder.path(), &[GAMES]).status, 0);
    fs::create_dir(folder.path().join("games/inner/.git")).unwrap();
    assert_eq!(validate_in(folder.path(), &[GAMES]).status, 1);
    // Its own file counts.
    write(
        folder.path(),
        "games/inner/chesstool.toml",
        "allow = [\"all\"]\n",
    );
    assert_eq!(validate_in(folder.path(), &[GAMES]).status, 0);
}

#[test]
fn standard_input_belongs_to_the_folder_of_the_run() {
    let folder = folder("allow = [\"all\"]\n");
    let games = fs::read(folder.path().join(GAMES)).unwrap();
    for (inner, status) in [("games", 0), ("", 1)] {
        let mut command = command(&[]);
        command.current_dir(folder.path().join(inner));
        assert_eq!(run(&mut command, &games).status, status, "{inner}");
    }
}

#[test]
fn a_file_that_is_named() {
    let folder = folder("this is no settings file");
    write(
        folder.path(),
        "other.toml",
        "deny = [\"bad-nag\"]\nformat = \"jsonl\"\n",
    );
    let run = validate_in(folder.path(), &["--config", "other.toml", GAMES]);
    assert_eq!(found(&run), "bad-nag:error illegal-move:error");
    let run = validate_in(folder.path(), &["--config", "missing.toml", GAMES]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: cannot read missing.toml: "));
    let run = validate_in(
        folder.path(),
        &["--config", "other.toml", "--no-config", GAMES],
    );
    assert_eq!(run.status, 2);
}

#[test]
fn the_command_line_wins() {
    let folder = folder(
        "profile = \"export\"\nformat = \"concise\"\nmax-findings = 1\nencoding = \"utf-8\"\n\
         standard = \"1994\"\nallow = [\"bad-nag\", \"tags\"]\ndeny = [\"illegal-move\", \"move-suffix\"]\n",
    );
    let run = validate_in(folder.path(), &[GAMES]);
    assert_eq!(run.stdout.lines().count(), 1);
    assert!(run.stdout.contains("error[move-suffix]"), "{}", run.stdout);
    let wins = [
        "--format",
        "jsonl",
        "--max-findings",
        "99",
        "--profile",
        "import",
    ];
    let more = [
        "-A",
        "moves",
        "-W",
        "bad-nag",
        "--encoding",
        "latin1",
        GAMES,
    ];
    let run = validate_in(folder.path(), &[&wins[..], &more[..]].concat());
    assert_eq!((run.status, found(&run).as_str()), (0, "bad-nag:warning"));
}

#[test]
fn mistakes_exit_2_and_name_the_line() {
    let folder = folder("");
    for (settings, line, message) in [
        (
            "\ncolour = 1\n",
            2,
            "unknown field `colour`, expected one of ",
        ),
        (
            "format = \"xml\"\n",
            1,
            "format is `xml`, expected one of text, jsonl, ",
        ),
        (
            "\n\nprofile = \"strict\"",
            3,
            "profile is `strict`, expected one of import, ",
        ),
        (
            "encoding = \"ebcdic\"",
            1,
            "encoding is `ebcdic`, expected one of utf-8, ",
        ),
        (
            "standard = \"2\"",
            1,
            "standard is `2`, expected one of 1994, 1.1",
        ),
        (
            "#\nmax-findings = -1",
            2,
            "invalid value: integer `-1`, expected u64",
        ),
        (
            "deny = \"moves\"",
            1,
            "invalid type: string \"moves\", expected a sequence",
        ),
        (
            "deny = [\n\"moves\",\n\"ilegal-move\"]",
            3,
            "no rule or family is called `ilegal-move`; did you mean `illegal-move`?",
        ),
        (
            "allow = [\"internal\"]",
            1,
            "no rule or family is called `internal`",
        ),
        ("format = \n", 1, ""),
    ] {
        write(folder.path(), "games/chesstool.toml", settings);
        let run = validate_in(folder.path(), &[GAMES]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{settings}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        let expected = format!("chesstool.toml:{line}: {message}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
    }
    fs::write(folder.path().join("games/chesstool.toml"), b"\xff").unwrap();
    let run = validate_in(folder.path(), &[GAMES]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("error: cannot read "));
}

#[test]
fn the_format_of_the_file_does_not_refuse_what_the_command_line_asks_for() {
    for format in ["sarif", "junit", "github"] {
        let folder = folder(&format!("format = \"{format}\""));
        for option in ["--statistics", "--board"] {
            let run = validate_in(folder.path(), &[option, GAMES]);
            assert_eq!(run.status, 1, "{format} {option}: {}", run.stderr);
            assert!(run.stdout.contains("illegal-move"), "{}", run.stdout);
        }
    }
}

#[test]
fn a_folder_in_place_of_the_file_is_told() {
    let folder = folder("");
    let inner = folder.path().join("games/inner/chesstool.toml");
    fs::create_dir(inner).unwrap();
    let run = validate_in(folder.path(), &[GAMES]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("chesstool.toml"), "{}", run.stderr);
}
