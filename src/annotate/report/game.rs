//! The part of the page that shows one game: graph, figures, moves, and the critical positions.

use std::io::{self, Write};

use crate::annotate::outcome::{Critical, Judgement, Outcome, Side};
use crate::annotate::report::escape::escape;
use crate::annotate::report::graph::{self, Detail, win_percent};
use crate::annotate::report::notation::{Numbering, Score, date, words};
use crate::annotate::report::{Options, board};

/// No more moves of a game are written out, in plies.
const MOST_PLIES: usize = 1_000;

/// No more judged moves of a game are listed without a board.
const MOST_LISTED: usize = 100;

/// Longest name and comment shown, in characters.
const NAME: usize = 100;
const COMMENT: usize = 600;

/// Longest line of the engine shown, in plies.
const LINE: usize = 20;

/// Writes a game; `place` is its name in the page, `open` whether it is shown unfolded at first.
pub(super) fn write(
    out: &mut Vec<u8>,
    outcome: &Outcome,
    place: u64,
    detail: Detail,
    open: bool,
    options: &Options,
) -> io::Result<()> {
    let open = if open { " open" } else { "" };
    write!(
        out,
        "<details class=game{open}><summary>{}. <b><bdi>{}</bdi> – <bdi>{}</bdi></b> <span class=r>{}</span>",
        outcome.number,
        escape(or_unknown(&outcome.white), NAME),
        escape(or_unknown(&outcome.black), NAME),
        escape(&outcome.result, 8)
    )?;
    write!(out, " <span class=mute>{}", escape(date(&outcome.date), 12))?;
    for judgement in [Judgement::Mistake, Judgement::Blunder] {
        let of_it = |critical: &&Critical| critical.judgement == judgement;
        let count = outcome.critical.iter().filter(of_it).count();
        let (sign, _, class) = words(judgement);
        if count > 0 {
            write!(out, " · <b class={class}>{count}\u{a0}{sign}</b>")?;
        }
    }
    write!(out, r#"</span></summary><div class=in-game id="g{place}">"#)?;
    about(out, outcome)?;
    write!(out, "<div class=top><figure>")?;
    graph::write(out, outcome, detail)?;
    write!(out, "</figure>")?;
    sides(out, &outcome.white_side, &outcome.black_side)?;
    write!(out, "</div>")?;
    let numbering = Numbering::from_start(outcome.start_fen.as_deref());
    let boards = match detail {
        Detail::Full => important(outcome, options),
        Detail::Lean => Vec::new(),
    };
    let shown = |critical: &Critical| boards.iter().any(|other| std::ptr::eq(*other, critical));
    moves(out, outcome, numbering, place, &shown)?;
    if !boards.is_empty() {
        let squares = board::replay(outcome);
        write!(out, "<div class=crit>")?;
        for &critical in &boards {
            let before = (critical.ply as usize).checked_sub(2);
            let before = before.and_then(|index| squares.get(index).copied());
            write!(out, r#"<figure id="g{place}-{}">"#, critical.ply)?;
            heading(out, critical, numbering)?;
            board::write(out, critical, before)?;
            write!(out, "<figcaption>")?;
            caption(out, critical, numbering)?;
            write!(out, "</figcaption></figure>")?;
        }
        write!(out, "</div>")?;
    }
    let listed = || {
        let rest = outcome.critical.iter().filter(|critical| !shown(critical));
        rest.filter(|critical| critical.judgement >= options.least)
    };
    if listed().next().is_some() {
        write!(out, "<ul>")?;
        for critical in listed().take(MOST_LISTED) {
            let label = label(critical, numbering);
            let (sign, name, class) = words(critical.judgement);
            write!(
                out,
                "<li><b class={class}>{label} {}{sign}</b> {name}, {} → {}. {} was best.</li>",
                escape(&critical.played, 16),
                Score(critical.before),
                Score(critical.after),
                escape(&critical.best, 16)
            )?;
        }
        let more = listed().count().saturating_sub(MOST_LISTED);
        if more > 0 {
            write!(out, "<li>and {more} more</li>")?;
        }
        write!(out, "</ul>")?;
    }
    writeln!(out, "</div></details>")
}

/// Event, place, date, round, opening, and where the game comes from.
fn about(out: &mut Vec<u8>, outcome: &Outcome) -> io::Result<()> {
    write!(out, "<p class=mute>")?;
    let mut dot = "";
    let round = if outcome.round.is_empty() {
        ""
    } else {
        "round "
    };
    for (before, text) in [
        ("", outcome.event.as_str()),
        ("", outcome.site.as_str()),
        ("", date(&outcome.date)),
        (round, outcome.round.as_str()),
        ("", outcome.eco.as_deref().unwrap_or_default()),
        ("", outcome.opening.as_deref().unwrap_or_default()),
        ("from ", outcome.start_fen.as_deref().unwrap_or_default()),
        ("in ", outcome.file.as_str()),
    ] {
        if !matches!(text, "" | "?") {
            write!(out, "{dot}{before}<bdi>{}</bdi>", escape(text, NAME))?;
            dot = " · ";
        }
    }
    if outcome.missing > 0 {
        write!(out, "{dot}positions without a value: {}", outcome.missing)?;
    }
    write!(out, "</p>")
}

/// The figures of both players; its signs are the key to the marks of the graph.
fn sides(out: &mut Vec<u8>, white: &Side, black: &Side) -> io::Result<()> {
    write!(
        out,
        r#"<table class=sides><thead><tr><td></td><th scope="col">White</th><th scope="col">Black</th></tr></thead><tbody>"#
    )?;
    let accuracy = |side: &Side| {
        side.accuracy
            .map_or("–".to_owned(), |value| format!("{value:.1} %"))
    };
    let acpl = |side: &Side| side.acpl.map_or("–".to_owned(), |value| value.to_string());
    for (name, value) in [
        ("Accuracy", &accuracy as &dyn Fn(&Side) -> String),
        (
            "<abbr title=\"Average loss a move, in hundredths of a pawn\">ACPL</abbr>",
            &acpl,
        ),
    ] {
        let (white, black) = (value(white), value(black));
        write!(
            out,
            r#"<tr><th scope="row">{name}</th><td>{white}</td><td>{black}</td></tr>"#
        )?;
    }
    for (mark, name, white, black) in [
        (
            'i',
            "Inaccuracies ?!",
            white.inaccuracies,
            black.inaccuracies,
        ),
        ('m', "Mistakes ?", white.mistakes, black.mistakes),
        ('u', "Blunders ??", white.blunders, black.blunders),
    ] {
        write!(
            out,
            r#"<tr><th scope="row" class="k{mark}">{name}</th><td>{white}</td><td>{black}</td></tr>"#
        )?;
    }
    write!(out, "</tbody></table>")
}

/// The moves, the judged ones with their sign and a link to their board.
fn moves(
    out: &mut Vec<u8>,
    outcome: &Outcome,
    numbering: Numbering,
    place: u64,
    shown: &dyn Fn(&Critical) -> bool,
) -> io::Result<()> {
    if outcome.moves.is_empty() {
        return Ok(());
    }
    write!(out, "<p class=moves>")?;
    let mut criticals = outcome.critical.iter().peekable();
    for (index, san) in outcome.moves.iter().take(MOST_PLIES).enumerate() {
        if index == 0 || numbering.is_white(index) {
            write!(out, "{}\u{a0}", numbering.label(index))?;
        }
        let san = escape(san, 16);
        while criticals
            .next_if(|critical| (critical.ply as usize) < index + 1)
            .is_some()
        {}
        match criticals.next_if(|critical| critical.ply as usize == index + 1) {
            Some(critical) => {
                let (sign, name, class) = words(critical.judgement);
                if shown(critical) {
                    let ply = critical.ply;
                    write!(
                        out,
                        r##"<a href="#g{place}-{ply}"><b class={class} title="{name}">{san}{sign}</b></a> "##
                    )?;
                } else {
                    write!(out, r#"<b class={class} title="{name}">{san}{sign}</b> "#)?;
                }
            }
            None if san.has('-') => write!(out, "<span>{san}</span> ")?,
            None => write!(out, "{san} ")?,
        }
    }
    if outcome.moves.len() > MOST_PLIES {
        write!(out, "…")?;
    }
    write!(out, "</p>")
}

/// The judged moves that get a board, in the order of the game: the gravest, and of two alike the one that
/// cost more.
fn important<'a>(outcome: &'a Outcome, options: &Options) -> Vec<&'a Critical> {
    let numbering = Numbering::from_start(outcome.start_fen.as_deref());
    let mut list: Vec<&Critical> = outcome
        .critical
        .iter()
        .filter(|critical| critical.judgement >= options.least)
        .collect();
    let loss = |critical: &Critical| {
        let white = numbering.is_white((critical.ply as usize).saturating_sub(1));
        let before = win_percent(critical.before, !white);
        (before - win_percent(critical.after, white)).abs()
    };
    list.sort_by(|a, b| {
        let gravest = b.judgement.cmp(&a.judgement);
        gravest.then_with(|| loss(b).total_cmp(&loss(a)))
    });
    list.truncate(options.boards);
    list.sort_by_key(|critical| critical.ply);
    list
}

fn heading(out: &mut Vec<u8>, critical: &Critical, numbering: Numbering) -> io::Result<()> {
    let (sign, name, class) = words(critical.judgement);
    write!(
        out,
        "<h3><span class={class}>{}\u{a0}{}{sign}</span> {name}</h3>",
        label(critical, numbering),
        escape(&critical.played, 16)
    )
}

/// What stands below a board.
fn caption(out: &mut Vec<u8>, critical: &Critical, numbering: Numbering) -> io::Result<()> {
    write!(
        out,
        r#"<p><span class="tag p"></span>Played {}: {} → {}<br><span class=tag></span>Best {}</p>"#,
        escape(&critical.played, 16),
        Score(critical.before),
        Score(critical.after),
        escape(&critical.best, 16)
    )?;
    if !critical.text.is_empty() {
        write!(out, "<p>{}</p>", escape(&critical.text, COMMENT))?;
    }
    if critical.line.len() > 1 {
        write!(out, "<p class=line>")?;
        let first = (critical.ply as usize).saturating_sub(1);
        for (offset, san) in critical.line.iter().take(LINE).enumerate() {
            if offset == 0 || numbering.is_white(first + offset) {
                write!(out, "{}\u{a0}", numbering.label(first + offset))?;
            }
            let san = escape(san, 16);
            if san.has('-') {
                write!(out, "<span>{san}</span> ")?;
            } else {
                write!(out, "{san} ")?;
            }
        }
        write!(out, "</p>")?;
    }
    Ok(())
}

fn label(critical: &Critical, numbering: Numbering) -> String {
    numbering.label((critical.ply as usize).saturating_sub(1))
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::outcome::Eval;
    use crate::annotate::report::sample;

    fn written(outcome: &Outcome, detail: Detail, options: &Options) -> String {
        let mut out = Vec::new();
        write(&mut out, outcome, 7, detail, false, options).unwrap();
        let text = String::from_utf8(out).unwrap();
        sample::assert_balanced(&text);
        text
    }

    #[test]
    fn boards_of_the_gravest_moves_in_order() {
        let mut game = sample::games().remove(0);
        game.critical = [
            (1, Judgement::Mistake, 0),
            (4, Judgement::Blunder, 900),
            (5, Judgement::Mistake, -500),
            (6, Judgement::Inaccuracy, 500),
        ]
        .map(|(ply, judgement, after)| Critical {
            after: Eval::Cp(after),
            ..sample::critical(ply, judgement)
        })
        .to_vec();
        let plies = |boards, least| {
            let options = Options {
                boards,
                least,
                ..Options::default()
            };
            let list: Vec<u32> = important(&game, &options).iter().map(|c| c.ply).collect();
            list
        };
        assert_eq!(plies(9, Judgement::Mistake), [1, 4, 5]);
        assert_eq!(plies(2, Judgement::Mistake), [4, 5]);
        assert_eq!(plies(1, Judgement::Mistake), [4]);
        assert_eq!(plies(9, Judgement::Inaccuracy), [1, 4, 5, 6]);
        assert!(plies(0, Judgement::Mistake).is_empty());
        let text = written(
            &game,
            Detail::Full,
            &Options {
                boards: 2,
                ..Options::default()
            },
        );
        assert_eq!(text.matches("class=board").count(), 2);
        assert_eq!(text.matches("<li>").count(), 1, "the third is listed");
        assert!(text.contains(r##"<a href="#g7-4">"##) && text.contains(r#"<figure id="g7-4">"#));
    }

    #[test]
    fn lean_games_list_their_mistakes() {
        let game = sample::games().remove(0);
        let text = written(&game, Detail::Lean, &Options::default());
        assert!(!text.contains("class=board") && !text.contains("<title>"));
        let wanted = game
            .critical
            .iter()
            .filter(|c| c.judgement >= Judgement::Mistake)
            .count();
        assert_eq!(text.matches("<li>").count(), wanted);
    }

    #[test]
    fn figures_that_are_not_known() {
        let text = written(&Outcome::default(), Detail::Full, &Options::default());
        assert!(text.contains("<td>–</td><td>–</td>"));
        assert!(text.contains("<bdi>?</bdi> – <bdi>?</bdi>"));
    }
}
