//! Checks every game of a stretch of text that begins and ends at game starts.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::arbiter;
use crate::chess::Position;
use crate::finding::{Finding, Fix, GameInfo, Level, RuleInfo};
use crate::lint::place::{LineCounter, finding};
use crate::lint::report::{Note, Notes, Show};
use crate::lint::rules::internal::INTERNAL_ERROR;
use crate::lint::set::{self, Collector};
use crate::lint::tags::{Header, ascii_value};
use crate::lint::walk::{Begin, Walk};
use crate::lint::{Options, cross, fix, layout, result, syntax, tags};
use crate::pgn::split::{Head, Splitter};
use crate::pgn::{Encoding, Lexer, MAX_GAME, Span, Tag, lines};
use crate::replay::{self, Start};

/// What was found in a stretch of text. Games, lines and offsets count from the stretch's own start.
#[derive(Debug, Default)]
pub struct BlockReport {
    /// The findings, by place.
    pub findings: Vec<Finding>,
    /// How often each rule was met at which level, findings that are not shown included.
    pub counts: Vec<(&'static RuleInfo, Level, u64)>,
    /// Number of games.
    pub games: u64,
    /// Legal moves played, in all lines.
    pub plies: u64,
    /// Number of line ends.
    pub lines: u64,
    /// The first game of each encoding other than plain ASCII: UTF-8, Windows-1252.
    pub encodings: [Option<Finding>; 2],
    /// Fixes of findings that are counted, not shown; only with [`Options::all_fixes`].
    pub hidden_fixes: Vec<(&'static RuleInfo, Fix)>,
    /// What rules over several games need to know of these.
    pub set: set::Games,
}

/// How a stretch of text lies in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// Text stands right before it, without a blank line between.
    pub glued: bool,
    /// It was cut off where a game became longer than [`MAX_GAME`]; the number of bytes left out.
    pub left_out: u64,
    /// Which of its findings are wanted.
    pub show: Show,
}

/// Checks every game of `text`.
#[must_use]
pub fn check_block(text: &[u8], context: Context, options: &Options) -> BlockReport {
    let mut report = BlockReport {
        lines: lines::count(text),
        ..BlockReport::default()
    };
    let mut checker = Checker {
        options,
        style: options.selection.wants_style(),
        text,
        context,
        tags: Vec::new(),
        counter: LineCounter::new(text),
        usual: Position::start(),
        set: Collector::new(options),
        number: 0,
    };
    let mut splitter = Splitter::new(text);
    while let Some(range) = splitter.next() {
        let start = range.start;
        checker.number = report.games + 1;
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let mut part = BlockReport::default();
            checker.game(range, splitter.head(), &mut part);
            part
        }));
        match checked {
            Ok(part) => report.add(part),
            Err(_) => report.add(checker.failed(start)),
        }
    }
    report.set = checker.set.finish();
    report
}

impl BlockReport {
    /// Appends the report of a game.
    fn add(&mut self, part: BlockReport) {
        let number = self.games + 1;
        self.games += part.games;
        self.plies += part.plies;
        let numbered = |mut finding: Finding| {
            if let Some(game) = &mut finding.game {
                game.number = number;
            }
            finding
        };
        self.findings
            .extend(part.findings.into_iter().map(numbered));
        self.hidden_fixes.extend(part.hidden_fixes);
        for (slot, candidate) in self.encodings.iter_mut().zip(part.encodings) {
            if slot.is_none() {
                *slot = candidate.map(numbered);
            }
        }
        for (rule, level, count) in part.counts {
            self.count(rule, level, count);
        }
    }

    /// Counts findings of a rule.
    pub fn count(&mut self, rule: &'static RuleInfo, level: Level, count: u64) {
        let entry = self
            .counts
            .iter_mut()
            .find(|entry| entry.0.id == rule.id && entry.1 == level);
        match entry {
            Some(entry) => entry.2 += count,
            None => self.counts.push((rule, level, count)),
        }
    }
}

struct Checker<'a> {
    options: &'a Options,
    style: bool,
    text: &'a [u8],
    context: Context,
    tags: Vec<Tag>,
    counter: LineCounter<'a>,
    /// The start position of most games.
    usual: Position,
    set: Collector<'a>,
    /// Number of the game at hand.
    number: u64,
}

impl Checker<'_> {
    fn game(&mut self, range: Range<usize>, head: &Head, report: &mut BlockReport) {
        let text = self.text;
        let game = &text[range.clone()];
        let mut notes = Notes::new(
            &self.options.selection,
            self.context.show,
            self.options.all_fixes,
        );
        let mut lexer = Lexer::new(game);
        let first = replay::read_tags(&mut lexer, head, &mut self.tags);
        let is_game = first.is_some() || !self.tags.is_empty();
        let header = Header::new(game, &self.tags);
        let ascii = is_ascii(game);
        syntax::bytes(&mut notes, game, self.options.encoding);
        if is_game {
            report.games = 1;
            let has_tags = !self.tags.is_empty();
            self.separator(&mut notes, range.start, has_tags);
            tags::section(
                &mut notes,
                game,
                &self.tags,
                &header,
                self.options,
                self.style,
            );
            let position = start(&mut notes, game, &header, &self.usual);
            // Only the block's last game can be the one that is cut off.
            let cut_off = self.context.left_out > 0 && range.end == self.text.len();
            if cut_off {
                too_long(&mut notes, self.context.left_out);
            }
            let begin = Begin {
                empty: first.is_none(),
                dead: header.fen.is_some()
                    && position.as_ref().is_some_and(arbiter::is_dead_by_material),
                ascii,
            };
            let mut walk = Walk::new(game, &mut notes, &header, self.style, begin);
            walk.main_line = self.set.main_line();
            report.plies = replay::play(&mut lexer, first, position.as_ref(), &mut walk);
            let line = walk.main_line.take();
            let seen = set::Game {
                text: game,
                range: range.clone(),
                number: self.number,
                tags: &self.tags,
                header: &header,
                movetext: first.map(|token| token.span),
                playable: position.is_some(),
            };
            self.set.add(&mut notes, line, &seen);
            if cut_off {
                notes.remove(&result::MISSING_RESULT);
                notes.remove(&tags::game::WRONG_PLY_COUNT);
            }
            if self.options.cross_check
                && let Some(position) = &position
            {
                cross::check(&mut notes, game, &header, position);
            }
        }
        syntax::control_chars(&mut notes, game);
        if self.style {
            let movetext = first.map_or(game.len(), |token| token.span.range().start);
            layout::before_movetext(&mut notes, &game[..movetext]);
            layout::lines_of(&mut notes, game);
        }
        if notes.is_empty() && ascii {
            return;
        }
        self.finish(notes, game, range.start, &header, is_game, report);
    }

    /// Places the notes, and keeps the first game of each encoding.
    fn finish(
        &mut self,
        notes: Notes<'_>,
        game: &[u8],
        start: usize,
        header: &Header,
        is_game: bool,
        report: &mut BlockReport,
    ) {
        let ascii = is_ascii(game);
        let encoding = self.options.encoding.unwrap_or_else(|| {
            if ascii {
                Encoding::Utf8
            } else {
                Encoding::detect(game)
            }
        });
        let wanted = is_game && self.context.show == Show::All;
        let info = wanted.then(|| header.info(game, encoding));
        if !ascii
            && self.options.encoding.is_none()
            && let Some(at) = game.iter().position(|byte| !byte.is_ascii())
            && let Some(level) = self
                .options
                .selection
                .level(&syntax::MIXED_ENCODING, syntax::MIXED_ENCODING.level)
        {
            let note = Note {
                rule: &syntax::MIXED_ENCODING,
                level,
                span: Span::new(at, at + character_length(&game[at..])),
                message: format!("this game is {encoding}, but games before it are not"),
                help: None,
                law: Some(syntax::MIXED_ENCODING.source),
                at: None,
                fen: None,
                fixes: match encoding {
                    Encoding::Windows1252 => fix::to_utf8(game).unwrap_or_default(),
                    Encoding::Utf8 => Vec::new(),
                },
            };
            let placed = self.place(note, start, encoding, info.clone());
            report.encodings[encoding as usize] = Some(placed);
        }
        let said = notes.finish();
        report.counts = said.counts;
        let placed = |(rule, span, text): (_, Span, _)| {
            let offset = (start + span.range().start) as u64;
            let length = span.end - span.start;
            let fix = Fix {
                offset,
                length,
                text,
            };
            (rule, fix)
        };
        report.hidden_fixes = said.hidden.into_iter().map(placed).collect();
        for note in said.notes {
            let placed = self.place(note, start, encoding, info.clone());
            report.findings.push(placed);
        }
    }

    fn place(
        &mut self,
        note: Note,
        start: usize,
        encoding: Encoding,
        info: Option<GameInfo>,
    ) -> Finding {
        finding(
            note,
            self.text,
            start,
            &mut self.counter,
            encoding,
            info,
            self.options.excerpts && self.context.show == Show::All,
        )
    }

    /// A tag section that is glued to the movetext before it.
    fn separator(&self, notes: &mut Notes<'_>, start: usize, has_tags: bool) {
        let glued = if start == 0 {
            self.context.glued
        } else {
            !crate::pgn::split::is_separated(self.text, start)
        };
        if glued && has_tags {
            let bracket = self.tags.first().map_or(Span::new(0, 1), |tag| tag.span);
            notes.add(&syntax::GAME_WITHOUT_SEPARATOR, bracket, || {
                "no blank line between this game and the one before it".to_owned()
            });
        }
    }

    /// The finding for a game on which a check failed.
    #[cold]
    fn failed(&mut self, start: usize) -> BlockReport {
        let note = Note {
            rule: &INTERNAL_ERROR,
            level: Level::Error,
            span: Span::new(0, 1),
            message: "the tool failed on this game".to_owned(),
            help: Some("this is a fault of the tool, please report it with the game".to_owned()),
            law: None,
            at: None,
            fen: None,
            fixes: Vec::new(),
        };
        let placed = self.place(note, start, Encoding::Utf8, Some(GameInfo::default()));
        BlockReport {
            findings: vec![placed],
            counts: vec![(&INTERNAL_ERROR, Level::Error, 1)],
            games: 1,
            ..BlockReport::default()
        }
    }
}

/// The position from which the game is played, if there is one.
fn start(
    notes: &mut Notes<'_>,
    game: &[u8],
    header: &Header,
    usual: &Position,
) -> Option<Position> {
    let variant = header.variant.map(|tag| ascii_value(&tag, game));
    let fen = header.fen.map(|tag| ascii_value(&tag, game));
    match replay::start(usual, variant.as_deref(), fen.as_deref()) {
        Start::Position(position, faults) => {
            if let (false, Some(tag)) = (faults.is_empty(), &header.fen) {
                tags::start::bad_fen(notes, tag, &faults, true);
            }
            let faultless = faults.is_empty();
            if header.fen.is_some() || header.variant.is_some() {
                tags::start::position(notes, game, header, &position, faultless);
            }
            Some(position)
        }
        Start::BadFen(faults) => {
            if let Some(tag) = &header.fen {
                tags::start::bad_fen(notes, tag, &faults, false);
            }
            None
        }
        Start::Unsupported => {
            if let Some(tag) = &header.variant {
                tags::start::unsupported_variant(notes, tag, game);
            }
            None
        }
    }
}

/// Whether all bytes are ASCII. No early exit, so that many bytes are looked at at a time.
fn is_ascii(text: &[u8]) -> bool {
    text.iter().fold(0, |all, byte| all | byte).is_ascii()
}

/// Bytes of the character that begins `text`, which is not ASCII.
fn character_length(text: &[u8]) -> usize {
    let more = text[1..].iter().take(3);
    1 + more.take_while(|byte| **byte & 0xc0 == 0x80).count()
}

fn too_long(notes: &mut Notes<'_>, left_out: u64) {
    notes.add(&syntax::TOO_LONG, Span::new(0, 1), || {
        format!(
            "the game is longer than {} MiB; its last {left_out} bytes are not read",
            MAX_GAME >> 20
        )
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_game_of_a_block_is_cut_off() {
        let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5\n";
        let context = Context {
            glued: false,
            left_out: 9,
            show: Show::All,
        };
        let report = check_block(text, context, &Options::default());
        let found: Vec<(&str, u64)> = report
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.game.as_ref().unwrap().number))
            .collect();
        assert_eq!(found, [("too-long", 2)]);
    }
}
