//! Findings for people: the source line with a caret, the message, law, game and position.

use std::fmt::Write as _;
use std::io;

use annotate_snippets::{AnnotationKind, Level as Header, Origin, Renderer, Snippet};

use crate::finding::report::Report;
use crate::finding::{Finding, Level, board, printable};

/// Renders findings for a terminal, or for a file.
#[derive(Clone, Debug)]
pub struct TextRenderer {
    renderer: Renderer,
    board: bool,
}

impl Report for TextRenderer {
    fn finding(
        &mut self,
        out: &mut dyn io::Write,
        file: &str,
        finding: &Finding,
    ) -> io::Result<()> {
        out.write_all(self.render(file, finding).as_bytes())
    }
}

impl TextRenderer {
    /// Creates a renderer with or without colours.
    #[must_use]
    pub const fn new(styled: bool) -> TextRenderer {
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        // Excerpts are cut to size before they come here. (The renderer computes with the width.)
        TextRenderer {
            renderer: renderer.term_width(u16::MAX as usize),
            board: false,
        }
    }

    /// Draws the position of a finding under it.
    #[must_use]
    pub const fn with_board(mut self, board: bool) -> TextRenderer {
        self.board = board;
        self
    }

    /// The text of one finding, several lines and a blank one.
    #[must_use]
    pub fn render(&self, file: &str, finding: &Finding) -> String {
        let level = match finding.level {
            Level::Error => Header::ERROR,
            Level::Warning => Header::WARNING,
            Level::Style => Header::WARNING.with_name("style"),
            Level::Note => Header::NOTE,
        };
        let message = printable(&finding.message);
        let file = printable(file);
        let excerpt = &finding.excerpt;
        let place = finding.place;
        let snippet = Snippet::source(excerpt.text.as_str())
            .line_start(usize::try_from(place.line).unwrap_or(usize::MAX))
            .fold(false)
            .annotation(AnnotationKind::Primary.span(excerpt.marked.clone()));
        let title = level.primary_title(message).id(finding.rule.id);
        let mut group = if excerpt.cut {
            // The renderer would count the column from where the line is cut.
            let origin = Origin::path(file)
                .line(usize::try_from(place.line).unwrap_or(usize::MAX))
                .char_column(usize::try_from(place.column).unwrap_or(usize::MAX));
            title.element(origin).element(snippet)
        } else {
            title.element(snippet.path(file))
        };
        let game = game_line(finding);
        let law = finding.law.unwrap_or_default();
        if !law.is_empty() {
            group = group.element(Header::NOTE.with_name("law").message(law));
        }
        if let Some(game) = &game {
            group = group.element(Header::NOTE.with_name("game").message(game));
        }
        if let Some(fen) = &finding.fen {
            group = group.element(Header::NOTE.with_name("position").message(fen));
        }
        if let Some(help) = &finding.help {
            group = group.element(Header::HELP.message(help));
        }
        let mut text = self.renderer.render(&[group]);
        text.push_str("\n\n");
        if self.board
            && let Some(board) = finding.fen.as_deref().and_then(board::draw)
        {
            text.push_str(&board);
            text.push('\n');
        }
        text
    }
}

/// `12, Tal – Botvinnik, World Championship, 1960.03.26, after 17. Nf5`.
fn game_line(finding: &Finding) -> Option<String> {
    let game = finding.game.as_ref()?;
    let mut line = game.number.to_string();
    let shown = |text: &Option<String>| {
        text.as_deref()
            .filter(|text| !text.is_empty() && !matches!(*text, "?" | "????.??.??"))
            .map(|text| clip(&printable(text)))
    };
    if game.white.is_some() || game.black.is_some() {
        let name = |text| shown(text).unwrap_or_else(|| "?".to_owned());
        let _ = write!(line, ", {} – {}", name(&game.white), name(&game.black));
    }
    for text in [&game.event, &game.date] {
        if let Some(text) = shown(text) {
            let _ = write!(line, ", {text}");
        }
    }
    if let Some(at) = finding.at {
        let dots = if at.side == "white" { "." } else { "..." };
        let variation = if at.depth > 0 { " of a variation" } else { "" };
        let _ = write!(line, ", move {}{dots}{variation}", at.number);
    }
    Some(line)
}

/// Cuts a tag's value to a length that fits a line.
fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut clipped: String = text.chars().take(LONGEST - 1).collect();
    clipped.push('…');
    clipped
}
