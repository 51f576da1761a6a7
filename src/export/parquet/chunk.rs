//! A column of a row group, and its encoding.
//!
//! The column is handed to the encoder 1,024 rows at a time, whatever pieces it came in: where a
//! page ends depends on that. Texts are handed over as slices of the pieces, not copied.

use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

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

/// Bytes of rows that wait before they are handed to the column's thread.
const AT_ONCE: usize = 256 << 10;
/// So many times may that be done before the thread has taken the first of them.
const AHEAD: usize = 8;

/// The rows of a column that go into one row group.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Rows that nobody encodes yet.
    waiting: Vec<Piece>,
    /// Bytes of their values.
    bytes: usize,
    encoder: Encoder,
}

/// Who encodes the rows.
#[derive(Debug)]
enum Encoder {
    /// The calling thread, once all are there.
    Own(ColumnDescPtr, WriterPropertiesPtr),
    /// A thread, while they come.
    Thread(SyncSender<Vec<Piece>>, JoinHandle<Encoded>),
}

/// What a batch had of the column.
#[derive(Debug)]
struct Piece {
    known: Vec<bool>,
    values: Values,
    text: Bytes,
}

/// A chunk as it stands in the file, or why there is none.
type Encoded = Result<(Bytes, ColumnCloseResult), ParquetError>;

impl Chunk {
    /// A chunk without rows; `threaded` gives it a thread of its own, which encodes the rows while they come.
    pub(super) fn new(
        column: ColumnDescPtr,
        properties: WriterPropertiesPtr,
        threaded: bool,
    ) -> io::Result<Chunk> {
        let encoder = if threaded {
            let (sender, pieces) = sync_channel::<Vec<Piece>>(AHEAD);
            let work = move || guarded(&column, &properties, pieces.into_iter().flatten());
            Encoder::Thread(sender, thread::Builder::new().spawn(work)?)
        } else {
            Encoder::Own(column, properties)
        };
        Ok(Chunk {
            waiting: Vec::new(),
            bytes: 0,
            encoder,
        })
    }

    /// Adds rows.
    pub(super) fn push(&mut self, column: Column) {
        if column.known.is_empty() {
            return;
        }
        self.bytes += column.value_bytes();
        self.waiting.push(Piece {
            known: column.known,
            values: column.values,
            text: column.text.into(),
        });
        if self.bytes >= AT_ONCE
            && let Encoder::Thread(sender, _) = &self.encoder
        {
            self.bytes = 0;
            // A thread that has ended says why in the end.
            let _ = sender.send(mem::take(&mut self.waiting));
        }
    }

    /// The column, encoded and compressed.
    pub(super) fn finish(self) -> Encoded {
        match self.encoder {
            Encoder::Own(column, properties) => {
                guarded(&column, &properties, self.waiting.into_iter())
            }
            Encoder::Thread(sender, thread) => {
                let _ = sender.send(self.waiting);
                drop(sender);
                thread.join().unwrap_or_else(|_| Err(failed()))
            }
        }
    }
}

fn failed() -> ParquetError {
    ParquetError::General("the encoder has failed".to_owned())
}

/// Encodes; a fault of the encoder is an error like others.
fn guarded(
    column: &ColumnDescPtr,
    properties: &WriterPropertiesPtr,
    pieces: impl Iterator<Item = Piece>,
) -> Encoded {
    let done = catch_unwind(AssertUnwindSafe(|| encode(column, properties, pieces)));
    done.unwrap_or_else(|_| Err(failed()))
}

fn encode(
    column: &ColumnDescPtr,
    properties: &WriterPropertiesPtr,
    pieces: impl Iterator<Item = Piece>,
) -> Encoded {
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = get_column_writer(column.clone(), properties.clone(), pages);
    match &mut writer {
        ColumnWriter::BoolColumnWriter(writer) => feed(pieces, writer, bools)?,
        ColumnWriter::Int64ColumnWriter(writer) => feed(pieces, writer, ints)?,
        ColumnWriter::DoubleColumnWriter(writer) => feed(pieces, writer, floats)?,
        ColumnWriter::Int32ColumnWriter(writer) => feed(pieces, writer, days)?,
        ColumnWriter::ByteArrayColumnWriter(writer) => feed(pieces, writer, texts)?,
        ColumnWriter::Int96ColumnWriter(_)
        | ColumnWriter::FloatColumnWriter(_)
        | ColumnWriter::FixedLenByteArrayColumnWriter(_) => {
            let kind: Physical = column.physical_type();
            return Err(ParquetError::NYI(format!("a column of {kind}")));
        }
    }
    let close = writer.close()?;
    Ok((sink.into_inner()?.into(), close))
}

/// Hands all rows to the encoder. A piece is given back to memory as soon as it is encoded.
fn feed<T: DataType, I: Iterator<Item = T::T>>(
    pieces: impl Iterator<Item = Piece>,
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
