//! How rules are described.

use std::io::{self, Write};

use serde::Serialize;

use crate::finding::jsonl::write_line;
use crate::finding::{Family, Level, RuleInfo, printable};

/// Lines of an example that are shown.
const MOST_LINES: usize = 60;
/// Characters of a line that are shown.
const LONGEST_LINE: usize = 160;

#[derive(Serialize)]
struct Object<'a> {
    rule: &'a str,
    family: &'a str,
    level: &'a str,
    also: Vec<&'a str>,
    summary: &'a str,
    why: &'a str,
    source: Option<&'a str>,
    fix: bool,
    bad: Option<String>,
    good: Option<String>,
}

/// All there is to say about a rule.
pub(super) fn page(out: &mut impl Write, rule: &RuleInfo) -> io::Result<()> {
    writeln!(out, "{}", rule.id)?;
    writeln!(out, "{}", "=".repeat(rule.id.len()))?;
    let fix = if rule.fixable { "yes" } else { "no" };
    let levels = levels(rule);
    for (name, value) in [
        ("family", rule.family.name()),
        ("level", levels.as_str()),
        ("finds", rule.summary),
        ("why", rule.why),
        ("source", rule.source),
        ("fix", fix),
    ] {
        if !value.is_empty() {
            writeln!(out, "{:8} {value}", format!("{name}:"))?;
        }
    }
    if let Some(examples) = &rule.examples {
        for (name, example) in [("bad", examples.bad), ("good", examples.good)] {
            writeln!(out, "\n{name}:")?;
            for line in shown(example) {
                writeln!(out, "{}", format!("    {line}").trim_end())?;
            }
        }
    }
    Ok(())
}

/// A rule's level, and those of its other cases.
fn levels(rule: &RuleInfo) -> String {
    let names: Vec<&str> = rule.levels().map(Level::name).collect();
    names.join(", ")
}

/// A line a rule.
pub(super) fn table(out: &mut impl Write, rules: &[&RuleInfo]) -> io::Result<()> {
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    writeln!(
        out,
        "{:width$}  {:8}  {:14}  {:3}  finds",
        "rule", "family", "level", "fix"
    )?;
    for rule in rules {
        let fix = if rule.fixable { "yes" } else { "no" };
        let (family, level) = (rule.family.name(), levels(rule));
        let (id, summary) = (rule.id, rule.summary);
        writeln!(
            out,
            "{id:width$}  {family:8}  {level:14}  {fix:3}  {summary}"
        )?;
    }
    Ok(())
}

/// One JSON object.
pub(super) fn object(out: &mut impl Write, rule: &RuleInfo) -> io::Result<()> {
    let text = |example| {
        let mut text = shown(example).join("\n");
        text.push('\n');
        text
    };
    let object = Object {
        rule: rule.id,
        family: rule.family.name(),
        level: rule.level.name(),
        also: rule.also.iter().map(|level| level.name()).collect(),
        summary: rule.summary,
        why: rule.why,
        source: Some(rule.source).filter(|source| !source.is_empty()),
        fix: rule.fixable,
        bad: rule.examples.as_ref().map(|both| text(both.bad)),
        good: rule.examples.as_ref().map(|both| text(both.good)),
    };
    write_line(out, &object)
}

/// A table for each family.
pub(super) fn markdown(out: &mut impl Write, rules: &[&RuleInfo]) -> io::Result<()> {
    writeln!(out, "# The rules of `chesstool validate`\n")?;
    writeln!(
        out,
        "Written by `chesstool explain --format markdown`; `chesstool explain RULE` shows a rule with its \
         examples.\nStyle is off unless asked for. Where a rule has several levels, the first one is the usual one, and the \
         others are those of other cases. Where a rule has a fix, what it finds can be mended \
         without changing what the game says."
    )?;
    for family in Family::ALL {
        let mut rules = rules.iter().filter(|rule| rule.family == family).peekable();
        if rules.peek().is_none() {
            continue;
        }
        writeln!(out, "\n## {}\n", family.name())?;
        writeln!(
            out,
            "| rule | level | finds | why it matters | source | fix |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|")?;
        for rule in rules {
            let fix = if rule.fixable { "yes" } else { "" };
            let [finds, why, source] = [rule.summary, rule.why, rule.source].map(cell);
            let (id, level) = (rule.id, levels(rule));
            writeln!(
                out,
                "| `{id}` | {level} | {finds} | {why} | {source} | {fix} |"
            )?;
        }
    }
    Ok(())
}

/// Text that stays in its cell, and is shown as it is.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut is_code = false;
    for letter in text.chars() {
        is_code ^= letter == '`';
        // Code is shown as it is; only what ends the cell is seen before it.
        let special = matches!(letter, '<' | '>' | '*' | '_' | '[' | ']' | '\\');
        if letter == '|' || special && !is_code {
            cell.push('\\');
        }
        cell.push(letter);
    }
    cell
}

/// The lines of an example, without control characters and cut to what fits a page.
fn shown(example: &[u8]) -> Vec<String> {
    // Bytes that are not UTF-8 are the point of some examples, and shown as a sign.
    let text = String::from_utf8_lossy(example);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let all: Vec<&str> = text.lines().collect();
    let mut lines: Vec<String> = all.iter().take(MOST_LINES).map(|line| cut(line)).collect();
    if all.len() > MOST_LINES {
        lines.push(format!("… ({} more lines)", all.len() - MOST_LINES));
    }
    lines
}

fn cut(line: &str) -> String {
    let line = printable(line);
    let length = line.chars().count();
    if length <= LONGEST_LINE {
        return line;
    }
    let start: String = line.chars().take(LONGEST_LINE).collect();
    format!("{start}… ({} more characters)", length - LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_outside_code() {
        assert_eq!(cell("<a> `[b]|` [c]|"), r"\<a\> `[b]\|` \[c\]\|");
    }

    #[test]
    fn long_examples_are_cut_with_a_word() {
        let example = [&b"x".repeat(170)[..], b"\r", &b"1.\r\n".repeat(70)[..]].concat();
        let lines = shown(&example);
        assert_eq!(lines.len(), 61);
        assert!(lines[0].ends_with("x… (10 more characters)"));
        assert_eq!(lines[60], "… (11 more lines)");
        assert_eq!(shown(b"a\x1b\xff\n"), ["a\u{fffd}\u{fffd}"]);
    }
}
