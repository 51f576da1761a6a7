//! Lines of positions and of moves: FEN, EPD, UCI, SAN, long algebraic notation.

use std::fmt;

use crate::chess::{Move, Position};
use crate::export::game::{Game, push_uci};
use crate::export::import::OPERATIONS;
use crate::export::notation::{self, Notation};
use crate::openings;

/// Which positions of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All, the first one included.
    All,
    /// The last one.
    Final,
    /// Every so many plies, from the first position on.
    Every(u32),
    /// Those after so many plies to so many.
    Between(u32, u32),
    /// The first one that no named opening leads to any more.
    FirstOutOfBook,
}

/// A text that names no positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is none of `all`, `final`, `every:N`, `ply:A-B`, `first-out-of-book`")]
pub struct NotWhich(String);

impl std::str::FromStr for Which {
    type Err = NotWhich;

    fn from_str(text: &str) -> Result<Which, NotWhich> {
        let bad = || NotWhich(text.to_owned());
        Ok(match text {
            "all" => Which::All,
            "final" => Which::Final,
            "first-out-of-book" => Which::FirstOutOfBook,
            _ => {
                if let Some(every) = text.strip_prefix("every:") {
                    let every = every.parse().ok().filter(|every| *every > 0);
                    Which::Every(every.ok_or_else(bad)?)
                } else {
                    let range = text.strip_prefix("ply:").ok_or_else(bad)?;
                    let (from, to) = range.split_once('-').unwrap_or((range, range));
                    let from = from.parse().map_err(|_| bad())?;
                    let to = if to.is_empty() {
                        u32::MAX
                    } else {
                        to.parse().map_err(|_| bad())?
                    };
                    if from > to {
                        return Err(bad());
                    }
                    Which::Between(from, to)
                }
            }
        })
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::All => f.write_str("all"),
            Which::Final => f.write_str("final"),
            Which::Every(every) => write!(f, "every:{every}"),
            Which::Between(from, u32::MAX) => write!(f, "ply:{from}-"),
            Which::Between(from, to) => write!(f, "ply:{from}-{to}"),
            Which::FirstOutOfBook => f.write_str("first-out-of-book"),
        }
    }
}

/// An operation of EPD that can be written (PGN 16.2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// `id`: file, game and ply.
    Id,
    /// `hmvc`: the halfmove clock.
    Hmvc,
    /// `fmvn`: the number of the move.
    Fmvn,
    /// `sm`: the move that was played in the position.
    Sm,
    /// `pv`: the moves that were played from the position on.
    Pv,
    /// `c0`: players and date.
    C0,
    /// `c1`: the game's result.
    C1,
}

impl Opcode {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Opcode::Id => "id",
            Opcode::Hmvc => "hmvc",
            Opcode::Fmvn => "fmvn",
            Opcode::Sm => "sm",
            Opcode::Pv => "pv",
            Opcode::C0 => "c0",
            Opcode::C1 => "c1",
        }
    }
}

/// A position of a game that is written.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The position.
    pub position: &'a Position,
    /// Half moves that lead to it.
    pub ply: u32,
    /// 0 in the main line, else the variation's number.
    pub line: u32,
    /// The moves that follow in the main line; none known in variations.
    pub next: &'a [Move],
}

/// Calls `see` for the positions that are wanted of a game, in the order of the text.
pub fn positions(game: &Game<'_>, which: Which, variations: bool, mut see: impl FnMut(Found<'_>)) {
    let read = game.read;
    let moves = &read.moves;
    let length = moves.len() as u32;
    let left = match which {
        Which::FirstOutOfBook => {
            openings::of_line(&read.start, moves).map_or(0, |(_, plies)| plies as u32) + 1
        }
        _ => 0,
    };
    let is_wanted = |ply: u32, line: u32| match which {
        Which::All => true,
        Which::Final => ply == length && line == 0,
        Which::Every(every) => ply.is_multiple_of(every),
        Which::Between(from, to) => ply >= from && ply <= to,
        Which::FirstOutOfBook => ply == left && line == 0,
    };
    let mut see_wanted = |position: &Position, ply: u32, line: u32, next: &[Move]| {
        if is_wanted(ply, line) {
            see(Found {
                position,
                ply,
                line,
                next,
            });
        }
    };
    let mut position = read.start;
    see_wanted(&position, 0, 0, moves);
    if variations {
        let mut main = 0;
        for ply in &read.plies {
            main += usize::from(ply.depth == 0);
            let next = moves.get(main..).filter(|_| ply.depth == 0);
            see_wanted(&ply.after, ply.number, ply.line, next.unwrap_or_default());
        }
    } else {
        for (index, mv) in moves.iter().enumerate() {
            position.play(*mv);
            see_wanted(&position, index as u32 + 1, 0, &moves[index + 1..]);
        }
    }
}

/// Writes a position as EPD: the first four fields of its FEN, and operations.
pub fn push_epd(out: &mut Vec<u8>, game: &Game<'_>, found: Found<'_>, opcodes: &[Opcode]) {
    let fen = found.position.fen_alone();
    let fields = fen
        .match_indices(' ')
        .nth(3)
        .map_or(fen.len(), |(at, _)| at);
    out.extend_from_slice(&fen.as_bytes()[..fields]);
    // What an EPD that was read says of its position is said again.
    let read = game.tag(OPERATIONS).filter(|_| found.ply == 0);
    let read = read.as_deref().unwrap_or_default().trim();
    if !read.is_empty() {
        out.push(b' ');
        out.extend_from_slice(read.as_bytes());
    }
    let is_said = |name: &str| {
        let mut operations = read.split(';').map(str::trim_start);
        operations.any(|operation| operation.split(' ').next() == Some(name))
    };
    for opcode in opcodes {
        if is_said(opcode.name()) {
            continue;
        }
        let operand = match opcode {
            Opcode::Id => {
                let line = if found.line == 0 {
                    String::new()
                } else {
                    format!(" variation {}", found.line)
                };
                quoted(&format!(
                    "{} game {} ply {}{line}",
                    game.file, game.number, found.ply
                ))
            }
            Opcode::Hmvc => found.position.halfmove_clock().to_string(),
            Opcode::Fmvn => found.position.fullmove().to_string(),
            Opcode::Sm | Opcode::Pv => {
                let most = if *opcode == Opcode::Sm {
                    1
                } else {
                    found.next.len()
                };
                let mut position = *found.position;
                let mut sans = Vec::new();
                for mv in found.next.iter().take(most) {
                    sans.push(position.san(*mv).to_string());
                    position.play(*mv);
                }
                if sans.is_empty() {
                    continue;
                }
                sans.join(" ")
            }
            Opcode::C0 => {
                let tag = |name| game.tag(name).unwrap_or("?".into());
                quoted(&format!(
                    "{} - {}, {}",
                    tag("White"),
                    tag("Black"),
                    tag("Date")
                ))
            }
            Opcode::C1 => quoted(game.result().text()),
        };
        out.push(b' ');
        out.extend_from_slice(opcode.name().as_bytes());
        out.push(b' ');
        out.extend_from_slice(operand.as_bytes());
        out.push(b';');
    }
    out.push(b'\n');
}

/// A text as an EPD operand: in quotes, which it cannot hold, on one line.
fn quoted(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| match character {
            '"' => '\'',
            control if control.is_control() => ' ',
            other => other,
        })
        .collect();
    format!("\"{plain}\"")
}

/// Writes a game's moves on one line, spaces between; behind the start position where it is not the usual one:
/// `position fen … moves …` in UCI, as engines read it, else the FEN in brackets. In Chess960 the FEN has castling rights
/// as file letters, which say so: there the king takes his rook.
pub fn push_moves(out: &mut Vec<u8>, game: &Game<'_>, written: Notation) {
    let read = game.read;
    let usual = game.from_usual_start() || read.start == Position::start();
    if !usual {
        let text = match written {
            Notation::Uci => format!("position fen {} moves", read.start.shredder_fen()),
            _ => format!("[{}]", read.start.fen_alone()),
        };
        out.extend_from_slice(text.as_bytes());
        if !read.moves.is_empty() {
            out.push(b' ');
        }
    }
    match written {
        Notation::Uci => {
            for mv in &read.moves {
                push_uci(out, read.start.mode(), *mv);
                out.push(b' ');
            }
        }
        Notation::San => out.extend_from_slice(&read.san),
        other => {
            let mut position = read.start;
            for mv in &read.moves {
                let next = position.after(*mv);
                let text = notation::text(other, None, &position, *mv, &next);
                out.extend_from_slice(text.as_bytes());
                position = next;
                out.push(b' ');
            }
        }
    }
    if out.last() == Some(&b' ') {
        out.pop();
    }
    out.push(b'\n');
}
