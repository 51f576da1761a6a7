//! Games to try the report on: well-known moves with values of our own invention; and a check that a page's
//! tags match.

use crate::annotate::outcome::{Critical, Eval, Judgement, Outcome, Side, Status};
use crate::chess::position::Position;
use crate::chess::san::San;
use crate::chess::{CastlingMode, fen};

/// A judged move of no particular game.
pub(super) fn critical(ply: u32, judgement: Judgement) -> Critical {
    Critical {
        ply,
        fen: Position::start().fen(),
        played: "f3".to_owned(),
        played_uci: "f2f3".to_owned(),
        best: "e4".to_owned(),
        best_uci: "e2e4".to_owned(),
        judgement,
        before: Eval::Cp(15),
        after: Eval::Cp(-200),
        text: "(0.15 → -2.00) Mistake. e4 was best.".to_owned(),
        line: ["e4", "e5", "Nf3"].map(str::to_owned).to_vec(),
    }
}

/// A line that was better: the ply, the judgement of the move played, and the engine's line.
type Better = (u32, Judgement, &'static str);

/// Tags, start, moves, values as `(ply, cp)` to draw straight lines between, mates as `(ply, mate)`, better lines.
struct Sketch {
    tags: [&'static str; 6],
    opening: Option<(&'static str, &'static str)>,
    start: Option<&'static str>,
    moves: &'static str,
    cps: &'static [(u32, i32)],
    mates: &'static [(u32, i32)],
    better: &'static [Better],
}

/// A handful of games of all kinds.
#[expect(clippy::too_many_lines, reason = "it is data")]
pub(super) fn games() -> Vec<Outcome> {
    use Judgement::{Blunder, Inaccuracy, Mistake};
    let sketches = [
        Sketch {
            tags: [
                "Morphy, Paul",
                "Duke Karl / Count Isouard",
                "1-0",
                "Paris Opera",
                "Paris FRA",
                "1858.??.??",
            ],
            opening: Some(("C41", "Philidor Defense")),
            start: None,
            moves: "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
            cps: &[
                (1, 20),
                (5, 45),
                (6, 150),
                (11, 145),
                (12, 260),
                (14, 250),
                (15, 150),
                (17, 170),
                (18, 480),
                (24, 620),
                (27, 700),
                (29, 990),
            ],
            mates: &[(30, 2), (31, 1), (32, 1), (33, 0)],
            better: &[
                (6, Inaccuracy, "exd4 Nxd4 Nf6 Nc3"),
                (12, Inaccuracy, "Qf6 Qb3 b6"),
                (18, Mistake, "Qc7 O-O-O Bc5 Bxf6 gxf6"),
                (30, Blunder, "Qxd7 Qb8+ Ke7 Qxe5+ Kd8"),
            ],
        },
        Sketch {
            tags: [
                "Legall, Sire de",
                "Saint Brie",
                "1-0",
                "Casual game",
                "Paris FRA",
                "1750.??.??",
            ],
            opening: Some(("C41", "Philidor Defense")),
            start: None,
            moves: "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
            cps: &[(1, 20), (4, 60), (7, 70), (8, 190), (9, 200)],
            mates: &[(10, 2), (11, 1), (12, 1), (13, 0)],
            better: &[
                (8, Inaccuracy, "Nc6 h3 Bxf3 Qxf3"),
                (10, Blunder, "dxe5 Qxg4 Nf6 Qe2 Nc6"),
            ],
        },
        Sketch {
            tags: [
                "Réti, Richard",
                "Tartakower, Savielly",
                "1-0",
                "Casual game",
                "Vienna AUT",
                "1910.??.??",
            ],
            opening: Some(("B15", "Caro-Kann Defense")),
            start: None,
            moves: "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
            cps: &[
                (1, 20),
                (6, 40),
                (8, 45),
                (9, -10),
                (10, 60),
                (14, 70),
                (15, 60),
            ],
            mates: &[(16, 3), (17, 2), (18, 2), (19, 1), (20, 1), (21, 0)],
            better: &[(16, Blunder, "Be7 Nxf6+ Bxf6 Nf3 Qc7")],
        },
        Sketch {
            tags: [
                "Bogoljubov, Efim",
                "Alekhine, Alexander",
                "0-1",
                "Hastings",
                "Hastings ENG",
                "1922.??.??",
            ],
            opening: Some(("A90", "Dutch Defense: Classical Variation")),
            start: None,
            moves: "d4 f5 c4 Nf6 g3 e6 Bg2 Bb4+ Bd2 Bxd2+ Nxd2 Nc6 Ngf3 O-O O-O d6 Qb3 Kh8 Qc3 e5 e3 a5 b3 Qe8 a3 Qh5 h4 Ng4 Ng5 Bd7 f3 Nf6 f4 e4 Rfd1 h6 Nh3 d5 Nf1 Ne7 a4 Nc6 Rd2 Nb4 Bh1 Qe8 Rg2 dxc4 bxc4 Bxa4 Nf2 Bd7 Nd2 b5 Nd1 Nd3 Rxa5 b4 Rxa8 bxc3 Rxe8 c2 Rxf8+ Kh7 Nf2 c1=Q+ Nf1 Ne1 Rh2 Qxc4 Rb8 Bb5 Rxb5 Qxb5 g4 Nf3+ Bxf3 exf3 gxf5 Qe2 d5 Kg8 h5 Kh7 e4 Nxe4 Nxe4 Qxe4 d6 cxd6 f6 gxf6 Rd2 Qe2 Rxe2 fxe2 Kf2 exf1=Q+ Kxf1 Kg7 Ke2 Kf7 Ke3 Ke6 Ke4 d5+",
            cps: &[
                (1, 25),
                (20, 10),
                (26, -20),
                (32, -30),
                (33, -140),
                (40, -110),
                (43, -220),
                (45, -200),
                (48, -310),
                (54, -330),
                (57, -600),
                (62, -650),
                (66, -560),
                (70, -640),
                (84, -600),
                (98, -900),
                (106, -990),
            ],
            mates: &[],
            better: &[
                (33, Inaccuracy, "d5 Nd8 Bh3"),
                (43, Inaccuracy, "Nd2 Nb4 Bf1"),
                (55, Mistake, "cxb5 Nbd5 Qa3"),
                (67, Mistake, "Kh2 Ng4+ Nxg4"),
                (105, Mistake, "Kf3 Kf5 Ke3"),
            ],
        },
        Sketch {
            tags: [
                "Réti, study",
                "",
                "1/2-1/2",
                "Endgame study",
                "?",
                "1921.??.??",
            ],
            opening: None,
            start: Some("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
            moves: "Kg7 h4 Kf6 Kb6 Ke5 Kxc6 Kf4 h3 Kg3 h2 Kxh2",
            cps: &[(1, 0), (11, 0)],
            mates: &[],
            better: &[],
        },
        Sketch {
            tags: [
                "Pawn, \"Racer\" & <b>Co</b>",
                "מלך שחור\u{202E}",
                "*",
                "Made up",
                "",
                "2024.01.31",
            ],
            opening: None,
            start: Some("8/1P4k1/8/8/8/8/3p1PPK/8 b - - 3 60"),
            moves: "Kf6 g3 d1=R b8=Q",
            cps: &[(1, 640), (2, 30), (3, 710), (4, 900)],
            mates: &[],
            better: &[
                (1, Mistake, "d1=Q b8=Q Qd6+ Qxd6"),
                (2, Mistake, "b8=Q d1=Q Qf4+"),
                (3, Mistake, "d1=Q b8=Q Qd6"),
            ],
        },
    ];
    let mut games: Vec<Outcome> = sketches.iter().map(game).collect();
    games[3].evals[60..66].fill(None);
    games[3].evals[75] = None;
    games[3].missing = 7;
    games.push(Outcome {
        status: Status::Failed,
        reason: Some("the engine died twice at ply 12".to_owned()),
        plies: 44,
        white: "Anderssen, Adolf".to_owned(),
        black: "Kieseritzky, Lionel".to_owned(),
        result: "1-0".to_owned(),
        ..Outcome::default()
    });
    games.push(Outcome {
        status: Status::Copied,
        reason: Some("no moves".to_owned()),
        result: "1-0".to_owned(),
        ..Outcome::default()
    });
    for (game, number) in games.iter_mut().zip(1..) {
        game.number = number;
        game.file = "testdata/sample.pgn".to_owned();
    }
    games
}

fn game(sketch: &Sketch) -> Outcome {
    let mut position = match sketch.start {
        Some(text) => Position::from_fen(text, CastlingMode::Standard).unwrap(),
        None => Position::start(),
    };
    let mut before = Vec::new();
    let moves: Vec<String> = sketch.moves.split(' ').map(str::to_owned).collect();
    for san in &moves {
        before.push(position);
        let mv = position
            .resolve(&San::parse(san.as_bytes()).unwrap())
            .unwrap();
        position.play(mv);
    }
    let plies = moves.len() as u32;
    let evals: Vec<Option<Eval>> = (1..=plies).map(|ply| value(sketch, ply)).collect();
    let critical: Vec<Critical> = sketch
        .better
        .iter()
        .map(|&(ply, judgement, line)| {
            let index = ply as usize - 1;
            let position = before[index];
            let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let uci = |san: &str| {
                let mv = position.resolve(&San::parse(san.as_bytes()).unwrap());
                mv.map(|mv| position.uci(mv)).unwrap_or_default()
            };
            Critical {
                ply,
                fen: position.fen(),
                played: moves[index].clone(),
                played_uci: uci(&moves[index]),
                best: line[0].clone(),
                best_uci: uci(&line[0]),
                judgement,
                before: index
                    .checked_sub(1)
                    .and_then(|i| evals[i])
                    .unwrap_or(Eval::Cp(15)),
                after: evals[index].unwrap(),
                text: format!("{judgement:?}. {} was best.", line[0]),
                line,
            }
        })
        .collect();
    let side = |white: bool| {
        let own = |judgement| {
            let of_side = |c: &&Critical| {
                before[c.ply as usize - 1].turn().letter() == if white { 'w' } else { 'b' }
            };
            critical
                .iter()
                .filter(of_side)
                .filter(|c| c.judgement == judgement)
                .count() as u32
        };
        Side {
            accuracy: Some(if white { 93.25 } else { 71.5 } - f64::from(plies) / 20.0),
            acpl: Some(if white { 12 } else { 88 }),
            inaccuracies: own(Judgement::Inaccuracy),
            mistakes: own(Judgement::Mistake),
            blunders: own(Judgement::Blunder),
        }
    };
    let [white, black, result, event, site, date] = sketch.tags.map(str::to_owned);
    Outcome {
        event,
        site,
        date,
        round: "?".to_owned(),
        white,
        black,
        result,
        eco: sketch.opening.map(|(eco, _)| eco.to_owned()),
        opening: sketch.opening.map(|(_, name)| name.to_owned()),
        plies,
        start_fen: sketch.start.map(str::to_owned),
        white_side: side(true),
        black_side: side(false),
        evals,
        critical,
        nodes: 100_000 * u64::from(plies),
        moves,
        ..Outcome::default()
    }
}

fn value(sketch: &Sketch, ply: u32) -> Option<Eval> {
    if let Some(&(_, mate)) = sketch.mates.iter().find(|mate| mate.0 == ply) {
        return Some(Eval::Mate(mate));
    }
    let after = sketch.cps.iter().position(|cp| cp.0 >= ply)?;
    let (to, high) = sketch.cps[after];
    let (from, low) = sketch.cps[after.saturating_sub(1)];
    let share = if to == from {
        1.0
    } else {
        f64::from(ply - from) / f64::from(to - from)
    };
    let wobble = if sketch.start.is_some() {
        0
    } else {
        (ply * 37 % 23).cast_signed() - 11
    };
    Some(Eval::Cp(
        low + (f64::from(high - low) * share) as i32 + wobble,
    ))
}

/// The tags that a page is made of.
const TAGS: &str = " html head meta title style body script main h1 h2 h3 p a b br ul li dl dt dd div span bdi abbr \
    table thead tbody tr th td details summary figure figcaption svg g path rect circle text use symbol marker line ";

/// The attributes that its tags have.
const ATTRIBUTES: &str = " aria-hidden aria-label charset class colspan content cx cy d data-c dy fill height href http-equiv id markerHeight markerUnits markerWidth orient \
    lang name open preserveAspectRatio r role rx scope stroke tabindex title transform viewBox width x x2 y y2 ";

/// Fails if the tags of a page, or of a part of one, do not match, or if anything in it could run or load.
#[track_caller]
pub(super) fn assert_balanced(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['<', '>']) {
        assert!(
            rest[start..].starts_with('<'),
            "a bare > in {:?}",
            excerpt(rest, start)
        );
        assert!(
            !rest[..start].contains(['\0', '\u{202E}']),
            "unseen characters"
        );
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix("!DOCTYPE html>") {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('/') {
            let end = after.find('>').expect("an end");
            assert_eq!(
                open.pop(),
                Some(&after[..end]),
                "before {:?}",
                excerpt(rest, 0)
            );
            rest = &after[end + 1..];
            continue;
        }
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .expect("an end");
        let name = &rest[..end];
        assert!(TAGS.contains(&format!(" {name} ")), "<{name}");
        rest = &rest[end..];
        let closed = loop {
            rest = rest.trim_start_matches(' ');
            if let Some(after) = rest.strip_prefix("/>") {
                rest = after;
                break true;
            }
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break matches!(name, "meta" | "br");
            }
            rest = attribute(rest, name);
        };
        if !closed {
            open.push(name);
            if matches!(name, "style" | "script") {
                rest = &rest[rest.find("</").expect("an end")..];
            }
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

/// Checks one attribute and gives what follows it.
#[track_caller]
fn attribute<'a>(rest: &'a str, tag: &str) -> &'a str {
    let end = rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .expect("an end");
    let (name, rest) = rest.split_at(end);
    assert!(ATTRIBUTES.contains(&format!(" {name} ")), "<{tag} {name:?}");
    let Some(value) = rest.strip_prefix('=') else {
        return rest;
    };
    let (value, after) = if let Some(value) = value.strip_prefix('"') {
        value.split_once('"').expect("an end")
    } else {
        let (value, after) = value.split_at(value.find([' ', '>']).expect("an end"));
        assert!(!value.contains(['/', '"', '\'']), "{name}={value}");
        (value, after)
    };
    assert!(!value.contains(['<', '>', '\0']), "{name}={value}");
    assert!(
        name != "href" || value.starts_with('#'),
        "a link out of the page: {value}"
    );
    after
}

fn excerpt(text: &str, from: usize) -> String {
    text[from..].chars().take(80).collect()
}

#[test]
fn the_check_checks() {
    assert_balanced(r#"<p class=a title="b">x<br></p>"#);
    for bad in [
        "<p>",
        "</p>",
        "<p></b>",
        "<img>",
        "<p onclick=\"x\"></p>",
        "<a href=\"http:x\"></a>",
        "a > b",
        "<b><p></b></p>",
    ] {
        assert!(
            std::panic::catch_unwind(|| assert_balanced(bad)).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn the_samples_are_games() {
    for game in games() {
        assert_eq!(game.evals.len(), game.moves.len());
        for critical in &game.critical {
            assert!(fen::read_any(&critical.fen).position.is_some());
            assert!(
                !critical.best_uci.is_empty(),
                "{} in {}",
                critical.best,
                critical.fen
            );
        }
    }
}
