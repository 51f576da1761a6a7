//! The ways in which games are spoilt: which tokens make an illegal move of a position.

use shakmaty::{Position, Rank, Role};

use crate::claim::Kind;
use crate::games::{Game, Random};
use crate::scene::Scene;
use crate::token::Token;
use crate::tokens::*;

/// A way to spoil a game.
pub(crate) struct Category {
    pub(crate) name: &'static str,
    /// Kinds of reason that belong to it; any that is true if there are none.
    pub(crate) kinds: &'static [Kind],
    /// Tokens to be put in place of the next move; those that are legal are dropped.
    tokens: fn(&Scene<'_>) -> Vec<String>,
}

/// A spoilt game: its moves up to a ply, and the token that is the next one.
pub(crate) struct Mutant {
    pub(crate) category: usize,
    pub(crate) game: usize,
    pub(crate) ply: usize,
    pub(crate) token: String,
}

/// Up to `each` mutants of every category, out of places all over the games.
pub(crate) fn mutants(games: &[Game], each: usize, random: &mut Random) -> Vec<Mutant> {
    let mut places: Vec<(usize, usize)> = games
        .iter()
        .enumerate()
        .flat_map(|(index, game)| (0..=game.plies.len()).map(move |ply| (index, ply)))
        .collect();
    for index in (1..places.len()).rev() {
        places.swap(index, random.below(index + 1));
    }
    let mut mutants = Vec::new();
    let mut counts = vec![0; CATEGORIES.len()];
    for (game, ply) in places {
        let scene = Scene::new(&games[game], ply);
        if scene.position().is_game_over() {
            continue;
        }
        for (category, count) in counts.iter_mut().enumerate() {
            if *count >= each {
                continue;
            }
            let mut tokens = (CATEGORIES[category].tokens)(&scene);
            tokens.retain(|token| Token::parse(token).is_refused(scene.position()));
            if let Some(token) = random.pick(&tokens) {
                *count += 1;
                mutants.push(Mutant {
                    category,
                    game,
                    ply,
                    token: token.clone(),
                });
            }
        }
    }
    mutants
}

macro_rules! categories {
    ($($name:literal [$($kind:ident),*] $tokens:expr;)*) => {
        /// All ways to spoil a game.
        pub(crate) const CATEGORIES: &[Category] = &[$(Category {
            name: $name,
            kinds: &[$(Kind::$kind),*],
            tokens: $tokens,
        }),*];
    };
}

categories! {
    "moved disambiguation" [] moved_origin;
    "wrong piece" [] wrong_piece;
    "a move left out" [] left_out;
    "the same move again" [] again;
    "any piece to any square" [] anywhere;
    "no such man" [NoMan, WrongSide] no_such_man;
    "empty square" [EmptySquare] |scene| squares(scene, None);
    "an enemy man by his squares" [EnemyMan, WrongSide] |scene| squares(scene, Some(scene.turn().other()));
    "own man by his squares" [] |scene| squares(scene, Some(scene.turn()));
    "blocked slider" [Blocked] blocked;
    "own man on target" [OwnMan] own_man;
    "capture of the king" [KingTaken] king_taken;
    "two men can go" [Ambiguous] ambiguous;
    "pinned man" [Pinned] |scene| exposing(scene, 0);
    "pinned man in check" [Pinned, Check, DoubleCheck] pinned_in_check;
    "check unanswered" [Check] |scene| exposing(scene, 1);
    "double check unanswered" [DoubleCheck, Check] |scene| exposing(scene, 2);
    "no move in check" [Check, DoubleCheck] null_in_check;
    "king into check" [KingIntoCheck] |scene| king_step(scene, false);
    "king next to king" [KingIntoCheck] |scene| king_step(scene, true);
    "castling after the king moved" [KingMoved] |scene| castling_for(scene, Kind::KingMoved);
    "castling after the rook moved" [RookMoved] |scene| castling_for(scene, Kind::RookMoved);
    "castling after the rook was taken" [RookCaptured] |scene| castling_for(scene, Kind::RookCaptured);
    "castling without a right from the start" [NeverHad] |scene| castling_for(scene, Kind::NeverHad);
    "castling through check" [CastlingThroughCheck] |scene| castling_for(scene, Kind::CastlingThroughCheck);
    "castling into check" [CastlingIntoCheck] |scene| castling_for(scene, Kind::CastlingIntoCheck);
    "castling out of check" [CastlingOutOfCheck] |scene| castling_for(scene, Kind::CastlingOutOfCheck);
    "castling with men between" [CastlingBlocked] |scene| castling_for(scene, Kind::CastlingBlocked);
    "castling with several reasons" [] castling_for_several;
    "castling by the king's squares" [] castling_by_squares;
    "castling in Chess960" [] castling_in_chess960;
    "en passant too late" [EnPassantExpired] en_passant_late;
    "en passant exposes the king" [EnPassantExposes, Check] en_passant_exposes;
    "pawn captures nobody" [NothingToCapture] captures_nobody;
    "pawn captures straight ahead" [StraightCapture] |scene| straight(scene, 1, |to| {
        scene.board().color_at(to) == Some(scene.turn().other())
            && scene.board().role_at(to) != Some(Role::King)
    });
    "pawn two steps too late" [TwoStepsLate] |scene| straight(scene, 2, |to| {
        rank_of(scene, to) != Rank::Fourth
    });
    "pawn two steps over a man" [TwoStepsBlocked] |scene| straight(scene, 2, |to| {
        rank_of(scene, to) == Rank::Fourth && !steps_freely(scene, to)
    });
    "promotion missing" [PromotionMissing] |scene| promotions(scene, "");
    "promotion to a king" [PromotionTo] |scene| promotions(scene, "=K");
    "promotion before the last rank" [PromotionForbidden] promotion_early;
}
