//! Finds the files that a command line names, opens them, and sees through their compression, which
//! is recognised by their first bytes and not by their name.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zip::ZipArchive;

use crate::stream::pipe::Pipe;

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// Endings of the files that are read of a folder.
const ENDINGS: [&str; 5] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.zip"];

impl Source {
    /// The sources that arguments name: files, `-`, and all PGN files below folders, sorted.
    ///
    /// # Errors
    ///
    /// What cannot be listed, with its path; the other sources are still there.
    pub fn expand(arguments: &[PathBuf]) -> (Vec<Source>, Vec<(PathBuf, io::Error)>) {
        let mut sources = Vec::new();
        let mut failures = Vec::new();
        for argument in arguments {
            if argument.as_os_str() == "-" {
                sources.push(Source::Stdin);
            } else if argument.is_dir() {
                let mut files = Vec::new();
                list(argument, &mut files, &mut failures);
                files.sort();
                sources.extend(files.into_iter().map(Source::File));
            } else {
                sources.push(Source::File(argument.clone()));
            }
        }
        (sources, failures)
    }

    /// The name for messages; standard input is `<stdin>`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Stdin => "<stdin>".to_owned(),
        }
    }

    /// Whether this is the file that `path` names, by whatever way.
    #[must_use]
    pub fn is_file_at(&self, path: &Path) -> bool {
        match (self, path.canonicalize()) {
            (Source::File(own), Ok(path)) => own.canonicalize().is_ok_and(|own| own == path),
            _ => false,
        }
    }

    /// Size in bytes, compressed as it is; `None` if it is not known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Source::File(path) => {
                let data = path.metadata().ok()?;
                data.is_file().then_some(data.len())
            }
            Source::Stdin => None,
        }
    }

    /// Opens the source and calls `each` with the name, the compression and the uncompressed bytes of every
    /// text in it: one, or for a zip archive one an entry, in the archive's order.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is no sound archive, or `each` fails.
    pub fn read(
        &self,
        counter: &Arc<AtomicU64>,
        each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
    ) -> io::Result<()> {
        self.read_patiently(true, counter, each)
    }

    /// As [`Source::read`], but what comes from a pipe is no longer waited for when the user has had enough
    /// ([`crate::stream::cancel`]): reading fails then.
    ///
    /// # Errors
    ///
    /// As [`Source::read`], and if a pipe gives nothing after the program was interrupted.
    pub fn read_unless_cancelled(
        &self,
        counter: &Arc<AtomicU64>,
        each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
    ) -> io::Result<()> {
        self.read_patiently(false, counter, each)
    }

    /// Reads; with patience, a pipe is waited for whatever happens.
    fn read_patiently(
        &self,
        patient: bool,
        counter: &Arc<AtomicU64>,
        each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = self.name();
        match self {
            Source::File(path) => {
                if !patient && !path.metadata()?.is_file() {
                    // A named pipe is not even open before somebody writes to it.
                    let path = path.clone();
                    let pipe = Pipe::new(move || File::open(path));
                    return read_pipe(&name, pipe, counter, each);
                }
                let mut file = File::open(path)?;
                if !file.metadata()?.is_file() {
                    // A named pipe cannot be read twice.
                    return read_pipe(&name, file, counter, each);
                }
                let magic = first_bytes(&mut file)?;
                file.rewind()?;
                if Compression::of(&magic) == Compression::Zip {
                    read_zip(&name, Counted::new(file, counter), each)
                } else {
                    read_one(&name, Counted::new(file, counter), &magic, each)
                }
            }
            Source::Stdin if patient => read_pipe(&name, io::stdin().lock(), counter, each),
            Source::Stdin => read_pipe(&name, Pipe::new(|| Ok(io::stdin())), counter, each),
        }
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>, failures: &mut Vec<(PathBuf, io::Error)>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            failures.push((folder.to_owned(), error));
            return;
        }
    };
    for entry in entries {
        match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
            Ok((path, kind)) if kind.is_dir() => list(&path, files, failures),
            Ok((path, _)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let name = name.to_ascii_lowercase();
                if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                    match path.metadata() {
                        // A named pipe in a folder would be waited for.
                        Ok(data) if data.is_file() => files.push(path),
                        Ok(_) => {}
                        // A link that leads nowhere is told, and not passed over.
                        Err(error) => failures.push((path, error)),
                    }
                }
            }
            Err(error) => failures.push((folder.to_owned(), error)),
        }
    }
}

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// zstd.
    Zstd,
    /// An entry of a zip archive.
    Zip,
}

impl Compression {
    /// Recognises a format by its magic number.
    fn of(magic: &[u8]) -> Compression {
        match magic {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Compression::Bzip2,
            // A frame, or a skippable frame before one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Compression::Zip,
            _ => Compression::None,
        }
    }
}

/// The first bytes of a stream, enough to recognise a format.
fn first_bytes(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut magic = Vec::with_capacity(8);
    reader.take(8).read_to_end(&mut magic)?;
    Ok(magic)
}

/// Reads what can be read only once.
fn read_pipe(
    name: &str,
    mut pipe: impl Read,
    counter: &Arc<AtomicU64>,
    each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    let magic = first_bytes(&mut pipe)?;
    let whole = Counted::new(io::Cursor::new(magic.clone()).chain(pipe), counter);
    if Compression::of(&magic) == Compression::Zip {
        // An archive's table of contents is at its end.
        let mut whole = whole;
        let mut file = tempfile::tempfile()?;
        io::copy(&mut whole, &mut file)?;
        file.rewind()?;
        return read_zip(name, Counted::new(file, &Arc::default()), each);
    }
    read_one(name, whole, &magic, each)
}

/// Reads one text, compressed or not, that begins with `magic`.
fn read_one(
    name: &str,
    reader: impl Read,
    magic: &[u8],
    each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    let compression = Compression::of(magic);
    match compression {
        Compression::None | Compression::Zip => {
            let mut reader = reader;
            each(name, Compression::None, &mut reader)
        }
        Compression::Gzip => {
            let buffered = BufReader::with_capacity(1 << 16, reader);
            each(
                name,
                compression,
                &mut flate2::bufread::MultiGzDecoder::new(buffered),
            )
        }
        Compression::Bzip2 => {
            let buffered = BufReader::with_capacity(1 << 16, reader);
            each(
                name,
                compression,
                &mut bzip2::bufread::MultiBzDecoder::new(buffered),
            )
        }
        Compression::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::new(reader)?;
            // Files made with `zstd --long` have windows of up to 2 GiB; memory follows the file's own.
            decoder.window_log_max(31)?;
            each(name, compression, &mut decoder)
        }
    }
}

/// Reads a zip archive entry by entry.
fn read_zip(
    name: &str,
    reader: impl Read + Seek,
    each: &mut dyn FnMut(&str, Compression, &mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    let mut archive = ZipArchive::new(reader)?;
    let is_pgn = |name: &str| {
        let name = name.to_ascii_lowercase();
        ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    // Beside games there may be a note to read; where nothing is named as games, all is taken for games.
    let only_pgn = archive.file_names().flatten().any(|name| is_pgn(&name));
    let mut failure = None;
    for index in 0..archive.len() {
        let name_of = |archive: &mut ZipArchive<_>| {
            let entry = archive.by_index_raw(index)?;
            let inner = String::from_utf8_lossy(entry.name_raw()).into_owned();
            io::Result::Ok((inner, entry.is_dir()))
        };
        let (inner, is_folder) = name_of(&mut archive)?;
        if is_folder || (only_pgn && !is_pgn(&inner)) {
            continue;
        }
        let entry_name = format!("{name}:{inner}");
        let read = archive
            .by_index(index)
            .map_err(io::Error::from)
            .and_then(|mut entry| {
                let magic = first_bytes(&mut entry)?;
                let whole = io::Cursor::new(magic.clone()).chain(entry);
                read_one(&entry_name, whole, &magic, &mut |name, _, reader| {
                    each(name, Compression::Zip, reader)
                })
            });
        // One entry that cannot be read does not keep the others from being read.
        if let Err(error) = read {
            failure.get_or_insert(io::Error::new(error.kind(), format!("{inner}: {error}")));
        }
    }
    failure.map_or(Ok(()), Err)
}

/// Counts the bytes that pass.
struct Counted<R> {
    reader: R,
    counter: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    fn new(reader: R, counter: &Arc<AtomicU64>) -> Counted<R> {
        Counted {
            reader,
            counter: Arc::clone(counter),
        }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.counter.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, position: io::SeekFrom) -> io::Result<u64> {
        self.reader.seek(position)
    }
}
