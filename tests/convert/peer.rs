//! Real games, beside python-chess, `DuckDB` and pgn-extract.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use chesstool::pgn::split::Splitter;
use chesstool::stream::input::Source;

use crate::program::convert;

/// Games of each file.
const GAMES: usize = 700;
/// Files whose games are compared: clocks and evaluations, over-the-board games, servers.
const FILES: [&str; 3] = ["evalclk", "tomgp", "twic"];

/// Whether a program of Python can be run with these modules.
fn has_modules(modules: &str) -> bool {
    let output = Command::new("python3")
        .args(["-c", &format!("import {modules}")])
        .output();
    output.is_ok_and(|output| output.status.success())
}

fn bulk() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora/bulk");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: {} is absent", folder.display());
    None
}

/// The first games of the first file of each kind.
fn games(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for kind in FILES {
        let of_kind = |file: &&PathBuf| file.file_name().unwrap().to_str().unwrap().contains(kind);
        let Some(file) = files.iter().find(of_kind) else {
            continue;
        };
        let (sources, _) = Source::expand(std::slice::from_ref(file));
        let mut text = Vec::new();
        let counter = chesstool::stream::progress::Progress::new(
            chesstool::stream::progress::When::Never,
            None,
        )
        .counter();
        let read = sources[0].read(&counter, &mut |_, _, reader| {
            reader.take(8 << 20).read_to_end(&mut text)?;
            Ok(())
        });
        read.unwrap();
        let cut = Splitter::new(&text)
            .nth(GAMES)
            .map_or(text.len(), |range| range.start);
        text.truncate(cut);
        all.push((file.file_name().unwrap().to_str().unwrap().to_owned(), text));
    }
    all
}

#[test]
#[ignore = "needs python-chess, DuckDB and real games"]
fn tables_beside_python_chess_and_duckdb() {
    let Some(folder) = bulk() else {
        return;
    };
    if !has_modules("chess, duckdb") {
        println!("skipped: python-chess or DuckDB is not installed");
        return;
    }
    let mut compared = 0;
    for (name, text) in games(&folder) {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        fs::write(path("games.pgn"), &text).unwrap();
        for (table, per) in [("games", "game"), ("plies", "ply")] {
            for form in ["jsonl", "csv", "parquet"] {
                let out = path(&format!("{table}.{form}"));
                let run = convert(
                    "",
                    &[
                        &path("games.pgn"),
                        "-o",
                        &out,
                        "--per",
                        per,
                        "--columns",
                        "all",
                    ],
                );
                assert!(run.status <= 1, "{name}: {}", run.stderr);
            }
        }
        let output = Command::new("python3")
            .args(["tests/convert/peer.py", place.path().to_str().unwrap()])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{name}: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        println!("{name}: {}", said.trim());
        let found: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(found["differences"], serde_json::json!([]), "{name}");
        compared += found["games"].as_u64().unwrap();
    }
    assert!(compared >= 2_000, "{compared} games were compared");
}

/// What pgn-extract writes; `None` where it is not installed.
fn pgn_extract(text: &[u8], arguments: &[&str]) -> Option<String> {
    // Debian has it among the games, which not every path names.
    let debian = "/usr/games/pgn-extract";
    let program = if Path::new(debian).exists() {
        debian
    } else {
        "pgn-extract"
    };
    let mut command = assert_cmd::Command::new(program);
    let output = command
        .arg("-s")
        .args(arguments)
        .write_stdin(text)
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
#[ignore = "needs pgn-extract and real games"]
fn moves_and_positions_beside_pgn_extract() {
    let Some(folder) = bulk() else {
        return;
    };
    let plain = [
        "--notags",
        "--nocomments",
        "--nonags",
        "--novars",
        "-w1000000",
    ];
    let mut compared = 0;
    for (name, text) in games(&folder) {
        let mut arguments = plain.to_vec();
        arguments.push("-Wuci");
        let Some(theirs) = pgn_extract(&text, &arguments) else {
            println!("skipped: pgn-extract is not installed");
            return;
        };
        let results = ["1-0", "0-1", "1/2-1/2", "*"];
        let theirs: Vec<String> = theirs
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| {
                let words = line.split(' ').filter(|word| !results.contains(word));
                // It writes the new man of a pawn as a capital, which UCI does not.
                words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let run = convert(&text, &["--to", "uci"]);
        let ours: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(ours.len(), theirs.len(), "{name}: games");
        for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            // Where a game starts stands in a tag with pgn-extract, here in the line.
            let ours = ours.split_once(" moves ").map_or(*ours, |(_, moves)| moves);
            assert_eq!(ours, theirs, "{name}: game {}", index + 1);
        }
        // Positions as EPD; pgn-extract puts the game's tags behind them, and ep squares nobody can capture on.
        let mut arguments = plain.to_vec();
        arguments.push("-Wepd");
        let theirs = pgn_extract(&text, &arguments).unwrap();
        let three = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
        let theirs: Vec<String> = theirs
            .lines()
            .filter(|line| line.contains('/') && line.split(' ').count() > 3)
            .map(three)
            .collect();
        let run = convert(&text, &["--to", "epd"]);
        let ours: Vec<String> = run.stdout.lines().map(three).collect();
        assert_eq!(ours.len(), theirs.len(), "{name}: positions");
        for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{name}: position {}", index + 1);
        }
        println!(
            "{name}: {} games, {} positions",
            run.stdout.matches("ply 0").count(),
            ours.len()
        );
        compared += theirs.len();
    }
    assert!(compared > 100_000, "{compared} positions were compared");
}
