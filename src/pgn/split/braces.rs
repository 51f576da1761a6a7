//! Whether a place in movetext lies in a comment.

use memchr::{memchr, memchr2, memchr3, memrchr2};

use crate::pgn::lines;
use crate::pgn::split::COMMENT_AHEAD;

/// What is known of comments, while going forward through one game's movetext.
#[derive(Debug, Default)]
pub(super) struct Braces {
    /// Up to here the state is known.
    upto: usize,
    inside: bool,
    /// The first brace behind a place that was asked for: the place, the brace's offset or the end.
    next: Option<(usize, usize)>,
}

impl Braces {
    /// Nothing is known behind `start`, where movetext begins.
    pub(super) fn at(start: usize) -> Braces {
        Braces {
            upto: start,
            ..Braces::default()
        }
    }

    /// Whether `at` lies in a `{}` comment. Asked for ever later places.
    ///
    /// The last brace before a place mostly tells; where `;` or `%` may have commented it out, the text
    /// is read from the last known place on.
    pub(super) fn inside(&mut self, text: &[u8], at: usize) -> bool {
        if at <= self.upto {
            return self.inside;
        }
        let passed = &text[self.upto..at];
        if let Some(last) = memrchr2(b'{', b'}', passed) {
            let start = lines::start(passed, last);
            let line = &passed[start..last];
            let doubtful = memchr2(b';', b'%', line).is_some();
            self.inside = if doubtful {
                self.read_on(text, at)
            } else {
                passed[last] == b'{'
            };
        }
        self.upto = at;
        self.inside
    }

    /// The state at `at`, read as the lexer reads.
    fn read_on(&self, text: &[u8], at: usize) -> bool {
        let mut inside = self.inside;
        let mut i = self.upto;
        while i < at {
            if inside {
                let Some(close) = memchr(b'}', &text[i..at]) else {
                    return true;
                };
                i += close + 1;
                inside = false;
                continue;
            }
            let Some(found) = memchr3(b'{', b';', b'%', &text[i..at]) else {
                return false;
            };
            i += found;
            match text[i] {
                b'{' => {
                    inside = true;
                    i += 1;
                }
                b'%' if i > 0 && !matches!(text[i - 1], b'\n' | b'\r') => i += 1,
                _ => i = lines::end(text, i),
            }
        }
        inside
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
