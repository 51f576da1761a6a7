//! The rules over several games: `--collation`, and how both are asked for.

use std::fs;

use crate::program::{Run, pipe, validate_in};

/// A game by its Date, Event, Site, Round, White, Black, Result, with some movetext.
fn game(roster: [&str; 7], movetext: &str) -> String {
    let names = ["Date", "Event", "Site", "Round", "White", "Black", "Result"];
    let tags: Vec<String> = names
        .iter()
        .zip(roster)
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
        .collect();
    format!("{}\n{movetext} {}\n\n", tags.concat(), roster[6])
}

fn collation(text: &str) -> Run {
    pipe(
        text.as_bytes(),
        &["--collation", "-A", "all", "--format", "jsonl"],
    )
}

#[test]
fn eight_keys_decide_one_after_the_other() {
    let usual = ["1990.05.05", "Event", "Site", "5", "Mill", "Moor", "1-0"];
    for (index, low, high) in [
        (0, "????.??.??", "1990.05.05"),
        (0, "1990.??.??", "1990.05.05"),
        (0, "1990.05.??", "1990.05.05"),
        (0, "1990.05.05", "199?.06.01"),
        (1, "E", "Event"),
        (1, "Event", "event"),
        (2, "Paris", "Site"),
        (3, "?", "-"),
        (3, "-", "0"),
        (3, "5", "10"),
        (3, "5.2", "5.10"),
        (4, "Mill", "Müller"),
        (5, "?", "Moor"),
        (6, "0-1", "1-0"),
    ] {
        let with = |value, movetext| {
            let mut roster = usual;
            roster[index] = value;
            // Later keys say the opposite.
            if index < 6 {
                roster[6] = if value == low { "1/2-1/2" } else { "*" };
            }
            game(roster, movetext)
        };
        let [low_game, high_game] = [with(low, "1. e4 e5"), with(high, "1. d4 d5")];
        assert!(
            collation(&[&*low_game, &high_game].concat())
                .findings()
                .is_empty(),
            "{low} {high}"
        );
        let run = collation(&[&*high_game, &low_game].concat());
        let findings = run.findings();
        assert_eq!(findings.len(), 1, "{low} {high}");
        let finding = &findings[0];
        assert_eq!(
            (&finding["rule"], &finding["level"]),
            (&"collation-order".into(), &"style".into())
        );
        assert_eq!(
            (
                finding["line"].as_u64().unwrap() - 11,
                finding["game"].as_u64()
            ),
            (index as u64, Some(2))
        );
        let message = finding["message"].as_str().unwrap();
        assert!(
            message.ends_with(&format!("`{low}` comes before `{high}`")),
            "{message}"
        );
    }
    let [low, high] = ["1. d4 d5", "1. d4 d6"].map(|moves| game(usual, moves));
    assert!(
        collation(&[&*low, &high, &high].concat())
            .findings()
            .is_empty()
    );
    let finding = &collation(&[&*high, &low].concat()).findings()[0];
    assert_eq!(
        (finding["line"].as_u64(), finding["column"].as_u64()),
        (Some(19), Some(1))
    );
}

#[test]
fn a_missing_tag_counts_as_one_that_is_not_known() {
    let [dated, undated] = [
        "[Event \"a\"]\n[Date \"1990.01.01\"]\n\n*\n\n",
        "[Event \"a\"]\n\n*\n\n",
    ];
    assert!(collation(&[undated, dated].concat()).findings().is_empty());
    let finding = &collation(&[dated, undated].concat()).findings()[0];
    // There is no tag to be marked but the first.
    assert_eq!(
        (finding["line"].as_u64(), &finding["token"]),
        (Some(6), &"[Event \"a\"]".into())
    );
    assert_eq!(finding["law"], "PGN 12");
}

/// Games that fill several blocks, each of which belongs before the one above it.
fn falling() -> (String, usize) {
    let count = 6_000;
    let games: Vec<String> = (0..count)
        .rev()
        .map(|number| {
            game(
                [
                    "1990.01.01",
                    &format!("{number:06}"),
                    "?",
                    "?",
                    "A",
                    "B",
                    "*",
                ],
                "1. e4 e5",
            )
        })
        .collect();
    (games.concat(), count)
}

#[test]
fn games_are_compared_across_blocks_but_not_across_files() {
    let (text, count) = falling();
    assert!(text.len() > 2 << 18);
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.pgn", "b.pgn"] {
        fs::write(folder.path().join(name), &text).unwrap();
    }
    for threads in ["1", "3"] {
        let arguments = [
            "--collation",
            "-A",
            "all",
            "--format",
            "jsonl",
            "-j",
            threads,
            ".",
        ];
        let run = validate_in(folder.path(), &arguments);
        let findings = run.findings();
        assert_eq!(findings.len(), 2 * (count - 1));
        for (index, finding) in findings.iter().enumerate() {
            let number = (index % (count - 1) + 2) as u64;
            assert_eq!(finding["game"].as_u64(), Some(number));
            assert_eq!(finding["line"].as_u64(), Some((number - 1) * 10 + 2));
        }
        assert_eq!(
            run.summary()["rules"]["collation-order"].as_u64(),
            Some(2 * (count as u64 - 1))
        );
    }
    // As it is mended: every game has lost a line.
    let longer = text.replace("\n\n1. e4", "\n\n   1. e4");
    let arguments = [
        "--fix",
        "--collation",
        "-A",
        "tags",
        "--profile",
        "export",
        "--format",
        "jsonl",
    ];
    let run = pipe(longer.as_bytes(), &arguments);
    let found = run.stderr.matches("\"rule\":\"collation-order\"").count();
    assert_eq!(found, count - 1);
}

/// Two games that are the same and not in order, behind another one.
fn twice() -> String {
    let roster = |date| [date, "a", "?", "?", "A", "B", "*"];
    ["1990.01.01", "1991.01.01", "1990.01.01"]
        .map(|date| game(roster(date), "1. e4 e5"))
        .concat()
}

fn levels(folder: &std::path::Path, arguments: &[&str]) -> String {
    let arguments = [&["--format", "jsonl", "a.pgn"], arguments].concat();
    let run = validate_in(folder, &arguments);
    let of_set = |finding: &serde_json::Value| {
        let [rule, level] = ["rule", "level"].map(|key| finding[key].as_str().unwrap().to_owned());
        ["duplicate-game", "collation-order"]
            .contains(&&*rule)
            .then(|| format!("{rule}:{level}"))
    };
    let mut found: Vec<String> = run.findings().iter().filter_map(of_set).collect();
    found.sort();
    found.join(" ")
}

#[test]
fn they_are_on_if_they_are_asked_for() {
    const BOTH: [&str; 2] = ["--duplicates", "--collation"];
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join("a.pgn"), twice()).unwrap();
    let usual = "collation-order:style duplicate-game:warning";
    let error = "collation-order:error duplicate-game:error";
    for (arguments, expected) in [
        (&[][..], ""),
        (&["--profile", "export"], ""),
        (&["-D", "all"], ""),
        (&BOTH, usual),
        (&["--duplicates"], "duplicate-game:warning"),
        (&["--collation"], "collation-order:style"),
        (&["--profile", "laws", BOTH[0], BOTH[1]], usual),
        (&["-A", "all", BOTH[0], BOTH[1]], usual),
        (&["-D", "all", BOTH[0], BOTH[1]], error),
        (&["-D", "set"], error),
        (&["-W", "collation-order"], "collation-order:warning"),
        (
            &["-A", "duplicate-game", BOTH[0], BOTH[1]],
            "collation-order:style",
        ),
        (&["-D", "duplicate-game", BOTH[0]], "duplicate-game:error"),
    ] {
        assert_eq!(levels(folder.path(), arguments), expected, "{arguments:?}");
    }
    let write = |settings: &str| fs::write(folder.path().join("chesstool.toml"), settings).unwrap();
    write("duplicates = true\ncollation = true\n");
    for (arguments, expected) in [
        (&[][..], usual),
        (&["-A", "collation-order"], "duplicate-game:warning"),
        (&["-A", "all"], ""),
        (
            &["-W", "all"],
            "collation-order:warning duplicate-game:warning",
        ),
        (&["--no-config"], ""),
    ] {
        assert_eq!(levels(folder.path(), arguments), expected, "{arguments:?}");
    }
    write("allow = [\"all\"]\ndeny = [\"duplicate-game\"]\nmax-remembered = 0\n");
    assert_eq!(levels(folder.path(), &[]), "");
    assert_eq!(
        levels(folder.path(), &["--max-remembered", "1"]),
        "duplicate-game:error"
    );
    assert_eq!(
        levels(folder.path(), &["--max-remembered", "1", "--collation"]),
        "collation-order:style duplicate-game:error"
    );
}

#[test]
fn every_format_has_them() {
    let text = twice();
    for format in ["text", "concise", "jsonl", "github", "sarif", "junit"] {
        let arguments = [
            "--duplicates",
            "--collation",
            "-A",
            "all",
            "--format",
            format,
        ];
        let run = pipe(text.as_bytes(), &arguments);
        assert_eq!(run.status, 0, "{format}");
        for rule in ["duplicate-game", "collation-order"] {
            assert!(run.stdout.contains(rule), "{format}: {}", run.stdout);
        }
        assert!(run.stdout.contains("as game 1"), "{format}");
    }
}
