//! The checked expression, and its value for one game.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

use arrayvec::ArrayString;
use regex::Regex;

use crate::export::value::{Date, Value};

/// Gives the value of what is wanted at an index.
pub(super) type Values<'v, 'a> = &'v mut dyn FnMut(usize) -> Value<'a>;

/// A part of an expression whose types were checked: what does not fit is unknown, and cannot come.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Literal(Value<'static>),
    Wanted(usize),
    Not(Box<Node>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    /// Whether a value is known.
    Known(Box<Node>),
    Compare(Comparison, Box<[Node; 2]>),
    /// Whether a value is one of the texts, sorted.
    InTexts(Box<Node>, Box<[String]>),
    /// Whether a value is one of these.
    In(Box<Node>, Box<[Value<'static>]>),
    /// If, then, else.
    If(Box<[Node; 3]>),
    Arithmetic(Arithmetic, Box<[Node; 2]>),
    Negative(Box<Node>),
    Part(Part, Box<[Node; 2]>),
    Matches(Box<Node>, Regex),
    Apply(Function, Box<Node>),
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Operators of numbers; [`Arithmetic::Add`] joins texts as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Whether one text is in another, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Start,
    End,
    Anywhere,
}

/// Functions of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    /// Characters of a text.
    Size,
    Lower,
    Upper,
    Year,
    Month,
    Day,
    Date,
    Int,
    Float,
    Text,
}

impl Node {
    /// The value as a truth; `None` if it is unknown.
    pub(super) fn truth<'a>(&'a self, values: Values<'_, 'a>) -> Option<bool> {
        match self {
            Node::Not(node) => node.truth(values).map(|value| !value),
            Node::And(pair) => match pair[0].truth(values) {
                Some(false) => Some(false),
                Some(true) => pair[1].truth(values),
                None => pair[1].truth(values).filter(|value| !value),
            },
            Node::Or(pair) => match pair[0].truth(values) {
                Some(true) => Some(true),
                Some(false) => pair[1].truth(values),
                None => pair[1].truth(values).filter(|value| *value),
            },
            Node::Known(node) => Some(node.value(values) != Value::Null),
            Node::Compare(comparison, pair) => {
                let (one, other) = (pair[0].value(values), pair[1].value(values));
                comparison.holds(&one, &other)
            }
            Node::InTexts(node, texts) => {
                let value = node.value(values);
                let text = text(&value)?;
                Some(
                    texts
                        .binary_search_by(|each| each.as_str().cmp(text))
                        .is_ok(),
                )
            }
            Node::In(node, list) => match node.value(values) {
                Value::Null => None,
                value => Some(
                    list.iter()
                        .any(|each| Comparison::Equal.holds(&value, each) == Some(true)),
                ),
            },
            Node::Part(part, pair) => {
                let (all, sought) = (pair[0].value(values), pair[1].value(values));
                let (all, sought) = (text(&all)?, text(&sought)?);
                Some(match part {
                    Part::Start => all.starts_with(sought),
                    Part::End => all.ends_with(sought),
                    Part::Anywhere => all.contains(sought),
                })
            }
            Node::Matches(node, regex) => {
                let value = node.value(values);
                Some(regex.is_match(text(&value)?))
            }
            Node::If(parts) => parts[if parts[0].truth(values)? { 1 } else { 2 }].truth(values),
            _ => match self.value(values) {
                Value::Bool(value) => Some(value),
                _ => None,
            },
        }
    }

    /// The value.
    fn value<'a>(&'a self, values: Values<'_, 'a>) -> Value<'a> {
        match self {
            Node::Literal(value) => borrowed(value),
            Node::Wanted(index) => values(*index),
            Node::If(parts) => match parts[0].truth(values) {
                Some(true) => parts[1].value(values),
                Some(false) => parts[2].value(values),
                None => Value::Null,
            },
            Node::Arithmetic(operator, pair) => {
                let (one, other) = (pair[0].value(values), pair[1].value(values));
                operator.apply(one, &other)
            }
            Node::Negative(node) => match node.value(values) {
                Value::Int(value) => value.checked_neg().into(),
                Value::Float(value) => Value::Float(-value),
                _ => Value::Null,
            },
            Node::Apply(function, node) => function.apply(node.value(values)),
            Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Known(_)
            | Node::Compare(..)
            | Node::InTexts(..)
            | Node::In(..)
            | Node::Part(..)
            | Node::Matches(..) => self.truth(values).into(),
        }
    }
}

/// The same value, without a copy of its text.
fn borrowed<'a>(value: &'a Value<'static>) -> Value<'a> {
    match value {
        Value::Text(text) => Value::Text(Cow::Borrowed(text)),
        other => other.clone(),
    }
}

/// The characters of a value that has some.
fn text<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::Text(text) => Some(text),
        Value::Json(text) => Some(text),
        _ => None,
    }
}

impl Comparison {
    /// Whether the comparison is true; `None` where a value is unknown.
    fn holds(self, one: &Value<'_>, other: &Value<'_>) -> Option<bool> {
        let order = match (one, other) {
            (Value::Bool(one), Value::Bool(other)) => one.cmp(other),
            (Value::Int(one), Value::Int(other)) => one.cmp(other),
            (Value::Float(one), Value::Float(other)) => one.partial_cmp(other)?,
            (Value::Int(one), Value::Float(other)) => compare(*one, *other)?,
            (Value::Float(one), Value::Int(other)) => compare(*other, *one)?.reverse(),
            (Value::Date(one), Value::Date(other)) => one.cmp(other),
            _ => text(one)?.cmp(text(other)?),
        };
        Some(match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        })
    }
}

/// Compares numbers, also those that `f64` cannot tell apart.
fn compare(int: i64, float: f64) -> Option<Ordering> {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    if float >= TWO_TO_63 {
        return Some(Ordering::Less);
    }
    if float < -TWO_TO_63 {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc();
    Some(
        int.cmp(&(whole as i64))
            .then(0.0f64.partial_cmp(&(float - whole))?),
    )
}

impl Arithmetic {
    fn apply<'a>(self, one: Value<'a>, other: &Value<'_>) -> Value<'a> {
        match (one, other) {
            (Value::Int(one), Value::Int(other)) => self.of_ints(one, *other).into(),
            (Value::Float(one), Value::Float(other)) => self.of_floats(one, *other),
            (Value::Int(one), Value::Float(other)) => self.of_floats(one as f64, *other),
            (Value::Float(one), Value::Int(other)) => self.of_floats(one, *other as f64),
            (Value::Null, _) => Value::Null,
            (one, other) => match (text(&one), text(other)) {
                (Some(one), Some(other)) => Value::text(format!("{one}{other}")),
                _ => Value::Null,
            },
        }
    }

    fn of_ints(self, one: i64, other: i64) -> Option<i64> {
        match self {
            Arithmetic::Add => one.checked_add(other),
            Arithmetic::Subtract => one.checked_sub(other),
            Arithmetic::Multiply => one.checked_mul(other),
            Arithmetic::Divide => one.checked_div(other),
            Arithmetic::Remainder => one.checked_rem(other),
        }
    }

    fn of_floats(self, one: f64, other: f64) -> Value<'static> {
        finite(match self {
            Arithmetic::Add => one + other,
            Arithmetic::Subtract => one - other,
            Arithmetic::Multiply => one * other,
            Arithmetic::Divide => one / other,
            Arithmetic::Remainder => one % other,
        })
    }
}

/// A number that there is.
fn finite(value: f64) -> Value<'static> {
    Some(value).filter(|value| value.is_finite()).into()
}

impl Function {
    /// Every function of an unknown value is unknown.
    fn apply(self, value: Value<'_>) -> Value<'_> {
        match self {
            Function::Size => {
                let size = |text: &str| i64::try_from(text.chars().count()).ok();
                text(&value).and_then(size).into()
            }
            Function::Lower => text(&value).map(str::to_ascii_lowercase).into(),
            Function::Upper => text(&value).map(str::to_ascii_uppercase).into(),
            Function::Year => part_of_date(&value, 0..4).into(),
            Function::Month => part_of_date(&value, 5..7).into(),
            Function::Day => part_of_date(&value, 8..10).into(),
            Function::Date => match value {
                Value::Date(_) => value,
                _ => text(&value).and_then(date).into(),
            },
            Function::Int => match value {
                Value::Int(_) => value,
                // Only what a whole number of 64 bits can be: the cast would take the nearest.
                Value::Float(float) => Some(float.trunc() as i64)
                    .filter(|int| compare(*int, float.trunc()) == Some(Ordering::Equal))
                    .into(),
                _ => text(&value)
                    .and_then(|text| text.trim().parse::<i64>().ok())
                    .into(),
            },
            Function::Float => match value {
                Value::Float(_) => value,
                Value::Int(int) => Value::Float(int as f64),
                _ => text(&value)
                    .and_then(|text| text.trim().parse().ok())
                    .map_or(Value::Null, finite),
            },
            Function::Text => match value {
                Value::Null | Value::Text(_) => value,
                other => Value::Text(Cow::Owned(other.to_string())),
            },
        }
    }
}

/// Reads a day as ISO 8601 or PGN write it: `2024-05-31`, `2024.05.31`.
pub(super) fn date(text: &str) -> Option<Date> {
    let mut bytes: [u8; 10] = text.trim().as_bytes().try_into().ok()?;
    if bytes[4] == b'-' && bytes[7] == b'-' {
        (bytes[4], bytes[7]) = (b'.', b'.');
    }
    Date::parse(&bytes)
}

/// A number in a date as ISO 8601 writes it.
fn part_of_date(value: &Value<'_>, at: std::ops::Range<usize>) -> Option<i64> {
    let Value::Date(date) = value else {
        return None;
    };
    let mut text = ArrayString::<10>::new();
    write!(text, "{date}").ok()?;
    text.get(at)?.parse().ok()
}
