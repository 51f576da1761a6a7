//! `--split`: games that go into several files.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use crate::generated;
use crate::program::{Run, command, convert};

/// The files of a folder by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    };
    entries.map(read).collect()
}

fn split(text: &str, folder: &Path, arguments: &[&str]) -> Run {
    let out = folder.to_str().unwrap();
    convert(text, &[arguments, &["-o", out]].concat())
}

fn good(text: &str, folder: &Path, arguments: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let run = split(text, folder, arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    files(folder)
}

#[test]
fn so_many_games_a_file() {
    let text = generated::games(25, 41).concat();
    let folder = tempfile::tempdir().unwrap();
    for format in [
        "pgn", "csv", "jsonl", "tsv", "fen", "epd", "uci", "san", "lan", "parquet",
    ] {
        let out = folder.path().join("new").join(format);
        let found = good(&text, &out, &["--to", format, "--split", "games:10"]);
        let names: Vec<&String> = found.keys().collect();
        let expected = [1, 2, 3].map(|number| format!("games-{number:06}.{format}"));
        assert_eq!(names, expected.iter().collect::<Vec<_>>());
        // Each is what a run of its own would write; the numbers of the games count through.
        for (index, bytes) in found.values().enumerate() {
            let part = folder.path().join(format!("part.{format}"));
            let skip = (10 * index).to_string();
            let run = convert(
                &text,
                &[
                    "--skip",
                    &skip,
                    "--limit",
                    "10",
                    "-o",
                    part.to_str().unwrap(),
                ],
            );
            assert_eq!(run.status, 0, "{}", run.stderr);
            assert!(*bytes == fs::read(part).unwrap(), "{format} {index}");
        }
    }
    let run = split(
        &text,
        &folder.path().join("again"),
        &["--to", "uci", "--split", "games:10"],
    );
    assert!(
        run.stderr.contains("25 games written into 3 files"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_file_for_each_value() {
    let text = generated::games(300, 42).concat();
    let folder = tempfile::tempdir().unwrap();
    let csv = [
        "--to",
        "csv",
        "--columns",
        "game,tag:Event",
        "--split",
        "tag:Event",
    ];
    let found = good(&text, folder.path(), &csv);
    let rows = convert(
        &text,
        &["--to", "csv", "--columns", "game,tag:Event", "--no-header"],
    )
    .stdout;
    let mut values: Vec<&str> = Vec::new();
    for row in rows.lines() {
        let value = row.split_once(',').unwrap().1;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let mut taken = HashSet::new();
    assert_eq!(found.len(), values.len());
    for value in values {
        let stem = if value.is_empty() { "_unknown" } else { value };
        let first = taken.insert(stem.to_lowercase());
        let name = format!("{stem}{}.csv", if first { "" } else { "~2" });
        let of_value = |row: &&str| row.split_once(',').unwrap().1 == value;
        let rows: String = rows
            .lines()
            .filter(of_value)
            .map(|row| format!("{row}\n"))
            .collect::<Vec<_>>()
            .concat();
        let text = String::from_utf8(found[&name].clone()).unwrap();
        assert_eq!(text, format!("game,tag:Event\n{rows}"));
    }
    let other = folder.path().join("eco");
    let eco = good(&text, &other, &["--to", "uci", "--split", "eco", "-j", "2"]);
    let names: Vec<&str> = eco.keys().map(String::as_str).collect();
    assert_eq!(names, ["A00.uci", "B9.uci", "B90.uci", "_unknown.uci"]);
}

#[test]
fn more_files_than_may_be_open() {
    let text: String = (0..2_000)
        .map(|number| {
            format!(
                "[White \"{}\"]\n[Black \"{number}\"]\n\n*\n\n",
                number * 7 % 200
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--to",
        "tsv",
        "--columns",
        "white,black",
        "--split",
        "tag:White",
    ];
    let found = good(&text, folder.path(), &arguments);
    assert_eq!(found.len(), 200);
    for (name, bytes) in &found {
        let white: u32 = name.strip_suffix(".tsv").unwrap().parse().unwrap();
        let rows = (0..2_000).filter(|number| number * 7 % 200 == white);
        let expected: String = rows
            .map(|number| format!("{white}\t{number}\n"))
            .collect::<Vec<_>>()
            .concat();
        assert_eq!(
            String::from_utf8_lossy(bytes),
            format!("white\tblack\n{expected}")
        );
    }
}

#[test]
fn names_stay_in_the_folder() {
    let text: String = [
        "../../up",
        "/etc/passwd",
        "con",
        ".hidden",
        "a\tb",
        "",
        &"x".repeat(4_000),
    ]
    .iter()
    .map(|name| format!("[White \"{name}\"]\n\n*\n\n"))
    .collect::<Vec<_>>()
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let found = good(&text, &out, &["--to", "pgn", "--split", "tag:White"]);
    assert_eq!(found.len(), 7, "{:?}", found.keys());
    assert_eq!(files_in(folder.path()), ["out"]);
    for name in [
        "_._.._up.pgn",
        "_etc_passwd.pgn",
        "_con.pgn",
        "_hidden.pgn",
        "_unknown.pgn",
    ] {
        assert!(found.contains_key(name), "{name}: {:?}", found.keys());
    }
}

fn files_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

#[test]
fn files_take_their_names_at_the_end_of_a_good_run() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("games-000001.uci");
    fs::write(&old, "old").unwrap();
    let arguments = ["--to", "uci", "--split", "games:1"];
    let text = "1. e4 *\n\n1. d4 *\n\n1. e5 *\n";
    for (more, status) in [
        (&["--on-error", "stop"][..], 1),
        (&["-", "no-such-file.pgn"], 2),
    ] {
        let run = split(text, folder.path(), &[&arguments[..], more].concat());
        assert_eq!(run.status, status, "{}", run.stderr);
        assert_eq!(files_in(folder.path()), ["games-000001.uci"]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        let new = folder.path().join("new");
        let run = split(text, &new, &[&arguments[..], more].concat());
        assert_eq!(run.status, status, "{}", run.stderr);
        assert!(!new.exists(), "the folder was made for nothing");
    }
    let run = split(text, folder.path(), &arguments);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let found = files(folder.path());
    assert_eq!(found.len(), 2);
    assert_eq!(found["games-000001.uci"], b"e2e4\n");
    assert_eq!(found["games-000002.uci"], b"d2d4\n");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "1. e4 *\n").unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, below, new) = (path("file"), path("file/below"), path("new"));
    for (arguments, told) in [
        (
            &["--to", "pgn", "--split", "games:2"][..],
            "--split needs a folder",
        ),
        (
            &["--to", "pgn", "--split", "games:2", "-o", &file],
            "it is a file",
        ),
        (
            &["--to", "pgn", "--split", "games:2", "-o", &below],
            "cannot write",
        ),
        (&["--split", "games:2", "-o", &new], "say --to FORMAT"),
        (
            &["--to", "parquet", "--split", "eco", "-o", &new],
            "not for parquet",
        ),
        (
            &["--to", "pgn", "--split", "games:0", "-o", &new],
            "games:N",
        ),
        (&["--to", "pgn", "--split", "white", "-o", &new], "tag:Name"),
    ] {
        let run = convert("1. e4 *\n", arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(told), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "1. e4 *\n");
    // An input is not overwritten, nor is a folder.
    let input = path("games-000001.pgn");
    fs::write(&input, "1. e4 *\n").unwrap();
    let run = split(
        "",
        folder.path(),
        &[&input, "--to", "pgn", "--split", "games:2"],
    );
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("one of the inputs"), "{}", run.stderr);
    fs::remove_file(&input).unwrap();
    fs::create_dir(&input).unwrap();
    let run = split(
        "1. e4 *\n",
        folder.path(),
        &["--to", "pgn", "--split", "games:2"],
    );
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("it is a folder"), "{}", run.stderr);
    assert!(
        !files_in(folder.path())
            .iter()
            .any(|name| name.contains("chesstool"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_told() {
    // No file can be made there, not even by the superuser.
    let run = convert(
        "1. e4 *\n",
        &["--to", "pgn", "--split", "games:2", "-o", "/proc/self"],
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("cannot write /proc/self"),
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let name = out.to_str().unwrap();
    let mut command = command(&["--to", "pgn", "--split", "games:2", "-o", name]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(generated::games(10, 43).concat().as_bytes())
        .unwrap();
    while !out.exists() || files_in(&out).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    std::thread::sleep(std::time::Duration::from_millis(200));
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!out.exists());
}

#[test]
fn all_at_once() {
    let text = generated::games(800, 44).concat();
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--to",
        "fen",
        "--dedupe",
        "--sample",
        "200",
        "--sort",
        "collation",
        "--unique",
        "--limit",
        "90",
        "--split",
        "tag:White",
    ];
    let one = good(
        &text,
        &folder.path().join("one"),
        &[&arguments[..], &["-j", "1"]].concat(),
    );
    let tiny = ["-j", "2", "--memory", "64K"];
    let two = good(
        &text,
        &folder.path().join("two"),
        &[&arguments[..], &tiny].concat(),
    );
    assert!(one == two);
    assert_eq!(one.len(), 4);
}
