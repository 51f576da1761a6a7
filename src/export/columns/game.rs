//! Columns that say something of a game.

use std::borrow::Cow;

use crate::chess::Position;
use crate::export::columns::{Column, JUDGEMENT, MOVETEXT, PLAIN, PLIES, Per, columns};
use crate::export::game::{Game, push_uci};
use crate::export::value::{Date, Kind, Value};
use crate::pgn::clock::{self, Stage};
use crate::pgn::lexer::GameResult;

columns! { Game:
    "game" Int "" usual PLAIN "number of the game in its file, from 1" |row| Value::Int(row.game.number.cast_signed());
    "file" Text "" extra PLAIN "name of the file, as it was given" |row| Value::text(row.game.file);
    "offset" Int "bytes" extra PLAIN "where the game begins in its file, behind all decompression" |row| Value::Int(row.game.offset.cast_signed());
    "event" Text "" usual PLAIN "tag Event" |row| row.game.tag("Event").into();
    "site" Text "" usual PLAIN "tag Site" |row| row.game.tag("Site").into();
    "date" Date "" usual PLAIN "tag Date, where the day is known" |row| date(row.game, "Date");
    "date_tag" Text "" usual PLAIN "tag Date as it is written, `1924.??.??`" |row| row.game.tag("Date").into();
    "year" Int "" extra PLAIN "year of the tag Date" |row| year(row.game);
    "round" Text "" usual PLAIN "tag Round" |row| row.game.tag("Round").into();
    "white" Text "" usual PLAIN "tag White" |row| row.game.tag("White").into();
    "black" Text "" usual PLAIN "tag Black" |row| row.game.tag("Black").into();
    "result" Text "" usual PLAIN "result behind the moves; where it is missing or `*`, tag Result; `1-0`, `0-1`, `1/2-1/2` or `*`" |row| Value::text(row.game.result().text());
    "utc_date" Date "" extra PLAIN "tag UTCDate" |row| date(row.game, "UTCDate");
    "utc_time" Text "" extra PLAIN "tag UTCTime" |row| row.game.tag("UTCTime").into();
    "white_elo" Int "" usual PLAIN "tag WhiteElo" |row| number(row.game, "WhiteElo");
    "black_elo" Int "" usual PLAIN "tag BlackElo" |row| number(row.game, "BlackElo");
    "white_title" Text "" extra PLAIN "tag WhiteTitle; nothing for `-`" |row| titled(row.game, "WhiteTitle");
    "black_title" Text "" extra PLAIN "tag BlackTitle; nothing for `-`" |row| titled(row.game, "BlackTitle");
    "eco" Text "" usual PLAIN "tag ECO" |row| row.game.tag("ECO").into();
    "opening" Text "" usual PLAIN "tag Opening" |row| row.game.tag("Opening").into();
    "variation" Text "" extra PLAIN "tag Variation" |row| row.game.tag("Variation").into();
    "time_control" Text "" usual PLAIN "tag TimeControl" |row| row.game.tag("TimeControl").into();
    "base_seconds" Float "s" extra PLAIN "time of the first stage of the time control" |row| first_stage(row.game).map(|stage| stage.time).into();
    "increment_seconds" Float "s" extra PLAIN "increment of the first stage of the time control" |row| first_stage(row.game).map(|stage| stage.increment).into();
    "termination" Text "" usual PLAIN "tag Termination" |row| row.game.tag("Termination").into();
    "variant" Text "" usual PLAIN "tag Variant" |row| row.game.tag("Variant").into();
    "annotator" Text "" extra PLAIN "tag Annotator" |row| row.game.tag("Annotator").into();
    "ply_count" Int "plies" usual PLAIN "half moves of the main line, counted" |row| (row.game.read.moves.len() as u32).into();
    "start_fen" Text "" usual PLAIN "first position as FEN; nothing for the usual start" |row| start_fen(row.game);
    "movetext" Text "" usual MOVETEXT "main line in canonical SAN with move numbers" |row| movetext(row.game);
    "moves_uci" Text "" extra PLAIN "main line in UCI notation, spaces between" |row| moves_uci(row.game);
    "final_fen" Text "" extra PLAIN "last position of the main line as FEN" |row| Value::from(row.game.read.last.fen_alone());
    "outcome_reason" Text "" extra JUDGEMENT "how the game ended by the Laws, as `adjudicate` names it" |row| row.game.read.judgement.map(|(reason, _)| reason).into();
    "lawful_result" Text "" extra JUDGEMENT "the result by the Laws, as `adjudicate` says it; nothing where the file does not tell" |row| row.game.read.judgement.and_then(|(_, lawful)| lawful.map(GameResult::text)).into();
    "game_comment" Text "" extra PLIES "comments before the first move, without commands" |row| super::ply::texts(row.game, &row.game.read.comments).0.into();
    "other_tags" Json "" extra PLAIN "all tags that have no column, as a JSON object" |row| other_tags(row.game);
    "error" Text "" extra PLAIN "what could not be read, with `--on-error partial`" |row| row.error.map(Cow::Borrowed).into();
}

/// Tags that columns hold.
const TAGS: [&str; 22] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "UTCDate",
    "UTCTime",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "ECO",
    "Opening",
    "Variation",
    "TimeControl",
    "Termination",
    "Variant",
    "Annotator",
    "FEN",
    "SetUp",
];

fn date<'a>(game: &Game<'a>, name: &str) -> Value<'a> {
    game.raw_tag(name)
        .and_then(|value| Date::parse(&value))
        .into()
}

fn year<'a>(game: &Game<'a>) -> Value<'a> {
    let year = || {
        let value = game.raw_tag("Date")?;
        let digits = value.get(..4)?;
        std::str::from_utf8(digits)
            .ok()?
            .parse()
            .ok()
            .filter(|year: &i64| *year > 0)
    };
    year().into()
}

fn number<'a>(game: &Game<'a>, name: &str) -> Value<'a> {
    let number = || {
        let value = game.raw_tag(name)?;
        let number: i64 = std::str::from_utf8(value.trim_ascii()).ok()?.parse().ok()?;
        // 0 is how some programs write that there is none.
        (number != 0).then_some(number)
    };
    number().into()
}

fn titled<'a>(game: &Game<'a>, name: &str) -> Value<'a> {
    game.tag(name).filter(|title| title != "-").into()
}

fn first_stage(game: &Game<'_>) -> Option<Stage> {
    let value = game.raw_tag("TimeControl")?;
    clock::time_control(&value)?.first().copied()
}

fn start_fen<'a>(game: &Game<'a>) -> Value<'a> {
    let start = &game.read.start;
    let usual = game.from_usual_start() || *start == Position::start();
    (!usual).then(|| start.fen_alone()).into()
}

fn movetext<'a>(game: &Game<'a>) -> Value<'a> {
    let text = game.read.movetext.trim_ascii_end();
    std::str::from_utf8(text).map_or(Value::Null, Value::text)
}

fn moves_uci<'a>(game: &Game<'a>) -> Value<'a> {
    let mut text = Vec::with_capacity(5 * game.read.moves.len());
    for (index, mv) in game.read.moves.iter().enumerate() {
        if index > 0 {
            text.push(b' ');
        }
        push_uci(&mut text, game.read.start.mode(), *mv);
    }
    Value::from(String::from_utf8(text).unwrap_or_default())
}

fn other_tags<'a>(game: &Game<'a>) -> Value<'a> {
    let mut tags = serde_json::Map::new();
    for tag in game.tags {
        let name = game.encoding.decode(tag.name(game.text)).into_owned();
        if TAGS.contains(&name.as_str()) || tags.contains_key(&name) {
            continue;
        }
        let value = game.encoding.decode(&tag.value(game.text)).into_owned();
        tags.insert(name, value.into());
    }
    if tags.is_empty() {
        Value::Null
    } else {
        Value::Json(serde_json::Value::Object(tags).to_string())
    }
}
