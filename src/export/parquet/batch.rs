//! A stretch of rows, held as columns.
//!
//! Only what is known takes room: a column is a mark for every row and the values of the marked ones, texts
//! one behind the other.

use crate::export::value::{Kind, Value};

/// A text of more bytes does not fit in a page of the format, whose length is a number of 31 bits.
const LONGEST_TEXT: usize = 1 << 29;

/// Rows, filled cell by cell.
///
/// ```
/// use chesstool::export::parquet::Batch;
/// use chesstool::export::{Kind, Value};
///
/// let mut batch = Batch::new(&[Kind::Text, Kind::Int]);
/// for (name, rating) in [("Carlsen", Some(2882)), ("Anderssen", None)] {
///     batch.push(0, &Value::from(name));
///     batch.push(1, &rating.map(i64::from).into());
/// }
/// assert_eq!(batch.rows(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) columns: Vec<Column>,
    /// A text is too long.
    too_long: bool,
}

impl Batch {
    /// No row yet.
    #[must_use]
    pub fn new(kinds: &[Kind]) -> Batch {
        Batch {
            columns: kinds.iter().map(|kind| Column::new(*kind)).collect(),
            too_long: false,
        }
    }

    /// Puts a value at the end of a column. A value of another kind than the column's is null.
    pub fn push(&mut self, column: usize, value: &Value<'_>) {
        let Some(column) = self.columns.get_mut(column) else {
            debug_assert!(false, "no column {column}");
            return;
        };
        let known = match (&mut column.values, value) {
            (Values::Bool(values), Value::Bool(value)) => {
                values.push(*value);
                true
            }
            (Values::Int(values), Value::Int(value)) => {
                values.push(*value);
                true
            }
            (Values::Float(values), Value::Float(value)) => {
                values.push(*value);
                true
            }
            (Values::Date(values), Value::Date(value)) => {
                values.push(value.days_since_1970());
                true
            }
            (Values::Text(lengths), value) => {
                let text: Option<&str> = match (column.kind, value) {
                    (Kind::Text, Value::Text(text)) => Some(text),
                    (Kind::Json, Value::Json(text)) => Some(text),
                    _ => None,
                };
                if let Some(text) = text {
                    self.too_long |= text.len() > LONGEST_TEXT;
                    lengths.push(text.len() as u32);
                    column.text.extend_from_slice(text.as_bytes());
                }
                text.is_some()
            }
            _ => false,
        };
        let null = *value == Value::Null;
        debug_assert!(known || null, "{value:?} in a column of {:?}", column.kind);
        column.known.push(known);
    }

    /// Number of rows; those of which every cell is filled.
    #[must_use]
    pub fn rows(&self) -> usize {
        let rows = self.columns.iter().map(|column| column.known.len());
        rows.min().unwrap_or(0)
    }

    /// Bytes of memory that the rows take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(Column::memory).sum()
    }

    /// Cuts the batch: `rows` of it stay, the ones behind them come back.
    #[must_use = "the rows behind the cut are in no other place"]
    pub fn split_off(&mut self, rows: usize) -> Batch {
        let columns = self.columns.iter_mut();
        Batch {
            columns: columns.map(|column| column.split_off(rows)).collect(),
            too_long: self.too_long,
        }
    }

    /// Keeps the first `rows`.
    pub fn truncate(&mut self, rows: usize) {
        for column in &mut self.columns {
            column.truncate(rows);
        }
    }

    /// Keeps the rows of which `keep` says so, by their number in the batch.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let kept: Vec<bool> = (0..self.rows()).map(&mut keep).collect();
        if kept.contains(&false) {
            for column in &mut self.columns {
                column.retain(&kept);
            }
        }
    }

    /// Why the batch cannot stand in a file of such columns.
    pub(super) fn fault(&self, kinds: &[Kind]) -> Option<&'static str> {
        let rows = self.rows();
        if !self
            .columns
            .iter()
            .map(|column| column.kind)
            .eq(kinds.iter().copied())
        {
            Some("the columns are not those of the file")
        } else if self.columns.iter().any(|column| column.known.len() != rows) {
            Some("the last row is not complete")
        } else if self.too_long {
            Some("a text is too long for Parquet")
        } else {
            None
        }
    }

    /// Bytes of the values, whatever room they take in memory.
    pub(super) fn value_bytes(&self) -> usize {
        self.columns.iter().map(Column::value_bytes).sum()
    }

    /// How many of the first rows, `rows` at most, have values of no more than `bytes`.
    pub(super) fn fitting(&self, rows: usize, bytes: usize) -> usize {
        let all = self.rows();
        if all <= rows && self.value_bytes() <= bytes {
            return all;
        }
        let mut sizes = vec![0; all.min(rows)];
        for column in &self.columns {
            column.add_sizes(&mut sizes);
        }
        let mut sum = 0;
        let over = sizes.iter().position(|size| {
            sum += size;
            sum > bytes
        });
        over.unwrap_or(sizes.len())
    }

    pub(super) fn into_columns(self) -> Vec<Column> {
        self.columns
    }
}

/// The cells of a column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) kind: Kind,
    /// For every row, whether its value is known.
    pub(super) known: Vec<bool>,
    /// The known ones.
    pub(super) values: Values,
    /// The texts of the known ones, one behind the other.
    pub(super) text: Vec<u8>,
}

/// The known values of a column.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Bool(Vec<bool>),
    Int(Vec<i64>),
    Float(Vec<f64>),
    /// Days since 1970.
    Date(Vec<i32>),
    /// Lengths in bytes, of texts and of JSON.
    Text(Vec<u32>),
}

/// Calls for the vector of whatever kind.
macro_rules! each_kind {
    ($values:expr, $vector:ident => $call:expr) => {
        match $values {
            Values::Bool($vector) => $call,
            Values::Int($vector) => $call,
            Values::Float($vector) => $call,
            Values::Date($vector) => $call,
            Values::Text($vector) => $call,
        }
    };
}

impl Column {
    fn new(kind: Kind) -> Column {
        let values = match kind {
            Kind::Bool => Values::Bool(Vec::new()),
            Kind::Int => Values::Int(Vec::new()),
            Kind::Float => Values::Float(Vec::new()),
            Kind::Date => Values::Date(Vec::new()),
            Kind::Text | Kind::Json => Values::Text(Vec::new()),
        };
        Column {
            kind,
            known: Vec::new(),
            values,
            text: Vec::new(),
        }
    }

    fn memory(&self) -> usize {
        let values = each_kind!(&self.values, values => size_of_val(values.as_slice())
            / values.len().max(1) * values.capacity());
        self.known.capacity() + values + self.text.capacity()
    }

    pub(super) fn value_bytes(&self) -> usize {
        let values = each_kind!(&self.values, values => size_of_val(values.as_slice()));
        values + self.text.len()
    }

    /// Adds to every row's size what its cell takes.
    fn add_sizes(&self, sizes: &mut [usize]) {
        let rows = sizes.iter_mut().zip(&self.known);
        let known = rows.filter_map(|(size, known)| known.then_some(size));
        match &self.values {
            Values::Text(lengths) => {
                for (size, length) in known.zip(lengths) {
                    *size += size_of::<u32>() + *length as usize;
                }
            }
            Values::Bool(_) => known.for_each(|size| *size += size_of::<bool>()),
            Values::Int(_) => known.for_each(|size| *size += size_of::<i64>()),
            Values::Float(_) => known.for_each(|size| *size += size_of::<f64>()),
            Values::Date(_) => known.for_each(|size| *size += size_of::<i32>()),
        }
    }

    /// Where the row's cell is, or would be: the number of values before it, and their bytes of text.
    fn place(&self, row: usize) -> (usize, usize) {
        let value = self.known.iter().take(row).filter(|known| **known).count();
        let text = match &self.values {
            Values::Text(lengths) => lengths
                .iter()
                .take(value)
                .map(|length| *length as usize)
                .sum(),
            _ => 0,
        };
        (value, text)
    }

    fn split_off(&mut self, row: usize) -> Column {
        let (value, text) = self.place(row);
        let values = match &mut self.values {
            Values::Bool(values) => Values::Bool(values.split_off(value)),
            Values::Int(values) => Values::Int(values.split_off(value)),
            Values::Float(values) => Values::Float(values.split_off(value)),
            Values::Date(values) => Values::Date(values.split_off(value)),
            Values::Text(lengths) => Values::Text(lengths.split_off(value)),
        };
        Column {
            kind: self.kind,
            known: self.known.split_off(row.min(self.known.len())),
            values,
            text: self.text.split_off(text),
        }
    }

    fn truncate(&mut self, row: usize) {
        let (value, text) = self.place(row);
        self.known.truncate(row);
        each_kind!(&mut self.values, values => values.truncate(value));
        self.text.truncate(text);
    }

    /// Keeps the rows that are marked.
    fn retain(&mut self, kept: &[bool]) {
        if let Values::Text(lengths) = &self.values {
            let rows = kept.iter().zip(&self.known);
            let kept = rows.filter_map(|(kept, known)| known.then_some(*kept));
            let (mut from, mut to) = (0, 0);
            for (length, kept) in lengths.iter().zip(kept) {
                let end = from + *length as usize;
                if kept {
                    self.text.copy_within(from..end, to);
                    to += *length as usize;
                }
                from = end;
            }
            self.text.truncate(to);
        }
        let rows = kept.iter().zip(&self.known);
        let mut of_values = rows.filter_map(|(kept, known)| known.then_some(*kept));
        each_kind!(&mut self.values, values => values.retain(|_| of_values.next() == Some(true)));
        let mut of_rows = kept.iter();
        self.known.retain(|_| of_rows.next() == Some(&true));
    }
}
