//! The family `comments`: what programs write into comments.

use std::cell::OnceCell;

use crate::finding::MoveInfo;
use crate::lint::moves::move_info;
use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::Header;
use crate::pgn::commands::{self, Command};
use crate::pgn::evaluation::evaluation;
use crate::pgn::{Span, Token, clock};
use crate::replay::{State, Status};

rules! { Comments:
    BAD_COMMENT_COMMAND = "bad-comment-command" Warning "PGN supplement 2001"
        "a command in a comment, such as `[%clk 1:23:45]`, that cannot be read"
        "Clock times, evaluations and arrows that a program cannot read are lost.";
    CLOCK_INCREASES = "clock-increases" Warning "FIDE 6.3"
        "a player's clock shows more than after the move before, beyond the increment"
        "The times were copied to the wrong moves or players, or the time control is another one.";
    CLOCK_NEGATIVE = "clock-negative" Warning "FIDE 6.9"
        "a clock shows less than nothing"
        "No clock does; averages and time-trouble statistics go wrong.";
    EVAL_AFTER_MATE = "eval-after-mate" Note "FIDE 5.1.1"
        "an evaluation of a position in which the game is over"
        "Nothing is left to evaluate; it belongs to another move.";
}

const TIME_SHAPE: &str = "a time is written H:MM:SS";

/// Seconds that rounding and slow hands may add.
const SLACK: f64 = 1.0;

/// What the clocks of the main line have shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    /// By side: the last time, and the move number it was shown at.
    last: [Option<(f64, u32)>; 2],
    /// What one move may add, and what the next stage may, if the time control is known.
    control: OnceCell<Option<Allowance>>,
}

#[derive(Clone, Copy, Debug)]
struct Allowance {
    increment: f64,
    stage: f64,
}

/// Looks at the commands of a comment.
pub(crate) fn comment(
    notes: &mut Notes<'_>,
    text: &[u8],
    header: &Header,
    clocks: &mut Clocks,
    state: &State,
    token: Token,
) {
    for command in commands::commands(token.span.of(text)) {
        let start = token.span.start + command.span.start;
        let span = Span {
            start,
            end: start + command.span.end - command.span.start,
        };
        match meaning(&command) {
            Ok(meaning) => told(notes, text, header, clocks, state, meaning, span),
            Err(fault) => {
                let note = notes.add(&BAD_COMMENT_COMMAND, span, || fault.to_owned());
                if let (Some(note), Some(at)) = (note, last_move(state)) {
                    note.at(at);
                }
            }
        }
    }
}

/// What a readable command says, as far as anything is said of it.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// The time on a player's clock, in seconds.
    Clock(f64),
    /// The time that a move took, in seconds.
    Elapsed(f64),
    /// A program's evaluation.
    Evaluation,
    /// Something else.
    Other,
}

/// What a command says, or why it cannot be read; what is not known is let pass.
fn meaning(command: &Command<'_>) -> Result<Meaning, &'static str> {
    let arguments = &*command.arguments;
    let marks = |squares| commands::is_list_of_marks(arguments, squares).then_some(Meaning::Other);
    let (meaning, shape) = match command.name {
        b"clk" => (commands::time(arguments).map(Meaning::Clock), TIME_SHAPE),
        b"emt" => (commands::time(arguments).map(Meaning::Elapsed), TIME_SHAPE),
        b"egt" | b"mct" => (
            commands::time(arguments).map(|_| Meaning::Other),
            TIME_SHAPE,
        ),
        b"eval" => (
            evaluation(arguments).map(|_| Meaning::Evaluation),
            "an evaluation is a number of pawns, or `#` and the moves to mate",
        ),
        b"csl" => (marks(1), "squares are written like `Gd4,Re5`"),
        b"cal" => (marks(2), "arrows are written like `Gd2d4,Rf1b5`"),
        _ => return Ok(Meaning::Other),
    };
    if !command.closed {
        return Err("this command is never closed with a `]`");
    }
    meaning.ok_or(shape)
}

/// Looks at what a readable command says.
fn told(
    notes: &mut Notes<'_>,
    text: &[u8],
    header: &Header,
    clocks: &mut Clocks,
    state: &State,
    meaning: Meaning,
    span: Span,
) {
    match meaning {
        Meaning::Clock(time) | Meaning::Elapsed(time) if time < 0.0 => {
            notes.add(&CLOCK_NEGATIVE, span, || "less than no time".to_owned());
        }
        Meaning::Clock(time) => shown(notes, text, header, clocks, state, time, span),
        Meaning::Evaluation if is_over(state) => {
            let note = notes.add(&EVAL_AFTER_MATE, span, || {
                "the game is over, there is nothing to evaluate".to_owned()
            });
            if let (Some(note), Some(at)) = (note, last_move(state)) {
                note.at(at);
            }
        }
        Meaning::Elapsed(_) | Meaning::Evaluation | Meaning::Other => {}
    }
}

fn is_over(state: &State) -> bool {
    state.status == Status::Playing && state.line_moves > 0 && !state.position.has_legal_move()
}

/// A clock's time behind a move of the main line.
fn shown(
    notes: &mut Notes<'_>,
    text: &[u8],
    header: &Header,
    clocks: &mut Clocks,
    state: &State,
    time: f64,
    span: Span,
) {
    if state.depth() > 0 || state.line_moves == 0 || state.status != Status::Playing {
        return;
    }
    let side = state.before.turn() as usize;
    let number = state.before.fullmove();
    let Some((last, at)) = clocks.last[side].replace((time, number)) else {
        return;
    };
    let control = *clocks.control.get_or_init(|| allowance(text, header));
    let Some(control) = control else {
        return;
    };
    let moves = f64::from(number.saturating_sub(at));
    if time <= last + control.increment * moves + control.stage + SLACK {
        return;
    }
    let note = notes.add(&CLOCK_INCREASES, span, || {
        format!(
            "this clock shows {} more than after the player's move before",
            minutes(time - last)
        )
    });
    if let (Some(note), Some(at)) = (note, last_move(state)) {
        note.at(at);
    }
}

/// What a clock may gain, if the time control is known.
fn allowance(text: &[u8], header: &Header) -> Option<Allowance> {
    let stages = clock::time_control(header.time_control?.value.of(text))?;
    let most = |of: fn(&clock::Stage) -> f64| stages.iter().map(of).fold(0.0, f64::max);
    if stages.is_empty() || stages.iter().any(|stage| stage.sandclock) {
        return None;
    }
    // A stage with a number of moves may be followed by others like it.
    let several = stages.len() > 1 || stages.iter().any(|stage| stage.moves.is_some());
    Some(Allowance {
        increment: most(|stage| stage.increment),
        stage: if several {
            most(|stage| stage.time)
        } else {
            0.0
        },
    })
}

fn minutes(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// The move before the comment.
fn last_move(state: &State) -> Option<MoveInfo> {
    (state.line_moves > 0 && state.status == Status::Playing)
        .then(|| move_info(&state.before, state.moves.len(), state.depth()))
}
