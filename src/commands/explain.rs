//! `chesstool explain`: what the rules find, and why that matters.

mod report;

use std::io::{self, Write};

use anyhow::Context as _;

use crate::commands::Exit;
use crate::finding::{Family, RuleInfo};
use crate::lint::rules;
use crate::stream::output::Output;

/// How rules are described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object a rule.
    Jsonl,
    /// The tables of `docs/rules.md`.
    Markdown,
}

/// What to describe and how.
#[derive(Debug)]
pub struct Options {
    /// A rule or a family; all rules if left out.
    pub name: Option<String>,
    /// How rules are described.
    pub format: Format,
}

/// Runs the command.
///
/// # Errors
///
/// If nothing is called so, or writing fails.
pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let rules = named(options.name.as_deref())?;
    let single = rules
        .iter()
        .any(|rule| Some(rule.id) == options.name.as_deref());
    let mut out = Output::open(None)?;
    let written = match options.format {
        Format::Text if single => rules
            .iter()
            .try_for_each(|rule| report::page(&mut out, rule)),
        Format::Text => report::table(&mut out, &rules),
        Format::Jsonl => rules
            .iter()
            .try_for_each(|rule| report::object(&mut out, rule)),
        Format::Markdown => report::markdown(&mut out, &rules),
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Clean),
        written => written.context("cannot write").map(|()| Exit::Clean),
    }
}

/// The rules that a name means, family by family.
fn named(name: Option<&str>) -> anyhow::Result<Vec<&'static RuleInfo>> {
    let mut found = Vec::new();
    for family in Family::ALL {
        let of_family = rules::all().filter(|rule| rule.family == family);
        found.extend(of_family.filter(|rule| match name {
            None | Some("all") => true,
            Some(name) => name == rule.id || name == family.name(),
        }));
    }
    if let Some(name) = name
        && found.is_empty()
    {
        anyhow::bail!("{}", rules::UnknownRule(name.to_owned()));
    }
    Ok(found)
}
