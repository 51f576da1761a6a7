//! A row of a table as a game: its tags and its moves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::chess::Move;
use crate::export::game::{Needs, Reader, push_uci};
use crate::export::import::places::{Line, Passage, Places, Refusal, Spot};
use crate::export::import::table::Table;
use crate::pgn::split::Head;

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

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Writes the row that a table stands at, as a game on line `number` of the PGN.
pub(super) fn push<R: std::io::Read>(
    mut out: Line<'_>,
    table: &Table<R>,
    places: &Places,
    (number, begin): (u64, Spot),
) {
    let (names, width) = (table.names(), table.width());
    if width != names.len() {
        let fields = if width == 1 { "field" } else { "fields" };
        let message = format!(
            "the row has {width} {fields}, and the table has {} columns",
            names.len()
        );
        return out.refuse(places, number, Refusal::Row(message), begin);
    }
    let value = |name: &str| {
        let index = names.iter().position(|other| other == name)?;
        Some(table.text(index).trim()).filter(|value| !value.text.is_empty())
    };
    for (index, name) in names.iter().enumerate() {
        push_tags(
            &mut out,
            name,
            table.text(index),
            value("date_tag").is_some(),
        );
    }
    if out.is_empty() {
        out.said_tag("Event", "?");
    }
    let moves = value("movetext").or_else(|| value("moves"));
    let uci = value("moves_uci");
    let result = value("result").or_else(|| value("Result"));
    let result = RESULTS
        .iter()
        .find(|known| result.is_some_and(|result| result.text == **known));
    let result = result.copied().unwrap_or("*");
    let tags = out.text().to_vec();
    match (moves, uci) {
        (Some(moves), _) => push_moves(&mut out, moves, result),
        (None, Some(uci)) => out.uci_moves(uci, result),
        (None, None) => {
            out.say("  ");
            out.say(result);
        }
    }
    if let (Some(_), Some(uci)) = (moves, uci)
        && let Some(message) = contradiction(out.text(), tags, uci)
    {
        return out.refuse(places, number, Refusal::Row(message), uci.spot);
    }
    out.keep(places, number);
}

/// Writes what a field says of the game's tags.
fn push_tags(out: &mut Line<'_>, name: &str, whole: Passage<'_>, dated: bool) {
    let known = TAGS.iter().find(|(column, _)| *column == name);
    let named = name.strip_prefix("tag:").or(known.map(|(_, tag)| *tag));
    let cell = whole.trim();
    if cell.text.is_empty() {
        return;
    }
    if let Some(tag) = named {
        out.tag(tag, whole);
        if tag == "FEN" {
            out.said_tag("SetUp", "1");
        }
        return;
    }
    let date = cell.text.replace('-', ".");
    let date = Passage {
        text: &date,
        ..cell
    };
    match name {
        "date" if !dated => out.tag("Date", date),
        "utc_date" => out.tag("UTCDate", date),
        "result" => out.tag("Result", cell),
        "other_tags" => push_object(out, cell),
        "date" | "movetext" | "moves" | "moves_uci" => {}
        derived if DERIVED.contains(&derived) => {}
        // Columns of others are tags as well, so that nothing is lost.
        other if is_tag_name(other) => out.tag(other, cell),
        _ => {}
    }
}

/// Writes movetext on one line.
fn push_moves(out: &mut Line<'_>, moves: Passage<'_>, result: &str) {
    out.say(" ");
    // What a comment ends with.
    let mut end = None;
    out.copy(moves, |letter| match (end, letter) {
        // A comment to the line's end is one in braces, since the line does not end here.
        (None, ';') => {
            end = Some('\n');
            '{'
        }
        (None, '{') => {
            end = Some('}');
            '{'
        }
        (Some('\n'), '}') => ')',
        (Some('\n'), '\n' | '\r') | (Some('}'), '}') => {
            end = None;
            '}'
        }
        (_, '\n' | '\r') => ' ',
        (_, other) => other,
    });
    if end == Some('\n') {
        out.say("}");
    }
    let last = moves.text.split_whitespace().next_back();
    let has_result = last.is_some_and(|last| RESULTS.contains(&last));
    if !has_result || end == Some('\n') {
        out.say(" ");
        out.say(result);
    }
}

/// Whether the moves of a game are other ones than those in UCI notation, which belong to the same `tags`. Where either
/// cannot be read they are not compared: what is wrong with the game itself is told of it.
fn contradiction(game: &[u8], mut tags: Vec<u8>, uci: Passage<'_>) -> Option<String> {
    let (moves, mode) = main_line(game)?;
    let written = |mv: &Move| {
        let mut text = Vec::with_capacity(5);
        push_uci(&mut text, mode, *mv);
        String::from_utf8(text).unwrap_or_default()
    };
    let said = || {
        uci.text
            .split_whitespace()
            .filter(|word| !RESULTS.contains(word))
    };
    if said().eq(moves.iter().map(written)) {
        return None;
    }
    let mut line = Line::new(&mut tags);
    line.uci_moves(uci, "*");
    if main_line(&tags).is_some_and(|(others, _)| others == moves) {
        return None;
    }
    let mut own = moves.iter().map(written);
    let mut others = said();
    let mut ply = 1;
    loop {
        let (own, other) = (own.next(), others.next().map(str::to_owned));
        if own != other || own.is_none() {
            let name = |mv: Option<String>| {
                mv.map_or_else(|| "no move".to_owned(), |mv| format!("`{mv}`"))
            };
            return Some(format!(
                "the row says two games: half move {ply} is {} in `moves_uci`, and {} in the other column of moves",
                name(other),
                name(own)
            ));
        }
        ply += 1;
    }
}

/// The main line of a game, if it can be read wholly.
fn main_line(game: &[u8]) -> Option<(Vec<Move>, crate::chess::CastlingMode)> {
    // A game on which the tool fails is told where it is converted.
    let read = catch_unwind(AssertUnwindSafe(|| {
        let mut reader = Reader::new(Needs::default());
        let game = reader.game(game, &Head::default(), None)?;
        game.trouble(false)
            .is_none()
            .then(|| (game.read.moves.clone(), game.read.start.mode()))
    }));
    read.ok().flatten()
}

/// The tags of a JSON object.
fn push_object(out: &mut Line<'_>, cell: Passage<'_>) {
    let object: Result<serde_json::Map<String, serde_json::Value>, _> =
        serde_json::from_str(cell.text);
    let Ok(object) = object else {
        // What is no object is kept as it is.
        return out.tag("other_tags", cell);
    };
    for (name, value) in object {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        if is_tag_name(&name) {
            out.tag(&name, Passage::plain(&value, cell.spot));
        }
    }
}

fn is_tag_name(name: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(letters)
}
