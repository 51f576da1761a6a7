//! Games that go into several files of a folder.
//!
//! The files are written in a temporary folder inside it and take their names at the end of a good run, one after the
//! other; what bears such a name already is replaced. Of the files only so many are open at once.

mod names;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::commands::convert::out;
use crate::commands::convert::parcel::Parcel;
use crate::export::block::{Settings, Shape};
use crate::export::notation::Notation;
use crate::export::parquet::Table;
use crate::export::rows::Form;
use crate::stream::cancel;
use crate::stream::input::Source;
use names::Names;

/// Files that are open at once.
const MOST_OPEN: usize = 64;
/// Bytes of a file that are written at once.
const BUFFER: usize = 1 << 15;

/// What tells the file of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// So many games a file.
    Games(u64),
    /// The value of a tag.
    Tag(String),
}

/// A text that tells no file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is none of `games:N`, `tag:Name`, `eco`")]
pub struct NotBy(String);

impl std::str::FromStr for By {
    type Err = NotBy;

    fn from_str(text: &str) -> Result<By, NotBy> {
        let bad = || NotBy(text.to_owned());
        if text == "eco" {
            return Ok(By::Tag("ECO".to_owned()));
        }
        if let Some(count) = text.strip_prefix("games:") {
            let count = count.parse().ok().filter(|count| *count > 0);
            return count.map(By::Games).ok_or_else(bad);
        }
        match text.strip_prefix("tag:") {
            Some(name) if !name.trim().is_empty() => Ok(By::Tag(name.trim().to_owned())),
            _ => Err(bad()),
        }
    }
}

/// Writes games into files.
pub(super) struct Split {
    by: By,
    names: Names,
    /// What every file begins with.
    head: Vec<u8>,
    /// The name of every file.
    files: Vec<String>,
    /// Games in the last file.
    games: u64,
    /// The game that was written last.
    last: u64,
    /// The open files by their indices, the one that was used last at the end.
    open: Vec<(usize, BufWriter<File>)>,
    table: Option<Table<BufWriter<File>>>,
    /// No file takes the place of one of these.
    inputs: Vec<Source>,
    // They are dropped in this order: what is in a folder before the folder.
    temporary: TempDir,
    folder: Folder,
}

/// The folder of the files.
struct Folder {
    path: PathBuf,
    /// There was none before, and nothing is in it yet.
    is_new: bool,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_new {
            // A folder that somebody has put something into stays.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl Drop for Split {
    fn drop(&mut self) {
        // Files that are open cannot be removed everywhere.
        self.open.clear();
        self.table = None;
        cancel::set_half_done(None);
    }
}

impl Split {
    /// Begins in a folder, which is made if there is none.
    pub(super) fn new(
        path: &Path,
        by: By,
        settings: &Settings,
        head: bool,
        inputs: Vec<Source>,
    ) -> io::Result<Split> {
        let is_new = !path.exists();
        if is_new {
            fs::create_dir_all(path)?;
        } else if !path.is_dir() {
            let message = "it is a file, and --split writes into a folder";
            return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
        }
        let folder = Folder {
            path: path.to_owned(),
            is_new,
        };
        let mut builder = tempfile::Builder::new();
        let temporary = builder
            .prefix(".chesstool-")
            .suffix(".part")
            .tempdir_in(path)?;
        cancel::set_half_done(Some(temporary.path().to_owned()));
        Ok(Split {
            by,
            names: Names::new(ending(&settings.shape)),
            head: out::head(settings, head)?,
            files: Vec::new(),
            games: 0,
            last: 0,
            open: Vec::new(),
            table: None,
            inputs,
            temporary,
            folder,
        })
    }

    /// Number of files so far.
    pub(super) fn count(&self) -> usize {
        self.files.len()
    }

    /// Writes a game into its file.
    pub(super) fn write(&mut self, game: &Parcel, settings: &Settings) -> io::Result<()> {
        let index = match self.by {
            By::Games(most) => {
                // Lines of one game stay together.
                if game.number != self.last {
                    if self.games == most || self.files.is_empty() {
                        self.end(settings)?;
                        self.games = 0;
                        let name = self.names.numbered(self.files.len() + 1);
                        self.add(name)?;
                    }
                    self.games += 1;
                    self.last = game.number;
                }
                self.files.len() - 1
            }
            By::Tag(_) => {
                let (index, name) = self.names.of(game.tag.as_deref());
                if let Some(name) = name {
                    self.add(name)?;
                }
                index
            }
        };
        if let Shape::Parquet = settings.shape {
            if self.table.is_none() {
                let file = self.create(index)?;
                self.table = Some(out::table(file, settings, false)?);
            }
            let rows = out::batch(settings, std::slice::from_ref(game))?;
            return match &mut self.table {
                Some(table) => table.append(rows),
                None => Ok(()),
            };
        }
        self.file(index)?.write_all(&game.text)
    }

    /// A further file.
    fn add(&mut self, name: String) -> io::Result<()> {
        let path = self.folder.path.join(&name);
        let about = |message: &str| io::Error::other(format!("{}: {message}", path.display()));
        if path.is_dir() {
            return Err(about("it is a folder"));
        }
        if self.inputs.iter().any(|input| input.is_file_at(&path)) {
            return Err(about("it is one of the inputs"));
        }
        self.files.push(name);
        Ok(())
    }

    fn create(&self, index: usize) -> io::Result<BufWriter<File>> {
        let file = File::create_new(self.place(index))?;
        Ok(BufWriter::with_capacity(BUFFER, file))
    }

    /// Where a file is until it takes its name.
    fn place(&self, index: usize) -> PathBuf {
        self.temporary.path().join(index.to_string())
    }

    /// A file that is open; the one that was not used for longest is closed for it.
    fn file(&mut self, index: usize) -> io::Result<&mut BufWriter<File>> {
        let found = self.open.iter().position(|(open, _)| *open == index);
        let entry = if let Some(at) = found {
            self.open.remove(at)
        } else {
            if self.open.len() >= MOST_OPEN {
                let (_, mut oldest) = self.open.remove(0);
                oldest.flush()?;
            }
            let path = self.place(index);
            let file = if path.exists() {
                let file = OpenOptions::new().append(true).open(path)?;
                BufWriter::with_capacity(BUFFER, file)
            } else {
                let mut file = self.create(index)?;
                file.write_all(&self.head)?;
                file
            };
            (index, file)
        };
        self.open.push(entry);
        let last = self.open.last_mut().map(|(_, file)| file);
        last.ok_or_else(|| io::Error::other("no file is open"))
    }

    /// Writes the ends of all files.
    pub(super) fn end(&mut self, settings: &Settings) -> io::Result<()> {
        for (_, mut file) in self.open.drain(..) {
            file.flush()?;
        }
        if let (Some(table), Shape::Parquet) = (self.table.take(), &settings.shape) {
            table.finish()?.flush()?;
        }
        Ok(())
    }

    /// Gives the files their names.
    pub(super) fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.folder.is_new = false;
        for (index, name) in self.files.iter().enumerate() {
            let path = self.folder.path.join(name);
            // What a link points to is replaced, not the link; and a file keeps its rights.
            let path = path.canonicalize().unwrap_or(path);
            let place = self.place(index);
            let named = || {
                if let Ok(old) = path.metadata() {
                    fs::set_permissions(&place, old.permissions())?;
                }
                fs::rename(&place, &path)
            };
            named().map_err(|error| {
                let message = format!("{}: {error}", path.display());
                io::Error::new(error.kind(), message)
            })?;
        }
        Ok(())
    }
}

/// What the names of files end with.
fn ending(shape: &Shape) -> &'static str {
    match shape {
        Shape::Rows(Form::Csv) => "csv",
        Shape::Rows(Form::Tsv) => "tsv",
        Shape::Rows(Form::Jsonl) => "jsonl",
        Shape::Parquet => "parquet",
        Shape::Positions(None) => "fen",
        Shape::Positions(Some(_)) => "epd",
        Shape::Moves(Notation::Uci) => "uci",
        Shape::Moves(Notation::Lan) => "lan",
        Shape::Moves(_) => "san",
        Shape::Pgn(_) => "pgn",
    }
}
