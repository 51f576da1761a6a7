//! Which games are wanted.

use crate::program::convert;

const GAMES: &str = "[Event \"a\"]\n[White \"A\"]\n[WhiteElo \"2600\"]\n[Result \"1-0\"]\n[ECO \"B90\"]\n[Board \"1\"]\n\n1. e4 c5 2. Nf3 1-0\n
[Event \"b\"]\n[White \"B\"]\n[WhiteElo \"2400\"]\n[Date \"2024.05.31\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 0-1\n
[Event \"c\"]\n[White \"C\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K2R w - - 0 1\"]\n[Result \"*\"]\n\n1. Rh5+ Kd4 2. Kd2 Ke4 3. Rc5 *\n
[Event \"d\"]\n\n1. e4 Ke4 *\n";

fn events(arguments: &[&str]) -> (i32, String) {
    let mut all = vec!["--to", "csv", "--columns", "event", "--no-header", "-q"];
    all.extend(arguments);
    let run = convert(GAMES, &all);
    (run.status, run.stdout.split_whitespace().collect())
}

#[test]
fn conditions() {
    for (condition, expected) in [
        ("white_elo >= 2500", "a"),
        ("!(white_elo >= 2500)", "b"),
        ("white_elo == null && ply_count > 1", "c"),
        ("result == \"1-0\" && eco.startsWith('B9')", "a"),
        ("tag('Board') == '1'", "a"),
        ("date >= '2024-05-01'", "b"),
        ("movetext.contains('c5')", "ac"),
        ("lawful_result == '*' || white in ['A', 'B']", "abc"),
        ("true", "abc"),
    ] {
        let (status, found) = events(&["--where", condition]);
        assert_eq!(found, expected, "{condition}");
        // The game that cannot be read fails where it may be wanted only.
        assert!(status <= 1);
    }
    let (status, found) = events(&["--where", "white != null"]);
    assert_eq!(
        (status, found.as_str()),
        (0, "abc"),
        "what is not wanted is no failure"
    );
}

#[test]
fn conditions_that_make_no_sense_are_refused_before_reading() {
    for (condition, message) in [
        ("white_ello > 1", "white_elo"),
        ("white_elo > 'x'", "^"),
        ("white_elo", "^"),
        ("white_elo >", "^"),
        ("san == 'e4'", "san"),
        ("error == null", "error"),
        ("-ply_count", "^"),
    ] {
        let run = convert(GAMES, &["--to", "csv", "--where", condition]);
        assert_eq!(run.status, 2, "{condition}");
        assert_eq!(run.stdout, "", "{condition}");
        assert!(run.stderr.contains(message), "{condition}: {}", run.stderr);
    }
}

#[test]
fn positions_and_material() {
    for (option, value, expected) in [
        (
            "--position",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "a",
        ),
        (
            "--position",
            "????????/????????/????????/????????/*P*/????????/????????/????????",
            "ab",
        ),
        ("--material", "KRPvK", "c"),
        ("--material", "KvKRP", "c"),
        ("--material", "b:KRPvK", ""),
        ("--material", "KQvK", ""),
    ] {
        let (_, found) = events(&[option, value, "--where", "event != 'd'"]);
        assert_eq!(found, expected, "{option} {value}");
    }
    for (option, value) in [
        ("--position", "8/8"),
        ("--position", "9/8/8/8/8/8/8/8"),
        ("--material", "KXvK"),
        ("--material", "KR"),
    ] {
        let run = convert(GAMES, &["--to", "csv", option, value]);
        assert_eq!(run.status, 2, "{option} {value}");
        assert!(run.stderr.contains('^'), "{option} {value}: {}", run.stderr);
    }
}
