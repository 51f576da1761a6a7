use std::collections::BTreeMap;
use std::path::Path;

use super::*;
use crate::chess::Move;
use crate::chess::san::Mark;
use crate::lint::block::Context;
use crate::lint::rules::Profile;
use crate::lint::tags::{Header, ascii_value};
use crate::lint::{self, Selection, Standard};
use crate::pgn::MAX_DEPTH;
use crate::pgn::lexer::Kind;
use crate::pgn::split::{Head, Splitter};
use crate::replay::{Observer, Start, State};

/// Rules about what a game says, which its export says as well.
const ABOUT_CONTENT: [&str; 39] = [
    // Tags.
    "bad-date",
    "bad-eco",
    "bad-elo",
    "bad-player-name",
    "bad-player-type",
    "bad-round",
    "bad-tag-name",
    "bad-termination",
    "bad-time",
    "bad-time-control",
    "date-in-future",
    "event-date-after-date",
    "fen-impossible",
    "same-player",
    "setup-without-fen",
    "string-too-long",
    "variant-mismatch",
    // Moves and glyphs.
    "bad-nag",
    "move-after-end",
    "null-move",
    "variation-repeats-move",
    // A NAG before the first move.
    "variation-without-move",
    // Results.
    "agreed-draw-too-early",
    "claimable-draw",
    "decisive-without-moves",
    "result-contradicts-automatic-draw",
    "result-contradicts-dead-position",
    "result-contradicts-mate",
    "result-contradicts-stalemate",
    "termination-contradicts-result",
    "winner-cannot-mate",
    // Comments.
    "bad-comment-command",
    "clock-increases",
    "clock-negative",
    "eval-after-mate",
    // A word of 80 characters cannot be broken.
    "long-line",
    // Games over several.
    "duplicate-game",
    "collation-order",
    "eco-mismatch",
];

/// Calls `each` with every game of a text that can be played.
fn games(text: &[u8], mut each: impl FnMut(&Source<'_>)) {
    let usual = Position::start();
    let mut tags = Vec::new();
    let mut splitter = Splitter::new(text);
    while let Some(range) = splitter.next() {
        let game = &text[range];
        let mut lexer = Lexer::new(game);
        let first = replay::read_tags(&mut lexer, splitter.head(), &mut tags);
        if first.is_none() && tags.is_empty() {
            continue;
        }
        let header = Header::new(game, &tags);
        let variant = header.variant.map(|tag| ascii_value(&tag, game));
        let fen = header.fen.map(|tag| ascii_value(&tag, game));
        let start = replay::start(&usual, variant.as_deref(), fen.as_deref());
        let Start::Position(start, _) = start else {
            continue;
        };
        each(&Source {
            text: game,
            tags: &tags,
            encoding: Encoding::detect(game),
            start: &start,
            lexer,
            first,
        });
    }
}

fn written(text: &str, style: &Style) -> String {
    let mut out = Vec::new();
    games(text.as_bytes(), |game| {
        write(&mut out, game, style).unwrap()
    });
    String::from_utf8(out).unwrap()
}

/// The movetext of a game without tags.
fn movetext(text: &str, style: &Style) -> String {
    let game = written(text, style);
    let (tags, moves) = game.split_once("\n\n").unwrap();
    assert_eq!(tags.lines().count(), 7, "{tags}");
    moves.strip_suffix("\n\n").unwrap().to_owned()
}

fn exported(text: &str) -> String {
    movetext(text, &Style::default())
}

/// The fault of a game, and what can be written of it.
fn faulty(text: &str) -> (FaultKind, String, String) {
    let (mut out, mut found) = (b"before".to_vec(), None);
    games(text.as_bytes(), |game| {
        let fault = write(&mut out, game, &Style::default()).unwrap_err();
        assert_eq!(out, b"before");
        out.clear();
        let same = write_readable(&mut out, game, &Style::default());
        assert_eq!(same, Some(fault));
        let place = String::from_utf8_lossy(fault.span.of(game.text)).into_owned();
        found = Some((fault.kind, place));
    });
    let (kind, place) = found.unwrap();
    let game = String::from_utf8(out).unwrap();
    let moves = game.split_once("\n\n").unwrap().1.trim_end().to_owned();
    (kind, place, moves)
}

/// What a game says, spelling and white space apart.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Event {
    Move(Move),
    Nag(String),
    Comment(String),
    Open,
    Close,
}

struct Listener<'a> {
    source: &'a Source<'a>,
    events: Vec<Event>,
    open: Vec<usize>,
}

impl Listener<'_> {
    fn plain(&self, token: Token) -> String {
        let text = self.source.encoding.decode(token.span.of(self.source.text));
        let inside = match token.kind {
            Kind::Comment { .. } => &text[1..text.len() - 1],
            Kind::LineComment => &text[1..],
            _ => &text,
        };
        let mut plain = inside.replace('{', "(").replace('}', ")");
        plain.retain(|letter| !letter.is_control() && letter != ' ');
        plain
    }

    fn comment(&mut self, token: Token) {
        let text = self.plain(token);
        if !text.is_empty() {
            self.events.push(Event::Comment(text));
        }
    }

    fn nag(&mut self, token: Token, nag: Option<u32>) {
        match nag {
            Some(nag) => self.events.push(Event::Nag(nag.to_string())),
            None => self.comment(token),
        }
    }
}

impl Observer for Listener<'_> {
    fn played(&mut self, _: &State, _: Token, _: Mark, mv: Move) {
        self.events.push(Event::Move(mv));
    }
    fn bad_move(&mut self, _: &State, token: Token) {
        let nag = match self.plain(token).as_str() {
            "=" => Some(10),
            "+=" | "⩲" | "+/=" => Some(14),
            "=+" | "⩱" | "=/+" => Some(15),
            "+/-" | "±" => Some(16),
            "-/+" | "∓" => Some(17),
            "+-" => Some(18),
            "-+" => Some(19),
            "∞" => Some(13),
            "□" => Some(7),
            "N" => Some(146),
            "RR" => Some(145),
            _ => None,
        };
        self.nag(token, nag);
    }
    fn variation(&mut self, _: &State, _: Token) {
        self.open.push(self.events.len());
        self.events.push(Event::Open);
    }
    fn variation_end(&mut self, _: &State, _: Token) {
        let Some(at) = self.open.pop() else { return };
        if self.events[at..]
            .iter()
            .any(|event| matches!(event, Event::Move(_)))
        {
            self.events.push(Event::Close);
            return;
        }
        self.events.remove(at);
        for event in &mut self.events[at..] {
            if let Event::Nag(nag) = event {
                *event = Event::Comment(format!("${nag}"));
            }
        }
    }
    fn result(&mut self, state: &State, token: Token) {
        if let (Kind::Result(result) | Kind::OddResult(result), 1..) = (token.kind, state.depth()) {
            self.events.push(Event::Comment(result.text().to_owned()));
        }
    }
    fn other(&mut self, _: &State, token: Token) {
        match token.kind {
            Kind::Comment { .. } | Kind::LineComment | Kind::Escape => self.comment(token),
            Kind::Nag => self.nag(token, self.plain(token)[1..].parse().ok()),
            Kind::Suffix => {
                let known = ["!", "?", "!!", "??", "!?", "?!"];
                let place = known.iter().position(|word| *word == self.plain(token));
                self.nag(token, place.map(|place| place as u32 + 1));
            }
            _ => {}
        }
    }
}

fn events(game: &Source<'_>) -> Vec<Event> {
    let mut listener = Listener {
        source: game,
        events: Vec::new(),
        open: Vec::new(),
    };
    let head = game
        .first
        .map_or(game.text.len(), |first| first.span.range().start);
    for token in Lexer::new(&game.text[..head]) {
        if token.kind.is_aside() && token.kind != Kind::Space {
            listener.comment(token);
        }
    }
    let mut lexer = game.lexer.clone();
    replay::play(&mut lexer, game.first, Some(game.start), &mut listener);
    listener.events
}

/// What was seen of the games of a text.
#[derive(Default, Debug)]
struct Seen {
    games: u32,
    faults: BTreeMap<String, u32>,
    rules: BTreeMap<&'static str, u32>,
}

/// Writes every game of a text, and asks of what is written all that it should be.
fn check(text: &[u8], name: &str, seen: &mut Seen) {
    let style = Style::default();
    games(text, |game| {
        seen.games += 1;
        let (mut out, mut again) = (Vec::new(), Vec::new());
        let fault = write_readable(&mut out, game, &style);
        let shown = String::from_utf8(out.clone()).unwrap();
        let shown = || {
            format!(
                "{name}:\n{}\n---\n{shown}",
                String::from_utf8_lossy(game.text)
            )
        };
        let mut count = 0;
        games(&out, |second| {
            count += 1;
            let result = write(&mut again, second, &style);
            assert_eq!(result, Ok(()), "{}", shown());
            if fault.is_none() {
                let (first, mut second) = (events(game), events(second));
                // Tags that have no place in the section became comments.
                let more = second.len().saturating_sub(first.len());
                for event in second.drain(..more) {
                    assert!(
                        matches!(event, Event::Comment(text) if text.starts_with('[')),
                        "{}",
                        shown()
                    );
                }
                assert_eq!(first, second, "{}", shown());
            }
        });
        assert_eq!(count, 1, "{}", shown());
        assert!(
            out == again,
            "{}\n---\n{}",
            shown(),
            String::from_utf8_lossy(&again)
        );
        if let Some(fault) = fault {
            *seen.faults.entry(fault.to_string()).or_default() += 1;
        }
        for standard in [Standard::Of1994, Standard::Of2026] {
            let options = lint::Options {
                selection: Selection::new(Profile::Export),
                standard,
                ..lint::Options::default()
            };
            for finding in lint::check_block(&out, Context::default(), &options).findings {
                let (rule, message) = (finding.rule.id, &finding.message);
                // What is cut off may end before a mate, say.
                assert!(
                    ABOUT_CONTENT.contains(&rule),
                    "{rule}: {message}\n{}",
                    shown()
                );
                if rule == "long-line" {
                    assert!(!finding.token.trim().contains(' '), "{}", shown());
                }
                *seen.rules.entry(rule).or_default() += 1;
            }
        }
    });
}

fn check_folder(folder: &Path, seen: &mut Seen) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            check_folder(&path, seen);
        } else if path.extension().is_some_and(|kind| kind == "pgn") {
            let text = std::fs::read(&path).unwrap();
            check(&text, &path.display().to_string(), seen);
        }
    }
}

#[test]
fn games_of_the_rules_and_samples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut seen = Seen::default();
    check_folder(&folder, &mut seen);
    assert!(seen.games > 150, "{seen:?}");
    println!("{seen:#?}");
}

/// Texts of pieces at random: whatever comes in, what goes out is in the export format and stays the same.
#[test]
fn any_text() {
    let pieces = [
        "1.",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "O-O",
        "--",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "{a b}",
        "{}",
        ";c } d\n",
        "\n% escape\n",
        "$1",
        "$",
        "$300",
        "!",
        "!?!",
        "+-",
        "N",
        "D",
        "±",
        "1-0",
        "0-1",
        "*",
        "1/2",
        "\n",
        " ",
        "[%clk 0:01:00]",
        "{[%eval 0.3] [%cal Ga1a2,Ra1a3]}",
        "[Event \"x\"]\n",
        "Qh4",
        "zz",
        "e.p.",
        "+",
        "\t",
        "\u{1}",
        "word word word word",
        "<",
        "\"",
        "...",
        "{[Event \"y\"] %}",
    ];
    let mut seed = 7u64;
    let mut seen = Seen::default();
    for _ in 0..30_000 {
        let mut text = String::new();
        let length = 1 + (seed >> 59);
        for _ in 0..length {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            if seed >> 62 > 0 {
                text.push(' ');
            }
        }
        check(text.as_bytes(), "random", &mut seen);
    }
    assert!(seen.faults.len() > 8, "{seen:?}");
    println!("{seen:#?}");
}

#[test]
fn spelling() {
    for (text, moves) in [
        (
            "1.e2e4 e7-e5 2.Ng1f3! Nc6?! 1/2",
            "1. e4 e5 2. Nf3 $1 2... Nc6 $6 1/2-1/2",
        ),
        (
            "1. e4 {a} e5 (1... c5) 2. Nf3 *",
            "1. e4 {a} 1... e5 (1... c5) 2. Nf3 *",
        ),
        ("e4 e5 Nf3 N += *", "1. e4 e5 2. Nf3 $146 $14 *"),
        ("1. e4 e5 2. Z0 Nc6 *", "1. e4 e5 2. -- Nc6 *"),
        ("1. e4 ; a } b\ne5 *", "1. e4 {a ) b} 1... e5 *"),
        ("1. e4\n% x\ne5 *", "1. e4 {% x} 1... e5 *"),
        (
            "{a} {} 1. e4 ({b} ) ( $1 {c} 1. d4) e5 *",
            "{a} 1. e4 {b} ($1 {c} 1. d4) 1... e5 *",
        ),
        ("1. e4 () e5 *", "1. e4 e5 *"),
        ("1. e4 $1 ($2) e5 *", "1. e4 $1 {$2} 1... e5 *"),
        ("1. e4 1-0 {a} $18 1-0", "1. e4 {a} $18 1-0"),
        ("1. e4 (1. d4 1-0) *", "1. e4 (1. d4 {1-0}) *"),
        ("1. e4 !!! $ D e5 *", "1. e4 {!!!} {$} {D} 1... e5 *"),
    ] {
        assert_eq!(exported(text), moves, "{text}");
    }
}

#[test]
fn results() {
    for (tag, token, result) in [
        ("1-0", "1-0", "1-0"),
        ("1-0", "*", "1-0"),
        ("1-0", "", "1-0"),
        ("1/2", "*", "1/2-1/2"),
        ("1-0", "0-1", "0-1"),
        ("*", "0-1", "0-1"),
        ("?", "", "*"),
    ] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 {token}\n");
        let game = written(&text, &Style::default());
        assert!(
            game.contains(&format!("[Result \"{result}\"]\n\n1. e4 {result}\n\n")),
            "{game}"
        );
    }
    let game = written("[Result \"won\"]\n\n1. e4 *\n", &Style::default());
    assert!(
        game.ends_with("[Result \"*\"]\n\n{[Result \"won\"]} 1. e4 *\n\n"),
        "{game}"
    );
}

#[test]
fn tags() {
    let text = "{first}\n[White \"A \\\"B\\\" \\\\ C\"]\n[event \"x\"]\n[ECO \"A00\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\
                [Variant \"Standard\"]\n[Black \"one\"]\n[Black \"two\"]\n[Annotator \"\"]\n[PlyCount \"7\"]\n[Site \"\"]\n[\"odd\"]\n\n1. e4 *\n";
    let all = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"one\"]\n[Result \"*\"]\n\
               [Annotator \"\"]\n[ECO \"A00\"]\n[Variant \"Standard\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[PlyCount \"1\"]\n[SetUp \"1\"]\n\n\
               {[Black \"two\"]} {[\"odd\"]} {first} 1. e4 *\n\n";
    assert_eq!(written(text, &Style::default()), all);
    let few = Style {
        tags: Tags::Named(vec!["eco".to_owned()]),
        keep: Keep::NOTHING,
        ..Style::default()
    };
    let lines = ["Annotator", "PlyCount"]
        .iter()
        .fold(all.to_owned(), |text, name| {
            let at = text.find(&format!("[{name}")).unwrap();
            let end = at + text[at..].find('\n').unwrap() + 1;
            text[..at].to_owned() + &text[end..]
        });
    let lines = lines.replace("{[Black \"two\"]} {[\"odd\"]} {first} ", "");
    assert_eq!(written(text, &few), lines);
}

#[test]
fn what_is_kept() {
    let text = "{a [%csl Ga1]} 1. e4! {b [%clk 0:01:00] [%eval 0.3]} (1. d4 {c} (1. c4)) e5 $14 +- 2. Nf3 *";
    let with = |keep: Keep| {
        let style = Style {
            keep,
            ..Style::default()
        };
        movetext(text, &style)
    };
    assert_eq!(with(Keep::NOTHING), "1. e4 e5 2. Nf3 *");
    let clocks = Keep {
        clocks: true,
        ..Keep::NOTHING
    };
    assert_eq!(with(clocks), "1. e4 {[%clk 0:01:00]} 1... e5 2. Nf3 *");
    let nags = Keep {
        nags: true,
        ..Keep::NOTHING
    };
    assert_eq!(with(nags), "1. e4 $1 1... e5 $14 $18 2. Nf3 *");
    let variations = Keep {
        variations: true,
        ..Keep::NOTHING
    };
    assert_eq!(with(variations), "1. e4 (1. d4 (1. c4)) 1... e5 2. Nf3 *");
    let comments = Keep {
        clocks: false,
        evals: false,
        ..Keep::ALL
    };
    assert_eq!(
        with(comments),
        "{a [%csl Ga1]} 1. e4 $1 {b} (1. d4 {c} (1. c4)) 1... e5 $14 $18 2. Nf3 *"
    );
}

#[test]
fn notations() {
    let text = "1. e4 e5 2. Nf3 (2. --) Nc6 3. Bb5 a6 4. Bxc6 *";
    for (notation, letters, moves) in [
        (
            Notation::Lan,
            None,
            "1. e2-e4 e7-e5 2. Ng1-f3 (2. --) 2... Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 *",
        ),
        (
            Notation::Uci,
            None,
            "1. e2e4 e7e5 2. g1f3 (2. --) 2... b8c6 3. f1b5 a7a6 4. b5c6 *",
        ),
        (
            Notation::Figurine,
            None,
            "1. e4 e5 2. ♘f3 (2. --) 2... ♘c6 3. ♗b5 a6 4. ♗xc6 *",
        ),
        (
            Notation::San,
            Some("RDTFC"),
            "1. e4 e5 2. Cf3 (2. --) 2... Cc6 3. Fb5 a6 4. Fxc6 *",
        ),
    ] {
        let style = Style {
            notation,
            letters: letters.map(|letters| Letters::parse(letters).unwrap()),
            ..Style::default()
        };
        assert_eq!(movetext(text, &style), moves);
        if letters.is_none() {
            assert_eq!(exported(moves), exported(text), "it can be read again");
        }
    }
}

#[test]
fn faults() {
    use FaultKind::{
        AfterResult, AmbiguousMove, IllegalMove, PromotionMissing, SecondResult, StrayClose,
        UnclosedComment, UnclosedVariation, Unreadable, VariationWithoutMove,
    };
    for (text, kind, place, moves) in [
        (
            "1. e4 {a} e5 2. Ke3 {b} Nc6 1-0",
            IllegalMove,
            "Ke3",
            "1. e4 {a} 1... e5 1-0",
        ),
        (
            "1. e4 (1. d4 d5 2. Ke3 e5 (2... c5)) e5 *",
            IllegalMove,
            "Ke3",
            "1. e4 (1. d4 d5) 1... e5 *",
        ),
        (
            "1. e4 ({a} 1. Ke3 {b}) e5 *",
            IllegalMove,
            "Ke3",
            "1. e4 {a} 1... e5 *",
        ),
        ("1. e4 e5 2. word Nf3 *", Unreadable, "word", "1. e4 e5 *"),
        ("1. e4 , e5 *", Unreadable, ",", "1. e4 *"),
        (
            "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 *",
            AmbiguousMove,
            "Nb5",
            "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 *",
        ),
        (
            "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 *",
            PromotionMissing,
            "a8",
            "*",
        ),
        ("(1. d4) 1. e4 *", VariationWithoutMove, "(", "1. e4 *"),
        ("1. e4 ) e5 *", StrayClose, ")", "1. e4 *"),
        (
            "1. e4 (1. d4 d5 (1... c5 1-0",
            UnclosedVariation,
            "(",
            "1. e4 (1. d4 d5 (1... c5)) 1-0",
        ),
        (
            "1. e4 (1. d4 d5 2. e4 e5 3. Kh5 1-0",
            IllegalMove,
            "Kh5",
            "1. e4 (1. d4 d5 2. e4 e5) 1-0",
        ),
        ("1. e4 {a e5 *", UnclosedComment, "{a e5 *", "1. e4 *"),
        ("1. e4 1-0 e5", AfterResult, "e5", "1. e4 1-0"),
        ("1. e4 1-0 {a} 0-1", SecondResult, "0-1", "1. e4 {a} 1-0"),
    ] {
        let found = faulty(text);
        assert_eq!(found, (kind, place.to_owned(), moves.to_owned()), "{text}");
    }
}

#[test]
fn variations_nest_as_deep_as_they_are_read() {
    let nested = |depth: usize| {
        let open = "({a} 1. d4 ".repeat(depth);
        format!("1. e4 {open}{} e5 *", ")".repeat(depth))
    };
    let mut seen = Seen::default();
    check(nested(MAX_DEPTH).as_bytes(), "deep", &mut seen);
    assert!(seen.faults.is_empty(), "{seen:?}");
    let (kind, _, moves) = faulty(&nested(MAX_DEPTH + 40));
    assert_eq!(kind, FaultKind::TooDeep);
    assert_eq!(moves, exported(&nested(MAX_DEPTH)));
}

#[test]
fn characters_are_counted_and_not_bytes() {
    let text = format!("[White \"Žižka\"]\n\n1. e4 {{{}}} *\n", "äöü ".repeat(60));
    let mut seen = Seen::default();
    check(text.as_bytes(), "long", &mut seen);
    let game = written(&text, &Style::default());
    let longest = game.lines().map(|line| line.chars().count()).max();
    assert!(
        longest.is_some_and(|longest| (76..=79).contains(&longest)),
        "{game}"
    );
    let latin = b"[White \"R\xe9ti\"]\n\n1. e4 {\xb1} \xb1 *\n";
    let mut out = Vec::new();
    games(latin, |game| {
        write(&mut out, game, &Style::default()).unwrap()
    });
    let game = String::from_utf8(out).unwrap();
    assert!(
        game.contains("[White \"Réti\"]") && game.contains("1. e4 {±} $16 *"),
        "{game}"
    );
}

/// The same of files of all kinds, if they are there.
#[test]
#[ignore = "takes minutes, and needs files that are not part of the project"]
fn games_of_corpora() {
    use std::io::Read as _;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    if !folder.exists() {
        return;
    }
    /// So much of each file.
    const MUCH: u64 = 3 << 20;
    let (sources, _) = crate::stream::input::Source::expand(&[folder]);
    let mut all = Seen::default();
    for source in sources {
        let mut seen = Seen::default();
        let read = source.read(&std::sync::Arc::default(), &mut |name, _, data| {
            let mut text = Vec::new();
            data.take(MUCH).read_to_end(&mut text)?;
            check(&text, name, &mut seen);
            Ok(())
        });
        read.unwrap();
        if seen.games > 0 {
            println!(
                "{}: {} games, faults {:?}",
                source.name(),
                seen.games,
                seen.faults
            );
        }
        all.games += seen.games;
        for (fault, count) in seen.faults {
            *all.faults.entry(fault).or_default() += count;
        }
        for (rule, count) in seen.rules {
            *all.rules.entry(rule).or_default() += count;
        }
    }
    println!("{all:#?}");
}
