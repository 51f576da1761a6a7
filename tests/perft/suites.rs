//! Suites: what passes, what fails, what cannot be read.

use crate::perft;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn our_own_suites_pass() {
    for name in ["standard", "chess960", "double-chess960"] {
        let path = format!("{}/testdata/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        let mut arguments = vec!["--suite", &path, "--max-nodes", "100000"];
        if name != "standard" {
            arguments.push("--chess960");
        }
        let (status, out, err) = perft(&arguments, "");
        assert_eq!(status, 0, "{out}{err}");
        assert!(
            !out.contains("FAILED") && err.contains(", 0 wrong, "),
            "{err}"
        );
        assert!(out.lines().count() > 40, "{out}");
    }
}

#[test]
fn a_wrong_count_is_found() {
    let input = format!("# comment\n\n{START} ;D1 20 ;D2 401 ;D3 8902\n{START} ; D1 20;\n");
    let (status, out, err) = perft(&["--suite", "-"], &input);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        format!(
            "<stdin>:3: FAILED at depth 2: expected 401, got 400: {START}\n\
             <stdin>:4: ok to depth 1, 20: {START}\n"
        )
    );
    assert!(err.starts_with("2 positions, 4 counts, 1 wrong\n"), "{err}");
    let (status, out, _) = perft(&["--suite", "-", "--format", "jsonl", "-q"], &input);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((status, lines.len()), (1, 4));
    assert_eq!(
        (&lines[1]["ok"], &lines[1]["nodes"]),
        (&false.into(), &400.into())
    );
}

#[test]
fn deep_and_large_counts_can_be_left_out() {
    let input = format!("{START} ;D1 20 ;D2 400 ;D3 8902 ;D30 999999999999999999\n");
    let (status, out, err) = perft(&["--suite", "-", "--max-nodes", "400"], &input);
    assert_eq!(
        (status, out),
        (0, format!("<stdin>:1: ok to depth 2, 400: {START}\n"))
    );
    assert!(
        err.contains("1 positions, 2 counts, 0 wrong, 2 left out"),
        "{err}"
    );
    let (status, out, _) = perft(&["1", "--suite", "-"], &input);
    assert_eq!(
        (status, out),
        (0, format!("<stdin>:1: ok to depth 1, 20: {START}\n"))
    );
    let (status, out, err) = perft(&["--suite", "-", "--max-nodes", "1"], &input);
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(err.contains("nothing was counted"), "{err}");
}

#[test]
fn lines_that_cannot_be_read_are_told_and_the_others_go_on() {
    for (line, place, reason) in [
        (format!("{START} ;D1"), 59, "a depth and a count are wanted"),
        (
            format!("{START} ;D1 20 ;D1 20"),
            66,
            "this depth was given before",
        ),
        (format!("{START} ;D0 1"), 59, "from 1 to 255"),
        (format!("{START} ;D+1 20"), 59, "from 1 to 255"),
        (
            format!("{START} ;D1 +20"),
            59,
            "not a number of at most 64 bits",
        ),
        (
            format!("{START} ;D9 99999999999999999999"),
            59,
            "not a number of at most 64 bits",
        ),
        (START.to_owned(), 57, "no count is expected"),
        ("8/8 w - - ;D1 3".to_owned(), 1, "2 ranks instead of 8"),
    ] {
        let (status, out, err) = perft(&["--suite", "-"], &format!("{line}\n{START} ;D1 20\n"));
        assert_eq!(status, 1, "{line}");
        assert!(out.starts_with("<stdin>:2: ok"), "{out}");
        assert!(err.starts_with(&format!("<stdin>:1:{place}: ")), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}
