//! The formats by name.

use crate::finding::RuleInfo;
use crate::finding::concise::Concise;
use crate::finding::github::Github;
use crate::finding::jsonl::Jsonl;
use crate::finding::junit::Junit;
use crate::finding::report::Report;
use crate::finding::sarif::Sarif;
use crate::finding::text::TextRenderer;

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text {
        /// With colours.
        styled: bool,
        /// With the position drawn under each finding that has one.
        board: bool,
    },
    /// One line a finding.
    Concise,
    /// One JSON object a line.
    Jsonl,
    /// For code scanners.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// `JUnit` XML.
    Junit,
}

impl Format {
    /// What writes in this format; `rules` are those that a run may meet.
    #[must_use]
    pub fn report(self, rules: impl Iterator<Item = &'static RuleInfo>) -> Box<dyn Report> {
        match self {
            Format::Text { styled, board } => Box::new(TextRenderer::new(styled).with_board(board)),
            Format::Concise => Box::new(Concise),
            Format::Jsonl => Box::new(Jsonl),
            Format::Sarif => Box::new(Sarif::new(rules.collect())),
            Format::Github => Box::new(Github),
            Format::Junit => Box::<Junit>::default(),
        }
    }
}
