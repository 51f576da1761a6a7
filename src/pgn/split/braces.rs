//! Whether a place lies in a comment, read off the nearest brace before it.

use memchr::{memchr2, memrchr2, memrchr3};

use crate::pgn::split::COMMENT_AHEAD;
use crate::pgn::{lines, tags};

/// What is known of comments, while going forward only.
#[derive(Debug, Default)]
pub(super) struct Braces {
    /// Up to here the state is known.
    upto: usize,
    inside: bool,
    /// The first brace behind a place that was asked for: the place, the brace's offset or the end.
    next: Option<(usize, usize)>,
}

impl Braces {
    /// Nothing is known behind `start`, where a game starts.
    pub(super) fn at(start: usize) -> Braces {
        Braces {
            upto: start,
            ..Braces::default()
        }
    }

    /// Whether `at` lies in a comment, in a game that starts at `start`.
    pub(super) fn inside(&mut self, text: &[u8], start: usize, at: usize) -> bool {
        let from = self.upto.max(start);
        let mut to = at;
        // The start of the line that the last brace stands on; looked for once a line.
        let mut line = at;
        while let Some(offset) = memrchr2(b'{', b'}', text.get(from..to).unwrap_or_default()) {
            let brace = from + offset;
            if text[brace] == b'}' {
                self.inside = false;
                break;
            }
            if brace < line {
                line = from + lines::start(&text[from..], brace - from);
            }
            if in_line_comment(text, line, brace) {
                to = brace;
            } else if in_tag_or_escape(text, line, brace) {
                to = line;
            } else {
                self.inside = true;
                break;
            }
        }
        self.upto = self.upto.max(at);
        self.inside
    }

    /// The first brace behind `at`, if it is near enough to tell whether a comment is closed.
    pub(super) fn next_after(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let brace = match self.next {
            Some((asked, brace)) if asked <= at && brace > at => brace,
            _ => memchr2(b'{', b'}', &text[at..]).map_or(text.len(), |offset| at + offset),
        };
        self.next = Some((at, brace));
        (brace < text.len() && brace - at <= COMMENT_AHEAD).then_some(brace)
    }
}

/// Whether a semicolon comments out the `{` at `brace`, whose line starts at `line`: one that stands
/// behind the last brace before it.
fn in_line_comment(text: &[u8], line: usize, brace: usize) -> bool {
    let before = &text[line..brace];
    memrchr3(b';', b'{', b'}', before).is_some_and(|last| before[last] == b';')
}

/// Whether the `{` at `brace` and all before it on its line open nothing, since they stand in a tag or on
/// an escape line.
fn in_tag_or_escape(text: &[u8], line: usize, brace: usize) -> bool {
    let before = &text[line..brace];
    let inner = before.trim_ascii_start();
    match inner.first() {
        Some(b'[') => {
            let bracket = brace - inner.len();
            tags::looks_like_tag(text, bracket)
                && tags::scan(text, bracket).span.range().end > brace
        }
        Some(b'%') => before.first() == Some(&b'%'),
        _ => false,
    }
}
