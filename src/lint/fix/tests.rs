//! A second fix changes nothing, and games say what they said: over made-up texts and all test files.

use std::path::Path;

use crate::chess::Move;
use crate::chess::Position;
use crate::chess::san::Mark;
use crate::lint::rules::{Profile, Selection};
use crate::pgn::split::Head;
use crate::pgn::{Kind, Lexer, Token};
use crate::replay::{self, Observer, State};

use super::*;

fn options(profile: Profile) -> Options {
    Options {
        selection: Selection::new(profile),
        ..Options::default()
    }
}

fn fixed(text: &[u8], profile: Profile) -> Vec<u8> {
    let ways = fix_block(text, Context::default(), &options(profile));
    let mended = ways.choose(None);
    let after = draft::applied(text, &mended.fixes);
    assert_eq!(mended.text.as_deref().unwrap_or(text), after);
    let report = check_block(&after, Context::default(), &options(profile));
    assert_eq!(report.counts, mended.report.counts);
    after
}

/// The moves of all lines, with their depth.
#[derive(Default)]
struct Moves(Vec<(u32, Move)>);

impl Observer for Moves {
    fn played(&mut self, state: &State, _token: Token, _mark: Mark, mv: Move) {
        self.0.push((state.depth(), mv));
    }
}

/// Moves, comments as words, and the number of NAGs and suffixes of every game.
/// A game's moves with their depths, its comments, and the number of its NAGs.
type Told = (Vec<(u32, Move)>, Vec<String>, usize);

fn told(text: &[u8]) -> Vec<Told> {
    let game = |range: Range<usize>| {
        let game = &text[range];
        let mut lexer = Lexer::new(game);
        let first = replay::read_tags(&mut lexer, &Head::default(), &mut Vec::new());
        let mut moves = Moves::default();
        replay::play(&mut lexer, first, Some(&Position::start()), &mut moves);
        let of = |kinds: fn(Kind) -> bool| Lexer::new(game).filter(move |token| kinds(token.kind));
        let comments = of(|kind| matches!(kind, Kind::Comment { .. } | Kind::LineComment));
        let words = |token: Token| {
            let text = Encoding::detect(game).decode(token.span.of(game));
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let glyphs = of(|kind| matches!(kind, Kind::Nag | Kind::Suffix)).count();
        (moves.0, comments.map(words).collect(), glyphs)
    };
    Splitter::new(text).map(game).collect()
}

fn check(text: &[u8], name: &str) {
    for profile in [Profile::Import, Profile::Export] {
        let once = fixed(text, profile);
        let shown = String::from_utf8_lossy(text);
        assert_eq!(told(text), told(&once), "{name} {shown:?}");
        let twice = fixed(&once, profile);
        let changed = String::from_utf8_lossy(&once);
        let more = String::from_utf8_lossy(&twice);
        assert!(once == twice, "{name}:\n{shown:?}\n{changed:?}\n{more:?}");
    }
}

#[test]
fn the_test_files_say_what_they_said() {
    let mut count = 0;
    for folder in ["testdata", "testdata/lint"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let files = ["", "bad.pgn", "ok.pgn"].map(|name| path.join(name));
            for file in files.iter().filter(|file| is_pgn(file)) {
                check(&std::fs::read(file).unwrap(), &file.display().to_string());
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "pgn") && path.is_file()
}

#[test]
fn made_up_texts_say_what_they_said() {
    let pieces: [&[u8]; 72] = [
        b"[Event \"x\"]\n",
        b"[Result \"1-0\"]\n",
        b"[Result \"*\"]\n",
        b"[Result \"1/2-1/2\"]\n",
        b"[White \"a \"b\" c\"]\n",
        b"[Black \"x\"\n",
        b" [Site \"x\"]\n",
        b"[Event \"y\"] ",
        b"\n",
        b"\n",
        b"\n\n",
        b"\r\n",
        b"\r",
        b" ",
        b" ",
        b" ",
        b" ",
        b"\t",
        b"  ",
        b" \n",
        b"\xef\xbb\xbf",
        b"e4",
        b" e5",
        b" Nf3",
        b" Nc6 ",
        b"1. ",
        b"1... ",
        b"2.",
        b"2. ",
        b"1.e4 e5\n",
        b" e4! ",
        b" e5?! ",
        b" Ngf3 ",
        b" Nb8c6 ",
        b" Bb5+ ",
        b" a7a6 ",
        b" O-O ",
        b" 0-0 ",
        b" f3 e5 g4 Qh4 ",
        b"! ",
        b"!?",
        b"?!!",
        b" $1",
        b"$14 ",
        b"+",
        b" + ",
        b" e.p. ",
        b"{ c }",
        b"{a \n b}",
        b"{\tr\xe9ti }",
        b"{r\xc3\xa9ti}",
        b"{",
        b"}",
        b"(",
        b")",
        b" (1. d4) ",
        b" (d4 d5+) ",
        b"; rest \n",
        b"%esc \n",
        b"\n  % no",
        b" 1-0",
        b" 0-1 ",
        b" 1/2",
        b" 1/2-1/2 ",
        b" * ",
        b"*\n\n",
        b"\n1. d4",
        b" ...",
        b" .",
        b"Nzz9 ",
        b"<",
        b"-- ",
    ];
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let mut text = Vec::new();
        if random(2) == 0 {
            text.extend_from_slice(b"[Event \"x\"]\n[Result \"0-1\"]\n\n1. e4 e5");
        }
        for _ in 0..random(25) {
            text.extend_from_slice(pieces[random(pieces.len())]);
        }
        check(&text, "made up");
    }
}

#[test]
fn a_game_that_would_say_something_else_is_left_alone() {
    // Without the spaces this line would be an escape line.
    let text = "1. e4 *\n\n  %x\n";
    let once = fixed(text.as_bytes(), Profile::Export);
    assert_eq!(String::from_utf8_lossy(&once), text);
}

#[test]
fn of_fixes_that_overlap_the_first_counts() {
    let fix = |offset, length, text: &str| Fix {
        offset,
        length,
        text: text.into(),
    };
    let fixes = [
        fix(4, 2, "x"),
        fix(5, 3, "y"),
        fix(6, 0, "z"),
        fix(6, 0, "w"),
        fix(6, 1, "q"),
    ];
    let chosen = disjoint(fixes.iter(), b"0123456789");
    assert_eq!(chosen, [fix(4, 2, "x"), fix(6, 0, "z"), fix(6, 1, "q")]);
    assert_eq!(draft::applied(b"0123456789", &chosen), b"0123xzq789");
}

#[test]
fn a_draft_knows_the_old_bytes_after_several_rounds() {
    let fix = |offset, length, text: &str| Fix {
        offset,
        length,
        text: text.into(),
    };
    let mut draft = Draft::new(b"0123456789");
    draft.apply(&[fix(2, 2, "abc"), fix(8, 0, "-")]);
    assert_eq!(draft.text(), b"01abc4567-89");
    draft.apply(&[fix(4, 2, "X"), fix(10, 2, "")]);
    assert_eq!(draft.text(), b"01abX567-");
    let fixes = draft.fixes(0);
    assert_eq!(fixes, [fix(2, 3, "abX"), fix(8, 2, "-")]);
    assert_eq!(draft::applied(b"0123456789", &fixes), draft.text());
}
