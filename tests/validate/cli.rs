//! Options, exit status, and what goes where.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{command, game, pipe, validate, validate_in};

const SAMPLE: &str = "testdata/sample.pgn";
const FAULTY: &str = "testdata/faulty.pgn";

#[test]
fn good_games_exit_0_with_a_summary_on_stderr_only() {
    let run = pipe(game("1. e4 e5 *").as_bytes(), &[]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    let expected = "1 file, 1 game, 2 plies: 0 errors, 0 warnings, 0 notes in ";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    assert!(run.stderr.ends_with(" MB/s\n"));
    assert_eq!(run.stderr.lines().count(), 1);
}

#[test]
fn warnings_exit_0() {
    let run = validate(&[SAMPLE]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.starts_with("warning[wrong-check-mark]: "));
    assert!(run.stderr.contains(": 0 errors, 5 warnings, 0 notes in "));
}

#[test]
fn faulty_games_exit_1_with_findings_on_stdout_only() {
    let run = validate(&[FAULTY]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.starts_with("error[illegal-move]: "));
    assert!(run.stdout.contains("testdata/faulty.pgn:10:20"));
    assert!(!run.stdout.contains(" MB/s"));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("1 file, 15 games, "));
}

#[test]
fn a_missing_file_exits_2_and_the_others_are_checked() {
    let alone = validate(&["missing.pgn"]);
    assert_eq!((alone.status, alone.stdout.as_str()), (2, ""));
    assert!(alone.stderr.starts_with("error: cannot read missing.pgn: "));
    let among = validate(&[SAMPLE, "missing.pgn", FAULTY]);
    assert_eq!(among.status, 2);
    assert_eq!(among.stdout, validate(&[SAMPLE, FAULTY]).stdout);
    assert!(among.stderr.contains("error: cannot read missing.pgn: "));
    assert!(among.stderr.contains("\n2 files, "), "{}", among.stderr);
}

#[test]
fn usage_errors_exit_2() {
    for arguments in [
        &["--no-such-option"][..],
        &["--threads", "0", SAMPLE],
        &["--format", "xml", SAMPLE],
        &["-D", "no-such-rule", SAMPLE],
        &["-A", "internal", SAMPLE],
    ] {
        let run = validate(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
    let run = validate(&["-D", "no-such-rule", SAMPLE]);
    let expected = "error: no rule or family is called `no-such-rule`\n";
    assert_eq!(run.stderr, expected);
}

#[test]
fn nothing_to_read_is_no_failure() {
    for text in ["", "\n", " \t\r\n\n", "\u{feff}"] {
        let run = pipe(text.as_bytes(), &["-A", "utf8-bom"]);
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{text:?}");
        assert!(run.stderr.starts_with("1 file, 0 games, 0 plies: 0 errors"));
    }
}

#[test]
fn folders_are_read_sorted_and_pgn_only() {
    let folder = tempfile::tempdir().unwrap();
    let bad = game("1. e5 *");
    let inner = folder.path().join("b");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("c.pgn"), &bad).unwrap();
    fs::write(inner.join("z.PGN"), &bad).unwrap();
    fs::write(folder.path().join("a.pgn"), &bad).unwrap();
    let packed = zstd::encode_all(bad.as_bytes(), 1).unwrap();
    fs::write(inner.join("y.pgn.zst"), packed).unwrap();
    for other in ["d.txt", "pgn", "e.zst", "f.pgn.bak"] {
        fs::write(folder.path().join(other), &bad).unwrap();
    }
    let run = validate_in(folder.path(), &["--format", "jsonl", "."]);
    let files: Vec<String> = run.findings().iter().map(file).collect();
    assert_eq!(files, ["./a.pgn", "./b/y.pgn.zst", "./b/z.PGN", "./c.pgn"]);
    assert_eq!(run.summary()["files"], 4);
}

fn file(finding: &Value) -> String {
    let name = finding["file"].as_str().unwrap();
    name.replace(std::path::MAIN_SEPARATOR, "/")
}

#[test]
fn standard_input_by_name_and_by_default() {
    let bad = game("1. e5 *");
    for arguments in [&["--format", "jsonl"][..], &["--format", "jsonl", "-"]] {
        let run = pipe(bad.as_bytes(), arguments);
        assert_eq!(run.status, 1);
        assert_eq!(file(&run.findings()[0]), "<stdin>");
    }
    let both = pipe(bad.as_bytes(), &["--format", "jsonl", FAULTY, "-"]);
    assert_eq!(both.summary()["files"], 2);
    assert_eq!(file(&both.findings()[0]), FAULTY);
    assert_eq!(file(both.findings().last().unwrap()), "<stdin>");
}

#[test]
fn quiet_silences_the_summary_only() {
    let run = validate(&["-q", FAULTY]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    assert_eq!(run.stdout, validate(&[FAULTY]).stdout);
    let missing = validate(&["-q", "missing.pgn"]);
    assert_eq!(missing.stderr.lines().count(), 1);
}

#[test]
fn max_findings_limits_what_is_shown_not_what_is_counted() {
    let all = validate(&["--format", "jsonl", FAULTY]);
    let some = validate(&["--format", "jsonl", "--max-findings", "3", FAULTY]);
    assert_eq!(some.findings(), all.findings()[..3]);
    assert_eq!(some.summary(), all.summary());
    assert_eq!(some.status, 1);
    let text = validate(&["--max-findings", "0", FAULTY]);
    assert_eq!((text.status, text.stdout.as_str()), (1, ""));
    let note = "note: 0 findings are shown; all are counted (--max-findings)\n";
    assert!(text.stderr.starts_with(note), "{}", text.stderr);
    assert!(text.stderr.contains(": 15 errors, "), "{}", text.stderr);
    let enough = validate(&["--max-findings", "15", FAULTY]);
    assert!(!enough.stderr.contains("note: "), "{}", enough.stderr);
}

#[test]
fn output_goes_to_a_file_that_appears_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("findings.txt");
    fs::write(&path, "what was there before").unwrap();
    let run = validate(&["-o", path.to_str().unwrap(), FAULTY]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        validate(&[FAULTY]).stdout
    );
    assert_eq!(names(folder.path()), ["findings.txt"]);
    let nowhere = folder.path().join("no-such-folder").join("x");
    let run = validate(&["-o", nowhere.to_str().unwrap(), FAULTY]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let message = format!("error: cannot write {}: ", nowhere.display());
    assert!(run.stderr.starts_with(&message), "{}", run.stderr);
    assert_eq!(names(folder.path()), ["findings.txt"]);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn levels_of_rules_families_and_all() {
    let text = game("1. e4 e5} 2. Ke4 $999 *");
    let levels = |options: &[&str]| {
        let run = pipe(text.as_bytes(), &[options, &["--format", "jsonl"]].concat());
        let shown: Vec<String> = run.findings().iter().map(rule_and_level).collect();
        (run.status, shown.join(" "))
    };
    for (options, status, shown) in [
        (
            &[][..],
            1,
            "stray-brace:error illegal-move:error bad-nag:warning",
        ),
        (&["-A", "all"], 0, ""),
        (&["-A", "moves"], 1, "stray-brace:error"),
        (
            &["-A", "moves", "-W", "stray-brace"],
            0,
            "stray-brace:warning",
        ),
        (
            &["-W", "all"],
            0,
            "stray-brace:warning illegal-move:warning bad-nag:warning",
        ),
        (&["-A", "all", "-D", "bad-nag"], 1, "bad-nag:error"),
        // The rule stands against its family, whatever comes first.
        (
            &["-W", "illegal-move", "-A", "moves", "-A", "syntax"],
            0,
            "illegal-move:warning",
        ),
        // Of two options for one rule the stricter one stands.
        (
            &[
                "-D",
                "bad-nag",
                "-A",
                "bad-nag",
                "-A",
                "syntax",
                "-A",
                "illegal-move",
            ],
            1,
            "bad-nag:error",
        ),
    ] {
        let expected = (status, shown.to_owned());
        let style = ["-A", "missing-move-number", "-A", "missing-tag"];
        let without_style = levels(&[options, &style].concat());
        assert_eq!(without_style, expected, "{options:?}");
    }
}

fn rule_and_level(finding: &Value) -> String {
    let [rule, level] = ["rule", "level"].map(|key| finding[key].as_str().unwrap());
    format!("{rule}:{level}")
}

#[test]
fn profiles() {
    let text = game("1. e4! e5} 2. Ke4 *");
    let rules = |profile| {
        let arguments = ["--format", "jsonl", "--profile", profile];
        pipe(text.as_bytes(), &arguments).rules().join(" ")
    };
    assert_eq!(rules("import"), "stray-brace illegal-move");
    assert_eq!(rules("laws"), "illegal-move");
    let style = rules("export").replace("missing-tag ", "");
    assert_eq!(style, "move-suffix stray-brace illegal-move");
}

#[test]
fn a_forced_encoding_must_fit() {
    let latin = b"[Event \"Caf\xe9\"]\n[Site \"\xe9\xe9\"]\n\n1. e4 *\n";
    let arguments = ["--format", "jsonl", "--encoding", "utf-8"];
    let run = pipe(latin, &arguments);
    let finding = &run.findings()[0];
    assert_eq!((run.status, run.rules().len()), (1, 1));
    assert_eq!(finding["rule"], "invalid-encoding");
    assert_eq!(finding["message"], "the byte 0xe9 is not UTF-8");
    assert_eq!([&finding["line"], &finding["column"]], [1, 12]);
    assert_eq!([&finding["offset"], &finding["length"]], [11, 1]);
    for name in ["windows-1252", "latin1", "iso-8859-1"] {
        assert_eq!(pipe(latin, &["--encoding", name]).status, 0, "{name}");
    }
    assert_eq!(pipe(latin, &[]).status, 0, "detected");
    let unassigned = b"[Event \"\x81\"]\n\n1. e4 *\n";
    let run = pipe(unassigned, &["--encoding", "latin1"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("the byte 0x81 is not Windows-1252"));
}

#[test]
fn colours_when_asked_for() {
    for (when, coloured) in [("always", true), ("never", false), ("auto", false)] {
        let run = validate(&["--color", when, FAULTY]);
        assert_eq!(run.stdout.contains("\x1b["), coloured, "{when}");
    }
}

#[test]
fn a_terminal_is_not_driven_by_what_is_in_a_file() {
    let text =
        "[Event \"\x1b[2J\u{9b}31m\u{202e}\"]\n[White \"\x1b]0;x\x07\"]\n\n1. \x1b[2J Ke9 *\n";
    let run = pipe(text.as_bytes(), &["--color", "never"]);
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    assert!(!run.stdout.contains(is_control), "{:?}", run.stdout);
    assert!(!run.stdout.contains('\u{202e}'), "{:?}", run.stdout);
}

#[test]
fn help_and_version_exit_0() {
    for (option, part) in [("--help", "Exit status: "), ("-h", "--max-findings")] {
        let output = command(&[option]).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains(part));
        assert!(output.stderr.is_empty());
    }
    let mut version = assert_cmd::Command::new(env!("CARGO_BIN_EXE_chesstool"));
    let expected = format!("chesstool {}\n", env!("CARGO_PKG_VERSION"));
    version.arg("--version").assert().success().stdout(expected);
    let mut nothing = assert_cmd::Command::new(env!("CARGO_BIN_EXE_chesstool"));
    nothing.assert().code(2).stdout("");
}
