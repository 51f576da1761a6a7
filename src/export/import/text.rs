//! A line of text as a game: a position, or moves.

use std::io::{self, BufRead, Read};

use crate::export::import::places::{Line, Passage, Spot};
use crate::export::import::{OPERATIONS, Source};

/// A line longer than that is no position and no game (bytes).
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// What has been read of a line.
#[derive(PartialEq, Eq)]
pub(super) enum Got {
    /// Nothing: there is none.
    End,
    /// All of it.
    Whole,
    /// The beginning; the rest is passed over.
    TooLong,
}

/// Reads the next line; of one that is too long no more than may be.
pub(super) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Got> {
    line.clear();
    let most = LONGEST_LINE as u64;
    let read = reader.by_ref().take(most).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(Got::End);
    }
    if read < LONGEST_LINE || line.ends_with(b"\n") {
        return Ok(Got::Whole);
    }
    loop {
        let rest = reader.fill_buf()?;
        if rest.is_empty() {
            return Ok(Got::TooLong);
        }
        let end = memchr::memchr(b'\n', rest);
        let passed = end.map_or(rest.len(), |end| end + 1);
        reader.consume(passed);
        if end.is_some() {
            return Ok(Got::TooLong);
        }
    }
}

/// Writes a line as a game on one line; nothing if it says nothing.
pub(super) fn push(out: &mut Line<'_>, line: &str, number: u64, source: Source) {
    let line = Passage::plain(
        line.strip_prefix('\u{feff}').unwrap_or(line),
        Spot {
            line: number,
            column: 1,
        },
    )
    .trim();
    // A game without moves is an empty line.
    let says = !line.text.is_empty() || source == Source::Uci;
    if !says || line.text.starts_with('#') {
        return;
    }
    match source {
        Source::Fen => {
            out.tag("FEN", line);
            push_position(out, None);
        }
        Source::Epd => push_epd(out, line),
        _ => push_uci(out, line),
    }
}

fn push_position(out: &mut Line<'_>, operations: Option<Passage<'_>>) {
    out.said_tag("SetUp", "1");
    if let Some(operations) = operations {
        out.tag(OPERATIONS, operations);
    }
    out.say(" *");
}

/// The FEN that an EPD means, with the counters of its `hmvc` and `fmvn`, and its operations.
fn push_epd(out: &mut Line<'_>, line: Passage<'_>) {
    let mut end = 0;
    let mut fields = 0;
    let mut inside = false;
    for (at, character) in line.text.char_indices() {
        let space = character.is_whitespace();
        if inside && space {
            fields += 1;
            if fields == 4 {
                break;
            }
        }
        inside = !space;
        end = at + character.len_utf8();
    }
    let (fen, operations) = line.split_at(end);
    let (fen, operations) = (fen.trim(), operations.trim());
    let counter = |name: &str, usual: u32| {
        let operation = operations
            .text
            .split(';')
            .find_map(|operation| operation.trim().strip_prefix(name));
        let number = operation.and_then(|operand| operand.trim().parse().ok());
        number.unwrap_or(usual)
    };
    let counters = format!(" {} {}", counter("hmvc ", 0), counter("fmvn ", 1));
    out.tag_with("FEN", fen, &counters);
    push_position(
        out,
        Some(operations).filter(|operations| !operations.text.is_empty()),
    );
}

fn push_uci(out: &mut Line<'_>, line: Passage<'_>) {
    let stated = line.text.strip_prefix("position ").map_or(0, |_| 9);
    let (_, line) = line.split_at(stated);
    let line = line.trim();
    let (start, moves) = match line.text.find("moves") {
        Some(at) => {
            let (start, rest) = line.split_at(at);
            (start.trim(), rest.split_at("moves".len()).1)
        }
        None if line.text == "startpos" || line.text.starts_with("fen ") => {
            (line, line.split_at(line.text.len()).1)
        }
        None => (line.split_at(0).0, line),
    };
    if start.text.starts_with("fen ") {
        out.tag("FEN", start.split_at(4).1.trim());
        out.said_tag("SetUp", "1");
    } else {
        out.said_tag("Event", "?");
    }
    out.uci_moves(moves, "*");
}
