//! Writing canonical SAN, and telling whether a text is it.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Role;
use crate::chess::castling::Wing;
use crate::chess::mv::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::san::{Action, Mark, San, SanText};
use crate::chess::square::Square;

impl Position {
    /// Canonical SAN of a move that is legal here: minimal disambiguation, pinned men not counted
    /// (8.2.3.4), and the right mark (8.2.3.5).
    #[must_use]
    pub fn san(&self, mv: Move) -> SanText {
        self.san_to(mv, &self.after(mv))
    }

    /// The same where the position behind the move, `next`, is known already.
    #[must_use]
    pub fn san_to(&self, mv: Move, next: &Position) -> SanText {
        let role = self.board.role_at(mv.from());
        let origin = match (mv.kind(), role) {
            (MoveKind::Castle | MoveKind::Null, _) | (_, None | Some(Role::Pawn)) => (false, false),
            (_, Some(role)) => self.disambiguation(role, mv),
        };
        let mut text = Text::default();
        self.write(&mut text, mv, origin, next);
        SanText::from(text.as_str()).unwrap_or_default()
    }

    /// Whether `text`, which names the legal move `mv` and no other one, is its canonical SAN.
    ///
    /// `next` is the position behind the move.
    #[must_use]
    pub fn is_canonical(&self, mv: Move, next: &Position, text: &[u8]) -> bool {
        // Where the text names one move without an origin, the move needs none.
        let mut plain = Text::default();
        self.write(&mut plain, mv, (false, false), next);
        plain.as_bytes() == text || self.san_to(mv, next).as_bytes() == text
    }

    /// Whether the text that [`San::parse_short`] read as `san`, the legal move `mv` and no other one, is its canonical
    /// SAN: without an origin, as most are. `next` is the position behind the move.
    #[inline(always)]
    #[must_use]
    pub(crate) fn is_plain(&self, san: &San, mv: Move, next: &Position) -> bool {
        let Action::Go {
            role,
            from,
            capture,
            ..
        } = san.action
        else {
            return false;
        };
        let captures = self.board.occupied().has(mv.to());
        // What a pawn captures is told by the shape of its text, and its file is no choice.
        let shaped =
            (role == Some(Role::Pawn)) | ((from == Bitboard::FULL) & (capture == captures));
        let usual = matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant);
        let marked = match san.mark {
            Mark::None => !next.in_check(),
            Mark::Check => next.in_check() && next.has_legal_move(),
            Mark::Mate => next.is_checkmate(),
        };
        shaped & usual & marked
    }

    /// Writes a move; `origin` says whether file and rank of a piece's origin are written.
    #[inline]
    fn write(&self, text: &mut Text, mv: Move, origin: (bool, bool), next: &Position) {
        let (from, to) = (mv.from(), mv.to());
        let role = self.board.role_at(from);
        match (mv.kind(), role) {
            (MoveKind::Null, _) => return text.push_all(b"--"),
            (MoveKind::Castle, _) => text.push_all(Wing::of(from, to).san().as_bytes()),
            (kind, None | Some(Role::Pawn)) => {
                if from.file() != to.file() {
                    text.push(from.file().letter());
                    text.push('x');
                }
                text.push_square(to);
                if let MoveKind::Promotion(role) = kind {
                    text.push('=');
                    text.push(role.letter());
                }
            }
            (_, Some(role)) => {
                text.push(role.letter());
                if origin.0 {
                    text.push(from.file().letter());
                }
                if origin.1 {
                    text.push(from.rank().digit());
                }
                if self.board.occupied().has(to) {
                    text.push('x');
                }
                text.push_square(to);
            }
        }
        if next.in_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
    }

    /// Whether file and rank of the origin must be written.
    fn disambiguation(&self, role: Role, mv: Move) -> (bool, bool) {
        if role == Role::King {
            return (false, false);
        }
        let (from, to) = (mv.from(), mv.to());
        let rivals = attacks::of(role, self.turn, to, self.board.occupied())
            & self.board.of(self.turn, role)
            & !Bitboard::of(from);
        let rivals = rivals
            .into_iter()
            .filter(|&rival| self.leaves_king_safe(rival, to))
            .fold(Bitboard::EMPTY, |set, rival| set | Bitboard::of(rival));
        if rivals.is_empty() {
            (false, false)
        } else if (rivals & Bitboard::file(from.file())).is_empty() {
            (true, false)
        } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
            (false, true)
        } else {
            (true, true)
        }
    }
}

/// Room for a move; formatting through `fmt` takes several times as long.
#[derive(Default)]
struct Text {
    bytes: [u8; 16],
    length: usize,
}

impl Text {
    /// Appends an ASCII character.
    #[inline]
    fn push(&mut self, letter: char) {
        self.bytes[self.length & 15] = letter as u8;
        self.length += 1;
    }

    #[inline]
    fn push_all(&mut self, letters: &[u8]) {
        for letter in letters {
            self.push(char::from(*letter));
        }
    }

    #[inline]
    fn push_square(&mut self, square: Square) {
        self.push(square.file().letter());
        self.push(square.rank().digit());
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length.min(16)]
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every spelling of every move of random games: what is told to be plain is the canonical SAN, and all canonical
    /// SAN without an origin is told to be plain.
    #[test]
    fn plain_is_what_is_canonical_without_an_origin() {
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let (mut plain, mut other) = (0, 0);
        for _ in 0..60 {
            let mut position = Position::start();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for mv in &moves {
                    let next = position.after(*mv);
                    let canonical = position.san_to(*mv, &next);
                    for text in spellings(&position, *mv) {
                        let mut word = [b' '; 8];
                        if text.len() > 7 {
                            continue;
                        }
                        word[..text.len()].copy_from_slice(text.as_bytes());
                        let word = u64::from_le_bytes(word);
                        let Some(san) = San::parse_short(word, text.len() as u32) else {
                            continue;
                        };
                        if position.resolve(&san) != Ok(*mv) {
                            continue;
                        }
                        let told = position.is_plain(&san, *mv, &next);
                        let mut bare = Text::default();
                        position.write(&mut bare, *mv, (false, false), &next);
                        let right = text == canonical.as_str() && text == bare.as_str();
                        assert_eq!(told, right, "{text} for {canonical} in {}", position.fen());
                        plain += u32::from(told);
                        other += u32::from(!told);
                    }
                }
                position.play(moves[random(moves.len())]);
            }
        }
        assert!(plain > 50_000 && other > 50_000, "{plain} {other}");
    }

    /// With and without origin, capture and mark, right or wrong.
    fn spellings(position: &Position, mv: Move) -> Vec<String> {
        let (from, to) = (mv.from().to_string(), mv.to().to_string());
        let letter = match position.board().role_at(mv.from()) {
            Some(Role::Pawn) | None => String::new(),
            Some(role) => role.letter().to_string(),
        };
        let mut all = Vec::new();
        for origin in ["", &from[..1], &from[1..]] {
            for capture in ["", "x"] {
                for mark in ["", "+", "#"] {
                    all.push(format!("{letter}{origin}{capture}{to}{mark}"));
                }
            }
        }
        all
    }
}
