//! Rows 16 to 24 of the Laws: how a game ends on the board.

use crate::program::{Game, position, shuffle};

const DRAW: &str = "1/2-1/2";

#[test]
fn row_16_checkmate_ends_at_once() {
    let row = position("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &[]);
    assert_eq!(row["status"], "checkmate");
    assert_eq!(row["result"], "1-0");
    let game = Game::new("f3 e5 g4 Qh4#", "1-0");
    let verdict = game.verdict(&[]);
    assert_eq!(verdict, ["contradicts", "0-1", "checkmate", "5.1.1"]);
}

#[test]
fn row_17_stalemate_is_a_draw() {
    let row = position("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", &[]);
    assert_eq!(row["status"], "stalemate");
    assert_eq!(row["result"], DRAW);
    let game = Game::from("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Qg6", "1-0");
    let verdict = game.verdict(&[]);
    assert_eq!(verdict, ["contradicts", DRAW, "stalemate", "5.2.1"]);
}

#[test]
fn row_18_dead_positions() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4kb2/8/8/2BKB3/8/8 w - - 0 1",
        // A wall of pawns, and a forced line.
        "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1",
    ] {
        let row = position(fen, &[]);
        assert_eq!(row["status"], "dead_position", "{fen}");
        assert_eq!(row["article"], "5.2.2");
        let game = Game::from(fen, "", "0-1");
        let verdict = game.verdict(&[]);
        assert_eq!(verdict, ["contradicts", DRAW, "dead_position", "5.2.2"]);
    }
    for fen in [
        "8/8/3k4/8/8/3KN3/4N3/8 w - - 0 1",
        "8/8/3kb3/8/8/3KN3/8/8 w - - 0 1",
        "8/8/3kb3/8/8/3KB3/8/8 w - - 0 1",
        "3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1",
    ] {
        assert_eq!(position(fen, &[])["status"], "in_progress", "{fen}");
    }
}

#[test]
fn row_18_the_game_was_over_at_the_first_dead_ply() {
    let game = Game::from(
        "8/8/4k3/8/8/3K4/4p3/8 w - - 0 1",
        "Kxe2 Ke5 Ke3 Kd5 Kd3",
        DRAW,
    );
    let row = game.judged(&[]);
    assert_eq!(row["status"], "agrees");
    assert_eq!(row["end_ply"], 1);
    assert_eq!(row["plies_after_end"], 4);
    // The wall is alive as long as the pawn on d2 is there.
    let fen = "3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1";
    let row = Game::from(fen, "Kxd2 Ke7 Ke3", "1-0").judged(&[]);
    assert_eq!(row["reason"], "dead_position");
    assert_eq!(row["end_ply"], 1);
}

#[test]
fn row_19_threefold_repetition_is_claimed_by_the_player_to_move() {
    let row = Game::new(&shuffle(2), "*").judged(&[]);
    assert_eq!(row["threefold_ply"], 8);
    assert_eq!(row["repetitions_max"], 3);
    assert_eq!(row["claims"], "threefold_repetition");
    assert_eq!(row["status"], "agrees");
    assert_eq!(row["lawful"], "*");
}

#[test]
fn row_19_or_with_the_intended_move() {
    let row = Game::new("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "*").judged(&[]);
    assert_eq!(row["threefold_ply"], serde_json::Value::Null);
    assert_eq!(row["claims"], "threefold_repetition with 4... Ng8");
    let row = Game::new("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6", "*").judged(&[]);
    assert_eq!(row["claims"], serde_json::Value::Null);
}

#[test]
fn row_19_appearances_need_not_be_consecutive() {
    let moves = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8";
    assert_eq!(Game::new(moves, "*").judged(&[])["threefold_ply"], 8);
}

#[test]
fn row_19_castling_rights_count() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let line = "Kf1 Ke7 Ke1 Ke8 Kf1 Ke7 Ke1 Ke8";
    let row = Game::from(fen, line, "*").judged(&[]);
    // Twice without the right; the first time it was there.
    assert_eq!(row["repetitions_max"], 2);
    let row = Game::from("4k3/8/8/8/8/8/8/4K2R w - - 0 1", line, "*").judged(&[]);
    assert_eq!(row["repetitions_max"], 3);
}

#[test]
fn row_19_only_a_legal_capture_en_passant_counts() {
    let line = "d4 Ke7 Kf2 Ke8 Kf1 Ke7 Kf2 Ke8 Kf1";
    let legal = "4k3/8/8/8/4p3/8/3P4/5K2 w - - 0 1";
    let row = Game::from(legal, line, "*").judged(&[]);
    assert_eq!(row["repetitions_max"], 2);
    let pinned = "4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1";
    let row = Game::from(pinned, line, "*").judged(&[]);
    assert_eq!(row["repetitions_max"], 3);
    assert_eq!(row["threefold_ply"], 9);
}

/// Kings walk about for so many plies, with a clock that says so.
fn clock(clock: u32, moves: &str, result: &'static str) -> Game {
    let fen = format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {clock} 90");
    Game::from(&fen, moves, result)
}

#[test]
fn row_20_fifty_moves_are_claimed() {
    let row = clock(98, "Kd2", "*").judged(&[]);
    assert_eq!(row["fifty_ply"], serde_json::Value::Null);
    let claims = row["claims"].as_str().unwrap();
    assert!(claims.starts_with("fifty_moves with 90... K"), "{claims}");
    let row = clock(99, "Kd2", "*").judged(&[]);
    assert_eq!(row["fifty_ply"], 1);
    assert_eq!(row["claims"], "fifty_moves");
    assert_eq!(row["lawful"], "*");
    // A pawn move starts the count anew.
    let row = clock(99, "e4", "*").judged(&[]);
    assert_eq!(row["fifty_ply"], serde_json::Value::Null);
    assert_eq!(row["halfmove_clock"], 0);
}

#[test]
fn row_21_five_appearances_draw_by_themselves() {
    let game = Game::new(&format!("{} e4", shuffle(4)), "1-0");
    let verdict = game.verdict(&[]);
    assert_eq!(
        verdict,
        ["contradicts", DRAW, "fivefold_repetition", "9.6.1"]
    );
    let row = game.judged(&[]);
    assert_eq!(row["end_ply"], 16);
    assert_eq!(row["plies_after_end"], 1);
    let four = Game::new(&format!("{} Nf3 Nf6 Ng1", shuffle(3)), "1-0");
    assert_eq!(four.verdict(&[])[0], "agrees");
    let other_ways = "Nc3 Nc6 Nb1 Nb8 Nf3 Nf6 Ng1 Ng8 Nc3 Nf6 Nb1 Ng8 Nf3 Nc6 Ng1 Nb8";
    let row = Game::new(other_ways, "*").judged(&[]);
    assert_eq!(row["status"], "completes");
    assert_eq!(row["end_ply"], 16);
}

#[test]
fn row_22_seventy_five_moves_draw_by_themselves() {
    let game = clock(149, "Kd2", "1-0");
    let verdict = game.verdict(&[]);
    assert_eq!(
        verdict,
        ["contradicts", DRAW, "seventy_five_moves", "9.6.2"]
    );
    assert_eq!(clock(148, "Kd2", "1-0").verdict(&[])[0], "agrees");
}

#[test]
fn row_22_a_mate_by_the_last_move_takes_precedence() {
    let fen = "7k/8/5K2/8/8/8/6Q1/8 w - - 149 90";
    let game = Game::from(fen, "Qg7#", "1-0");
    let verdict = game.verdict(&[]);
    assert_eq!(verdict, ["agrees", "1-0", "checkmate", "5.1.1"]);
    let late = Game::from(fen, "Qg3 Kh7 Qg7#", "1-0");
    assert_eq!(late.verdict(&[])[2], "seventy_five_moves");
}

#[test]
fn row_20_a_mate_leaves_nothing_to_claim() {
    let fen = "7k/8/5K2/8/8/8/6Q1/8 w - - 99 90";
    let row = Game::from(fen, "Qg7#", "1-0").judged(&[]);
    assert_eq!(row["fifty_ply"], serde_json::Value::Null);
    let shown = |game: Game| {
        let arguments = ["-q", "--only", "claimable", "--format", "csv"];
        let run = crate::program::adjudicate(game.text(), &arguments);
        run.stdout.lines().count() > 1
    };
    assert!(!shown(Game::from(fen, "Qg7#", "1-0")));
    assert!(shown(Game::from(fen, "Qg3", "1/2-1/2")));
    let row = Game::from(fen, "Qg3 Kh7 Qg7#", "1-0").judged(&[]);
    assert_eq!(row["fifty_ply"], 1);
    // Nor does a stalemate.
    let row = Game::from(fen, "Qg6", "1/2-1/2").judged(&[]);
    assert_eq!(
        (&row["reason"], &row["fifty_ply"]),
        (&"stalemate".into(), &serde_json::Value::Null)
    );
}

#[test]
fn row_23_older_games_only_allow_a_claim() {
    let five = |date: &str| Game::new(&format!("{} e4", shuffle(4)), "1-0").date(date);
    let auto = |date: &str| five(date).verdict(&[])[0].clone();
    assert_eq!(auto("2014.06.30"), "agrees");
    assert_eq!(auto("2014.07.01"), "contradicts");
    assert_eq!(auto("????.??.??"), "contradicts");
    assert_eq!(five("2014.06.30").judged(&[])["threefold_ply"], 8);
    let forced = |laws: &str, date: &str| five(date).verdict(&["--laws", laws])[0].clone();
    assert_eq!(forced("current", "1990.01.01"), "contradicts");
    assert_eq!(forced("pre-2014", "2020.01.01"), "agrees");
    let dead = |date: &str| {
        let fen = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
        Game::from(fen, "Kd4", "1-0").date(date).verdict(&[])[0].clone()
    };
    assert_eq!(dead("1997.07.01"), "contradicts");
    assert_eq!(dead("1997.06.30"), "agrees");
}

#[test]
fn row_23_the_day_is_the_first_date_with_a_year() {
    let five = || Game::new(&format!("{} e4", shuffle(4)), "1-0");
    let unknown = five().date("????.??.??");
    let utc = unknown.clone().tag("UTCDate", "2014.06.30");
    assert_eq!(utc.verdict(&[])[0], "agrees");
    let event = unknown.clone().tag("EventDate", "2014.??.??");
    assert_eq!(event.verdict(&[])[0], "agrees");
    // The order in the file does not matter.
    let both = five().tag("EventDate", "2020.01.01").tag("UTCDate", "1999");
    assert_eq!(both.verdict(&[])[0], "agrees");
    let known = five().date("2014.07.01").tag("UTCDate", "2014.06.30");
    assert_eq!(known.verdict(&[])[0], "contradicts");
}

#[test]
fn an_end_stands_whatever_cannot_be_read_behind_it() {
    let mate = "f3 e5 g4 Qh4#";
    for (more, plies) in [
        ("Kf2", 1),
        ("Kf2 Qxf2 e4", 3),
        ("Nf9", 1),
        ("xyzzy", 0),
        ("--", 1),
    ] {
        let game = Game::new(&format!("{mate} {more}"), "0-1");
        let verdict = ["agrees", "0-1", "checkmate", "5.1.1"];
        assert_eq!(game.verdict(&[]), verdict, "{more}");
        let row = game.judged(&[]);
        assert_eq!(row["end_ply"], 4, "{more}");
        assert_eq!(row["plies_after_end"], plies, "{more}");
    }
    // Legal moves and then another one.
    let five = Game::new(&format!("{} e4 Ke4 e5", shuffle(4)), "1-0");
    assert_eq!(
        five.verdict(&[])[..3],
        ["contradicts", DRAW, "fivefold_repetition"]
    );
    assert_eq!(five.judged(&[])["plies_after_end"], 3);
    let dead = Game::from("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "Kd4 -- Kd5", "*");
    assert_eq!(dead.verdict(&[])[..3], ["completes", DRAW, "dead_position"]);
    // Nothing is known of a mate behind it.
    let lost = Game::new("f3 e5 xyzzy g4 Qh4#", "0-1");
    assert_eq!(lost.verdict(&[])[2], "unreadable_move");
    assert_eq!(
        Game::new(&format!("{mate} Kf2"), "0-1").judged(&[])["notes"],
        "illegal_move"
    );
    // Text says it.
    let text = Game::new(&format!("{mate} Kf2"), "1-0").text();
    let line = crate::program::adjudicate(text, &["-q"]).stdout;
    let end = "checkmate at ply 4 (2... Qh4#), 1 ply played after it; then an illegal move [FIDE 5.1.1]\n";
    assert!(line.ends_with(end), "{line}");
}

#[test]
fn row_24_claimable_draws_taken_as_claimed() {
    let game = Game::new(&format!("{} e4 e5", shuffle(2)), "0-1");
    assert_eq!(game.verdict(&[])[0], "agrees");
    let verdict = game.verdict(&["--laws", "claimed"]);
    assert_eq!(
        verdict,
        ["contradicts", DRAW, "threefold_repetition", "9.2"]
    );
    assert_eq!(game.judged(&["--laws", "claimed"])["end_ply"], 8);
    let verdict = clock(99, "Kd2", "1-0").verdict(&["--laws", "claimed"]);
    assert_eq!(verdict, ["contradicts", DRAW, "fifty_moves", "9.3"]);
}
