//! What tells one game from another, in 16 bytes: a hash of its main line, and one of its players and date.
//!
//! Comments, variations, NAGs and the spelling of moves do not count; the order of the moves and the
//! position from which they are played do. Where the moves cannot be played to the game's end, what is
//! left of the movetext counts word by word, so that only true copies are alike.
//!
//! Hashes are 64 bits of SipHash-1-3 with a fixed key, the same in every run: among `n` different games
//! the odds that any two are alike are about `n² / 2⁶⁵`, which is one in 37 millions for a million games
//! and one in 37 for a billion.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use crate::chess::Move;
use crate::lint::set::Game;
use crate::pgn::{Encoding, Lexer, Tag, lexer};
use crate::replay::{State, Status};

/// Games of so many plies are the same if their moves are; shorter ones are alike by chance.
pub const LONG: u32 = 20;

/// An opening is over after so many plies.
const OPENING: usize = 40;

/// How much a game's moves say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// [`LONG`] plies or more: two such games with the same moves are one game.
    Long,
    /// Fewer plies: players and date must be the same as well.
    Short,
    /// Not both players have moved: the whole roster of seven tags, and the time of day, must be the same.
    Bare,
}

/// What is known of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// How much the moves say.
    pub kind: Kind,
    /// Hash of the start position and the moves.
    pub moves: u64,
    /// Hash of the players and the date; of more tags for a bare game.
    pub tags: u64,
    /// Number of the game in its stretch of text, from 1.
    pub number: u64,
    /// Where the game is in its stretch of text.
    pub game: Range<usize>,
}

impl Key {
    /// What two games have in common if they are the same, and no others.
    #[must_use]
    pub fn identity(&self) -> u128 {
        identity(self.kind, self.moves, self.tags)
    }
}

/// The same of the parts of a key: the moves of a long game, moves and tags of a shorter one.
pub(crate) fn identity(kind: Kind, moves: u64, tags: u64) -> u128 {
    let tags = if kind == Kind::Long { moves } else { tags };
    u128::from(moves.rotate_left(32) ^ tags.rotate_left(7)) << 64 | u128::from(moves)
}

/// The main line of a game, as far as it could be played.
#[derive(Clone, Debug, Default)]
pub(crate) struct MainLine {
    hasher: DefaultHasher,
    plies: u32,
    /// Every move of the game is in it.
    whole: bool,
    /// The game ends inside a variation or a comment.
    open: bool,
    /// Its first moves, where the opening is asked for.
    opening: Option<Vec<Move>>,
}

impl MainLine {
    /// A line that is still to be read, with or without its first moves.
    pub(crate) fn new(opening: bool) -> MainLine {
        MainLine {
            opening: opening.then(Vec::new),
            ..MainLine::default()
        }
    }

    /// The first moves, if they were asked for.
    pub(super) fn opening(&self) -> Option<&[Move]> {
        self.opening.as_deref()
    }

    /// Reads the main line at the end of a game. `most` is the number of moves before the game's result;
    /// what stands behind it is no part of the game.
    pub(crate) fn read(&mut self, state: &State, most: Option<u32>, unterminated: bool) {
        let most = most.map_or(usize::MAX, |most| most as usize);
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(state.start.key());
        let mut plies = 0;
        // Four moves at a time.
        let mut word = 0;
        for mv in state.main_line().take(most) {
            word = word << 16 | u64::from(Move::bits(mv));
            plies += 1;
            if plies % 4 == 0 {
                hasher.write_u64(std::mem::take(&mut word));
            }
        }
        hasher.write_u64(word);
        hasher.write_u32(plies);
        let opening = self.opening.take().map(|_| {
            let moves = state.main_line().take(most.min(OPENING));
            moves.collect()
        });
        let open = unterminated || state.depth() > 0;
        *self = MainLine {
            hasher,
            plies,
            whole: state.status == Status::Playing && !open,
            open,
            opening,
        };
    }
}

/// The kind of a game, and the hashes of its moves and tags; `None` if nothing tells it from others.
pub(crate) fn key(
    game: &Game<'_, '_>,
    line: MainLine,
    encoding: Option<Encoding>,
) -> Option<(Kind, u64, u64)> {
    let Game { text, header, .. } = *game;
    let mut moves = line.hasher;
    let mut plies = line.plies;
    if !line.whole {
        let from = game
            .movetext
            .map_or(text.len(), |token| token.range().start);
        plies += rest(&mut moves, &text[from..], line.plies, line.open);
    }
    if !game.playable {
        for tag in [header.variant, header.fen] {
            value(
                &mut moves,
                &tag.map(|tag| tag.value(text)).unwrap_or_default(),
            );
        }
    }
    let kind = match plies {
        0 | 1 => Kind::Bare,
        LONG.. => Kind::Long,
        _ => Kind::Short,
    };
    let encoding = encoding.unwrap_or_else(|| Encoding::detect(text));
    let decoded = |tag: Option<Tag>| match tag {
        Some(tag) => encoding.decode(&tag.value(text)).trim().to_owned(),
        None => String::new(),
    };
    let [white, black] = [header.white, header.black].map(decoded);
    let named = [&white, &black].map(|name| is_named(name));
    match kind {
        Kind::Long => {}
        Kind::Short if named.contains(&true) => {}
        Kind::Bare if named == [true, true] => {}
        Kind::Short | Kind::Bare => return None,
    }
    let mut roster = DefaultHasher::new();
    for tag in [white, black, decoded(header.date)] {
        value(&mut roster, tag.as_bytes());
    }
    if kind == Kind::Bare {
        for name in [
            b"Event".as_slice(),
            b"Site",
            b"Round",
            b"Result",
            b"Time",
            b"UTCTime",
        ] {
            let tag = game.tags.iter().find(|tag| tag.name(text) == name);
            value(&mut roster, decoded(tag.copied()).as_bytes());
        }
    }
    Some((kind, moves.finish(), roster.finish()))
}

/// Adds a text, so that no two lists of texts are alike.
fn value(hasher: &mut DefaultHasher, text: &[u8]) {
    hasher.write_usize(text.len());
    hasher.write(text);
}

/// Adds the words behind the first `played` ones of the main line: the moves that cannot be played. Where
/// the game ends inside a variation or a comment, all that is in it counts. The number of words added.
fn rest(hasher: &mut DefaultHasher, movetext: &[u8], played: u32, open: bool) -> u32 {
    let mut depth = 0_u32;
    let mut words = 0;
    for token in Lexer::new(movetext) {
        match token.kind {
            lexer::Kind::Open => depth += 1,
            lexer::Kind::Close => depth = depth.saturating_sub(1),
            lexer::Kind::Result(_) if depth == 0 => break,
            lexer::Kind::Word if depth == 0 || open => {
                words += 1;
                if words > played {
                    value(hasher, token.span.of(movetext));
                }
            }
            lexer::Kind::Comment { closed: false } => value(hasher, token.span.of(movetext)),
            _ => {}
        }
    }
    words.saturating_sub(played)
}

/// Whether a name is somebody's.
fn is_named(name: &str) -> bool {
    !matches!(name, "" | "?" | "-" | "NN" | "N.N." | "N N" | "N. N.")
}
