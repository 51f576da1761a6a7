//! A column of a row group, and its encoding.
//!
//! The column is handed to the encoder 1,024 rows at a time, whatever pieces it came in: where a
//! page ends depends on that. Texts are handed over as slices of the pieces, not copied.

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

/// Encodes every chunk with the function given, on as many threads as it likes; the results in the order of
/// the chunks. On one thread: `&|chunks, encode| chunks.iter().map(encode).collect()`.
pub type Map<'a> = &'a dyn Fn(&[Chunk], &(dyn Fn(&Chunk) -> Encoded + Send + Sync)) -> Vec<Encoded>;

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
    pub(super) fn encode(&self) -> Encoded {
        Encoded(self.try_encode())
    }

    fn try_encode(&self) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut sink));
        let (column, properties) = (self.column.clone(), self.properties.clone());
        let mut writer = get_column_writer(column, properties, pages);
        match &mut writer {
            ColumnWriter::BoolColumnWriter(writer) => self.feed(writer, Piece::bools)?,
            ColumnWriter::Int64ColumnWriter(writer) => self.feed(writer, Piece::ints)?,
            ColumnWriter::DoubleColumnWriter(writer) => self.feed(writer, Piece::floats)?,
            ColumnWriter::Int32ColumnWriter(writer) => self.feed(writer, Piece::days)?,
            ColumnWriter::ByteArrayColumnWriter(writer) => self.feed(writer, Piece::texts)?,
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

    /// Hands all rows to the encoder.
    fn feed<'a, T: DataType, I: Iterator<Item = T::T>>(
        &'a self,
        writer: &mut ColumnWriterImpl<'_, T>,
        values_of: impl Fn(&'a Piece) -> I,
    ) -> Result<(), ParquetError> {
        let mut levels: Vec<i16> = Vec::with_capacity(ROWS_AT_ONCE);
        let mut values: Vec<T::T> = Vec::with_capacity(ROWS_AT_ONCE);
        for piece in &self.pieces {
            let mut of_piece = values_of(piece);
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
}

impl Piece {
    fn bools(&self) -> impl Iterator<Item = bool> {
        let values: &[bool] = match &self.values {
            Values::Bool(values) => values,
            _ => &[],
        };
        values.iter().copied()
    }

    fn ints(&self) -> impl Iterator<Item = i64> {
        let values: &[i64] = match &self.values {
            Values::Int(values) => values,
            _ => &[],
        };
        values.iter().copied()
    }

    fn floats(&self) -> impl Iterator<Item = f64> {
        let values: &[f64] = match &self.values {
            Values::Float(values) => values,
            _ => &[],
        };
        values.iter().copied()
    }

    fn days(&self) -> impl Iterator<Item = i32> {
        let values: &[i32] = match &self.values {
            Values::Date(values) => values,
            _ => &[],
        };
        values.iter().copied()
    }

    fn texts(&self) -> impl Iterator<Item = ByteArray> {
        let lengths: &[u32] = match &self.values {
            Values::Text(lengths) => lengths,
            _ => &[],
        };
        let mut from = 0;
        lengths.iter().map(move |length| {
            let end = from + *length as usize;
            let text = self.text.slice(from..end);
            from = end;
            ByteArray::from(text)
        })
    }
}
