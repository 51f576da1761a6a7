//! Parquet files: rows gathered into row groups, which are encoded a column at a time and written.
//!
//! Every column may have a thread of its own, which encodes the rows while they come.
//! [`batch`] holds rows as columns, `chunk` encodes a column of a row group; rows can be packed and put aside. What the
//! file's bytes are depends on the rows alone: not on the threads, and not on how the rows were cut into batches.

pub mod batch;
mod chunk;
mod pack;

use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type, TypePtr};

use crate::export::value::Kind;

pub use batch::Batch;
use chunk::Chunk;

/// Pages of values of so many bytes, before compression.
const PAGE: usize = 1 << 20;

/// A dictionary of more bytes does not pay: nearly every value is another one then.
const DICTIONARY: usize = 1 << 20;

/// The same of whole numbers: what comes in more than 32,768 values is better stored as differences.
const DICTIONARY_OF_INTS: usize = 256 << 10;

/// Columns whose texts are long and never alike: nobody looks for the least of them, and a dictionary is of no use.
const NEVER_ALIKE: [&str; 2] = ["movetext", "moves_uci"];

/// Where a row group ends, and how hard it is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Rows of a row group.
    pub rows: usize,
    /// Bytes of the values of a row group; a row that would lead beyond them begins the next one.
    pub bytes: usize,
    /// Level of the Zstandard compression, from 1 to 22. The second makes files of games smaller by 3 to 11 %
    /// than the first, for half as much time again; the third takes nearly twice that time for 3 % more.
    pub level: i32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            rows: 1 << 17,
            bytes: 48 << 20,
            level: 1,
        }
    }
}

/// Writes rows as a Parquet file.
pub struct Table<W: Write + Send> {
    file: SerializedFileWriter<Sink<W>>,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    limits: Limits,
    kinds: Vec<Kind>,
    /// Columns have threads of their own.
    threaded: bool,
    /// The row group to come, a chunk for every column.
    group: Vec<Chunk>,
    /// Its rows.
    rows: usize,
    /// The bytes of its values.
    bytes: usize,
}

impl<W: Write + Send> Table<W> {
    /// Begins a file of `columns`, each with its name, which no other one bears.
    ///
    /// # Errors
    ///
    /// If the columns or the limits are none that a Parquet file can have. Nothing is written yet.
    pub fn new(
        out: W,
        columns: &[(&str, Kind)],
        limits: Limits,
        threaded: bool,
    ) -> io::Result<Table<W>> {
        if limits.rows == 0 {
            let message = "a row group needs a row";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let root = schema(columns).map_err(into_io)?;
        let schema = Arc::new(SchemaDescriptor::new(Arc::clone(&root)));
        let properties = Arc::new(properties(columns, limits.level).map_err(into_io)?);
        let file = SerializedFileWriter::new(Sink(Some(out)), root, Arc::clone(&properties));
        let mut table = Table {
            file: file.map_err(into_io)?,
            schema,
            properties,
            limits,
            kinds: columns.iter().map(|(_, kind)| *kind).collect(),
            threaded,
            group: Vec::new(),
            rows: 0,
            bytes: 0,
        };
        table.group = table.chunks()?;
        Ok(table)
    }

    /// Adds rows. Whenever a row group is full, it is written.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, as the writer says; if the batch has other columns than the file,
    /// columns of different lengths, or a text that is too long for the format. The file is of no use then.
    pub fn append(&mut self, mut batch: Batch) -> io::Result<()> {
        if let Some(fault) = batch.fault(&self.kinds) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
        }
        loop {
            let room = self.limits.rows - self.rows;
            let mut fit = batch.fitting(room, self.limits.bytes.saturating_sub(self.bytes));
            if fit == 0 && self.rows == 0 {
                fit = 1.min(batch.rows());
            }
            let rest = (fit < batch.rows()).then(|| batch.split_off(fit));
            self.rows += batch.rows();
            self.bytes += batch.value_bytes();
            for (chunk, column) in self.group.iter_mut().zip(batch.into_columns()) {
                chunk.push(column);
            }
            let Some(rest) = rest else {
                return Ok(());
            };
            self.end_group()?;
            self.group = self.chunks()?;
            batch = rest;
        }
    }

    /// Writes what is left, and the file's end. Gives back the writer, which is flushed.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.finish().map_err(into_io)?;
        let out = self.file.inner_mut().0.take();
        out.ok_or_else(|| io::Error::other("the writer is gone"))
    }

    /// Writes the row group.
    fn end_group(&mut self) -> io::Result<()> {
        self.rows = 0;
        self.bytes = 0;
        let group = mem::take(&mut self.group);
        let mut writer = self.file.next_row_group().map_err(into_io)?;
        for chunk in group {
            let (bytes, close) = chunk.finish().map_err(into_io)?;
            writer.append_column(&bytes, close).map_err(into_io)?;
        }
        writer.close().map_err(into_io)?;
        Ok(())
    }

    /// A chunk without rows for every column.
    fn chunks(&self) -> io::Result<Vec<Chunk>> {
        let columns = self.schema.columns().iter();
        columns
            .map(|column| {
                Chunk::new(
                    Arc::clone(column),
                    Arc::clone(&self.properties),
                    self.threaded,
                )
            })
            .collect()
    }
}

impl<W: Write + Send> fmt::Debug for Table<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("Table");
        table
            .field("limits", &self.limits)
            .field("rows", &self.rows);
        table.finish_non_exhaustive()
    }
}

/// The writer, until it is given back.
struct Sink<W>(Option<W>);

impl<W: Write> Sink<W> {
    fn writer(&mut self) -> io::Result<&mut W> {
        let gone = || io::Error::other("the file is finished");
        self.0.as_mut().ok_or_else(gone)
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer()?.flush()
    }
}

/// The columns, each of which may be null.
fn schema(columns: &[(&str, Kind)]) -> Result<TypePtr, ParquetError> {
    let mut fields = Vec::with_capacity(columns.len());
    for (name, kind) in columns {
        let (physical, logical) = match kind {
            Kind::Bool => (Physical::BOOLEAN, None),
            Kind::Int => (Physical::INT64, None),
            Kind::Float => (Physical::DOUBLE, None),
            Kind::Date => (Physical::INT32, Some(LogicalType::Date)),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Json => (Physical::BYTE_ARRAY, Some(LogicalType::Json)),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()?;
        fields.push(Arc::new(field));
    }
    let root = Type::group_type_builder("schema").with_fields(fields);
    Ok(Arc::new(root.build()?))
}

fn properties(columns: &[(&str, Kind)], level: i32) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("chesstool ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(level)?))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_dictionary_enabled(true)
        .set_dictionary_page_size_limit(DICTIONARY)
        .set_data_page_size_limit(PAGE)
        .set_write_batch_size(chunk::ROWS_AT_ONCE);
    for (name, kind) in columns {
        if NEVER_ALIKE.contains(name) {
            let path = ColumnPath::from(*name);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
        if *kind == Kind::Int {
            let path = ColumnPath::from(*name);
            properties = properties
                .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                .set_column_dictionary_page_size_limit(path, DICTIONARY_OF_INTS);
        }
    }
    Ok(properties.build())
}

/// What went wrong below, as it was told there.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests;
