//! The second opinion: another chess library plays every game as well, and never disagrees.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chesstool::finding::Family;
use chesstool::lint::block::Context;
use chesstool::lint::{Options, check_block};

fn pgn_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pgn_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "pgn") {
            found.push(path);
        }
    }
}

#[test]
fn nobody_disagrees_about_the_test_games() {
    let options = Options {
        cross_check: true,
        ..Options::default()
    };
    let mut files = Vec::new();
    pgn_files(Path::new("testdata"), &mut files);
    let mut games = 0;
    for file in files {
        let text = fs::read(&file).unwrap();
        let report = check_block(&text, Context::default(), &options);
        games += report.games;
        for finding in report.findings {
            let internal = finding.rule.family == Family::Internal;
            assert!(!internal, "{}: {}", file.display(), finding.message);
        }
    }
    assert!(games > 150, "{games}");
}

#[test]
#[ignore = "needs the corpora and minutes; run it with --ignored"]
fn nobody_disagrees_about_the_corpora() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora/bulk");
    if !folder.is_dir() {
        println!("skipped: there is no folder ../shared/corpora/bulk");
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesstool"));
    // The rules about the tool itself cannot be switched off.
    command.args([
        "validate",
        "--cross-check",
        "--format",
        "jsonl",
        "-A",
        "all",
    ]);
    let output = command.arg(&folder).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    println!("{}", String::from_utf8_lossy(&output.stderr));
    let (findings, summary) = stdout.trim_end().rsplit_once('\n').unwrap_or(("", &stdout));
    assert_eq!(findings, "");
    let summary: serde_json::Value = serde_json::from_str(summary).unwrap();
    assert!(summary["summary"]["games"].as_u64().unwrap() > 10_000);
    assert_eq!(output.status.code(), Some(0));
}
