//! Converts every game of a stretch of text that begins and ends at game starts.

mod written;

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::export::columns::{Chosen, Per};
use crate::export::filter::Filters;
use crate::export::game::{Game, Needs, Reader, Trouble};
use crate::export::lines;
use crate::export::lines::{Opcode, Which};
use crate::export::notation::Notation;
use crate::export::parquet::Batch;
use crate::export::pgn::{self, Style};
use crate::export::rows::{self, Form};
use crate::export::value::Kind;
use crate::finding::{Finding, Level, RuleInfo};
use crate::lint::block::Context;
use crate::lint::place::{self, LineCounter};
use crate::lint::report::Note;
use crate::lint::rules::internal::INTERNAL_ERROR;
use crate::lint::{self, Options, moves};
use crate::pgn::split::Splitter;
use crate::pgn::{Encoding, Span, lines as text_lines};

pub use written::{Apart, Written};

/// What is written.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A table as text.
    Rows(Form),
    /// A table as Parquet.
    Parquet,
    /// Positions as FEN, or as EPD with these operations.
    Positions(Option<Vec<Opcode>>),
    /// The moves of each game on a line.
    Moves(Notation),
    /// Games in PGN.
    Pgn(Box<Style>),
}

/// What happens to a game that cannot be read wholly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// It is left out.
    Skip,
    /// The moves before the fault are kept.
    Partial,
    /// The run ends.
    Stop,
}

/// What to do with every game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is written.
    pub shape: Shape,
    /// What rows are about.
    pub per: Per,
    /// The columns of tables.
    pub columns: Vec<Chosen>,
    /// Which positions are written.
    pub which: Which,
    /// Follow side lines as well.
    pub variations: bool,
    /// What happens to games that cannot be read wholly.
    pub on_error: OnError,
    /// The encoding of the text; detected game by game if `None`.
    pub encoding: Option<Encoding>,
    /// The first games of a run, which are left out.
    pub skip: u64,
    /// Which of the others are wanted.
    pub filters: Filters,
    /// What is to be known of each game, where games are looked at one by one before they are written.
    pub apart: Option<Apart>,
}

impl Settings {
    /// A batch of the columns, without rows.
    #[must_use]
    pub fn batch(&self) -> Batch {
        let kinds: Vec<Kind> = self.columns.iter().map(Chosen::kind).collect();
        Batch::new(&kinds)
    }

    /// What must be read of games.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let none = Needs::default();
        let variations = Needs {
            plies: true,
            variations: true,
            ..none
        };
        let of_columns = self.columns.iter().map(Chosen::needs);
        let plies = Needs {
            plies: true,
            ..none
        };
        let san = Needs { san: true, ..none };
        let none = self.filters.needs();
        let own = match &self.shape {
            Shape::Rows(_) | Shape::Parquet if self.per == Per::Ply => {
                of_columns.fold(plies, Needs::or)
            }
            Shape::Rows(_) | Shape::Parquet => of_columns.fold(none, Needs::or),
            Shape::Moves(Notation::San) => none.or(san),
            Shape::Positions(_) | Shape::Moves(_) | Shape::Pgn(_) => none,
        };
        let own = Needs {
            identity: self.apart.as_ref().is_some_and(|apart| apart.identity),
            ..own
        };
        // The writer of PGN follows side lines itself.
        if self.variations && !matches!(self.shape, Shape::Pgn(_)) {
            own.or(variations)
        } else {
            own
        }
    }
}

/// Where a stretch of text stands.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Name of its file.
    pub file: &'a str,
    /// Its offset there.
    pub offset: u64,
    /// Games of the file before it.
    pub games_before: u64,
    /// Games of the run before the file.
    pub run_before: u64,
    /// Its last game goes on behind it, and is not read wholly.
    pub cut_off: bool,
}

/// What became of a stretch of text.
#[derive(Debug, Default)]
pub struct Converted {
    /// What is to be written; the packed rows of each game, where rows of a Parquet file are looked at game by game.
    pub text: Vec<u8>,
    /// The rows of a Parquet file.
    pub batch: Batch,
    /// The games that are written.
    pub written: Vec<Written>,
    /// Games met.
    pub games: u64,
    /// Moves played, in all lines.
    pub plies: u64,
    /// Line ends.
    pub lines: u64,
    /// Games left out because others were wanted.
    pub filtered: u64,
    /// Why games could not be read wholly, with offsets and lines from the start of the text.
    pub failed: Vec<Finding>,
    /// The run ends here.
    pub stop: bool,
    /// The tool failed on a game.
    pub broken: bool,
}

/// Converts the games of a text.
#[must_use]
pub fn convert_block(text: &[u8], stands: Place<'_>, settings: &Settings) -> Converted {
    let mut converted = Converted {
        lines: text_lines::count(text),
        ..Converted::default()
    };
    if let Shape::Parquet = settings.shape {
        converted.batch = settings.batch();
    }
    let mut reader = Reader::new(settings.needs());
    let mut splitter = Splitter::new(text);
    while let Some(range) = splitter.next() {
        let part = &text[range.clone()];
        let before = (converted.text.len(), converted.batch.rows());
        let games = converted.games;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let Some(mut game) = reader.game(part, splitter.head(), settings.encoding) else {
                return;
            };
            converted.games += 1;
            game.file = stands.file;
            game.number = stands.games_before + converted.games;
            game.offset = stands.offset + range.start as u64;
            let cut_off = stands.cut_off && range.end == text.len();
            one_game(
                &game,
                (text, range.start, cut_off),
                stands,
                settings,
                &mut converted,
            );
        }));
        if done.is_err() {
            converted.text.truncate(before.0);
            converted.batch.truncate(before.1);
            converted.broken = true;
            converted.games = games + 1;
            let failed = own_finding(
                &INTERNAL_ERROR,
                "the tool failed on this game",
                text,
                range.start,
            );
            converted.failed.push(failed);
            reader = Reader::new(settings.needs());
        }
        if converted.stop {
            break;
        }
    }
    converted
}

fn one_game(
    game: &Game<'_>,
    (text, start, cut_off): (&[u8], usize, bool),
    stands: Place<'_>,
    settings: &Settings,
    converted: &mut Converted,
) {
    converted.plies += game.read.all_plies;
    if stands.run_before + game.number <= settings.skip {
        converted.filtered += 1;
        return;
    }
    if !settings.filters.want(game) {
        converted.filtered += 1;
        return;
    }
    let trouble = if cut_off {
        Some((Trouble::TooLong, Span::new(0, 1)))
    } else {
        game.trouble(settings.variations)
    };
    let fail = |mut finding: Finding, converted: &mut Converted| {
        finding.move_by(start as u64, text_lines::count(&text[..start]));
        converted.failed.push(finding);
        converted.stop |= settings.on_error == OnError::Stop;
    };
    let mut error = None;
    if let Some((trouble, span)) = trouble {
        let finding = finding_of(game, trouble, span);
        error = Some(finding.message.clone());
        fail(finding, converted);
        if settings.on_error != OnError::Partial {
            return;
        }
    }
    let before = converted.text.len();
    let out = &mut converted.text;
    let rows = match &settings.shape {
        Shape::Rows(form) => {
            let written = rows::write(
                out,
                *form,
                settings.per,
                &settings.columns,
                game,
                error.as_deref(),
            );
            if written.is_err() {
                converted.broken = true;
            }
            written.unwrap_or(0)
        }
        Shape::Parquet => {
            let batch = &mut converted.batch;
            let written = rows::each(settings.per, game, error.as_deref(), |row| {
                for (index, column) in settings.columns.iter().enumerate() {
                    batch.push(index, &column.value(row));
                }
                Ok::<_, Infallible>(())
            });
            written.unwrap_or(0)
        }
        Shape::Positions(opcodes) => {
            let mut count = 0;
            lines::positions(game, settings.which, settings.variations, |found| {
                count += 1;
                if let Some(opcodes) = opcodes {
                    lines::push_epd(out, game, found, opcodes);
                } else {
                    out.extend_from_slice(found.position.fen_alone().as_bytes());
                    out.push(b'\n');
                }
            });
            count
        }
        Shape::Moves(notation) => {
            lines::push_moves(out, game, *notation);
            1
        }
        Shape::Pgn(style) => {
            let fault = pgn::write_readable(out, &source(game), style);
            // Faults behind the result are the writer's to find.
            if let Some(fault) = fault.filter(|_| error.is_none()) {
                let finding = finding_of(game, Trouble::TornText, fault.span);
                fail(finding, converted);
                if settings.on_error != OnError::Partial {
                    converted.text.truncate(before);
                    return;
                }
            }
            1
        }
    };
    if let (Shape::Parquet, Some(_)) = (&settings.shape, &settings.apart) {
        converted.text.extend(converted.batch.pack());
        converted.batch.truncate(0);
    }
    let own = &converted.text[before..];
    let written = Written::new(game, own, settings, stands.run_before);
    converted.written.push(Written {
        end: converted.text.len(),
        rows,
        ..written
    });
}

/// The game as the writer of PGN takes it.
fn source<'a>(game: &'a Game<'a>) -> pgn::Source<'a> {
    pgn::Source {
        text: game.text,
        tags: game.tags,
        encoding: game.encoding,
        start: &game.read.start,
        lexer: game.lexer.clone(),
        first: game.first,
    }
}

/// What `validate` says of the fault that keeps a game from being read, with places in the game's text.
fn finding_of(game: &Game<'_>, trouble: Trouble, span: Span) -> Finding {
    let options = Options::default();
    let context = Context {
        left_out: u64::from(trouble == Trouble::TooLong),
        ..Context::default()
    };
    let mut findings = lint::check_block(game.text, context, &options).findings;
    let at = u64::from(span.start);
    let right = |finding: &Finding| match trouble {
        Trouble::UnsupportedVariant => finding.rule.id == "unsupported-variant",
        Trouble::TooLong => finding.rule.id == "too-long",
        Trouble::BadFen => finding.rule.id == "bad-fen",
        _ => finding.level == Level::Error && finding.place.offset >= at,
    };
    let index = findings.iter().position(right).or_else(|| {
        findings
            .iter()
            .position(|finding| finding.level == Level::Error)
    });
    let mut finding = match index {
        Some(index) => findings.swap_remove(index),
        None => own_finding(
            &moves::BAD_MOVE_TEXT,
            trouble.words(),
            game.text,
            at as usize,
        ),
    };
    finding.level = Level::Error;
    if let Some(info) = &mut finding.game {
        info.number = game.number;
    }
    finding
}

/// A finding that `validate` does not make.
fn own_finding(rule: &'static RuleInfo, message: &str, text: &[u8], at: usize) -> Finding {
    let note = Note {
        rule,
        level: Level::Error,
        span: Span::new(at, at + 1),
        message: message.to_owned(),
        help: None,
        law: None,
        at: None,
        fen: None,
        fixes: Vec::new(),
    };
    let mut counter = LineCounter::new(text);
    let encoding = Encoding::detect(text);
    place::finding(note, text, 0, &mut counter, encoding, None, false)
}
