//! `--report`: what became of the games, as a page for people or as lines for machines.

use std::path::Path;

use crate::annotate::report::{Report, Summary};
use crate::commands::annotate::journal::Journal;
use crate::stream::output::Output;

/// Whether a report's name asks for a page, or else for lines.
///
/// # Errors
///
/// If it asks for neither.
pub(super) fn is_page(path: &Path) -> anyhow::Result<bool> {
    let end = path
        .extension()
        .and_then(|end| end.to_str())
        .unwrap_or_default();
    match end.to_ascii_lowercase().as_str() {
        "html" | "htm" => Ok(true),
        "jsonl" | "ndjson" => Ok(false),
        _ => anyhow::bail!(
            "--report {}: a name with .html or .jsonl is wanted",
            path.display()
        ),
    }
}

/// Writes the report of a run that is done.
pub(super) fn write(path: &Path, summary: &Summary, journal: &mut Journal) -> anyhow::Result<()> {
    let out = Output::open(Some(path))?;
    let mut report = if is_page(path)? {
        Report::html(out)
    } else {
        Report::jsonl(out)
    };
    journal.outcomes(&mut |outcome| report.add(outcome))?;
    let out = report.finish(summary)?;
    out.finish()?;
    Ok(())
}
