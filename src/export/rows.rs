//! Rows of tables as text: CSV, TSV, JSON Lines.

use std::fmt::Write as _;
use std::io;

use crate::export::columns::{Chosen, Per, Row};
use crate::export::game::Game;
use crate::export::value::Value;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Comma-separated values (RFC 4180).
    Csv,
    /// The same with tabs.
    Tsv,
    /// An object a line.
    Jsonl,
}

/// The names of the columns as CSV has them; nothing in JSON Lines, which name them in every line.
///
/// # Errors
///
/// None: it is written to memory.
pub fn head(form: Form, columns: &[Chosen]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    if form != Form::Jsonl {
        let mut writer = writer(form, &mut out);
        writer.write_record(columns.iter().map(Chosen::name))?;
        writer.flush()?;
        drop(writer);
    }
    Ok(out)
}

/// Writes the row of a game, or those of its plies; how many.
///
/// # Errors
///
/// None but faults of the tool: it is written to memory.
pub fn write(
    out: &mut Vec<u8>,
    form: Form,
    per: Per,
    columns: &[Chosen],
    game: &Game<'_>,
    error: Option<&str>,
) -> io::Result<u64> {
    match form {
        Form::Csv | Form::Tsv => {
            let mut writer = writer(form, out);
            let mut cell = String::new();
            let count = each(per, game, error, |row| {
                for column in columns {
                    match column.value(row) {
                        Value::Null => writer.write_field("")?,
                        Value::Text(text) => writer.write_field(&*text)?,
                        value => {
                            cell.clear();
                            let _ = write!(cell, "{value}");
                            writer.write_field(&cell)?;
                        }
                    }
                }
                writer.write_record(None::<&[u8]>)
            })?;
            writer.flush()?;
            Ok(count)
        }
        Form::Jsonl => {
            // Names are written once for all rows.
            let names: Vec<String> = columns
                .iter()
                .map(|column| serde_json::Value::from(column.name()).to_string())
                .collect();
            each(per, game, error, |row| {
                let mut between = b'{';
                for (column, name) in columns.iter().zip(&names) {
                    out.push(between);
                    out.extend_from_slice(name.as_bytes());
                    out.push(b':');
                    serde_json::to_writer(&mut *out, &column.value(row))?;
                    between = b',';
                }
                out.extend_from_slice(b"}\n");
                Ok(())
            })
        }
    }
}

fn writer(form: Form, out: &mut Vec<u8>) -> csv::Writer<&mut Vec<u8>> {
    let delimiter = if form == Form::Tsv { b'\t' } else { b',' };
    csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(out)
}

/// Calls `write` for every row; how many.
///
/// # Errors
///
/// The first one that `write` gives.
pub fn each<E>(
    per: Per,
    game: &Game<'_>,
    error: Option<&str>,
    mut write: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let row = Row {
        game,
        ply: None,
        error,
    };
    if per == Per::Game {
        write(&row)?;
        return Ok(1);
    }
    for (index, ply) in game.read.plies.iter().enumerate() {
        write(&Row {
            ply: Some((ply, index)),
            ..row
        })?;
    }
    Ok(game.read.plies.len() as u64)
}
