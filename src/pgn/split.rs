//! Where games start. This is the one authority: the stream cuts its blocks here and the workers cut
//! their games here, so that any block size gives the same games.
//!
//! A game starts
//!
//! * with a tag pair at the start of a line, after anything that is not a tag section,
//! * with an `[Event` tag (or the one that the section began with) after a blank line, so that games
//!   without movetext stay apart,
//! * with a tag pair on the line of the result before it,
//! * with `1.` at the start of a line whose last word before is a result, or which follows a blank line
//!   and is not the first such line of the movetext: games without tags.
//!
//! Nothing inside a comment starts a game, with one exception: a comment in which a tag section seems to
//! begin, and after it another `{` comes before a `}` (or neither comes), was never closed; the game
//! starts there, so that one runaway comment does not swallow the next game or the file. A tag section
//! seems to begin after a blank line with an `[Event "` tag, or with a line that is a tag and behind which
//! another tag or a blank line comes. The braces are looked for in the next 64 KiB only, so that no more
//! of the file need be held. A comment that quotes tags and is closed stays whole, unless a brace opens
//! inside it: that is told from a comment of the next game by nothing that stands near.

mod braces;
mod count;
mod cuts;

use memchr::memmem::Finder;
use memchr::{memchr_iter, memrchr2};

use crate::pgn::lexer::BYTE_ORDER_MARK;
use crate::pgn::split::braces::Braces;
use crate::pgn::{Tag, lines, tags};

pub use count::count_games;

pub use cuts::{last_cut, resume};

/// How far behind a place one must see to judge it.
const LOOK_AHEAD: usize = 1024;
/// How far behind a tag in a comment the comment's end is looked for.
const COMMENT_AHEAD: usize = 64 << 10;
/// The most tags that are read ahead.
const HEAD: usize = 64;

/// Finds the game starts in a text that itself begins with one.
#[derive(Debug)]
pub struct Splitter<'a> {
    text: &'a [u8],
    /// Whether the text ends where the file ends, or at a game start.
    complete: bool,
    at: usize,
    /// The first bracket not yet passed that may start a game, once looked for; the text's end if there
    /// is none.
    bracket: Option<usize>,
    braces: Braces,
    head: Head,
}

/// The first tags of a game, read while looking for its end: those that stand one a line in the usual
/// shape from the game's first byte on.
#[derive(Debug, Default)]
pub struct Head {
    /// The tags; spans count from the game's start.
    pub tags: Vec<Tag>,
    /// Where the line of the last one ends, from the game's start.
    pub end: usize,
}

enum Verdict {
    Start,
    No,
    /// The text ends too early to tell.
    Unknown,
}

impl<'a> Splitter<'a> {
    /// Splits a whole text, or a block that ends at a game start.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Splitter<'a> {
        Splitter::with(text, true)
    }

    fn with(text: &'a [u8], complete: bool) -> Splitter<'a> {
        Splitter {
            text,
            complete,
            at: 0,
            bracket: None,
            braces: Braces::default(),
            head: Head::default(),
        }
    }

    /// The first tags of the game that was found last.
    #[must_use]
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The start of the next game behind the current one; `None` at the text's end, or where an
    /// incomplete text ends too early to tell.
    fn next_start(&mut self) -> Option<usize> {
        let mut begun = false;
        let (mut from, start) = self.tag_section(self.at);
        if let Some(start) = start {
            return self.known(with_mark(self.text, start));
        }
        self.braces = Braces::at(from);
        loop {
            let bracket = match self.bracket {
                Some(bracket) if bracket >= from => bracket,
                _ => self.next_bracket(from),
            };
            self.bracket = Some(bracket);
            if let Some(start) = self.tagless_start(from, bracket, &mut begun) {
                return self.known(start);
            }
            if bracket >= self.text.len() {
                return None;
            }
            match self.judge(bracket) {
                Verdict::Start => return self.known(with_mark(self.text, bracket)),
                Verdict::Unknown => return None,
                Verdict::No => from = bracket + 1,
            }
        }
    }

    /// An incomplete text may still change what its last bytes are.
    fn known(&self, start: usize) -> Option<usize> {
        (self.complete || start + LOOK_AHEAD <= self.text.len()).then_some(start)
    }

    /// Skips a tag section: where movetext begins, and the game start if the section ends with one.
    fn tag_section(&mut self, start: usize) -> (usize, Option<usize>) {
        let text = self.text;
        self.head.read(&text[start..]);
        let mut first_name = (!self.head.tags.is_empty()).then_some(start);
        let mut at = start + self.head.end;
        loop {
            let ends = skip_space(text, &mut at);
            match text.get(at) {
                Some(b'[') => {
                    match first_name {
                        None => first_name = Some(at),
                        Some(first) if ends > 1 => {
                            let name = tags::name_at(text, at);
                            if name == b"Event" || name == tags::name_at(text, first) {
                                return (at, Some(at));
                            }
                        }
                        _ => {}
                    }
                    at = tags::end_of_line_of_tags(text, at)
                        .unwrap_or_else(|| tags::scan(text, at).span.range().end);
                }
                Some(b';') => at = lines::end(text, at),
                Some(b'%') if at == 0 || matches!(text[at - 1], b'\n' | b'\r') => {
                    at = lines::end(text, at);
                }
                _ => return (at, None),
            }
        }
    }

    /// The next bracket from `from` on that stands where a tag section may start.
    fn next_bracket(&self, from: usize) -> usize {
        let text = self.text;
        let rest = text.get(from..).unwrap_or_default();
        memchr_iter(b'[', rest)
            .map(|offset| from + offset)
            .find(|&at| {
                let named = text.get(at + 1).is_none_or(|&byte| {
                    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b' '
                });
                named && (line_start(text, at).is_some() || follows_result(text, self.at, at))
            })
            .unwrap_or(text.len())
    }

    fn judge(&mut self, at: usize) -> Verdict {
        let text = self.text;
        if !self.complete && at + LOOK_AHEAD > text.len() {
            return Verdict::Unknown;
        }
        let strong = tags::looks_like_tag(text, at);
        let blank_before = line_start(text, at).is_some_and(|start| follows_blank(text, start));
        if !strong && !blank_before {
            return Verdict::No;
        }
        if !self.braces.inside(text, at) {
            return Verdict::Start;
        }
        if !(strong && blank_before) {
            return Verdict::No;
        }
        if !(tags::has_name(text, at, b"Event") || begins_section(text, at)) {
            return Verdict::No;
        }
        match self.braces.next_after(text, at) {
            Some(brace) if text[brace] == b'}' => Verdict::No,
            None if !self.complete && at + COMMENT_AHEAD > text.len() => Verdict::Unknown,
            _ => Verdict::Start,
        }
    }

    /// The first `1.` between two places that starts a game without tags; `begun` says whether a line
    /// that begins so was met in this movetext.
    fn tagless_start(&mut self, from: usize, to: usize, begun: &mut bool) -> Option<usize> {
        let text = self.text.get(from..to)?;
        for offset in first_move_numbers(text) {
            let at = from + offset;
            let Some(start) = line_start(self.text, at) else {
                continue;
            };
            let before = self.text.get(self.at..start).unwrap_or_default();
            let end = before.trim_ascii_end();
            let apart = (ends_with_result(end) && !in_line_comment(end))
                || (*begun && follows_blank(self.text, start));
            if (*begun && !apart) || self.braces.inside(self.text, at) {
                continue;
            }
            if apart {
                return Some(at);
            }
            *begun = true;
        }
        None
    }
}

impl Head {
    /// Reads the tags at the start of a game.
    fn read(&mut self, game: &[u8]) {
        self.tags.clear();
        self.end = 0;
        let mut at = 0;
        while self.tags.len() < HEAD
            && let Some(tag) = tags::usual(game, at)
        {
            self.tags.push(tag);
            self.end = tag.span.range().end;
            at = self.end + 1;
        }
    }
}

impl Iterator for Splitter<'_> {
    type Item = std::ops::Range<usize>;

    /// The bytes of the next game, up to the start of the one behind it.
    fn next(&mut self) -> Option<std::ops::Range<usize>> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let end = match self.next_start() {
            Some(end) => end,
            None if self.complete => self.text.len(),
            None => return None,
        };
        self.at = end;
        Some(start..end)
    }
}

/// Skips white space and byte order marks; returns the number of line ends among it.
#[inline]
fn skip_space(text: &[u8], at: &mut usize) -> u32 {
    // From one tag to the next, as a rule.
    if let Some(b"\n[") = text.get(*at..*at + 2) {
        *at += 1;
        return 1;
    }
    let mut ends = 0;
    while let Some(&byte) = text.get(*at) {
        match byte {
            b'\r' if text.get(*at + 1) == Some(&b'\n') => {}
            b'\n' | b'\r' => ends += 1,
            b' ' | b'\t' | 0x0b | 0x0c => {}
            0xef if text[*at..].starts_with(BYTE_ORDER_MARK) => *at += 2,
            _ => break,
        }
        *at += 1;
    }
    ends
}

/// Where the line of `at` starts, if only white space (or a byte order mark) stands before `at` on it.
fn line_start(text: &[u8], at: usize) -> Option<usize> {
    let mut start = at;
    while start > 0 && at - start <= 256 {
        match text[start - 1] {
            b'\n' | b'\r' => return Some(start),
            b' ' | b'\t' => start -= 1,
            0xbf if text[..start].ends_with(BYTE_ORDER_MARK) => start -= BYTE_ORDER_MARK.len(),
            _ => return None,
        }
    }
    (start == 0).then_some(0)
}

/// Whether the line before the one that starts at `start` is blank, or there is none.
fn follows_blank(text: &[u8], start: usize) -> bool {
    let mut before = &text[..start];
    before = before.strip_suffix(b"\n").unwrap_or(before);
    before = before.strip_suffix(b"\r").unwrap_or(before);
    if before.len() == start {
        return start == 0;
    }
    for _ in 0..256 {
        match before {
            [rest @ .., b' ' | b'\t'] => before = rest,
            [.., b'\n' | b'\r'] | [] => return true,
            _ => return false,
        }
    }
    false
}

/// Whether a game that starts at `at` is set apart from what stands before it: by a blank line, with
/// at most some whole lines of comment between.
#[must_use]
pub fn is_separated(text: &[u8], at: usize) -> bool {
    let Some(mut start) = line_start(text, at) else {
        return false;
    };
    for _ in 0..64 {
        if follows_blank(text, start) {
            return true;
        }
        let before = &text[..start];
        let before = before.strip_suffix(b"\n").unwrap_or(before);
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        start = lines::start(text, before.len());
        let line = text[start..before.len()].trim_ascii();
        let comment = matches!(line, [b';' | b'%', ..] | [b'{', .., b'}']);
        if !comment {
            return false;
        }
    }
    false
}

/// Whether the line at `at` is a tag and nothing else, and behind it comes another tag or a blank line.
fn begins_section(text: &[u8], at: usize) -> bool {
    // No more than is always there to be seen.
    let window = &text[at..text.len().min(at + LOOK_AHEAD)];
    let end = lines::end(window, 0);
    let length = lines::length(window, end);
    let next = &window[end + length..];
    let first = next.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    length > 0
        && window[..end].trim_ascii_end().ends_with(b"\"]")
        && (matches!(first, None | Some(b'\n' | b'\r')) || tags::looks_like_tag(next, 0))
}

/// Whether a result stands right before `at`, on the same line.
fn follows_result(text: &[u8], floor: usize, at: usize) -> bool {
    let window = &text[at.saturating_sub(64).max(floor)..at];
    ends_with_result(window.trim_ascii_end()) && !in_line_comment(&text[floor..at])
}

/// Whether a `;` comments out what follows the text of a game, whose `{}` comments are closed.
fn in_line_comment(game: &[u8]) -> bool {
    let line = &game[lines::start(game, game.len())..];
    memrchr2(b';', b'}', line).is_some_and(|last| line[last] == b';')
}

/// A byte order mark right before a game start belongs to that game.
fn with_mark(text: &[u8], at: usize) -> usize {
    let before = text[..at].strip_suffix(BYTE_ORDER_MARK);
    before.map_or(at, <[u8]>::len)
}

/// Whether a text ends with a result, white space left aside.
#[must_use]
pub fn is_finished(text: &[u8]) -> bool {
    ends_with_result(text.trim_ascii_end())
}

fn ends_with_result(text: &[u8]) -> bool {
    let stem = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .iter()
        .find_map(|marker| text.strip_suffix(*marker));
    stem.is_some_and(|stem| {
        stem.last().is_none_or(|byte| {
            byte.is_ascii_whitespace() || matches!(byte, b'}' | b')' | b']' | b'.' | b'+' | b'#')
        })
    })
}

/// Offsets of `1.` that is not the end of a longer number.
fn first_move_numbers(text: &[u8]) -> impl Iterator<Item = usize> {
    let finder = Finder::new(b"1.");
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + finder.find(text.get(from..)?)?;
            from = at + 1;
            if at == 0 || !text[at - 1].is_ascii_digit() {
                return Some(at);
            }
        }
    })
}

#[cfg(test)]
mod tests;
