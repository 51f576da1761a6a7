//! `--write` and `--annotate-ends`.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::program::{Game, Run, adjudicate, shuffle};

fn write(input: impl AsRef<[u8]>, more: &[&str]) -> (Run, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pgn");
    let arguments = [&["--write", path.to_str().unwrap(), "-q"], more].concat();
    let run = adjudicate(input, &arguments);
    (run, fs::read(path).unwrap_or_default())
}

fn written(input: &str, more: &[&str]) -> String {
    let (run, text) = write(input, more);
    assert_eq!(run.status, 0, "{run:?}");
    String::from_utf8(text).unwrap()
}

#[test]
fn results_and_terminations_change_and_nothing_else() {
    let input = "[Event \"x\"]\r\n[Result \"1-0\"]\r\n\r\n1. f3 {a} e5\t2. g4 Qh4# 1-0\r\n\r\n";
    let right = "[Event \"x\"]\r\n[Result \"0-1\"]\r\n[Termination \"normal\"]\r\n\r\n\
                 1. f3 {a} e5\t2. g4 Qh4# 0-1\r\n\r\n";
    assert_eq!(written(input, &[]), right);
    assert_eq!(written(right, &[]), right);
}

#[test]
fn what_agrees_or_cannot_be_judged_stays() {
    for game in [
        Game::new("f3 e5 g4 Qh4#", "0-1"),
        Game::new("e4 e5", "1/2-1/2"),
        Game::new("e4 Ke4", "1-0"),
        Game::new("e4 e5", "*"),
    ] {
        let text = game.text();
        assert_eq!(written(&text, &["--annotate-ends"]), text);
    }
}

#[test]
fn a_termination_that_says_something_stays() {
    let fen = "8/8/4k3/8/8/3KP3/8/8 w - - 0 1";
    let game = Game::from(fen, "e4", "0-1").termination("time forfeit");
    let text = written(&game.text(), &[]);
    assert_eq!(text, game.text().replace("0-1", "1/2-1/2"));
    // These two say nothing, or what is no longer true.
    for blank in ["?", "unterminated"] {
        let game = Game::new("f3 e5 g4 Qh4#", "*").termination(blank);
        let right = Game::new("f3 e5 g4 Qh4#", "0-1").termination("normal");
        assert_eq!(written(&game.text(), &[]), right.text());
    }
}

#[test]
fn results_that_are_missing_in_one_place() {
    let no_token = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#\n";
    let right = "[Result \"0-1\"]\n[Termination \"normal\"]\n\n1. f3 e5 2. g4 Qh4#\n";
    assert_eq!(written(no_token, &[]), right);
    let bare = "1. f3 e5 2. g4 Qh4# ; fool's mate\n";
    assert_eq!(
        written(bare, &[]),
        "1. f3 e5 2. g4 Qh4# ; fool's mate\n0-1\n"
    );
}

#[test]
fn the_end_is_said_in_a_comment() {
    let game = Game::new(&format!("{}! $1 (Nh6) e4 e5", shuffle(4)), "1-0");
    let once = written(&game.text(), &["--annotate-ends"]);
    let comment = "Ng8! $1 {Draw: fivefold repetition (FIDE 9.6.1)} (Nh6) e4 e5 1/2-1/2";
    assert!(once.contains(comment), "{once}");
    assert_eq!(written(&once, &["--annotate-ends"]), once);
    let dead = Game::from("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "Kd4", "1-0");
    let once = written(&dead.text(), &["--annotate-ends"]);
    assert!(
        once.contains("\n{Draw: dead position (FIDE 5.2.2)} Kd4 1/2-1/2"),
        "{once}"
    );
    assert_eq!(written(&once, &["--annotate-ends"]), once);
}

#[test]
fn the_comment_stands_behind_all_marks_of_the_move() {
    let comment = "{Draw: fivefold repetition (FIDE 9.6.1)}";
    let moves = shuffle(4);
    for marks in [
        "$3",
        "$3 =",
        "= $3",
        "$3 $140 +=",
        "!? $1 N",
        "$1 {why} $3",
        "! ; why\n$3",
    ] {
        for more in ["9. e4 e5", "(8... Nh6 $3) e4", ""] {
            let text = Game::new(&format!("{moves} {marks} {more}"), "1/2-1/2").text();
            let once = written(&text, &["--annotate-ends"]);
            let right = format!("Ng8 {marks} {comment} {more}");
            assert!(once.contains(&right), "{once}");
            assert_eq!(written(&once, &["--annotate-ends"]), once);
            assert_eq!(once.replace(&format!(" {comment}"), ""), text);
        }
    }
}

#[test]
fn a_dead_start_is_said_once() {
    let tags = "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/3K4/8/8 w - - 0 1\"]\n";
    let comment = "{Draw: dead position (FIDE 5.2.2)}";
    let results = ["", "[Result \"*\"]\n", "[Result \"1/2-1/2\"]\n"];
    for result in results {
        for moves in [
            "",
            "\n",
            "\n{what}\n",
            "\n; what\n",
            "\n1. Kd4\n",
            "\n{what} 1. Kd4 ; so\n",
            "\n*\n",
        ] {
            for next in ["", "\n[Event \"y\"]\n\n1. e4 *\n"] {
                let text = format!("{tags}{result}{moves}{next}");
                let once = written(&text, &["--annotate-ends"]);
                assert_eq!(once.matches(comment).count(), 1, "{once}");
                assert_eq!(written(&once, &["--annotate-ends"]), once, "{text}");
                // The other game stays another one.
                let rows = |text: &str| {
                    adjudicate(text, &["--format", "csv"])
                        .stdout
                        .lines()
                        .count()
                };
                assert_eq!(rows(&once), rows(&text), "{once}");
            }
        }
    }
}

#[test]
fn a_comment_and_an_added_result_stand_in_this_order() {
    let text = format!("[Event \"x\"]\n\n{}\n", shuffle(4));
    let once = written(&text, &["--annotate-ends"]);
    assert!(
        once.ends_with("Ng8 {Draw: fivefold repetition (FIDE 9.6.1)}\n1/2-1/2\n"),
        "{once}"
    );
    assert_eq!(written(&once, &["--annotate-ends"]), once);
}

#[test]
fn a_glued_result_is_put_right_as_well() {
    let game =
        |end: &str| format!("[Event \"x\"]\n[Result \"*\"]\n[Termination \"normal\"]\n\n{end}\n");
    let right = game("1. f3 e5 2. g4 Qh4#0-1").replace("\"*\"", "\"0-1\"");
    assert_eq!(written(&game("1. f3 e5 2. g4 Qh4#1-0"), &[]), right);
    let moves = shuffle(4);
    let once = written(&game(&format!("{moves}1-0")), &["--annotate-ends"]);
    let end = format!("{moves} {{Draw: fivefold repetition (FIDE 9.6.1)}}1/2-1/2");
    assert_eq!(once, game(&end).replace("\"*\"", "\"1/2-1/2\""));
    assert_eq!(written(&once, &["--annotate-ends"]), once);
}

/// Thousands of games of all kinds, over several blocks.
fn games() -> String {
    let games = [
        Game::new("f3 e5 g4 Qh4#", "1-0").text(),
        Game::new("f3 e5 g4 Qh4#", "*").text(),
        Game::new(&format!("{} e4", shuffle(4)), "0-1").text(),
        Game::new("e4 Ke4", "1-0").text(),
        Game::new("e4 e5 {a comment} Nf3 (Nc3 Nc6)", "1/2-1/2").text(),
        Game::from("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "e4", "0-1").text(),
    ]
    .join("\n");
    format!("{games}\n").repeat(2_000)
}

#[test]
fn what_is_written_is_clean() {
    let games = games();
    assert_eq!(adjudicate(&games, &["--check", "-q"]).status, 1);
    for more in [&[][..], &["--annotate-ends"], &["-j", "1"]] {
        let text = written(&games, more);
        assert_eq!(adjudicate(&text, &["--check", "-q"]).status, 0);
        assert_eq!(written(&text, more), text);
    }
    // Line by line, only results and terminations differ.
    let text = written(&games, &[]);
    let plain = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("[Termination"));
        lines
            .map(|line| {
                ["1/2-1/2", "1-0", "0-1", "*"]
                    .iter()
                    .fold(line.to_owned(), |line, result| line.replace(result, "?"))
            })
            .collect()
    };
    assert_eq!(plain(&text), plain(&games));
}

#[test]
fn compressed_input_stays_compressed() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.pgn.zst");
    let bytes = zstd::stream::encode_all(games.as_bytes(), 3).unwrap();
    fs::write(&input, bytes).unwrap();
    let output = folder.path().join("out.pgn.zst");
    let arguments = [
        "--write",
        output.to_str().unwrap(),
        "-q",
        input.to_str().unwrap(),
    ];
    assert_eq!(adjudicate("", &arguments).status, 0);
    assert_eq!(decompressed(&output), written(&games, &[]));
}

fn decompressed(path: &Path) -> String {
    let mut text = String::new();
    let file = fs::File::open(path).unwrap();
    let mut decoder = zstd::stream::Decoder::new(file).unwrap();
    decoder.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn the_input_is_never_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = Game::new("f3 e5 g4 Qh4#", "1-0").text();
    fs::write(&path, &text).unwrap();
    let name = path.to_str().unwrap();
    let run = adjudicate("", &["--write", name, name]);
    assert_eq!(run.status, 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let run = adjudicate("", &["--write", "other.pgn", name, name]);
    assert_eq!(run.status, 2);
}

#[test]
fn a_comment_and_a_result_in_one_place() {
    let input = "[Event \"x\"]\n[Result \"*\"]\n[FEN \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"]\n\n*\n";
    let text = written(input, &["--annotate-ends"]);
    let end = "{Draw: dead position (FIDE 5.2.2)} 1/2-1/2\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn one_file_by_two_names_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("out");
    let other = folder.path().join("./out");
    let [one, other] = [&one, &other].map(|path| path.to_str().unwrap().to_owned());
    let arguments = ["--write", &one, "-o", &other];
    let run = adjudicate(Game::new("e4 e5", "1-0").text(), &arguments);
    assert_eq!(run.status, 2, "{run:?}");
}
