//! The formats for other programs: their structure and what they escape.

use std::fs;

use quick_junit::{Report, TestCaseStatus};
use serde_json::Value;

use crate::program::{Run, game, megabytes, pipe, validate, validate_in};

pub(crate) const FORMATS: [&str; 6] = ["text", "concise", "jsonl", "sarif", "github", "junit"];
const FAULTY: &str = "testdata/faulty.pgn";
const SAMPLE: &str = "testdata/sample.pgn";

fn formatted(format: &str, paths: &[&str]) -> Run {
    validate(&[&["--format", format], paths].concat())
}

/// The only run of a SARIF log, after a look at what the standard requires of every part.
pub(crate) fn sarif(run: &Run) -> Value {
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let [run] = &log["runs"].as_array().unwrap()[..] else {
        panic!("one run");
    };
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "chesstool");
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        for text in ["shortDescription", "fullDescription"] {
            assert!(!rule[text]["text"].as_str().unwrap().is_empty());
        }
        assert_level(&rule["defaultConfiguration"]["level"]);
        assert!(rule.get("helpUri").is_none());
    }
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert_level(&result["level"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].is_string());
        let region = &place["region"];
        for key in ["startLine", "startColumn"] {
            assert!(region[key].as_u64().unwrap() >= 1);
        }
        for key in ["byteOffset", "byteLength"] {
            assert!(region[key].is_u64());
        }
    }
    let invocations = run["invocations"].as_array().unwrap();
    assert!(invocations[0]["executionSuccessful"].is_boolean());
    run.clone()
}

fn assert_level(level: &Value) {
    let levels = ["none", "note", "warning", "error"];
    assert!(levels.contains(&level.as_str().unwrap()), "{level}");
}

/// What a file of `JUnit` says: name, number of failures, number of errors of each suite.
pub(crate) fn junit(run: &Run) -> Vec<(String, usize, usize)> {
    let report = Report::deserialize_from_str(&run.stdout).unwrap();
    let suites = report.test_suites.iter();
    suites
        .map(|suite| {
            assert_eq!((suite.tests, suite.test_cases.len()), (1, 1));
            assert_eq!(suite.name, suite.test_cases[0].name);
            (suite.name.to_string(), suite.failures, suite.errors)
        })
        .collect()
}

#[test]
fn concise_is_a_line_a_finding() {
    let run = formatted("concise", &[FAULTY]);
    let objects = formatted("jsonl", &[FAULTY]).findings();
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), objects.len());
    assert_eq!(
        lines[0],
        "testdata/faulty.pgn:10:20: error[illegal-move] the knight on c6 is pinned to the king on e8 \
         by the bishop on a4"
    );
}

#[test]
fn github_commands_name_file_line_and_rule() {
    let run = formatted("github", &[FAULTY]);
    let objects = formatted("jsonl", &[FAULTY]).findings();
    assert_eq!(run.stdout.lines().count(), objects.len());
    let expected =
        "::error file=testdata/faulty.pgn,line=10,col=20,title=illegal-move::the knight on c6 ";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let text = "[Event \"?\"]\n\n1. e4! e5 $999 0-1 {x} 1. d4\n";
    let levels = ["-W", "bad-nag", "--profile", "export", "--format", "github"];
    let run = pipe(text.as_bytes(), &levels);
    assert!(run.stdout.contains("::warning file=<stdin>,line=3,"));
    assert!(run.stdout.contains("::notice file=<stdin>,line=3,"));
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let run = formatted("sarif", &[FAULTY, SAMPLE]);
    assert_eq!(run.status, 1);
    let log = sarif(&run);
    let objects = formatted("jsonl", &[FAULTY, SAMPLE]).findings();
    let results = log["results"].as_array().unwrap();
    assert_eq!(results.len(), objects.len());
    for (result, object) in results.iter().zip(&objects) {
        assert_eq!(result["ruleId"], object["rule"]);
        assert_eq!(result["level"], object["level"]);
        assert_eq!(result["message"]["text"], object["message"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], object["file"]);
        let region = &place["region"];
        for (key, its) in [
            ("startLine", "line"),
            ("startColumn", "column"),
            ("byteOffset", "offset"),
            ("byteLength", "length"),
        ] {
            assert_eq!(region[key], object[its]);
        }
        for key in ["game", "ply", "fen", "law"] {
            assert_eq!(result["properties"][key], object[key], "{key}");
        }
    }
    let first = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(first["endColumn"], 24);
    assert_eq!(log["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn junit_has_a_case_a_file() {
    let run = formatted("junit", &[FAULTY, SAMPLE]);
    assert_eq!(run.status, 1);
    let expected = [(FAULTY.to_owned(), 1, 0), (SAMPLE.to_owned(), 0, 0)];
    assert_eq!(junit(&run), expected);
    let report = Report::deserialize_from_str(&run.stdout).unwrap();
    let case = &report.test_suites[0].test_cases[0];
    let TestCaseStatus::NonSuccess {
        message,
        description,
        ..
    } = &case.status
    else {
        panic!("a failure");
    };
    assert_eq!(message.as_ref().unwrap().as_str(), "15 errors");
    let description = description.as_ref().unwrap().as_str();
    assert_eq!(description.trim().lines().count(), 15);
    assert!(description.contains("error[illegal-move] testdata/faulty.pgn:10:20: the knight"));
}

#[test]
fn junit_holds_the_first_findings_of_a_file_only() {
    let run = pipe(&megabytes(), &["--format", "junit"]);
    assert_eq!(junit(&run), [("<stdin>".to_owned(), 1, 0)]);
    assert!(run.stdout.len() < 50_000);
    assert!(run.stdout.contains("\n… and "));
}

#[test]
fn names_and_messages_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a,b%c:d<&\"é.pgn";
    let name = if cfg!(windows) { "a,b%c&é.pgn" } else { name };
    fs::write(folder.path().join(name), game("1. e4 e5\u{1b}x *")).unwrap();
    let run = |format| validate_in(folder.path(), &["--format", format, name]);
    for format in FORMATS {
        let run = run(format);
        assert_eq!(run.status, 1, "{format}");
        let is_plain = |letter: char| letter == '\n' || !letter.is_control();
        assert!(run.stdout.chars().all(is_plain), "{format}: {}", run.stdout);
    }
    let concise = run("concise").stdout;
    assert!(concise.starts_with(&format!("{name}:4:")), "{concise}");
    assert_eq!(junit(&run("junit"))[0].0, name);
    if cfg!(unix) {
        let github = run("github").stdout;
        let expected = "file=a%2Cb%25c%3Ad<&\"é.pgn,line=4,";
        assert!(github.contains(expected), "{github}");
        let log = sarif(&run("sarif"));
        let place = &log["results"][0]["locations"][0]["physicalLocation"];
        let expected = "a%2Cb%25c%3Ad%3C%26%22%C3%A9.pgn";
        assert_eq!(place["artifactLocation"]["uri"], expected);
    }
}

#[test]
fn without_findings_the_structure_is_whole() {
    for input in ["", "[Event \"?\"]\n\n1. e4 *\n"] {
        for format in FORMATS {
            let run = pipe(input.as_bytes(), &["--format", format]);
            assert_eq!(run.status, 0, "{format}");
            match format {
                "sarif" => assert!(sarif(&run)["results"].as_array().unwrap().is_empty()),
                "junit" => assert_eq!(junit(&run), [("<stdin>".to_owned(), 0, 0)]),
                "jsonl" => assert_eq!(run.findings().len(), 0),
                _ => assert_eq!(run.stdout, "", "{format}"),
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_in_every_format() {
    let games = megabytes();
    for format in ["concise", "sarif", "github", "junit"] {
        let runs = ["1", "4"].map(|threads| pipe(&games, &["--format", format, "-j", threads]));
        assert!(runs[0].stdout == runs[1].stdout, "{format}");
        let runs = ["1", "4"].map(|threads| {
            let arguments = ["--format", format, "--max-findings", "7", "-j", threads];
            pipe(&games, &arguments)
        });
        assert!(runs[0].stdout == runs[1].stdout, "{format}, 7 findings");
        if format == "sarif" {
            assert_eq!(sarif(&runs[0])["results"].as_array().unwrap().len(), 7);
        }
    }
}

#[test]
fn only_text_ends_after_a_thousand_findings() {
    let games = format!("{}\n", game("1. e5 *")).repeat(1100);
    for (format, expected) in [("text", 1000), ("concise", 1100), ("github", 1100)] {
        let run = pipe(games.as_bytes(), &["--format", format]);
        let shown = run.stdout.matches("illegal-move").count();
        assert_eq!(shown, expected, "{format}");
    }
}
