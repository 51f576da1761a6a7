//! How a run ends: when all is done, when the user has had enough, when no engine works any more.

use std::ffi::OsStr;
use std::io;
use std::time::Instant;

use anyhow::Context as _;

use crate::annotate::report::Summary;
use crate::commands::Exit;
use crate::commands::annotate::run::{Run, TICK};
use crate::commands::annotate::{GRACE, report};
use crate::commands::stop::{Stop, say};
use crate::stream::cancel;

impl Run<'_> {
    /// Waits for what is under way. When the user has had enough no other game is begun, and those under way have a
    /// little time.
    fn drain(&mut self) -> io::Result<()> {
        let mut closing: Option<Instant> = None;
        while self.pool.pending() > 0 && self.dead.is_none() {
            if cancel::is_cancelled() && closing.is_none() {
                closing = Some(Instant::now());
                self.signals.close();
            }
            if closing.is_some_and(|since| since.elapsed() > GRACE) {
                break;
            }
            self.receive(TICK);
            self.write_ready()?;
        }
        self.write_ready()
    }

    pub(super) fn finish(mut self) -> anyhow::Result<Exit> {
        let failed = "cannot write the results";
        let stopped_before = self.course.stop.take();
        let drained = match &stopped_before {
            Some(Stop::ClosedPipe | Stop::Write(_)) => Ok(()),
            _ => self.drain(),
        };
        self.signals.stop();
        let ended = stopped_before.or_else(|| drained.err().map(Stop::of));
        let mut out = self.out.take();
        let unfinished =
            cancel::is_cancelled() || self.dead.is_some() || ended.is_some() || self.course.failed;
        if unfinished && let Some(out) = &mut out {
            // What is done is kept, so that the run can be gone on with.
            let kept = out.sync().and_then(|()| self.journal.sync());
            if let Err(error) = kept
                && error.kind() != io::ErrorKind::BrokenPipe
            {
                say(&format!("error: {failed}: {error}"));
            }
        }
        match ended {
            Some(Stop::ClosedPipe) => return Ok(Exit::Clean),
            Some(Stop::Write(error)) => return Err(error).context(failed),
            Some(Stop::Cancelled) | None => {}
        }
        if cancel::is_cancelled() {
            self.say_counts(" (interrupted)");
            self.say_how_to_go_on();
            return Ok(Exit::Interrupted);
        }
        if let Some(why) = &self.dead {
            self.say_how_to_go_on();
            anyhow::bail!("{why}");
        }
        if let Some(path) = &self.options.report {
            let summary = Summary {
                title: "Annotated games".to_owned(),
                tool: concat!("chesstool ", env!("CARGO_PKG_VERSION")).to_owned(),
                engine: self.engine.clone(),
                budget: self.options.plan.budget(),
                unfinished: None,
            };
            let written = report::write(path, &summary, &mut self.journal);
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.say_counts("");
        if self.course.failed && self.options.output.is_some() {
            if let Some(nothing) = out.take_if(|out| out.length() == 0) {
                nothing.discard();
                self.journal.finish();
                return Ok(Exit::Failed);
            }
            // What is not whole takes the place of no file.
            say(
                "error: the output is not whole, since not all of the input could be read; it keeps the name .part",
            );
            return Ok(Exit::Failed);
        }
        if let Some(out) = out {
            match out.finish() {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
                finished => finished.context(failed)?,
            }
        }
        self.journal.finish();
        Ok(if self.course.failed {
            Exit::Failed
        } else if self.tally.failed > 0 || self.tally.missing > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        })
    }

    /// Says with which command the run can be gone on with.
    fn say_how_to_go_on(&self) {
        if self.journal.path().is_none() {
            return;
        }
        let mut words: Vec<String> = std::env::args_os().map(|word| quoted(&word)).collect();
        if !self.options.resume {
            // Behind the name of the command, since what follows `--` is no option.
            let at = words.iter().position(|word| word == "annotate");
            words.insert(at.map_or(words.len(), |at| at + 1), "--resume".to_owned());
        }
        say(&format!(
            "{} of the games are kept; to go on: {}",
            self.turns.count(),
            words.join(" ")
        ));
    }

    fn say_counts(&self, ending: &str) {
        if !self.options.quiet {
            self.course.say_counts(&self.tally.told(), ending);
        }
    }
}

/// A word of a command line, so that a shell takes it for one.
fn quoted(word: &OsStr) -> String {
    #[cfg(unix)]
    if word.to_str().is_none() {
        use std::fmt::Write as _;
        use std::os::unix::ffi::OsStrExt as _;
        let mut quoted = "$'".to_owned();
        for byte in word.as_bytes() {
            let _ = match byte {
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b' ' | b'.' | b'/' | b'-' | b'_' => {
                    write!(quoted, "{}", char::from(*byte))
                }
                // Three octal digits at most: whatever follows is not taken for one of them.
                _ => write!(quoted, "\\{byte:03o}"),
            };
        }
        return quoted + "'";
    }
    let word = word.to_string_lossy();
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./\\:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) && (cfg!(windows) || !word.contains('\\')) {
        word.into_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        let told = |word: &str| quoted(word.as_ref());
        assert_eq!(told("games/a-1.pgn"), "games/a-1.pgn");
        assert_eq!(told("my games.pgn"), "'my games.pgn'");
        assert_eq!(told("it's"), "'it'\\''s'");
        assert_eq!(told(""), "''");
        assert_eq!(told("a\\b"), "'a\\b'");
        let odd = std::os::unix::ffi::OsStrExt::from_bytes(b"n\xe9 1.pgn");
        assert_eq!(quoted(odd), "$'n\\351 1.pgn'");
    }
}
