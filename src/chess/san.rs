//! SAN, the notation of FIDE Appendix C and PGN standard 8.2.3: reading its text, writing it canonically.
//!
//! Reading is about text alone; which man can move there is decided in [`crate::chess::resolve`].
//! [`San::parse`] takes the canonical shapes at full speed and hands everything else to
//! [`San::parse_loose`], which knows what real files hold: `0-0`, `e2e4`, `Ng1-f3`, `e8Q`, `exd6e.p.`,
//! `--`, figurines, dashes of other lengths.

mod short;
mod write;

use arrayvec::ArrayString;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Role;
use crate::chess::castling::Wing;
use crate::chess::square::{File, Rank, Square};

/// The text of a move in canonical SAN, at most 10 characters (`Qa1xb2+`, `bxa8=Q#`).
pub type SanText = ArrayString<10>;

/// What the text of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct San {
    /// The move.
    pub action: Action,
    /// The check or mate mark at its end.
    pub mark: Mark,
}

/// The move itself, without its mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A man goes to a square.
    Go {
        /// Who moves; `None` where only squares are given (`e2e4`).
        role: Option<Role>,
        /// Squares that the text allows him to come from.
        from: Bitboard,
        /// Where he goes.
        to: Square,
        /// Whether the text says that he captures.
        capture: bool,
        /// What the pawn becomes.
        promotion: Option<Role>,
    },
    /// `O-O` or `O-O-O`.
    Castle(Wing),
    /// `--` or `Z0`.
    Null,
}

/// The mark behind a move (PGN standard 8.2.3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `+`: the move gives check.
    Check,
    /// `#`: the move gives mate.
    Mate,
}

impl San {
    /// Reads the text of a move, canonical or not; `None` if it cannot be one.
    #[inline]
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<San> {
        San::parse_canonical(text).or_else(|| San::parse_loose(text))
    }

    /// Reads the shapes of canonical SAN only.
    #[inline(always)]
    #[must_use]
    pub fn parse_canonical(text: &[u8]) -> Option<San> {
        let (body, mark) = match text {
            [body @ .., b'+'] => (body, Mark::Check),
            [body @ .., b'#'] => (body, Mark::Mate),
            _ => (text, Mark::None),
        };
        let action = match body {
            [b'a'..=b'h', ..] => pawn_action(body)?,
            [b'N' | b'B' | b'R' | b'Q' | b'K', ..] => piece_action(body)?,
            b"O-O" => Action::Castle(Wing::King),
            b"O-O-O" => Action::Castle(Wing::Queen),
            _ => return None,
        };
        Some(San { action, mark })
    }

    /// Reads what else files hold. Marks: `++` is read as a check, `#` and `‡` as mate.
    #[cold]
    #[must_use]
    pub fn parse_loose(text: &[u8]) -> Option<San> {
        let text = std::str::from_utf8(text).ok()?;
        let mut plain = ArrayString::<24>::new();
        for letter in text.chars() {
            let letter = match letter {
                '♔' | '♚' => 'K',
                '♕' | '♛' => 'Q',
                '♖' | '♜' => 'R',
                '♗' | '♝' => 'B',
                '♘' | '♞' => 'N',
                '♙' | '♟' => 'P',
                '–' | '—' | '−' | '‐' | '‑' => '-',
                '×' => 'x',
                other => other,
            };
            plain.try_push(letter).ok()?;
        }
        let mut body = plain.as_str();
        let mut mark = Mark::None;
        loop {
            // Marks may be doubled or mixed (`++`, `+#`); the last word is the strongest one.
            if let Some(rest) = body.strip_suffix(['+', '†']) {
                body = rest;
                if mark == Mark::None {
                    mark = Mark::Check;
                }
            } else if let Some(rest) = body.strip_suffix(['#', '‡']) {
                body = rest;
                mark = Mark::Mate;
            } else {
                break;
            }
        }
        for ending in ["e.p.", "e.p", "/ep", "ep"] {
            if let Some(rest) = body.strip_suffix(ending) {
                body = rest;
                break;
            }
        }
        let action = loose_action(body.as_bytes())?;
        Some(San { action, mark })
    }
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`.
#[inline(always)]
fn pawn_action(body: &[u8]) -> Option<Action> {
    let (body, promotion) = match body {
        [body @ .., b'=', letter @ (b'N' | b'B' | b'R' | b'Q')] => {
            (body, Role::from_letter(*letter))
        }
        _ => (body, None),
    };
    let (from, to, capture) = match *body {
        [file, rank] => (file, [file, rank], false),
        [from, b'x', file, rank] => (from, [file, rank], true),
        _ => return None,
    };
    Some(Action::Go {
        role: Some(Role::Pawn),
        from: Bitboard::file(File::from_letter(from)?),
        to: Square::parse(&to)?,
        capture,
        promotion,
    })
}

/// `Nf3`, `Nxf3`, `Nbd2`, `N1xf3`, `Nb1d2`.
#[inline(always)]
fn piece_action(body: &[u8]) -> Option<Action> {
    let (role, rest, to) = match *body {
        // By far the commonest shapes: the origin is nothing, or a file, a rank, or the `x`.
        [letter, file, rank] => (letter, (b'x', b'x'), [file, rank]),
        [letter, origin, file, rank] => (letter, (origin, origin), [file, rank]),
        [letter, first, second, file, rank] => (letter, (first, second), [file, rank]),
        _ => return long_piece_action(body),
    };
    // A square as origin, `Nb1d2`, has no `x` and its own two letters.
    let from = ORIGIN[usize::from(rest.0)] & ORIGIN[usize::from(rest.1)];
    let capture = body.len() > 3 && rest.1 == b'x';
    if from.is_empty() || (body.len() == 5 && rest.0 == b'x') {
        return None;
    }
    Some(Action::Go {
        role: Some(Role::from_letter(role)?),
        from,
        to: Square::parse(&to)?,
        capture,
        promotion: None,
    })
}

/// `Nb1xd2`.
#[cold]
fn long_piece_action(body: &[u8]) -> Option<Action> {
    let [letter, file, rank, b'x', to @ ..] = body else {
        return None;
    };
    Some(Action::Go {
        role: Some(Role::from_letter(*letter)?),
        from: Bitboard::of(Square::parse(&[*file, *rank])?),
        to: Square::parse(to)?,
        capture: true,
        promotion: None,
    })
}

/// By the character behind a piece's letter, the squares that it leaves as origin; `x` leaves all.
static ORIGIN: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    table[b'x' as usize] = Bitboard::FULL;
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i as usize] = Bitboard::file(File::new(i));
        table[b'1' as usize + i as usize] = Bitboard::rank(Rank::new(i));
        i += 1;
    }
    table
};

/// Nothing, a file, a rank, or a square.
fn origin(text: &[u8]) -> Option<Bitboard> {
    Some(match *text {
        [] => Bitboard::FULL,
        [file @ b'a'..=b'h'] => Bitboard::file(File::from_letter(file)?),
        [rank @ b'1'..=b'8'] => Bitboard::rank(Rank::from_digit(rank)?),
        [_, _] => Bitboard::of(Square::parse(text)?),
        _ => return None,
    })
}

/// The move of a text without marks, in any of the spellings that files hold.
fn loose_action(body: &[u8]) -> Option<Action> {
    match body {
        b"--" | b"Z0" | b"null" | b"pass" | b"@@@@" | b"0000" => return Some(Action::Null),
        b"O-O" | b"0-0" | b"o-o" | b"OO" | b"00" => return Some(Action::Castle(Wing::King)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" | b"000" => {
            return Some(Action::Castle(Wing::Queen));
        }
        _ => {}
    }
    // `exf`, `ef`: captures without a rank are ambiguous by design and not read.
    let (body, promotion) = split_promotion(body);
    let (role, rest) = match *body {
        // A lower-case `b` is the file; every other lower-case piece letter is no file.
        [
            letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'),
            ref rest @ ..,
        ] => (Role::from_letter(letter), rest),
        [letter @ (b'n' | b'r' | b'q' | b'k' | b'p'), ref rest @ ..] => {
            (Role::from_letter(letter.to_ascii_uppercase()), rest)
        }
        _ => (None, body),
    };
    let (rest, to) = rest.split_last_chunk::<2>()?;
    let to = Square::parse(to)?;
    let (rest, capture) = match rest {
        [rest @ .., b'x' | b'X' | b':' | b'*'] => (rest, true),
        [rest @ .., b'-'] => (rest, false),
        _ => (rest, false),
    };
    let mut from = origin(rest)?;
    let mut role = role;
    if role.is_none() && rest.len() < 2 {
        role = Some(Role::Pawn);
    }
    if role == Some(Role::Pawn) && rest.is_empty() {
        from = if capture {
            beside(to.file())
        } else {
            Bitboard::file(to.file())
        };
    }
    if promotion.is_some() && role.is_some_and(|role| role != Role::Pawn) {
        return None;
    }
    Some(Action::Go {
        role,
        from,
        to,
        capture,
        promotion,
    })
}

/// The files from which a pawn captures on `file`.
fn beside(file: File) -> Bitboard {
    (0..8u8)
        .filter(|index| index.abs_diff(file.index()) == 1)
        .fold(Bitboard::EMPTY, |set, index| {
            set | Bitboard::file(File::new(index))
        })
}

/// Splits `=Q`, `(Q)`, `/Q`, `Q` or `q` off the end.
fn split_promotion(body: &[u8]) -> (&[u8], Option<Role>) {
    let (stem, letter) = match body {
        [stem @ .., b'(', letter, b')'] | [stem @ .., b'=' | b'/', letter] => (stem, letter),
        [stem @ .., b'1' | b'8', letter] => (&body[..=stem.len()], letter),
        _ => return (body, None),
    };
    match Role::from_letter(letter.to_ascii_uppercase()) {
        Some(role) => (stem, Some(role)),
        None => (body, None),
    }
}
