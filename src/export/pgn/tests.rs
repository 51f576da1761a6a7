mod properties;

use super::*;
use crate::export::pgn::tests::properties::{Seen, check};
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::MAX_DEPTH;
use crate::pgn::split::Splitter;
use crate::replay::Start;

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
        write(&mut out, game, style).unwrap();
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
    let text = "[White \"A \\\"B\\\" \\\\ C\"]\n[event \"x\"]\n[ECO \"A00\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\
                [Variant \"Standard\"]\n[Black \"one\"]\n[Black \"two\"]\n[Annotator \"\"]\n[PlyCount \"7\"]\n[Site \"\"]\n[\"odd\"]\n{first}\n\n1. e4 *\n";
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
        write(&mut out, game, &Style::default()).unwrap();
    });
    let game = String::from_utf8(out).unwrap();
    assert!(
        game.contains("[White \"Réti\"]") && game.contains("1. e4 {±} $16 *"),
        "{game}"
    );
}
