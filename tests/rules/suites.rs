//! The suites of path counts in `testdata/perft`, read strictly: a line that is not understood fails the test.

use std::fs;
use std::path::Path;

use chesstool::chess::perft::perft;
use chesstool::chess::{CastlingMode, Position};

/// The suites, how castling is meant there, and the least number of positions that each must hold.
const SUITES: [(&str, CastlingMode, usize); 3] = [
    ("standard.epd", CastlingMode::Standard, 100),
    ("chess960.epd", CastlingMode::Chess960, 80),
    ("double-chess960.epd", CastlingMode::Chess960, 45),
];

/// Counts of up to so many paths are checked in every run, the larger ones in the long tests.
const QUICK: u64 = 2_000_000;

/// A position and its counts from depth 1 on.
#[derive(Debug, PartialEq)]
struct Entry {
    line: usize,
    fen: String,
    counts: Vec<u64>,
}

/// Reads `FEN ;D1 n ;D2 n …`; `None` for a comment or an empty line.
fn read_line(line: usize, text: &str) -> Result<Option<Entry>, String> {
    let text = text.trim_end();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let mut fields = text.split(" ;");
    let fen = fields.next().unwrap_or_default().to_owned();
    if fen.split(' ').count() != 6 {
        return Err(format!("line {line}: `{fen}` is not a FEN of six fields"));
    }
    let mut counts = Vec::new();
    for field in fields {
        let wanted = format!("D{} ", counts.len() + 1);
        let count = field
            .strip_prefix(&wanted)
            .and_then(|count| count.parse().ok())
            .ok_or_else(|| format!("line {line}: `;{field}` instead of `;{wanted}` and a count"))?;
        counts.push(count);
    }
    if counts.is_empty() {
        return Err(format!("line {line}: no count"));
    }
    Ok(Some(Entry { line, fen, counts }))
}

fn read(text: &str) -> Result<Vec<Entry>, String> {
    (1..)
        .zip(text.lines())
        .filter_map(|(line, text)| read_line(line, text).transpose())
        .collect()
}

/// Counts every entry whose expected count is in `range`, and says how many paths that were.
fn check(range: impl Fn(u64) -> bool) -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/perft");
    let mut paths = 0;
    let mut wrong = Vec::new();
    for (file, mode, least) in SUITES {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let entries = read(&text).unwrap_or_else(|error| panic!("{file}, {error}"));
        assert!(entries.len() >= least, "{file}: only {}", entries.len());
        for Entry { line, fen, counts } in entries {
            let position = Position::from_fen(&fen, mode)
                .unwrap_or_else(|error| panic!("{file}, line {line}: {error}"));
            for (depth, expected) in (1..).zip(counts).filter(|&(_, count)| range(count)) {
                let got = perft(&position, depth);
                paths += got;
                if got != expected {
                    wrong.push(format!(
                        "{file}, line {line}, depth {depth}: {expected} paths expected, {got} counted: {fen}"
                    ));
                    // What is deeper counts the same fault again.
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    paths
}

#[test]
fn path_counts() {
    assert!(check(|count| count <= QUICK) > 50_000_000);
}

#[test]
#[ignore = "half a minute; run by .ci/run"]
fn path_counts_deep() {
    let paths = check(|count| count > QUICK);
    println!("{paths} paths counted");
    assert!(paths > 1_000_000_000);
}

#[test]
fn lines_are_read_strictly() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let good = format!("# starts\n\n{start} ;D1 20 ;D2 400\n");
    let entry = Entry {
        line: 3,
        fen: start.to_owned(),
        counts: vec![20, 400],
    };
    assert_eq!(read(&good), Ok(vec![entry]));
    let wrong = [
        "",
        " ;",
        " ;D1",
        " ;D1 x",
        " ;D1 -1",
        " ;D1 20;D2 400",
        " ;D2 400",
        " ;D1 20 ;D3 8902",
        " ;D1 20 400",
        " D1 20",
        " 7 ;D1 20",
    ];
    for tail in wrong {
        let text = format!("# starts\n{start}{tail}\n");
        let error = read(&text).unwrap_err();
        assert!(error.starts_with("line 2: "), "{tail}: {error}");
    }
}
