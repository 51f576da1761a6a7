//! Long: the lists of positions beside the project, with times, next to another solver.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chesstool::arbiter::dead::{self, Winnability};
use chesstool::chess::{CastlingMode, Color, Position};

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

/// A position, and who shall mate.
type Query = (Position, chess::Board, Color);

/// Both colours of all cases.
fn queries(cases: &[Case]) -> Vec<Query> {
    let mut queries = Vec::new();
    for case in cases {
        let position = Position::from_fen(&case.fen, CastlingMode::Standard).unwrap();
        if let Ok(other) = chess::Board::from_str(&case.fen) {
            queries.extend(Color::ALL.map(|color| (position, other, color)));
        }
    }
    queries
}

const fn theirs(color: Color) -> chess::Color {
    match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    }
}

/// Time for a query, and how many are answered with yes.
fn time(queries: &[Query], ask: impl Fn(&Query) -> bool) -> (Duration, usize) {
    let started = Instant::now();
    let yes = queries.iter().filter(|query| ask(query)).count();
    (started.elapsed() / (queries.len() as u32).max(1), yes)
}

/// Prints the times of both solvers, and how many each proves unwinnable quickly, and leaves undetermined.
fn compare(name: &str, queries: &[Query], budget: u64) {
    let (quick, found) = time(queries, |(position, _, color)| {
        dead::quick(position, *color).is_some()
    });
    let (full, open) = time(queries, |(position, _, color)| {
        matches!(
            dead::full(position, *color, budget),
            Winnability::Undetermined(_)
        )
    });
    let (their_quick, they_found) = time(queries, |(_, board, color)| {
        chasolver::is_unwinnable_fast(board, theirs(*color))
    });
    let (their_full, their_open) = time(queries, |(_, board, color)| {
        chasolver::winnability(board, theirs(*color)).is_none()
    });
    println!("{name}: {} queries", queries.len());
    println!("  here:      quick {quick:?}, {found} found; full {full:?}, {open} undetermined");
    println!(
        "  chasolver: quick {their_quick:?}, {they_found} found; full {their_full:?}, {their_open} undetermined"
    );
}

/// All answers must be right, and at most so many of a thousand undetermined.
fn check(name: &str, budget: u64, at_most: u64) {
    let cases = cases(name);
    let mut open = 0;
    let mut wrong = Vec::new();
    for case in &cases {
        let (faults, undetermined) = judge(case, budget);
        wrong.extend(faults);
        open += u64::from(undetermined);
    }
    let queries = 2 * cases.len() as u64;
    println!(
        "{name}: {} right, {} wrong, {open} undetermined",
        queries - open - wrong.len() as u64,
        wrong.len(),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(open * 1000 <= queries * at_most, "{open} of {queries}");
}

#[test]
#[ignore = "takes minutes and needs the lists beside the project"]
fn hard_positions() {
    let name = "chasolver-positions.txt";
    check(name, dead::USUAL_BUDGET, 20);
    compare(name, &queries(&cases(name)), dead::USUAL_BUDGET);
}

#[test]
#[ignore = "takes minutes and needs the lists beside the project"]
fn ends_of_games() {
    let name = "chasolver-lichess.txt.zst";
    check(name, 500_000, 0);
    compare(name, &queries(&cases(name)), 500_000);
}

#[test]
#[ignore = "takes minutes and needs the lists beside the project"]
fn time_outs() {
    let name = "d3chess-lichess-30K-games.txt.zst";
    let text = read(name).unwrap_or_default();
    let mut queries = Vec::new();
    for line in text.lines() {
        let fen = line.rsplit_once(' ').map_or(line, |(fen, _)| fen);
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let other = chess::Board::from_str(fen).unwrap();
        queries.push((position, other, position.turn().other()));
    }
    compare(name, &queries, 200_000);
    let found = |(position, _, color): &&Query| dead::quick(position, *color).is_some();
    if !queries.is_empty() {
        assert_eq!(queries.iter().filter(found).count(), 3);
    }
}
