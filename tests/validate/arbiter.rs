//! What the arbiter adds: draws that need no claim, claims, and winners who cannot mate; one finding for one cause.

use crate::program::pipe;

/// The start four times more.
const FIVEFOLD: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

/// The findings of a game with these tags, as `rule@move number and side`, or `rule` where they name no move.
fn found(tags: &str, movetext: &str) -> Vec<String> {
    let result = movetext.rsplit(' ').next().unwrap();
    let text = format!("[Event \"?\"]\n[Result \"{result}\"]\n{tags}\n\n{movetext}\n");
    let run = pipe(text.as_bytes(), &["--format", "jsonl"]);
    let name = |finding: &serde_json::Value| {
        let rule = finding["rule"].as_str().unwrap();
        match finding["move_number"].as_u64() {
            Some(number) => format!("{rule}@{number}{}", &finding["side"].as_str().unwrap()[..1]),
            None => rule.to_owned(),
        }
    };
    run.findings().iter().map(name).collect()
}

fn fen(fen: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")
}

#[test]
fn the_date_decides_which_laws_hold() {
    let game = format!("{FIVEFOLD} 1-0");
    let contradicts = ["result-contradicts-automatic-draw"];
    let claimable = ["claimable-draw@4b"];
    for (date, expected) in [
        ("[Date \"2014.07.01\"]", contradicts),
        ("[Date \"????.??.??\"]", contradicts),
        ("[Date \"2014.06.30\"]", claimable),
        ("[Date \"2014.??.??\"]", claimable),
    ] {
        assert_eq!(found(date, &game), expected, "{date}");
    }
}

#[test]
fn a_game_that_goes_on_is_one_fault() {
    let on = |more: &str| found("", &format!("{FIVEFOLD} {more}"));
    assert_eq!(on("9. e4 e5 1/2-1/2"), ["move-after-end@9w"]);
    assert_eq!(on("9. e4 e5 *"), ["move-after-end@9w"]);
    assert_eq!(on("9. e4 e5 0-1"), ["result-contradicts-automatic-draw"]);
    // A mate that comes too late changes nothing.
    let late = "9. f3 e5 10. g4 Qh4# 0-1";
    assert_eq!(on(late), ["result-contradicts-automatic-draw"]);
    // What comes before an illegal move is known.
    let illegal = on("9. e4 Ke4 0-1");
    assert_eq!(
        illegal,
        ["illegal-move@9b", "result-contradicts-automatic-draw"]
    );
    // Where a word was passed over it is not.
    let torn = "1. Nf3 Nf6 2. Ng1 Ng8 nonsense 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1/2-1/2";
    assert_eq!(found("", torn), ["bad-move-text@3w"]);
}

#[test]
fn a_mate_takes_precedence_of_the_seventy_five_moves() {
    let tags = fen("7k/8/6K1/8/8/8/8/R7 w - - 149 120");
    assert_eq!(found(&tags, "120. Ra8# 1-0"), [""; 0]);
    assert_eq!(
        found(&tags, "120. Rb1 1-0"),
        ["result-contradicts-automatic-draw"]
    );
    let tags = fen("7k/8/6K1/8/8/8/8/R7 w - - 150 120");
    assert_eq!(
        found(&tags, "120. Ra8# 1-0"),
        ["result-contradicts-automatic-draw"]
    );
}

#[test]
fn a_claim_that_was_made_is_no_finding() {
    let line = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(found("", &format!("{line} 1/2-1/2")), [""; 0]);
    // The flag fell where he could have claimed; nothing went on.
    assert_eq!(found("", &format!("{line} 1-0")), [""; 0]);
    assert_eq!(
        found("", &format!("{line} 5. Nf3 1/2-1/2")),
        ["claimable-draw@4b"]
    );
}

#[test]
fn who_cannot_mate_has_not_won() {
    // Black has a rook left.
    let forced = fen("7k/8/8/8/8/8/1r4PP/1B4RK b - - 0 1");
    assert_eq!(found(&forced, "1... Rxb1 0-1"), [""; 0]);
    let lone = fen("6k1/8/8/8/8/8/4P3/6K1 w - - 0 1");
    let forfeit = format!("{lone}\n[Termination \"time forfeit\"]");
    assert_eq!(found(&forfeit, "1. e4 0-1"), ["winner-cannot-mate"]);
    assert_eq!(found(&forfeit, "1. e4 1-0"), [""; 0]);
    let old = format!("{lone}\n[Date \"2000.01.01\"]");
    assert_eq!(found(&old, "1. e4 0-1"), [""; 0]);
    let old = format!("{forfeit}\n[Date \"2000.01.01\"]");
    assert_eq!(found(&old, "1. e4 0-1"), ["winner-cannot-mate"]);
    let older = format!("{forfeit}\n[Date \"1990.01.01\"]");
    assert_eq!(found(&older, "1. e4 0-1"), [""; 0]);
    // White's king is alone; Black's knight and pawn may still mate.
    let knight = fen("7k/8/8/8/8/8/p7/K1n5 b - - 0 1");
    assert_eq!(found(&knight, "1... Kg7 1-0"), ["winner-cannot-mate"]);
    assert_eq!(found(&knight, "1... Kg7 0-1"), [""; 0]);
}

#[test]
fn walls_make_a_dead_position() {
    let wall = fen("4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        found(&wall, "1. Kd2 1-0"),
        ["result-contradicts-dead-position"]
    );
    assert_eq!(
        found(&wall, "1. Kd2 Kd7 1/2-1/2"),
        ["move-after-end@1w"],
        "dead from the start"
    );
    let open = fen("4k3/8/1p1p1p1p/1P1P1P1P/8/8/P7/4K3 w - - 0 1");
    assert_eq!(found(&open, "1. Kd2 Kd7 1/2-1/2"), [""; 0]);
}

/// Wherever in a row of usual moves the last pawn is taken.
#[test]
fn too_few_men_are_seen_after_many_moves() {
    let pawn = fen("8/8/8/5k2/8/6p1/8/6K1 w - - 0 1");
    assert_eq!(
        found(
            &pawn,
            "1. Kg2 Ke4 2. Kxg3 Kf5 3. Kf3 Ke5 4. Ke3 Kd5 1/2-1/2"
        ),
        ["move-after-end@2b"]
    );
    let later = "1. Kf1 Ke4 2. Ke1 Kf4 3. Kd1 Ke4 4. Kc1 Kf4 5. Kd1 Ke4 6. Ke2 Kf4 7. Kf1 Ke4 8. Kg2 Kf4 \
                 9. Kh3 Kf3 10. Kh4 g2 11. Kh3 g1=R 1/2-1/2";
    assert_eq!(found(&pawn, later), [""; 0]);
}
