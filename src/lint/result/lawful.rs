//! What the arbiter says of a whole game: draws that need no claim, claims, and winners who cannot mate.
//!
//! A quick survey of the moves and a glance at the men left tell of most games that there is nothing to say; only the
//! others are played a second time.

use crate::arbiter::chances::{self, Chance, Effort};
use crate::arbiter::dead::USUAL_BUDGET;
use crate::arbiter::{self, End, Laws, Record, Rule, survey};
use crate::chess::san::Mark;
use crate::chess::{Color, Move, Position};
use crate::finding::Level;
use crate::lint::moves::{MOVE_AFTER_END, move_info};
use crate::lint::report::Notes;
use crate::lint::result::{Ended, RESULT_CONTRADICTS_DEAD_POSITION, won_by};
use crate::lint::rules::rules;
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::lexer::GameResult;
use crate::pgn::termination::Termination;
use crate::pgn::{Lexer, Span, Token, date};
use crate::replay::{self, Observer, State, Status};

rules! { Result:
    RESULT_CONTRADICTS_AUTOMATIC_DRAW = "result-contradicts-automatic-draw" Warning + Note "FIDE 9.6"
        "a position five times on the board, or 75 moves without capture or pawn move, and no draw"
        "Since July 2014 such a game is drawn at once, though nobody claims it; servers and engine matches may have other rules.";
    WINNER_CANNOT_MATE = "winner-cannot-mate" Warning "FIDE 6.9, 5.1.2"
        "a win without mate, by a player who cannot mate by any series of legal moves"
        "Who loses on time, or resigns since 2023, does not lose if the other player cannot mate: the game is drawn.";
    CLAIMABLE_DRAW = "claimable-draw" Note "FIDE 9.2, 9.3"
        "a draw could be claimed, and the game went on"
        "The game is as it may be; statistics of draws, and players who look for a missed chance, want to know.";
}

/// The main line up to the game's result, or its end.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) header: &'a Header,
    pub(crate) state: &'a State,
    pub(crate) ended: Option<&'a Ended>,
    /// Moves after a dead position have been reported.
    pub(crate) was_dead: bool,
}

/// Asks the arbiter about a game whose moves have all been read.
pub(crate) fn check(notes: &mut Notes<'_>, line: Line<'_>) {
    let state = line.state;
    if survey::may_be_claimable(&state.moves, state.longest_clock) && counted(notes, line) {
        return;
    }
    if let Some(ended) = line.ended
        && state.status == Status::Playing
    {
        chances_at_end(notes, line, ended);
    }
}

/// Draws without a claim and with one; true if the game was over by them.
fn counted(notes: &mut Notes<'_>, line: Line<'_>) -> bool {
    let state = line.state;
    let mut record = Record::new(&state.start);
    let mut position = state.start;
    for mv in &state.moves {
        let before = position;
        position.play(*mv);
        record.follow(&before, *mv, &position);
    }
    let plies = record.ply();
    if let Some(end) = record.end(line.laws()) {
        // A mate takes precedence over the 75 moves that it completes (9.6.2).
        if end.ply < plies || position.has_legal_move() {
            automatic(notes, line, end, plies);
        }
        return true;
    }
    let claims = [Rule::Threefold, Rule::FiftyMoves].map(|rule| Some((record.first(rule)?, rule)));
    if let Some((ply, rule)) = claims.into_iter().flatten().min()
        && ply > 0
        && ply < plies
        && let Some(place) = find(line, ply)
    {
        let note = notes.add(&CLAIMABLE_DRAW, place.span, || {
            format!("a draw could be claimed here: {}", counts_in_words(rule))
        });
        if let Some(note) = note {
            note.law(match rule {
                Rule::Threefold => "FIDE 9.2.2",
                _ => "FIDE 9.3.2",
            });
            note.at(move_info(&place.before, ply as usize, 0));
            note.fen(place.before.fen());
        }
    }
    false
}

const fn counts_in_words(rule: Rule) -> &'static str {
    match rule {
        Rule::Fivefold => "the same position has appeared five times",
        Rule::Threefold => "the same position has appeared three times",
        Rule::SeventyFiveMoves => {
            "75 moves of each player have passed without a capture or a pawn move"
        }
        _ => "50 moves of each player have passed without a capture or a pawn move",
    }
}

/// The game was drawn by itself, `end.ply` plies after its start: somebody has won all the same, or it went on.
fn automatic(notes: &mut Notes<'_>, line: Line<'_>, end: End, plies: u32) {
    let law = match end.rule {
        Rule::Fivefold => "FIDE 9.6.1",
        _ => "FIDE 9.6.2",
    };
    let why = counts_in_words(end.rule);
    let after = match plies - end.ply {
        0 => String::new(),
        1 => format!(" after ply {}, before the last move", end.ply),
        more => format!(" after ply {}, {more} plies before the end", end.ply),
    };
    let wrong = line.ended.filter(|ended| {
        ended.result != GameResult::Draw
            && (ended.result != GameResult::Unknown || end.ply == plies)
    });
    if let Some(ended) = wrong {
        let level = match ended.result {
            GameResult::Unknown => Level::Note,
            _ => Level::Warning,
        };
        let rule = &RESULT_CONTRADICTS_AUTOMATIC_DRAW;
        let note = notes.add_as(rule, level, ended.token.span, || {
            format!("{why}{after}, so the game is drawn")
        });
        if let Some(note) = note {
            note.law(law);
            let position = position_after(line, end.ply);
            note.fen(position.fen());
        }
    } else if end.ply < plies
        && let Some(place) = find(line, end.ply + 1)
    {
        let note = notes.add_as(&MOVE_AFTER_END, Level::Warning, place.span, || {
            format!("the game has ended as a draw: {why}")
        });
        if let Some(note) = note {
            note.law(law);
            note.at(move_info(&place.before, end.ply as usize + 1, 0));
            note.fen(place.before.fen());
        }
    }
}

/// Who can still mate in the last position.
fn chances_at_end(notes: &mut Notes<'_>, line: Line<'_>, ended: &Ended) {
    let position = &line.state.position;
    let winner = [Color::White, Color::Black]
        .into_iter()
        .find(|color| won_by(*color) == ended.result);
    let first = winner.unwrap_or_else(|| position.turn());
    // A draw is a draw, whoever could still have mated.
    let budget = winner.map(|_| USUAL_BUDGET);
    let chance = |color| chances::peek(position, color, budget);
    let Chance::No(proof) = chance(first) else {
        return;
    };
    let laws = line.laws();
    let dead = laws.dead_positions && chance(first.other()).is_no();
    if winner.is_none() && !dead || arbiter::ending(position).is_some() {
        return;
    }
    if dead && winner.is_some() {
        let note = notes.add(&RESULT_CONTRADICTS_DEAD_POSITION, ended.token.span, || {
            format!(
                "nobody can mate by any series of legal moves ({}), so the game is drawn",
                proof.name()
            )
        });
        if let Some(note) = note {
            note.fen(position.fen());
        }
    } else if dead {
        let effort = Effort {
            budget: USUAL_BUDGET,
            always: false,
        };
        let since = chances::dead_since(&line.state.start, &line.state.moves, effort);
        if !line.was_dead
            && since < line.state.moves.len() as u32
            && let Some(place) = find(line, since + 1)
        {
            let note = notes.add(&MOVE_AFTER_END, place.span, || {
                format!(
                    "the game has ended: nobody can mate by any series of legal moves ({})",
                    proof.name()
                )
            });
            if let Some(note) = note {
                note.law("FIDE 5.2.2");
                note.at(move_info(&place.before, since as usize + 1, 0));
                note.fen(place.before.fen());
            }
        }
    } else if let Some(winner) = winner
        && let Some((law, how)) = exception(line, laws)
    {
        let note = notes.add(&WINNER_CANNOT_MATE, ended.token.span, || {
            format!(
                "{winner} cannot mate by any series of legal moves ({}), so the game is drawn {how}",
                proof.name()
            )
        });
        if let Some(note) = note {
            note.law(law).fen(position.fen());
        }
    }
}

/// The article by which a winner who cannot mate has not won, and in what case; `None` if he may have won.
fn exception(line: Line<'_>, laws: Laws) -> Option<(&'static str, &'static str)> {
    let termination = line.header.termination.map_or(Termination::Untold, |tag| {
        Termination::of(&ascii_value(&tag, line.text))
    });
    let (said, holds) = match termination {
        Termination::TimeForfeit => (("FIDE 6.9", "though a flag fell"), laws.dead_positions),
        Termination::RulesInfraction => (
            ("FIDE 7.5.5", "though the other player broke the rules"),
            laws.dead_positions,
        ),
        Termination::Normal | Termination::Resignation => (
            ("FIDE 5.1.2", "though the other player resigned"),
            laws.drawn_resignation,
        ),
        // Before 2023 it may have been a resignation, which was a win.
        Termination::Untold => (
            (
                "FIDE 6.9, 5.1.2",
                "though a flag fell or the other player resigned",
            ),
            laws.drawn_resignation,
        ),
        _ => return None,
    };
    holds.then_some(said)
}

impl Line<'_> {
    /// The Laws of the game's day.
    fn laws(&self) -> Laws {
        let dates = [self.header.date, self.header.event_date];
        let mut dates = dates.into_iter().flatten();
        dates
            .find_map(|tag| date::first_day(tag.value.of(self.text)))
            .map_or(Laws::CURRENT, Laws::on)
    }
}

fn position_after(line: Line<'_>, ply: u32) -> Position {
    let mut position = line.state.start;
    for mv in &line.state.moves[..ply as usize] {
        position.play(*mv);
    }
    position
}

/// A move of the main line in its text.
struct Place {
    span: Span,
    before: Position,
}

/// Finds the move that is the `ply`-th of the main line, from 1.
fn find(line: Line<'_>, ply: u32) -> Option<Place> {
    struct Finder {
        left: u32,
        found: Option<Place>,
    }
    impl Observer for Finder {
        fn played(&mut self, state: &State, token: Token, _mark: Mark, _mv: Move) {
            if state.depth() == 0 && self.left > 0 {
                self.left -= 1;
                if self.left == 0 {
                    let (span, before) = (token.span, state.before);
                    self.found = Some(Place { span, before });
                }
            }
        }
    }
    let mut finder = Finder {
        left: ply,
        found: None,
    };
    let mut lexer = Lexer::new(line.text);
    let first = lexer.next_solid();
    replay::play(&mut lexer, first, Some(&line.state.start), &mut finder);
    finder.found
}
