//! One line a finding: `file:line:col: level[rule] message`, as compilers write it.

use std::io::{self, Write};

use crate::finding::report::{Report, place_name};
use crate::finding::{Finding, printable};

/// Writes the lines.
#[derive(Clone, Copy, Debug)]
pub struct Concise;

impl Report for Concise {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        writeln!(
            out,
            "{}: {}[{}] {}",
            printable(&place_name(file, finding.place)),
            finding.level,
            finding.rule.id,
            printable(&finding.message)
        )
    }
}
