//! An arbiter who watches a game.

use crate::arbiter::chances::{self, Chance};
use crate::arbiter::claims::{self, Claim};
use crate::arbiter::{End, Ending, Laws, Record, Rule, ending};
use crate::chess::{Color, Move, Position};

/// Watches a game move by move, and says when it is over and what may be claimed.
///
/// ```
/// use chesstool::arbiter::{Arbiter, Rule};
/// use chesstool::chess::{Position, San};
///
/// let mut arbiter = Arbiter::new(Position::start());
/// for _ in 0..4 {
///     for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///         let san = San::parse(text.as_bytes()).expect("a move");
///         let mv = arbiter.position().resolve(&san).expect("a legal move");
///         arbiter.play(mv);
///     }
/// }
/// let end = arbiter.end().expect("the start has appeared five times");
/// assert_eq!((end.rule, end.winner, end.ply), (Rule::Fivefold, None, 16));
/// assert_eq!(end.rule.article(), "9.6.1");
/// // It could be claimed as a draw from the third time on.
/// assert_eq!(arbiter.record().first(Rule::Threefold), Some(8));
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    laws: Laws,
    position: Position,
    record: Record,
    end: Option<End>,
}

impl Arbiter {
    /// A game that begins in `position`, under the current Laws.
    #[must_use]
    pub fn new(position: Position) -> Arbiter {
        Arbiter::with_laws(position, Laws::CURRENT)
    }

    /// A game that begins in `position`.
    #[must_use]
    pub fn with_laws(position: Position, laws: Laws) -> Arbiter {
        let mut arbiter = Arbiter {
            laws,
            position,
            record: Record::new(&position),
            end: None,
        };
        arbiter.end = arbiter.look();
        arbiter
    }

    /// Plays a legal move; the end of the game, if it is over. Once it is, moves are played on but change nothing
    /// about its end.
    pub fn play(&mut self, mv: Move) -> Option<End> {
        let before = self.position;
        self.position.play(mv);
        self.record.follow(&before, mv, &self.position);
        if self.end.is_none() {
            self.end = self.look();
        }
        self.end
    }

    /// The game's end on the board, if it is over: mate and stalemate (5.1.1, 5.2.1), dead positions (5.2.2) as far
    /// as a quick look tells, five appearances and 75 moves (9.6).
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    fn look(&self) -> Option<End> {
        let ply = self.record.ply();
        match ending(&self.position) {
            Some(Ending::Checkmate { winner }) => {
                return Some(End {
                    rule: Rule::Checkmate,
                    winner: Some(winner),
                    ply,
                });
            }
            Some(Ending::Stalemate) => return Some(End::draw(Rule::Stalemate, ply)),
            Some(Ending::DeadPosition) | None => {}
        }
        let dead = self.laws.dead_positions
            && Color::ALL
                .into_iter()
                .all(|color| self.chance(color).is_no());
        if dead {
            return Some(End::draw(Rule::DeadPosition, ply));
        }
        self.record.end(self.laws)
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The counts.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What the player who has the move may claim, while the game goes on (9.2, 9.3).
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.end.is_some() {
            Vec::new()
        } else {
            claims::claims(&self.record, &self.position)
        }
    }

    /// Whether a side can still mate, as far as a quick look tells; [`crate::arbiter::dead::full`] looks longer.
    #[must_use]
    pub fn chance(&self, color: Color) -> Chance {
        chances::glance(&self.position, color)
    }
}
