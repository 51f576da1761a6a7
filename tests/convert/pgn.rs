//! Clean PGN.

use std::path::Path;

use crate::program::convert;

const GAME: &str = "[Black \"B\"]\r\n[White \"A \\\"x\\\"\"]\r\n[Zz \"1\"]\r\n[Result \"*\"]\r\n\r\n1.e2e4! {[%clk 0:03:00] [%eval 0.3]  good\r\nmove} e5 ( 1...c5 $14 ; line\r\n2.Ng1f3 ) 2.Bf1c4 +- 1-0\r\n";

fn movetext(arguments: &[&str]) -> String {
    let mut all = vec!["--to", "pgn"];
    all.extend(arguments);
    let run = convert(GAME, &all);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let (_, movetext) = run.stdout.split_once("\n\n").unwrap();
    movetext.trim_end().to_owned()
}

#[test]
fn the_export_format() {
    let run = convert(GAME, &["--to", "pgn"]);
    assert_eq!(
        run.stdout,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n\
         [Result \"1-0\"]\n[Zz \"1\"]\n\n1. e4 $1 {[%clk 0:03:00] [%eval 0.3] good move} 1... e5 (1... c5 $14 {line} 2.\nNf3) 2. Bc4 $18 1-0\n\n"
    );
}

#[test]
fn what_is_kept() {
    assert_eq!(movetext(&["--keep", "none"]), "1. e4 e5 2. Bc4 1-0");
    assert_eq!(
        movetext(&["--keep", "nags"]),
        "1. e4 $1 1... e5 2. Bc4 $18 1-0"
    );
    assert_eq!(
        movetext(&["--keep", "clocks"]),
        "1. e4 {[%clk 0:03:00]} 1... e5 2. Bc4 1-0"
    );
    assert_eq!(
        movetext(&["--keep", "variations"]),
        "1. e4 e5 (1... c5 2. Nf3) 2. Bc4 1-0"
    );
    assert_eq!(
        movetext(&["--keep", "comments"]),
        "1. e4 {good move} 1... e5 2. Bc4 1-0"
    );
}

#[test]
fn how_moves_are_written() {
    let none = ["--keep", "none", "--notation"];
    let with = |more: &[&str]| movetext(&[&none, more].concat());
    assert_eq!(with(&["lan"]), "1. e2-e4 e7-e5 2. Bf1-c4 1-0");
    assert_eq!(with(&["uci"]), "1. e2e4 e7e5 2. f1c4 1-0");
    assert_eq!(with(&["figurine"]), "1. e4 e5 2. ♗c4 1-0");
    assert_eq!(
        with(&["san", "--piece-letters", "KDTLS"]),
        "1. e4 e5 2. Lc4 1-0"
    );
    let run = convert(GAME, &["--to", "pgn", "--piece-letters", "KD"]);
    assert_eq!(run.status, 2);
}

#[test]
fn which_tags_are_written() {
    let names = |tags: &str| {
        let run = convert(GAME, &["--to", "pgn", "--tags", tags]);
        let lines = run.stdout.lines().filter(|line| line.starts_with('['));
        lines
            .map(|line| line[1..].split(' ').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("roster").len(), 7);
    assert_eq!(names("all").len(), 8);
    assert_eq!(names("Zz").last().map(String::as_str), Some("Zz"));
    assert_eq!(names("Other").len(), 7);
}

#[test]
fn clean_games_are_clean_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["sample.pgn", "faulty.pgn"] {
        let text = std::fs::read(Path::new("testdata").join(name)).unwrap();
        let once = convert(&text, &["--to", "pgn"]).stdout;
        assert!(once.len() > 100, "{name}");
        assert!(
            convert(&once, &["--to", "pgn"]).stdout == once,
            "{name}: twice is once"
        );
        // Moves, and what stands beside them, are the same.
        for (to, per) in [("uci", "game"), ("jsonl", "ply")] {
            let columns = "ply,san,nags,comment,commands,variation_depth,variation_id";
            let list = |text: &str| {
                let mut arguments = vec!["--to", to];
                if per == "ply" {
                    arguments.extend(["--per", per, "--columns", columns, "--variations"]);
                }
                convert(text, &arguments).stdout
            };
            // Games that cannot be read wholly are in neither.
            let before = list(&String::from_utf8_lossy(&text));
            let after = list(&once);
            let all = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
            if name == "sample.pgn" {
                assert!(all(&before) == all(&after), "{name} {to}");
            }
        }
        let file = folder.path().join(name);
        std::fs::write(&file, &once).unwrap();
        let validated = std::process::Command::new(env!("CARGO_BIN_EXE_chesstool"))
            .args([
                "validate",
                "--profile",
                "export",
                "--format",
                "concise",
                "-A",
                "tags",
                "-A",
                "result",
            ])
            .arg(&file)
            .output()
            .unwrap();
        let found = String::from_utf8(validated.stdout).unwrap();
        let layout: Vec<&str> = found
            .lines()
            .filter(|line| !line.contains("note["))
            .collect();
        assert_eq!(layout, [""; 0], "{name}");
    }
}

#[test]
fn games_that_go_on_behind_their_result_are_told() {
    let game = "[Event \"x\"]\n\n1. e4 1-0 e5 2. d4 0-1\n";
    let run = convert(game, &["--to", "pgn"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("<stdin>:3:"), "{}", run.stderr);
    let partial = convert(game, &["--to", "pgn", "--on-error", "partial"]);
    assert!(partial.stdout.contains("1. e4 1-0"), "{}", partial.stdout);
}

#[test]
fn braces_in_comments() {
    let game = "1. e4 {a { b} e5 ; c } d {\n2. Nf3 *\n";
    let run = convert(game, &["--to", "pgn"]);
    let movetext = run.stdout.split("\n\n").nth(1).unwrap();
    assert_eq!(movetext, "1. e4 {a { b} 1... e5 {c ) d {} 2. Nf3 *");
    assert_eq!(convert(&run.stdout, &["--to", "pgn"]).stdout, run.stdout);
}
