//! Every rule: `testdata/lint/<rule>/bad.pgn` has findings of this rule only, `ok.pgn` has none at all.

use std::collections::BTreeSet;
use std::path::Path;

use chesstool::finding::Family;
use chesstool::lint::rules;

use crate::program::{Run, validate_in};

const FOLDER: &str = "testdata/lint";

/// The rules that a file can break; the tool's own faults cannot be had on demand.
fn ids() -> BTreeSet<String> {
    rules::all()
        .filter(|rule| rule.family != Family::Internal)
        .map(|rule| rule.id.to_owned())
        .collect()
}

fn check(rule: &str, file: &str) -> Run {
    let mut arguments = vec!["--format", "jsonl", "--profile", "export", file];
    match rule {
        "invalid-encoding" => arguments.extend(["--encoding", "utf-8"]),
        "fen-without-setup" => arguments.extend(["--standard", "1994"]),
        "duplicate-game" => arguments.push("--duplicates"),
        "collation-order" => arguments.push("--collation"),
        "eco-mismatch" => arguments.push("--openings"),
        _ => {}
    }
    validate_in(&Path::new(FOLDER).join(rule), &arguments)
}

#[test]
fn registry_and_folders_agree() {
    let folders: BTreeSet<String> = std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(folders, ids());
}

#[test]
fn bad_files_have_findings_of_their_rule_only() {
    for rule in ids() {
        let run = check(&rule, "bad.pgn");
        let found: BTreeSet<String> = run.rules().into_iter().collect();
        assert_eq!(found, BTreeSet::from([rule.clone()]));
        let lines: Vec<&str> = run.stdout.lines().collect();
        let findings = lines[..lines.len() - 1].join("\n");
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(rule, findings);
        });
    }
}

#[test]
fn ok_files_have_no_finding() {
    for rule in ids() {
        let run = check(&rule, "ok.pgn");
        assert!(run.findings().is_empty(), "{rule}: {}", run.stdout);
        assert_eq!(run.status, 0, "{rule}");
    }
}

#[test]
fn the_exit_status_follows_the_level() {
    for rule in rules::all().filter(|rule| rule.family != Family::Internal) {
        let run = check(rule.id, "bad.pgn");
        let is_error = |finding: &serde_json::Value| finding["level"] == "error";
        let expected = i32::from(run.findings().iter().any(is_error));
        assert_eq!(run.status, expected, "{}", rule.id);
        let levels = run.findings();
        let usual = levels
            .iter()
            .any(|found| found["level"] == rule.level.name());
        assert!(usual, "{}: no finding at the rule's own level", rule.id);
        for found in &levels {
            let declared = rule.levels().any(|level| found["level"] == level.name());
            assert!(declared, "{}: {}", rule.id, found["level"]);
        }
    }
}
