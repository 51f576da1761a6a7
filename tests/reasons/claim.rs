//! The messages of refused moves: their shapes, and what stands in the gaps.

use shakmaty::{Role, Square};

/// What kind of reason a message states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    WrongSide,
    EnemyMan,
    NoMan,
    NoManThere,
    EmptySquare,
    NotReached,
    Blocked,
    OwnMan,
    KingTaken,
    Pinned,
    KingIntoCheck,
    DoubleCheck,
    Check,
    EnPassantExposes,
    KingMoved,
    RookMoved,
    RookCaptured,
    NeverHad,
    CastlingBlocked,
    CastlingOutOfCheck,
    CastlingThroughCheck,
    CastlingIntoCheck,
    StraightCapture,
    NothingToCapture,
    TwoStepsBlocked,
    TwoStepsLate,
    EnPassantExpired,
    PromotionMissing,
    PromotionForbidden,
    PromotionTo,
    Ambiguous,
}

/// Shapes of messages, more particular ones first. `{}` is a gap.
const SHAPES: [(Kind, &str); 33] = [
    (
        Kind::WrongSide,
        "it is {}'s move, and only {} could play this",
    ),
    (Kind::EnemyMan, "the {} on {} is {}'s, and it is {}'s move"),
    (Kind::NoManThere, "{} has no {} on {}"),
    (Kind::NoMan, "{} has no {}"),
    (Kind::EmptySquare, "nobody stands on {}"),
    (Kind::NotReached, "none of {}'s {}s, on {}, reaches {}"),
    (Kind::NotReached, "{}'s {} on {} does not reach {}"),
    (
        Kind::Blocked,
        "the way of the {} on {} to {} is blocked by the {} on {}",
    ),
    (Kind::OwnMan, "{}'s own {} stands on {}"),
    (
        Kind::KingTaken,
        "the king on {} can be checked but never captured",
    ),
    (
        Kind::Pinned,
        "the {} on {} is pinned to the king on {} by the {} on {}",
    ),
    (
        Kind::KingIntoCheck,
        "the king would be in check on {} from the {} on {}",
    ),
    (
        Kind::DoubleCheck,
        "the king on {} would stay in check from the {} on {} and the {} on {}",
    ),
    (
        Kind::Check,
        "the king on {} would stay in check from the {} on {}",
    ),
    (
        Kind::EnPassantExposes,
        "capturing en passant would expose the king on {} to the {} on {}",
    ),
    (
        Kind::KingMoved,
        "{} may not castle on the {}'s wing: the king moved with {} {} (ply {})",
    ),
    (
        Kind::RookMoved,
        "{} may not castle on the {}'s wing: the rook from {} moved with {} {} (ply {})",
    ),
    (
        Kind::RookCaptured,
        "{} may not castle on the {}'s wing: the rook on {} was captured with {} {} (ply {})",
    ),
    (
        Kind::NeverHad,
        "{} may not castle on the {}'s wing: the starting position gives no such right",
    ),
    (
        Kind::CastlingBlocked,
        "the {} on {} is in the way of castling on the {}'s wing",
    ),
    (
        Kind::CastlingOutOfCheck,
        "the king may not castle out of check from the {} on {}",
    ),
    (
        Kind::CastlingThroughCheck,
        "the king may not castle through {}, which is attacked by the {} on {}",
    ),
    (
        Kind::CastlingIntoCheck,
        "castling would put the king in check on {} from the {} on {}",
    ),
    (
        Kind::StraightCapture,
        "the pawn on {} cannot capture straight ahead, where the {} stands on {}",
    ),
    (
        Kind::NothingToCapture,
        "the pawn on {} has nothing to capture on {}",
    ),
    (
        Kind::TwoStepsBlocked,
        "the double step of the pawn on {} is blocked by the {} on {}",
    ),
    (
        Kind::TwoStepsLate,
        "the pawn on {} has left its first square and moves one square at a time",
    ),
    (
        Kind::EnPassantExpired,
        "the pawn on {} could be taken en passant only right after {} {} (ply {})",
    ),
    (
        Kind::PromotionMissing,
        "the pawn that reaches {} must become a queen, a rook, a bishop or a knight",
    ),
    (
        Kind::PromotionForbidden,
        "the {} on {} is not promoted on {}",
    ),
    (Kind::PromotionTo, "a pawn cannot become a {}"),
    (Kind::Ambiguous, "the {}s on {} can both go to {}"),
    (Kind::Ambiguous, "the {}s on {} can all go to {}"),
];

/// A message taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Claim<'a> {
    pub(crate) kind: Kind,
    /// What stands in the gaps.
    gaps: Vec<&'a str>,
}

impl<'a> Claim<'a> {
    pub(crate) fn parse(message: &'a str) -> Option<Claim<'a>> {
        SHAPES.iter().find_map(|&(kind, shape)| {
            let gaps = gaps(shape, message)?;
            Some(Claim { kind, gaps })
        })
    }

    /// The text of a gap, counted from 0.
    pub(crate) fn word(&self, gap: usize) -> &'a str {
        self.gaps[gap]
    }

    pub(crate) fn role(&self, gap: usize) -> Option<Role> {
        let named = |role: &Role| role_name(*role) == self.gaps[gap];
        Role::ALL.into_iter().find(named)
    }

    pub(crate) fn square(&self, gap: usize) -> Option<Square> {
        self.gaps[gap].parse().ok()
    }

    pub(crate) fn number(&self, gap: usize) -> Option<usize> {
        self.gaps[gap].parse().ok()
    }

    /// `b1`, `b1 and g1`, `a1, b1 and g1`.
    pub(crate) fn squares(&self, gap: usize) -> Option<Vec<Square>> {
        let squares = self.gaps[gap].replace(" and ", ", ");
        squares.split(", ").map(|name| name.parse().ok()).collect()
    }

    /// The article of the Laws that belongs to the reason.
    pub(crate) fn law(&self) -> &'static str {
        match self.kind {
            Kind::WrongSide | Kind::EnemyMan => "FIDE 1.2",
            Kind::NoMan | Kind::NoManThere | Kind::EmptySquare | Kind::OwnMan => "FIDE 3.1",
            Kind::NotReached => match self.role(1) {
                Some(Role::Bishop) => "FIDE 3.2",
                Some(Role::Rook) => "FIDE 3.3",
                Some(Role::Queen) => "FIDE 3.4",
                Some(Role::Knight) => "FIDE 3.6",
                Some(Role::Pawn) => "FIDE 3.7",
                _ => "FIDE 3.8",
            },
            Kind::Blocked => "FIDE 3.5",
            Kind::KingTaken => "FIDE 1.4.1",
            Kind::Pinned
            | Kind::KingIntoCheck
            | Kind::DoubleCheck
            | Kind::Check
            | Kind::EnPassantExposes => "FIDE 3.9.2",
            Kind::KingMoved | Kind::RookMoved | Kind::RookCaptured | Kind::NeverHad => {
                "FIDE 3.8.2.1"
            }
            Kind::CastlingBlocked => "FIDE 3.8.2.2.2",
            Kind::CastlingOutOfCheck | Kind::CastlingThroughCheck | Kind::CastlingIntoCheck => {
                "FIDE 3.8.2.2.1"
            }
            Kind::StraightCapture => "FIDE 3.7.1",
            Kind::NothingToCapture => "FIDE 3.7.3",
            Kind::TwoStepsBlocked | Kind::TwoStepsLate => "FIDE 3.7.2",
            Kind::EnPassantExpired => "FIDE 3.7.3.2",
            Kind::PromotionMissing | Kind::PromotionForbidden | Kind::PromotionTo => "FIDE 3.7.3.3",
            Kind::Ambiguous => "FIDE C.10",
        }
    }

    /// The rule whose finding it is.
    pub(crate) fn rule(&self) -> &'static str {
        match self.kind {
            Kind::Ambiguous => "ambiguous-move",
            Kind::PromotionMissing => "missing-promotion",
            _ => "illegal-move",
        }
    }
}

pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// What the message has where the shape has gaps; `None` if the rest is not the same.
fn gaps<'a>(shape: &str, message: &'a str) -> Option<Vec<&'a str>> {
    let mut texts = shape.split("{}");
    let mut rest = message.strip_prefix(texts.next()?)?;
    let mut gaps = Vec::new();
    let mut texts = texts.peekable();
    while let Some(text) = texts.next() {
        let end = match texts.peek() {
            // The last gap ends where the rest of the shape does.
            None => rest.strip_suffix(text)?.len(),
            Some(_) => rest.find(text)?,
        };
        gaps.push(&rest[..end]);
        rest = &rest[end + text.len()..];
    }
    rest.is_empty().then_some(gaps)
}
