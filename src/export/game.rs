//! What is read of one game: its tags, the moves that were played, and what stands beside them.

mod tags;
mod watch;

use crate::adjudicate;
use crate::arbiter::history::History;
use crate::chess::{CastlingMode, File, Move, MoveKind, Position, Square};
use crate::lint::set::keys::{self, MainLine};
use crate::lint::set::{self, SortKey};
use crate::lint::tags::Header;
use crate::pgn::lexer::{GameResult, Kind};
use crate::pgn::split::Head;
use crate::pgn::{Encoding, Lexer, Span, Tag, Token};
use crate::replay::{self, Start};

use watch::Watch;

/// What must be known of games; what is not asked for costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is asked for on its own"
)]
pub struct Needs {
    /// The moves in canonical SAN.
    pub san: bool,
    /// The same with move numbers.
    pub movetext: bool,
    /// Every ply of the main line, and what stands beside it.
    pub plies: bool,
    /// The plies of side lines as well.
    pub variations: bool,
    /// What the arbiter says.
    pub judgement: bool,
    /// What tells the game from others.
    pub identity: bool,
}

impl Needs {
    /// All that either of two needs.
    #[must_use]
    pub const fn or(self, other: Needs) -> Needs {
        Needs {
            san: self.san | other.san,
            movetext: self.movetext | other.movetext,
            plies: self.plies | other.plies,
            variations: self.variations | other.variations,
            judgement: self.judgement | other.judgement,
            identity: self.identity | other.identity,
        }
    }
}

/// Why a game cannot be read wholly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The tag `FEN` gives no position.
    BadFen,
    /// The tag `Variant` names a game that is not chess.
    UnsupportedVariant,
    /// A move is not legal, or several men can make it.
    IllegalMove,
    /// A word is no move.
    UnreadableMove,
    /// A comment or a variation never ends, or a bracket closes nothing, or there are too many of them.
    TornText,
    /// The game is longer than what is read of one.
    TooLong,
}

impl Trouble {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Trouble::BadFen => "the tag FEN gives no position",
            Trouble::UnsupportedVariant => "the game is not chess",
            Trouble::IllegalMove => "a move that is not legal",
            Trouble::UnreadableMove => "a word that is no move",
            Trouble::TornText => "a comment or variation that does not end where it should",
            Trouble::TooLong => "the game is longer than 64 MiB",
        }
    }
}

/// A move on the board, and what stands beside it.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// Half moves from the start of the game, this one included.
    pub number: u32,
    /// 0 in the main line, 1 in a variation of it, and so on.
    pub depth: u32,
    /// 0 in the main line; variations are counted from 1 in the order of the text.
    pub line: u32,
    /// How often the position after it has appeared; 0 in variations, where it is not counted.
    pub appearances: u32,
    /// NAGs behind it, `!` and the like included.
    pub nags: Vec<u16>,
    /// Comments behind it, and before it where it is the first move of a variation; their braces included.
    pub comments: Vec<Span>,
}

/// A game, and where it stands.
#[derive(Debug)]
pub struct Game<'a> {
    /// Name of its file.
    pub file: &'a str,
    /// Number in the file, from 1.
    pub number: u64,
    /// Offset in the file, in bytes.
    pub offset: u64,
    /// Its text.
    pub text: &'a [u8],
    /// How its bytes are read.
    pub encoding: Encoding,
    /// Its tags.
    pub tags: &'a [Tag],
    /// The first token behind the tags.
    pub first: Option<Token>,
    /// The tokens behind that.
    pub lexer: Lexer<'a>,
    /// What was read of its moves.
    pub read: &'a Read,
}

/// What was read of a game's moves.
#[derive(Debug)]
pub struct Read {
    /// The first position.
    pub start: Position,
    /// The main line, up to the first move that cannot be read.
    pub moves: Vec<Move>,
    /// The position behind it.
    pub last: Position,
    /// The main line in canonical SAN, with a space behind each move.
    pub san: Vec<u8>,
    /// The same with move numbers: `1. e4 e5 2. Nf3 `.
    pub movetext: Vec<u8>,
    /// The plies, in the order of the text.
    pub plies: Vec<Ply>,
    /// Comments before the first move.
    pub comments: Vec<Span>,
    /// The result in the movetext.
    pub result: Option<GameResult>,
    /// What keeps the main line from being read wholly, and where.
    pub trouble: Option<(Trouble, Span)>,
    /// The same for variations.
    pub variation_trouble: Option<(Trouble, Span)>,
    /// How the game ended by the Laws, and its lawful result, if that is asked for.
    pub judgement: Option<(&'static str, Option<GameResult>)>,
    /// Moves played, in all lines.
    pub all_plies: u64,
    /// The same for every game that is the same, by the rule `duplicate-game`; `None` if that is not asked for, or
    /// nothing tells the game from others.
    pub identity: Option<u128>,
}

impl Read {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Read {
        Read {
            start: Position::start(),
            moves: Vec::with_capacity(256),
            last: Position::start(),
            san: Vec::new(),
            movetext: Vec::new(),
            plies: Vec::new(),
            comments: Vec::new(),
            result: None,
            trouble: None,
            variation_trouble: None,
            judgement: None,
            all_plies: 0,
            identity: None,
        }
    }

    fn reset(&mut self, start: &Position) {
        self.start = *start;
        self.moves.clear();
        self.last = *start;
        self.san.clear();
        self.movetext.clear();
        self.plies.clear();
        self.comments.clear();
        self.result = None;
        self.trouble = None;
        self.variation_trouble = None;
    }
}

impl Default for Read {
    fn default() -> Read {
        Read::new()
    }
}

/// Reads games, one after the other.
#[derive(Debug)]
pub struct Reader {
    needs: Needs,
    usual: Position,
    tags: Vec<Tag>,
    read: Read,
}

impl Reader {
    /// Keeps what is needed of games.
    #[must_use]
    pub fn new(needs: Needs) -> Reader {
        Reader {
            needs,
            usual: Position::start(),
            tags: Vec::new(),
            read: Read::new(),
        }
    }

    /// Reads the game that `text` is; none if it is only white space or comments.
    pub fn game<'a>(
        &'a mut self,
        text: &'a [u8],
        head: &Head,
        forced: Option<Encoding>,
    ) -> Option<Game<'a>> {
        let mut lexer = Lexer::new(text);
        let first = replay::read_tags(&mut lexer, head, &mut self.tags);
        if first.is_none() && self.tags.is_empty() {
            return None;
        }
        let encoding = forced.unwrap_or_else(|| Encoding::detect(text));
        let (position, trouble) = start(&self.usual, text, &self.tags);
        let start = position.unwrap_or(self.usual);
        self.read.reset(&start);
        self.read.trouble = trouble;
        let mut watch = Watch {
            text,
            needs: self.needs,
            read: &mut self.read,
            history: History::new(),
            lines: 0,
            open: Vec::new(),
            current: None,
            pending: Vec::new(),
            main_line: self.needs.identity.then(|| MainLine::new(false)),
            words: None,
            unterminated: false,
        };
        if self.needs.plies {
            let end = first.map_or(text.len(), |token| token.span.range().start);
            watch.read.comments.extend(comments(&text[..end]));
        }
        let behind = lexer.clone();
        let plies = replay::play(&mut lexer, first, position.as_ref(), &mut watch);
        let line = watch.main_line.take();
        self.read.all_plies = plies;
        self.read.identity = line.and_then(|line| {
            let header = Header::new(text, &self.tags);
            let game = set::Game {
                text,
                range: 0..text.len(),
                number: 1,
                tags: &self.tags,
                header: &header,
                movetext: first.map(|token| token.span),
                playable: position.is_some(),
            };
            let (kind, moves, tags) = keys::key(&game, line, forced)?;
            Some(keys::identity(kind, moves, tags))
        });
        self.read.judgement = self.needs.judgement.then(|| {
            let opinion = adjudicate::opinion(text);
            (opinion.reason, opinion.lawful)
        });
        Some(Game {
            file: "",
            number: 0,
            offset: 0,
            text,
            encoding,
            tags: &self.tags,
            first,
            lexer: behind,
            read: &self.read,
        })
    }
}

/// What a game of that text is sorted by, as [`Game::sort_key`] has it.
#[must_use]
pub fn sort_key(text: &[u8]) -> Vec<u8> {
    let mut tags = Vec::new();
    let first = replay::read_tags(&mut Lexer::new(text), &Head::default(), &mut tags);
    SortKey::new(text, &tags, first.map(|token| token.span)).bytes()
}

/// Comments among the tags and behind them, which are passed over when the tags are read.
fn comments(text: &[u8]) -> impl Iterator<Item = Span> {
    let mut lexer = Lexer::new(text);
    let tokens = std::iter::from_fn(move || lexer.next_solid());
    let closed = Kind::Comment { closed: true };
    let comments =
        tokens.filter(move |token| token.kind == closed || token.kind == Kind::LineComment);
    comments.map(|token| token.span)
}

/// The first position by the tags, or why there is none.
fn start(
    usual: &Position,
    text: &[u8],
    tags: &[Tag],
) -> (Option<Position>, Option<(Trouble, Span)>) {
    let named = |name: &[u8]| {
        tags.iter()
            .find(|tag| tag.name(text).eq_ignore_ascii_case(name))
    };
    let fen = named(b"FEN");
    let variant = named(b"Variant");
    if fen.is_none() && variant.is_none() {
        return (Some(*usual), None);
    }
    let value = |tag: &Tag| String::from_utf8_lossy(&tag.value(text)).into_owned();
    let start = replay::start(
        usual,
        variant.map(value).as_deref(),
        fen.map(value).as_deref(),
    );
    let span = |tag: Option<&Tag>| tag.map_or(Span::new(0, 1), |tag| tag.value);
    match start {
        Start::Position(position, _) => (Some(position), None),
        Start::BadFen(_) => (None, Some((Trouble::BadFen, span(fen)))),
        Start::Unsupported => (None, Some((Trouble::UnsupportedVariant, span(variant)))),
    }
}

impl Game<'_> {
    /// What it is sorted by, as bytes whose order is that of the rule `collation-order`.
    #[must_use]
    pub fn sort_key(&self) -> Vec<u8> {
        let movetext = self.first.map(|token| token.span);
        SortKey::new(self.text, self.tags, movetext).bytes()
    }

    /// The result: the one behind the moves; where that is missing or `*`, the one in the tag.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let tagged = || GameResult::parse(self.raw_tag("Result")?.trim_ascii());
        let token = self.read.result.filter(known);
        token.or_else(tagged).unwrap_or(GameResult::Unknown)
    }

    /// What keeps the game from being read wholly; faults of side lines count only where those are wanted.
    #[must_use]
    pub fn trouble(&self, variations: bool) -> Option<(Trouble, Span)> {
        let aside = self.read.variation_trouble.filter(|_| variations);
        match (self.read.trouble, aside) {
            (Some(main), Some(aside)) if aside.1.start < main.1.start => Some(aside),
            (main, aside) => main.or(aside),
        }
    }

    /// Whether the game begins at the usual start.
    #[must_use]
    pub fn from_usual_start(&self) -> bool {
        self.find("FEN").is_none()
    }
}

/// Writes a move in UCI notation: castling as the king's step, in Chess960 as his taking of the rook; a null move
/// is `0000`.
pub(crate) fn push_uci(out: &mut Vec<u8>, mode: CastlingMode, mv: Move) {
    let square = |square: Square| {
        let index = square.index() as u8;
        [b'a' + (index & 7), b'1' + (index >> 3)]
    };
    let mut to = mv.to();
    match mv.kind() {
        MoveKind::Null => {
            out.extend_from_slice(b"0000");
            return;
        }
        MoveKind::Castle if mode == CastlingMode::Standard => {
            let file = if to.file() > mv.from().file() {
                File::G
            } else {
                File::C
            };
            to = Square::new(file, to.rank());
        }
        _ => {}
    }
    out.extend_from_slice(&square(mv.from()));
    out.extend_from_slice(&square(to));
    if let Some(role) = mv.promoted() {
        out.push(role.letter().to_ascii_lowercase() as u8);
    }
}
