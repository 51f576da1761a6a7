//! The table over all games: its head, and one row a game.

use std::io::{self, Write};

use crate::annotate::outcome::{Outcome, Side, Status};
use crate::annotate::report::escape::escape;
use crate::annotate::report::notation::date;

/// Number of columns.
const COLUMNS: usize = 17;

/// Number of columns with figures of the analysis.
const FIGURES: usize = 10;

/// Longest name shown, in characters.
const NAME: usize = 60;

/// Writes what stands above the rows.
pub(super) fn write_head(out: &mut Vec<u8>) -> io::Result<()> {
    write!(
        out,
        concat!(
            r#"<div class=box role="region" aria-label="All games" tabindex="0"><table class=all><thead><tr>"#,
            r#"<td colspan="7"></td><th class="s c" colspan="5" scope="colgroup">White</th>"#,
            r#"<th class="s c" colspan="5" scope="colgroup">Black</th></tr><tr>"#
        )
    )?;
    let side = ["Acc.", "ACPL", "?!", "?", "??"];
    let first = [
        "Game", "White", "Black", "Date", "Opening", "Result", "Moves",
    ];
    for (index, name) in first.into_iter().chain(side).chain(side).enumerate() {
        let class = match index {
            1..=4 => " class=t",
            7 | 12 => " class=s",
            _ => "",
        };
        let full = match name {
            "Acc." => "Accuracy, per cent",
            "ACPL" => "Average loss a move, in hundredths of a pawn",
            "?!" => "Inaccuracies",
            "?" => "Mistakes",
            "??" => "Blunders",
            _ => name,
        };
        write!(
            out,
            r#"<th{class} scope="col" data-c="{index}" title="{full}">{name}</th>"#
        )?;
    }
    write!(out, "</tr></thead><tbody>")
}

/// Writes what stands below the rows.
pub(super) fn write_foot(out: &mut Vec<u8>) -> io::Result<()> {
    write!(out, "</tbody></table></div>")
}

/// Writes a row that names the file of the rows below it.
pub(super) fn write_file(out: &mut Vec<u8>, file: &str) -> io::Result<()> {
    let file = escape(file, 200);
    write!(
        out,
        r#"<tr class=f><th colspan="{COLUMNS}" scope="rowgroup">{file}</th></tr>"#
    )
}

/// Writes the row of a game; `link` is the name of its place in the page.
pub(super) fn write_row(out: &mut Vec<u8>, outcome: &Outcome, link: Option<u64>) -> io::Result<()> {
    match link {
        Some(link) => write!(
            out,
            r##"<tr><td><a href="#g{link}">{}</a></td>"##,
            outcome.number
        )?,
        None => write!(out, "<tr><td>{}</td>", outcome.number)?,
    }
    for name in [&outcome.white, &outcome.black] {
        write!(out, "<td class=t><bdi>{}</bdi></td>", escape(name, NAME))?;
    }
    write!(
        out,
        "<td class=t>{}</td><td class=t>{}",
        escape(date(&outcome.date), 12),
        escape(outcome.eco.as_deref().unwrap_or_default(), 8)
    )?;
    if let Some(opening) = &outcome.opening {
        write!(out, " {}", escape(opening, NAME))?;
    }
    write!(
        out,
        "</td><td class=r>{}</td><td>{}</td>",
        escape(&outcome.result, 8),
        outcome.plies.div_ceil(2)
    )?;
    let state = match outcome.status {
        Status::Annotated => {
            write_side(out, &outcome.white_side)?;
            write_side(out, &outcome.black_side)?;
            return write!(out, "</tr>");
        }
        Status::Copied => "Copied",
        Status::Failed => "Failed",
    };
    write!(out, r#"<td class=why colspan="{FIGURES}">{state}"#)?;
    if let Some(reason) = &outcome.reason {
        write!(out, ": {}", escape(reason, 200))?;
    }
    write!(out, "</td></tr>")
}

fn write_side(out: &mut Vec<u8>, side: &Side) -> io::Result<()> {
    write!(out, "<td class=s>")?;
    if let Some(accuracy) = side.accuracy {
        write!(out, "{accuracy:.1}")?;
    }
    write!(out, "</td><td>")?;
    if let Some(acpl) = side.acpl {
        write!(out, "{acpl}")?;
    }
    write!(
        out,
        "</td><td>{}</td><td>{}</td><td>{}</td>",
        side.inaccuracies, side.mistakes, side.blunders
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::report::sample;

    #[test]
    fn every_row_has_all_columns() {
        let mut out = Vec::new();
        write_head(&mut out).unwrap();
        let head = String::from_utf8(out.clone()).unwrap();
        assert_eq!(head.matches("data-c=").count(), COLUMNS);
        for (index, game) in sample::games().iter().enumerate() {
            let mut row = Vec::new();
            write_row(&mut row, game, Some(index as u64)).unwrap();
            let text = String::from_utf8(row.clone()).unwrap();
            let cells = text.matches("<td").count();
            if game.status == Status::Annotated {
                assert_eq!(cells, COLUMNS, "{text}");
            } else {
                assert_eq!(cells, COLUMNS - FIGURES + 1, "{text}");
            }
            out.extend(row);
        }
        write_foot(&mut out).unwrap();
        sample::assert_balanced(&String::from_utf8(out).unwrap());
    }

    #[test]
    fn what_is_not_known_is_left_empty() {
        let mut out = Vec::new();
        write_row(&mut out, &Outcome::default(), None).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            concat!(
                "<tr><td>0</td><td class=t><bdi></bdi></td><td class=t><bdi></bdi></td><td class=t></td>",
                "<td class=t></td><td class=r></td><td>0</td>",
                "<td class=s></td><td></td><td>0</td><td>0</td><td>0</td>",
                "<td class=s></td><td></td><td>0</td><td>0</td><td>0</td></tr>"
            )
        );
    }
}
