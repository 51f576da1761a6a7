//! The key of a position in Polyglot opening books.
//!
//! The format (H.-M. Müller and F. Letouzey) has 781 random numbers; shakmaty, whose hashing is that of Polyglot,
//! provides them.

use std::sync::LazyLock;

use shakmaty::zobrist::{Zobrist64, ZobristValue};

use crate::chess::{Color, Move, Position, Role, Square, Wing};

struct Numbers {
    /// By colour, role and square.
    men: [[[u64; 64]; 6]; 2],
    castling: [[u64; 2]; 2],
    en_passant: [u64; 8],
    white: u64,
}

const ROLES: [(Role, shakmaty::Role); 6] = [
    (Role::Pawn, shakmaty::Role::Pawn),
    (Role::Knight, shakmaty::Role::Knight),
    (Role::Bishop, shakmaty::Role::Bishop),
    (Role::Rook, shakmaty::Role::Rook),
    (Role::Queen, shakmaty::Role::Queen),
    (Role::King, shakmaty::Role::King),
];

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let colors = [shakmaty::Color::White, shakmaty::Color::Black];
    let sides = [
        shakmaty::CastlingSide::KingSide,
        shakmaty::CastlingSide::QueenSide,
    ];
    Numbers {
        men: colors.map(|color| {
            ROLES.map(|(_, role)| {
                std::array::from_fn(|square| {
                    let square = shakmaty::Square::new(square as u32);
                    Zobrist64::zobrist_for_piece(square, role.of(color)).0
                })
            })
        }),
        castling: colors
            .map(|color| sides.map(|side| Zobrist64::zobrist_for_castling_right(color, side).0)),
        en_passant: std::array::from_fn(|file| {
            Zobrist64::zobrist_for_en_passant_file(shakmaty::File::new(file as u32)).0
        }),
        white: Zobrist64::zobrist_for_white_turn().0,
    }
});

/// The key of the position behind a move: men, castling rights, the file of a pawn that has just made a double step
/// and stands beside one of the other side's, pinned or not, and the side to move.
#[must_use]
pub fn key_after(before: &Position, mv: Move, after: &Position) -> u64 {
    let mut key = key(after);
    let (from, to) = (mv.from(), mv.to());
    let is_pawn = before.board().of_role(Role::Pawn).has(from);
    let double = from.index().abs_diff(to.index()) == 16;
    let theirs = after.board().of(after.turn(), Role::Pawn);
    let beside = |square: Square| {
        square.rank() == to.rank() && square.file().index().abs_diff(to.file().index()) == 1
    };
    if is_pawn && double && theirs.into_iter().any(beside) {
        key ^= NUMBERS.en_passant[usize::from(to.file().index())];
    }
    key
}

/// The key without a passing pawn.
fn key(position: &Position) -> u64 {
    let numbers = &*NUMBERS;
    let mut key = 0;
    for (color, men) in [Color::White, Color::Black].into_iter().zip(&numbers.men) {
        for ((role, _), squares) in ROLES.iter().zip(men) {
            for square in position.board().of(color, *role) {
                key ^= squares[square.index()];
            }
        }
        for (wing, number) in [Wing::King, Wing::Queen]
            .into_iter()
            .zip(numbers.castling[color as usize])
        {
            if position.castling_rook(color, wing).is_some() {
                key ^= number;
            }
        }
    }
    if position.turn() == Color::White {
        key ^= numbers.white;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::San;

    /// The positions that the description of the format gives as a test.
    #[test]
    fn keys_of_the_format() {
        for (line, expected) in [
            ("e4", 0x823c_9b50_fd11_4196),
            ("e4 d5", 0x0756_b944_61c5_0fb0),
            ("e4 d5 e5", 0x662f_afb9_65db_29d4),
            ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
            ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
            ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
            ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
            ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut position = Position::start();
            assert_eq!(key(&position), 0x463b_9618_1691_fc9c);
            let mut last = 0;
            for word in line.split(' ') {
                let mv = position
                    .resolve(&San::parse(word.as_bytes()).unwrap())
                    .unwrap();
                let before = position;
                position.play(mv);
                last = key_after(&before, mv, &position);
            }
            assert_eq!(last, expected, "{line}");
        }
    }
}
