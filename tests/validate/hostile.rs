//! Input made to break readers: it ends in a finding, soon, and in little memory.

use std::time::{Duration, Instant};

use crate::program::{Run, game, pipe};

/// Enough for several blocks.
const SIZE: usize = 5 << 19;
/// Far more than is needed, and far less than anything that is not linear would take.
const PATIENCE: Duration = Duration::from_secs(10);

fn check(text: &[u8]) -> Run {
    let started = Instant::now();
    let run = pipe(text, &["--format", "jsonl"]);
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    assert_ne!(run.status, 2, "{}", run.stderr);
    run
}

fn check_repeated(unit: &str, expected: &[&str]) {
    let text = unit.repeat(SIZE / unit.len());
    for text in [text.clone(), game(&text)] {
        let run = check(text.as_bytes());
        assert_eq!(run.status, 1);
        let mut rules = run.rules();
        rules.dedup();
        for rule in expected {
            assert!(rules.iter().any(|found| found == rule), "{rules:?}");
        }
        assert!(run.findings().len() < 500, "{}", run.findings().len());
    }
}

#[test]
fn brackets_and_braces() {
    check_repeated(
        "(",
        &[
            "variation-without-move",
            "too-deep",
            "unterminated-variation",
        ],
    );
    check_repeated(")", &["stray-paren"]);
    check_repeated("{", &["unterminated-comment"]);
    check_repeated("}", &["stray-brace"]);
    check_repeated("()", &["variation-without-move"]);
    check_repeated("e4 (", &["too-deep", "unterminated-variation"]);
    check_repeated("{(", &["unterminated-comment"]);
}

#[test]
fn tags() {
    for unit in [
        "[",
        "[Event \"",
        "[A \"\"]",
        "[\n",
        "[A \"b\n",
        "\n\n[Event \"{\"]\n",
    ] {
        let run = check(unit.repeat((1 << 20) / unit.len()).as_bytes());
        assert_eq!(run.status, 1, "{unit:?}");
    }
}

#[test]
fn byte_order_marks() {
    let marks = "\u{feff}".repeat(400_000);
    for text in [
        format!("{marks}1. e4 *\n"),
        format!("[Event \"x\"]\n{marks}1. e4 *\n"),
    ] {
        assert_eq!(check(text.as_bytes()).summary()["plies"], 1);
    }
}

#[test]
fn reasons_are_not_looked_for_beyond_what_is_shown() {
    let shuffle = "Na3 Na6 Nb1 Nb8 ".repeat(20_000);
    let castling = "(O-O) ".repeat(20_000);
    let text = format!("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 {shuffle}Nc3 {castling}*");
    assert_eq!(
        check(text.as_bytes()).summary()["rules"]["illegal-move"],
        20_000
    );
}

#[test]
fn one_line_of_many_games_and_braces() {
    check("[A \"x\"] e9 1-0 ".repeat(40_000).as_bytes());
    check("[A \"\"] ".repeat(400_000).as_bytes());
    let nest = format!("{}{} ", "{".repeat(8_000), "}".repeat(8_000));
    check(format!("1. e4 {}", nest.repeat(60)).as_bytes());
}

#[test]
fn a_long_fen_gives_a_short_message() {
    let long = [
        "z".repeat(60_000),
        format!("4k3/8/8/8/8/8/8/4K3 w {} - 0 1", "K".repeat(60_000)),
        format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {}", "x".repeat(60_000)),
    ];
    for fen in long {
        let run = check(format!("[FEN \"{fen}\"]\n\n*\n").as_bytes());
        let message = run.findings()[0]["message"].as_str().unwrap().to_owned();
        assert!(message.len() < 1_000, "{message}");
    }
}

#[test]
fn words_and_bytes() {
    check_repeated("a", &["bad-move-text"]);
    check_repeated("e4 ", &["illegal-move"]);
    check_repeated("1", &["missing-result"]);
    check_repeated("1. ", &["missing-result"]);
    check_repeated("$", &["bad-nag"]);
    check_repeated("!", &["bad-nag"]);
    check_repeated("\0", &["unexpected-byte"]);
    check_repeated("é", &["bad-move-text"]);
    check_repeated("1-0 ", &["extra-result"]);
    check_repeated(" %", &["unexpected-byte"]);
}

#[test]
fn what_is_no_movetext() {
    for unit in ["{}", ";\r", "%\n", "\n", " ", "{ } ;{\n"] {
        let text = unit.repeat(SIZE / unit.len());
        let none = check(text.as_bytes());
        assert_eq!(
            (none.status, none.summary()["games"].as_u64()),
            (0, Some(0))
        );
        assert_eq!(check(game(&text).as_bytes()).rules(), ["missing-result"]);
    }
}

#[test]
fn braces_that_open_nothing() {
    let braces = "{".repeat(SIZE);
    for line in [
        format!("%{braces}"),
        format!("[A \"{braces}\"]"),
        format!(";{braces}"),
    ] {
        let text = format!("1. e4 *\n{line}\n\n[Event \"?\"]\n\n1. e5 *\n");
        let run = check(text.as_bytes());
        let last = run.rules().pop();
        assert_eq!(last.as_deref(), Some("illegal-move"), "{}", &line[..4]);
    }
}

#[test]
fn random_bytes() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let random: Vec<u8> = (0..SIZE).map(|_| random_byte(&mut state)).collect();
    assert_eq!(check(&random).status, 1);
    let alphabet = b"(){}[]<>\"\\;%$*!?.=+#-/ \n\r\t01234eNO-[{";
    let signs: Vec<u8> = random
        .iter()
        .map(|&byte| alphabet[usize::from(byte) % alphabet.len()])
        .collect();
    assert_eq!(check(&signs).status, 1);
}

/// Xorshift: random enough, and the same in every run.
fn random_byte(state: &mut u64) -> u8 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 32) as u8
}

#[test]
fn depth_up_to_the_limit() {
    let nested = |depth: usize| {
        let pairs = "(d4 (e4 ".repeat(depth / 2 + 1);
        let opened: String = pairs.split_inclusive(' ').take(depth).collect();
        game(&format!("1. e4 {opened}{} e5 2. Ke4 *", ")".repeat(depth)))
    };
    // The game behind the variations is read on in either case.
    assert_eq!(check(nested(256).as_bytes()).rules(), ["illegal-move"]);
    let deeper = check(nested(257).as_bytes());
    assert_eq!(deeper.rules(), ["too-deep", "illegal-move"]);
    let column = "1. e4 ".len() + 256 * "(d4 ".len() + 1;
    assert_eq!(deeper.findings()[0]["column"], column);
    assert_eq!(check(nested(100_000).as_bytes()).rules(), deeper.rules());
}

#[test]
fn tags_up_to_the_limit() {
    let tags = |count: usize| {
        let tags: Vec<String> = (0..count).map(|n| format!("[T{n} \"\"]\n")).collect();
        let tags = tags.concat();
        check(format!("{tags}\n1. e4 *\n").as_bytes())
    };
    assert!(tags(1024).rules().is_empty());
    let run = tags(1025);
    assert_eq!(run.rules(), ["too-long"]);
    assert_eq!(run.findings()[0]["line"], 1025);
    assert_eq!(run.findings()[0]["token"], "[T1024 \"\"]");
}

#[test]
fn a_tag_up_to_the_limit() {
    let tag = |length: usize| {
        let value = "x".repeat(length - "[A \"\"]".len());
        check(format!("[A \"{value}\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n").as_bytes())
    };
    assert_eq!(
        tag(64 << 10).rules(),
        ["string-too-long", "result-mismatch"]
    );
    for length in [(64 << 10) + 1, 1 << 20] {
        let run = tag(length);
        let findings = run.findings();
        assert_eq!(findings[0]["rule"], "bad-tag-pair", "{length}");
        assert_eq!(findings[0]["message"], "the tag is longer than 64 KiB");
        assert_eq!(run.rules(), ["bad-tag-pair", "result-mismatch"], "{length}");
    }
}

#[cfg(target_os = "linux")]
mod huge {
    use std::io::Write;
    use std::process::{ChildStdin, Stdio};
    use std::time::Instant;

    use super::random_byte;
    use crate::program::command;

    const MEGABYTE: usize = 1 << 20;
    /// The most memory that a run may take at any time, in KiB.
    const MOST: u64 = 150 << 10;

    /// Writes text to a run's standard input from a thread, and watches its memory.
    fn check(name: &str, write: impl FnOnce(&mut ChildStdin) + Send + 'static) {
        let started = Instant::now();
        let mut child = command(&["--format", "jsonl", "-q"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || write(&mut stdin));
        let mut peak = 0;
        let status = loop {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
            let mut lines = status.iter().flat_map(|text| text.lines());
            let value = lines.find_map(|line| line.strip_prefix("VmHWM:"));
            let number = value.and_then(|value| value.trim().strip_suffix(" kB"));
            peak = number.map_or(peak, |number| number.parse().unwrap());
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        writer.join().unwrap();
        println!("{name}: {} MiB, {:?}", peak >> 10, started.elapsed());
        assert_eq!(status.code(), Some(1), "{name}");
        assert!(peak > 0 && peak < MOST, "{name}: {peak} KiB");
    }

    fn check_repeated(name: &'static str, unit: &'static [u8], megabytes: usize) {
        check(name, move |stdin| {
            let chunk = unit.repeat(MEGABYTE / unit.len());
            for _ in 0..megabytes {
                stdin.write_all(&chunk).unwrap();
            }
        });
    }

    #[test]
    #[ignore = "2 GB of input; run it with --ignored"]
    fn huge() {
        for (name, unit) in [
            ("(", &b"("[..]),
            ("{", b"{"),
            ("[", b"["),
            ("e4", b"e4 "),
            ("NUL", b"\0"),
        ] {
            check_repeated(name, unit, 200);
        }
        check("random bytes", |stdin| {
            let mut state = 0x9e37_79b9_7f4a_7c15;
            for _ in 0..200 {
                let chunk: Vec<u8> = (0..MEGABYTE).map(|_| random_byte(&mut state)).collect();
                stdin.write_all(&chunk).unwrap();
            }
        });
        check_repeated("one game", b"1. Nf3 Nf6 2. Ng1 Ng8\n", 1024);
    }
}

#[test]
fn commands_that_are_not_closed() {
    let text = game(&format!("1. e4 {{{}}} *", "[%clk ".repeat(SIZE / 6)));
    let run = check(text.as_bytes());
    assert_eq!(run.rules()[0], "bad-comment-command");
    check(game(&format!("1. e4 {{{} *", "[%clk ".repeat(SIZE / 6))).as_bytes());
}

#[test]
fn a_run_of_tabs_or_line_ends_is_one_place_to_mend() {
    for (unit, rule) in [("\t", "tab-char"), ("\r", "mixed-newlines")] {
        let text = game(&format!("1. e4{} e5 *", unit.repeat(SIZE)));
        let run = pipe(
            text.as_bytes(),
            &["--profile", "export", "--format", "jsonl"],
        );
        let findings = run.findings();
        let finding = findings.iter().find(|finding| finding["rule"] == rule);
        let fix = finding.unwrap()["fix"].as_array().unwrap();
        assert_eq!(fix.len(), 1, "{rule}");
    }
}

#[test]
fn a_fix_of_very_many_places_is_not_shown_but_done() {
    let text = game(&format!("1. e4{} e5 *", "\t ".repeat(3_000)));
    let export = ["--profile", "export", "--format", "jsonl"];
    let run = pipe(text.as_bytes(), &export);
    let findings = run.findings();
    let finding = findings
        .iter()
        .find(|finding| finding["rule"] == "tab-char");
    assert!(finding.unwrap()["fix"].is_null());
    let mended = pipe(text.as_bytes(), &["--profile", "export", "--fix"]);
    assert!(!mended.stdout.contains('\t'));
}
