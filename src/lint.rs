//! The rules of `validate`: looks at games and says what is wrong with them.
//!
//! [`rules`] holds the registry and which rules are on; [`syntax`], [`tags`], [`moves`], [`result`] and [`comments`]
//! hold the rules, each beside its check; [`walk`] sees a game's tokens and asks the checks;
//! [`report`] collects what they say, [`place`] turns it into findings with line and column; [`block`] does that for all games
//! of a stretch of text; [`set`] compares games with each other; [`fix`] mends what can be mended;
//! [`cross`] asks another library for its opinion.

pub mod block;
pub mod comments;
pub mod cross;
pub mod fix;
pub mod layout;
pub mod moves;
pub mod place;
pub mod report;
pub mod result;
pub mod rules;
pub mod set;
pub mod syntax;
pub mod tags;
pub mod walk;

pub use block::{BlockReport, check_block};
pub use rules::Selection;

use crate::finding::Finding;
use crate::lint::tags::dates::Day;
use crate::pgn::Encoding;

/// Everything that is wrong with the games of a text, by place, with the usual rules.
///
/// For other rules, and for counts of games and plies, see [`check_block`].
///
/// ```
/// let text = b"[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n";
/// let findings = chesstool::lint::check(text);
/// assert_eq!(findings.len(), 1);
/// let finding = &findings[0];
/// assert_eq!(finding.rule.id, "illegal-move");
/// assert_eq!((finding.place.line, finding.place.column), (4, 13));
/// assert_eq!(finding.token, "Ke3");
/// ```
#[must_use]
pub fn check(text: &[u8]) -> Vec<Finding> {
    check_block(text, block::Context::default(), &Options::default()).findings
}

/// How games are looked at.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which rules are on, and at what level.
    pub selection: Selection,
    /// The encoding of the text; detected game by game if `None`.
    pub encoding: Option<Encoding>,
    /// Whether findings carry the piece of text that shows them.
    pub excerpts: bool,
    /// Whether another library plays every game as well.
    pub cross_check: bool,
    /// Whether the fixes of findings that are counted, not shown, are kept as well.
    pub all_fixes: bool,
    /// Which text of the standard decides where they differ.
    pub standard: Standard,
    /// The day after which a game cannot have been played; 0 to let all pass.
    pub today: Day,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            selection: Selection::default(),
            encoding: None,
            excerpts: false,
            cross_check: false,
            all_fixes: false,
            standard: Standard::default(),
            today: tags::dates::today(),
        }
    }
}

/// The texts of the PGN standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Standard {
    /// The Portable Game Notation Specification and Implementation Guide of 1994.
    Of1994,
    /// Its maintained fork, 1.1: a FEN needs no `SetUp` tag.
    #[default]
    Of2026,
}
