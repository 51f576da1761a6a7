//! Where results go: standard output, or a file that appears only once it is complete.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::stream::cancel;

/// A destination for results.
#[derive(Debug)]
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A temporary file beside its destination.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Opens a file, or standard output if there is no path.
    ///
    /// # Errors
    ///
    /// If no file can be made in that folder.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else {
            return Ok(Output::Stdout(BufWriter::with_capacity(
                1 << 16,
                io::stdout(),
            )));
        };
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".chesstool-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The usual rights of a new file, less what the user's mask takes away.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder)?;
        cancel::set_half_done(Some(file.path().to_owned()));
        Ok(Output::File(
            BufWriter::with_capacity(1 << 16, file),
            path.to_owned(),
        ))
    }

    /// Whether somebody looks at the results as they come.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        matches!(self, Output::Stdout(_)) && io::stdout().is_terminal()
    }

    /// Writes out what is left, and gives a file its name.
    ///
    /// # Errors
    ///
    /// If the last bytes cannot be written, or the file cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stdout(mut out) => out.flush(),
            Output::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path).map_err(|error| error.error)?;
                cancel::set_half_done(None);
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::File(out, _) => out.flush(),
        }
    }
}
