//! `--where`: a condition on the columns and tags of a game, in the Common Expression Language.
//!
//! The grammar is that of <https://github.com/cel-expr/cel-spec>, read by the crate `cel` (`syntax`). Its
//! interpreter is not used: the tree is checked against the kinds of the columns before any game is
//! read (`check`, `calls`), and becomes a tree of our own (`node`), which costs nanoseconds where the
//! interpreter costs a microsecond, and knows what is unknown.
//!
//! # What can be written
//!
//! - columns by their names, `tag("Name")`, `tags["Name"]` or `tags.Name` for any tag;
//! - `== != < <= > >=`, `&& || !`, `a ? b : c`, `+ - * / %`, `in` with a list of literals;
//! - methods of texts: `startsWith`, `endsWith`, `contains`, `matches` (a regular expression, found
//!   anywhere in the text, in linear time), `lowerAscii`, `upperAscii`, `size`;
//! - dates: `date("2024-05-31")`, also of a tag; a date is compared with a text literal just so;
//!   `year(date)`, `month(date)`, `day(date)`;
//! - `int`, `double` and `string` of anything that can be read so.
//!
//! Whole numbers and numbers with a fraction may be mixed. JSON columns are their text.
//!
//! # What is not known
//!
//! Any column may be unknown, and what is made of an unknown value is unknown: `white_elo >= 2500` is
//! neither true nor false of a player without a rating, and so is `!(white_elo >= 2500)`. `false && x` is
//! false and `true || x` true whatever `x` is. Games are kept where the whole is true. `x == null` and
//! `x != null` tell whether something is known, and are never unknown themselves. Numbers that are too
//! large, division by zero, and texts that `int`, `double` or `date` cannot read are unknown as well.

mod calls;
mod check;
mod node;
mod syntax;
#[cfg(test)]
mod tests;

use std::thread;

use crate::export::filter::fault::Fault;
use crate::export::value::{Kind, Value};

use node::Node;

/// Bytes of stack to read an expression with, enough for the longest in builds that are not optimized.
const STACK: usize = 128 << 20;

/// What an expression needs to know of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wanted {
    /// The value of a column.
    Column(String),
    /// The value of the tag of that name: [`Value::Text`], or [`Value::Null`] where the game has no such tag.
    Tag(String),
}

/// A condition on a game.
#[derive(Clone, Debug)]
pub struct Expression {
    root: Node,
    wanted: Vec<Wanted>,
}

impl Expression {
    /// Reads and checks an expression over `columns`.
    ///
    /// ```
    /// use chesstool::export::filter::{Expression, Wanted};
    /// use chesstool::export::{Kind, Value};
    ///
    /// let columns = [("white_elo", Kind::Int), ("result", Kind::Text)];
    /// let expression = Expression::new("white_elo >= 2500 && result == '1-0'", &columns).unwrap();
    /// assert_eq!(expression.wanted()[1], Wanted::Column("result".to_owned()));
    /// let game = |elo| [Value::Int(elo), Value::text("1-0")];
    /// assert!(expression.matches(&mut |index| game(2600)[index].clone()));
    /// assert!(!expression.matches(&mut |index| game(2400)[index].clone()));
    ///
    /// let fault = Expression::new("white_elo >= '2500'", &columns).unwrap_err();
    /// assert_eq!(fault.offset(), 10);
    /// ```
    ///
    /// # Errors
    ///
    /// What cannot be read, names no column, gives a function or operator what it does not take, or is
    /// neither true nor false in the end.
    pub fn new(source: &str, columns: &[(&str, Kind)]) -> Result<Expression, Fault> {
        // The parser goes as deep as an expression has operators in a row, and drops its tree likewise.
        let read = || syntax::read(source).and_then(|tree| check::check(&tree, columns));
        let builder = thread::Builder::new().stack_size(STACK);
        let read = thread::scope(|scope| match builder.spawn_scoped(scope, read) {
            Ok(reader) => reader.join().ok(),
            Err(_) => None,
        });
        read.unwrap_or_else(|| Err(Fault::new(source, 0..0, "the expression cannot be read")))
    }

    /// What the expression needs to know, without repetition; [`Self::matches`] asks by index in it.
    #[must_use]
    pub fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }

    /// Whether the expression is true of a game.
    ///
    /// `value` gives the value of what is [`wanted`](Self::wanted) at an index, of the kind that its
    /// column was said to have. It is asked when the answer depends on it, again at each mention.
    #[must_use]
    pub fn matches<'a>(&'a self, value: &mut dyn FnMut(usize) -> Value<'a>) -> bool {
        self.answer(value) == Some(true)
    }

    /// As [`Self::matches`]; `None` if that cannot be told from what is known of the game.
    #[must_use]
    pub fn answer<'a>(&'a self, value: &mut dyn FnMut(usize) -> Value<'a>) -> Option<bool> {
        self.root.truth(value)
    }
}
