//! The inputs of a run, and what tells them from others.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;

use crate::commands::annotate::Options;
use crate::commands::annotate::journal::Fingerprint;
use crate::commands::course::Inputs;
use crate::stream::input::{Compression, Source};

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
                // What is read of a pipe here would be missing later.
                let is_file = path.metadata().is_ok_and(|data| data.is_file());
                let ends = is_file.then(|| ends(path).unwrap_or_default());
                ends.map_or(name.clone(), |(size, hash)| {
                    format!("{name} ({size} bytes, {hash:016x})")
                })
            }
        });
    }
    Fingerprint {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine: engine.to_owned(),
        options: format!(
            "{:?} {:?} {:?} {} {:?} {:?} {} {}",
            options.plan.limit(),
            options.plan.arguments,
            options.plan.options,
            options.plan.hash,
            options.settings,
            options.most,
            options.report.is_some(),
            options.unordered,
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

/// The file that is to be annotated in its place.
///
/// # Errors
///
/// If the inputs are anything else than one file as it is.
pub(super) fn only_file(inputs: &Inputs) -> anyhow::Result<PathBuf> {
    let [Source::File(path)] = &inputs.sources[..] else {
        anyhow::bail!("--in-place wants one file; several are annotated one after the other");
    };
    let named = || format!("cannot read {}", path.display());
    if !path.metadata().with_context(named)?.is_file() {
        anyhow::bail!("--in-place: {} is not a file", path.display());
    }
    let mut compressed = false;
    let read = inputs.sources[0].read(&Arc::default(), &mut |_, compression, _| {
        compressed = compression != Compression::None;
        Ok(())
    });
    read.with_context(named)?;
    if compressed {
        anyhow::bail!(
            "--in-place: {} is compressed, and the output is not; name another one with -o",
            path.display()
        );
    }
    Ok(path.clone())
}
