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
    /// Standard error, where standard output holds something else.
    Stderr(BufWriter<io::Stderr>),
    /// A temporary file beside its destination.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a named pipe, which nothing may take the place of.
    Device(BufWriter<std::fs::File>),
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
        // What a link points to is replaced, not the link.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let existing = path.metadata().ok();
        if let Some(data) = &existing {
            if data.is_dir() {
                return Err(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    "it is a folder",
                ));
            }
            if !data.is_file() {
                let device = std::fs::OpenOptions::new().write(true).open(path)?;
                return Ok(Output::Device(BufWriter::with_capacity(1 << 16, device)));
            }
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".chesstool-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // A file keeps its rights; a new one has the usual ones, less what the user's mask takes away.
            let rights = existing.map_or(0o666, |data| data.permissions().mode() & 0o777);
            builder.permissions(std::fs::Permissions::from_mode(rights));
        }
        let file = builder.tempfile_in(folder)?;
        cancel::set_half_done(Some(file.path().to_owned()));
        Ok(Output::File(
            BufWriter::with_capacity(1 << 16, file),
            path.to_owned(),
        ))
    }

    /// Standard error.
    #[must_use]
    pub fn stderr() -> Output {
        Output::Stderr(BufWriter::with_capacity(1 << 16, io::stderr()))
    }

    /// Whether somebody looks at the results as they come.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        match self {
            Output::Stdout(_) => io::stdout().is_terminal(),
            Output::Stderr(_) => io::stderr().is_terminal(),
            Output::File(..) | Output::Device(_) => false,
        }
    }

    /// Leaves the destination as it was; what went to standard output or a device stays there.
    pub fn discard(self) {
        if let Output::File(..) = self {
            drop(self);
            cancel::set_half_done(None);
        }
    }

    /// Writes all to the disk, so that a file never takes the place of another one half written.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Output::File(out, _) => out.get_ref().as_file().sync_all(),
            Output::Stdout(_) | Output::Stderr(_) | Output::Device(_) => Ok(()),
        }
    }

    /// Writes out what is left, and gives a file its name.
    ///
    /// # Errors
    ///
    /// If the last bytes cannot be written, or the file cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stdout(mut out) => out.flush(),
            Output::Stderr(mut out) => out.flush(),
            Output::Device(mut out) => out.flush(),
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
            Output::Stderr(out) => out.write(bytes),
            Output::File(out, _) => out.write(bytes),
            Output::Device(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Stderr(out) => out.flush(),
            Output::File(out, _) => out.flush(),
            Output::Device(out) => out.flush(),
        }
    }
}
