//! The tags of a game: who annotated it, its opening, accuracy, and what is ours in it.

use crate::annotate::accuracy;
use crate::annotate::analysis::Analysis;
use crate::annotate::marks::{Marks, TAG};
use crate::annotate::ours::NAME;
use crate::annotate::reading::Reading;
use crate::annotate::settings::Settings;
use crate::annotate::write::encoded;
use crate::chess::Color;
use crate::openings::Opening;
use crate::pgn::evaluation::Score;
use crate::pgn::lines;
use crate::pgn::patch::Patch;

/// Tags that are added or changed.
pub(super) fn write(
    text: &[u8],
    reading: &Reading,
    (analysis, opening): (&Analysis, Option<&Opening>),
    settings: &Settings,
    marks: &Marks,
    patches: &mut Vec<Patch>,
) {
    let mut added: Vec<(String, String)> = Vec::new();
    let signature = settings.signature.clone();
    match reading.tag(text, "Annotator") {
        None => added.push(("Annotator".to_owned(), signature)),
        Some(tag) => {
            let old = reading.encoding.decode(tag.value.of(text)).into_owned();
            // Our own part is the one from our name on; it stands behind what a person has written.
            let theirs = old.find(NAME).map_or(old.as_str(), |at| &old[..at]);
            let theirs = theirs.trim_end_matches("; ").trim();
            let value = if matches!(theirs, "" | "?" | "-") {
                signature
            } else {
                format!("{theirs}; {signature}")
            };
            if value != old {
                patches.push(Patch::replace(tag.value, encoded(&value, reading.encoding)));
            }
        }
    }
    if let Some(opening) = opening.filter(|_| settings.eco) {
        for (name, value) in [("ECO", opening.eco), ("Opening", opening.name)] {
            match reading.tag(text, name) {
                None => added.push((name.to_owned(), value.to_owned())),
                Some(tag) if matches!(tag.value.of(text).trim_ascii(), b"" | b"?") => {
                    patches.push(Patch::replace(tag.value, encoded(value, reading.encoding)));
                }
                Some(_) => {}
            }
        }
    }
    if settings.accuracy {
        let scores: Option<Vec<Score>> = scores(reading, analysis);
        if let Some(scores) = scores {
            let first = reading.first_side();
            let accuracies = accuracy::of_game(&scores, first);
            let losses = accuracy::average_loss(&scores, first);
            for (side, name) in ["White", "Black"].into_iter().enumerate() {
                if let (Some(accuracy), Some(loss)) = (accuracies[side], losses[side]) {
                    for (what, value) in [
                        ("Accuracy", format!("{accuracy:.1}")),
                        ("ACPL", loss.to_string()),
                    ] {
                        let name = format!("{name}{what}");
                        match reading.tag(text, &name) {
                            Some(tag) if tag.value.of(text) != value.as_bytes() => {
                                patches.push(Patch::replace(tag.value, value));
                            }
                            Some(_) => {}
                            None => added.push((name, value)),
                        }
                    }
                }
            }
        }
    }
    let told = marks.to_string();
    match reading.tag(text, TAG) {
        None if marks.is_empty() => {}
        None => added.push((TAG.to_owned(), told)),
        Some(tag) if tag.value.of(text) != told.as_bytes() => {
            patches.push(Patch::replace(tag.value, told));
        }
        Some(_) => {}
    }
    if added.is_empty() {
        return;
    }
    let end = lines::first_end(text);
    let mut block = Vec::new();
    for (name, value) in &added {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        block.push(encoded(&format!("[{name} \"{value}\"]"), reading.encoding).into_owned());
    }
    let block = block.join(end);
    match reading.tags.last() {
        Some(tag) => patches.push(Patch::insert(tag.span.range().end, [end, &block].concat())),
        None => patches.push(Patch::insert(0, [&block[..], end, end].concat())),
    }
}

/// The scores behind every ply, if all of them are known; mate on the board is worth a mate.
pub(super) fn scores(reading: &Reading, analysis: &Analysis) -> Option<Vec<Score>> {
    let scores = reading.plies.iter().enumerate().map(|(at, ply)| {
        let mated = || {
            let mates = ply.before.after(ply.mv).is_checkmate();
            mates.then_some(Score::Mate(if ply.before.turn() == Color::White {
                1
            } else {
                -1
            }))
        };
        analysis.positions[at + 1].score.or_else(mated)
    });
    scores.collect()
}
