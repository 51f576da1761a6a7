//! The family `syntax`: the text itself.

use crate::lint::report::{MAX_PER_RULE, Notes};
use crate::lint::rules::rules;
use crate::pgn::lexer::BYTE_ORDER_MARK;
use crate::pgn::{Encoding, MAX_DEPTH, Span, Token};

rules! { Syntax:
    INVALID_ENCODING = "invalid-encoding" Error "PGN 4.1"
        "bytes that the given encoding cannot read"
        "A wrong encoding turns names into nonsense that no search finds again.";
    MIXED_ENCODING = "mixed-encoding" Warning "PGN 4.1"
        "one game of the file is UTF-8, another is not"
        "A program reads a file in one encoding: the names of the other games are spoilt." fix;
    UTF8_BOM = "utf8-bom" Note ""
        "a byte order mark, which the standard does not know"
        "Programs that look for `[` as the first byte miss the first game, or its Event tag." fix;
    CONTROL_CHAR = "control-char" Warning "PGN 4.1"
        "a control character in a tag or a comment"
        "Such a character is invisible, breaks searches, and can drive a terminal.";
    NON_ASCII_OUTSIDE_TEXT = "non-ascii-outside-text" Warning "PGN 4.1"
        "a move written with characters outside ASCII"
        "Moves are ASCII in the standard; programs refuse figurines and special dashes.";
    RESERVED_CHAR = "reserved-char" Error "PGN 7.7"
        "`<` or `>` outside strings and comments"
        "These signs are kept for future use, and programs stop at them.";
    UNEXPECTED_BYTE = "unexpected-byte" Error "PGN 7"
        "a character that means nothing in movetext"
        "Text that means nothing is often the rest of a damaged comment or of another game.";
    UNTERMINATED_COMMENT = "unterminated-comment" Error "PGN 5"
        "a `{` without its `}`"
        "Everything behind the brace is read as comment: moves, result, even further games.";
    STRAY_BRACE = "stray-brace" Error "PGN 5"
        "a `}` without its `{`"
        "Where a comment ends twice, programs read its second half as moves.";
    NESTED_COMMENT = "nested-comment" Style "PGN 5"
        "a `{` inside a comment"
        "Comments do not nest: the first `}` ends them, whatever was meant.";
    UNTERMINATED_VARIATION = "unterminated-variation" Error "PGN 8.2.5"
        "a `(` without its `)`"
        "The moves behind it, and the result, are read as part of the variation.";
    STRAY_PAREN = "stray-paren" Error "PGN 8.2.5"
        "a `)` without its `(`"
        "Programs leave a level of variations that they never entered, or stop here.";
    EMPTY_VARIATION = "empty-variation" Error "PGN 8.2.5"
        "a variation without moves"
        "It holds no line; a move was lost, or never entered.";
    VARIATION_WITHOUT_MOVE = "variation-without-move" Error + Warning "PGN 8.2.5"
        "a variation or a NAG before any move it could be about"
        "A variation replaces the move before it, a NAG judges it; here there is none.";
    TOO_DEEP = "too-deep" Error ""
        "variations nest deeper than is read"
        "Nesting beyond every real analysis is the mark of a damaged or hostile file.";
    TOO_LONG = "too-long" Error ""
        "a game, or its tag section, is longer than is read"
        "A game of this size is the mark of a damaged file: a comment or a tag section without end.";
    GAME_WITHOUT_SEPARATOR = "game-without-separator" Warning "PGN 8.2.1"
        "no blank line between a game and the one before it"
        "Programs that look for the blank line read two games as one.";
}

/// Only the first byte of a token is marked, where the token may run over many lines.
const fn first_byte(span: Span) -> Span {
    Span {
        start: span.start,
        end: span.start + 1,
    }
}

/// A comment that the game's end cuts off.
pub(crate) fn unterminated_comment(notes: &mut Notes<'_>, token: Token) {
    let note = notes.add(&UNTERMINATED_COMMENT, first_byte(token.span), || {
        "this comment is never closed".to_owned()
    });
    if let Some(note) = note {
        note.help("put a `}` where the comment ends; what follows it in this game was not read");
    }
}

/// A brace inside a comment: comments do not nest.
pub(crate) fn nested_comment(notes: &mut Notes<'_>, token: Token, text: &[u8]) {
    let inside = token.span.of(text).get(1..).unwrap_or_default();
    if let Some(offset) = memchr::memchr(b'{', inside) {
        let at = token.span.range().start + 1 + offset;
        notes.add(&NESTED_COMMENT, Span::new(at, at + 1), || {
            "comments do not nest; this `{` is part of the comment's text".to_owned()
        });
    }
}

/// A `}` without its `{`; often the rest of a comment with another one inside.
pub(crate) fn stray_brace(notes: &mut Notes<'_>, token: Token, text: &[u8], met: &mut u64) {
    let at = token.span.range().start;
    // Beyond what is shown it is counted only: looking back costs too much to do it for every brace.
    *met += 1;
    let shown = *met <= MAX_PER_RULE;
    let Some(nested) = shown.then(|| nested_before(&text[..at])).flatten() else {
        notes.add(&STRAY_BRACE, token.span, || {
            "there is no `{` that this `}` closes".to_owned()
        });
        return;
    };
    // What stands between was meant as part of the comment.
    notes.remove_between(nested, at);
    let note = notes.add(&STRAY_BRACE, token.span, || {
        "comments do not nest: the first `}` has closed the comment that this one should close"
            .to_owned()
    });
    if let Some(note) = note {
        note.help("take the braces inside the comment out");
    }
}

/// Where the comment begins that a `}` behind `text` would close if comments nested.
fn nested_before(text: &[u8]) -> Option<usize> {
    /// Comments with others inside are no longer than this.
    const FAR: usize = 16 << 10;
    let floor = text.len().saturating_sub(FAR);
    let mut depth = 1;
    for at in memchr::memrchr2_iter(b'{', b'}', &text[floor..]) {
        depth += if text[floor + at] == b'}' { 1 } else { -1 };
        if depth == 0 {
            return Some(floor + at);
        }
    }
    None
}

/// Variations that are still open where the game ends; `open` holds their brackets.
pub(crate) fn unterminated_variation(notes: &mut Notes<'_>, open: &[Span]) {
    let Some(&first) = open.first() else {
        return;
    };
    let count = open.len();
    notes.add(&UNTERMINATED_VARIATION, first, || match count {
        1 => "this variation is never closed".to_owned(),
        _ => format!("{count} variations are not closed, this one and those inside it"),
    });
}

/// Deeper than the limit.
pub(crate) fn too_deep(notes: &mut Notes<'_>, token: Token) {
    notes.add(&TOO_DEEP, token.span, || {
        format!("variations nest deeper than {MAX_DEPTH}; what lies deeper is not read")
    });
}

/// What is to be said of a game's bytes before its tokens are looked at.
pub(crate) fn bytes(notes: &mut Notes<'_>, text: &[u8], forced: Option<Encoding>) {
    let at = text
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .unwrap_or(text.len());
    if text[at..].starts_with(BYTE_ORDER_MARK) {
        let mark = Span::new(at, at + BYTE_ORDER_MARK.len());
        let note = notes.add(&UTF8_BOM, mark, || "a UTF-8 byte order mark".to_owned());
        if let Some(note) = note {
            note.fix(mark, "");
        }
    }
    if let Some(encoding) = forced
        && let Some((at, length)) = encoding.first_misfit(text)
    {
        let byte = text[at];
        notes.add(&INVALID_ENCODING, Span::new(at, at + length), || {
            format!("the byte 0x{byte:02x} is not {encoding}")
        });
    }
}

/// Control characters, unless a check has already complained about the place.
pub(crate) fn control_chars(notes: &mut Notes<'_>, text: &[u8]) {
    let is_control = |byte: u8| (byte < 0x20 && !matches!(byte, b'\t'..=b'\r')) || byte == 0x7f;
    // The first pass has no early exit, so that it runs over many bytes at a time.
    if !text.iter().fold(false, |any, &byte| any | is_control(byte)) {
        return;
    }
    let found = text.iter().position(|&byte| is_control(byte));
    let count = text.iter().filter(|&&byte| is_control(byte)).count();
    if let Some(at) = found
        && !notes.covers(at)
    {
        let byte = text[at];
        let note = notes.add(&CONTROL_CHAR, Span::new(at, at + 1), || {
            format!("control character 0x{byte:02x}")
        });
        if let Some(note) = note
            && count > 1
        {
            note.help(format!("{count} control characters in this game"));
        }
    }
}
