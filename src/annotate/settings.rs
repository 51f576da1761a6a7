//! What an annotator writes, and about which moves.

use crate::annotate::chances::Judgement;
use crate::chess::Color;

/// How a judgement's glyph is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlyphStyle {
    /// `$4`.
    Dollar,
    /// `??`, at the move.
    Symbol,
}

/// What of a game gives way to what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overwrite {
    /// Nothing.
    Nothing,
    /// What an earlier run has written.
    Ours,
    /// Also evaluations and judgements of other programs. Comments of people, and their glyphs and side lines behind
    /// moves that are not judged, stay all the same.
    All,
}

/// The settings of an annotator.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is asked for on its own"
)]
pub struct Settings {
    /// Write `[%eval …]` behind every move.
    pub evals: bool,
    /// With the depth of the search behind a comma.
    pub eval_depth: bool,
    /// Write the glyphs of judgements.
    pub glyphs: Option<GlyphStyle>,
    /// Write judgements in words.
    pub comments: bool,
    /// Plies of the best line behind a judged move; 0 for no line.
    pub variation: usize,
    /// Write the glyph of the position at the end of a line.
    pub position_nags: bool,
    /// Milder judgements are not written.
    pub least: Judgement,
    /// Judge only by values that a second, longer search gives.
    pub verify: bool,
    /// Write accuracy and average loss as tags.
    pub accuracy: bool,
    /// Write `ECO` and `Opening` where they are missing.
    pub eco: bool,
    /// Write the opening's name behind the move that reaches it.
    pub eco_comment: bool,
    /// Evaluations of the file are taken for true, and only the others are looked for.
    pub only_missing: bool,
    /// What gives way.
    pub overwrite: Overwrite,
    /// Plies at the beginning that are passed over.
    pub skip_plies: usize,
    /// Pass over the plies up to the last position that an opening is named after.
    pub skip_book: bool,
    /// The first and the last move number that are looked at.
    pub moves: (u32, u32),
    /// Judge only this side's moves.
    pub side: Option<Color>,
    /// Judge no move where the chances to win are beyond this before and behind it, in per cent.
    pub decided: Option<f64>,
    /// Lines that are asked for; those beside the best one are written if they are nearly as good.
    pub lines: usize,
    /// Who annotates, for the tag `Annotator`: `chesstool 0.1.0 (…)`.
    pub signature: String,
}

impl Settings {
    /// The usual settings.
    #[must_use]
    pub fn new(signature: String) -> Settings {
        Settings {
            evals: true,
            eval_depth: false,
            glyphs: Some(GlyphStyle::Dollar),
            comments: true,
            variation: 12,
            position_nags: false,
            least: Judgement::Inaccuracy,
            verify: false,
            accuracy: false,
            eco: true,
            eco_comment: false,
            only_missing: false,
            overwrite: Overwrite::Ours,
            skip_plies: 0,
            skip_book: false,
            moves: (0, u32::MAX),
            side: None,
            decided: None,
            lines: 1,
            signature,
        }
    }
}
