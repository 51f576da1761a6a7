//! The inputs of a run: what tells them from others, and how much there is to do in them.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Seek, SeekFrom};

use crate::annotate::game::estimate;
use crate::annotate::settings::Settings;
use crate::commands::annotate::Options;
use crate::commands::annotate::journal::Fingerprint;
use crate::commands::course::{self, Course, Crew, Input, Inputs};
use crate::pgn::split::Splitter;
use crate::stream::blocks::BlockReader;
use crate::stream::input::Source;

/// So much at the beginning and at the end of a file tells it from others.
const ENDS: u64 = 1 << 20;

/// What a run's output depends on.
pub(super) fn fingerprint(inputs: &Inputs, options: &Options, engine: &str) -> Fingerprint {
    let mut told = Vec::new();
    for source in &inputs.sources {
        let name = source.name();
        told.push(match source {
            Source::Stdin => name,
            Source::File(path) => {
                let (size, hash) = ends(path).unwrap_or_default();
                format!("{name} ({size} bytes, {hash:016x})")
            }
        });
    }
    Fingerprint {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine: engine.to_owned(),
        options: format!(
            "{:?} {:?} {:?} {}",
            options.plan.limit(),
            options.settings,
            options.most,
            options.report.is_some()
        ),
        inputs: told,
    }
}

/// A file's size, and a hash of its ends.
fn ends(path: &std::path::Path) -> io::Result<(u64, u64)> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut hasher = DefaultHasher::new();
    let mut bytes = Vec::new();
    (&mut file).take(ENDS).read_to_end(&mut bytes)?;
    if size > ENDS {
        file.seek(SeekFrom::Start(size.saturating_sub(ENDS).max(ENDS)))?;
        file.take(ENDS).read_to_end(&mut bytes)?;
    }
    hasher.write(&bytes);
    Ok((size, hasher.finish()))
}

/// Counts what there is to do.
pub(super) struct Count<'a> {
    settings: &'a Settings,
    most: Option<u64>,
    course: Course,
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) positions: u64,
}

impl<'a> Count<'a> {
    pub(super) fn new(settings: &'a Settings, most: Option<u64>) -> Count<'a> {
        Count {
            settings,
            most,
            course: Course::new(),
            games: 0,
            plies: 0,
            positions: 0,
        }
    }

    /// Whether something could not be read.
    pub(super) fn failed(&self) -> bool {
        self.course.failed
    }
}

impl course::Run for Count<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, (_, progress): Crew<'_>) {
        let mut reader = BlockReader::new(&mut *input.reader);
        let mut buffer = Vec::new();
        loop {
            let block = match reader.next_block(buffer) {
                Ok(Some(block)) => block,
                Ok(None) => return,
                Err(error) => {
                    self.course.cannot_read(input.name, &error);
                    return;
                }
            };
            let mut splitter = Splitter::new(&block.data);
            while let Some(range) = splitter.next() {
                if self.most.is_some_and(|most| self.games >= most) {
                    return;
                }
                if let Some((positions, plies)) =
                    estimate(&block.data[range], splitter.head(), self.settings)
                {
                    self.games += 1;
                    self.plies += plies as u64;
                    self.positions += positions as u64;
                }
            }
            if self.course.go_on(Ok(()), progress).is_break() {
                return;
            }
            buffer = block.data;
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
    }
}
