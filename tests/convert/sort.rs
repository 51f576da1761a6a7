//! `--sort collation`, and the bound of memory of all that holds games back.

use std::cmp::Ordering;
use std::io::Read as _;

use crate::generated;
use crate::program::{Run, command, convert};

/// Games in the export format, as the program writes them.
fn clean(count: usize, seed: u64) -> (String, Vec<String>) {
    let text = convert(generated::games(count, seed).concat(), &["--to", "pgn"]).stdout;
    let games = split(&text);
    assert_eq!(games.len(), count);
    (text, games)
}

/// The games of a text in the export format.
fn split(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for part in text.split_inclusive("\n\n") {
        match games.last_mut() {
            Some(game) if !part.starts_with("[Event ") => game.push_str(part),
            _ => games.push(part.to_owned()),
        }
    }
    games
}

fn tag<'a>(game: &'a str, name: &str) -> &'a str {
    let line = game
        .lines()
        .find_map(|line| line.strip_prefix(&format!("[{name} \"")));
    line.unwrap().strip_suffix("\"]").unwrap()
}

/// The order of the standard's section 12, written anew.
fn order(a: &str, b: &str) -> Ordering {
    let date = |game| tag(game, "Date").replace('?', "0");
    let round = |game| {
        let round = tag(game, "Round");
        let numbers: Option<Vec<u32>> = round.split('.').map(|part| part.parse().ok()).collect();
        match (round, numbers) {
            ("?", _) => (0, Vec::new(), ""),
            ("-", _) => (1, Vec::new(), ""),
            (_, Some(numbers)) => (2, numbers, ""),
            (_, None) => (3, Vec::new(), round),
        }
    };
    let movetext = |game: &str| game.split_once("\n\n").unwrap().1.to_owned();
    date(a)
        .cmp(&date(b))
        .then_with(|| tag(a, "Event").cmp(tag(b, "Event")))
        .then_with(|| tag(a, "Site").cmp(tag(b, "Site")))
        .then_with(|| round(a).cmp(&round(b)))
        .then_with(|| tag(a, "White").cmp(tag(b, "White")))
        .then_with(|| tag(a, "Black").cmp(tag(b, "Black")))
        .then_with(|| tag(a, "Result").cmp(tag(b, "Result")))
        .then_with(|| movetext(a).trim().cmp(movetext(b).trim()))
}

fn good(input: &str, arguments: &[&str]) -> Run {
    let run = convert(input, arguments);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
    run
}

#[test]
fn games_come_in_the_order_of_the_standard() {
    for seed in 1..=4 {
        let (text, mut games) = clean(500, seed);
        let sort = ["--to", "pgn", "--sort", "collation", "-j"];
        let all = good(&text, &[&sort[..], &["1"]].concat()).stdout;
        let tiny = good(&text, &[&sort[..], &["2", "--memory", "64K"]].concat()).stdout;
        games.sort_by(|a, b| order(a, b));
        assert!(all == games.concat(), "seed {seed}");
        assert!(all == tiny, "seed {seed}");
    }
}

#[test]
fn every_format_that_goes_game_by_game_has_the_same_order() {
    let (text, games) = clean(300, 9);
    let mut numbers: Vec<usize> = (1..=games.len()).collect();
    numbers.sort_by(|a, b| order(&games[a - 1], &games[b - 1]));
    let csv = [
        "--to",
        "csv",
        "--columns",
        "game",
        "--no-header",
        "--sort",
        "collation",
    ];
    let found = good(&text, &csv).stdout;
    let found: Vec<usize> = found.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(found, numbers);
    // The others: the texts of the games one by one, in that order.
    for format in ["uci", "san", "lan", "fen", "epd", "jsonl", "tsv"] {
        let mut plain = vec!["--to", format, "--split", "games:1", "-o"];
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        plain.push(out);
        let per_ply: &[&str] = match format {
            "jsonl" => &["--per", "ply"],
            "tsv" => &["--no-header"],
            _ => &[],
        };
        good(&text, &[&plain[..], per_ply].concat());
        let read = |number: &usize| {
            let name = format!("games-{number:06}.{format}");
            std::fs::read_to_string(folder.path().join(name)).unwrap()
        };
        let expected: String = numbers.iter().map(read).collect();
        let sort = ["--to", format, "--sort", "collation", "--memory", "64K"];
        let found = good(&text, &[&sort[..], per_ply].concat()).stdout;
        assert!(found == expected, "{format}");
    }
}

#[test]
fn what_is_sorted_is_in_order_for_validate() {
    // The words of the input are not those of the output.
    let text = "[Event \"x\"]\n\n1.e4 e5 {b} *\n\n[Event \"x\"]\n\n1. d4 {a} *\n\n[Event \"a\"]\n\n1. Nh3 *\n";
    let run = good(text, &["--to", "pgn", "--sort", "collation"]);
    let mut validate = assert_cmd::Command::new(env!("CARGO_BIN_EXE_chesstool"));
    let arguments = ["validate", "--collation", "-D", "collation-order", "-q"];
    let output = validate
        .args(arguments)
        .write_stdin(run.stdout)
        .output()
        .unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(!found.contains("collation-order"), "{found}");
}

#[test]
fn the_limit_counts_what_is_written() {
    let (text, mut games) = clean(200, 5);
    games.sort_by(|a, b| order(a, b));
    let run = good(
        &text,
        &["--to", "pgn", "--sort", "collation", "--limit", "7"],
    );
    assert_eq!(run.stdout, games[..7].concat());
    assert!(run.stderr.contains("200 games, "), "{}", run.stderr);
    assert!(run.stderr.contains(": 7 games written"), "{}", run.stderr);
}

#[test]
fn parquet_is_sorted_too() {
    let (text, games) = clean(300, 2);
    let mut sorted = games.clone();
    sorted.sort_by(|a, b| order(a, b));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other) = (path("one.parquet"), path("other.parquet"));
    let columns = ["--columns", "white,date,round,ply_count,movetext,eco"];
    let sort = ["--sort", "collation", "--memory", "64K", "-o", &one];
    good(&text, &[&columns[..], &sort].concat());
    good(&sorted.concat(), &[&columns[..], &["-o", &other]].concat());
    let read = |path: &str| std::fs::read(path).unwrap();
    assert!(read(&one) == read(&other));
}

#[test]
fn memory_is_an_amount_and_for_something() {
    for (arguments, told) in [
        (
            &["--sort", "collation", "--memory", "1K"][..],
            "64K is the least",
        ),
        (
            &["--sort", "collation", "--memory", "much"],
            "no amount of memory",
        ),
        (&["--sort", "collation", "--memory=-3M"], "memory"),
        (&["--memory", "1G"], "--memory is for"),
        (&["--sort", "alphabet"], "collation"),
    ] {
        let run = convert("", &[&["--to", "pgn"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(told), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn nothing_is_left_in_the_folder_of_temporary_files() {
    let (text, _) = clean(400, 3);
    let folder = tempfile::tempdir().unwrap();
    let run = |temporary: &std::path::Path| {
        let arguments = ["--to", "pgn", "--sort", "collation", "--memory", "64K"];
        let mut command = assert_cmd::Command::from_std(command(&arguments));
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, temporary);
        }
        command.write_stdin(text.as_str()).output().unwrap()
    };
    let output = run(folder.path());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let missing = folder.path().join("no-such-folder");
    let output = run(&missing);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains(missing.to_str().unwrap()), "{told}");
    assert!(told.contains("temporary file"), "{told}");
}

#[test]
fn games_before_one_that_cannot_be_read_are_shown() {
    let text = "[White \"b\"]\n\n1. e4 *\n\n[White \"a\"]\n\n1. d4 *\n\n1. e5 *\n\n1. c4 *\n";
    let run = convert(
        text,
        &["--to", "uci", "--sort", "collation", "--on-error", "stop"],
    );
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert_eq!(run.stdout, "d2d4\ne2e4\n");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, generated::games(300, 6).concat().repeat(10)).unwrap();
    let arguments = [
        file.to_str().unwrap(),
        "--to",
        "fen",
        "--sort",
        "collation",
        "-q",
    ];
    let mut child = command(&arguments).spawn().unwrap();
    let mut first = [0; 100];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
