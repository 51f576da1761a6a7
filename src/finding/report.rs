//! What every format is written through: findings come one by one, file by file, and are not kept.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::finding::{Finding, Level, Place, RuleInfo, Tally};

/// Writes the findings of a run in one format.
pub trait Report {
    /// Before all else.
    ///
    /// # Errors
    ///
    /// If writing fails, as for all of these.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Before the findings of a file.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn begin_file(&mut self, _out: &mut dyn Write, _file: &str) -> io::Result<()> {
        Ok(())
    }

    /// One finding.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()>;

    /// Findings of a rule are counted, whether they are shown or not.
    fn count(&mut self, _rule: &'static RuleInfo, _level: Level, _count: u64) {}

    /// A file cannot be read, or only in part; it may have begun.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn unreadable(&mut self, _out: &mut dyn Write, _file: &str, _why: &str) -> io::Result<()> {
        Ok(())
    }

    /// Behind the findings of a file.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn end_file(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Behind all else.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn end(&mut self, _out: &mut dyn Write, _summary: &Summary<'_>) -> io::Result<()> {
        Ok(())
    }
}

/// What a run has come to.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// Number of files.
    pub files: u64,
    /// Number of games.
    pub games: u64,
    /// Moves played, in all lines.
    pub plies: u64,
    /// Findings by level.
    pub tally: &'a Tally,
    /// Findings by rule.
    pub rules: &'a BTreeMap<&'static str, u64>,
    /// A file could not be read, or the tool itself failed.
    pub failed: bool,
    /// The run ended before its input did.
    pub interrupted: bool,
}

/// `file:line:col`, as editors and terminals read it.
#[must_use]
pub fn place_name(file: &str, place: Place) -> String {
    format!("{file}:{}:{}", place.line, place.column)
}
