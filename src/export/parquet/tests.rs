use bytes::Bytes;
use parquet::basic::ConvertedType;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use super::*;
use crate::export::value::{Date, Value};

const COLUMNS: [(&str, Kind); 6] = [
    ("rated", Kind::Bool),
    ("plies", Kind::Int),
    ("score", Kind::Float),
    ("date", Kind::Date),
    ("white", Kind::Text),
    ("tags", Kind::Json),
];

type Row = [Value<'static>; 6];

/// Whether columns have threads of their own.
const ONE_THREAD: bool = false;
const MANY_THREADS: bool = true;

fn limits(rows: usize, bytes: usize) -> Limits {
    Limits {
        rows,
        bytes,
        level: 1,
    }
}

/// Some known and some unknown cells, everyday and odd ones.
fn row(n: usize) -> Row {
    let known = |every: usize, value: Value<'static>| match n % every {
        0 => Value::Null,
        _ => value,
    };
    let text = match n % 5 {
        0 => String::new(),
        1 => "Anand, Viswanathan".to_owned(),
        _ => format!("Гаприндашвили {n} {}", "e4 e5 ".repeat(n % 40)),
    };
    [
        known(3, Value::Bool(n.is_multiple_of(2))),
        known(
            7,
            Value::Int(n.cast_signed() as i64 * 1_000_000_007 - 5_000),
        ),
        known(4, Value::Float(n as f64 / 8.0)),
        known(5, Date::new(1850 + n as u16 % 300, 2, 28).into()),
        known(6, Value::text(text)),
        known(2, Value::Json(format!("{{\"n\":{n}}}"))),
    ]
}

fn batch(columns: &[(&str, Kind)], rows: &[Vec<Value<'static>>]) -> Batch {
    let kinds: Vec<Kind> = columns.iter().map(|(_, kind)| *kind).collect();
    let mut batch = Batch::new(&kinds);
    for row in rows {
        for (column, value) in row.iter().enumerate() {
            batch.push(column, value);
        }
    }
    batch
}

fn rows(numbers: std::ops::Range<usize>) -> Vec<Vec<Value<'static>>> {
    numbers.map(|n| row(n).to_vec()).collect()
}

fn write(limits: Limits, batches: impl IntoIterator<Item = Batch>, threaded: bool) -> Vec<u8> {
    let mut table = Table::new(Vec::new(), &COLUMNS, limits, threaded).unwrap();
    for batch in batches {
        table.append(batch).unwrap();
    }
    table.finish().unwrap()
}

fn read(file: &[u8]) -> (ParquetMetaData, Vec<Vec<Field>>) {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(file)).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| {
        row.unwrap()
            .into_columns()
            .into_iter()
            .map(|(_, field)| field)
            .collect()
    });
    (reader.metadata().clone(), rows.collect())
}

fn field(value: &Value<'_>) -> Field {
    match value {
        Value::Null => Field::Null,
        Value::Bool(value) => Field::Bool(*value),
        Value::Int(value) => Field::Long(*value),
        Value::Float(value) => Field::Double(*value),
        Value::Date(value) => Field::Date(value.days_since_1970()),
        Value::Text(text) => Field::Str(text.to_string()),
        Value::Json(text) => Field::Str(text.clone()),
    }
}

fn fields(rows: &[Vec<Value<'static>>]) -> Vec<Vec<Field>> {
    rows.iter()
        .map(|row| row.iter().map(field).collect())
        .collect()
}

fn groups(file: &ParquetMetaData) -> Vec<i64> {
    file.row_groups()
        .iter()
        .map(RowGroupMetaData::num_rows)
        .collect()
}

#[test]
fn every_kind_comes_back() {
    let rows = rows(0..5_000);
    let file = write(limits(2_000, 1 << 30), [batch(&COLUMNS, &rows)], ONE_THREAD);
    let (meta, back) = read(&file);
    assert_eq!(back, fields(&rows));
    assert_eq!(groups(&meta), [2_000, 2_000, 1_000]);
    let schema = meta.file_metadata().schema_descr_ptr();
    let types = schema.columns().iter().map(|column| {
        assert_eq!(column.max_def_level(), 1, "{}", column.name());
        (
            column.name(),
            column.physical_type(),
            column.converted_type(),
        )
    });
    let types: Vec<_> = types.collect();
    assert_eq!(
        types,
        [
            ("rated", Physical::BOOLEAN, ConvertedType::NONE),
            ("plies", Physical::INT64, ConvertedType::NONE),
            ("score", Physical::DOUBLE, ConvertedType::NONE),
            ("date", Physical::INT32, ConvertedType::DATE),
            ("white", Physical::BYTE_ARRAY, ConvertedType::UTF8),
            ("tags", Physical::BYTE_ARRAY, ConvertedType::JSON),
        ]
    );
    let meta = meta.file_metadata();
    let by = concat!("chesstool ", env!("CARGO_PKG_VERSION"));
    assert_eq!(meta.created_by(), Some(by));
    assert_eq!(meta.key_value_metadata(), None);
}

#[test]
fn statistics_are_told() {
    let rows = rows(0..100);
    let file = write(Limits::default(), [batch(&COLUMNS, &rows)], ONE_THREAD);
    let (meta, _) = read(&file);
    for (column, nulls) in meta
        .row_group(0)
        .columns()
        .iter()
        .zip([34, 15, 25, 20, 17, 50])
    {
        let statistics = column.statistics().unwrap();
        assert_eq!(statistics.null_count_opt(), Some(nulls));
        assert!(statistics.min_bytes_opt().is_some());
        assert!(statistics.max_bytes_opt().is_some());
    }
}

#[test]
fn nulls_stand_anywhere() {
    let columns = [("a", Kind::Text), ("b", Kind::Int)];
    let text = |text: &'static str| Value::text(text);
    for cells in [
        vec![Value::Null, text("x"), text("y")],
        vec![text("x"), text(""), Value::Null],
        vec![Value::Null; 3],
        vec![text(""); 3],
        vec![Value::Null],
    ] {
        let rows: Vec<_> = cells
            .iter()
            .map(|cell| {
                let length = match cell {
                    Value::Text(text) => Value::Int(text.len().cast_signed() as i64),
                    _ => Value::Null,
                };
                vec![cell.clone(), length]
            })
            .collect();
        let mut table = Table::new(Vec::new(), &columns, limits(2, 1 << 20), ONE_THREAD).unwrap();
        table.append(batch(&columns, &rows)).unwrap();
        let file = table.finish().unwrap();
        assert_eq!(read(&file).1, fields(&rows), "{cells:?}");
    }
}

#[test]
fn row_groups_end_at_their_bound() {
    for (count, expected) in [
        (999, vec![999]),
        (1_000, vec![1_000]),
        (1_001, vec![1_000, 1]),
        (2_000, vec![1_000, 1_000]),
        (3_500, vec![1_000, 1_000, 1_000, 500]),
    ] {
        let all = rows(0..count);
        for size in [1_000, 700, count] {
            let batches = all.chunks(size).map(|rows| batch(&COLUMNS, rows));
            let (meta, back) = read(&write(limits(1_000, 1 << 30), batches, ONE_THREAD));
            assert_eq!(groups(&meta), expected, "{count} in batches of {size}");
            assert_eq!(back, fields(&all));
        }
    }
}

#[test]
fn row_groups_end_at_their_bytes() {
    let columns = [("text", Kind::Text)];
    // Four bytes of each are its length.
    let lengths = [46, 46, 46, 500, 0, 6, 82, 1];
    let rows: Vec<_> = lengths
        .iter()
        .map(|length| vec![Value::text("x".repeat(*length))])
        .collect();
    let mut table = Table::new(Vec::new(), &columns, limits(100, 100), ONE_THREAD).unwrap();
    table.append(batch(&columns, &rows)).unwrap();
    let (meta, back) = read(&table.finish().unwrap());
    assert_eq!(groups(&meta), [2, 1, 1, 3, 1]);
    assert_eq!(back, fields(&rows));
}

#[test]
fn the_bytes_depend_on_the_rows_alone() {
    let all = rows(0..6_000);
    for limits in [limits(2_500, 1 << 30), limits(5_000, 200_000)] {
        let file = write(limits, [batch(&COLUMNS, &all)], ONE_THREAD);
        for size in [1, 333, 1_024, 2_500, 5_999] {
            let batches = || all.chunks(size).map(|rows| batch(&COLUMNS, rows));
            let one = write(limits, batches(), ONE_THREAD);
            assert!(one == file, "batches of {size}");
            let many = write(limits, batches(), MANY_THREADS);
            assert!(many == file, "batches of {size}, many threads");
        }
    }
}

#[test]
fn a_file_without_rows_has_its_columns() {
    for batches in [vec![], vec![batch(&COLUMNS, &[])]] {
        let file = write(Limits::default(), batches, ONE_THREAD);
        let (meta, back) = read(&file);
        assert_eq!(back, Vec::<Vec<Field>>::new());
        assert_eq!(meta.num_row_groups(), 0);
        assert_eq!(meta.file_metadata().schema_descr().num_columns(), 6);
    }
}

#[test]
fn batches_are_cut_and_thinned_out() {
    let all = rows(0..1_000);
    let written = |batch: Batch| read(&write(Limits::default(), [batch], ONE_THREAD)).1;
    for at in [0, 1, 6, 500, 999, 1_000, 1_001] {
        let mut head = batch(&COLUMNS, &all);
        let tail = head.split_off(at);
        let at = at.min(1_000);
        assert_eq!((head.rows(), tail.rows()), (at, 1_000 - at));
        assert_eq!(written(head), fields(&all[..at]));
        assert_eq!(written(tail), fields(&all[at..]));
        let mut short = batch(&COLUMNS, &all);
        short.truncate(at);
        assert_eq!(written(short), fields(&all[..at]));
    }
    let keeps: [fn(usize) -> bool; 4] = [|_| true, |_| false, |n| n % 3 == 1, |n| n >= 990];
    for keep in keeps {
        let mut some = batch(&COLUMNS, &all);
        some.retain(keep);
        let numbers = (0..1_000).filter(|n| keep(*n));
        let kept: Vec<_> = numbers.map(|n| all[n].clone()).collect();
        assert_eq!(some.rows(), kept.len());
        assert_eq!(written(some), fields(&kept));
    }
    let large = batch(&COLUMNS, &all).bytes();
    assert!((100_000..400_000).contains(&large), "{large}");
}

/// Takes so many bytes.
#[derive(Debug)]
struct Full(usize, io::ErrorKind);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::new(self.1, "no more"));
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn failing_writers_are_told_as_they_are() {
    let all = rows(0..6_000);
    let limits = limits(2_000, 1 << 30);
    let length = write(limits, [batch(&COLUMNS, &all)], ONE_THREAD).len();
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::BrokenPipe] {
        for taken in (0..length).step_by(length / 50).chain([length - 1]) {
            let mut table = Table::new(Full(taken, kind), &COLUMNS, limits, ONE_THREAD).unwrap();
            let result = table
                .append(batch(&COLUMNS, &all))
                .and_then(|()| table.finish());
            let error = result.unwrap_err();
            assert_eq!(error.kind(), kind, "{error} after {taken} of {length}");
        }
        let mut table = Table::new(Full(length, kind), &COLUMNS, limits, ONE_THREAD).unwrap();
        table.append(batch(&COLUMNS, &all)).unwrap();
        assert_eq!(table.finish().unwrap().0, 0);
    }
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let mut table = Table::new(Vec::new(), &COLUMNS[..2], Limits::default(), ONE_THREAD).unwrap();
    let mut half = Batch::new(&[Kind::Bool, Kind::Int]);
    half.push(0, &Value::Bool(true));
    for batch in [Batch::new(&[Kind::Bool]), Batch::new(&[Kind::Int; 2]), half] {
        let error = table.append(batch).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
    assert!(Table::new(Vec::new(), &COLUMNS, limits(0, 1), ONE_THREAD).is_err());
}
