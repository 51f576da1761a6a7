//! What the text of a move says, read by the test's own few rules.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};

/// A move's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Castle(CastlingSide),
    Null,
    Go(Go),
}

/// A man goes to a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Go {
    /// `None` for `e2e4`.
    pub(crate) role: Option<Role>,
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

impl Token {
    pub(crate) fn parse(text: &str) -> Token {
        let text = text.trim_end_matches(['+', '#']);
        match text {
            "O-O" => return Token::Castle(CastlingSide::KingSide),
            "O-O-O" => return Token::Castle(CastlingSide::QueenSide),
            "--" => return Token::Null,
            _ => {}
        }
        let (text, promotion) = match text.split_once('=') {
            Some((text, letter)) => (text, Role::from_char(letter.chars().next().unwrap())),
            None => (text, None),
        };
        let (origin, to) = text.split_at(text.len() - 2);
        let to: Square = to.parse().unwrap();
        let (mut file, mut rank, mut role) = (None, None, None);
        for letter in origin.chars() {
            match letter {
                'a'..='h' => file = File::from_char(letter),
                '1'..='8' => rank = Rank::from_char(letter),
                'x' => {}
                _ => role = Role::from_char(letter),
            }
        }
        if role.is_none() && rank.is_none() {
            role = Some(Role::Pawn);
            file = file.or(Some(to.file()));
        }
        Token::Go(Go {
            role,
            file,
            rank,
            to,
            promotion,
        })
    }

    /// The legal moves that the text may mean.
    pub(crate) fn legal(self, position: &Chess) -> Vec<Move> {
        let fits = |mv: &Move| match self {
            Token::Castle(side) => mv.castling_side() == Some(side),
            Token::Null => false,
            Token::Go(go) => go.fits(*mv, position.turn()),
        };
        position.legal_moves().into_iter().filter(fits).collect()
    }

    /// Whether the text means no legal move, or more than one.
    pub(crate) fn is_refused(self, position: &Chess) -> bool {
        match self {
            Token::Null => position.is_check(),
            _ => self.legal(position).len() != 1,
        }
    }
}

impl Go {
    /// Whether a man on this square may be meant.
    pub(crate) fn names(self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    fn fits(self, mv: Move, us: Color) -> bool {
        if let Move::Castle { king, rook } = mv {
            let side = mv.castling_side().unwrap();
            let far = king.distance(self.to) > 1;
            let target = self.to == rook || (far && self.to == side.king_to(us));
            return self.role.is_none() && self.names(king) && target;
        }
        let from = mv.from().unwrap();
        self.names(from)
            && self.role.is_none_or(|role| role == mv.role())
            && mv.to() == self.to
            && mv.promotion() == self.promotion
    }

    /// The squares that the text names as origin, as messages call them.
    pub(crate) fn origin(self) -> String {
        match (self.file, self.rank) {
            (Some(file), Some(rank)) => Square::from_coords(file, rank).to_string(),
            (Some(file), None) => format!("the {} file", file.char()),
            (None, Some(rank)) => format!("rank {}", rank.char()),
            (None, None) => String::new(),
        }
    }
}
