//! What holds of every game: its export says the same, is in the export format, and is its own export.

use std::collections::BTreeMap;
use std::path::Path;

use crate::chess::Move;
use crate::chess::san::Mark;
use crate::export::pgn::tests::games;
use crate::export::pgn::{Source, Style, write, write_readable};
use crate::lint::block::Context;
use crate::lint::rules::Profile;
use crate::lint::{self, Selection, Standard};
use crate::pgn::Token;
use crate::pgn::lexer::{Kind, Lexer};
use crate::replay::{self, Observer, State};

/// Rules about what a game says, which its export says as well.
const ABOUT_CONTENT: [&str; 40] = [
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
    "nested-comment",
    // A word of 80 characters cannot be broken.
    "long-line",
    // Games over several.
    "duplicate-game",
    "collation-order",
    "eco-mismatch",
];

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
        let mut plain = inside.replace('}', ")");
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
pub(super) struct Seen {
    games: u32,
    pub(super) faults: BTreeMap<String, u32>,
    rules: BTreeMap<&'static str, u32>,
}

/// Writes every game of a text, and asks of what is written all that it should be.
pub(super) fn check(text: &[u8], name: &str, seen: &mut Seen) {
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
    assert!(seen.faults.len() >= 8, "{seen:?}");
}

/// The same of files of all kinds, if they are there.
#[test]
#[ignore = "takes minutes, and needs files that are not part of the project"]
#[expect(clippy::print_stdout, reason = "it tells what was met")]
fn games_of_corpora() {
    use std::io::Read as _;

    /// So much of each file.
    const MUCH: u64 = 1 << 20;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    if !folder.exists() {
        return;
    }
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
