//! The files that a run writes: none of them is an input, and no two of them are one.

use std::path::{Path, PathBuf};

use crate::commands::annotate::Options;
use crate::commands::annotate::journal::with_end;
use crate::commands::course::Inputs;

/// Checks that nothing is lost by what is written, before anything is opened.
///
/// # Errors
///
/// If a file that is to be written is an input, or is to be two things.
pub(super) fn check(options: &Options, inputs: &Inputs) -> anyhow::Result<()> {
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    for (what, path) in written(options) {
        if is_device(&path) {
            continue;
        }
        if !(options.in_place && what == "output") {
            inputs.spare(what, &path)?;
        }
        let place = place(&path);
        if let Some((other, _)) = taken.iter().find(|(_, known)| *known == place) {
            anyhow::bail!(
                "the {other} and the {what} are one file: {}",
                path.display()
            );
        }
        taken.push((what, place));
    }
    Ok(())
}

/// Whether it is there and no file: it takes whatever comes, and nothing in it could be gone on with.
pub(super) fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| !data.is_file())
}

/// What is written, and where.
fn written(options: &Options) -> Vec<(&'static str, PathBuf)> {
    let mut written = Vec::new();
    if let Some(output) = &options.output {
        written.push(("output", output.clone()));
        if options.positions.is_none() && !is_device(output) {
            written.push(("unfinished output", with_end(&target(output), ".part")));
            let journal = options.journal.clone();
            let journal = journal.unwrap_or_else(|| with_end(output, ".journal"));
            written.push(("journal", journal));
        }
    }
    for (what, path) in [("report", &options.report), ("log", &options.plan.log)] {
        written.extend(path.clone().map(|path| (what, path)));
    }
    written
}

/// The file that is written where `path` is: what a link points to is replaced, not the link.
pub(super) fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        // A link to a file that is not there yet.
        let aim = path.read_link().unwrap_or_else(|_| path.to_owned());
        match path.parent() {
            Some(parent) if aim.is_relative() && aim != path => parent.join(aim),
            _ => aim,
        }
    })
}

/// The same for every name of a place.
fn place(path: &Path) -> PathBuf {
    let path = target(path);
    let named = path.parent().zip(path.file_name());
    let whole = named.and_then(|(parent, name)| {
        let parent = if parent.as_os_str().is_empty() {
            Path::new(".")
        } else {
            parent
        };
        Some(parent.canonicalize().ok()?.join(name))
    });
    whole.unwrap_or(path)
}
