//! From the tree as it was read to the one that is evaluated: names are looked up, kinds compared.
//!
//! Operators and functions are `calls`.

use cel::IdedExpr;
use cel::common::ast::{Expr, LiteralValue};

use crate::export::filter::fault::Fault;
use crate::export::value::{Kind, Value};
use crate::finding::nearest::suggestion;

use super::node::{Node, date};
use super::syntax::Tree;
use super::{Expression, Wanted};

/// How deep parts may stand in one another.
const DEEPEST: usize = 200;

/// What a part is, if it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// Nothing but unknown.
    Null,
    Bool,
    Int,
    Float,
    Date,
    Text,
}

impl Type {
    const fn of(kind: Kind) -> Type {
        match kind {
            Kind::Bool => Type::Bool,
            Kind::Int => Type::Int,
            Kind::Float => Type::Float,
            Kind::Date => Type::Date,
            Kind::Text | Kind::Json => Type::Text,
        }
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, Type::Int | Type::Float)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Bool => Kind::Bool.name(),
            Type::Int => Kind::Int.name(),
            Type::Float => Kind::Float.name(),
            Type::Date => Kind::Date.name(),
            Type::Text => Kind::Text.name(),
        }
    }
}

/// A part that was checked.
pub(super) struct Typed {
    pub(super) node: Node,
    pub(super) kind: Type,
}

impl Typed {
    pub(super) const fn new(node: Node, kind: Type) -> Typed {
        Typed { node, kind }
    }
}

/// Checks a whole expression.
pub(super) fn check(tree: &Tree<'_>, columns: &[(&str, Kind)]) -> Result<Expression, Fault> {
    let mut checker = Checker {
        tree,
        columns,
        wanted: Vec::new(),
        depth: 0,
    };
    let root = checker.part(&tree.root)?;
    if root.kind != Type::Bool {
        let message = format!(
            "the expression is {}, where it must be true or false of a game",
            root.kind.name()
        );
        return Err(tree.fault(&tree.root, message));
    }
    Ok(Expression {
        root: root.node,
        wanted: checker.wanted,
    })
}

/// Checks the parts of one expression.
pub(super) struct Checker<'c> {
    pub(super) tree: &'c Tree<'c>,
    columns: &'c [(&'c str, Kind)],
    wanted: Vec<Wanted>,
    depth: usize,
}

impl Checker<'_> {
    /// Checks a part, and what is in it.
    pub(super) fn part(&mut self, part: &IdedExpr) -> Result<Typed, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.tree.fault(part, "the expression is nested too deeply"));
        }
        let typed = self.any(part)?;
        self.depth -= 1;
        Ok(typed)
    }

    fn any(&mut self, part: &IdedExpr) -> Result<Typed, Fault> {
        let refused = |message: &str| Err(self.tree.fault(part, message));
        match &part.expr {
            Expr::Ident(name) => self.column(part, name),
            Expr::Literal(value) => self.literal(part, value),
            Expr::Call(call) => self.call(part, call),
            Expr::Select(select) if select.test => {
                refused("`has` is not known here; `x != null` tells whether x is known")
            }
            Expr::Select(select) => match &select.operand.expr {
                Expr::Ident(name) if name == "tags" => Ok(self.tag(&select.field)),
                _ => refused("only `tags` has parts"),
            },
            Expr::List(_) => refused("a list can only stand after `in`"),
            Expr::Comprehension(_) => {
                refused("macros over lists are not known here; `x in [...]` looks in a list")
            }
            Expr::Map(_) | Expr::Struct(_) => refused("maps and messages are not known here"),
            Expr::Unspecified => refused("this cannot be read"),
        }
    }

    fn column(&mut self, part: &IdedExpr, name: &str) -> Result<Typed, Fault> {
        if let Some((name, kind)) = self.columns.iter().find(|(column, _)| *column == name) {
            let wanted = self.want(Wanted::Column((*name).to_owned()));
            return Ok(Typed::new(wanted, Type::of(*kind)));
        }
        if name == "tags" {
            let message = "`tags` needs the name of a tag: `tags[\"Name\"]`";
            return Err(self.tree.fault(part, message));
        }
        let names = self.columns.iter().map(|(name, _)| *name);
        let near = match suggestion(name, names) {
            near if near.is_empty() => "; texts stand in quotes".to_owned(),
            near => near,
        };
        let message = format!("no column is called `{name}`{near}");
        Err(self.tree.fault(part, message))
    }

    /// The value of a tag.
    pub(super) fn tag(&mut self, name: &str) -> Typed {
        Typed::new(self.want(Wanted::Tag(name.to_owned())), Type::Text)
    }

    fn want(&mut self, wanted: Wanted) -> Node {
        let known = self.wanted.iter().position(|each| *each == wanted);
        Node::Wanted(known.unwrap_or_else(|| {
            self.wanted.push(wanted);
            self.wanted.len() - 1
        }))
    }

    fn literal(&self, part: &IdedExpr, value: &LiteralValue) -> Result<Typed, Fault> {
        let (value, kind) = match value {
            LiteralValue::Null => (Value::Null, Type::Null),
            LiteralValue::Boolean(value) => (Value::Bool(*value.inner()), Type::Bool),
            LiteralValue::Int(value) => (Value::Int(*value.inner()), Type::Int),
            LiteralValue::UInt(value) => match i64::try_from(*value.inner()) {
                Ok(value) => (Value::Int(value), Type::Int),
                Err(_) => return Err(self.tree.fault(part, "the number is too large")),
            },
            LiteralValue::Double(value) if value.inner().is_finite() => {
                (Value::Float(*value.inner()), Type::Float)
            }
            LiteralValue::Double(_) => {
                return Err(self.tree.fault(part, "the number is too large"));
            }
            LiteralValue::String(value) => (Value::from(value.inner().to_owned()), Type::Text),
            LiteralValue::Bytes(_) => {
                let message = "bytes are not known here; a text has no `b` before its quotes";
                return Err(self.tree.fault(part, message));
            }
        };
        Ok(Typed::new(Node::Literal(value), kind))
    }

    /// A part as a day: a date, or a text literal that is one.
    pub(super) fn day(&self, part: &IdedExpr, typed: Typed) -> Result<Typed, Fault> {
        let Node::Literal(Value::Text(text)) = &typed.node else {
            return Ok(typed);
        };
        let Some(day) = date(text) else {
            let message = format!("`{text}` is no day; days are written 2024-05-31");
            return Err(self.tree.fault(part, message));
        };
        Ok(Typed::new(Node::Literal(day.into()), Type::Date))
    }
}
