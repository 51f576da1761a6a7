//! Columns of games and of plies, in all formats of tables.

use serde_json::{Value, json};

use crate::program::{convert, plies, row};

const GAME: &str = r#"[Event "A \"B\", \\C"]
[Site "?"]
[Date "2024.02.29"]
[Round "-"]
[White "Réti, R"]
[Black ""]
[Result "1-0"]
[UTCDate "2024.02.29"]
[UTCTime "12:34:56"]
[WhiteElo "2500"]
[BlackElo "?"]
[WhiteTitle "GM"]
[BlackTitle "-"]
[ECO "C20"]
[TimeControl "180+2"]
[Termination "Normal"]
[Board "7"]
[Annotator "x, y"]

{ before } 1. e4! { [%clk 0:03:00] [%eval 0.35] good
 move } e5 $2 { [%clk 0:02:59.5] [%eval #-3,20] } (1... c5 { other } 2. Nf3) 2. Ke2?! { [%clk 0:02:50] } ; rest
Ke7 { [%emt 1.5] } 1-0
"#;

#[test]
fn columns_of_a_game() {
    let found = row(GAME, "all");
    for (column, expected) in [
        ("game", json!(1)),
        ("file", json!("<stdin>")),
        ("offset", json!(0)),
        ("event", json!("A \"B\", \\C")),
        ("site", Value::Null),
        ("date", json!("2024-02-29")),
        ("date_tag", json!("2024.02.29")),
        ("year", json!(2024)),
        ("round", json!("-")),
        ("white", json!("Réti, R")),
        ("black", Value::Null),
        ("result", json!("1-0")),
        ("utc_date", json!("2024-02-29")),
        ("utc_time", json!("12:34:56")),
        ("white_elo", json!(2500)),
        ("black_elo", Value::Null),
        ("white_title", json!("GM")),
        ("black_title", Value::Null),
        ("eco", json!("C20")),
        ("opening", Value::Null),
        ("time_control", json!("180+2")),
        ("base_seconds", json!(180.0)),
        ("increment_seconds", json!(2.0)),
        ("termination", json!("Normal")),
        ("variant", Value::Null),
        ("ply_count", json!(4)),
        ("start_fen", Value::Null),
        ("movetext", json!("1. e4 e5 2. Ke2 Ke7")),
        ("moves_uci", json!("e2e4 e7e5 e1e2 e8e7")),
        (
            "final_fen",
            json!("rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3"),
        ),
        ("outcome_reason", json!("resignation")),
        ("lawful_result", json!("1-0")),
        ("game_comment", json!("before")),
        ("other_tags", json!({"Board": "7"})),
        ("error", Value::Null),
    ] {
        assert_eq!(found[column], expected, "{column}");
    }
}

#[test]
fn dates_and_numbers_that_are_not_known() {
    for (tag, column, expected) in [
        ("[Date \"1924.??.??\"]", "date", Value::Null),
        ("[Date \"1924.??.??\"]", "year", json!(1924)),
        ("[Date \"1924.??.??\"]", "date_tag", json!("1924.??.??")),
        ("[Date \"2023.02.29\"]", "date", Value::Null),
        ("[Date \"????.??.??\"]", "year", Value::Null),
        ("[WhiteElo \"0\"]", "white_elo", Value::Null),
        ("[WhiteElo \"-\"]", "white_elo", Value::Null),
        ("[WhiteElo \"2500?\"]", "white_elo", Value::Null),
        (
            "[TimeControl \"40/7200:3600\"]",
            "base_seconds",
            json!(7200.0),
        ),
        (
            "[TimeControl \"40/7200:3600\"]",
            "increment_seconds",
            json!(0.0),
        ),
        ("[TimeControl \"-\"]", "base_seconds", Value::Null),
        ("[Opening \"x\"]", "tag:Opening", json!("x")),
        ("[opening \"x\"]", "opening", json!("x")),
        ("[Opening \"x\"]", "tag:Missing", Value::Null),
    ] {
        let found = row(&format!("{tag}\n\n1. e4 *\n"), column);
        assert_eq!(found[column], expected, "{tag} {column}");
    }
    // The result behind the moves counts, and the tag where it says nothing.
    let result =
        |tag: &str, token: &str| row(&format!("[Result \"{tag}\"]\n\n1. e4 {token}\n"), "result");
    assert_eq!(result("1-0", "0-1")["result"], "0-1");
    assert_eq!(result("1-0", "*")["result"], "1-0");
    assert_eq!(result("1-0", "")["result"], "1-0");
    assert_eq!(result("?", "*")["result"], "*");
}

#[test]
fn columns_of_plies() {
    let rows = plies(GAME, "all", &[]);
    assert_eq!(rows.len(), 4);
    for (index, column, expected) in [
        (0, "ply", json!(1)),
        (0, "white", json!("Réti, R")),
        (0, "move_number", json!(1)),
        (1, "side", json!("black")),
        (1, "move_number", json!(1)),
        (2, "move_number", json!(2)),
        (0, "san", json!("e4")),
        (0, "uci", json!("e2e4")),
        (0, "nags", json!("1")),
        (1, "nags", json!("2")),
        (2, "nags", json!("6")),
        (3, "nags", Value::Null),
        (0, "clock_seconds", json!(180.0)),
        (1, "clock_seconds", json!(179.5)),
        (0, "elapsed_seconds", Value::Null),
        (2, "elapsed_seconds", json!(12.0)),
        (3, "elapsed_seconds", json!(1.5)),
        (0, "eval_cp", json!(35)),
        (0, "eval_mate", Value::Null),
        (1, "eval_cp", Value::Null),
        (1, "eval_mate", json!(-3)),
        (0, "comment", json!("good move")),
        (0, "commands", json!("[%clk 0:03:00] [%eval 0.35]")),
        (1, "comment", Value::Null),
        (2, "comment", json!("rest")),
        (2, "piece", json!("K")),
        (0, "legal_moves", json!(20)),
        (3, "halfmove_clock", json!(2)),
        (3, "repetition", json!(1)),
        (0, "material_white", json!(39)),
        (0, "polyglot_key", json!("823c9b50fd114196")),
        (0, "variation_depth", json!(0)),
        (
            0,
            "fen_before",
            json!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ),
        (
            3,
            "fen_after",
            json!("rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3"),
        ),
    ] {
        assert_eq!(rows[index][column], expected, "{index} {column}");
    }
}

#[test]
fn kinds_of_moves() {
    let game = "[FEN \"r3k2r/8/8/4pP2/8/8/P5p1/R3K2R w KQkq e6 0 1\"]\n\n1. fxe6 gxh1=Q+ 2. Ke2 Qxa1 3. a4 O-O-O 4. Kf2 Qf1+ 5. Kg3 *\n";
    let columns =
        "piece,captured,promotion,is_check,is_mate,is_castle,is_en_passant,uci,material_black";
    let rows = plies(game, columns, &[]);
    let of = |index: usize, column: &str| rows[index][column].clone();
    assert_eq!(of(0, "captured"), "P");
    assert_eq!(of(0, "is_en_passant"), true);
    assert_eq!(of(1, "promotion"), "Q");
    assert_eq!(of(1, "captured"), "R");
    assert_eq!(of(1, "is_check"), true);
    assert_eq!(of(1, "is_mate"), false);
    assert_eq!(of(5, "is_castle"), true);
    assert_eq!(of(5, "uci"), "e8c8");
    assert_eq!(of(5, "captured"), Value::Null);
    assert_eq!(of(5, "piece"), "K");
    assert_eq!(of(2, "material_black"), 19);
    let mate = plies("1. f3 e5 2. g4 Qh4# 0-1\n", "is_mate", &[]);
    assert_eq!(mate[3]["is_mate"], true);
}

#[test]
fn glyphs_beyond_the_standard_are_not_lost() {
    let rows = plies("1. e4 $256 $3 e5 +- *\n", "nags", &[]);
    assert_eq!(rows[0]["nags"], "256 3");
    assert_eq!(rows[1]["nags"], "18");
}

#[test]
fn side_lines() {
    let columns = "ply,san,variation_depth,variation_id,comment,repetition";
    let rows = plies(
        "1. e4 e5 ({c} 1... c5 2. Nf3 (2. Nc3 {d}) d6) ( 1... e6 ) 2. Nf3 *\n",
        columns,
        &["--variations"],
    );
    let seen: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row["ply"],
                row["san"].as_str().unwrap(),
                row["variation_depth"],
                row["variation_id"]
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            "1 e4 0 0",
            "2 e5 0 0",
            "2 c5 1 1",
            "3 Nf3 1 1",
            "3 Nc3 2 2",
            "4 d6 1 1",
            "2 e6 1 3",
            "3 Nf3 0 0"
        ]
    );
    assert_eq!(rows[2]["comment"], "c");
    assert_eq!(rows[4]["comment"], "d");
    assert_eq!(rows[2]["repetition"], Value::Null);
    let main = plies("1. e4 e5 (1... c5) 2. Nf3 *\n", columns, &[]);
    assert_eq!(main.len(), 3);
}

#[test]
fn text_formats_say_the_same() {
    let columns = "game,white,white_elo,black_elo,date,movetext,base_seconds,other_tags";
    let csv = convert(GAME, &["--to", "csv", "--columns", columns]);
    let mut lines = csv.stdout.lines();
    assert_eq!(lines.next(), Some(columns));
    assert_eq!(
        lines.next(),
        Some(r#"1,"Réti, R",2500,,2024-02-29,1. e4 e5 2. Ke2 Ke7,180,"{""Board"":""7""}""#)
    );
    let tsv = convert(
        GAME,
        &["--to", "tsv", "--columns", "white,ply_count", "--no-header"],
    );
    assert_eq!(tsv.stdout, "Réti, R\t4\n");
    // What is read as Windows-1252 is written as UTF-8.
    let latin = b"[White \"R\xe9ti\"]\n\n1. e4 *\n";
    let run = convert(latin, &["--to", "csv", "--columns", "white", "--no-header"]);
    assert_eq!(run.stdout, "Réti\n");
}

#[test]
fn columns_that_there_are_not() {
    for (arguments, message) in [
        (
            &["--to", "csv", "--columns", "whitee"][..],
            "did you mean `white` or `white_elo`?",
        ),
        (
            &["--to", "csv", "--columns", "san"],
            "there is no column `san`",
        ),
        (&["--to", "csv", "--columns", ","], "names no column"),
        (
            &["--to", "fen", "--columns", "white"],
            "--columns is for tables",
        ),
        (&["--to", "fen", "--per", "ply"], "--per is for tables"),
        (
            &["--to", "jsonl", "--no-header"],
            "--no-header is for csv and tsv",
        ),
        (
            &["--to", "csv", "--positions", "final"],
            "--positions is for",
        ),
        (&["--to", "csv", "--variations"], "--variations is for"),
        (&["--to", "csv", "--positions", "every:0"], "every:N"),
        (&[], "what is to be written?"),
        (&["-o", "games.xyz"], "tells no format"),
    ] {
        let run = convert(GAME, arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(
            run.stderr.contains(message),
            "{arguments:?}: {}",
            run.stderr
        );
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn the_list_of_columns_is_the_documented_one() {
    let run = convert("", &["--list-columns"]);
    assert_eq!(run.status, 0);
    let documented = std::fs::read_to_string("docs/columns.md").unwrap();
    assert!(
        documented.contains(&run.stdout),
        "make docs/columns.md again:\n{}",
        run.stdout
    );
    assert!(
        run.stdout.lines().all(|line| line.len() < 180),
        "lines that can be read"
    );
}

#[test]
fn names_of_tags_are_exact_in_columns_of_tags() {
    let game = "[Event \"A\"]\n[event \"b\"]\n[SITE \"c\"]\n\n*\n";
    let found = row(game, "tag:Event,tag:event,tag:EVENT,tag:Site,site");
    assert_eq!(found["tag:Event"], "A");
    assert_eq!(found["tag:event"], "b");
    assert!(found["tag:EVENT"].is_null() && found["tag:Site"].is_null());
    assert_eq!(found["site"], "c", "columns of their own take any case");
}

#[test]
fn the_first_of_two_commands_counts() {
    let game = "1. e4 {[%eval bad] [%eval 0.3] [%eval 0.5] [%clk 0:01:00]} {[%clk 0:02:00] [%eval 0.7]} *\n";
    let found = plies(game, "eval_cp,clock_seconds", &[]);
    assert_eq!(found[0]["eval_cp"], 30);
    assert_eq!(found[0]["clock_seconds"], 60.0);
}

#[test]
fn a_column_is_named_once() {
    let run = convert("*\n", &["--to", "csv", "--columns", "game,white,game"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("the column `game` is named twice"),
        "{}",
        run.stderr
    );
    let run = convert("*\n", &["--to", "csv", "--columns", "usual,error"]);
    assert_eq!(run.status, 0);
}
