//! Text to tree, by the crate `cel`; its faults in our words.

use std::ops::Range;

use cel::IdedExpr;
use cel::common::ast::SourceInfo;
use cel::parser::{ParseErrors, Parser};

use crate::export::filter::fault::Fault;

/// Bytes that an expression may have: a tree is as deep as it has operators, and each costs stack.
const LONGEST: usize = 16 * 1024;

/// An expression that was read, with the places of its parts.
pub(super) struct Tree<'s> {
    source: &'s str,
    info: SourceInfo,
    pub(super) root: IdedExpr,
}

impl Tree<'_> {
    /// Where a part stands: an operator or a literal itself, a call's name.
    pub(super) fn place(&self, part: &IdedExpr) -> Range<usize> {
        let Some((start, last)) = self.info.offset_for(part.id) else {
            return 0..0;
        };
        let (start, last) = (start as usize, last as usize);
        // Calls are placed at their parenthesis.
        if self.source.get(start..=start) == Some("(") {
            let before = self.source[..start].trim_end();
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name = before.trim_end_matches(is_word).len();
            if name < before.len() {
                return name..before.len();
            }
        }
        start..last + 1
    }

    /// A fault of a part.
    pub(super) fn fault(&self, part: &IdedExpr, message: impl Into<String>) -> Fault {
        Fault::new(self.source, self.place(part), message)
    }
}

/// Reads an expression.
pub(super) fn read(source: &str) -> Result<Tree<'_>, Fault> {
    let end = source.len();
    if source.trim().is_empty() {
        return Err(Fault::new(source, 0..0, "the expression is empty"));
    }
    if end > LONGEST {
        let message = format!("the expression has {end} bytes; {LONGEST} are allowed");
        return Err(Fault::new(source, LONGEST..LONGEST, message));
    }
    match Parser::new().parse_with_source_info(source) {
        Ok((root, info)) => Ok(Tree { source, info, root }),
        Err(errors) => Err(fault(source, &errors)),
    }
}

/// The first of the faults. The parser tells the line, the character in it, and which of dozens of
/// tokens it would rather have seen; what stands there says more.
fn fault(source: &str, errors: &ParseErrors) -> Fault {
    let Some(error) = errors.errors.first() else {
        return Fault::new(source, 0..0, "the expression cannot be read");
    };
    let (line, column) = error.pos;
    let number = |value: isize| usize::try_from(value - 1).unwrap_or_default();
    let before: usize = source
        .split_inclusive('\n')
        .take(number(line))
        .map(str::len)
        .sum();
    let rest = source.get(before..).unwrap_or_default();
    let inside = rest
        .char_indices()
        .nth(number(column))
        .map_or(rest.len(), |(at, _)| at);
    let at = before + inside;
    let Some(found) = error.msg.strip_prefix("Syntax error: ") else {
        return Fault::new(source, at..at + word(source, at).len(), &error.msg);
    };
    let rest = &source[at..];
    if let Some(missing) = found.strip_prefix("missing ") {
        let missing = missing.split(' ').next().unwrap_or_default();
        let message = format!("`{}` is missing", missing.trim_matches('\''));
        return Fault::new(source, at..at, message);
    }
    if rest.trim_start().is_empty() {
        let end = source.trim_end().len();
        return Fault::new(source, end..end, "the expression breaks off");
    }
    if rest.starts_with(['"', '\'']) {
        let message = "a text that does not end, or has a `\\` before what it cannot stand before";
        return Fault::new(source, at..at + 1, message);
    }
    let word = word(source, at);
    let hint = match word {
        "and" | "AND" | "&" => "; `&&` joins conditions",
        "or" | "OR" | "|" => "; `||` joins alternatives",
        "not" | "NOT" => "; `!` negates",
        "=" if !source[..at].ends_with('=') => "; `==` compares",
        ">" if source[..at].ends_with('<') => "; `!=` is true of what is not equal",
        _ => "",
    };
    let message = format!("`{word}` cannot stand here{hint}");
    Fault::new(source, at..at + word.len(), message)
}

/// The word or the character at a place.
fn word(source: &str, at: usize) -> &str {
    let rest = &source[at..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match rest.find(|c| !is_word(c)) {
        Some(0) => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
        Some(end) => &rest[..end],
        None => rest,
    }
}
