//! Random games, written in odd ways: whatever way they go, out and back, they stay the same games.

mod games;

use std::io::Read as _;

use chesstool::export::block::{OnError, Place, Settings, Shape, convert_block};
use chesstool::export::columns::{Chosen, Per};
use chesstool::export::filter::Filters;
use chesstool::export::import::{AsPgn, Source};
use chesstool::export::lines::Which;
use chesstool::export::notation::Notation;
use chesstool::export::pgn::{Keep, Style, Tags};
use chesstool::export::rows::{self, Form};
use chesstool::lint::block::Context;
use chesstool::lint::rules::Profile;
use chesstool::lint::{self, Selection};
use proptest::prelude::*;

use games::{Game, game};

/// What random names, moves and glyphs are, and are in the export as well.
const ABOUT_CONTENT: [&str; 13] = [
    "bad-nag",
    "bad-player-name",
    "bad-round",
    "claimable-draw",
    "eval-after-mate",
    "move-after-end",
    "result-contradicts-automatic-draw",
    "nested-comment",
    "null-move",
    "same-player",
    "variation-repeats-move",
    "result-contradicts-mate",
    "result-contradicts-stalemate",
];

fn settings(shape: Shape) -> Settings {
    Settings {
        shape,
        per: Per::Game,
        columns: Vec::new(),
        apart: None,
        which: Which::All,
        variations: false,
        on_error: OnError::Skip,
        encoding: None,
        skip: 0,
        filters: Filters::default(),
    }
}

fn with(text: &str, settings: &Settings) -> String {
    let place = Place {
        file: "x",
        offset: 0,
        games_before: 0,
        run_before: 0,
        cut_off: false,
    };
    let converted = convert_block(text.as_bytes(), place, settings);
    assert!(
        converted.failed.is_empty() && converted.games == 1,
        "{:?}\n{text}",
        converted.failed
    );
    String::from_utf8(converted.text).unwrap()
}

fn to(text: &str, shape: Shape) -> String {
    with(text, &settings(shape))
}

fn pgn(text: &str) -> String {
    to(text, Shape::Pgn(Box::default()))
}

/// Roster and main line alone.
fn plain_pgn(text: &str) -> String {
    let style = Style {
        keep: Keep::NOTHING,
        tags: Tags::Roster,
        ..Style::default()
    };
    to(text, Shape::Pgn(Box::new(style)))
}

fn uci(text: &str) -> String {
    to(text, Shape::Moves(Notation::Uci))
}

fn table(text: &str, columns: &str) -> String {
    let columns = Chosen::parse(columns, Per::Game).unwrap();
    let head = rows::head(Form::Csv, &columns).unwrap();
    let settings = Settings {
        columns,
        ..settings(Shape::Rows(Form::Csv))
    };
    String::from_utf8(head).unwrap() + &with(text, &settings)
}

fn read(text: &str, source: Source) -> String {
    let mut pgn = String::new();
    AsPgn::new(text.as_bytes(), source)
        .read_to_string(&mut pgn)
        .unwrap();
    pgn
}

/// Of every ply: depth, move, glyphs, comments, commands.
fn plies(text: &str) -> Vec<String> {
    let columns = "variation_depth,uci,nags,comment,commands";
    let settings = Settings {
        per: Per::Ply,
        columns: Chosen::parse(columns, Per::Ply).unwrap(),
        variations: true,
        ..settings(Shape::Rows(Form::Jsonl))
    };
    with(text, &settings).lines().map(str::to_owned).collect()
}

fn check(game: &Game) {
    let text = &game.text;
    let out = pgn(text);
    assert_eq!(plies(text), game.plies, "{text}");
    assert_eq!(plies(&out), game.plies, "{text}\n{out}");
    assert_eq!(pgn(&out), out, "{text}");
    let before = out.split_once("\n\n").unwrap().1;
    assert!(
        game.before.iter().all(|word| before.contains(word)),
        "{text}\n{out}"
    );

    let options = lint::Options {
        selection: Selection::new(Profile::Export),
        ..lint::Options::default()
    };
    let findings = lint::check_block(out.as_bytes(), Context::default(), &options).findings;
    let found: Vec<&str> = findings
        .iter()
        .map(|finding| finding.rule.id)
        .filter(|rule| !ABOUT_CONTENT.contains(rule))
        .collect();
    assert_eq!(found, [""; 0], "{text}\n{out}");

    let line = uci(text);
    let moves = line.trim_end().rsplit("moves").next().unwrap();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    assert_eq!(moves, game.moves, "{text}");
    let again = read(&line, Source::Uci);
    assert_eq!(uci(&pgn(&again)), line, "{text}");
    let san = Shape::Moves(Notation::San);
    let sans = |text: &str| to(text, san.clone()).rsplit(']').next().unwrap().to_owned();
    assert_eq!(sans(&again), sans(text), "{text}");

    let same = plain_pgn(text);
    for columns in [
        "usual",
        "all",
        "usual,moves_uci",
        "event,site,date_tag,round,white,black,result,variant,start_fen,moves_uci",
    ] {
        let table = table(text, columns);
        let again = read(&table, Source::Csv);
        assert_eq!(plain_pgn(&again), same, "{text}\n{table}\n{again}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_stay_the_same(tape in prop::collection::vec(any::<u16>(), 8..500)) {
        check(&game(&tape));
    }
}

/// The games at random are not all short, usual and bare.
#[test]
fn games_are_of_all_sorts() {
    let mut seed = 1u64;
    let mut tape = || {
        let next = |_| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 48) as u16
        };
        (0..400).map(next).collect::<Vec<u16>>()
    };
    let games: Vec<Game> = (0..300).map(|_| game(&tape())).collect();
    let texts = || games.iter().map(|game| game.text.as_str());
    for piece in [
        "Chess960", "O-O", "O-O-O", "=Q", "=N", "--", "(", ";", "$", "[%eval", "[FEN", "\\\"", "{",
        "☃",
    ] {
        let count = texts().filter(|text| text.contains(piece)).count();
        assert!(count > 10, "{piece}: {count}");
    }
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    assert!(moves > 3000, "{moves}");
}
