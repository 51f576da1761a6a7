//! Judges every game of a stretch of text that begins and ends at game starts.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::adjudicate::game::{Seen, Trouble, Watch};
use crate::adjudicate::judgement::{self, Judgement, Recorded};
use crate::adjudicate::rows::{Game, Rows};
use crate::adjudicate::{Format, LawsOf, Settings, Tally, patch};
use crate::arbiter::chances::Effort;
use crate::arbiter::dead::USUAL_BUDGET;
use crate::chess::Position;
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::lexer::GameResult;
use crate::pgn::patch::Patch;
use crate::pgn::split::{Head, Splitter};
use crate::pgn::termination::Termination;
use crate::pgn::{Lexer, Tag, Token};
use crate::replay::{self, Start};

/// What was found in a stretch of text.
#[derive(Debug, Default)]
pub struct BlockReport {
    /// Number of games.
    pub games: u64,
    /// Plies of their main lines, as far as they could be read.
    pub plies: u64,
    /// What is shown of them.
    pub rows: Rows,
    /// How they ended.
    pub tally: Tally,
    /// What is to be changed; offsets in the stretch, in their order.
    pub patches: Vec<Patch>,
    /// Games with such changes.
    pub changed: u64,
    /// The tool failed on a game.
    pub failed: bool,
}

/// Judges every game of `text`; `cut_off` if its last game goes on behind it.
#[must_use]
pub fn judge_block(text: &[u8], cut_off: bool, settings: &Settings) -> BlockReport {
    let usual = Position::start();
    let mut report = BlockReport {
        rows: Rows::new(settings.format, settings.styled),
        ..BlockReport::default()
    };
    let mut judge = Judge {
        settings,
        text,
        usual,
        tags: Vec::new(),
        seen: Seen::new(&usual),
    };
    let mut splitter = Splitter::new(text);
    while let Some(range) = splitter.next() {
        let cut_off = cut_off && range.end == text.len();
        let judged = catch_unwind(AssertUnwindSafe(|| {
            judge.game(range.clone(), splitter.head(), cut_off, &mut report);
        }));
        if judged.is_err() {
            report.failed = true;
            report.games += 1;
            report.tally.count(&judgement::failed(), false);
            judge.seen = Seen::new(&usual);
        }
    }
    report
}

/// What the Laws say of one game, those of its day.
#[must_use]
pub fn opinion(text: &[u8]) -> Judgement {
    let usual = Position::start();
    let settings = Settings {
        laws: LawsOf::Date,
        effort: Effort {
            budget: USUAL_BUDGET,
            always: false,
        },
        show: None,
        format: Format::Jsonl,
        styled: false,
        patch: false,
        annotate: false,
    };
    let mut judge = Judge {
        settings: &settings,
        text,
        usual,
        tags: Vec::new(),
        seen: Seen::new(&usual),
    };
    let mut splitter = Splitter::new(text);
    let range = splitter.next().unwrap_or_default();
    let weighed = judge.weigh(&text[range], splitter.head(), false);
    weighed.map_or_else(judgement::failed, |weighed| weighed.judgement)
}

struct Judge<'a> {
    settings: &'a Settings,
    text: &'a [u8],
    /// The start position of most games.
    usual: Position,
    tags: Vec<Tag>,
    seen: Seen,
}

/// A game that was played and weighed.
struct Weighed {
    header: Header,
    start: Position,
    recorded: Recorded,
    judgement: Judgement,
}

impl Judge<'_> {
    fn game(&mut self, range: Range<usize>, head: &Head, cut_off: bool, report: &mut BlockReport) {
        let text = &self.text[range.clone()];
        let Some(weighed) = self.weigh(text, head, cut_off) else {
            return;
        };
        let Weighed {
            header,
            start,
            recorded,
            judgement,
        } = weighed;
        report.games += 1;
        report.plies += u64::from(self.seen.record.ply());
        let went_on = judgement.plies_after(&self.seen) > 0;
        report.tally.count(&judgement, went_on);
        let game = Game {
            text,
            header: &header,
            recorded: &recorded,
            start: &start,
            seen: &self.seen,
            judgement: &judgement,
        };
        report.rows.add(self.settings.show, report.games, &game);
        self.patch(range.start, &game, report);
    }

    /// Plays a game and weighs it; none if there is nothing but white space and comments.
    fn weigh(&mut self, text: &[u8], head: &Head, cut_off: bool) -> Option<Weighed> {
        let mut lexer = Lexer::new(text);
        let first = replay::read_tags(&mut lexer, head, &mut self.tags);
        if first.is_none() && self.tags.is_empty() {
            return None;
        }
        let header = Header::new(text, &self.tags);
        let start = self.play(text, &mut lexer, first, &header);
        if cut_off {
            self.seen.add(Trouble::TooLong);
        }
        let recorded = Recorded {
            tag: header
                .result
                .and_then(|tag| GameResult::parse(tag.value.of(text))),
            token: self.seen.result.map(|(result, _)| result),
            termination: header.termination.map_or(Termination::Untold, |tag| {
                Termination::of(&ascii_value(&tag, text))
            }),
            from_start: header.fen.is_none(),
        };
        let laws = self.settings.laws.game(self.dates(text, &header));
        let judgement = judgement::judge(&self.seen, &start, recorded, laws, self.settings.effort);
        Some(Weighed {
            header,
            start,
            recorded,
            judgement,
        })
    }

    /// What may tell a game's day, the best first: `Date`, `UTCDate`, and `EventDate`, on which its event began.
    fn dates<'t>(&self, text: &'t [u8], header: &Header) -> impl Iterator<Item = &'t [u8]> {
        // Looked for only where `Date` says nothing.
        let mut tags = self.tags.iter().copied();
        let utc = std::iter::once_with(move || tags.find(|tag| tag.name(text) == b"UTCDate"));
        let dates = header.date.into_iter().chain(utc.flatten());
        let dates = dates.chain(header.event_date);
        dates.map(|tag| tag.value.of(text))
    }

    /// Plays a game; its first position.
    fn play(
        &mut self,
        text: &[u8],
        lexer: &mut Lexer<'_>,
        first: Option<Token>,
        header: &Header,
    ) -> Position {
        let variant = header.variant.map(|tag| ascii_value(&tag, text));
        let fen = header.fen.map(|tag| ascii_value(&tag, text));
        let start = replay::start(&self.usual, variant.as_deref(), fen.as_deref());
        let (position, trouble) = match start {
            Start::Position(position, _) => (Some(position), None),
            Start::BadFen(_) => (None, Some(Trouble::BadFen)),
            Start::Unsupported => (None, Some(Trouble::UnsupportedVariant)),
        };
        let start = position.unwrap_or(self.usual);
        self.seen.reset(&start);
        if let Some(trouble) = trouble {
            self.seen.add(trouble);
        }
        let seen = &mut self.seen;
        replay::play(lexer, first, position.as_ref(), &mut Watch { text, seen });
        start
    }

    fn patch(&self, offset: usize, game: &Game<'_>, report: &mut BlockReport) {
        if !self.settings.patch {
            return;
        }
        let patches = patch::patches(game, &self.tags, self.settings.annotate);
        report.changed += u64::from(!patches.is_empty());
        report.patches.extend(patches.into_iter().map(|mut patch| {
            patch.start += offset;
            patch.end += offset;
            patch
        }));
    }
}
