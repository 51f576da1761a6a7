//! Rows as bytes, as they are put aside in temporary files.
//!
//! A cell is a byte that says whether its value is known, and the value: 8 bytes of a number, 4 of a day, a text with
//! 4 bytes of its length before it.

use crate::export::parquet::Batch;
use crate::export::parquet::batch::{Column, Values};

impl Batch {
    /// All rows as bytes, column by column.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(&(self.rows() as u64).to_le_bytes());
        for column in &self.columns {
            column.pack(&mut out);
        }
        out
    }

    /// Adds packed rows of a batch with the same columns; `None` if the bytes are not that.
    pub fn unpack(&mut self, mut bytes: &[u8]) -> Option<()> {
        let rows = u64::from_le_bytes(take(&mut bytes)?);
        for column in &mut self.columns {
            column.unpack(&mut bytes, rows)?;
        }
        bytes.is_empty().then_some(())
    }
}

impl Column {
    fn pack(&self, out: &mut Vec<u8>) {
        let mut value = 0;
        let mut text = 0;
        for known in &self.known {
            out.push(u8::from(*known));
            if !known {
                continue;
            }
            match &self.values {
                Values::Bool(values) => out.push(u8::from(values[value])),
                Values::Int(values) => out.extend_from_slice(&values[value].to_le_bytes()),
                Values::Float(values) => out.extend_from_slice(&values[value].to_le_bytes()),
                Values::Date(values) => out.extend_from_slice(&values[value].to_le_bytes()),
                Values::Text(lengths) => {
                    let end = text + lengths[value] as usize;
                    out.extend_from_slice(&lengths[value].to_le_bytes());
                    out.extend_from_slice(&self.text[text..end]);
                    text = end;
                }
            }
            value += 1;
        }
    }

    fn unpack(&mut self, bytes: &mut &[u8], rows: u64) -> Option<()> {
        for _ in 0..rows {
            let [known] = take(bytes)?;
            self.known.push(known != 0);
            if known == 0 {
                continue;
            }
            match &mut self.values {
                Values::Bool(values) => {
                    let [value] = take(bytes)?;
                    values.push(value != 0);
                }
                Values::Int(values) => values.push(i64::from_le_bytes(take(bytes)?)),
                Values::Float(values) => values.push(f64::from_le_bytes(take(bytes)?)),
                Values::Date(values) => values.push(i32::from_le_bytes(take(bytes)?)),
                Values::Text(lengths) => {
                    let length = u32::from_le_bytes(take(bytes)?);
                    let (text, rest) = bytes.split_at_checked(length as usize)?;
                    lengths.push(length);
                    self.text.extend_from_slice(text);
                    *bytes = rest;
                }
            }
        }
        Some(())
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use crate::export::parquet::Batch;
    use crate::export::value::{Date, Kind, Value};

    #[test]
    fn rows_come_back() {
        let kinds = [
            Kind::Bool,
            Kind::Int,
            Kind::Float,
            Kind::Date,
            Kind::Text,
            Kind::Json,
        ];
        let mut batch = Batch::new(&kinds);
        for row in 0..7_i64 {
            let date = Date::parse(b"2024.02.29");
            let values = [
                Value::Bool(row % 2 == 0),
                Value::Int(-row),
                Value::Float(row as f64 / 3.0),
                date.into(),
                Value::text("x".repeat(row as usize)),
                Value::Json(format!("[{row}]")),
            ];
            for (column, value) in values.iter().enumerate() {
                let known = !(row as usize + column).is_multiple_of(3);
                batch.push(column, if known { value } else { &Value::Null });
            }
        }
        let packed = batch.pack();
        let mut again = Batch::new(&kinds);
        for _ in 0..2 {
            again.unpack(&packed).unwrap();
        }
        assert_eq!(again.rows(), 14);
        assert_eq!(again.split_off(7).pack(), packed);
        assert_eq!(again.pack(), packed);
        assert_eq!(again.unpack(&packed[1..]), None);
    }
}
