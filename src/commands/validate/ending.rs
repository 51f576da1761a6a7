//! How a run ends: what is written last, the summary, the exit status.

use std::io::{self, Write as _};

use anyhow::Context as _;

use crate::commands::Exit;
use crate::commands::course::{plural, unless_closed};
use crate::commands::validate::{Run, Stop, say};
use crate::finding::Level;
use crate::stream::output::Output;

impl Run<'_> {
    pub(super) fn finish(mut self) -> anyhow::Result<Exit> {
        match self.course.stop.take() {
            Some(Stop::ClosedPipe) => return Ok(Exit::Clean),
            Some(Stop::Write(error)) => {
                return Err(error).context("cannot write the results");
            }
            Some(Stop::Cancelled) => {
                self.summary(" (interrupted)");
                // What was found so far is shown; a file is not begun.
                if matches!(self.sink.out, Output::Stdout(_) | Output::Stderr(_)) {
                    let ended = self.end(true).and_then(|()| self.sink.out.flush());
                    ignore_closed_pipe(ended)?;
                }
                return Ok(Exit::Interrupted);
            }
            None => {}
        }
        ignore_closed_pipe(self.end(false))?;
        match self.finish_mending() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
            finished => finished.context("cannot write the results")?,
        }
        // Before the summary, so that a closed pipe ends quietly here as well.
        match self.sink.out.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
            flushed => flushed.context("cannot write the findings")?,
        }
        self.summary("");
        let exit = if self.course.failed {
            Exit::Failed
        } else if self.tally.get(Level::Error) > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        };
        self.sink
            .out
            .finish()
            .context("cannot write the findings")?;
        Ok(exit)
    }

    fn summary(&self, ending: &str) {
        if self.options.quiet {
            return;
        }
        self.before.finish();
        if !self.options.statistics
            && let Some(most) = self.options.max_findings
            && self.tally.total() > self.written
            && self.written >= most
        {
            say(&format!(
                "note: {most} findings are shown; all are counted (--max-findings)"
            ));
        }
        let mut levels: Vec<String> = Vec::new();
        for level in Level::ALL {
            let count = self.tally.get(level);
            if level != Level::Style || count > 0 {
                let name = level.name();
                levels.push(plural(count, name, &format!("{name}s")));
            }
        }
        self.course.say_counts(&levels.join(", "), ending);
        if let Some(mended) = self.mended() {
            say(&mended);
        }
    }
}

fn ignore_closed_pipe(result: io::Result<()>) -> anyhow::Result<()> {
    unless_closed(result).context("cannot write the findings")?;
    Ok(())
}
