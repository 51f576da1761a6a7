//! The exit status, as a table: what is read, how it comes, and in which format it is told.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::Value;

use crate::formats::{FORMATS, junit, sarif};
use crate::program::{Run, game, run, validate_in};

/// Games with their findings: how many, and the exit status.
const GAMES: [(&str, &str, usize, i32); 3] = [
    ("clean", "1. e4 e5 *", 0, 0),
    ("doubtful", "1. e4 e5 $999 *", 1, 0),
    ("faulty", "1. e5 *", 1, 1),
];

/// Inputs that cannot be read, whoever runs the tests.
const UNREADABLE: [&str; 6] = [
    "missing.pgn",
    "garbage.pgn.gz",
    "cut.pgn.zst",
    "garbage.pgn.bz2",
    "cut.pgn.zip",
    #[cfg(unix)]
    "nowhere.pgn",
    #[cfg(not(unix))]
    "missing.pgn",
];

/// A folder with everything that the table names.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut all = String::new();
    for (name, moves, ..) in GAMES {
        let text = game(moves);
        fs::write(path(&format!("{name}.pgn")), &text).unwrap();
        fs::create_dir_all(path(&format!("{name}/below"))).unwrap();
        fs::write(path(&format!("{name}/below/games.pgn")), &text).unwrap();
        fs::write(path(&format!("{name}/notes.txt")), "1. e5").unwrap();
        let packed = zstd::encode_all(text.as_bytes(), 1).unwrap();
        fs::write(path(&format!("{name}.pgn.zst")), packed).unwrap();
        all += &text;
    }
    fs::create_dir(path("empty")).unwrap();
    // The magic numbers, and nothing that could be unpacked.
    fs::write(path("garbage.pgn.gz"), b"\x1f\x8b\x08\x00garbage").unwrap();
    fs::write(path("garbage.pgn.bz2"), b"BZh91AY&SYgarbage").unwrap();
    // Cut off before the first game is whole.
    let packed = zstd::encode_all(all.as_bytes(), 1).unwrap();
    fs::write(path("cut.pgn.zst"), &packed[..12]).unwrap();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("a.pgn", options).unwrap();
    archive.write_all(all.as_bytes()).unwrap();
    let archive = archive.finish().unwrap().into_inner();
    fs::write(path("cut.pgn.zip"), &archive[..archive.len() / 2]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("no/such/file", path("nowhere.pgn")).unwrap();
    folder
}

/// A line of the table.
struct Case<'a> {
    format: &'a str,
    paths: &'a [&'a str],
    status: i32,
    findings: usize,
    unreadable: usize,
}

impl Case<'_> {
    /// Runs the program; the document is whole and holds what is expected.
    fn check(&self, folder: &Path, input: &[u8]) {
        let run = self.run(folder, &[], input);
        self.assert(&run, &run.stdout);
        assert_eq!(Case::told(&run), self.unreadable, "{self}:\n{}", run.stderr);

        // To a file goes the same, and nothing to standard output.
        let filed = self.run(folder, &["-o", "findings.out"], input);
        let written = fs::read_to_string(folder.join("findings.out")).unwrap();
        fs::remove_file(folder.join("findings.out")).unwrap();
        assert_eq!(
            (filed.status, &filed.stdout[..]),
            (self.status, ""),
            "{self}"
        );
        assert_eq!(
            without_seconds(&written),
            without_seconds(&run.stdout),
            "{self}"
        );

        // Quiet is about standard error, and errors are told all the same.
        let quiet = self.run(folder, &["--quiet"], input);
        assert_eq!(quiet.status, self.status, "{self}");
        assert_eq!(
            without_seconds(&quiet.stdout),
            without_seconds(&run.stdout),
            "{self}"
        );
        assert_eq!(
            Case::told(&quiet),
            self.unreadable,
            "{self}:\n{}",
            quiet.stderr
        );
        let lines = quiet.stderr.lines().count();
        assert_eq!(lines, self.unreadable, "{self}:\n{}", quiet.stderr);
    }

    fn run(&self, folder: &Path, options: &[&str], input: &[u8]) -> Run {
        let arguments = [&["--format", self.format], options, self.paths].concat();
        let mut command = crate::program::command(&arguments);
        run(command.current_dir(folder), input)
    }

    /// How many inputs standard error says cannot be read.
    fn told(run: &Run) -> usize {
        run.stderr.matches("error: cannot read ").count()
    }

    fn assert(&self, run: &Run, document: &str) {
        assert_eq!(run.status, self.status, "{self}:\n{}", run.stderr);
        let shown = match self.format {
            "text" => document.matches("--> ").count(),
            "concise" => document.lines().count(),
            "github" => document.lines().count() - self.unreadable,
            "jsonl" => {
                let summary = run.summary();
                let counted = ["errors", "warnings"].map(|key| summary[key].as_u64().unwrap());
                assert_eq!(counted.iter().sum::<u64>(), self.findings as u64, "{self}");
                run.findings().len()
            }
            "sarif" => {
                let log = sarif(run);
                let invocation = &log["invocations"][0];
                let whole = invocation["executionSuccessful"] == true;
                assert_eq!(whole, self.unreadable == 0, "{self}");
                let notes = invocation["toolExecutionNotifications"].as_array();
                assert_eq!(notes.unwrap().len(), self.unreadable, "{self}");
                log["results"].as_array().unwrap().len()
            }
            _ => {
                let suites = junit(run);
                let errors: usize = suites.iter().map(|(_, _, errors)| errors).sum();
                assert_eq!(errors, self.unreadable, "{self}");
                let failures: usize = suites.iter().map(|(_, failures, _)| failures).sum();
                let faulty = document.contains("error[illegal-move]");
                assert_eq!(failures, usize::from(faulty), "{self}");
                let rules =
                    ["illegal-move]", "bad-nag]"].map(|rule| document.matches(rule).count());
                rules.iter().sum()
            }
        };
        assert_eq!(shown, self.findings, "{self}:\n{document}");
    }
}

impl std::fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {:?}", self.format, self.paths)
    }
}

/// A document without what a run's duration changes.
fn without_seconds(document: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(mut object) if object["summary"].is_object() => {
            object["summary"]["seconds"] = Value::Null;
            object.to_string()
        }
        _ => line.to_owned(),
    };
    let lines: Vec<String> = document.lines().map(line).collect();
    lines.join("\n")
}

#[test]
fn by_what_was_found_however_it_comes() {
    let folder = folder();
    for format in FORMATS {
        for (name, moves, findings, status) in GAMES {
            let (file, packed) = (format!("{name}.pgn"), format!("{name}.pgn.zst"));
            let text = game(moves);
            for (paths, input) in [
                (&[file.as_str()][..], &b""[..]),
                (&[packed.as_str()], b""),
                (&[name], b""),
                (&["empty", name, "clean.pgn"], b""),
                (&["-"], text.as_bytes()),
                (&[], text.as_bytes()),
            ] {
                let case = Case {
                    format,
                    paths,
                    status,
                    findings,
                    unreadable: 0,
                };
                case.check(folder.path(), input);
            }
        }
    }
}

#[test]
fn two_for_what_cannot_be_read_and_the_rest_is_told() {
    let folder = folder();
    for format in FORMATS {
        for unreadable in UNREADABLE {
            let alone = Case {
                format,
                paths: &[unreadable],
                status: 2,
                findings: 0,
                unreadable: 1,
            };
            alone.check(folder.path(), b"");
        }
        for (unreadable, (name, _, findings, _)) in UNREADABLE.iter().zip(GAMES.iter().cycle()) {
            let case = Case {
                format,
                paths: &["clean.pgn", unreadable, name, "doubtful.pgn"],
                status: 2,
                findings: findings + 1,
                unreadable: 1,
            };
            case.check(folder.path(), b"");
        }
    }
}

#[test]
fn two_for_a_folder_in_which_something_cannot_be_read() {
    let folder = folder();
    fs::rename(
        folder.path().join("garbage.pgn.gz"),
        folder.path().join("faulty/broken.pgn.gz"),
    )
    .unwrap();
    for format in FORMATS {
        let case = Case {
            format,
            paths: &["faulty"],
            status: 2,
            findings: 1,
            unreadable: 1,
        };
        case.check(folder.path(), b"");
    }
    #[cfg(unix)]
    {
        let games = folder.path().join("clean/below");
        std::os::unix::fs::symlink("no/such/file", games.join("nowhere.pgn")).unwrap();
        // A folder that leads to itself, and a folder that bears a file's name.
        std::os::unix::fs::symlink("..", games.join("above")).unwrap();
        fs::create_dir(games.join("folder.pgn")).unwrap();
        for format in FORMATS {
            let case = Case {
                format,
                paths: &["clean", "doubtful"],
                status: 2,
                findings: 1,
                unreadable: 1,
            };
            case.check(folder.path(), b"");
        }
    }
}

#[test]
fn damaged_standard_input_is_unreadable_too() {
    let folder = folder();
    for format in FORMATS {
        for paths in [&["-"][..], &[]] {
            let case = Case {
                format,
                paths,
                status: 2,
                findings: 0,
                unreadable: 1,
            };
            case.check(folder.path(), b"\x1f\x8b\x08\x00garbage");
        }
    }
}

#[test]
fn counts_end_as_findings_do() {
    let folder = folder();
    for format in ["text", "jsonl"] {
        for (name, _, findings, status) in GAMES {
            let file = format!("{name}.pgn");
            for (paths, status) in [(&[file.as_str()][..], status), (&[&file, "missing.pgn"], 2)] {
                let arguments = [&["--statistics", "--format", format], paths].concat();
                let run = validate_in(folder.path(), &arguments);
                assert_eq!(run.status, status, "{arguments:?}");
                let rules = ["illegal-move", "bad-nag"].map(|rule| run.stdout.contains(rule));
                let shown = rules.iter().any(|shown| *shown);
                assert_eq!(shown, findings > 0, "{arguments:?}");
            }
        }
    }
}
