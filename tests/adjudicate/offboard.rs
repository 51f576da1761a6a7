//! Rows 25 to 30 of the Laws: how a game ends off the board, as far as the tags tell.

use crate::program::Game;

const DRAW: &str = "1/2-1/2";
/// White has a pawn, and Black the bare king.
const PAWN: &str = "8/8/4k3/8/8/3KP3/8/8 w - - 0 1";

fn after(moves: &str, result: &'static str, termination: &str) -> [String; 4] {
    let game = Game::from(PAWN, moves, result);
    let game = if termination.is_empty() {
        game
    } else {
        game.termination(termination)
    };
    game.verdict(&[])
}

#[test]
fn row_25_resignation() {
    let verdict = after("e4", "1-0", "normal");
    assert_eq!(verdict, ["agrees", "1-0", "resignation", "5.1.2"]);
    let verdict = after("e4", "0-1", "normal");
    assert_eq!(verdict, ["contradicts", DRAW, "resignation", "5.1.2"]);
}

#[test]
fn row_25_the_exception_is_of_2023() {
    let game = |date: &str, termination: &str| {
        let game = Game::from(PAWN, "e4", "0-1").date(date);
        game.termination(termination).verdict(&[])
    };
    assert_eq!(game("2022.12.31", "normal")[0], "agrees");
    assert_eq!(game("2023.01.01", "normal")[0], "contradicts");
    // Flag fall would be a draw then, resignation not: the file does not tell which it was.
    assert_eq!(game("2022.12.31", "?")[0], "undetermined");
    assert_eq!(game("2022.12.31", "time forfeit")[0], "contradicts");
}

#[test]
fn row_26_flag_fall() {
    let verdict = after("e4", "1-0", "time forfeit");
    assert_eq!(verdict, ["agrees", "1-0", "time_forfeit", "6.9"]);
    let verdict = after("e4", "0-1", "Time forfeit");
    assert_eq!(verdict, ["contradicts", DRAW, "time_forfeit", "6.9"]);
    let verdict = after("e4", DRAW, "time forfeit");
    assert_eq!(verdict, ["agrees", DRAW, "time_forfeit", "6.9"]);
}

#[test]
fn row_26_series_of_legal_moves_count_not_skill() {
    // A knight against a pawn can mate, a knight against a queen cannot.
    let knight = "8/8/4k3/8/4n3/3KP3/8/8 w - - 0 1";
    let game = Game::from(knight, "Kd4", "0-1").termination("time forfeit");
    assert_eq!(game.verdict(&[])[0], "agrees");
    let queen = "8/8/4k3/8/4n3/3KQ3/8/8 w - - 0 1";
    let game = Game::from(queen, "Kc4", "0-1").termination("time forfeit");
    assert_eq!(game.verdict(&[])[0], "contradicts");
    // A rook is not enough where the pawns keep him out for ever, and the only piece is a bishop inside.
    let wall = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1";
    let game = Game::from(wall, "Ke2", "1-0").termination("time forfeit");
    assert_eq!(game.verdict(&[])[1], DRAW);
}

#[test]
fn row_27_rules_infraction() {
    let verdict = after("e4", "1-0", "rules infraction");
    assert_eq!(verdict, ["agrees", "1-0", "rules_infraction", "7.5.5"]);
    let verdict = after("e4", "0-1", "rules infraction");
    assert_eq!(verdict, ["contradicts", DRAW, "rules_infraction", "7.5.5"]);
}

#[test]
fn resignation_or_flag_fall_when_nothing_is_told() {
    let said = ["resignation_or_time_forfeit", "5.1.2, 6.9"];
    let verdict = after("e4", "1-0", "");
    assert_eq!(verdict, ["agrees", "1-0", said[0], said[1]]);
    let verdict = after("e4", "0-1", "");
    assert_eq!(verdict, ["contradicts", DRAW, said[0], said[1]]);
}

#[test]
fn row_28_agreement_needs_a_move_of_each_player() {
    let game = |moves: &str| Game::new(moves, DRAW).verdict(&[]);
    assert_eq!(game("e4 e5"), ["agrees", DRAW, "agreement", "5.2.3"]);
    assert_eq!(
        game("e4"),
        ["undetermined", "-", "agreed_too_early", "5.2.3"]
    );
    assert_eq!(game("")[2], "no_moves");
}

#[test]
fn row_28_the_condition_is_of_2017() {
    let agreed = ["agrees", DRAW, "agreement", "5.2.3"];
    let on = |date: &str| Game::new("e4", DRAW).date(date).verdict(&[]);
    assert_eq!(on("2017.06.30"), agreed);
    assert_eq!(on("2017.??.??"), agreed);
    assert_eq!(on("2017.07.01")[2], "agreed_too_early");
    let by = |laws: &str| {
        let game = Game::new("e4", DRAW).date("2000.01.01");
        game.verdict(&["--laws", laws])
    };
    assert_eq!(by("pre-2014"), agreed);
    assert_eq!(by("current")[2], "agreed_too_early");
}

#[test]
fn row_29_the_value_of_pieces_decides_nothing() {
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Game::from(queen_up, "e4", "0-1").verdict(&[])[0], "agrees");
    let row = Game::from(queen_up, "e4", "*").judged(&[]);
    assert_eq!(row["lawful"], "*");
}

#[test]
fn row_30_clocks_and_draw_offers_are_not_judged() {
    let game = Game::new("e4 {[%clk 0:00:00]} e5 {draw offer (=)}", "*");
    assert_eq!(game.verdict(&[])[..3], ["agrees", "*", "in_progress"]);
}

#[test]
fn what_is_not_told_is_not_guessed() {
    let open = |termination: &str| {
        Game::new("e4 e5", "*")
            .termination(termination)
            .verdict(&[])
    };
    assert_eq!(open("unterminated")[2], "in_progress");
    assert_eq!(open("abandoned")[..3], ["agrees", "*", "abandoned"]);
    assert_eq!(open("time forfeit")[0], "undetermined");
    let decided = |termination: &str| {
        let game = Game::from(PAWN, "e4", "0-1").termination(termination);
        game.verdict(&[])
    };
    for reason in ["adjudication", "abandoned", "death", "emergency"] {
        let verdict = decided(reason);
        assert_eq!(verdict[0], "undetermined");
        assert_eq!(verdict[2], reason);
    }
    // Both could still mate, so that the flag that fell lost the game; whose it was is not told.
    let drawn = Game::new("e4 e5", DRAW).termination("time forfeit");
    assert_eq!(drawn.verdict(&[])[0], "undetermined");
    let agreed = Game::new("e4 e5", "1-0").termination("Game drawn by agreement");
    assert_eq!(agreed.verdict(&[])[2], "termination_mismatch");
}

#[test]
fn two_results_that_contradict_each_other() {
    let torn = Game::new("e4 e5", "1-0").text().replace("5 1-0", "5 0-1");
    let arguments = ["--format", "jsonl", "-q"];
    let row = crate::program::adjudicate(torn, &arguments).json()[0].clone();
    assert_eq!(row["reason"], "result_mismatch");
    let both =
        ["recorded", "recorded_tag", "recorded_token"].map(|name| row[name].as_str().unwrap());
    assert_eq!(both, ["0-1", "1-0", "0-1"]);
    let mate = Game::new("f3 e5 g4 Qh4#", "0-1").text();
    let torn = mate.replace("# 0-1", "# 1-0");
    let row = crate::program::adjudicate(torn, &arguments).json()[0].clone();
    assert_eq!(row["status"], "contradicts");
    assert_eq!(row["lawful"], "0-1");
}

#[test]
fn ends_that_the_tag_tells_and_the_moves_do_not_show() {
    let notes = |game: Game, termination: &str| {
        let row = game.termination(termination).judged(&[]);
        row["notes"].as_str().unwrap_or("-").to_owned()
    };
    let open = || Game::new("e4 e5", DRAW);
    for (termination, note) in [
        ("magnus won by checkmate", "no_checkmate"),
        ("Game drawn by stalemate", "no_stalemate"),
        ("Game drawn by repetition", "no_threefold_repetition"),
        ("fivefold repetition", "no_fivefold_repetition"),
        ("fifty move rule", "no_fifty_moves"),
        ("75-move rule", "no_seventy_five_moves"),
        ("insufficient material", "no_insufficient_material"),
        ("Game drawn by timeout vs insufficient material", "-"),
        ("Game drawn by agreement", "-"),
        ("normal", "-"),
    ] {
        assert_eq!(notes(open(), termination), note, "{termination}");
    }
    let shuffled = |times| Game::new(&crate::program::shuffle(times), DRAW);
    assert_eq!(notes(shuffled(2), "repetition"), "-");
    assert_eq!(
        notes(shuffled(2), "fivefold repetition"),
        "no_fivefold_repetition"
    );
    assert_eq!(notes(shuffled(4), "fivefold repetition"), "-");
    // The move that completes it is intended, and not played (9.2.1).
    assert_eq!(
        notes(Game::new("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", DRAW), "repetition"),
        "-"
    );
    assert_eq!(
        notes(Game::new("f3 e5 g4 Qh4#", "0-1"), "x won by checkmate"),
        "-"
    );
    assert_eq!(
        notes(Game::new("f3 e5 g4 Qh4#", "0-1"), "stalemate"),
        "no_stalemate"
    );
    // Two knights: no dead position, and servers draw it.
    let knights = Game::from("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "Kd4", DRAW);
    assert_eq!(notes(knights, "insufficient material"), "-");
    // A flag that falls against a bare king.
    let flag = Game::from("8/8/4k3/8/8/3KQ3/8/8 w - - 0 1", "Kd4", DRAW);
    assert_eq!(notes(flag, "Game drawn by insufficient material"), "-");
    // What is not known is not reported.
    assert_eq!(notes(Game::new("", DRAW), "stalemate"), "-");
    assert_eq!(notes(Game::new("e4 Ke4", DRAW), "stalemate"), "-");
    let text = open().termination("stalemate").text();
    let line = crate::program::adjudicate(text, &["-q"]).stdout;
    let note = "1/2-1/2: agreement; the tag Termination says stalemate, which the moves do not show [FIDE 5.2.3]\n";
    assert!(line.ends_with(note), "{line}");
}

#[test]
fn a_result_that_is_glued_to_the_last_move() {
    let judged = |movetext: &str| {
        let text = format!("[Event \"?\"]\n\n{movetext}\n");
        let run = crate::program::adjudicate(text, &["--format", "jsonl", "-q"]);
        let row = run.json()[0].clone();
        ["status", "recorded_token", "reason"]
            .map(|name| row[name].as_str().unwrap_or("-").to_owned())
    };
    assert_eq!(
        judged("1. f3 e5 2. g4 Qh4#0-1"),
        ["agrees", "0-1", "checkmate"]
    );
    assert_eq!(
        judged("1. f3 e5 2. g4 Qh41-0"),
        ["contradicts", "1-0", "checkmate"]
    );
    assert_eq!(
        judged("1. e4 e51/2-1/2"),
        ["agrees", "1/2-1/2", "agreement"]
    );
    assert_eq!(
        judged("1. e4 e51/2-1/2 2. Ke4"),
        ["agrees", "1/2-1/2", "agreement"]
    );
    assert_eq!(judged("1. e4 Ke71-0")[2], "unreadable_move");
    assert_eq!(judged("1. e4 --1-0")[2], "unreadable_move");
}

#[test]
fn games_that_cannot_be_read_are_not_judged() {
    for (moves, reason) in [
        ("e4 Ke4", "illegal_move"),
        ("e4 xyzzy", "unreadable_move"),
        ("e4 --", "null_move"),
        ("e4 (d4", "torn_text"),
        ("e4 ) e5", "torn_text"),
    ] {
        let verdict = Game::new(moves, "1-0").verdict(&[]);
        assert_eq!(verdict, ["undetermined", "-", reason, "-"], "{moves}");
    }
    let variant = Game::new("e4", "1-0").tag("Variant", "Atomic");
    assert_eq!(variant.verdict(&[])[2], "unsupported_variant");
    let fen = Game::from("8/8/8/8/8/8/8/8 w - - 0 1", "e4", "1-0");
    assert_eq!(fen.verdict(&[])[2], "bad_fen");
    // Variations, comments and what stands behind the result are none of the game's business.
    let sound = "e4 (d4 Ke4) {[x]} e5 $1 +- Nf3!";
    assert_eq!(Game::new(sound, "1-0").verdict(&[])[0], "agrees");
}
