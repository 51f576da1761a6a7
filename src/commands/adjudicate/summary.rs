//! The counts of a run: how games ended, and how that fits their records.

use std::io::{self, Write};

use crate::adjudicate::judgement::Status;
use crate::adjudicate::tally::Counts;
use crate::adjudicate::{Format, Tally};
use crate::commands::adjudicate::{Run, say};
use crate::commands::course::plural;

/// Names of the counts, behind `reason`.
const NAMES: [&str; 6] = [
    "games",
    "agrees",
    "contradicts",
    "completes",
    "undetermined",
    "went_on",
];

fn numbers(counts: &Counts) -> [u64; 6] {
    let [agrees, contradicts, completes, undetermined] =
        Status::ALL.map(|status| counts.of(status));
    [
        counts.games(),
        agrees,
        contradicts,
        completes,
        undetermined,
        counts.went_on,
    ]
}

/// Writes the counts of each reason; in text as a table with the sum.
pub(super) fn write(out: &mut impl Write, format: Format, tally: &Tally) -> io::Result<()> {
    match format {
        Format::Text => table(out, tally),
        Format::Csv => {
            writeln!(out, "reason,{}", NAMES.join(","))?;
            for (reason, counts) in tally.reasons() {
                let numbers = numbers(counts).map(|number| number.to_string());
                writeln!(out, "{reason},{}", numbers.join(","))?;
            }
            Ok(())
        }
        Format::Jsonl => {
            for (reason, counts) in tally.reasons() {
                write!(out, "{{\"reason\":\"{reason}\"")?;
                for (name, number) in NAMES.iter().zip(numbers(counts)) {
                    write!(out, ",\"{name}\":{number}")?;
                }
                writeln!(out, "}}")?;
            }
            Ok(())
        }
    }
}

fn table(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let total = tally.total();
    let mut rows: Vec<(String, Counts)> = tally
        .reasons()
        .map(|(reason, counts)| (reason.replace('_', " "), *counts))
        .collect();
    // The most frequent first; names decide between equal ones.
    rows.sort_by(|one, other| {
        let games = other.1.games().cmp(&one.1.games());
        games.then_with(|| one.0.cmp(&other.0))
    });
    rows.push(("all".to_owned(), total));
    let widths: Vec<usize> = NAMES
        .iter()
        .zip(numbers(&total))
        .map(|(name, number)| name.len().max(number.to_string().len()))
        .collect();
    let first = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let mut line = |name: &str, cells: &[String]| {
        write!(out, "{name:first$}")?;
        for (cell, width) in cells.iter().zip(&widths) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)
    };
    let heads = NAMES.map(|name| name.replace('_', " "));
    line("", &heads)?;
    for (name, counts) in rows {
        line(&name, &numbers(&counts).map(|number| number.to_string()))?;
    }
    Ok(())
}

impl Run<'_> {
    /// Says on standard error what was done.
    pub(super) fn say_counts(&self, ending: &str) {
        if self.options.quiet {
            return;
        }
        let total = self.tally.total();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| format!("{} {}", total.of(status), status.words(total.of(status))))
            .collect();
        self.course.say_counts(&counts.join(", "), ending);
        if self.options.write.is_some() {
            say(&format!(
                "{} changed",
                plural(self.changed, "game", "games")
            ));
        }
    }
}

impl Status {
    /// What so many games do.
    const fn words(self, count: u64) -> &'static str {
        match (self, count) {
            (Status::Agrees, 1) => "agrees",
            (Status::Agrees, _) => "agree",
            (Status::Contradicts, 1) => "contradicts",
            (Status::Contradicts, _) => "contradict",
            (Status::Completes, 1) => "is completed",
            (Status::Completes, _) => "are completed",
            (Status::Undetermined, _) => "undetermined",
        }
    }
}
