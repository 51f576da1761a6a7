//! Long: the lists of positions beside the project, with times, next to another solver.

use std::path::PathBuf;
use std::time::Instant;

use chesstool::chess::{CastlingMode, Position};

use crate::{Case, judge};

fn read(name: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpora/deadpos")
        .join(name);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    let file = std::fs::read(&path).unwrap();
    let packed = path.extension().is_some_and(|ending| ending == "zst");
    let text = if packed {
        zstd::decode_all(file.as_slice()).unwrap()
    } else {
        file
    };
    Some(String::from_utf8(text).unwrap())
}

pub(crate) fn cases(name: &str) -> Vec<Case> {
    let text = read(name).unwrap_or_default();
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(verdict, fen)| Case::new(verdict, fen))
        .filter(|case| Position::from_fen(&case.fen, CastlingMode::Standard).is_ok())
        .collect()
}

fn check(name: &str, budget: u64, at_most: u64) {
    let cases = cases(name);
    let mut open = 0;
    let mut wrong = Vec::new();
    let started = Instant::now();
    for case in &cases {
        let (faults, undetermined) = judge(case, budget);
        wrong.extend(faults);
        open += u64::from(undetermined);
    }
    let queries = 2 * cases.len() as u64;
    println!(
        "{name}: {queries} queries, {} wrong, {open} undetermined, {:?} each",
        wrong.len(),
        started.elapsed() / (queries as u32).max(1),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(open * 1000 <= queries * at_most, "{open} of {queries}");
}

#[test]
#[ignore = "takes a minute and needs the lists beside the project"]
fn hard_positions() {
    check("chasolver-positions.txt", 500_000, 20);
}

#[test]
#[ignore = "takes a minute and needs the lists beside the project"]
fn ends_of_games() {
    check("chasolver-lichess.txt.zst", 200_000, 1);
}
