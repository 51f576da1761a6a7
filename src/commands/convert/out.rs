//! Where games go: one text, one Parquet file, or many files in a folder.

use std::io::{self, Write as _};

use crate::commands::convert::parcel::Parcel;
use crate::commands::convert::split::Split;
use crate::commands::course::Sink;
use crate::export::block::{Converted, Settings, Shape};
use crate::export::parquet::{Batch, Limits, Table};
use crate::export::rows;
use crate::export::value::Kind;
use crate::stream::output::Output;
use crate::stream::progress::Progress;

/// Where it goes.
pub(super) enum Out {
    Text(Sink),
    Parquet(Box<Table<Output>>),
    Split(Box<Split>),
}

/// A Parquet file with the columns of the settings, each of which may have a thread.
pub(super) fn table<W: io::Write + Send>(
    out: W,
    settings: &Settings,
    threaded: bool,
) -> io::Result<Table<W>> {
    let columns: Vec<(&str, Kind)> = settings
        .columns
        .iter()
        .map(|column| (column.name(), column.kind()))
        .collect();
    Table::new(out, &columns, Limits::default(), threaded)
}

/// What stands before the rows of a table.
pub(super) fn head(settings: &Settings, wanted: bool) -> io::Result<Vec<u8>> {
    match &settings.shape {
        Shape::Rows(form) if wanted => rows::head(*form, &settings.columns),
        _ => Ok(Vec::new()),
    }
}

/// The packed rows of games.
pub(super) fn batch(settings: &Settings, games: &[Parcel]) -> io::Result<Batch> {
    let mut batch = settings.batch();
    for game in games {
        batch.unpack(&game.text).ok_or_else(|| {
            let message = "rows that were put aside cannot be read again";
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
    }
    Ok(batch)
}

impl Out {
    /// Writes what stands before all rows.
    pub(super) fn begin(&mut self, settings: &Settings, wanted: bool) -> io::Result<()> {
        match self {
            Out::Text(sink) => sink.out.write_all(&head(settings, wanted)?),
            Out::Parquet(_) | Out::Split(_) => Ok(()),
        }
    }

    /// Writes the first games of a block, whose text ends at `end` and which have so many rows.
    pub(super) fn block(
        &mut self,
        converted: Converted,
        (end, rows): (usize, u64),
        progress: &Progress,
    ) -> io::Result<()> {
        match self {
            Out::Text(sink) => sink.write(&converted.text[..end], progress),
            Out::Parquet(table) => {
                let mut batch = converted.batch;
                batch.truncate(rows as usize);
                table.append(batch)
            }
            Out::Split(_) => Ok(()),
        }
    }

    /// Writes games, and clears the list.
    pub(super) fn games(
        &mut self,
        games: &mut Vec<Parcel>,
        settings: &Settings,
        progress: Option<&Progress>,
    ) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        match self {
            Out::Text(sink) => {
                let texts: Vec<&[u8]> = games.iter().map(|game| game.text.as_slice()).collect();
                let text = texts.concat();
                match progress {
                    Some(progress) => sink.write(&text, progress)?,
                    None => sink.out.write_all(&text)?,
                }
            }
            Out::Parquet(table) => table.append(batch(settings, games)?)?,
            Out::Split(split) => {
                for game in &*games {
                    split.write(game, settings)?;
                }
            }
        }
        games.clear();
        Ok(())
    }

    /// Whether what is written is seen at once.
    pub(super) fn is_shown(&self) -> bool {
        matches!(self, Out::Text(sink) if matches!(sink.out, Output::Stdout(_)))
    }

    /// Shows what was written so far.
    pub(super) fn show(&mut self) -> io::Result<()> {
        match self {
            Out::Text(sink) if matches!(sink.out, Output::Stdout(_)) => sink.out.flush(),
            _ => Ok(()),
        }
    }

    /// Writes the end.
    pub(super) fn finish(self, settings: &Settings) -> io::Result<Done> {
        Ok(match self {
            Out::Text(mut sink) => {
                sink.out.flush()?;
                Done::One(sink.out)
            }
            Out::Parquet(table) => Done::One(table.finish()?),
            Out::Split(mut split) => {
                split.end(settings)?;
                Done::Many(split)
            }
        })
    }

    /// Leaves the destination as it was.
    pub(super) fn discard(self) {
        match self {
            Out::Text(sink) => sink.out.discard(),
            Out::Parquet(_) | Out::Split(_) => {}
        }
    }
}

/// What is written wholly, and takes its name next.
pub(super) enum Done {
    One(Output),
    Many(Box<Split>),
}

impl Done {
    /// Whether nothing is seen of it before it takes its name.
    pub(super) fn is_hidden(&self) -> bool {
        matches!(self, Done::One(Output::File(..)) | Done::Many(_))
    }

    pub(super) fn discard(self) {
        match self {
            Done::One(out) => out.discard(),
            Done::Many(_) => {}
        }
    }

    /// Gives files their names.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Done::One(out) => out.finish(),
            Done::Many(split) => split.finish(),
        }
    }
}
