//! The reason that `chesstool validate` states for an illegal move, held against a second opinion: games
//! are spoilt in many ways, and every clause of every message is checked with other code than the tool's.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]
#![allow(clippy::print_stdout, reason = "long tests say what they have seen")]

mod castling;
mod claim;
mod games;
mod judge;
mod mutations;
mod scene;
mod token;
mod tokens;
mod verdict;

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use crate::claim::Claim;
use crate::games::{Game, Random};
use crate::mutations::{CATEGORIES, Mutant, mutants};
use crate::scene::Scene;
use crate::token::Token;

/// The findings of the program for a text, one an object.
fn findings(text: &str) -> Vec<Value> {
    let mut command = assert_cmd::Command::cargo_bin("chesstool").unwrap();
    command.args(["validate", "--format", "jsonl", "--no-config", "-A", "all"]);
    for rule in ["illegal-move", "ambiguous-move", "missing-promotion"] {
        command.args(["-D", rule]);
    }
    let output = command.write_stdin(text).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8(output.stdout).unwrap();
    let parse = |line| serde_json::from_str::<Value>(line).unwrap();
    let mut lines: Vec<Value> = stdout.lines().map(parse).collect();
    assert!(lines.pop().unwrap()["summary"].is_object());
    lines
}

/// All that is wrong with what the program says of one spoilt game; empty if nothing is.
fn faults(scene: &Scene<'_>, mutant: &Mutant, finding: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut expect = |what: &str, right: bool| {
        if !right {
            faults.push(what.to_owned());
        }
    };
    let position = scene.position();
    expect("the token", finding["token"] == mutant.token.as_str());
    expect("the ply", finding["ply"] == mutant.ply + 1);
    let number = finding["move_number"].as_u64().unwrap();
    expect(
        "the move number",
        number == u64::from(scene.number(mutant.ply)),
    );
    let side = finding["side"].as_str().unwrap();
    let turn = scene.turn_name().to_lowercase();
    expect("the side", side == turn);
    let fen = finding["fen"].as_str().unwrap();
    let mode = scene.game.mode();
    let theirs = Fen::from_ascii(fen.as_bytes())
        .ok()
        .and_then(|fen| fen.into_position::<shakmaty::Chess>(mode).ok());
    expect("the position", theirs.as_ref() == Some(position));

    let token = Token::parse(&mutant.token);
    let message = finding["message"].as_str().unwrap();
    let Some(claim) = Claim::parse(message) else {
        faults.push("a message of no known shape".to_owned());
        return faults;
    };
    let law = finding["law"].as_str().unwrap();
    expect("the law", law == claim.law());
    let rule = finding["rule"].as_str().unwrap();
    expect("the rule", rule == claim.rule());
    let fitting = verdict::kinds(scene, token);
    let reason = format!("the reason, which is one of {fitting:?}");
    expect(&reason, fitting.contains(&claim.kind));
    let expected = CATEGORIES[mutant.category].kinds;
    let reason = format!("the reason, {expected:?} in this category");
    expect(
        &reason,
        expected.is_empty() || expected.contains(&claim.kind),
    );
    faults.extend(judge::false_clauses(scene, token, &claim));
    faults
}

/// Spoils games, asks the program, and checks what it says. Returns how many of each category there were.
fn verify(games: &[Game], each: usize, seed: u64) -> Vec<usize> {
    let mutants = mutants(games, each, &mut Random(seed));
    let mut counts = vec![0; CATEGORIES.len()];
    let mut text = String::new();
    for mutant in &mutants {
        counts[mutant.category] += 1;
        let scene = Scene::new(&games[mutant.game], mutant.ply);
        text += &scene.pgn(CATEGORIES[mutant.category].name, &mutant.token);
    }
    let findings = findings(&text);
    let mut wrong = String::new();
    let mut count = 0;
    let mut found = findings.iter().peekable();
    for (number, mutant) in (1..).zip(&mutants) {
        let scene = Scene::new(&games[mutant.game], mutant.ply);
        let own: Vec<&Value> =
            std::iter::from_fn(|| found.next_if(|finding| finding["game"] == number)).collect();
        let faults = match own[..] {
            [finding] => faults(&scene, mutant, finding),
            _ => vec![format!("{} findings instead of one", own.len())],
        };
        if !faults.is_empty() {
            count += 1;
            if count <= 20 {
                let said = own.first().map_or(&Value::Null, |own| &own["message"]);
                let name = CATEGORIES[mutant.category].name;
                writeln!(wrong, "{name}: `{}` in {}", mutant.token, scene.fen()).unwrap();
                writeln!(wrong, "    says {said}").unwrap();
                for fault in faults {
                    writeln!(wrong, "    wrong: {fault}").unwrap();
                }
            }
        }
    }
    let table = table(&counts);
    assert!(count == 0, "{count} reasons are wrong:\n{wrong}\n{table}");
    assert!(found.next().is_none());
    counts
}

fn table(counts: &[usize]) -> String {
    let mut table = String::new();
    for (category, count) in CATEGORIES.iter().zip(counts) {
        writeln!(table, "{count:6} {}", category.name).unwrap();
    }
    table
}

#[test]
fn every_stated_reason_is_the_true_one() {
    let counts = verify(&games::own(), 12, 20);
    let table = table(&counts);
    assert!(counts.iter().sum::<usize>() >= 200, "{table}");
    assert!(counts.iter().all(|&count| count >= 5), "{table}");
}

#[test]
#[ignore = "some minutes; uses the corpora where they are"]
fn every_stated_reason_is_the_true_one_in_many_games() {
    let mut games = games::random(4000, 7);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora/bulk");
    if folder.is_dir() {
        games.extend(games::of_folder(&folder, 400));
    } else {
        println!("skipped: real games, since there is no folder ../shared/corpora/bulk");
    }
    let standard = |game: &&Game| game.mode() == CastlingMode::Standard;
    println!(
        "{} games, {} of them of standard chess",
        games.len(),
        games.iter().filter(standard).count()
    );
    let counts = verify(&games, 1500, 11);
    println!("{}", table(&counts));
}
