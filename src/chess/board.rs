//! Which man stands on which square: men, colours and the board as *quad-bitboards*.
//!
//! Three planes hold the three bits of each square's role and a fourth one its colour (Chess
//! Programming Wiki, "Quad-Bitboards"). That makes a board 32 bytes; moving a man is the same few
//! operations whatever he is, with no branch on the role, and "who stands here?" needs no second,
//! square-centred board to be kept up to date.

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::square::{Rank, Square};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Moves first (FIDE 1.2).
    White,
    /// Moves second.
    Black,
}

/// The kinds of men; the discriminant is the code in the board's planes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// FIDE 3.7.
    Pawn = 0b001,
    /// FIDE 3.6.
    Knight = 0b010,
    /// FIDE 3.8.
    King = 0b011,
    /// FIDE 3.2. Bit 2 marks a slider, bit 0 one that slides on diagonals.
    Bishop = 0b101,
    /// FIDE 3.3. Bit 1 marks a slider on ranks and files.
    Rook = 0b110,
    /// FIDE 3.4.
    Queen = 0b111,
}

/// A man: its role and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is.
    pub role: Role,
    /// Whose it is.
    pub color: Color,
}

/// The men on the board, without turn, rights or counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    planes: [u64; 3],
    white: u64,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The rank on which this side's pieces start.
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::new(0),
            Color::Black => Rank::new(7),
        }
    }

    /// The rank on which this side's pawns start.
    #[must_use]
    pub const fn pawn_rank(self) -> Rank {
        match self {
            Color::White => Rank::new(1),
            Color::Black => Rank::new(6),
        }
    }

    /// The rank on which this side's pawns promote (FIDE 3.7.3.3).
    #[must_use]
    pub const fn promotion_rank(self) -> Rank {
        self.other().back_rank()
    }

    /// `w` or `b`, as in a FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

impl Role {
    /// All roles, in the order of their codes.
    pub const ALL: [Role; 6] = [
        Role::Pawn,
        Role::Knight,
        Role::King,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    /// What a pawn may become (FIDE 3.7.3.3).
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// The place in [`Role::ALL`], for tables by role.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        let code = self as usize;
        code - 1 - (code >> 2)
    }

    /// The upper-case English letter (FIDE C.2), `P` for a pawn.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::King => 'K',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
        }
    }

    /// Reads an upper-case English letter.
    #[inline]
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        // A look-up, where a `match` would make the compiler write what follows once for every role.
        if letter.is_ascii_uppercase() {
            BY_LETTER[(letter & 31) as usize]
        } else {
            None
        }
    }

    #[inline]
    const fn from_code(code: u64) -> Option<Role> {
        Some(match code {
            0b001 => Role::Pawn,
            0b010 => Role::Knight,
            0b011 => Role::King,
            0b101 => Role::Bishop,
            0b110 => Role::Rook,
            0b111 => Role::Queen,
            _ => return None,
        })
    }
}

/// Roles by the number of their English letter in the alphabet.
static BY_LETTER: [Option<Role>; 32] = by_letter();

const fn by_letter() -> [Option<Role>; 32] {
    let mut table = [None; 32];
    let mut i = 0;
    while i < Role::ALL.len() {
        table[(Role::ALL[i].letter() as u8 & 31) as usize] = Some(Role::ALL[i]);
        i += 1;
    }
    table
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::King => "king",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
        })
    }
}

impl Piece {
    /// The FEN letter: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Piece { role, color }),
            None => None,
        }
    }
}

impl Board {
    /// A board without men.
    pub const EMPTY: Board = Board {
        planes: [0; 3],
        white: 0,
    };

    /// The three planes of role bits, and White's men.
    #[inline]
    pub(in crate::chess) const fn planes(&self) -> ([u64; 3], u64) {
        (self.planes, self.white)
    }

    /// Code of the role on `square`, 0 where nobody stands.
    #[inline]
    pub(in crate::chess) const fn code(&self, square: Square) -> u64 {
        let at = square.index();
        (self.planes[0] >> at & 1)
            | (self.planes[1] >> at & 1) << 1
            | (self.planes[2] >> at & 1) << 2
    }

    /// The role of the man on `square`.
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        Role::from_code(self.code(square))
    }

    /// The man on `square`.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.role_at(square) {
            Some(role) => Some(Piece {
                role,
                color: if self.white >> square.index() & 1 == 1 {
                    Color::White
                } else {
                    Color::Black
                },
            }),
            None => None,
        }
    }

    /// Squares with a man on them.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// Squares with a man of `color`.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        // All ones for Black: no branch on the colour.
        let flip = (color as u64).wrapping_neg();
        Bitboard((self.white ^ flip) & self.occupied().0)
    }

    /// Squares with a man of `role`, of both colours.
    #[inline]
    #[must_use]
    pub const fn of_role(&self, role: Role) -> Bitboard {
        let code = role as u64;
        // A plane whose bit is not set in the code is turned round: no branch on the role.
        let [a, b, c] = self.planes;
        Bitboard(
            (a ^ (code & 1).wrapping_sub(1))
                & (b ^ (code >> 1 & 1).wrapping_sub(1))
                & (c ^ (code >> 2 & 1).wrapping_sub(1)),
        )
    }

    /// Squares with a man of `color` and `role`.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.of_role(role).0 & self.of_color(color).0)
    }

    /// Squares with a bishop or a queen.
    #[inline]
    #[must_use]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[2])
    }

    /// Squares with a rook or a queen.
    #[inline]
    #[must_use]
    pub const fn orthogonal_sliders(&self) -> Bitboard {
        Bitboard(self.planes[1] & self.planes[2])
    }

    /// Puts a man on `square`, in place of whoever stood there.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        let bit = 1 << square.index();
        let code = piece.role as u64;
        self.planes[0] |= bit * (code & 1);
        self.planes[1] |= bit * (code >> 1 & 1);
        self.planes[2] |= bit * (code >> 2 & 1);
        self.white |= bit * (piece.color as u64 ^ 1);
    }

    /// Moves the man on `from` to `to`, in place of whoever stood there. Without branches: this is half
    /// of what playing a move costs.
    #[inline]
    pub(in crate::chess) const fn shift(&mut self, from: Square, to: Square) {
        let keep = !(1 << from.index() | 1 << to.index());
        let mut i = 0;
        while i < 3 {
            let bit = self.planes[i] >> from.index() & 1;
            self.planes[i] = (self.planes[i] & keep) | bit << to.index();
            i += 1;
        }
        let bit = self.white >> from.index() & 1;
        self.white = (self.white & keep) | bit << to.index();
    }

    /// Takes whoever stands on `square` off the board.
    #[inline]
    pub const fn clear(&mut self, square: Square) {
        let keep = !(1 << square.index());
        self.planes[0] &= keep;
        self.planes[1] &= keep;
        self.planes[2] &= keep;
        self.white &= keep;
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let letter = self
                    .piece_at(Square::from_index(rank * 8 + file))
                    .map_or('.', Piece::letter);
                write!(f, "{letter}{}", if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}
