//! `chesstool explain`, and the page that it writes.

use std::process::Command;

use chesstool::finding::Family;
use chesstool::lint::rules;
use serde_json::Value;

use crate::program::{Run, run};

fn explain(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesstool"));
    command
        .arg("explain")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    run(&mut command, b"")
}

#[test]
fn every_rule_has_its_page() {
    for rule in rules::all() {
        let run = explain(&[rule.id]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", rule.id);
        for text in [
            rule.id,
            rule.summary,
            rule.why,
            rule.source,
            rule.level.name(),
        ] {
            assert!(run.stdout.contains(text), "{}: {text}", rule.id);
        }
        let examples = rule.family != Family::Internal;
        assert_eq!(run.stdout.contains("\nbad:\n"), examples, "{}", rule.id);
        assert_eq!(run.stdout.contains("\ngood:\n"), examples, "{}", rule.id);
        let is_plain = |letter: char| letter == '\n' || !letter.is_control();
        assert!(run.stdout.chars().all(is_plain), "{}", rule.id);
        assert!(run.stdout.len() < 10_000, "{}", rule.id);
    }
}

#[test]
fn tables_of_a_family_and_of_all() {
    let all = explain(&[]);
    assert_eq!(all.stdout.lines().count(), 1 + rules::all().count());
    assert!(all.stdout.starts_with("rule "));
    let moves = rules::all().filter(|rule| rule.family == Family::Moves);
    let table = explain(&["moves"]);
    assert_eq!(table.stdout.lines().count(), 1 + moves.count());
    assert!(table.stdout.contains("\nillegal-move "));
    assert!(!table.stdout.contains("\nbad-fen "));
}

#[test]
fn an_object_a_rule() {
    let run = explain(&["--format", "jsonl"]);
    let parse = |line| serde_json::from_str(line).unwrap();
    let objects: Vec<Value> = run.stdout.lines().map(parse).collect();
    assert_eq!(objects.len(), rules::all().count());
    let one = explain(&["illegal-move", "--format", "jsonl"]);
    let object: Value = serde_json::from_str(&one.stdout).unwrap();
    assert!(objects.contains(&object));
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 10);
    assert_eq!(object["rule"], "illegal-move");
    assert_eq!(object["family"], "moves");
    assert_eq!(object["level"], "error");
    assert_eq!(object["also"], serde_json::json!([]));
    let bad = std::fs::read_to_string("testdata/lint/illegal-move/bad.pgn").unwrap();
    assert_eq!(object["bad"], bad);
}

#[test]
fn unknown_names_exit_2_with_the_nearest() {
    for (name, message) in [
        ("ilegal-move", "`ilegal-move`; did you mean `illegal-move`?"),
        ("move", "`move`; did you mean `moves`"),
        ("no-such-thing-at-all", "`no-such-thing-at-all`\n"),
    ] {
        let run = explain(&[name]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        let expected = format!("error: no rule or family is called {message}");
        assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    }
}

#[test]
fn the_page_of_the_rules_is_that_of_the_registry() {
    let page = std::fs::read_to_string("docs/rules.md").unwrap();
    let written = explain(&["--format", "markdown"]).stdout;
    assert!(
        page.replace("\r\n", "\n") == written,
        "write it anew: chesstool explain --format markdown > docs/rules.md"
    );
    for rule in rules::all() {
        assert_eq!(page.matches(&format!("\n| `{}` | ", rule.id)).count(), 1);
    }
}
