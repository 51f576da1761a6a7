//! The rules over several games: `--duplicates`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{Run, megabytes, pipe, validate_in};

/// Nineteen plies, and a twentieth.
const NINETEEN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4";
const TWENTY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";

/// A game with a tag section: `Name=value` pairs in one string, separated by semicolons.
fn tagged(tags: &str, movetext: &str) -> String {
    let pairs = tags.split(';').filter_map(|tag| tag.split_once('='));
    let lines: Vec<String> = pairs
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
        .collect();
    format!("{}\n{movetext} *\n\n", lines.concat())
}

const NAMED: &str = "Event=a;White=Alder;Black=Birch;Date=2024.01.01";

/// The messages of `--duplicates` about some games.
fn messages(games: &[String], arguments: &[&str]) -> Vec<String> {
    let arguments = [
        &["--duplicates", "-A", "all", "--format", "jsonl"],
        arguments,
    ]
    .concat();
    let run = pipe(games.concat().as_bytes(), &arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let findings = run.findings().into_iter();
    findings
        .map(|finding| {
            assert_eq!(finding["rule"], "duplicate-game");
            format!(
                "{}: {}",
                finding["game"],
                finding["message"].as_str().unwrap()
            )
        })
        .collect()
}

/// Whether the second of two games is a duplicate of the first.
fn are_same(one: &str, other: &str) -> bool {
    let found = messages(&[one.to_owned(), other.to_owned()], &[]);
    assert!(found.iter().all(|message| message.starts_with("2: ")));
    found.len() == 1
}

#[test]
fn from_20_plies_on_the_moves_alone_decide() {
    assert!(are_same(
        &tagged("Event=a", TWENTY),
        &tagged("Event=b;White=Elm", TWENTY)
    ));
    assert!(!are_same(
        &tagged("Event=a", NINETEEN),
        &tagged("Event=a", NINETEEN)
    ));
    assert!(are_same(&tagged(NAMED, NINETEEN), &tagged(NAMED, NINETEEN)));
    for other in [
        "Event=a;White=Alder;Black=Elm;Date=2024.01.01",
        "Event=a;White=Birch;Black=Alder;Date=2024.01.01",
        "Event=a;White=Alder;Black=Birch;Date=2024.01.02",
        "Event=a;White=Alder;Black=Birch",
    ] {
        assert!(
            !are_same(&tagged(NAMED, NINETEEN), &tagged(other, NINETEEN)),
            "{other}"
        );
    }
    // Event and round may differ, and one name is enough.
    let other = format!("{NAMED};Round=3").replace("Event=a", "Event=b");
    assert!(are_same(
        &tagged(NAMED, NINETEEN),
        &tagged(&other, NINETEEN)
    ));
    let simul = "Event=a;White=Alder;Black=NN";
    assert!(are_same(&tagged(simul, NINETEEN), &tagged(simul, NINETEEN)));
    let nobody = "Event=a;White=NN;Black=?";
    assert!(!are_same(
        &tagged(nobody, NINETEEN),
        &tagged(nobody, NINETEEN)
    ));
}

#[test]
fn the_first_game_is_named_and_what_is_the_same() {
    let other = "Event=a;White=Elm;Black=Fir";
    let games = [
        tagged(NAMED, TWENTY),
        tagged(other, TWENTY),
        tagged(other, TWENTY),
        tagged(NAMED, TWENTY),
        tagged(NAMED, NINETEEN),
        tagged(NAMED, NINETEEN),
        tagged(NAMED, ""),
        tagged(NAMED, ""),
    ];
    assert_eq!(
        messages(&games, &[]),
        [
            "2: the same moves as game 1, though players or date differ",
            "3: the same players, date and moves as game 2",
            "4: the same players, date and moves as game 1",
            "6: the same players, date and moves as game 5",
            "8: the same seven tags as game 7, and at most one move",
        ]
    );
}

#[test]
fn only_the_moves_of_the_main_line_count() {
    for spelling in [
        TWENTY.replace("O-O", "0-0"),
        TWENTY.replace("1. e4 e5", "e2e4 e7-e5"),
        TWENTY.replace("10. d4", "10.d4+!? $3 {a comment} (10. d3 Nbd7) 10..."),
        TWENTY.replace("Nb8", "Nc6-b8 ; a comment\n"),
        format!("{TWENTY} 1-0 11. Nbd2"),
        format!("{TWENTY} (10... Bb7 11. Nbd2)").replace("10. d4", "10. d4 +-"),
    ] {
        assert!(
            are_same(&tagged("Event=a", TWENTY), &tagged("Event=b", &spelling)),
            "{spelling}"
        );
    }
}

#[test]
fn other_moves_are_another_game() {
    let transposed = TWENTY.replace("1. e4 e5 2. Nf3 Nc6", "1. Nf3 Nc6 2. e4 e5");
    assert!(!are_same(
        &tagged(NAMED, TWENTY),
        &tagged(NAMED, &transposed)
    ));
    let longer = format!("{TWENTY} 11. Nbd2");
    assert!(!are_same(&tagged(NAMED, TWENTY), &tagged(NAMED, &longer)));
    let both = |one: &str, other: &str, fen: &str| {
        let tags = format!("{NAMED};SetUp=1;FEN={fen}");
        are_same(&tagged(&tags, one), &tagged(&tags, other))
    };
    let castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (one, other) in [("1. O-O O-O", "1. O-O-O O-O"), ("1. O-O O-O", "1. Kf1 O-O")] {
        assert!(!both(one, other, castles));
        assert!(both(one, &one.replace('O', "0"), castles));
    }
    let promotes = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
    assert!(!both("1. a8=Q Kg7 2. Kg3", "1. a8=R Kg7 2. Kg3", promotes));
    assert!(both("1. a8=Q Kg7 2. Kg3", "1. a8Q Kg7 2. Kg3", promotes));
    // The same moves from another position.
    let [one, other] = ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K2N"].map(|men| {
        tagged(
            &format!("{NAMED};SetUp=1;FEN={men} w - - 0 1"),
            "1. Ke2 Ke7",
        )
    });
    assert!(!are_same(&one, &other));
    assert!(are_same(&one, &one));
}

#[test]
fn games_without_moves_are_told_apart_by_their_tags() {
    for movetext in ["", "1. e4"] {
        let game = |tags: &str| tagged(tags, movetext);
        assert!(are_same(&game(NAMED), &game(NAMED)));
        for tag in [
            "Round=2",
            "Site=b",
            "Result=1-0",
            "UTCTime=12:00:00",
            "Time=12:00",
        ] {
            let other = format!("{NAMED};{tag}");
            assert!(!are_same(&game(NAMED), &game(&other)), "{tag}");
        }
        for nobody in ["", "Event=a;White=?;Black=?", "Event=a;White=Alder;Black=?"] {
            assert!(!are_same(
                &tagged(nobody, movetext),
                &tagged(nobody, movetext)
            ));
        }
    }
    assert!(!are_same(&tagged(NAMED, "1. e4"), &tagged(NAMED, "1. d4")));
}

#[test]
fn what_cannot_be_played_counts_word_by_word() {
    let long = |end: &str| tagged("Event=a", &format!("{NINETEEN} {end}"));
    for (one, other, same) in [
        ("Ke4 11. Nf1", "Ke4 11. Nf1", true),
        ("Ke4 11. Nf1", "Ke4 {why?} 11. Nf1! (11. Nf1)", true),
        ("Ke4 11. Nf1", "Ke4 11. Nf3", false),
        ("Ke4 11. Nf1", "Ke4", false),
        ("Ke4 11. Nf1", "Ke5 11. Nf1", false),
        ("Nbd7 11. Sf1", "Nbd7", false),
        ("Nbd7 (10... Bb7", "Nbd7 (10... Bb7 11. Nbd2", false),
        ("Nbd7 (10... Bb7", "Nbd7", false),
        ("Nbd7 {no end", "Nbd7 {no end either", false),
    ] {
        assert_eq!(are_same(&long(one), &long(other)), same, "{one} / {other}");
    }
    // Without a position nothing can be played.
    let words = "1. a b 2. c d 3. e f 4. g h 5. i j 6. k l 7. m n 8. o p 9. q r 10. s t";
    let variant = |name: &str, words: &str| tagged(&format!("Event=a;Variant={name}"), words);
    assert!(are_same(
        &variant("Atomic", words),
        &variant("Atomic", words)
    ));
    assert!(!are_same(
        &variant("Atomic", words),
        &variant("Antichess", words)
    ));
    let other = words.replace("s t", "s u");
    assert!(!are_same(
        &variant("Atomic", words),
        &variant("Atomic", &other)
    ));
}

#[test]
fn names_are_compared_in_their_own_encoding() {
    let utf8 = tagged("Event=a;White=Réti;Black=Müller", "1. d4 d5");
    let latin: Vec<u8> = utf8.chars().map(|letter| letter as u8).collect();
    let games = [utf8.as_bytes(), &latin].concat();
    let run = pipe(&games, &["--duplicates", "-A", "all", "--format", "jsonl"]);
    assert_eq!(run.rules(), ["duplicate-game"]);
}

fn files(games: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in games {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    let arguments = [
        &["--no-config", "--format", "concise", "-A", "all"],
        arguments,
    ]
    .concat();
    validate_in(folder, &arguments)
}

#[test]
fn duplicates_are_looked_for_across_files_in_the_order_of_the_input() {
    let one = [tagged(NAMED, ""), tagged("Event=a", TWENTY)].concat();
    let two = [tagged("Event=b", TWENTY), tagged(NAMED, "")].concat();
    let zipped = zstd::encode_all(two.as_bytes(), 1).unwrap();
    let empty: &[u8] = b"";
    let folder = files(&[
        ("1.pgn", one.as_bytes()),
        ("0.pgn", empty),
        ("2.pgn.zst", &zipped),
    ]);
    let warning = "warning[duplicate-game] the same";
    let there = run(
        folder.path(),
        &["--duplicates", "0.pgn", "1.pgn", "2.pgn.zst"],
    );
    assert_eq!(
        there.stdout,
        format!(
            "2.pgn.zst:1:1: {warning} players, date and moves as game 2 of 1.pgn\n\
             2.pgn.zst:5:1: {warning} seven tags as game 1 of 1.pgn, and at most one move\n"
        )
    );
    let back = run(
        folder.path(),
        &["--duplicates", "2.pgn.zst", "0.pgn", "1.pgn"],
    );
    assert!(back.stdout.starts_with("1.pgn:1:1: "), "{}", back.stdout);
    assert!(back.stdout.contains("as game 2 of 2.pgn.zst, and"));
    assert_eq!(back.stdout.lines().count(), 2);
    assert_eq!(run(folder.path(), &["1.pgn", "2.pgn.zst"]).stdout, "");
    let statistics = run(folder.path(), &["--duplicates", "--statistics", "."]);
    assert!(
        statistics.stdout.contains(" 2  warning  duplicate-game "),
        "{}",
        statistics.stdout
    );
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let games = megabytes();
    let folder = files(&[("a.pgn", &games), ("b.pgn", &games)]);
    let arguments = ["--duplicates", "--collation", "a.pgn", "b.pgn", "-j"];
    let once = run(folder.path(), &[&arguments[..], &["1"]].concat());
    assert!(once.stdout.lines().count() > 4_000);
    assert!(once.stdout.contains("collation-order"));
    for threads in ["2", "5"] {
        let run = run(folder.path(), &[&arguments[..], &[threads]].concat());
        assert!(run.stdout == once.stdout, "{threads} threads");
    }
    let piped = pipe(
        &games,
        &["--duplicates", "-A", "all", "--format", "concise"],
    );
    let named = run(folder.path(), &["--duplicates", "a.pgn"]);
    assert!(piped.stdout.lines().count() == named.stdout.lines().count());
    let few = run(
        folder.path(),
        &["--duplicates", "a.pgn", "--max-findings", "3"],
    );
    assert_eq!(few.stdout.lines().count(), 3);
    let counts = |run: &Run| {
        run.stderr
            .lines()
            .last()
            .unwrap()
            .split(" in ")
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(counts(&few), counts(&named));
}

#[test]
fn memory_can_be_bounded() {
    let games: Vec<String> = ["1. a3", "1. b3", "1. c3", "1. a3", "1. b3", "1. c3"]
        .map(|moves| tagged(NAMED, moves))
        .into();
    assert_eq!(messages(&games, &[]).len(), 3);
    assert_eq!(messages(&games, &["--max-remembered", "2"]).len(), 2);
    let text = games.concat();
    let note = "note: duplicates of the first 2 games only are found (--max-remembered)\n";
    for (most, said) in [("2", true), ("3", false)] {
        let run = pipe(text.as_bytes(), &["--duplicates", "--max-remembered", most]);
        assert_eq!(run.stderr.contains(note), said, "{}", run.stderr);
    }
    let help = pipe(b"", &["--help"]).stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Remembers 16 bytes a game, in tables of 18 to 24 bytes a game"));
    assert!(help.contains("to bound the memory of --duplicates"));
}

#[test]
fn mended_games_are_compared_as_they_are_after_it() {
    let games = [
        tagged(NAMED, TWENTY).replace(" *", " * \t\t"),
        tagged(NAMED, TWENTY).replace("5. O-O", "5. 0-0"),
    ]
    .concat();
    let arguments = [
        "--fix",
        "--profile",
        "export",
        "--duplicates",
        "-A",
        "tags",
        "--format",
        "concise",
    ];
    let run = pipe(games.as_bytes(), &arguments);
    let again = pipe(
        run.stdout.as_bytes(),
        &["--duplicates", "-A", "all", "--format", "concise"],
    );
    let line = again.stdout.lines().next().unwrap();
    assert!(run.stderr.contains(line), "{} / {line}", run.stderr);
}
