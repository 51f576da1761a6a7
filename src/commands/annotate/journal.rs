//! What a run has done so far, so that one that was broken off can be gone on with: a line of JSON for every game, beside
//! the output.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::annotate::outcome::Outcome;
use crate::commands::annotate::Options;
use crate::commands::annotate::files::is_device;
use crate::commands::annotate::part::{Destination, left_behind};
use crate::commands::annotate::tally::Tally;
use crate::commands::annotate::turns::Turns;
use crate::commands::stop::say;

/// How a journal begins.
const HEAD: &[u8] = b"{\"version\":";

/// The journal is made safe after such a time.
const INTERVAL: Duration = Duration::from_secs(5);

/// What must be the same for a run to be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    /// The program's version.
    pub(super) version: String,
    /// The engine's name.
    pub(super) engine: String,
    /// Everything that the output depends on.
    pub(super) options: String,
    /// Names, sizes and hashes of the inputs.
    pub(super) inputs: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// The turn of the game.
    turn: u64,
    /// Where its text ends in the output.
    end: u64,
    /// The checksum of the output up to there.
    check: String,
    /// What became of them.
    tally: Tally,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// Where an earlier run was broken off.
#[derive(Debug)]
pub(super) struct Resumed {
    /// Games that are done.
    pub(super) turns: Turns,
    /// Bytes of the output that belong to them.
    pub(super) end: u64,
    /// The checksum of these; empty if there are none.
    pub(super) check: String,
    pub(super) tally: Tally,
}

/// The journal of a run.
#[derive(Debug)]
pub(super) struct Journal {
    /// None if nothing is to be gone on with, nor reported.
    file: Option<File>,
    /// None for a journal that goes with the run.
    path: Option<PathBuf>,
    /// Lines that are not written yet.
    lines: Vec<u8>,
    /// Keep what became of the games.
    outcomes: bool,
    last: Instant,
}

impl Journal {
    /// Begins a journal, or opens the one of a run that was broken off.
    pub(super) fn open(
        options: &Options,
        print: &Fingerprint,
    ) -> anyhow::Result<(Journal, Option<Resumed>)> {
        let path = options.journal.clone().or_else(|| {
            let output = options.output.as_ref()?;
            (!is_device(output)).then(|| with_end(output, ".journal"))
        });
        let mut journal = Journal {
            file: None,
            path,
            lines: Vec::new(),
            outcomes: options.report.is_some(),
            last: Instant::now(),
        };
        let Some(path) = journal.path.clone() else {
            if options.resume {
                anyhow::bail!("--resume needs the output of the run that was broken off: -o FILE");
            }
            if journal.outcomes {
                journal.file = Some(tempfile::tempfile().context("cannot make a temporary file")?);
            }
            return Ok((journal, None));
        };
        let Some(output) = &options.output else {
            anyhow::bail!("--journal is for runs with an output: -o FILE");
        };
        let named = || format!("cannot use the journal {}", path.display());
        let mut head = Vec::new();
        if let Ok(file) = File::open(&path) {
            let mut start = BufReader::new(file.take(1 << 24));
            start.read_until(b'\n', &mut head).with_context(named)?;
        }
        let begun = head.ends_with(b"\n") && serde_json::from_slice::<Fingerprint>(&head).is_ok();
        if !begun && !is_cut(&head) {
            anyhow::bail!(
                "{} is there already, and no journal; name another one with --journal",
                path.display()
            );
        }
        if begun {
            if !options.resume {
                anyhow::bail!(
                    "{} is the journal of a run that was broken off: go on with --resume, or remove it and the unfinished output",
                    path.display()
                );
            }
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .open(&path)
                .with_context(named)?;
            lock(&file, &path)?;
            let (resumed, length) = read(&file, print).with_context(named)?;
            file.set_len(length).with_context(named)?;
            journal.file = Some(file);
            journal.seek_to_end().with_context(named)?;
            return Ok((journal, Some(resumed)));
        }
        if let Some(part) = left_behind(output) {
            anyhow::bail!(
                "{} is there already, and no journal {} tells what is in it: remove it to begin anew, or name its journal with --journal",
                part.display(),
                path.display()
            );
        }
        if options.resume {
            say(&format!(
                "no journal {}: the run begins anew",
                path.display()
            ));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .with_context(named)?;
        lock(&file, &path)?;
        let mut head = serde_json::to_vec(print).with_context(named)?;
        head.push(b'\n');
        file.write_all(&head)
            .and_then(|()| file.sync_data())
            .with_context(named)?;
        journal.file = Some(file);
        Ok((journal, None))
    }

    /// Notes that a game is written.
    pub(super) fn note(
        &mut self,
        turn: u64,
        out: &Destination,
        tally: &Tally,
        outcome: Option<&Outcome>,
    ) {
        if self.file.is_none() {
            return;
        }
        let entry = Entry {
            turn,
            end: out.length(),
            check: out.check(),
            tally: *tally,
            outcome: outcome.filter(|_| self.outcomes).cloned(),
        };
        // Plain data; nothing in it can fail to be written down.
        if let Ok(line) = serde_json::to_vec(&entry) {
            self.lines.extend_from_slice(&line);
            self.lines.push(b'\n');
        }
    }

    /// Whether it is time to make it safe.
    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= INTERVAL || self.lines.len() > 1 << 20
    }

    /// Writes what was noted, once the output itself is safe.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(&self.lines)?;
            if self.path.is_some() {
                file.sync_data()?;
            }
        }
        self.lines.clear();
        self.last = Instant::now();
        Ok(())
    }

    fn seek_to_end(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::End(0))?;
        }
        Ok(())
    }

    /// What became of the games, in the order of the input.
    pub(super) fn outcomes(
        &mut self,
        each: &mut dyn FnMut(&Outcome) -> io::Result<()>,
    ) -> io::Result<()> {
        self.sync()?;
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        file.seek(SeekFrom::Start(0))?;
        // Entries stand in the order in which games were done; those that come too early are found again by their place.
        let mut next = 0;
        let mut early = BTreeMap::new();
        let mut reader = BufReader::new(&mut *file);
        let mut line = Vec::new();
        let mut place = 0;
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let start = place;
            place += line.len() as u64;
            let Ok(entry) = serde_json::from_slice::<Entry>(&line) else {
                continue;
            };
            if entry.turn != next {
                early.insert(entry.turn, start);
                continue;
            }
            entry.outcome.iter().try_for_each(&mut *each)?;
            next += 1;
            while let Some(start) = early.remove(&next) {
                let back = reader.stream_position()?;
                reader.seek(SeekFrom::Start(start))?;
                line.clear();
                reader.read_until(b'\n', &mut line)?;
                reader.seek(SeekFrom::Start(back))?;
                let entry: Entry = serde_json::from_slice(&line)?;
                entry.outcome.iter().try_for_each(&mut *each)?;
                next += 1;
            }
        }
        self.seek_to_end()
    }

    /// The journal's file, if it stays behind.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The run is done.
    pub(super) fn finish(self) {
        drop(self.file);
        if let Some(path) = self.path
            && let Err(error) = std::fs::remove_file(&path)
        {
            say(&format!(
                "warning: cannot remove {}: {error}",
                path.display()
            ));
        }
    }
}

/// Whether it is the beginning of a journal's first line: what was killed before that was whole has begun nothing.
fn is_cut(head: &[u8]) -> bool {
    HEAD.starts_with(head) || (head.starts_with(HEAD) && !head.ends_with(b"\n"))
}

/// Keeps other runs away from the journal for as long as it is open; where files cannot be locked, nothing does.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        anyhow::bail!(
            "another run is under way with the journal {}",
            path.display()
        );
    }
    Ok(())
}

/// A path with something behind its name.
pub(super) fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Where the run was broken off, and how much of the journal is whole.
fn read(file: &File, print: &Fingerprint) -> anyhow::Result<(Resumed, u64)> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut whole = 0;
    let mut next = |line: &mut Vec<u8>| -> io::Result<Option<u64>> {
        line.clear();
        let mut limited = (&mut reader).take(1 << 30);
        let length = limited.read_until(b'\n', line)?;
        Ok(line.ends_with(b"\n").then_some(length as u64))
    };
    let head = next(&mut line)?;
    let theirs: Fingerprint = serde_json::from_slice(&line).context("it is no journal")?;
    compare(&theirs, print)?;
    whole += head.context("it is no journal")?;
    let mut resumed = Resumed {
        turns: Turns::default(),
        end: 0,
        check: String::new(),
        tally: Tally::default(),
    };
    while let Some(length) = next(&mut line)? {
        // A line that was not written wholly is the last one.
        let Ok(entry) = serde_json::from_slice::<Entry>(&line) else {
            break;
        };
        whole += length;
        resumed.turns.add(entry.turn);
        resumed.end = entry.end;
        resumed.check = entry.check;
        resumed.tally = entry.tally;
    }
    Ok((resumed, whole))
}

/// Says what is not the same.
fn compare(theirs: &Fingerprint, ours: &Fingerprint) -> anyhow::Result<()> {
    if theirs.options != ours.options {
        anyhow::bail!("the run that was broken off had other options");
    }
    for (what, theirs, ours) in [
        ("version", &theirs.version, &ours.version),
        ("engine", &theirs.engine, &ours.engine),
        ("input", &theirs.inputs.join(", "), &ours.inputs.join(", ")),
    ] {
        if theirs != ours {
            anyhow::bail!("the run that was broken off had another {what}: {theirs}, not {ours}");
        }
    }
    Ok(())
}
