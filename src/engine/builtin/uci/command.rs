//! What a UCI command says.

use std::time::Duration;

use crate::chess::{Color, Position};
use crate::engine::builtin::limits::{self, Limits};
use crate::engine::builtin::uci::find;

/// A command from the program that uses the engine.
#[derive(Debug)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    Set(Setting<'a>),
    Position {
        fen: Option<&'a str>,
        moves: Vec<&'a str>,
    },
    Go(GoLimits<'a>),
    Stop,
    Quit,
    /// Of our own: a signature of search and evaluation.
    Bench,
    Unknown(&'a str),
}

/// An option that is set.
#[derive(Debug)]
pub(super) enum Setting<'a> {
    Hash(usize),
    ClearHash,
    MultiPv(usize),
    Chess960(bool),
    /// Known, and without effect.
    Ignored,
    Unknown(&'a str),
}

/// The limits of a `go`, as they were written.
#[derive(Clone, Debug, Default)]
pub(super) struct GoLimits<'a> {
    nodes: Option<u64>,
    depth: Option<i32>,
    mate: Option<i32>,
    move_time: Option<u64>,
    time: [Option<i64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
    infinite: bool,
    moves: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// Reads a line. Words before a command that is known are passed over, as the protocol wants it.
    pub(super) fn parse(line: &'a str) -> Command<'a> {
        let line = line.trim();
        let mut rest = line;
        while !rest.is_empty() {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let behind = behind.trim_start();
            let command = match word {
                "uci" => Some(Command::Uci),
                "isready" => Some(Command::IsReady),
                "ucinewgame" => Some(Command::NewGame),
                "setoption" => Some(Command::Set(Setting::parse(behind))),
                "position" => Command::position(behind),
                "go" => Some(Command::Go(GoLimits::parse(behind))),
                "stop" | "ponderhit" => Some(Command::Stop),
                "quit" => Some(Command::Quit),
                "bench" => Some(Command::Bench),
                "debug" | "register" => Some(Command::Unknown("")),
                _ => None,
            };
            if let Some(command) = command {
                return command;
            }
            rest = behind;
        }
        Command::Unknown(line)
    }

    fn position(text: &'a str) -> Option<Command<'a>> {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves.split_ascii_whitespace().collect()),
            None => (text.trim(), Vec::new()),
        };
        let fen = match start.strip_prefix("fen") {
            Some(fen) => Some(fen.trim()),
            None if start == "startpos" => None,
            None => return None,
        };
        Some(Command::Position { fen, moves })
    }
}

impl<'a> Setting<'a> {
    fn parse(text: &'a str) -> Setting<'a> {
        let text = text.strip_prefix("name").unwrap_or(text).trim();
        let (name, value) = match text.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text, ""),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => value.parse().map_or(Setting::Ignored, Setting::Hash),
            "multipv" => value.parse().map_or(Setting::Ignored, Setting::MultiPv),
            "uci_chess960" => Setting::Chess960(value.eq_ignore_ascii_case("true")),
            "clear hash" => Setting::ClearHash,
            "threads" | "uci_analysemode" | "ponder" => Setting::Ignored,
            _ => Setting::Unknown(name),
        }
    }
}

impl<'a> GoLimits<'a> {
    fn parse(text: &'a str) -> GoLimits<'a> {
        let mut limits = GoLimits::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" || word == "ponder" {
                limits.infinite = true;
                continue;
            }
            if word == "searchmoves" {
                while let Some(mv) =
                    words.next_if(|word| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit))
                {
                    limits.moves.push(mv);
                }
                continue;
            }
            let Some(number) = words.next_if(|word| word.parse::<i64>().is_ok()) else {
                continue;
            };
            let signed: i64 = number.parse().unwrap_or(0);
            let number = signed.max(0).cast_unsigned();
            match word {
                "nodes" => limits.nodes = Some(number),
                "depth" => limits.depth = Some(number.clamp(1, 127) as i32),
                "mate" => limits.mate = Some(number.min(250) as i32),
                "movetime" => limits.move_time = Some(number),
                "wtime" => limits.time[0] = Some(signed),
                "btime" => limits.time[1] = Some(signed),
                "winc" => limits.increment[0] = number,
                "binc" => limits.increment[1] = number,
                "movestogo" => limits.moves_to_go = Some(number.clamp(1, 1000) as u32),
                _ => {}
            }
        }
        limits
    }

    /// What they mean in a position.
    pub(super) fn limits(&self, position: &Position) -> Limits {
        let side = usize::from(position.turn() == Color::Black);
        let milliseconds = |count: i64| Duration::from_millis(count.max(1).cast_unsigned());
        let (mut soft, mut hard) = (None, None);
        if let Some(time) = self.move_time {
            hard = Some(Duration::from_millis(time.max(1)));
        } else if let Some(left) = self.time[side] {
            let increment = Duration::from_millis(self.increment[side]);
            let share = limits::share(milliseconds(left), increment, self.moves_to_go);
            (soft, hard) = (Some(share.0), Some(share.1));
        }
        Limits {
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            depth: self.depth,
            mate: self.mate,
            soft,
            hard,
            infinite: self.infinite,
            moves: self
                .moves
                .iter()
                .filter_map(|text| find(position, text))
                .collect(),
            lines: 1,
        }
    }
}
