//! What was found: rule, level, place, message. And how it is shown: [`report`] is what every format is
//! written through, [`format`](mod@format) names them all. What mends it is shown by [`diff`].
//!
//! Knows nothing of chess: positions and moves are strings here.

pub mod board;
pub mod concise;
pub mod diff;
pub mod format;
pub mod github;
pub mod jsonl;
pub mod junit;
pub(crate) mod nearest;
pub mod report;
pub mod sarif;
pub mod statistics;
pub mod text;

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Differs from the export format only.
    Style,
    /// Readers cope, but the data is doubtful.
    Warning,
    /// The game cannot be read in one sense, or breaks the Laws.
    Error,
}

impl Level {
    /// All levels, the worst first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warning, Level::Style, Level::Note];

    /// The name, as printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Style => "style",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The text: encoding, comments, brackets.
    Syntax,
    /// Tag pairs.
    Tags,
    /// Moves and their notation.
    Moves,
    /// How the game ended.
    Result,
    /// What programs write into comments: clocks, evaluations, arrows.
    Comments,
    /// Several games together.
    Set,
    /// The tool itself.
    Internal,
}

impl Family {
    /// All families, in the order of the documentation.
    pub const ALL: [Family; 7] = [
        Family::Syntax,
        Family::Tags,
        Family::Moves,
        Family::Result,
        Family::Comments,
        Family::Set,
        Family::Internal,
    ];

    /// The name, as used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Family::Syntax => "syntax",
            Family::Tags => "tags",
            Family::Moves => "moves",
            Family::Result => "result",
            Family::Comments => "comments",
            Family::Set => "set",
            Family::Internal => "internal",
        }
    }
}

/// A rule: its identity and its texts.
#[derive(PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// Stable name, in kebab case.
    pub id: &'static str,
    /// What it is about.
    pub family: Family,
    /// Its level unless the user changes it.
    pub level: Level,
    /// The levels of its other cases, most of which are milder.
    pub also: &'static [Level],
    /// What it finds, in one sentence.
    pub summary: &'static str,
    /// Why that matters, in one or two sentences.
    pub why: &'static str,
    /// The paragraph of the PGN standard or of the Laws that it rests on; empty if none.
    pub source: &'static str,
    /// Whether what it finds can be mended without changing what the game says.
    pub fixable: bool,
    /// Games with what it finds, and without.
    pub examples: Option<Examples>,
}

impl RuleInfo {
    /// The levels that its findings can have unless the user changes them, its own first.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        std::iter::once(self.level).chain(self.also.iter().copied())
    }
}

/// Two PGN texts.
#[derive(PartialEq, Eq)]
pub struct Examples {
    /// The rule finds something.
    pub bad: &'static [u8],
    /// It finds nothing.
    pub good: &'static [u8],
}

impl fmt::Debug for Examples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Examples").finish_non_exhaustive()
    }
}

/// What to put in place of some bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Offset of the first byte to be replaced.
    pub offset: u64,
    /// Number of bytes to be replaced; 0 to insert.
    pub length: u32,
    /// The bytes to put there, in the file's encoding.
    pub text: Vec<u8>,
}

/// Where something is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Offset of the first byte, from 0.
    pub offset: u64,
    /// Number of bytes.
    pub length: u32,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u32,
}

/// The piece of a line that shows a finding.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excerpt {
    /// The text, without control characters, cut around the place if the line is long.
    pub text: String,
    /// Bytes of `text` that are marked.
    pub marked: std::ops::Range<usize>,
    /// Whether the line's beginning is left out.
    pub cut: bool,
}

/// The game that a finding is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameInfo {
    /// Number of the game in its file, from 1.
    pub number: u64,
    /// Tag `White`.
    pub white: Option<String>,
    /// Tag `Black`.
    pub black: Option<String>,
    /// Tag `Event`.
    pub event: Option<String>,
    /// Tag `Date`.
    pub date: Option<String>,
}

/// The move that a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveInfo {
    /// Plies from the start of the game, from 1, along the line that the move is in.
    pub ply: u32,
    /// Move number.
    pub number: u32,
    /// `white` or `black`.
    pub side: &'static str,
    /// Depth of variations, 0 in the main line.
    pub depth: u32,
}

/// One thing that is wrong, or worth saying.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static RuleInfo,
    /// Its level in this run.
    pub level: Level,
    /// What is wrong, without capital and full stop.
    pub message: String,
    /// What can be done.
    pub help: Option<String>,
    /// The law or paragraph.
    pub law: Option<&'static str>,
    /// Where.
    pub place: Place,
    /// In which game, if in one.
    pub game: Option<GameInfo>,
    /// At which move, if at one.
    pub at: Option<MoveInfo>,
    /// The text that is wrong.
    pub token: String,
    /// The position before the move, as FEN.
    pub fen: Option<String>,
    /// What mends it.
    pub fixes: Vec<Fix>,
    /// For `text` only.
    pub excerpt: Excerpt,
}

impl Finding {
    /// Counts places from further back: for what was found in a part of a file.
    pub fn move_by(&mut self, bytes: u64, lines: u64) {
        self.place.offset += bytes;
        self.place.line += lines;
        for fix in &mut self.fixes {
            fix.offset += bytes;
        }
    }
}

/// Counts of findings by level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally([u64; 4]);

impl Tally {
    /// Adds findings of a level.
    pub fn add(&mut self, level: Level, count: u64) {
        self.0[level as usize] += count;
    }

    /// Number of findings of a level.
    #[must_use]
    pub const fn get(&self, level: Level) -> u64 {
        self.0[level as usize]
    }

    /// Number of findings of all levels.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// Replaces control characters, which could drive a terminal, by a visible sign.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '\t' => ' ',
            letter if letter.is_control() || is_invisible(letter) => '\u{fffd}',
            letter => letter,
        })
        .collect()
}

/// Characters that change how others are shown: direction overrides and the like.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
