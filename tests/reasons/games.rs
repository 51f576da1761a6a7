//! Games to be spoilt: those of `testdata`, random ones, and those of a folder.

use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

/// A generator with a fixed seed, so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| &from[self.below(from.len())])
    }
}

/// A move of a game, and the position before it.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    pub(crate) before: Chess,
    pub(crate) mv: Move,
    pub(crate) san: String,
}

/// A game's main line.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) plies: Vec<Ply>,
    pub(crate) end: Chess,
}

impl Game {
    fn new(start: Chess) -> Game {
        Game {
            plies: Vec::new(),
            end: start,
        }
    }

    fn play(&mut self, mv: Move) {
        self.plies.push(Ply {
            before: self.end.clone(),
            mv,
            san: SanPlus::from_move(self.end.clone(), mv).to_string(),
        });
        self.end.play_unchecked(mv);
    }

    /// The position before the move with this index, or the last one.
    pub(crate) fn before(&self, ply: usize) -> &Chess {
        self.plies.get(ply).map_or(&self.end, |ply| &ply.before)
    }

    pub(crate) fn mode(&self) -> CastlingMode {
        self.end.castles().mode()
    }
}

/// Positions out of which random players soon come to what is rare in games.
const STARTS: [&str; 15] = [
    // No right to castle, though kings and rooks are at home.
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w - - 0 8",
    "r3k2r/8/8/3pp3/3PP3/8/8/R3K2R w - - 0 20",
    // Open lines at the kings' wings.
    "r3k2r/8/2b2n2/8/8/2N2B2/8/R3K2R w KQkq - 0 15",
    "r3k2r/2q3b1/8/8/8/8/1B3Q2/R3K2R b KQkq - 0 15",
    // Pawns that will promote, and men whom they may take.
    "1n1k2n1/P4P1P/8/8/8/8/p4p1p/1N1K2N1 w - - 0 40",
    "8/P2k2P1/2p2p2/8/8/2P2P2/1p1K2p1/8 w - - 0 40",
    "r1b3k1/1P1P4/8/8/8/8/1p1p4/R1B3K1 b - - 0 40",
    // En passant on the king's own rank.
    "4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 30",
    "4k3/4p3/8/1K1P3q/8/8/8/8 b - - 0 30",
    "4k3/1p6/8/r1P2K2/8/8/8/8 b - - 0 30",
    "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 30",
    "8/8/8/8/R3p1k1/8/3P4/4K3 w - - 0 30",
    // Batteries, which give double check.
    "3rk3/8/3n4/8/8/3R4/3N4/3K4 w - - 0 30",
    "4k3/8/4b3/7b/2B5/4N3/4R3/4K3 w - - 0 30",
    "3k4/3q4/3b1n2/8/8/2N2B2/3Q4/3K4 w - - 0 30",
];

/// The games that the quick test spoils.
pub(crate) fn own() -> Vec<Game> {
    let mut games = of_text(&fs::read("testdata/sample.pgn").unwrap(), usize::MAX);
    assert!(games.len() > 30);
    games.extend(random(700, 3));
    games
}

/// Games of random players: from the usual start, from Chess960 starts, and from [`STARTS`].
pub(crate) fn random(count: usize, seed: u64) -> Vec<Game> {
    let mut random = Random(seed);
    let of_fen = |fen: &str, mode| {
        let fen = Fen::from_ascii(fen.as_bytes()).unwrap();
        fen.into_position::<Chess>(mode).unwrap()
    };
    (0..count)
        .map(|index| {
            let start = match index % 8 {
                0..=2 => Chess::default(),
                3 => {
                    let board = shakmaty::Board::chess960(random.below(960) as u32);
                    let fen = format!("{} w KQkq - 0 1", board.board_fen());
                    of_fen(&fen, CastlingMode::Chess960)
                }
                _ => of_fen(random.pick(&STARTS).unwrap(), CastlingMode::Standard),
            };
            random_game(start, &mut random)
        })
        .collect()
}

fn random_game(start: Chess, random: &mut Random) -> Game {
    let mut game = Game::new(start);
    let length = 20 + random.below(100);
    while game.plies.len() < length && !game.end.is_game_over() {
        let moves: Vec<Move> = game.end.legal_moves().into_iter().collect();
        let pawns: Vec<Move> = (moves.iter().copied())
            .filter(|mv| mv.role() == Role::Pawn)
            .collect();
        let checks: Vec<Move> = (moves.iter().copied())
            .filter(|&mv| {
                let mut after = game.end.clone();
                after.play_unchecked(mv);
                after.is_check()
            })
            .collect();
        let few = match random.below(6) {
            0 => random.pick(&pawns),
            1 => random.pick(&checks),
            _ => None,
        };
        let mv = *few.or_else(|| random.pick(&moves)).unwrap();
        game.play(mv);
    }
    game
}

/// The first games of a text, as far as their moves are legal.
pub(crate) fn of_text(text: &[u8], most: usize) -> Vec<Game> {
    let mut reader = Reader::new(Cursor::new(text));
    let mut games = Vec::new();
    while games.len() < most
        && let Some(game) = reader.read_game(&mut Recorder).unwrap()
    {
        games.extend(game);
    }
    games
}

/// Games of all files in a folder, `most` of each file at most.
pub(crate) fn of_folder(folder: &Path, most: usize) -> Vec<Game> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let bytes = fs::read(&file).unwrap();
        let text = match file.extension() {
            Some(end) if end == "zst" => zstd::decode_all(&bytes[..]).unwrap(),
            _ => bytes,
        };
        games.extend(of_text(&text, most));
    }
    games
}

/// Takes down main lines; games whose start cannot be read are left out.
struct Recorder;

#[derive(Default)]
struct Tags {
    fen: Option<Fen>,
    variant: Option<String>,
}

impl Visitor for Recorder {
    type Tags = Tags;
    type Movetext = (Game, bool);
    type Output = Option<Game>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        match name {
            b"FEN" => match Fen::from_ascii(value.as_bytes()) {
                Ok(fen) => tags.fen = Some(fen),
                Err(_) => return ControlFlow::Break(None),
            },
            b"Variant" => {
                tags.variant = Some(String::from_utf8_lossy(value.as_bytes()).to_lowercase());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let mode = match tags.variant.as_deref() {
            None | Some("standard" | "chess") => CastlingMode::Standard,
            Some("chess960" | "fischerandom") => CastlingMode::Chess960,
            Some(_) => return ControlFlow::Break(None),
        };
        let start = match tags.fen {
            None => Chess::default(),
            Some(fen) => match fen.into_position(mode) {
                Ok(start) => start,
                Err(_) => return ControlFlow::Break(None),
            },
        };
        ControlFlow::Continue((Game::new(start), true))
    }

    fn begin_variation(
        &mut self,
        _movetext: &mut Self::Movetext,
    ) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (game, legal): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        match san.san.to_move(&game.end) {
            Ok(mv) if *legal => game.play(mv),
            _ => *legal = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (game, _): Self::Movetext) -> Self::Output {
        Some(game)
    }
}
