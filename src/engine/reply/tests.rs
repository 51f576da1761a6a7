//! Lines as engines write them, and as none should.

use proptest::prelude::*;

use super::*;

fn info(line: &str) -> Info {
    match Reply::parse(line.as_bytes()) {
        Reply::Info(info) => *info,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_ordinary_line_of_stockfish() {
    let info = info(
        "info depth 20 seldepth 27 multipv 2 score cp -31 wdl 12 930 58 nodes 412345 nps 900000 hashfull 12 tbhits 3 time 458 pv e2e4 e7e5 g1f3",
    );
    assert_eq!((info.depth, info.seldepth), (Some(20), Some(27)));
    assert_eq!(info.multipv, Some(2));
    assert_eq!(info.score, Some(Told::Centipawns(-31, Bound::Exact)));
    assert_eq!(info.wdl, Some([12, 930, 58]));
    assert_eq!((info.nodes, info.nps), (Some(412_345), Some(900_000)));
    assert_eq!((info.hashfull, info.tbhits), (Some(12), Some(3)));
    assert_eq!(info.time, Some(458));
    assert_eq!(info.pv, ["e2e4", "e7e5", "g1f3"]);
}

#[test]
fn bounds_and_mates() {
    let lower = info("info depth 9 score cp 40 lowerbound nodes 1 pv e2e4");
    assert_eq!(lower.score, Some(Told::Centipawns(40, Bound::Lower)));
    assert_eq!(lower.pv, ["e2e4"]);
    let upper = info("info score upperbound mate -3 depth 4");
    assert_eq!(upper.score, Some(Told::Mate(-3, Bound::Upper)));
    assert_eq!(
        info("info score mate +2").score,
        Some(Told::Mate(2, Bound::Exact))
    );
    assert_eq!(
        info("info depth 0 score mate 0").score,
        Some(Told::Mate(0, Bound::Exact))
    );
}

#[test]
fn a_line_of_play_ends_at_the_next_keyword() {
    let info = info("info pv e2e4 e7e5 depth 7 currmove g1f3 currmovenumber 2 nonsense 5 time 9");
    assert_eq!(info.pv, ["e2e4", "e7e5"]);
    assert_eq!((info.depth, info.time), (Some(7), Some(9)));
}

#[test]
fn string_eats_the_rest() {
    let told = info("info depth 3 string NNUE score cp 5 depth 99");
    assert_eq!(told.string.as_deref(), Some("NNUE score cp 5 depth 99"));
    assert_eq!((told.depth, told.score), (Some(3), None));
    assert_eq!(
        info("info strings 4 xstring depth 2").depth,
        Some(2),
        "no word of its own"
    );
}

#[test]
fn values_that_are_no_numbers_are_left_out() {
    let info =
        info("info depth nodes 77 time -5 score cp x nps 99999999999999999999 multipv 99999999999");
    assert_eq!((info.depth, info.nodes, info.time), (None, Some(77), None));
    assert_eq!((info.score, info.nps, info.multipv), (None, None, None));
}

#[test]
fn long_lines_of_play_are_cut() {
    let line = format!("info depth 1 pv {}", "e2e4 ".repeat(20_000));
    assert_eq!(info(&line).pv.len(), MOST_PV_WORDS);
}

#[test]
fn best_moves() {
    for (line, best, ponder) in [
        ("bestmove e2e4 ponder e7e5\r\n", "e2e4", Some("e7e5")),
        ("bestmove e7e8Q", "e7e8Q", None),
        ("bestmove (none)", "(none)", None),
        ("bestmove", "", None),
        ("bestmove a2a3 ponder", "a2a3", None),
    ] {
        let (best, ponder) = (best.to_owned(), ponder.map(str::to_owned));
        assert_eq!(
            Reply::parse(line.as_bytes()),
            Reply::BestMove { best, ponder }
        );
    }
}

#[test]
fn identity_and_signals() {
    let name = Reply::Id {
        field: "name".to_owned(),
        value: "Stockfish 15.1".to_owned(),
    };
    assert_eq!(Reply::parse(b"id name  Stockfish 15.1\r\n"), name);
    assert_eq!(Reply::parse(b"  uciok \r\n"), Reply::UciOk);
    assert_eq!(Reply::parse(b"readyok"), Reply::ReadyOk);
    let other = |text: &str| Reply::Other(text.to_owned());
    assert_eq!(Reply::parse(b"uciokay"), other("uciokay"));
    assert_eq!(Reply::parse(b"\r\n"), other(""));
    assert_eq!(
        Reply::parse(b"Loading \xff\xfe"),
        other("Loading \u{fffd}\u{fffd}")
    );
}

#[test]
fn options() {
    let kind = |line: &str| match Reply::parse(line.as_bytes()) {
        Reply::Option(option) => (option.name, option.kind),
        other => panic!("{other:?}"),
    };
    let (name, hash) = kind("option name Hash type spin default 16 min 1 max 33554432");
    let spin = Kind::Spin {
        default: Some(16),
        min: 1,
        max: 33_554_432,
    };
    assert_eq!((name.as_str(), hash), ("Hash", spin));
    let (name, button) = kind("option name Clear Hash type button");
    assert_eq!((name.as_str(), button), ("Clear Hash", Kind::Button));
    let (name, combo) = kind(
        "option name Analysis type Style type combo default Very Solid var Very Solid var Risky",
    );
    let vars = vec!["Very Solid".to_owned(), "Risky".to_owned()];
    let default = "Very Solid".to_owned();
    assert_eq!(name, "Analysis type Style");
    assert_eq!(combo, Kind::Combo { default, vars });
    let (_, text) = kind("option name Debug Log File type string default ");
    assert_eq!(
        text,
        Kind::Text {
            default: String::new()
        }
    );
    let (_, text) = kind("option name Path type string default C:/a b/min max");
    assert_eq!(
        text,
        Kind::Text {
            default: "C:/a b/min max".to_owned()
        }
    );
    let (_, check) = kind("option name Ponder type check default True");
    assert_eq!(check, Kind::Check { default: true });
    for line in [
        "option",
        "option name",
        "option name type spin",
        "option name X type odd",
    ] {
        assert_eq!(Reply::parse(line.as_bytes()), Reply::Other(line.to_owned()));
    }
}

/// Words that the parser knows, in any order, and bytes that it does not.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "info",
        "option",
        "name",
        "type",
        "spin",
        "combo",
        "string",
        "default",
        "min",
        "max",
        "var",
        "depth",
        "score",
        "cp",
        "mate",
        "lowerbound",
        "wdl",
        "pv",
        "bestmove",
        "ponder",
        "id",
        "-1",
        "99999999999999999999",
        "é",
        "e2e4",
        "\u{2028}",
        "string\u{a0}",
    ]);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::vec(words, 0..12).prop_map(|words| words.join(" ").into_bytes()),
        prop::collection::vec(any::<u8>(), 0..60)
            .prop_map(|bytes| [b"info ".as_slice(), &bytes].concat()),
    ]
}

proptest! {
    #[test]
    fn any_bytes_are_fine(line in any_line()) {
        let reply = Reply::parse(&line);
        if let Reply::Info(info) = &reply {
            prop_assert!(info.pv.len() <= MOST_PV_WORDS);
        }
        // Line ends and white space around the line change nothing.
        let framed = [b" ".as_slice(), &line, b"\r\n"].concat();
        prop_assert_eq!(Reply::parse(&framed), reply);
    }
}
