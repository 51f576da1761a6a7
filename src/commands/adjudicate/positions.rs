//! Positions: what they are, who can still mate in them, and how.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Context as _;
use serde::Serialize;

use crate::adjudicate::{Format, LawsOf};
use crate::arbiter::dead::{self, Proof, USUAL_BUDGET, Winnability};
use crate::arbiter::{Ending, Laws, Record, Rule, claims, ending, is_dead_by_material};
use crate::chess::{Color, Move, Position};
use crate::commands::Exit;
use crate::commands::adjudicate::{Input, Options, closed_is_fine, say};
use crate::commands::course::Sink;
use crate::commands::positions::{self, Line, Lines};
use crate::stream::cancel;
use crate::stream::ordered::Workers;
use crate::stream::output::Output;

/// Positions that are judged at a time.
const BATCH: usize = 256;

/// What is written of a position.
#[derive(Debug, Default, Serialize)]
struct Row {
    line: u64,
    fen: String,
    status: &'static str,
    result: Option<&'static str>,
    article: Option<&'static str>,
    white_can_mate: Option<&'static str>,
    white_why: Option<String>,
    white_line: Option<String>,
    black_can_mate: Option<&'static str>,
    black_why: Option<String>,
    black_line: Option<String>,
    halfmove_clock: Option<u16>,
    claims: Option<String>,
}

/// What a line says, or what is wrong with it.
type Read = Result<Position, String>;

/// Judges one position, or a file of them.
pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let workers = Workers::new(options.threads).context("cannot start threads")?;
    let mut out = Sink::open(options.output.as_deref())?;
    let mut failed = false;
    let written = match &options.input {
        Input::Fen(fen) => {
            let position = read(fen).map_err(|faults| anyhow::anyhow!("the FEN {faults}"))?;
            head(&mut out, options.format)
                .and_then(|()| write(&mut out, options.format, &judge(1, &position, options)))
        }
        Input::Lines(path) => {
            let mut lines = Lines::open(path)?;
            let name = lines.name().to_owned();
            let mut written = head(&mut out, options.format);
            let mut ended = false;
            while written.is_ok() && !ended {
                let mut batch = Vec::with_capacity(BATCH);
                while batch.len() < BATCH && !ended {
                    match lines.next()? {
                        Some(line) => batch.push(of_line(line)),
                        None => ended = true,
                    }
                }
                let rows = workers.map(&batch, |(line, read)| match read {
                    Ok(position) if !cancel::is_cancelled() => judge(*line, position, options),
                    _ => Row {
                        line: *line,
                        status: "invalid",
                        ..Row::default()
                    },
                });
                if cancel::is_cancelled() {
                    closed_is_fine(out.flush())?;
                    return Ok(Exit::Interrupted);
                }
                for (line, faults) in batch
                    .iter()
                    .filter_map(|(line, read)| Some((line, read.as_ref().err()?)))
                {
                    failed = true;
                    say(&format!("error: {name}:{line}: the FEN {faults}"));
                }
                written = rows
                    .iter()
                    .try_for_each(|row| write(&mut out, options.format, row));
            }
            written
        }
        Input::Games(_) => Ok(()),
    };
    if !closed_is_fine(written.and_then(|()| out.flush()))? {
        return Ok(Exit::Clean);
    }
    out.finish().context("cannot write the results")?;
    Ok(if failed { Exit::Failed } else { Exit::Clean })
}

fn of_line(line: Line) -> (u64, Read) {
    (line.number, line.text.and_then(|text| read(&text)))
}

/// Reads a FEN, or an EPD with its counters.
fn read(text: &str) -> Read {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if fields.len() <= 4 || number(fields[4]) {
        return positions::read(text, false);
    }
    let operand = |name: &str, usual: &str| {
        let mut operations = fields[4..].iter();
        operations.find(|field| **field == name);
        let value = operations.next().map(|value| value.trim_end_matches(';'));
        value.unwrap_or(usual).to_owned()
    };
    let fen = format!(
        "{} {} {}",
        fields[..4].join(" "),
        operand("hmvc", "0"),
        operand("fmvn", "1")
    );
    positions::read(&fen, false)
}

fn judge(line: u64, position: &Position, options: &Options) -> Row {
    let laws = match options.laws {
        LawsOf::Fixed(laws) => laws,
        LawsOf::Date => Laws::CURRENT,
    };
    let budget = options.budget.unwrap_or(USUAL_BUDGET);
    let chances = Color::ALL.map(|color| match dead::quick(position, color) {
        Some(proof) => Winnability::Unwinnable(proof),
        None => dead::full(position, color, budget),
    });
    let record = Record::new(position);
    let dead = laws.dead_positions && chances.iter().all(Winnability::is_unwinnable);
    let (rule, winner) = match ending(position) {
        Some(Ending::Checkmate { winner }) => (Some(Rule::Checkmate), Some(winner)),
        Some(Ending::Stalemate) => (Some(Rule::Stalemate), None),
        _ if dead => (Some(Rule::DeadPosition), None),
        _ => (record.end(laws).map(|end| end.rule), None),
    };
    let status = match rule {
        Some(rule) => rule.name(),
        None if position.in_check() => "check",
        None => "in_progress",
    };
    let result = rule.map(|_| match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    });
    let claims: Vec<String> = match rule {
        Some(_) => Vec::new(),
        // Any quiet move will do for 50 moves; one is named.
        None => claims::claims(&record, position)
            .into_iter()
            .take(1)
            .map(|claim| match claim.intended {
                None => claim.rule.name().to_owned(),
                Some(mv) => format!("{} with {}", claim.rule.name(), moves(position, &[mv])),
            })
            .collect(),
    };
    let [white_chance, black_chance] = chances;
    let white = said(position, Color::White, white_chance, options.proof);
    let black = said(position, Color::Black, black_chance, options.proof);
    Row {
        line,
        fen: position.fen(),
        status,
        result,
        article: rule.map(Rule::article),
        white_can_mate: Some(white.0),
        white_why: white.1,
        white_line: white.2,
        black_can_mate: Some(black.0),
        black_why: black.1,
        black_line: black.2,
        halfmove_clock: Some(position.halfmove_clock()),
        claims: (!claims.is_empty()).then(|| claims.join("; ")),
    }
}

/// Whether a side can mate, why not, and how.
fn said(
    position: &Position,
    color: Color,
    chance: Winnability,
    proof: bool,
) -> (&'static str, Option<String>, Option<String>) {
    match chance {
        Winnability::Winnable(line) => ("yes", None, proof.then(|| moves(position, &line))),
        // Forced moves may lead to where men are too few; where they are too few already, that is why.
        Winnability::Unwinnable(Proof::Forced)
            if is_dead_by_material(position) || !position.board().of_color(color).many() =>
        {
            ("no", Some(Proof::Material.name().to_owned()), None)
        }
        Winnability::Unwinnable(proof) => ("no", Some(proof.name().to_owned()), None),
        Winnability::Undetermined(nodes) => (
            "undetermined",
            Some(format!("{nodes} nodes searched")),
            None,
        ),
    }
}

/// Moves in SAN with their numbers.
fn moves(position: &Position, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = *position;
    for (ply, mv) in line.iter().enumerate() {
        let next = position.after(*mv);
        if ply > 0 {
            text.push(' ');
        }
        match position.turn() {
            Color::White => {
                let _ = write!(text, "{}. ", position.fullmove());
            }
            Color::Black if ply == 0 => {
                let _ = write!(text, "{}... ", position.fullmove());
            }
            Color::Black => {}
        }
        text.push_str(&position.san_to(*mv, &next));
        position = next;
    }
    text
}

fn head(out: &mut Output, format: Format) -> io::Result<()> {
    if format == Format::Csv {
        writeln!(
            out,
            "line,fen,status,result,article,white_can_mate,white_why,white_line,black_can_mate,\
             black_why,black_line,halfmove_clock,claims"
        )?;
    }
    Ok(())
}

fn write(out: &mut Output, format: Format, row: &Row) -> io::Result<()> {
    match format {
        Format::Text => text(out, row),
        Format::Csv => {
            let mut writer = csv::WriterBuilder::new()
                .has_headers(false)
                .terminator(csv::Terminator::Any(b'\n'))
                .buffer_capacity(512)
                .from_writer(out);
            writer.serialize(row)?;
            writer.flush()
        }
        Format::Jsonl => {
            serde_json::to_writer(&mut *out, row)?;
            writeln!(out)
        }
    }
}

fn text(out: &mut Output, row: &Row) -> io::Result<()> {
    if row.status == "invalid" {
        return writeln!(out, "invalid");
    }
    write!(out, "{}: {}", row.fen, row.status.replace('_', " "))?;
    if let (Some(result), Some(article)) = (row.result, row.article) {
        write!(out, ", {result} [FIDE {article}]")?;
    }
    let sides = [
        ("White", row.white_can_mate, &row.white_why, &row.white_line),
        ("Black", row.black_can_mate, &row.black_why, &row.black_line),
    ];
    for (color, can_mate, why, _) in &sides {
        let verb = match can_mate {
            Some("yes") => "can mate",
            Some("no") => "cannot mate",
            _ => "may be able to mate",
        };
        write!(out, "; {color} {verb}")?;
        if let Some(why) = why {
            write!(out, " ({why})")?;
        }
    }
    if let Some(claims) = &row.claims {
        write!(out, "; to be claimed: {}", claims.replace('_', " "))?;
    }
    writeln!(out)?;
    for (color, _, _, line) in sides {
        if let Some(line) = line {
            let line = if line.is_empty() { "it has" } else { line };
            writeln!(out, "  {color} mates: {line}")?;
        }
    }
    Ok(())
}
