//! `JUnit` XML: a suite with one case for each text of games, which fails if errors were found in it.
//!
//! A suite is written when its file ends, so that no more is held than the first findings of one file.

use std::io::{self, Write};

use crate::finding::report::{Report, Summary, place_name};
use crate::finding::{Finding, Level, RuleInfo, Tally, is_invisible};

/// Findings of a file that are listed; the others are counted.
const MOST: usize = 100;

/// Writes the suites.
#[derive(Debug, Default)]
pub struct Junit {
    file: Option<Case>,
}

#[derive(Debug, Default)]
struct Case {
    name: String,
    tally: Tally,
    errors: Vec<Listed>,
    others: Vec<Listed>,
    unreadable: Option<String>,
}

#[derive(Debug)]
struct Listed {
    level: Level,
    rule: &'static str,
    text: String,
}

impl Report for Junit {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"chesstool\">\n",
        )
    }

    fn begin_file(&mut self, _out: &mut dyn Write, file: &str) -> io::Result<()> {
        self.file = Some(Case {
            name: file.to_owned(),
            ..Case::default()
        });
        Ok(())
    }

    fn finding(&mut self, _out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        if let Some(case) = &mut self.file {
            let list = match finding.level {
                Level::Error => &mut case.errors,
                _ => &mut case.others,
            };
            if list.len() < MOST {
                list.push(Listed {
                    level: finding.level,
                    rule: finding.rule.id,
                    text: format!("{}: {}", place_name(file, finding.place), finding.message),
                });
            }
        }
        Ok(())
    }

    fn count(&mut self, _rule: &'static RuleInfo, level: Level, count: u64) {
        if let Some(case) = &mut self.file {
            case.tally.add(level, count);
        }
    }

    fn unreadable(&mut self, out: &mut dyn Write, file: &str, why: &str) -> io::Result<()> {
        let why = format!("cannot read {file}: {why}");
        if let Some(case) = &mut self.file {
            case.unreadable = Some(why);
            return Ok(());
        }
        let case = Case {
            name: file.to_owned(),
            unreadable: Some(why),
            ..Case::default()
        };
        case.write(out)
    }

    fn end_file(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.file.take().map_or(Ok(()), |case| case.write(out))
    }

    fn end(&mut self, out: &mut dyn Write, _summary: &Summary<'_>) -> io::Result<()> {
        out.write_all(b"</testsuites>\n")
    }
}

impl Case {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = escape(&self.name);
        let errors = self.tally.get(Level::Error);
        // A case that could not be run is an error in these files, one that went wrong a failure.
        let unreadable = u8::from(self.unreadable.is_some());
        let failures = u8::from(errors > 0 && unreadable == 0);
        writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"1\" failures=\"{failures}\" errors=\"{unreadable}\">"
        )?;
        writeln!(
            out,
            "    <testcase name=\"{name}\" classname=\"chesstool.validate\">"
        )?;
        if let Some(why) = &self.unreadable {
            let why = escape(why);
            writeln!(out, "      <error type=\"unreadable\" message=\"{why}\"/>")?;
        } else if let Some(first) = self.errors.first() {
            let found = match errors {
                1 => "1 error".to_owned(),
                errors => format!("{errors} errors"),
            };
            write!(
                out,
                "      <failure type=\"{}\" message=\"{found}\">",
                first.rule
            )?;
            list(out, &self.errors, errors)?;
            writeln!(out, "</failure>")?;
        } else if errors > 0 {
            writeln!(out, "      <failure message=\"{errors} errors\"/>")?;
        }
        let others = self.tally.total() - errors;
        let hidden = if self.unreadable.is_some() {
            self.errors.as_slice()
        } else {
            &[]
        };
        if !self.others.is_empty() || !hidden.is_empty() {
            write!(out, "      <system-out>")?;
            if !hidden.is_empty() {
                list(out, hidden, errors)?;
            }
            list(out, &self.others, others)?;
            writeln!(out, "</system-out>")?;
        }
        writeln!(out, "    </testcase>\n  </testsuite>")
    }
}

/// The findings that were kept, one a line, and how many more there are.
fn list(out: &mut dyn Write, listed: &[Listed], all: u64) -> io::Result<()> {
    for Listed { level, rule, text } in listed {
        write!(out, "\n{}", escape(&format!("{level}[{rule}] {text}")))?;
    }
    let more = all.saturating_sub(listed.len() as u64);
    if more > 0 {
        write!(out, "\n… and {more} more")?;
    }
    writeln!(out)
}

/// Escapes text for XML; characters that XML does not have, and those that hide others, become a sign.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() || is_invisible(letter) => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("<a & \"b\">\u{1b}\u{ffff}"),
            "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}\u{fffd}"
        );
    }
}
