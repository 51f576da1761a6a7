//! What a game's tags say of the position that it starts from.

use crate::chess::Position;
use crate::chess::castling::CastlingMode;
use crate::chess::fen::{self, FenFault};
use crate::pgn::Tag;
use crate::pgn::lexer::{Kind, Lexer, Token};
use crate::pgn::split::Head;
use crate::replay::MAX_TAGS;

/// What a game's tags say of its start.
#[derive(Clone, Debug)]
pub enum Start {
    /// A position to play from; the faults found in its FEN, none of them fatal.
    Position(Position, Vec<FenFault>),
    /// The FEN gives no position.
    BadFen(Vec<FenFault>),
    /// The `Variant` tag names a game that is not chess.
    Unsupported,
}

/// Reads the tag section, behind the `head` of it that is known. Returns the first token behind it, which
/// the lexer has already taken.
pub fn read_tags(lexer: &mut Lexer<'_>, head: &Head, tags: &mut Vec<Tag>) -> Option<Token> {
    tags.clear();
    tags.extend_from_slice(&head.tags);
    lexer.skip_head(head);
    loop {
        while let Some(tag) = lexer.next_tag() {
            // The tag behind the last one that is read is kept, as the place of the finding.
            if tags.len() <= MAX_TAGS {
                tags.push(tag);
            }
        }
        let token = lexer.next_solid()?;
        // A comment that is never closed hides a game's movetext: it is told, not passed over.
        let open = token.kind == Kind::Comment { closed: false };
        if open || !token.kind.is_aside() || !lexer.in_tags() {
            return Some(token);
        }
    }
}

/// The start of a game by its `Variant` and `FEN` values.
///
/// `usual` is the start position of standard chess, which is the same for most games.
#[must_use]
pub fn start(usual: &Position, variant: Option<&str>, fen: Option<&str>) -> Start {
    let named = variant.is_some();
    let variant = variant.map_or(Variant::Chess, Variant::of);
    let Some(text) = fen else {
        if variant == Variant::Other {
            return Start::Unsupported;
        }
        return Start::Position(*usual, Vec::new());
    };
    let reading = match variant {
        Variant::Chess if named => fen::read_any(text),
        Variant::Chess => fen::read_likely(text),
        Variant::Chess960 => fen::read(text, CastlingMode::Chess960),
        Variant::Other => return Start::Unsupported,
    };
    match reading.position {
        Some(position) => Start::Position(position, reading.faults),
        None => Start::BadFen(reading.faults),
    }
}

/// Whether the value of a `Variant` tag names Chess960.
#[must_use]
pub fn is_chess960(variant: &str) -> bool {
    Variant::of(variant) == Variant::Chess960
}

/// What a `Variant` tag names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    /// Chess; castling as the FEN has it.
    Chess,
    Chess960,
    /// A game that is not chess.
    Other,
}

impl Variant {
    /// Letters and digits alone count: files write `chess 960`, `Chess-960`, `fischerandom`.
    fn of(name: &str) -> Variant {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        match plain.as_str() {
            "" | "standard" | "normal" | "chess" | "orthodox" | "classical" | "classic"
            | "regular" | "fromposition" => Variant::Chess,
            "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
            | "frc" | "dfrc" | "freestyle" | "freestylechess" | "chess9lx" => Variant::Chess960,
            _ => Variant::Other,
        }
    }
}
