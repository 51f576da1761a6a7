//! Tags in odd shapes: what is read of them, what is said, and what `--fix` leaves.

use crate::program::{Run, pipe};

fn check(text: &str) -> Run {
    pipe(text.as_bytes(), &["--format", "jsonl"])
}

fn fixed(text: &str, profile: &str) -> String {
    let run = pipe(text.as_bytes(), &["--fix", "-q", "--profile", profile]);
    let again = pipe(
        run.stdout.as_bytes(),
        &["--fix", "-q", "--profile", profile],
    );
    assert_eq!(again.stdout, run.stdout, "a second run changes nothing");
    run.stdout
}

#[test]
fn a_name_in_any_wrong_case_is_read_and_said() {
    for name in ["fen", "Fen", "FeN", "fEn", "FEn"] {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let text = format!("[SetUp \"1\"]\n[{name} \"{fen}\"]\n[Result \"*\"]\n\n1. Kf2 *\n");
        assert_eq!(check(&text).rules(), ["bad-tag-name"], "{name}");
        let right = text.replace(name, "FEN");
        assert_eq!(fixed(&text, "import"), right, "{name}");
        assert_eq!(check(&right).rules(), [""; 0]);
    }
    for (name, right) in [
        ("Setup", "SetUp"),
        ("Eco", "ECO"),
        ("Eventdate", "EventDate"),
        ("Plycount", "PlyCount"),
        ("Whiteelo", "WhiteElo"),
        ("EvenT", "Event"),
        ("Utcdate", "UTCDate"),
        ("timecontrol", "TimeControl"),
    ] {
        let run = check(&format!("[{name} \"?\"]\n[Result \"*\"]\n\n*\n"));
        let found = run.findings();
        let message = format!("the name of this tag is `{right}`");
        assert_eq!(found[0]["rule"], "bad-tag-name", "{name}");
        assert_eq!(found[0]["message"], message);
    }
    // What it says is judged as well.
    let text = "[Eco \"Z1\"]\n[whiteelo \"strong\"]\n[plycount \"9\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let rules = check(text).rules();
    for rule in ["bad-eco", "bad-elo", "wrong-ply-count"] {
        assert!(rules.iter().any(|id| id == rule), "{rule}: {rules:?}");
    }
}

#[test]
fn names_that_are_nobodys_wrong_case_are_let_pass() {
    let names = [
        "Elo",
        "Feb",
        "Sets",
        "Dated",
        "Timekeepers",
        "Whitetip",
        "X",
    ];
    for name in names {
        let run = check(&format!("[{name} \"?\"]\n[Result \"*\"]\n\n*\n"));
        assert_eq!(run.rules(), [""; 0], "{name}");
    }
}

#[test]
fn a_right_name_counts_before_and_behind_the_fix() {
    let text = "[result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 0-1\n";
    assert_eq!(check(text).rules(), ["bad-tag-name", "duplicate-tag"]);
    assert_eq!(fixed(text, "import"), text);
    let text = "[white \"A\"]\n[White \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";
    assert_eq!(check(text).findings()[0]["white"], "B");
    assert_eq!(fixed(text, "import"), text);
    // Of several in the wrong case the first one counts, and it alone takes the name.
    let text = "[white \"A\"]\n[WHITE \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";
    assert_eq!(check(text).findings()[0]["white"], "A");
    assert_eq!(
        fixed(text, "import"),
        text.replacen("white", "White", 1),
        "one of them"
    );
}

#[test]
fn duplicates_are_told_without_case() {
    let many: Vec<String> = (0..50).map(|n| format!("[Tag{n} \"\"]\n")).collect();
    for others in [String::new(), many.concat()] {
        let text = format!("[Foo \"1\"]\n[fOO \"2\"]\n[Foo \"3\"]\n{others}[Result \"*\"]\n\n*\n");
        let run = check(&text);
        let messages: Vec<String> = run
            .findings()
            .iter()
            .map(|found| found["message"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(
            messages,
            [
                "the tags `Foo` and `fOO` differ in case only",
                "the tag `Foo` stands twice"
            ]
        );
    }
}

/// The tags of a text, sorted, without the roster's unknown ones.
fn said(text: &str) -> Vec<&str> {
    let tags = text.split('[').skip(1);
    let mut tags: Vec<&str> = tags.map(|tag| tag.split(']').next().unwrap()).collect();
    tags.retain(|tag| !tag.contains("\"?") && *tag != "Result \"*\"");
    tags.sort_unstable();
    tags
}

#[test]
fn tags_that_share_a_line_get_one_each_and_no_blank_line() {
    for tags in [
        "[White \"A\"][Black \"B\"][Result \"*\"]",
        "[White \"A\"] [Black \"B\"]\t[Result \"*\"]",
        "  [White \"A\"] [Black \"B\"]\n [Annotator \"C\"][Result \"*\"]",
        "[Black \"B\"][White \"A\"] [Annotator \"C\"]",
        "[White \"A\"][Annotator \"C\"]",
        "[White \"A\"] [Annotator \"C\"] [Black \"B\"]",
        "[Annotator   \"C\"]\n[White \"A\"]",
        "[Site  \"x\"]\n[Event \"y\"]",
    ] {
        let text = format!("{tags}\n\n1. e4 *\n");
        let after = fixed(&text, "export");
        let (section, rest) = after.rsplit_once("\n\n").unwrap();
        assert_eq!(rest, "1. e4 *\n");
        assert!(!section.contains("\n\n"), "{tags}: {section}");
        assert!(!section.starts_with('\n'), "{tags}: {section}");
        assert!(section.lines().count() >= 7, "{tags}: {section}");
        let mut kept = said(&after);
        let words: Vec<&str> = tags.split_whitespace().collect();
        let plain = words.join(" ");
        let before = said(&plain);
        kept.retain(|tag| !tag.is_empty());
        assert_eq!(kept, before, "{tags}: nothing is lost");
    }
    // A line of its own would begin another game.
    let after = fixed("[White \"A\"] {of} [Black \"B\"]\n\n1. e4 *\n", "export");
    assert!(after.contains("[Round \"?\"]\n[White \"A\"] {of} [Black \"B\"]\n[Result"));
}

#[test]
fn a_count_of_plies_stands_where_the_game_was_not_read_to_its_end() {
    let game = |tag: &str, movetext: &str| {
        format!("[Event \"?\"]\n[Result \"*\"]\n[PlyCount {tag}\n\n{movetext} *\n")
    };
    for (tag, movetext) in [
        ("\"4\"]", "1. e4 e5 {open\n2. Nf3 Nc6"),
        ("\"57”]", "1. e4 e5"),
        ("\"4\"]", "1. e4 e5 2. Nf3) Nc6 3. Bb5 a6"),
        ("\"4\"]", "1. e4 {a} b} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4"),
        ("\"4\"]", "1. e4 e5 2. lost Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"),
        ("\"4\"]", "1. e4 e5 2. Nf3 Nc6 * 3. Bb5 a6"),
        ("\"4\"]", "1. e4 e5 2. Ke4 Nc6"),
    ] {
        let text = game(tag, movetext);
        let rules = check(&text).rules();
        assert!(!rules.contains(&"wrong-ply-count".to_owned()), "{text}");
        let after = fixed(&text, "import");
        assert!(after.contains(&format!("[PlyCount {tag}")), "{after}");
    }
    // Judgements and what stands in variations hide no move.
    for movetext in ["1. e4 e5 +-", "1. e4 e5 (1... lost) 2. Nf3", "1. e4 $1 e5"] {
        let rules = check(&game("\"4\"]", movetext)).rules();
        assert!(rules.contains(&"wrong-ply-count".to_owned()), "{movetext}");
    }
}

#[test]
fn a_right_to_castle_without_its_rook_is_a_slip() {
    let game = |variant: &str, fen: &str, movetext: &str| {
        format!("[Event \"?\"]\n[Result \"*\"]\n{variant}[FEN \"{fen}\"]\n\n{movetext} *\n")
    };
    let slip = "3rk2r/pppppppp/8/8/8/8/PPPPPPPP/3RK2R w KQkq - 0 1";
    let run = check(&game("", slip, "1. O-O"));
    assert_eq!(run.rules(), ["bad-fen"]);
    assert_eq!(run.findings()[0]["level"], "warning");
    // The right is not there.
    let run = check(&game("", slip, "1. O-O-O"));
    assert_eq!(run.rules(), ["bad-fen", "illegal-move"]);
    for other in [
        slip.replace("KQkq", "HDhd"),
        slip.replace("3RK2R", "2RK3R").replace("KQkq", "KQ"),
    ] {
        assert_eq!(check(&game("", &other, "")).rules(), ["variant-mismatch"]);
    }
    for variant in ["Chess960", "Standard"] {
        let tag = format!("[Variant \"{variant}\"]\n");
        let run = check(&game(&tag, slip, "1. O-O"));
        assert_eq!(run.rules(), [""; 0], "{variant}");
    }
}
