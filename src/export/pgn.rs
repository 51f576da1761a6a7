//! Writes a game in the PGN standard's export format (PGN 8): one spelling for everything, so that equal games
//! are equal bytes.
//!
//! What a game says is kept: tags, moves, comments, glyphs, variations. How it is said is the standard's way:
//!
//! * UTF-8, lines of at most 79 characters, single spaces. A word of a comment that is longer stands on a line
//!   of its own.
//! * Tags as the module `tags` has them. Roster tags without a value are `?`.
//! * The result is the one at the game's end; where that is `*` or missing, the one of the tag.
//! * Moves in canonical SAN, numbers before White's, and before Black's behind whatever stands between. NAGs
//!   count as that, as they do for `validate`. Null moves are `--`.
//! * `!`, `?!` and the like are NAGs, and so are judgements such as `+-`, where the standard has a number for them; what has none is a comment.
//! * Comments are `{…}`, those of the form `;…` too, and so are escape lines (`%…`, with the sign), which would be lost otherwise. Comments before,
//!   between and behind the tags stand before the first move, those behind the result before the result. Empty ones are left out.
//!   A `}` inside, as behind a `;`, is written as a round bracket, for it would end the comment; a `{` is text (PGN 5).
//! * A variation without moves is what it holds, its comments.
//! * A result inside a variation is a comment.
//!
//! `movetext` turns a game's replay into words, `page` puts them on lines, `comment` reads comments, `glyph`
//! knows the NAGs.

mod comment;
mod glyph;
mod movetext;
mod page;
mod tags;

use crate::chess::Position;
use crate::export::notation::{Letters, Notation};
use crate::export::pgn::movetext::Movetext;
use crate::export::pgn::tags::Section;
use crate::pgn::{Encoding, Lexer, Span, Tag, Token};
use crate::replay;

/// The export format's longest line, in characters (PGN 4.3).
pub const WIDTH: usize = 79;

/// What is kept of a game besides its main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Keep {
    /// The text of comments, and the commands in them that are neither clocks nor evaluations.
    pub comments: bool,
    /// NAGs, suffixes and judgements.
    pub nags: bool,
    /// Variations.
    pub variations: bool,
    /// `[%clk …]`, `[%emt …]`, `[%egt …]`, `[%mct …]`.
    pub clocks: bool,
    /// `[%eval …]`.
    pub evals: bool,
}

impl Keep {
    /// Everything.
    pub const ALL: Keep = Keep {
        comments: true,
        nags: true,
        variations: true,
        clocks: true,
        evals: true,
    };
    /// The main line alone.
    pub const NOTHING: Keep = Keep {
        comments: false,
        nags: false,
        variations: false,
        clocks: false,
        evals: false,
    };
}

/// Which tags are written. The seven of the roster are always, and what tells the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Tags {
    /// All.
    #[default]
    All,
    /// The seven tag roster.
    Roster,
    /// The roster, and those of these names.
    Named(Vec<String>),
}

/// How a game is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// What is kept.
    pub keep: Keep,
    /// How moves are written.
    pub notation: Notation,
    /// Letters for the pieces; `None` for the standard's.
    pub letters: Option<Letters>,
    /// Which tags are written.
    pub tags: Tags,
    /// The longest line of movetext, in characters.
    pub width: usize,
}

impl Default for Style {
    /// The export format.
    fn default() -> Style {
        Style {
            keep: Keep::ALL,
            notation: Notation::San,
            letters: None,
            tags: Tags::All,
            width: WIDTH,
        }
    }
}

/// A game whose tags have been read, and whose start is known.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The game's text.
    pub text: &'a [u8],
    /// Its tags, by [`replay::read_tags`].
    pub tags: &'a [Tag],
    /// How its bytes are read.
    pub encoding: Encoding,
    /// The position that it is played from.
    pub start: &'a Position,
    /// The tokens behind `first`.
    pub lexer: Lexer<'a>,
    /// The first token of the movetext, which [`replay::read_tags`] returned.
    pub first: Option<Token>,
}

/// Why a game cannot be written wholly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where, in the game's text.
    pub span: Span,
}

/// What is wrong with a game that cannot be written wholly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// No legal move fits.
    #[error("this move is illegal")]
    IllegalMove,
    /// Several legal moves fit.
    #[error("several men can make this move")]
    AmbiguousMove,
    /// A pawn reaches the last rank and becomes nothing.
    #[error("the piece that this pawn becomes is missing")]
    PromotionMissing,
    /// A word, or a sign, that is no movetext.
    #[error("this is neither a move nor anything else that stands in movetext")]
    Unreadable,
    /// A variation before any move that it could replace.
    #[error("there is no move before this variation that it could replace")]
    VariationWithoutMove,
    /// A `)` without its `(`.
    #[error("there is no `(` that this `)` closes")]
    StrayClose,
    /// A `(` without its `)`.
    #[error("this variation is never closed")]
    UnclosedVariation,
    /// A `{` without its `}`.
    #[error("this comment is never closed")]
    UnclosedComment,
    /// A variation deeper than [`MAX_DEPTH`](crate::pgn::MAX_DEPTH).
    #[error("this variation lies too deep")]
    TooDeep,
    /// Moves or variations behind the result.
    #[error("the game has ended with its result, and goes on")]
    AfterResult,
    /// A second result, other than the first.
    #[error("the game has ended with another result")]
    SecondResult,
    /// A tag longer than [`MAX_TAG`](crate::pgn::MAX_TAG).
    #[error("this tag is too long")]
    TagTooLong,
    /// More than [`MAX_TAGS`](crate::replay::MAX_TAGS) tags.
    #[error("this tag is one too many")]
    TooManyTags,
}

/// Appends a game to `out`, an empty line behind it.
///
/// # Errors
///
/// If the game cannot be written wholly; `out` is then as it was.
pub fn write(out: &mut Vec<u8>, game: &Source<'_>, style: &Style) -> Result<(), Fault> {
    let begin = out.len();
    match write_readable(out, game, style) {
        None => Ok(()),
        Some(fault) => {
            out.truncate(begin);
            Err(fault)
        }
    }
}

/// The same, but where a game cannot be written wholly, that of it is which can be read: its main line up to
/// the fault, a variation with a fault up to there, and all else. Returns the first fault.
///
/// Of a comment that is never closed nothing is written, nor of what stands behind a main line's fault, but for
/// the result.
pub fn write_readable(out: &mut Vec<u8>, game: &Source<'_>, style: &Style) -> Option<Fault> {
    let begin = out.len();
    let mut section = Section::read(game, &style.tags);
    let mut movetext = Movetext::new(out, game, style);
    movetext.before_moves(&section.leftovers);
    let mut lexer = game.lexer.clone();
    replay::play(&mut lexer, game.first, Some(game.start), &mut movetext);
    let written = movetext.finish(section.result);
    // The tags say what is known only now, and stand before.
    let middle = out.len();
    section.write(out, written.result, written.plies);
    out.push(b'\n');
    let length = out.len() - middle;
    out[begin..].rotate_right(length);
    section.fault.or(written.fault)
}

#[cfg(test)]
mod tests;
