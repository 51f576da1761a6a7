//! Other texts as PGN: positions, lines of moves and tables, a game a line, so that everything that reads games can read
//! them, and a line's number stays what it was.

use std::io::{self, BufRead, BufReader, Read};

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// Games in PGN.
    #[default]
    Pgn,
    /// Positions, a FEN a line.
    Fen,
    /// Positions, an EPD a line: four fields of a FEN and operations.
    Epd,
    /// Moves in UCI notation, a game a line, perhaps behind `position startpos moves` or `position fen … moves`.
    Uci,
    /// A table with the names of its columns in the first line.
    Csv,
    /// The same with tabs.
    Tsv,
}

/// A line longer than that is no position and no game (bytes).
const LONGEST_LINE: u64 = 1 << 20;
/// The tag that keeps the operations of an EPD.
pub const OPERATIONS: &str = "EpdOperations";

/// Columns, and the tags that they come from.
const TAGS: [(&str, &str); 19] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date_tag", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("utc_time", "UTCTime"),
    ("white_elo", "WhiteElo"),
    ("black_elo", "BlackElo"),
    ("white_title", "WhiteTitle"),
    ("black_title", "BlackTitle"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("variation", "Variation"),
    ("time_control", "TimeControl"),
    ("termination", "Termination"),
    ("variant", "Variant"),
    ("annotator", "Annotator"),
    ("start_fen", "FEN"),
];

/// Columns that follow from others, or from where a game stood.
const DERIVED: [&str; 12] = [
    "game",
    "file",
    "offset",
    "year",
    "base_seconds",
    "increment_seconds",
    "ply_count",
    "final_fen",
    "outcome_reason",
    "lawful_result",
    "game_comment",
    "error",
];

/// A text as PGN.
pub struct AsPgn<R: Read> {
    lines: Lines<R>,
    /// What is ready to be read.
    ready: Vec<u8>,
    at: usize,
}

impl<R: Read> std::fmt::Debug for AsPgn<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AsPgn").finish_non_exhaustive()
    }
}

enum Lines<R: Read> {
    Text(BufReader<R>, Source),
    Table(Box<csv::Reader<R>>, Vec<String>, csv::StringRecord),
    /// A table whose head is not read yet.
    Unread(Option<R>, u8),
}

impl<R: Read> AsPgn<R> {
    /// Reads `source` from `reader`.
    pub fn new(reader: R, source: Source) -> AsPgn<R> {
        let lines = match source {
            Source::Csv => Lines::Unread(Some(reader), b','),
            Source::Tsv => Lines::Unread(Some(reader), b'\t'),
            other => Lines::Text(BufReader::with_capacity(1 << 16, reader), other),
        };
        AsPgn {
            lines,
            ready: Vec::new(),
            at: 0,
        }
    }

    /// Makes the next game ready; nothing at the end.
    fn next(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.at = 0;
        if let Lines::Unread(reader, delimiter) = &mut self.lines
            && let Some(reader) = reader.take()
        {
            let mut table = csv::ReaderBuilder::new()
                .delimiter(*delimiter)
                .flexible(true)
                .from_reader(reader);
            let names: Vec<String> = table
                .headers()?
                .iter()
                .map(|name| name.trim().to_owned())
                .collect();
            let moves = ["movetext", "moves", "moves_uci"];
            if !names.iter().any(|name| moves.contains(&name.as_str())) {
                let message = "the table has no column `movetext`, `moves` or `moves_uci`";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            // The line of names is a line as well.
            self.ready.push(b'\n');
            self.lines = Lines::Table(Box::new(table), names, csv::StringRecord::new());
            return Ok(());
        }
        match &mut self.lines {
            Lines::Text(reader, source) => {
                let mut line = Vec::new();
                let read = reader
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line)?;
                if read as u64 == LONGEST_LINE {
                    let message = "a line of more than a megabyte";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                if read > 0 {
                    let line = line.trim_ascii();
                    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
                    push_line(&mut self.ready, line, *source);
                }
            }
            Lines::Table(table, names, record) => {
                let before = table.position().line();
                if table.read_record(record)? {
                    push_record(&mut self.ready, names, record);
                    // A record may take several lines.
                    let lines = table.position().line().saturating_sub(before).max(1);
                    self.ready
                        .extend(std::iter::repeat_n(b'\n', lines as usize));
                }
            }
            Lines::Unread(..) => {}
        }
        Ok(())
    }
}

impl<R: Read> Read for AsPgn<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            self.next()?;
        }
        let read = (&self.ready[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// Writes a line as a game on one line.
fn push_line(out: &mut Vec<u8>, line: &[u8], source: Source) {
    // A game without moves is an empty line.
    let says = !line.is_empty() || source == Source::Uci;
    if says && !line.starts_with(b"#") {
        let text = String::from_utf8_lossy(line);
        match source {
            Source::Fen => push_position(out, &text, ""),
            Source::Epd => {
                let (fen, operations) = of_epd(&text);
                push_position(out, &fen, operations);
            }
            _ => push_uci_line(out, &text),
        }
    }
    out.push(b'\n');
}

fn push_position(out: &mut Vec<u8>, fen: &str, operations: &str) {
    push_tag(out, "FEN", fen);
    push_tag(out, "SetUp", "1");
    if !operations.is_empty() {
        push_tag(out, OPERATIONS, operations);
    }
    out.extend_from_slice(b" *");
}

/// The FEN that an EPD means, with the counters of its `hmvc` and `fmvn`, and its operations.
fn of_epd(text: &str) -> (String, &str) {
    let mut end = 0;
    let mut fields = 0;
    let mut inside = false;
    for (at, character) in text.char_indices() {
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
    let (fen, operations) = (text[..end].trim_end(), text[end..].trim());
    let counter = |name: &str, usual: u32| {
        let operation = operations
            .split(';')
            .find_map(|operation| operation.trim().strip_prefix(name));
        let number = operation.and_then(|operand| operand.trim().parse().ok());
        number.unwrap_or(usual)
    };
    let fen = format!("{fen} {} {}", counter("hmvc ", 0), counter("fmvn ", 1));
    (fen, operations)
}

fn push_uci_line(out: &mut Vec<u8>, text: &str) {
    let text = text.strip_prefix("position ").unwrap_or(text).trim();
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if text == "startpos" || text.starts_with("fen ") => (text, ""),
        None => ("", text),
    };
    match start.strip_prefix("fen ") {
        Some(fen) => {
            push_tag(out, "FEN", fen.trim());
            push_tag(out, "SetUp", "1");
        }
        None => push_tag(out, "Event", "?"),
    }
    let mut result = "*";
    for word in moves.split_whitespace() {
        match word {
            "1-0" | "0-1" | "1/2-1/2" | "*" => result = word,
            "0000" => out.extend_from_slice(b" --"),
            // What means something in PGN is no move.
            word => {
                out.push(b' ');
                out.extend(word.bytes().map(|byte| {
                    if b"{}()[];$%\"<>".contains(&byte) {
                        b'_'
                    } else {
                        byte
                    }
                }));
            }
        }
    }
    out.push(b' ');
    out.extend_from_slice(result.as_bytes());
}

fn push_record(out: &mut Vec<u8>, names: &[String], record: &csv::StringRecord) {
    let value = |name: &str| {
        let index = names.iter().position(|other| other == name)?;
        record
            .get(index)
            .map(str::trim)
            .filter(|value| !value.is_empty())
    };
    let begin = out.len();
    for (name, cell) in names.iter().zip(record) {
        let known = TAGS.iter().find(|(column, _)| column == name);
        let named = name.strip_prefix("tag:").or(known.map(|(_, tag)| *tag));
        let whole = cell;
        let cell = cell.trim();
        if let Some(tag) = named {
            if !cell.is_empty() {
                push_tag(out, tag, whole);
                if tag == "FEN" {
                    push_tag(out, "SetUp", "1");
                }
            }
            continue;
        }
        match name.as_str() {
            "date" if value("date_tag").is_none() && !cell.is_empty() => {
                push_tag(out, "Date", &cell.replace('-', "."));
            }
            "utc_date" if !cell.is_empty() => push_tag(out, "UTCDate", &cell.replace('-', ".")),
            "result" if !cell.is_empty() => push_tag(out, "Result", cell),
            "other_tags" => push_object(out, cell),
            "date" | "utc_date" | "result" | "movetext" | "moves" | "moves_uci" => {}
            derived if DERIVED.contains(&derived) => {}
            // Columns of others are tags as well, so that nothing is lost.
            other if !cell.is_empty() && is_tag_name(other) => push_tag(out, other, cell),
            _ => {}
        }
    }
    if out.len() == begin {
        push_tag(out, "Event", "?");
    }
    let moves = value("movetext").or_else(|| value("moves"));
    let moves = moves.or_else(|| value("moves_uci")).unwrap_or_default();
    out.push(b' ');
    out.extend(moves.bytes().map(|byte| {
        if matches!(byte, b'\n' | b'\r') {
            b' '
        } else {
            byte
        }
    }));
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let has_result = moves
        .split_whitespace()
        .next_back()
        .is_some_and(|last| results.contains(&last));
    if !has_result {
        let result = value("result").or_else(|| value("Result"));
        out.push(b' ');
        out.extend_from_slice(
            result
                .filter(|result| results.contains(result))
                .unwrap_or("*")
                .as_bytes(),
        );
    }
}

/// The tags of a JSON object.
fn push_object(out: &mut Vec<u8>, text: &str) {
    if text.is_empty() {
        return;
    }
    let object: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(text);
    let Ok(object) = object else {
        // What is no object is kept as it is.
        push_tag(out, "other_tags", text);
        return;
    };
    for (name, value) in object {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        if is_tag_name(&name) {
            push_tag(out, &name, &value);
        }
    }
}

fn is_tag_name(name: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(letters)
}

/// Writes a tag pair (PGN 8.1), its value on one line.
fn push_tag(out: &mut Vec<u8>, name: &str, value: &str) {
    out.push(b'[');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b" \"");
    for byte in value.bytes() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            control if control.is_ascii_control() => out.push(b' '),
            other => out.push(other),
        }
    }
    out.extend_from_slice(b"\"]");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(source: Source, text: &str) -> String {
        let mut out = String::new();
        AsPgn::new(text.as_bytes(), source)
            .read_to_string(&mut out)
            .unwrap();
        out
    }

    #[test]
    fn positions_and_operations() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 3 9";
        assert_eq!(
            pgn(Source::Fen, &format!("\n# no position\n{fen}\n")),
            format!("\n\n[FEN \"{fen}\"][SetUp \"1\"] *\n")
        );
        let epd = "8/8/8/8/8/8/8/K1k5 w - - hmvc 3; fmvn 9; id \"a b\";";
        let read = pgn(Source::Epd, epd);
        assert!(read.starts_with(&format!("[FEN \"{fen}\"]")), "{read}");
        assert!(
            read.contains("[EpdOperations \"hmvc 3; fmvn 9; id \\\"a b\\\";\"]"),
            "{read}"
        );
    }

    #[test]
    fn lines_of_moves() {
        assert_eq!(
            pgn(Source::Uci, "e2e4 e7e5\n"),
            "[Event \"?\"] e2e4 e7e5 *\n"
        );
        assert_eq!(
            pgn(Source::Uci, "position startpos moves d2d4 0000 1-0"),
            "[Event \"?\"] d2d4 -- 1-0\n"
        );
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(
            pgn(Source::Uci, &format!("position fen {fen} moves a1a2")),
            format!("[FEN \"{fen}\"][SetUp \"1\"] a1a2 *\n")
        );
        assert_eq!(pgn(Source::Uci, "{e2e4}"), "[Event \"?\"] _e2e4_ *\n");
    }

    #[test]
    fn tables() {
        let table = "white,date_tag,result,movetext,game\n\"A \"\"b\"\"\",1924.??.??,1-0,\"1. e4\ne5\",7\nB,,,,\n";
        let read = pgn(Source::Csv, table);
        assert_eq!(
            read,
            "\n[White \"A \\\"b\\\"\"][Date \"1924.??.??\"][Result \"1-0\"] 1. e4 e5 1-0\n\n[White \"B\"]  *\n"
        );
        let mut text = String::new();
        let error = AsPgn::new(&b"a,b\n1,2\n"[..], Source::Csv)
            .read_to_string(&mut text)
            .unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
