//! A position as a picture: the board, the men, the move before, and arrows for what was played and what
//! would have been better.
//!
//! The drawings of the men are our own. They are defined once a page; a board holds one path for each kind of
//! man, with a marker at each of its corners that draws the man. A browser copies a `<use>` as soon as it reads
//! the page, for all boards, seen or not; markers cost nothing before they are seen.

use std::io::{self, Write};

use crate::annotate::outcome::{Critical, Outcome};
use crate::annotate::report::escape::escape;
use crate::chess::board::{Color, Piece, Role};
use crate::chess::castling::{CastlingMode, Wing};
use crate::chess::fen;
use crate::chess::position::Position;
use crate::chess::san::San;
use crate::chess::square::Square;
use crate::chess::uci::Uci;

/// A square's side in the picture.
const SIDE: i32 = 40;

/// Side of the whole board.
const BOARD: i32 = 8 * SIDE;

/// What lies left of the board and below it, for the coordinates.
const MARGIN: i32 = 14;

/// Half the width of an arrow's head.
const HEAD: f64 = 8.0;

/// How far from the middle of its target an arrow ends.
const SHORT: f64 = 6.0;

/// No game is replayed further than this for the move before a position.
const MOST_PLIES: usize = 2_000;

/// The men on a square of 40, in outline and inner lines; White's and Black's have the same shapes.
const MEN: &str = concat!(
    r#"<symbol id="P"><path d="M17.2 17.6C17.2 23.4 13 26 11.7 30.5H28.3C27 26 22.8 23.4 22.8 17.6z"/>"#,
    r#"<circle cx="20" cy="12.6" r="5.4"/><rect x="14.2" y="17.2" width="11.6" height="2.8" rx="1.4"/>"#,
    r#"<rect x="9.6" y="30.5" width="20.8" height="4.6" rx="1.6"/></symbol>"#,
    r#"<symbol id="N"><path d="M12 30.5C12 25.2 15.2 22.6 18.2 19.4C15.9 20.6 13.5 21 12.1 22.6"#,
    r#"C11 23.9 8.9 24 7.9 22.5C7 21.2 7.4 19.8 8.4 18.5C10.2 16.1 10.6 13.8 11.7 11.6C12.6 9.9 13.7 8.9 15.2 8.2"#,
    r#"L15.4 4.2L19.4 7.2C26.7 7.6 30.4 13.2 30.6 20.2C30.7 24.2 29.6 27 29.6 30.5z"/>"#,
    r#"<rect x="9.2" y="30.5" width="22.4" height="4.6" rx="1.6"/>"#,
    r#"<path class=in d="M20.8 10.4C25.2 12.2 27.2 16.6 27 22.4M18.2 19.4C19.7 18.7 20.7 17.6 21 16.1"/>"#,
    r#"<circle class=dot cx="15.6" cy="13" r="1.3"/><circle class=dot cx="10.2" cy="20.4" r=".8"/></symbol>"#,
    r#"<symbol id="B"><circle cx="20" cy="7.2" r="2.5"/>"#,
    r#"<path d="M20 9.6C26.2 13.6 29 18.6 27.3 23C26.8 24.3 26.1 25.1 25.4 26H14.6C13.9 25.1 13.2 24.3 12.7 23C11 18.6 13.8 13.6 20 9.6z"/>"#,
    r#"<path d="M14.6 26H25.4L27 30.5H13z"/><rect x="9.2" y="30.5" width="21.6" height="4.6" rx="1.6"/>"#,
    r#"<path class=in d="M22.9 13.6L19.2 20.2"/></symbol>"#,
    r#"<symbol id="R"><path d="M10.2 7.4H14.8V11H17.7V7.4H22.3V11H25.2V7.4H29.8V14.4L26.8 17.4V26.6L29.4 30.5H10.6L13.2 26.6V17.4L10.2 14.4z"/>"#,
    r#"<rect x="8.8" y="30.5" width="22.4" height="4.6" rx="1.6"/><path class=in d="M13.2 17.4H26.8M13.2 26.6H26.8"/></symbol>"#,
    r#"<symbol id="Q"><path d="M11.6 27.2L6.6 13.4L12.6 19.6L13.6 10.2L17.6 19L20 9L22.4 19L26.4 10.2L27.4 19.6L33.4 13.4L28.4 27.2z"/>"#,
    r#"<circle cx="6.4" cy="12" r="2.1"/><circle cx="13.4" cy="8.6" r="2.1"/><circle cx="20" cy="7.2" r="2.1"/>"#,
    r#"<circle cx="26.6" cy="8.6" r="2.1"/><circle cx="33.6" cy="12" r="2.1"/><path d="M11.6 27.2H28.4L29.4 30.5H10.6z"/>"#,
    r#"<rect x="8.8" y="30.5" width="22.4" height="4.6" rx="1.6"/><path class=in d="M12.6 24C17 22.6 23 22.6 27.4 24"/></symbol>"#,
    r#"<symbol id="K"><path d="M18.6 3.6H21.4V5.8H23.6V8.5H21.4V12H18.6V8.5H16.4V5.8H18.6z"/>"#,
    r#"<path d="M11.9 27.2C10.2 24.4 7 22.4 6.9 18.8C6.8 14.4 11.6 12.2 16.4 14.9C16.7 12.9 18 11.6 20 11.6C22 11.6 23.3 12.9 23.6 14.9"#,
    r#"C28.4 12.2 33.2 14.4 33.1 18.8C33 22.4 29.8 24.4 28.1 27.2z"/><path d="M11.9 27.2H28.1L29.2 30.5H10.8z"/>"#,
    r#"<rect x="8.8" y="30.5" width="22.4" height="4.6" rx="1.6"/>"#,
    r#"<path class=in d="M16.4 14.9C17.2 17.3 18.9 19.4 20 23.6C21.1 19.4 22.8 17.3 23.6 14.9M12.6 24C17 22.8 23 22.8 27.4 24"/></symbol>"#,
);

/// Writes what all boards of a page refer to: the men as symbols `P N B R Q K` and as markers `wP` to `bK`, and
/// the empty board as marker `Z`.
pub(super) fn write_symbols(out: &mut Vec<u8>) -> io::Result<()> {
    write!(out, "{MEN}")?;
    for class in ["w", "b"] {
        for role in Role::ALL {
            let letter = role.letter();
            write!(
                out,
                r##"<marker id="{class}{letter}" markerUnits="userSpaceOnUse" markerWidth="{SIDE}" markerHeight="{SIDE}"><use href="#{letter}" class={class} /></marker>"##
            )?;
        }
    }
    write!(
        out,
        r#"<marker id="Z" markerUnits="userSpaceOnUse" markerWidth="{BOARD}" markerHeight="{BOARD}"><rect class=sl width="{BOARD}" height="{BOARD}"/><path class=sd d=""#
    )?;
    for square in Square::all().filter(|square| !square.is_light()) {
        let (x, y) = corner(square);
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    write!(
        out,
        r#""/><rect class=frame width="{BOARD}" height="{BOARD}"/><g class=co>"#
    )?;
    for index in 0..8 {
        let square = Square::from_index(index * 9);
        let (x, y) = corner(square);
        write!(
            out,
            r#"<text x="{}" y="{}">{}</text><text x="-8" y="{}">{}</text>"#,
            x + SIDE / 2,
            BOARD + 11,
            square.file().letter(),
            y + SIDE / 2 + 4,
            square.rank().digit()
        )?;
    }
    write!(out, "</g></marker>")
}

/// Writes the board before a judged move; the text of the FEN if it is none.
///
/// `before` are the squares of the move that led to the position.
pub(super) fn write(
    out: &mut Vec<u8>,
    critical: &Critical,
    before: Option<(Square, Square)>,
) -> io::Result<()> {
    let Some(position) = fen::read_any(&critical.fen).position else {
        return write!(out, "<p class=none>{}</p>", escape(&critical.fen, 100));
    };
    let turn = position.turn();
    write!(
        out,
        r#"<svg class=board viewBox="-{MARGIN} -1 {} {}" role="img" aria-label="{turn} to move. "#,
        BOARD + MARGIN + 1,
        BOARD + MARGIN + 1,
    )?;
    describe(out, &position)?;
    write!(
        out,
        r#" Played {}, better {}."><path class=Z d="M0 0 0 0 0 0"/>"#,
        escape(&critical.played, 16),
        escape(&critical.best, 16)
    )?;
    if let Some((from, to)) = before {
        for square in [from, to] {
            let (x, y) = corner(square);
            write!(
                out,
                r#"<path class=last d="M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z"/>"#
            )?;
        }
    }
    for (color, class) in [(Color::White, "w"), (Color::Black, "b")] {
        for role in Role::ALL {
            men(out, &position, Piece { role, color }, class)?;
        }
    }
    for (uci, class) in [(&critical.played_uci, "ap"), (&critical.best_uci, "ab")] {
        if let Some(uci) = Uci::parse(uci.as_bytes()) {
            arrow(out, &position, uci, class)?;
        }
    }
    write!(out, "</svg>")
}

/// All men of a kind: markers stand on the inner corners of a path, not on its ends.
fn men(out: &mut Vec<u8>, position: &Position, piece: Piece, class: &str) -> io::Result<()> {
    let mut squares = Square::all()
        .filter(|square| position.piece_at(*square) == Some(piece))
        .peekable();
    if squares.peek().is_none() {
        return Ok(());
    }
    write!(out, "<path class={class}{} d=\"M0 0", piece.role.letter())?;
    for square in squares {
        let (x, y) = corner(square);
        write!(out, " {x} {y}")?;
    }
    write!(out, " 0 0\"/>")
}

/// The men in words: `White: Kg1, Qd1, e4. Black: …`.
fn describe(out: &mut Vec<u8>, position: &Position) -> io::Result<()> {
    for (color, stop) in [(Color::White, ". "), (Color::Black, ".")] {
        write!(out, "{color}:")?;
        let mut comma = " ";
        for role in [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ] {
            for square in Square::all() {
                if position.piece_at(square) == Some(Piece { role, color }) {
                    let letter = if role == Role::Pawn {
                        None
                    } else {
                        Some(role.letter())
                    };
                    write!(
                        out,
                        "{comma}{}{square}",
                        letter.map_or(String::new(), String::from)
                    )?;
                    comma = ", ";
                }
            }
        }
        write!(out, "{stop}")?;
    }
    Ok(())
}

/// An arrow from the middle of a square to near the middle of another, with the new man of a promotion.
fn arrow(out: &mut Vec<u8>, position: &Position, uci: Uci, class: &str) -> io::Result<()> {
    let target = king_target(position, uci).unwrap_or(uci.to);
    let (from_x, from_y) = middle(uci.from);
    let (to_x, to_y) = middle(target);
    let (run, rise) = (to_x - from_x, to_y - from_y);
    let length = run.hypot(rise);
    if length < 1.0 {
        // Castling in Chess960 may leave the king where he is.
        let (x, y) = (from_x, from_y);
        return write!(
            out,
            r#"<circle class="{class} ring" cx="{x}" cy="{y}" r="16"/>"#
        );
    }
    let (run, rise) = (run / length, rise / length);
    // Points along the arrow and across it.
    let point = |along: f64, across: f64| {
        let x = from_x + run * along - rise * across;
        let y = from_y + rise * along + run * across;
        format!("{x:.1} {y:.1}")
    };
    let (tip, neck) = (length - SHORT, length - SHORT - 1.7 * HEAD);
    write!(
        out,
        r#"<path class={class} d="M{}L{}"/><path class="{class} head" d="M{}L{}L{}z"/>"#,
        point(10.0, 0.0),
        point(neck, 0.0),
        point(tip, 0.0),
        point(neck, HEAD),
        point(neck, -HEAD)
    )?;
    let Some(role) = uci.promotion else {
        return Ok(());
    };
    // At the edge of the board, in a corner of the target for each arrow.
    let (x, y) = corner(target);
    let x = x + if class == "ab" { SIDE / 2 + 1 } else { 1 };
    let (y, color) = match position.turn() {
        Color::White => (y + 1, "w"),
        Color::Black => (y + SIDE / 2 + 1, "b"),
    };
    write!(
        out,
        r##"<g class={color} transform="translate({x} {y}) scale(.45)"><circle class="{class} new" cx="20" cy="20" r="21"/><use href="#{}"/></g>"##,
        role.letter()
    )
}

/// Where the king goes if the move is castling written as king takes rook.
fn king_target(position: &Position, uci: Uci) -> Option<Square> {
    let own = |role| {
        Some(Piece {
            role,
            color: position.turn(),
        })
    };
    let castles = position.piece_at(uci.from) == own(Role::King)
        && position.piece_at(uci.to) == own(Role::Rook);
    castles.then(|| Wing::of(uci.from, uci.to).king_target(position.turn()))
}

/// The upper left corner of a square.
fn corner(square: Square) -> (i32, i32) {
    let (file, rank) = (square.file().index(), square.rank().index());
    (SIDE * i32::from(file), SIDE * (7 - i32::from(rank)))
}

fn middle(square: Square) -> (f64, f64) {
    let (x, y) = corner(square);
    (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2))
}

/// The squares of each move of a game, as far as it can be replayed.
pub(super) fn replay(outcome: &Outcome) -> Vec<(Square, Square)> {
    let mut squares = Vec::new();
    let start = match &outcome.start_fen {
        Some(text) => fen::read_any(text).position,
        None => Some(Position::start()),
    };
    let Some(mut position) = start else {
        return squares;
    };
    for san in outcome.moves.iter().take(MOST_PLIES) {
        let Some(mv) = San::parse(san.as_bytes()).and_then(|san| position.resolve(&san).ok())
        else {
            break;
        };
        let uci = Uci {
            from: mv.from(),
            to: mv.to(),
            promotion: None,
        };
        let to = match position.mode() {
            CastlingMode::Standard => king_target(&position, uci).unwrap_or(uci.to),
            CastlingMode::Chess960 => uci.to,
        };
        squares.push((uci.from, to));
        position.play(mv);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::outcome::Judgement;
    use crate::annotate::report::sample;

    fn drawn(fen: &str, played: &str, best: &str) -> String {
        let critical = Critical {
            fen: fen.to_owned(),
            played_uci: played.to_owned(),
            best_uci: best.to_owned(),
            ..sample::critical(1, Judgement::Mistake)
        };
        let mut out = Vec::new();
        write(&mut out, &critical, None).unwrap();
        let text = String::from_utf8(out).unwrap();
        sample::assert_balanced(&text);
        text
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_start() {
        let text = drawn(START, "e2e4", "g1f3");
        assert!(
            text.contains(r#"<path class=wR d="M0 0 0 280 280 280 0 0"/>"#),
            "{text}"
        );
        assert!(
            text.contains(r#"<path class=bK d="M0 0 160 0 0 0"/>"#),
            "{text}"
        );
        assert_eq!(text.matches("<path class=w").count(), 6);
        assert_eq!(text.matches("<path class=b").count(), 6);
        assert!(text.contains("White to move. White: Ke1, Qd1, Ra1, Rh1, Bc1, Bf1, Nb1, Ng1, a2,"));
        assert!(text.contains("Black: Ke8,"));
        assert!(
            text.contains(r#"<path class=ap d="M180.0 250.0L180.0 199.6"/>"#),
            "{text}"
        );
        assert!(
            text.find("class=ap") < text.find("class=ab"),
            "the better move on top"
        );
        assert!(text.len() < 2_000, "{}", text.len());
    }

    #[test]
    fn promotions_show_the_new_man() {
        let text = drawn("8/P6k/8/8/8/8/7p/K7 w - - 0 1", "a7a8n", "a7a8q");
        assert!(text.contains(
            r##"scale(.45)"><circle class="ap new" cx="20" cy="20" r="21"/><use href="#N"/>"##
        ));
        assert!(
            text.contains(r##"<circle class="ab new" cx="20" cy="20" r="21"/><use href="#Q"/>"##)
        );
        let text = drawn("8/P6k/8/8/8/8/7p/K7 b - - 0 1", "h2h1r", "h7g6");
        assert!(
            text.contains(r#"<g class=b transform="translate(281 301) scale(.45)">"#),
            "{text}"
        );
        assert!(text.contains("Black to move."));
    }

    #[test]
    fn castling_goes_where_the_king_goes() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(
            drawn(fen, "e1g1", "e1c1"),
            drawn(fen, "e1h1", "e1a1"),
            "both spellings are one move"
        );
        let fen = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1";
        let text = drawn(fen, "c1h1", "c1b1");
        assert!(
            text.contains(r#"<path class=ap d="M110.0 300.0L240.4 300.0"/>"#),
            "to g1: {text}"
        );
        assert!(
            text.contains(r#"<circle class="ab ring" cx="100" cy="300" r="16"/>"#),
            "{text}"
        );
    }

    #[test]
    fn what_is_no_position_is_text() {
        assert_eq!(drawn("<x>", "e2e4", "e2e4"), "<p class=none>&lt;x&gt;</p>");
        let text = drawn(START, "nonsense", "");
        assert!(!text.contains("class=a"), "no arrow: {text}");
    }

    #[test]
    fn the_move_before() {
        let game = Outcome {
            moves: ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "??", "d3"]
                .map(str::to_owned)
                .to_vec(),
            ..Outcome::default()
        };
        let squares = replay(&game);
        assert_eq!(squares.len(), 7, "up to what cannot be read");
        assert_eq!(format!("{:?}", squares[6]), "(e1, g1)");
        let game = Outcome {
            start_fen: Some("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1".to_owned()),
            moves: vec!["O-O".to_owned()],
            ..Outcome::default()
        };
        assert_eq!(format!("{:?}", replay(&game)), "[(c1, h1)]");
    }

    #[test]
    fn symbols_are_well_formed() {
        let mut out = Vec::new();
        write_symbols(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        sample::assert_balanced(&text);
        for letter in ["P", "N", "B", "R", "Q", "K"] {
            for id in [
                letter.to_owned(),
                format!("w{letter}"),
                format!("b{letter}"),
            ] {
                assert_eq!(text.matches(&format!(r#" id="{id}""#)).count(), 1, "{id}");
            }
        }
        assert_eq!(text.matches("<text").count(), 16);
    }
}
