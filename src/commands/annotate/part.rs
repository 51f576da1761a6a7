//! Where annotated games go: standard output, or a file that bears another name until it is whole, and that stays behind if
//! the run is broken off.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use twox_hash::XxHash3_128;

use crate::commands::annotate::files::{is_device, target};
use crate::commands::annotate::journal::{Resumed, with_end};
use crate::stream::output::Output;

/// A destination that knows how much it has taken, and what.
pub(super) struct Destination {
    to: To,
    length: u64,
    hasher: XxHash3_128,
}

enum To {
    /// Standard output or a device.
    Stream(Output),
    /// A file under another name, and the name it gets.
    Part(BufWriter<File>, PathBuf, PathBuf),
}

impl Destination {
    /// Opens it; of a run that is gone on with, what was written behind the last whole game is cut off.
    pub(super) fn open(
        path: Option<&Path>,
        resumed: Option<&Resumed>,
    ) -> anyhow::Result<Destination> {
        let stream = path.is_none_or(is_device);
        let (Some(path), false) = (path, stream) else {
            let to = Output::open(path).with_context(|| {
                format!(
                    "cannot write {}",
                    path.unwrap_or_else(|| "output".as_ref()).display()
                )
            })?;
            return Ok(Destination {
                to: To::Stream(to),
                length: 0,
                hasher: XxHash3_128::new(),
            });
        };
        let path = target(path);
        let part = with_end(&path, ".part");
        let named = || format!("cannot write {}", part.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        let end = resumed.map_or(0, |resumed| resumed.end);
        let mut file = options.truncate(false).open(&part).with_context(named)?;
        let there = file.metadata().with_context(named)?.len();
        if there < end {
            anyhow::bail!(
                "{} is shorter than its journal says: {there} bytes, not {end}; remove both to begin anew",
                part.display()
            );
        }
        let mut hasher = XxHash3_128::new();
        if let Some(resumed) = resumed.filter(|resumed| resumed.end > 0) {
            read(&mut file, end, &mut hasher).with_context(named)?;
            if written(&hasher) != resumed.check {
                anyhow::bail!(
                    "{} does not hold what its journal says: something else has changed it; remove both to begin anew",
                    part.display()
                );
            }
        }
        file.set_len(end).with_context(named)?;
        file.seek(SeekFrom::End(0)).with_context(named)?;
        Ok(Destination {
            to: To::Part(BufWriter::with_capacity(1 << 16, file), part, path),
            length: end,
            hasher,
        })
    }

    /// Nothing is written: what would have been the output is removed.
    pub(super) fn discard(self) {
        if let To::Part(file, part, _) = self.to {
            drop(file);
            // An empty file that stays behind is in nobody's way.
            let _ = std::fs::remove_file(part);
        }
    }

    /// The checksum of what was written, that of the run before included.
    pub(super) fn check(&self) -> String {
        written(&self.hasher)
    }

    /// Bytes that were written, those of the run before included.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Makes safe what was written.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(out) => out.flush(),
            To::Part(file, ..) => {
                file.flush()?;
                file.get_ref().sync_data()
            }
        }
    }

    /// The file is whole, and gets its name.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        match self.to {
            To::Stream(out) => out.finish(),
            To::Part(file, part, path) => {
                drop(file);
                #[cfg(unix)]
                if let Ok(data) = path.metadata() {
                    std::fs::set_permissions(&part, data.permissions())?;
                }
                std::fs::rename(part, path)
            }
        }
    }
}

/// The unfinished output that an earlier run has left behind, if there is anything in it.
pub(super) fn left_behind(output: &Path) -> Option<PathBuf> {
    let part = with_end(&target(output), ".part");
    let there = part.metadata().is_ok_and(|data| data.len() > 0);
    there.then_some(part)
}

/// A checksum as the journal tells it.
fn written(hasher: &XxHash3_128) -> String {
    format!("{:032x}", hasher.finish_128())
}

/// Takes the first bytes of a file into a checksum.
fn read(file: &mut File, length: u64, hasher: &mut XxHash3_128) -> io::Result<()> {
    let mut left = file.take(length);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match left.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => hasher.write(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            To::Stream(out) => out.write(bytes)?,
            To::Part(file, ..) => file.write(bytes)?,
        };
        self.length += written as u64;
        self.hasher.write(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(out) => out.flush(),
            To::Part(file, ..) => file.flush(),
        }
    }
}
