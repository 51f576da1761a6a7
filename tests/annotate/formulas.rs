//! The formulae beside an independent reckoning: `formulas.py` wrote the expected values.

use chesstool::annotate::accuracy::{average_loss, of_game, of_move};
use chesstool::annotate::chances::{judge, win_percent};
use chesstool::chess::Color;
use chesstool::pgn::evaluation::Score;

fn score(text: &str) -> Score {
    match text.strip_prefix('#') {
        Some(moves) => Score::Mate(moves.parse().unwrap()),
        None => Score::Centipawns(text.parse().unwrap()),
    }
}

fn near(found: f64, expected: &str, line: &str) {
    let expected: f64 = expected.parse().unwrap();
    assert!((found - expected).abs() < 1e-6, "{found} in {line}");
}

fn color(text: &str) -> Color {
    if text == "white" {
        Color::White
    } else {
        Color::Black
    }
}

#[test]
fn expected_values() {
    let table = include_str!("../../testdata/annotate/formulas.tsv");
    let mut counts = [0; 4];
    for line in table.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["win", cp, expected] => {
                counts[0] += 1;
                near(win_percent(score(cp)), expected, line);
            }
            ["move", before, behind, expected] => {
                counts[1] += 1;
                near(
                    of_move(before.parse().unwrap(), behind.parse().unwrap()),
                    expected,
                    line,
                );
            }
            ["judge", before, behind, mover, expected] => {
                counts[2] += 1;
                let judged = judge(score(before), score(behind), color(mover));
                assert_eq!(
                    judged.map_or("-", |(judgement, _)| judgement.name()),
                    expected,
                    "{line}"
                );
            }
            ["game", first, scores, white, black, white_loss, black_loss] => {
                counts[3] += 1;
                let scores: Vec<Score> = scores.split(' ').map(score).collect();
                let found = of_game(&scores, color(first));
                let losses = average_loss(&scores, color(first));
                for (side, (expected, loss)) in [(white, white_loss), (black, black_loss)]
                    .into_iter()
                    .enumerate()
                {
                    match found[side] {
                        Some(found) => near(found, expected, line),
                        None => assert_eq!(expected, "-", "{line}"),
                    }
                    let loss_found = losses[side].map_or("-".to_owned(), |loss| loss.to_string());
                    assert_eq!(loss_found, loss, "{line}");
                }
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(counts, [13, 7, 722, 26]);
}
