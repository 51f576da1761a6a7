//! Counts instead of findings: a line for each rule at each level, with its first place.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::jsonl::{Jsonl, write_line};
use crate::finding::report::{Report, Summary, place_name};
use crate::finding::{Finding, Level, Place, RuleInfo, printable};

/// Counts, and writes at the end.
#[derive(Debug)]
pub struct Statistics {
    jsonl: bool,
    rows: BTreeMap<(&'static str, Level), Row>,
}

#[derive(Debug, Default)]
struct Row {
    count: u64,
    /// Findings that no format shows are counted and have no place.
    first: Option<(String, Place)>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the keys are the format's")]
struct Line<'a> {
    rule: &'static str,
    level: Level,
    count: u64,
    file: Option<&'a str>,
    line: Option<u64>,
    column: Option<u32>,
}

impl Statistics {
    /// Writes a table, or JSON objects.
    #[must_use]
    pub const fn new(jsonl: bool) -> Statistics {
        Statistics {
            jsonl,
            rows: BTreeMap::new(),
        }
    }

    /// The commonest first.
    fn sorted(&self) -> Vec<(&'static str, Level, &Row)> {
        let rows = self.rows.iter();
        let mut rows: Vec<_> = rows
            .map(|(&(rule, level), row)| (rule, level, row))
            .collect();
        rows.sort_by_key(|&(rule, level, row)| {
            (std::cmp::Reverse(row.count), rule, std::cmp::Reverse(level))
        });
        rows
    }

    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.sorted();
        let count = |row: &Row| row.count.to_string().len();
        let counts = rows
            .iter()
            .map(|(_, _, row)| count(row))
            .max()
            .unwrap_or(0)
            .max(5);
        let rules = rows.iter().map(|(rule, ..)| rule.len()).max().unwrap_or(0);
        for (at, (rule, level, row)) in rows.iter().enumerate() {
            if at == 0 {
                writeln!(
                    out,
                    "{:>counts$}  {:7}  {:rules$}  first",
                    "count", "level", "rule"
                )?;
            }
            let first = row.first.as_ref().map_or_else(
                || "-".to_owned(),
                |(file, place)| printable(&place_name(file, *place)),
            );
            let level = level.name();
            writeln!(
                out,
                "{:>counts$}  {level:7}  {rule:rules$}  {first}",
                row.count
            )?;
        }
        Ok(())
    }
}

impl Report for Statistics {
    fn finding(&mut self, _out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        let row = self
            .rows
            .entry((finding.rule.id, finding.level))
            .or_default();
        row.first
            .get_or_insert_with(|| (file.to_owned(), finding.place));
        Ok(())
    }

    fn count(&mut self, rule: &'static RuleInfo, level: Level, count: u64) {
        self.rows.entry((rule.id, level)).or_default().count += count;
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary<'_>) -> io::Result<()> {
        if !self.jsonl {
            return self.table(out);
        }
        for (rule, level, row) in self.sorted() {
            let first = row.first.as_ref();
            let line = Line {
                rule,
                level,
                count: row.count,
                file: first.map(|(file, _)| file.as_str()),
                line: first.map(|(_, place)| place.line),
                column: first.map(|(_, place)| place.column),
            };
            write_line(out, &line)?;
        }
        Jsonl.end(out, summary)
    }
}
