//! Weighs what a game's record says against what the Laws say.

use crate::adjudicate::game::{Seen, Trouble};
use crate::adjudicate::{offboard, told};
use crate::arbiter::chances::{self, Chance, Effort};
use crate::arbiter::claims::{self, Claim};
use crate::arbiter::dead::Proof;
use crate::arbiter::{End, Ending, Laws, Rule, ending};
use crate::chess::{Color, Position};
use crate::pgn::lexer::GameResult;
use crate::pgn::termination::Termination;
use crate::pgn::termination::Told;

/// How record and Laws stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// The recorded result is what the Laws say, or nothing in them speaks against it.
    Agrees,
    /// The Laws say another result.
    Contradicts,
    /// No result is recorded, and the Laws say one.
    Completes,
    /// The file does not tell enough.
    Undetermined,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 4] = [
        Status::Agrees,
        Status::Contradicts,
        Status::Completes,
        Status::Undetermined,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Agrees => "agrees",
            Status::Contradicts => "contradicts",
            Status::Completes => "completes",
            Status::Undetermined => "undetermined",
        }
    }
}

/// What is written down of a game's end.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// The result in the tag, if it is one.
    pub tag: Option<GameResult>,
    /// The result in the movetext.
    pub token: Option<GameResult>,
    /// The tag `Termination`.
    pub termination: Termination,
    /// Whether the game begins at the usual start.
    pub from_start: bool,
}

impl Recorded {
    /// The result, if one is recorded: where one of the two is `*`, the other one.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let token = self.token.filter(known);
        token
            .or_else(|| self.tag.filter(known))
            .unwrap_or(GameResult::Unknown)
    }

    /// Whether tag and movetext say different results.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        let tag = self.tag.filter(|result| *result != GameResult::Unknown);
        tag.is_some_and(|tag| tag != self.result())
    }
}

/// What is to be said of a game.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// How record and Laws stand to each other.
    pub status: Status,
    /// The result by the Laws, as far as the file tells.
    pub lawful: Option<GameResult>,
    /// A stable name for how the game ended, or why that is not known.
    pub reason: &'static str,
    /// The articles that hold; empty if none.
    pub article: &'static str,
    /// The end on the board.
    pub end: Option<End>,
    /// Plies played when the game was over.
    pub end_ply: Option<u32>,
    /// What keeps the moves after the end from being read.
    pub fault: Option<Trouble>,
    /// The end on the board of which the tag `Termination` tells, and which the moves do not show.
    pub unshown: Option<Told>,
    /// Whether each side can mate in the last position.
    pub chances: Option<[Chance; 2]>,
    /// What could be claimed in the last position of a game that did not end on the board.
    pub claims: Vec<Claim>,
}

impl Judgement {
    /// Plies played after the end, those included that cannot have been.
    #[must_use]
    pub fn plies_after(&self, seen: &Seen) -> u32 {
        let written = seen.written.max(seen.record.ply());
        self.end_ply.map_or(0, |end| written.saturating_sub(end))
    }

    /// Whether a draw could be claimed at some time.
    #[must_use]
    pub fn is_claimable(&self, seen: &Seen) -> bool {
        let rules = [Rule::Threefold, Rule::FiftyMoves];
        !self.claims.is_empty()
            || rules
                .into_iter()
                .any(|rule| self.claimable(seen, rule).is_some())
    }

    /// The first ply after which a draw could be claimed by `rule`. A game that is over leaves nothing to claim, so
    /// that a mate by the last of 50 moves wins (5.1.1, 9.3).
    #[must_use]
    pub fn claimable(&self, seen: &Seen, rule: Rule) -> Option<u32> {
        let ply = seen.record.first(rule)?;
        let over = self.end.is_some_and(|end| match end.rule {
            // Taken as claimed.
            Rule::Threefold | Rule::FiftyMoves => end.ply < ply,
            _ => end.ply <= ply,
        });
        (!over).then_some(ply)
    }

    /// Nothing can be said.
    pub(super) fn undetermined(reason: &'static str, article: &'static str) -> Judgement {
        Judgement {
            status: Status::Undetermined,
            lawful: None,
            reason,
            article,
            end: None,
            end_ply: None,
            fault: None,
            unshown: None,
            chances: None,
            claims: Vec::new(),
        }
    }

    /// Nothing in the Laws speaks against `result`, or they say so.
    pub(super) fn lawful(
        status: Status,
        result: GameResult,
        (reason, article): (&'static str, &'static str),
    ) -> Judgement {
        Judgement {
            status,
            lawful: Some(result),
            ..Judgement::undetermined(reason, article)
        }
    }
}

/// The result if `color` has won.
pub(super) const fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

/// Who has won.
pub(super) const fn winner(result: GameResult) -> Option<Color> {
    match result {
        GameResult::White => Some(Color::White),
        GameResult::Black => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    }
}

/// Judges a game that begins in `start`. Where not all of its moves can be read, an end on the board before the first
/// of them is an end all the same.
#[must_use]
pub fn judge(
    seen: &Seen,
    start: &Position,
    recorded: Recorded,
    laws: Laws,
    effort: Effort,
) -> Judgement {
    if let Some(trouble) = seen.trouble.filter(|trouble| !trouble.is_at_move()) {
        return Judgement::undetermined(trouble.name(), "");
    }
    // A draw is a draw, whoever could still have mated; else it matters.
    let pressing = effort.always || recorded.result() != GameResult::Draw;
    let mut last = Last::new(&seen.last, effort, pressing);
    // Whoever is said to have won decides; of the other one it need not be known then.
    if let Some(winner) = winner(recorded.result()) {
        last.first = winner;
    }
    let end = board_end(seen, start, &mut last, laws);
    let mut judgement = match (end, seen.trouble) {
        (Some(end), fault) => Judgement {
            fault,
            ..on_board(end, recorded)
        },
        (None, Some(trouble)) => return Judgement::undetermined(trouble.name(), ""),
        (None, None) => offboard::judge(seen, &mut last, recorded, laws),
    };
    if end.is_none() {
        judgement.claims = claims::claims(&seen.record, &seen.last);
    }
    if let Termination::OnBoard(told) = recorded.termination {
        judgement.unshown = (!told::is_shown(told, seen, &judgement)).then_some(told);
    }
    judgement.chances = Some(last.chances());
    judgement
}

/// Who can mate in the last position; looked up when it is asked for.
pub(super) struct Last<'a> {
    position: &'a Position,
    effort: Effort,
    /// Search for mates in doubt to know whether the position is dead.
    pressing: bool,
    /// Whose chances are looked at first.
    first: Color,
    seen: [Option<Chance>; 2],
    looked: [bool; 2],
}

impl<'a> Last<'a> {
    fn new(position: &'a Position, effort: Effort, pressing: bool) -> Last<'a> {
        Last {
            position,
            effort,
            pressing,
            first: position.turn(),
            seen: [None; 2],
            looked: [false; 2],
        }
    }

    fn glance(&mut self, color: Color) -> Chance {
        let position = self.position;
        *self.seen[color as usize].get_or_insert_with(|| chances::glance(position, color))
    }

    /// With a search where that is wanted, or a mate is in doubt.
    pub(super) fn look(&mut self, color: Color) -> Chance {
        let glanced = self.glance(color);
        if glanced != Chance::Open || self.looked[color as usize] {
            return glanced;
        }
        self.looked[color as usize] = true;
        let looked = chances::look(self.position, color, self.effort);
        self.seen[color as usize] = Some(looked);
        looked
    }

    fn mated(&mut self, winner: Color) {
        self.seen[winner as usize] = Some(Chance::Yes);
        self.seen[winner.other() as usize] = Some(Chance::No(Proof::Ended));
    }

    fn chances(&mut self) -> [Chance; 2] {
        let always = self.effort.always;
        Color::ALL.map(|color| {
            if always {
                self.look(color)
            } else {
                self.glance(color)
            }
        })
    }

    fn is_dead(&mut self) -> bool {
        let first = self.first;
        let pressing = self.pressing;
        [first, first.other()].into_iter().all(|color| {
            let chance = if pressing {
                self.look(color)
            } else {
                self.glance(color)
            };
            chance.is_no()
        })
    }
}

/// The first end on the board, if the game has one.
fn board_end(seen: &Seen, start: &Position, last: &mut Last<'_>, laws: Laws) -> Option<End> {
    let ply = seen.record.ply();
    let over = match ending(&seen.last) {
        Some(Ending::Checkmate { winner }) => {
            last.mated(winner);
            Some(End {
                rule: Rule::Checkmate,
                winner: Some(winner),
                ply,
            })
        }
        Some(Ending::Stalemate) => Some(End::draw(Rule::Stalemate, ply)),
        Some(Ending::DeadPosition) | None => None,
    };
    let is_mate = over.is_some_and(|end| end.rule == Rule::Checkmate);
    let dead = (laws.dead_positions && !is_mate && last.is_dead()).then(|| {
        let since = chances::dead_since(start, &seen.moves, last.effort);
        End::draw(Rule::DeadPosition, since)
    });
    // Of rules that apply at the same ply the first one in this order holds: a mate takes precedence of 75 moves.
    let ends = [over, dead, seen.record.end(laws)];
    ends.into_iter().flatten().min_by_key(|end| end.ply)
}

/// The game ended on the board.
fn on_board(end: End, recorded: Recorded) -> Judgement {
    let result = end.winner.map_or(GameResult::Draw, won_by);
    let status = match recorded.result() {
        GameResult::Unknown => Status::Completes,
        known if known == result && !recorded.is_torn() => Status::Agrees,
        _ => Status::Contradicts,
    };
    let said = (end.rule.name(), end.rule.article());
    Judgement {
        end: Some(end),
        end_ply: Some(end.ply),
        ..Judgement::lawful(status, result, said)
    }
}

/// A game on which the tool failed.
#[must_use]
pub fn failed() -> Judgement {
    Judgement::undetermined(Trouble::Internal.name(), "")
}
