//! Where a game starts: `FEN`, `SetUp` and `Variant`.

use crate::chess::fen::FenFault;
use crate::chess::{Bitboard, Board, CastlingMode, Color, Position, Role};
use crate::finding::Level;
use crate::lint::Standard;
use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::{Header, ascii_value};
use crate::pgn::Tag;

rules! { Tags:
    BAD_FEN = "bad-fen" Error + Warning "PGN 16.1"
        "a FEN that is not a legal position"
        "The moves are played from this position; without it none can be read.";
    FEN_IMPOSSIBLE = "fen-impossible" Warning "FIDE 2"
        "a position that no game can reach, though it can be played on"
        "More men than a game can have are a slip of the hand, or a composition.";
    FEN_EN_PASSANT = "fen-en-passant" Style "PGN 16.1.3.4"
        "an en passant square in a FEN without a pawn that can capture there"
        "Equal positions have equal FENs only if the square stands where a capture is legal.";
    SETUP_WITHOUT_FEN = "setup-without-fen" Error "PGN 9.7.1"
        "the tag `SetUp` says that the game starts from a position, and there is none"
        "Without the position the moves cannot be read in the sense that was meant.";
    FEN_WITHOUT_SETUP = "fen-without-setup" Warning "PGN 9.7.1"
        "a FEN without the tag `SetUp`, which the standard of 1994 asks for"
        "Old programs start such a game from the usual position.";
    VARIANT_MISMATCH = "variant-mismatch" Warning ""
        "the tag Variant and the start position do not fit together"
        "A program that does not know that the game is Chess960 stops at the first castling.";
    TAG_AFTER_FEN = "tag-after-fen" Note ""
        "the tag Variant stands behind the FEN that it explains"
        "Programs that read tag by tag have taken the FEN for one of standard chess by then.";
    UNSUPPORTED_VARIANT = "unsupported-variant" Note ""
        "a game of another chess variant, whose moves are not judged"
        "By the Laws of chess its moves would be called illegal, so they are not judged.";
}

/// A FEN with faults, all of them at once.
pub(crate) fn bad_fen(notes: &mut Notes<'_>, tag: &Tag, faults: &[FenFault], played: bool) {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    // A position that can be played from all the same is doubtful, not unreadable.
    let level = if played { Level::Warning } else { Level::Error };
    let note = notes.add_as(&BAD_FEN, level, tag.value, || texts.join("; "));
    if let Some(note) = note {
        note.help(if played {
            "the faulty fields are ignored, and the game is played from the rest"
        } else {
            "without a position the moves of this game cannot be judged"
        });
    }
}

/// A variant that is not chess.
pub(crate) fn unsupported_variant(notes: &mut Notes<'_>, tag: &Tag, text: &[u8]) {
    let value = tag.value.of(text);
    let name = String::from_utf8_lossy(&value[..value.len().min(60)]).into_owned();
    notes.add(&UNSUPPORTED_VARIANT, tag.value, || {
        format!("the moves of a game of `{name}` are not judged by the laws of chess")
    });
}

/// Whether the tags about the start fit together.
pub(super) fn setup(notes: &mut Notes<'_>, text: &[u8], header: &Header, standard: Standard) {
    match (&header.setup, &header.fen) {
        (Some(setup), None) if ascii_value(setup, text).trim() == "1" => {
            notes.add(&SETUP_WITHOUT_FEN, setup.span, || {
                "the game starts from a position, and the tag FEN is missing".to_owned()
            });
        }
        (None, Some(fen)) if standard == Standard::Of1994 => {
            notes.add(&FEN_WITHOUT_SETUP, fen.span, || {
                "a FEN without `[SetUp \"1\"]`".to_owned()
            });
        }
        _ => {}
    }
    if let (Some(variant), Some(fen)) = (&header.variant, &header.fen)
        && variant.span.start > fen.span.start
    {
        notes.add(&TAG_AFTER_FEN, variant.span, || {
            "the tag Variant should stand before the FEN that it explains".to_owned()
        });
    }
}

/// A start position that can be played from, looked at more closely.
pub(crate) fn position(
    notes: &mut Notes<'_>,
    text: &[u8],
    header: &Header,
    position: &Position,
    faultless: bool,
) {
    let Some(fen) = &header.fen else {
        if let Some(variant) = &header.variant
            && position.mode() == CastlingMode::Standard
            && crate::replay::is_chess960(&ascii_value(variant, text))
        {
            notes.add(&VARIANT_MISMATCH, variant.span, || {
                "a game of Chess960 without the FEN that it starts from".to_owned()
            });
        }
        return;
    };
    if position.mode() == CastlingMode::Chess960 && header.variant.is_none() {
        let note = notes.add(&VARIANT_MISMATCH, fen.value, || {
            "castling as in this FEN is one of Chess960, and the tag Variant does not say so"
                .to_owned()
        });
        if let Some(note) = note {
            note.help("add `[Variant \"Chess960\"]` before the FEN");
        }
    }
    if faultless {
        let square = ascii_value(fen, text)
            .split_ascii_whitespace()
            .nth(3)
            .filter(|square| *square != "-")
            .map(str::to_owned);
        if let Some(square) = square
            && position.en_passant().is_none()
        {
            notes.add(&FEN_EN_PASSANT, fen.value, || {
                format!("no pawn can capture en passant on {square}")
            });
        }
    }
    if let Some(reason) = impossible(position.board()) {
        notes.add(&FEN_IMPOSSIBLE, fen.value, || reason);
    }
}

/// Why no game can reach these men: a side has eight pawns at the start, and every man too many was one
/// of them.
fn impossible(board: &Board) -> Option<String> {
    for color in Color::ALL {
        let count = |role| board.of(color, role).count();
        let pawns = count(Role::Pawn);
        if pawns > 8 {
            return Some(format!("{color} has {pawns} pawns"));
        }
        let bishops = board.of(color, Role::Bishop);
        let light = (bishops & Bitboard::LIGHT).count();
        let promoted: u32 = [
            count(Role::Knight).saturating_sub(2),
            light.saturating_sub(1),
            (bishops.count() - light).saturating_sub(1),
            count(Role::Rook).saturating_sub(2),
            count(Role::Queen).saturating_sub(1),
        ]
        .into_iter()
        .sum();
        if promoted + pawns > 8 {
            return Some(format!(
                "{color} has {pawns} pawns and {promoted} promoted men or more"
            ));
        }
    }
    None
}
