//! Text, CSV, JSON Lines, and which games are shown.

use crate::program::{Game, adjudicate, shuffle};

/// A game of each kind.
fn games() -> String {
    [
        Game::new("e4 e5 Nf3 Nc6", "1/2-1/2"),
        Game::new("f3 e5 g4 Qh4#", "1-0")
            .tag("White", "Fool, A. \"F\"")
            .tag("Black", "Scholar")
            .date("2020.05.17"),
        Game::new("f3 e5 g4 Qh4#", "*"),
        Game::new(&format!("{} e4", shuffle(2)), "0-1"),
        Game::new("e4 Ke4", "1-0"),
        Game::new(&format!("{} e4", shuffle(4)), "1/2-1/2"),
    ]
    .map(|game| game.text())
    .join("\n")
}

const COLUMNS: [&str; 23] = [
    "file",
    "game",
    "white",
    "black",
    "date",
    "recorded",
    "recorded_tag",
    "recorded_token",
    "lawful",
    "status",
    "reason",
    "article",
    "end_ply",
    "plies_after_end",
    "threefold_ply",
    "fifty_ply",
    "white_can_mate",
    "black_can_mate",
    "repetitions_max",
    "halfmove_clock",
    "claims",
    "notes",
    "final_fen",
];

#[test]
fn text_is_a_line_for_what_needs_attention_and_a_table() {
    let run = adjudicate(games(), &[]);
    assert_eq!(run.status, 0);
    let expected = "\
<stdin>: game 2, Fool, A. \"F\" – Scholar: recorded 1-0, by the Laws 0-1: checkmate at ply 4 (2... Qh4#) [FIDE 5.1.1]
<stdin>: game 3, ? – ?: recorded *, by the Laws 0-1: checkmate at ply 4 (2... Qh4#) [FIDE 5.1.1]
<stdin>: game 6, ? – ?: 1/2-1/2: fivefold repetition at ply 16 (8... Ng8), 1 ply played after it [FIDE 9.6.1]
                             games  agrees  contradicts  completes  undetermined  went on
checkmate                        2       0            1          1             0        0
agreement                        1       1            0          0             0        0
fivefold repetition              1       1            0          0             0        1
illegal move                     1       0            0          0             1        0
resignation or time forfeit      1       1            0          0             0        0
all                              6       3            1          1             1        1
";
    let stdout = run.stdout.replace("\\\"", "\"");
    assert_eq!(stdout, expected);
    assert!(
        run.stderr.starts_with(
            "1 file, 6 games, 39 plies: 3 agree, 1 contradicts, 1 is completed, 1 undetermined"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn csv_has_a_row_for_every_game() {
    let run = adjudicate(games(), &["--format", "csv"]);
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    assert_eq!(reader.headers().unwrap(), &COLUMNS.to_vec());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    let mate: Vec<&str> = rows[1].iter().collect();
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(mate[..2], ["<stdin>", "2"]);
    assert_eq!(
        mate[3..12],
        [
            "Scholar",
            "2020.05.17",
            "1-0",
            "1-0",
            "1-0",
            "0-1",
            "contradicts",
            "checkmate",
            "5.1.1"
        ]
    );
    assert_eq!(
        mate[12..],
        ["4", "0", "", "", "no", "yes", "1", "1", "", "", fen]
    );
    assert_eq!(&rows[4][10], "illegal_move");
    assert_eq!(&rows[4][22], "");
}

#[test]
fn jsonl_has_the_same_keys_in_the_same_order() {
    let run = adjudicate(games(), &["--format", "jsonl"]);
    for line in run.stdout.lines() {
        let mut from = 0;
        for column in COLUMNS {
            let at = line[from..].find(&format!("\"{column}\":")).unwrap();
            from += at;
        }
    }
    let rows = run.json();
    let numbers: Vec<u64> = rows
        .iter()
        .map(|row| row["game"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn only_some_games_are_shown() {
    let shown = |only: &str| -> Vec<u64> {
        let run = adjudicate(games(), &["--format", "jsonl", "--only", only]);
        let rows = run.json();
        rows.iter()
            .map(|row| row["game"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(shown("mismatch"), [2, 3, 6]);
    assert_eq!(shown("ended"), [2, 3, 6]);
    assert_eq!(shown("claimable"), [4, 6]);
    assert_eq!(shown("all"), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_summary_alone() {
    let run = adjudicate(games(), &["--summary"]);
    assert!(!run.stdout.contains("game 2"));
    assert!(run.stdout.contains("\ncheckmate  "), "{}", run.stdout);
    let run = adjudicate(games(), &["--summary", "--format", "csv"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "reason,games,agrees,contradicts,completes,undetermined,went_on"
    );
    assert!(lines.contains(&"checkmate,2,0,1,1,0,0"), "{lines:?}");
    let run = adjudicate(games(), &["--summary", "--format", "jsonl"]);
    let row = &run.json()[1];
    assert_eq!(row["reason"], "checkmate");
    assert_eq!(row["contradicts"], 1);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let game = Game::new("f3 e5 g4 Qh4#", "1-0").tag("White", "\u{1b}[31mred");
    let run = adjudicate(game.text(), &[]);
    assert!(!run.stdout.contains('\u{1b}'));
    let run = adjudicate(game.text(), &["--color", "always"]);
    assert!(run.stdout.contains("by the Laws \u{1b}[1m0-1\u{1b}[0m"));
}
