//! Operators and functions: what they take and what they give.

use cel::IdedExpr;
use cel::common::ast::{CallExpr, Expr, LiteralValue, operators};
use regex::Regex;

use crate::export::filter::fault::Fault;
use crate::export::value::Value;
use crate::finding::nearest::suggestion;

use super::check::{Checker, Type, Typed};
use super::node::{Arithmetic, Comparison, Function, Node, Part};

/// What can be called by its name.
#[derive(Clone, Copy)]
enum Callee {
    Function(Function),
    Part(Part),
    Matches,
    Tag,
}

const CALLEES: [(&str, Callee); 15] = [
    ("startsWith", Callee::Part(Part::Start)),
    ("endsWith", Callee::Part(Part::End)),
    ("contains", Callee::Part(Part::Anywhere)),
    ("matches", Callee::Matches),
    ("tag", Callee::Tag),
    ("size", Callee::Function(Function::Size)),
    ("lowerAscii", Callee::Function(Function::Lower)),
    ("upperAscii", Callee::Function(Function::Upper)),
    ("year", Callee::Function(Function::Year)),
    ("month", Callee::Function(Function::Month)),
    ("day", Callee::Function(Function::Day)),
    ("date", Callee::Function(Function::Date)),
    ("int", Callee::Function(Function::Int)),
    ("double", Callee::Function(Function::Float)),
    ("string", Callee::Function(Function::Text)),
];

/// An operator of two operands, and how it is written.
enum Binary {
    Compare(Comparison),
    Compute(Arithmetic),
    And,
    Or,
}

fn binary(name: &str) -> Option<(Binary, &'static str)> {
    Some(match name {
        operators::EQUALS => (Binary::Compare(Comparison::Equal), "=="),
        operators::NOT_EQUALS => (Binary::Compare(Comparison::Unequal), "!="),
        operators::LESS => (Binary::Compare(Comparison::Less), "<"),
        operators::LESS_EQUALS => (Binary::Compare(Comparison::AtMost), "<="),
        operators::GREATER => (Binary::Compare(Comparison::Greater), ">"),
        operators::GREATER_EQUALS => (Binary::Compare(Comparison::AtLeast), ">="),
        operators::ADD => (Binary::Compute(Arithmetic::Add), "+"),
        operators::SUBSTRACT => (Binary::Compute(Arithmetic::Subtract), "-"),
        operators::MULTIPLY => (Binary::Compute(Arithmetic::Multiply), "*"),
        operators::DIVIDE => (Binary::Compute(Arithmetic::Divide), "/"),
        operators::MODULO => (Binary::Compute(Arithmetic::Remainder), "%"),
        operators::LOGICAL_AND => (Binary::And, "&&"),
        operators::LOGICAL_OR => (Binary::Or, "||"),
        _ => return None,
    })
}

impl Checker<'_> {
    /// Checks an operator or a function with its operands.
    pub(super) fn call(&mut self, part: &IdedExpr, call: &CallExpr) -> Result<Typed, Fault> {
        let name = call.func_name.as_str();
        match (name, call.args.as_slice()) {
            (operators::LOGICAL_NOT, [inner]) => {
                let inner = self.condition(inner, "!")?;
                Ok(Typed::new(Node::Not(Box::new(inner)), Type::Bool))
            }
            (operators::NEGATE, [inner]) => {
                let typed = self.part(inner)?;
                if !typed.kind.is_number() {
                    return Err(self.takes(inner, "-", "a number", typed.kind));
                }
                Ok(Typed::new(Node::Negative(Box::new(typed.node)), typed.kind))
            }
            (operators::CONDITIONAL, [condition, yes, no]) => self.choice(part, condition, yes, no),
            (operators::IN, [item, list]) => self.is_in(item, list),
            (operators::INDEX, [all, index]) => match &all.expr {
                Expr::Ident(name) if name == "tags" => self.tag_of(index),
                _ => Err(self.tree.fault(part, "only `tags` can be indexed")),
            },
            (_, [one, other]) if let Some((operator, sign)) = binary(name) => match operator {
                Binary::Compare(comparison) => self.compare(part, comparison, sign, one, other),
                Binary::Compute(operator) => self.compute(part, operator, sign, one, other),
                Binary::And => {
                    let pair = [self.condition(one, sign)?, self.condition(other, sign)?];
                    Ok(Typed::new(Node::And(Box::new(pair)), Type::Bool))
                }
                Binary::Or => {
                    let pair = [self.condition(one, sign)?, self.condition(other, sign)?];
                    Ok(Typed::new(Node::Or(Box::new(pair)), Type::Bool))
                }
            },
            _ => self.function(part, call),
        }
    }

    /// That an operator or function does not take what it was given.
    fn takes(&self, part: &IdedExpr, name: &str, takes: &str, given: Type) -> Fault {
        let message = format!("`{name}` takes {takes}, not {}", given.name());
        self.tree.fault(part, message)
    }

    /// A part that is true or false.
    fn condition(&mut self, part: &IdedExpr, operator: &str) -> Result<Node, Fault> {
        let typed = self.part(part)?;
        if typed.kind == Type::Bool {
            Ok(typed.node)
        } else {
            Err(self.takes(part, operator, "what is true or false", typed.kind))
        }
    }

    fn choice(
        &mut self,
        part: &IdedExpr,
        condition: &IdedExpr,
        yes: &IdedExpr,
        no: &IdedExpr,
    ) -> Result<Typed, Fault> {
        let condition = self.condition(condition, "?")?;
        let (yes, no) = (self.part(yes)?, self.part(no)?);
        let kind = match (yes.kind, no.kind) {
            (one, other) if one == other => one,
            (Type::Null, kind) | (kind, Type::Null) => kind,
            (one, other) if one.is_number() && other.is_number() => Type::Float,
            (one, other) => {
                let (one, other) = (one.name(), other.name());
                let message = format!("`?` chooses between {one} and {other}");
                return Err(self.tree.fault(part, message));
            }
        };
        // So that what is divided by a whole number has a fraction or not whatever is chosen.
        let same = |each: Typed| match (kind, each.kind) {
            (Type::Float, Type::Int) => Node::Apply(Function::Float, Box::new(each.node)),
            _ => each.node,
        };
        let parts = [condition, same(yes), same(no)];
        Ok(Typed::new(Node::If(Box::new(parts)), kind))
    }

    fn compare(
        &mut self,
        part: &IdedExpr,
        comparison: Comparison,
        sign: &str,
        one: &IdedExpr,
        other: &IdedExpr,
    ) -> Result<Typed, Fault> {
        let truth = |node| Ok(Typed::new(node, Type::Bool));
        let (left, right) = (self.part(one)?, self.part(other)?);
        if left.kind == Type::Null || right.kind == Type::Null {
            let known = if left.kind == Type::Null { right } else { left };
            let known = Node::Known(Box::new(known.node));
            return match comparison {
                Comparison::Equal => truth(Node::Not(Box::new(known))),
                Comparison::Unequal => truth(known),
                _ => Err(self.tree.fault(
                    part,
                    format!("`{sign}` cannot compare with null; `== null` and `!= null` can"),
                )),
            };
        }
        let (left, right) = match (left.kind, right.kind) {
            (Type::Date, Type::Text) => (left, self.day(other, right)?),
            (Type::Text, Type::Date) => (self.day(one, left)?, right),
            _ => (left, right),
        };
        let fits = match (left.kind, right.kind) {
            (Type::Bool, Type::Bool) => {
                matches!(comparison, Comparison::Equal | Comparison::Unequal)
            }
            (one, other) => one == other || one.is_number() && other.is_number(),
        };
        if fits {
            return truth(Node::Compare(comparison, Box::new([left.node, right.node])));
        }
        let hint = match (left.kind, right.kind) {
            (Type::Date, Type::Text) | (Type::Text, Type::Date) => "; `date(...)` reads a text",
            (number, Type::Text) | (Type::Text, number) if number.is_number() => {
                match (&left.node, &right.node) {
                    (Node::Literal(_), _) | (_, Node::Literal(_)) => "; numbers have no quotes",
                    _ => "; `int(...)` and `double(...)` read a text",
                }
            }
            _ => "",
        };
        let (left, right) = (left.kind.name(), right.kind.name());
        let message = format!("`{sign}` compares {left} with {right}{hint}");
        Err(self.tree.fault(part, message))
    }

    fn compute(
        &mut self,
        part: &IdedExpr,
        operator: Arithmetic,
        sign: &str,
        one: &IdedExpr,
        other: &IdedExpr,
    ) -> Result<Typed, Fault> {
        let (left, right) = (self.part(one)?, self.part(other)?);
        let kind = match (left.kind, right.kind) {
            (Type::Int, Type::Int) => Type::Int,
            (one, other) if one.is_number() && other.is_number() => Type::Float,
            (Type::Text, Type::Text) if operator == Arithmetic::Add => Type::Text,
            (one, other) => {
                let hint = match (operator, one, other) {
                    (Arithmetic::Add, Type::Text, _) | (Arithmetic::Add, _, Type::Text) => {
                        "; `string(...)` makes a text"
                    }
                    _ => "",
                };
                let (one, other) = (one.name(), other.name());
                let message = format!("`{sign}` cannot be used on {one} and {other}{hint}");
                return Err(self.tree.fault(part, message));
            }
        };
        let pair = Box::new([left.node, right.node]);
        Ok(Typed::new(Node::Arithmetic(operator, pair), kind))
    }

    /// `item in [literals]`
    fn is_in(&mut self, item: &IdedExpr, list: &IdedExpr) -> Result<Typed, Fault> {
        let typed = self.part(item)?;
        let Expr::List(literals) = &list.expr else {
            let message = "`in` needs a list of literals: `x in [\"a\", \"b\"]`";
            return Err(self.tree.fault(list, message));
        };
        let mut values = Vec::with_capacity(literals.elements.len());
        for each in &literals.elements {
            let mut element = self.part(each)?;
            if typed.kind == Type::Date {
                element = self.day(each, element)?;
            }
            let same =
                element.kind == typed.kind || element.kind.is_number() && typed.kind.is_number();
            match element.node {
                Node::Literal(value) if same && value != Value::Null => values.push(value),
                Node::Literal(_) => {
                    let (one, other) = (typed.kind.name(), element.kind.name());
                    let message = format!("`in` looks for {one}, and this is {other}");
                    return Err(self.tree.fault(each, message));
                }
                _ => return Err(self.tree.fault(each, "`in` needs a list of literals")),
            }
        }
        let node = Box::new(typed.node);
        let node = if typed.kind == Type::Text {
            let mut texts: Vec<String> = values.iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            Node::InTexts(node, texts.into())
        } else {
            Node::In(node, values.into())
        };
        Ok(Typed::new(node, Type::Bool))
    }

    /// What is called by its name: `f(x, y)` or `x.f(y)`.
    fn function(&mut self, part: &IdedExpr, call: &CallExpr) -> Result<Typed, Fault> {
        let name = call.func_name.as_str();
        let Some((_, callee)) = CALLEES.iter().find(|(each, _)| *each == name) else {
            let near = suggestion(name, CALLEES.map(|(name, _)| name));
            let message = format!("no function is called `{name}`{near}");
            return Err(self.tree.fault(part, message));
        };
        let operands: Vec<&IdedExpr> = call
            .target
            .as_deref()
            .into_iter()
            .chain(&call.args)
            .collect();
        match (callee, operands.as_slice()) {
            (Callee::Function(function), [operand]) => self.apply(*function, name, operand),
            (Callee::Part(which), [all, sought]) => {
                let pair = [self.text(all, name)?, self.text(sought, name)?];
                Ok(Typed::new(Node::Part(*which, Box::new(pair)), Type::Bool))
            }
            (Callee::Matches, [all, pattern]) => self.matches(all, pattern),
            (Callee::Tag, [operand]) => self.tag_of(operand),
            (Callee::Function(_) | Callee::Tag, _) => {
                let message = format!("`{name}` takes one argument: `{name}(x)`");
                Err(self.tree.fault(part, message))
            }
            (Callee::Part(_) | Callee::Matches, _) => {
                let message =
                    format!("`{name}` takes a text and one argument: `x.{name}(\"...\")`");
                Err(self.tree.fault(part, message))
            }
        }
    }

    fn apply(
        &mut self,
        function: Function,
        name: &str,
        operand: &IdedExpr,
    ) -> Result<Typed, Fault> {
        let mut typed = self.part(operand)?;
        let given = typed.kind;
        let text = given == Type::Text;
        let (fits, takes, gives) = match function {
            Function::Size => (text, "text", Type::Int),
            Function::Lower | Function::Upper => (text, "text", Type::Text),
            Function::Year | Function::Month | Function::Day => {
                (given == Type::Date, "a date", Type::Int)
            }
            Function::Date => (text || given == Type::Date, "text", Type::Date),
            Function::Int => (text || given.is_number(), "text or a number", Type::Int),
            Function::Float => (text || given.is_number(), "text or a number", Type::Float),
            Function::Text => (given != Type::Null, "any value", Type::Text),
        };
        if !fits {
            return Err(self.takes(operand, name, takes, given));
        }
        if function == Function::Date {
            typed = self.day(operand, typed)?;
            if typed.kind == Type::Date {
                return Ok(typed);
            }
        }
        Ok(Typed::new(
            Node::Apply(function, Box::new(typed.node)),
            gives,
        ))
    }

    fn text(&mut self, part: &IdedExpr, name: &str) -> Result<Node, Fault> {
        let typed = self.part(part)?;
        if typed.kind == Type::Text {
            Ok(typed.node)
        } else {
            Err(self.takes(part, name, "text", typed.kind))
        }
    }

    fn matches(&mut self, all: &IdedExpr, pattern: &IdedExpr) -> Result<Typed, Fault> {
        let all = self.text(all, "matches")?;
        let Some(text) = literal_text(pattern) else {
            let message = "`matches` takes a regular expression as a literal in quotes";
            return Err(self.tree.fault(pattern, message));
        };
        match Regex::new(text) {
            Ok(regex) => Ok(Typed::new(Node::Matches(Box::new(all), regex), Type::Bool)),
            Err(error) => {
                // Its last line is the reason; those before it show the place.
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                let reason = reason.trim_start_matches("error: ");
                let message = format!("not a regular expression: {reason}");
                Err(self.tree.fault(pattern, message))
            }
        }
    }

    /// The tag whose name a part is.
    fn tag_of(&mut self, part: &IdedExpr) -> Result<Typed, Fault> {
        let Some(name) = literal_text(part) else {
            let message = "the name of a tag must be a literal in quotes";
            return Err(self.tree.fault(part, message));
        };
        Ok(self.tag(name))
    }
}

/// The text of a literal.
fn literal_text(part: &IdedExpr) -> Option<&str> {
    match &part.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}
