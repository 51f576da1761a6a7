//! A column of a row group, and its encoding.
//!
//! The column is handed to the encoder 1,024 rows at a time, whatever pieces it came in: where a
//! page ends depends on that. Texts are handed over as slices of the pieces, not copied.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use parquet::basic::Type as Physical;
use parquet::column::writer::{
    ColumnCloseResult, ColumnWriter, ColumnWriterImpl, get_column_writer,
};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use crate::export::parquet::batch::{Column, Values};

/// Rows that the encoder is given in one call.
pub(super) const ROWS_AT_ONCE: usize = 1024;

/// A piece of work that any thread may do, at any time.
pub type Job = Box<dyn FnOnce() + Send>;

/// Gets a job done, at once or later on another thread. On one thread: `&|job| job()`.
pub type Spawn<'a> = &'a dyn Fn(Job);

/// The rows of a column that go into one row group.
#[derive(Debug)]
pub struct Chunk {
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
    pieces: Vec<Piece>,
}

/// What a batch had of the column.
#[derive(Debug)]
struct Piece {
    known: Vec<bool>,
    values: Values,
    text: Bytes,
}

/// A chunk as it stands in the file, or why there is none.
#[derive(Debug)]
pub struct Encoded(pub(super) Result<(Bytes, ColumnCloseResult), ParquetError>);

impl Chunk {
    pub(super) fn new(column: ColumnDescPtr, properties: WriterPropertiesPtr) -> Chunk {
        Chunk {
            column,
            properties,
            pieces: Vec::new(),
        }
    }

    /// Adds rows.
    pub(super) fn push(&mut self, column: Column) {
        if !column.known.is_empty() {
            self.pieces.push(Piece {
                known: column.known,
                values: column.values,
                text: column.text.into(),
            });
        }
    }

    /// Encodes and compresses the column.
    pub(super) fn encode(self) -> Encoded {
        let done = catch_unwind(AssertUnwindSafe(|| self.try_encode()));
        let failed = || ParquetError::General("the encoder has failed".to_owned());
        Encoded(done.unwrap_or_else(|_| Err(failed())))
    }

    fn try_encode(self) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut sink));
        let (column, properties) = (self.column.clone(), self.properties.clone());
        let mut writer = get_column_writer(column, properties, pages);
        let pieces = self.pieces;
        match &mut writer {
            ColumnWriter::BoolColumnWriter(writer) => feed(pieces, writer, bools)?,
            ColumnWriter::Int64ColumnWriter(writer) => feed(pieces, writer, ints)?,
            ColumnWriter::DoubleColumnWriter(writer) => feed(pieces, writer, floats)?,
            ColumnWriter::Int32ColumnWriter(writer) => feed(pieces, writer, days)?,
            ColumnWriter::ByteArrayColumnWriter(writer) => feed(pieces, writer, texts)?,
            ColumnWriter::Int96ColumnWriter(_)
            | ColumnWriter::FloatColumnWriter(_)
            | ColumnWriter::FixedLenByteArrayColumnWriter(_) => {
                let kind: Physical = self.column.physical_type();
                return Err(ParquetError::NYI(format!("a column of {kind}")));
            }
        }
        let close = writer.close()?;
        Ok((sink.into_inner()?.into(), close))
    }
}

/// Hands all rows to the encoder. A piece is given back to memory as soon as it is encoded.
fn feed<T: DataType, I: Iterator<Item = T::T>>(
    pieces: Vec<Piece>,
    writer: &mut ColumnWriterImpl<'_, T>,
    values_of: impl Fn(Values, Bytes) -> I,
) -> Result<(), ParquetError> {
    let mut levels: Vec<i16> = Vec::with_capacity(ROWS_AT_ONCE);
    let mut values: Vec<T::T> = Vec::with_capacity(ROWS_AT_ONCE);
    for piece in pieces {
        let mut of_piece = values_of(piece.values, piece.text);
        let mut known = piece.known.as_slice();
        while !known.is_empty() {
            let (now, later) = known.split_at(known.len().min(ROWS_AT_ONCE - levels.len()));
            known = later;
            levels.extend(now.iter().map(|known| i16::from(*known)));
            let count = now.iter().filter(|known| **known).count();
            values.extend(of_piece.by_ref().take(count));
            if levels.len() == ROWS_AT_ONCE {
                writer.write_batch(&values, Some(&levels), None)?;
                levels.clear();
                values.clear();
            }
        }
    }
    if !levels.is_empty() {
        writer.write_batch(&values, Some(&levels), None)?;
    }
    Ok(())
}

fn bools(values: Values, _: Bytes) -> impl Iterator<Item = bool> {
    let values = match values {
        Values::Bool(values) => values,
        _ => Vec::new(),
    };
    values.into_iter()
}

fn ints(values: Values, _: Bytes) -> impl Iterator<Item = i64> {
    let values = match values {
        Values::Int(values) => values,
        _ => Vec::new(),
    };
    values.into_iter()
}

fn floats(values: Values, _: Bytes) -> impl Iterator<Item = f64> {
    let values = match values {
        Values::Float(values) => values,
        _ => Vec::new(),
    };
    values.into_iter()
}

fn days(values: Values, _: Bytes) -> impl Iterator<Item = i32> {
    let values = match values {
        Values::Date(values) => values,
        _ => Vec::new(),
    };
    values.into_iter()
}

fn texts(values: Values, text: Bytes) -> impl Iterator<Item = ByteArray> {
    let lengths = match values {
        Values::Text(lengths) => lengths,
        _ => Vec::new(),
    };
    let mut from = 0;
    lengths.into_iter().map(move |length| {
        let end = from + length as usize;
        let text = text.slice(from..end);
        from = end;
        ByteArray::from(text)
    })
}
