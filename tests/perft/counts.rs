//! One position: counts, divide, statistics, threads and tables, refused arguments.

use crate::{KIWIPETE, perft};

#[test]
fn counts_of_the_start() {
    for (depth, nodes) in [
        ("0", 1),
        ("1", 20),
        ("2", 400),
        ("4", 197_281),
        ("5", 4_865_609),
    ] {
        let (status, out, err) = perft(&[depth], "");
        assert_eq!((status, out), (0, format!("{nodes}\n")));
        assert!(
            err.starts_with(&format!("{nodes} nodes in ")) && err.contains("Mn/s"),
            "{err}"
        );
    }
    assert_eq!(
        perft(&["3", "-q"], ""),
        (0, "8902\n".to_owned(), String::new())
    );
}

#[test]
fn neither_threads_nor_a_table_change_a_count() {
    for threads in ["1", "2", "8"] {
        for hash in ["1", "16"] {
            let (status, out, _) = perft(
                &[
                    "4", "--divide", "-j", threads, "--hash", hash, "--fen", KIWIPETE,
                ],
                "",
            );
            let (_, plain, _) = perft(&["4", "--divide", "-j1", "--fen", KIWIPETE], "");
            assert_eq!((status, &out), (0, &plain), "{threads} threads, {hash} MB");
            assert!(out.ends_with("\n\ntotal: 4085603\n"), "{out}");
        }
    }
}

#[test]
fn divide_lists_the_moves_sorted() {
    let (status, out, _) = perft(&["2", "--divide"], "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(status, 0);
    assert_eq!(lines[..3], ["a2a3: 20", "a2a4: 20", "b1a3: 20"]);
    assert_eq!(lines[19..], ["h2h4: 20", "", "total: 400"]);
    assert!(lines[..20].is_sorted());
    let (_, out, _) = perft(
        &["1", "--divide", "--notation", "san", "--fen", KIWIPETE],
        "",
    );
    assert_eq!(out.lines().count(), 50);
    for mv in ["O-O: 1", "O-O-O: 1", "Bxa6: 1", "Nxd7: 1", "gxh3: 1"] {
        assert!(out.lines().any(|line| line == mv), "{mv} in {out}");
    }
}

#[test]
fn castling_is_written_as_the_mode_has_it() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    let (_, standard, _) = perft(&["1", "--divide", "--fen", fen], "");
    assert!(
        standard.contains("e1g1: 1") && standard.contains("e1c1: 1"),
        "{standard}"
    );
    let (_, chess960, _) = perft(&["1", "--divide", "--chess960", "--fen", fen], "");
    assert!(
        chess960.contains("e1h1: 1") && chess960.contains("e1a1: 1"),
        "{chess960}"
    );
    assert_eq!(standard.lines().count(), chess960.lines().count());
    let start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(
        perft(&["3", "-q", "--chess960", "--fen", start], "").1,
        "12189\n"
    );
}

#[test]
fn statistics_are_the_published_ones() {
    let (status, out, _) = perft(&["4", "--stats"], "");
    let rows: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(status, 0);
    assert_eq!(rows.len(), 5);
    assert_eq!(
        rows[4],
        ["4", "197281", "1576", "0", "0", "0", "469", "0", "0", "8"]
    );
    let (_, one, _) = perft(&["3", "--stats", "--divide", "-j1", "--fen", KIWIPETE], "");
    let (_, two, _) = perft(&["3", "--stats", "--divide", "-j2", "--fen", KIWIPETE], "");
    assert_eq!(one, two);
    assert!(
        one.contains("17102") && one.ends_with("total: 97862\n"),
        "{one}"
    );
    assert_eq!(
        perft(&["0", "--stats", "-q"], ""),
        (0, "1\n".to_owned(), String::new())
    );
}

#[test]
#[ignore = "half a minute in a debug build"]
fn deep_statistics_are_the_published_ones() {
    let (_, out, _) = perft(&["6", "--stats"], "");
    let last: Vec<&str> = out.lines().last().unwrap().split_whitespace().collect();
    let expected = "6 119060324 2812008 5248 0 0 809099 329 46 10828";
    assert_eq!(last.join(" "), expected);
    let (_, out, _) = perft(&["4", "--stats", "--fen", KIWIPETE], "");
    let last: Vec<&str> = out.lines().last().unwrap().split_whitespace().collect();
    let expected = "4 4085603 757163 1929 128013 15172 25523 42 6 43";
    assert_eq!(last.join(" "), expected);
}

#[test]
fn json_is_one_object_a_position() {
    let (status, out, _) = perft(&["2", "--divide", "--stats", "--format", "jsonl"], "");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, json["nodes"].as_u64()), (0, Some(400)));
    assert_eq!(json["divide"][0]["move"], "a2a3");
    assert_eq!(json["divide"].as_array().unwrap().len(), 20);
    assert_eq!(json["stats"][1]["nodes"], 400);
    assert_eq!(json["stats"][1]["discovery_checks"], 0);
    assert_eq!(json.get("interrupted"), None);
}

#[test]
fn more_moves_than_any_game_has_are_all_counted() {
    let queens = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/5k1Q/K7 b - - 0 1";
    let open = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1";
    assert_eq!(perft(&["1", "-q", "--fen", open], "").1, "218\n");
    let (status, out, err) = perft(&["2", "-q", "--divide", "--fen", queens], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let sum: u64 = out
        .lines()
        .filter(|line| !line.starts_with("total"))
        .filter_map(|line| line.rsplit_once(": ")?.1.parse::<u64>().ok())
        .sum();
    assert!(out.ends_with(&format!("total: {sum}\n")), "{out}");
}

#[test]
fn a_count_that_does_not_fit_is_refused() {
    let fen = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";
    let (status, out, err) = perft(&["40", "--hash", "16", "--fen", fen], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("more paths than 64 bits can count"), "{err}");
}

#[test]
fn all_faults_of_a_fen_are_told() {
    let (status, out, err) = perft(&["1", "--fen", "8/8/8/9/8/8/8/K7 x KQ e9"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    for part in ["is neither a man nor", "`x` is not", "`e9` is not"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let (status, _, err) = perft(&["1", "--fen", "4k3/8/8/8/8/8/8/4K3 w K -"], "");
    assert_eq!(
        status, 2,
        "a right that is dropped is another position: {err}"
    );
}

#[test]
fn arguments_that_do_not_go_together_are_refused() {
    for arguments in [
        &["--fen", KIWIPETE][..],
        &["x"],
        &["-1"],
        &["256"],
        &["3", "--fen", KIWIPETE, "--fen-file", "-"],
        &["3", "--fen", KIWIPETE, "--suite", "x.epd"],
        &["3", "--fen-file", "-", "--suite", "x.epd"],
        &["--suite", "x.epd", "--divide"],
        &["--suite", "x.epd", "--stats"],
        &["3", "--max-nodes", "5"],
        &["3", "--notation", "san"],
        &["3", "--stats", "--hash", "16"],
        &["3", "--hash", "0"],
        &["3", "--threads", "0"],
        &["3", "--progress", "always"],
        &["3", "--format", "xml"],
    ] {
        let (status, out, err) = perft(arguments, "");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("error"), "{err}");
    }
    let (status, _, err) = perft(&["20", "--hash", "16777216"], "");
    assert!(
        status == 2 && err.contains("no memory for a table"),
        "{status} {err}"
    );
}
