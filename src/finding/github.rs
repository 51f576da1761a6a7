//! Workflow commands of GitHub Actions, which shows them beside the lines that they are about.

use std::io::{self, Write};

use crate::finding::report::Report;
use crate::finding::{Finding, Level, printable};

/// Writes the commands.
#[derive(Clone, Copy, Debug)]
pub struct Github;

impl Report for Github {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        let command = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Style | Level::Note => "notice",
        };
        writeln!(
            out,
            "::{command} file={},line={},col={},title={}::{}",
            property(file),
            finding.place.line,
            finding.place.column,
            property(finding.rule.id),
            data(&finding.message)
        )
    }

    fn unreadable(&mut self, out: &mut dyn Write, file: &str, why: &str) -> io::Result<()> {
        let message = data(&format!("cannot read {file}: {why}"));
        writeln!(out, "::error file={}::{message}", property(file))
    }
}

/// Escapes a message.
fn data(text: &str) -> String {
    let escaped = text
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    printable(&escaped)
}

/// Escapes the value of a property, which may not hold what separates properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("50%, a:b\r\n::x"), "50%25, a:b%0D%0A::x");
        assert_eq!(property("a,b:c%\n"), "a%2Cb%3Ac%25%0A");
        assert_eq!(property("\u{1b}[2J"), "\u{fffd}[2J");
    }
}
