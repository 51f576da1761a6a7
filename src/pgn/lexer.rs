//! Cuts one game into tokens: total and lossless. Any bytes give tokens, and the tokens' texts put
//! together are the bytes. There are no errors here, only kinds and flags; what is a fault is for
//! others to say.

mod glance;

use memchr::memchr;

use crate::pgn::split::Head;
use crate::pgn::{Span, lines, tags};

pub(crate) use glance::number_word;
pub use glance::{Place, ShortWord};

/// A token's kind and place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is in the game's text.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// White space; a byte order mark at the start counts as such.
    Space,
    /// A tag pair, `[...]`, well-formed or not; before the movetext only.
    Tag,
    /// Digits with the dots behind them, `12.`, `12...` or `12`.
    Number,
    /// Dots that follow no digits.
    Dots,
    /// Anything that might be a move: letters, digits and the signs of moves.
    Word,
    /// `!`, `?` and their combinations.
    Suffix,
    /// `$` and the digits behind it.
    Nag,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(GameResult),
    /// A draw's token cut short, or with spaces: `1/2`, `1/2 - 1/2`, `½-½`.
    OddResult(GameResult),
    /// `{...}`; not closed if the game ends first.
    Comment {
        /// Whether there is a `}`.
        closed: bool,
    },
    /// `;` up to the end of the line.
    LineComment,
    /// A line that begins with `%` (standard 6).
    Escape,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `}` outside a comment.
    CloseBrace,
    /// `<` or `>`, reserved by the standard (7.7).
    Reserved,
    /// Bytes that mean nothing here: quotes, brackets, commas, control codes.
    Junk,
}

/// A game termination marker (standard 8.2.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`.
    White,
    /// `0-1`.
    Black,
    /// `1/2-1/2`.
    Draw,
    /// `*`: in progress, abandoned, or unknown.
    Unknown,
}

impl GameResult {
    /// Reads one of the four markers.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<GameResult> {
        Some(match text {
            b"1-0" => GameResult::White,
            b"0-1" => GameResult::Black,
            b"1/2-1/2" => GameResult::Draw,
            b"*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// The marker's text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

impl Kind {
    /// Whether a game may begin with it and go on: white space, comments and escape lines say nothing
    /// about a game.
    #[must_use]
    pub const fn is_aside(self) -> bool {
        matches!(
            self,
            Kind::Space | Kind::Comment { .. } | Kind::LineComment | Kind::Escape
        )
    }
}

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Space,
    Digit,
    /// An ASCII letter.
    Letter,
    /// A byte beyond ASCII.
    High,
    /// A sign that may be part of a word.
    Sign,
    Dot,
    Mark,
    Dollar,
    Star,
    OpenBrace,
    CloseBrace,
    Semicolon,
    Percent,
    Open,
    Close,
    Bracket,
    Angle,
    Junk,
}

impl Class {
    /// Whether the byte can be part of a word.
    #[inline]
    const fn is_word(self) -> bool {
        matches!(
            self,
            Class::Letter | Class::Digit | Class::Sign | Class::High
        )
    }
}

static CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Junk; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'-' | b'+' | b'#' | b'=' | b':' | b'_' | b'/' | b'@' | b'&' => Class::Sign,
            0x80.. => Class::High,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Mark,
            b'$' => Class::Dollar,
            b'*' => Class::Star,
            b'{' => Class::OpenBrace,
            b'}' => Class::CloseBrace,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'[' => Class::Bracket,
            b'<' | b'>' => Class::Angle,
            _ => Class::Junk,
        };
        byte += 1;
    }
    table
}

/// The tokens of one game.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    in_tags: bool,
}

/// UTF-8's byte order mark, which some editors put at a file's start.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> Lexer<'a> {
    /// Starts at the first byte of a game, its tag section.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            in_tags: true,
        }
    }

    /// The game's text.
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Whether no movetext has been seen yet.
    #[must_use]
    pub const fn in_tags(&self) -> bool {
        self.in_tags
    }

    /// The next token that is not white space.
    #[inline]
    pub fn next_solid(&mut self) -> Option<Token> {
        loop {
            let &byte = self.text.get(self.at)?;
            let class = CLASS[usize::from(byte)];
            let start = self.at;
            let (kind, end) = match class {
                Class::Space => {
                    self.at += 1;
                    continue;
                }
                Class::Letter => self.word(start),
                Class::Digit => self.number(start),
                // A byte order mark is white space that the classes do not know.
                _ => match self.next() {
                    Some(token) if token.kind == Kind::Space => continue,
                    token => return token,
                },
            };
            self.at = end;
            self.in_tags = false;
            let span = Span::new(start, end);
            return Some(Token { kind, span });
        }
    }

    /// Goes on behind the tags that have been read already.
    pub const fn skip_head(&mut self, head: &Head) {
        self.at = head.end;
    }

    /// The next tag pair, white space before it skipped; `None` if something else comes next.
    #[inline]
    pub fn next_tag(&mut self) -> Option<tags::Tag> {
        if !self.in_tags {
            return None;
        }
        let mut at = self.run(self.at, |class| class == Class::Space);
        if self.text[at..].starts_with(BYTE_ORDER_MARK) {
            at = self.run(at + BYTE_ORDER_MARK.len(), |class| class == Class::Space);
        }
        if self.text.get(at) != Some(&b'[') {
            return None;
        }
        let tag = tags::scan(self.text, at);
        self.at = tag.span.range().end;
        Some(tag)
    }

    #[inline]
    fn run(&self, from: usize, within: impl Fn(Class) -> bool) -> usize {
        let mut at = from;
        while let Some(&byte) = self.text.get(at) {
            if !within(CLASS[usize::from(byte)]) {
                break;
            }
            at += 1;
        }
        at
    }

    #[inline]
    fn word(&self, start: usize) -> (Kind, usize) {
        let mut end = self.run(start, Class::is_word);
        if self.text.get(end) == Some(&b'.')
            && self.text.get(end.wrapping_sub(1)) == Some(&b'e')
            && self.text.get(end + 1) == Some(&b'p')
        {
            // `e.p.`, alone or glued to its move.
            end += 2;
            end += usize::from(self.text.get(end) == Some(&b'.'));
        }
        (Kind::Word, end)
    }

    #[inline]
    fn number(&self, start: usize) -> (Kind, usize) {
        let digits = self.run(start, |class| class == Class::Digit);
        match self.text.get(digits).map(|&byte| CLASS[usize::from(byte)]) {
            Some(Class::Dot) => {
                let end = self.run(digits, |class| class == Class::Dot);
                (Kind::Number, end)
            }
            Some(class) if class.is_word() => self.result(start),
            _ => (Kind::Number, digits),
        }
    }

    #[cold]
    fn result(&self, start: usize) -> (Kind, usize) {
        let (kind, end) = self.word(start);
        let text = &self.text[start..end];
        if let Some(result) = GameResult::parse(text) {
            return (Kind::Result(result), end);
        }
        match text {
            b"1/2" => {
                let spaced = self.text[end..].starts_with(b" - 1/2");
                let end = if spaced { end + b" - 1/2".len() } else { end };
                (Kind::OddResult(GameResult::Draw), end)
            }
            b"1\xe2\x80\x930" => (Kind::OddResult(GameResult::White), end),
            b"0\xe2\x80\x931" => (Kind::OddResult(GameResult::Black), end),
            b"1/2\xe2\x80\x931/2" => (Kind::OddResult(GameResult::Draw), end),
            _ => (kind, end),
        }
    }

    #[cold]
    fn rare(&self, class: Class, start: usize) -> (Kind, usize) {
        let text = self.text;
        match class {
            Class::OpenBrace => match memchr(b'}', &text[start..]) {
                Some(length) => (Kind::Comment { closed: true }, start + length + 1),
                None => (Kind::Comment { closed: false }, text.len()),
            },
            Class::Semicolon => (Kind::LineComment, lines::end(text, start)),
            Class::Percent if start == 0 || matches!(text[start - 1], b'\n' | b'\r') => {
                (Kind::Escape, lines::end(text, start))
            }
            Class::Bracket if self.in_tags => (Kind::Tag, tags::scan(text, start).span.range().end),
            Class::CloseBrace => (Kind::CloseBrace, start + 1),
            Class::Angle => (Kind::Reserved, start + 1),
            _ => {
                let end = self.run(start + 1, |class| class == Class::Junk);
                (Kind::Junk, end)
            }
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let &byte = self.text.get(start)?;
        let class = CLASS[usize::from(byte)];
        let (kind, end) = match class {
            Class::Letter | Class::Sign => self.word(start),
            Class::High => {
                if self.in_tags && self.text[start..].starts_with(BYTE_ORDER_MARK) {
                    (Kind::Space, start + BYTE_ORDER_MARK.len())
                } else {
                    let (kind, end) = self.word(start);
                    // `½-½`, in either encoding.
                    match &self.text[start..end] {
                        b"\xc2\xbd-\xc2\xbd" | b"\xbd-\xbd" => {
                            (Kind::OddResult(GameResult::Draw), end)
                        }
                        _ => (kind, end),
                    }
                }
            }
            Class::Digit => self.number(start),
            Class::Space => (Kind::Space, self.run(start, |class| class == Class::Space)),
            Class::Dot => (Kind::Dots, self.run(start, |class| class == Class::Dot)),
            Class::Mark => (Kind::Suffix, self.run(start, |class| class == Class::Mark)),
            Class::Dollar => (
                Kind::Nag,
                self.run(start + 1, |class| class == Class::Digit),
            ),
            Class::Star => (Kind::Result(GameResult::Unknown), start + 1),
            Class::Open => (Kind::Open, start + 1),
            Class::Close => (Kind::Close, start + 1),
            Class::OpenBrace if !self.in_tags => match memchr(b'}', &self.text[start..]) {
                Some(length) => (Kind::Comment { closed: true }, start + length + 1),
                None => (Kind::Comment { closed: false }, self.text.len()),
            },
            _ => self.rare(class, start),
        };
        self.at = end;
        if self.in_tags && !kind.is_aside() && kind != Kind::Tag {
            self.in_tags = false;
        }
        Some(Token {
            kind,
            span: Span::new(start, end),
        })
    }
}

#[cfg(test)]
mod tests;
