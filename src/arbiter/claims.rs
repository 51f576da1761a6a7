//! Draws that the player who has the move may claim (FIDE 9.2, 9.3).

use crate::arbiter::Rule;
use crate::arbiter::record::{FIFTY_MOVES, Record, THREEFOLD};
use crate::chess::{Move, Position};

/// A claim that is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// [`Rule::Threefold`] or [`Rule::FiftyMoves`].
    pub rule: Rule,
    /// The move that must be written down with it; none where the position on the board is enough.
    pub intended: Option<Move>,
}

impl Claim {
    /// The article: 9.2.1 and 9.3.1 with an intended move, 9.2.2 and 9.3.2 without.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match (self.rule, self.intended) {
            (Rule::Threefold, Some(_)) => "9.2.1",
            (Rule::Threefold, None) => "9.2.2",
            (Rule::FiftyMoves, Some(_)) => "9.3.1",
            (Rule::FiftyMoves, None) => "9.3.2",
            (rule, _) => rule.article(),
        }
    }
}

/// The claims that are right in `position`, to which `record` has led: those already met, then those by a move. A
/// move that mates or stalemates ends the game, and is no reason for a claim; where a claim is met already, no move
/// is named for the same rule.
#[must_use]
pub fn claims(record: &Record, position: &Position) -> Vec<Claim> {
    let mut claims = Vec::new();
    let clock = position.halfmove_clock();
    let threefold = record.history().appearances() >= THREEFOLD;
    let fifty = clock >= FIFTY_MOVES;
    let met = [(threefold, Rule::Threefold), (fifty, Rule::FiftyMoves)];
    claims.extend(
        met.into_iter()
            .filter(|(met, _)| *met)
            .map(|(_, rule)| Claim {
                rule,
                intended: None,
            }),
    );
    // Only a position that stood twice can come a third time.
    let threefold = !threefold && record.history().most() + 1 >= THREEFOLD;
    let fifty = clock + 1 == FIFTY_MOVES;
    if !threefold && !fifty {
        return claims;
    }
    for mv in position.legal_moves() {
        let next = position.after(mv);
        if next.halfmove_clock() == 0 || !next.has_legal_move() {
            continue;
        }
        let intended = Some(mv);
        let repeated = || record.history().appearances_after(position, mv, &next);
        if threefold && repeated() >= THREEFOLD {
            let rule = Rule::Threefold;
            claims.push(Claim { rule, intended });
        }
        if fifty {
            let rule = Rule::FiftyMoves;
            claims.push(Claim { rule, intended });
        }
    }
    claims
}
