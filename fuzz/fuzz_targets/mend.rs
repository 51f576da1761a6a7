//! Any bytes as a PGN file that is mended: the games say what they said, and a second time changes nothing.
#![no_main]

use chesstool::chess::san::{Mark, San};
use chesstool::chess::{Move, Position};
use chesstool::finding::Fix;
use chesstool::lint::block::Context;
use chesstool::lint::fix::fix_block;
use chesstool::lint::rules::Profile;
use chesstool::lint::tags::{Header, ascii_value};
use chesstool::lint::{Options, Selection, check_block};
use chesstool::pgn::split::{Head, Splitter};
use chesstool::pgn::{Encoding, Kind, Lexer, Token};
use chesstool::replay::{self, Observer, Start, State};
use libfuzzer_sys::fuzz_target;

/// What mending never changes in a game, in its order.
#[derive(PartialEq, Eq, Debug, Default)]
struct Told {
    line: Vec<Said>,
    /// Comments, spaces between words aside.
    comments: Vec<String>,
    glyphs: usize,
}

#[derive(PartialEq, Eq, Debug)]
enum Said {
    Move(Move),
    Refused,
    Open,
    Close,
}

impl Observer for Told {
    fn played(&mut self, _state: &State, _token: Token, _mark: Mark, mv: Move) {
        self.line.push(Said::Move(mv));
    }

    fn refused(&mut self, _state: &State, _token: Token, _san: &San) {
        self.line.push(Said::Refused);
    }

    fn bad_move(&mut self, _state: &State, _token: Token) {
        self.line.push(Said::Refused);
    }

    fn variation(&mut self, _state: &State, _token: Token) {
        self.line.push(Said::Open);
    }

    fn variation_end(&mut self, _state: &State, _token: Token) {
        self.line.push(Said::Close);
    }
}

fn told(game: &[u8]) -> Told {
    let mut lexer = Lexer::new(game);
    let mut tags = Vec::new();
    let first = replay::read_tags(&mut lexer, &Head::default(), &mut tags);
    let header = Header::new(game, &tags);
    let variant = header.variant.map(|tag| ascii_value(&tag, game));
    let fen = header.fen.map(|tag| ascii_value(&tag, game));
    let start = replay::start(&Position::start(), variant.as_deref(), fen.as_deref());
    let position = match start {
        Start::Position(position, _) => Some(position),
        Start::BadFen(_) | Start::Unsupported => None,
    };
    let mut told = Told::default();
    replay::play(&mut lexer, first, position.as_ref(), &mut told);
    let encoding = Encoding::detect(game);
    for token in Lexer::new(game) {
        match token.kind {
            Kind::Comment { .. } | Kind::LineComment => {
                let text = encoding.decode(token.span.of(game));
                let words: Vec<&str> = text.split_whitespace().collect();
                told.comments.push(words.join(" "));
            }
            Kind::Nag | Kind::Suffix => told.glyphs += 1,
            _ => {}
        }
    }
    told
}

fn games(text: &[u8]) -> Vec<Told> {
    Splitter::new(text)
        .map(|range| told(&text[range]))
        .collect()
}

fn applied(text: &[u8], fixes: &[Fix]) -> Vec<u8> {
    let mut after = Vec::with_capacity(text.len());
    let mut at = 0;
    for fix in fixes {
        let start = usize::try_from(fix.offset).expect("texts fit into memory");
        assert!(start >= at, "fixes are sorted and do not overlap");
        after.extend_from_slice(&text[at..start]);
        after.extend_from_slice(&fix.text);
        at = start + fix.length as usize;
    }
    after.extend_from_slice(&text[at..]);
    after
}

fuzz_target!(|text: &[u8]| {
    for profile in [Profile::Import, Profile::Export] {
        let options = Options {
            selection: Selection::new(profile),
            ..Options::default()
        };
        let mend = |text: &[u8]| {
            let mended = fix_block(text, Context::default(), &options).choose(None);
            let after = applied(text, &mended.fixes);
            let told = mended.text.as_deref().unwrap_or(text);
            assert_eq!(after, told, "the mended text is told");
            let report = check_block(&after, Context::default(), &options);
            assert_eq!(report.counts, mended.report.counts, "what is left is told");
            let failed = |id: &str| id == "internal-error";
            let failed = report.findings.iter().any(|found| failed(found.rule.id));
            assert!(!failed, "a check panicked");
            after
        };
        let once = mend(text);
        assert_eq!(games(&once), games(text), "games say what they said");
        let twice = mend(&once);
        assert!(twice == once, "a second time changes nothing");
    }
});
