//! What the evaluation counts, each with its place in the table of weights.
//!
//! A feature is a property of a position that is counted for White and against Black. The value of a position is the
//! sum of the counts times their weights, so that the weights can be found from positions whose value is known.

use crate::chess::Role;

/// The place of a role in tables, from pawn to king.
#[must_use]
pub const fn index_of(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

/// Where the features of one kind begin, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// A name, for people.
    pub name: &'static str,
    /// The first one's place in the table.
    pub first: usize,
    /// How many.
    pub count: usize,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        kinds!(@ 0usize; $($(#[$doc])* $name: $count;)*);
        /// All kinds, in the order of the table.
        pub const ALL: &[Kind] = &[$($name),*];
    };
    (@ $first:expr; $(#[$doc:meta])* $name:ident: $count:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: Kind = Kind { name: stringify!($name), first: $first, count: $count };
        kinds!(@ $first + $count; $($rest)*);
    };
    (@ $first:expr;) => {
        /// Number of features.
        pub const COUNT: usize = $first;
    };
}

kinds! {
    /// Men, by role from pawn to queen.
    MATERIAL: 5;
    /// Men on squares: by role from pawn to king, rank from the owner's side, and file counted from the nearer edge.
    SQUARE: 6 * 32;
    /// Squares a knight, bishop, rook or queen reaches, of those that no enemy pawn guards.
    KNIGHT_MOBILITY: 9;
    /// See [`KNIGHT_MOBILITY`].
    BISHOP_MOBILITY: 14;
    /// See [`KNIGHT_MOBILITY`].
    ROOK_MOBILITY: 15;
    /// See [`KNIGHT_MOBILITY`].
    QUEEN_MOBILITY: 28;
    /// Pawns with one of their own in front of them on the file.
    DOUBLED: 1;
    /// Pawns without own pawns on the files beside them.
    ISOLATED: 1;
    /// Pawns that no own pawn can guard and whose next step an enemy pawn guards.
    BACKWARD: 1;
    /// Pawns beside one of their own, by rank.
    PHALANX: 8;
    /// Pawns that one of their own guards, by rank.
    SUPPORTED: 8;
    /// Passed pawns, by rank.
    PASSED: 8;
    /// Passed pawns whose next square is taken, by rank.
    PASSED_BLOCKED: 8;
    /// Passed pawns whose way to the last rank is free of men and of enemy attacks, by rank.
    PASSED_FREE: 8;
    /// King's steps to the square before an own passed pawn, from 0 to 7, for pawns behind the fourth rank.
    PASSED_OWN_KING: 8;
    /// The enemy king's steps to it.
    PASSED_THEIR_KING: 8;
    /// A rook behind an own passed pawn.
    ROOK_BEHIND_PASSED: 1;
    /// Two bishops.
    BISHOP_PAIR: 1;
    /// Own pawns on the squares of a bishop's colour.
    BISHOP_PAWNS: 1;
    /// A rook on a file without pawns.
    ROOK_OPEN: 1;
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN: 1;
    /// A knight in enemy land that an own pawn guards and no enemy pawn can drive away.
    KNIGHT_OUTPOST: 1;
    /// The same of a bishop.
    BISHOP_OUTPOST: 1;
    /// Rank of the own pawn nearest in front of the king, on his file and the ones beside it; 0 without one; edge files
    /// first.
    SHELTER: 2 * 8;
    /// Rank, from the king's side, of the foremost enemy pawn on these files; 0 without one.
    STORM: 2 * 8;
    /// How hard the squares around the enemy king are attacked; a 32nd of its square.
    KING_ATTACK: 2;
    /// Knights, bishops, rooks, queens that a pawn attacks.
    PAWN_THREAT: 4;
    /// Pawns, knights, bishops, rooks, queens that a knight or bishop attacks.
    MINOR_THREAT: 5;
    /// Pawns, knights, bishops, rooks, queens that a rook attacks.
    ROOK_THREAT: 5;
    /// Men attacked and not guarded, pawns and others.
    HANGING: 2;
    /// Enemy pieces that a pawn's safe step would attack.
    PUSH_THREAT: 1;
    /// Squares behind and between the own pawns in the centre files that no enemy pawn guards.
    SPACE: 1;
    /// The move.
    TEMPO: 1;
}
