//! The ways to write a move: SAN, long algebraic, UCI, figurines, and the piece letters of other languages.
//!
//! All but UCI carry the check or mate mark. A null move is `--` in all of them, since `0000` in movetext is
//! read as a move number.

use std::fmt::Write as _;

use crate::chess::castling::Wing;
use crate::chess::{Move, MoveKind, Position, Role};

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// Standard algebraic notation, `Nxf3+` (PGN 8.2.3, FIDE C).
    #[default]
    San,
    /// Long algebraic notation, with the whole origin and a hyphen for `to`: `e2-e4`, `Ng1xf3+`, `e7-e8=Q`.
    Lan,
    /// As the UCI protocol has it: `e2e4`, `e7e8q`, `e1g1`, and in Chess960 `e1h1` for castling.
    Uci,
    /// SAN with figurines: `♘xf3+`. Both players' are the outlined ones, U+2654 to U+2658, as in print.
    Figurine,
}

/// What a null move is written as.
const NULL: &str = "--";
/// The pieces in the order of [`Letters`].
const PIECES: [Role; 5] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
];
const FIGURINES: [&str; 5] = ["♔", "♕", "♖", "♗", "♘"];

/// The letters of a language for king, queen, rook, bishop and knight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letters([String; 5]);

/// Why a text gives no letters for the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LettersError {
    /// Not five of them.
    #[error("the letters are those of king, queen, rook, bishop and knight, such as `KDTLS`")]
    Count,
    /// Two pieces share one.
    #[error("two pieces have the same letter")]
    Same,
    /// Something else than letters.
    #[error("only letters can stand for a piece, and none of those from `a` to `h`")]
    NoLetter,
}

impl Letters {
    /// Reads the letters of king, queen, rook, bishop and knight: five characters, such as the German
    /// `KDTLS`, or, for languages with pieces of two letters, five words: `Кр Ф Л С К`.
    ///
    /// # Errors
    ///
    /// If they are not five, not letters, or two are the same.
    pub fn parse(text: &str) -> Result<Letters, LettersError> {
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        let words: Vec<String> = if text.trim().contains(is_gap) {
            let words = text.split(is_gap).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        } else {
            text.trim().chars().map(String::from).collect()
        };
        let letters: [String; 5] = words.try_into().map_err(|_| LettersError::Count)?;
        let is_letter = |letter: char| letter.is_alphabetic() && !('a'..='h').contains(&letter);
        if !letters.iter().all(|word| word.chars().all(is_letter)) {
            return Err(LettersError::NoLetter);
        }
        let twice = |index: usize| letters[..index].contains(&letters[index]);
        if (1..letters.len()).any(twice) {
            return Err(LettersError::Same);
        }
        Ok(Letters(letters))
    }
}

/// Long algebraic notation of a move that is legal in `before`; `next` is the position behind it.
///
/// ```
/// use chesstool::chess::{Move, Position, Square};
/// use chesstool::export::notation::lan;
///
/// let start = Position::start();
/// let [g1, f3] = [b"g1", b"f3"].map(|name| Square::parse(name).unwrap());
/// let mv = Move::normal(g1, f3);
/// assert_eq!(lan(&start, mv, &start.after(mv)), "Ng1-f3");
/// ```
#[must_use]
pub fn lan(before: &Position, mv: Move, next: &Position) -> String {
    let mut text = String::with_capacity(8);
    let role = before.board().role_at(mv.from());
    match mv.kind() {
        MoveKind::Null => return NULL.to_owned(),
        MoveKind::Castle => text.push_str(Wing::of(mv.from(), mv.to()).san()),
        kind => {
            if let Some(role) = role.filter(|role| *role != Role::Pawn) {
                text.push(role.letter());
            }
            let captures = before.board().occupied().has(mv.to()) || kind == MoveKind::EnPassant;
            let sign = if captures { 'x' } else { '-' };
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{}{sign}{}", mv.from(), mv.to());
            if let MoveKind::Promotion(role) = kind {
                text.push('=');
                text.push(role.letter());
            }
        }
    }
    if next.in_check() {
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// A move that is legal in `before` in the notation that is asked for; `next` is the position behind it.
/// `letters` stand for the pieces in SAN and long algebraic notation.
#[must_use]
pub fn text(
    notation: Notation,
    letters: Option<&Letters>,
    before: &Position,
    mv: Move,
    next: &Position,
) -> String {
    let lettered = |text: &str| match letters {
        Some(Letters(letters)) => with_pieces(text, letters),
        None => text.to_owned(),
    };
    match notation {
        Notation::San => lettered(&before.san_to(mv, next)),
        Notation::Lan => lettered(&lan(before, mv, next)),
        Notation::Uci if mv.kind() == MoveKind::Null => NULL.to_owned(),
        Notation::Uci => before.uci(mv),
        Notation::Figurine => with_pieces(&before.san_to(mv, next), &FIGURINES),
    }
}

/// Puts signs in the place of the pieces' English letters; castling has none of these.
fn with_pieces<S: AsRef<str>>(text: &str, signs: &[S; 5]) -> String {
    let mut changed = String::with_capacity(text.len() + 4);
    for letter in text.chars() {
        let place = PIECES.iter().position(|role| role.letter() == letter);
        match place.and_then(|place| signs.get(place)) {
            Some(sign) => changed.push_str(sign.as_ref()),
            None => changed.push(letter),
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode as TheirMode, Chess, Position as _};

    use super::*;
    use crate::chess::fen;
    use crate::chess::{CastlingMode, san::San};

    fn position(fen: &str, mode: CastlingMode) -> Position {
        fen::read(fen, mode).position.unwrap()
    }

    fn written(fen: &str, san: &str, notation: Notation) -> String {
        let before = position(fen, CastlingMode::Standard);
        let mv = before
            .resolve(&San::parse(san.as_bytes()).unwrap())
            .unwrap();
        text(notation, None, &before, mv, &before.after(mv))
    }

    /// Values of python-chess 1.11: `board.lan(move)`, `move.uci()`.
    #[test]
    fn values_of_another_library() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        let mate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        for (fen, san, lan, uci) in [
            (start, "e4", "e2-e4", "e2e4"),
            (start, "Nf3", "Ng1-f3", "g1f3"),
            (castle, "O-O", "O-O", "e1g1"),
            (castle, "O-O-O", "O-O-O", "e1c1"),
            (castle, "Rxa8+", "Ra1xa8+", "a1a8"),
            (promotion, "a8=Q", "a7-a8=Q", "a7a8q"),
            (promotion, "axb8=R+", "a7xb8=R+", "a7b8r"),
            (en_passant, "exd6", "e5xd6", "e5d6"),
            (rooks, "Rad1", "Ra1-d1", "a1d1"),
            (mate, "Qh4#", "Qd8-h4#", "d8h4"),
            (start, "--", "--", "--"),
        ] {
            assert_eq!(written(fen, san, Notation::San), san);
            assert_eq!(written(fen, san, Notation::Lan), lan);
            assert_eq!(written(fen, san, Notation::Uci), uci);
        }
    }

    #[test]
    fn figurines_and_letters() {
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(written(promotion, "axb8=Q+", Notation::Figurine), "axb8=♕+");
        let german = Letters::parse("KDTLS").unwrap();
        let russian = Letters::parse("Кр Ф Л С К").unwrap();
        let before = Position::start();
        for (notation, letters, expected) in [
            (Notation::San, &german, "Sf3"),
            (Notation::Lan, &german, "Sg1-f3"),
            (Notation::San, &russian, "Кf3"),
            (Notation::Uci, &german, "g1f3"),
            (Notation::Figurine, &german, "♘f3"),
        ] {
            let mv = before.resolve(&San::parse(b"Nf3").unwrap()).unwrap();
            let next = before.after(mv);
            assert_eq!(text(notation, Some(letters), &before, mv, &next), expected);
        }
        assert_eq!(Letters::parse("KDTL"), Err(LettersError::Count));
        assert_eq!(Letters::parse("KDTLSB"), Err(LettersError::Count));
        assert_eq!(Letters::parse("KDTLK"), Err(LettersError::Same));
        assert_eq!(Letters::parse("KDT1S"), Err(LettersError::NoLetter));
    }

    /// Every legal move of positions with all kinds of moves: shakmaty reads the same move from its UCI form,
    /// and our reader from every form but the lettered ones.
    #[test]
    fn every_move_is_read_again() {
        let standard = CastlingMode::Standard;
        let chess960 = CastlingMode::Chess960;
        for (fen, mode) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                standard,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", standard),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                standard,
            ),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", standard),
            ("1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", chess960),
            ("rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1", chess960),
        ] {
            let before = position(fen, mode);
            let theirs = if mode == chess960 {
                TheirMode::Chess960
            } else {
                TheirMode::Standard
            };
            let board: Chess = fen.parse::<Fen>().unwrap().into_position(theirs).unwrap();
            let legal = board.legal_moves();
            assert!(!legal.is_empty());
            for their in legal {
                let uci = UciMove::from_move(their, theirs).to_string();
                let read = San::parse(uci.as_bytes()).unwrap();
                let mv = before.resolve(&read).unwrap();
                let next = before.after(mv);
                assert_eq!(text(Notation::Uci, None, &before, mv, &next), uci);
                for notation in [Notation::San, Notation::Lan, Notation::Figurine] {
                    let written = text(notation, None, &before, mv, &next);
                    let read = San::parse(written.as_bytes()).unwrap();
                    assert_eq!(before.resolve(&read), Ok(mv), "{written} in {fen}");
                }
            }
        }
    }
}
