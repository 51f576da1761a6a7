//! Random games, each position compared with shakmaty: legal moves, check, SAN, FEN, key.

use std::collections::BTreeSet;

use chesstool::chess::san::San;
use chesstool::chess::{CastlingMode, Keyed, Position};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};

/// A small generator with a fixed seed, so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Back ranks of Chess960, by Scharnagl's numbering (0 to 959).
fn back_rank(number: usize) -> String {
    let mut men = ['.'; 8];
    let (n, light) = (number / 4, number % 4);
    men[light * 2 + 1] = 'B';
    let (n, dark) = (n / 4, n % 4);
    men[dark * 2] = 'B';
    let (n, queen) = (n / 6, n % 6);
    let free = |men: &[char; 8], nth: usize| (0..8).filter(|&i| men[i] == '.').nth(nth).unwrap();
    men[free(&men, queen)] = 'Q';
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ][n];
    let (first, second) = (free(&men, knights.0), free(&men, knights.1));
    men[first] = 'N';
    men[second] = 'N';
    for piece in ['R', 'K', 'R'] {
        men[free(&men, 0)] = piece;
    }
    men.iter().collect()
}

pub(crate) fn start_960(white: usize, black: usize) -> String {
    let (white, black) = (back_rank(white), back_rank(black).to_lowercase());
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

fn compare(ours: &Position, theirs: &Chess, mode: CastlingMode) {
    let their_mode = match mode {
        CastlingMode::Standard => shakmaty::CastlingMode::Standard,
        CastlingMode::Chess960 => shakmaty::CastlingMode::Chess960,
    };
    let fen = ours.fen();
    assert_eq!(
        fen,
        Fen::from_position(theirs, EnPassantMode::Legal).to_string()
    );
    let mine: BTreeSet<String> = ours.legal_moves().iter().map(|&mv| ours.uci(mv)).collect();
    let yours: BTreeSet<String> = theirs
        .legal_moves()
        .iter()
        .map(|mv| mv.to_uci(their_mode).to_string())
        .collect();
    assert_eq!(mine, yours, "{fen}");
    assert_eq!(ours.count_moves() as usize, mine.len(), "{fen}");
    assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");
    let reread = Position::from_fen(&fen, mode).unwrap();
    assert_eq!(reread.fen(), fen);
    assert_eq!(reread.key(), ours.key(), "{fen}");
    for mv in &theirs.legal_moves() {
        let san = shakmaty::san::SanPlus::from_move(theirs.clone(), *mv).to_string();
        let parsed = San::parse(san.as_bytes()).unwrap();
        let found = ours
            .resolve(&parsed)
            .unwrap_or_else(|error| panic!("{san} in {fen}: {error}"));
        assert_eq!(
            ours.uci(found),
            mv.to_uci(their_mode).to_string(),
            "{san} in {fen}"
        );
        assert_eq!(ours.san(found).as_str(), san, "{fen}");
    }
}

fn random_game(start: &str, mode: CastlingMode, random: &mut Random, plies: usize) -> usize {
    let mut ours = Position::from_fen(start, mode).unwrap();
    let mut keyed = Keyed::from(ours);
    let their_mode = match mode {
        CastlingMode::Standard => shakmaty::CastlingMode::Standard,
        CastlingMode::Chess960 => shakmaty::CastlingMode::Chess960,
    };
    let fen: Fen = start.parse().unwrap();
    let mut theirs: Chess = fen.into_position(their_mode).unwrap();
    for ply in 0..plies {
        compare(&ours, &theirs, mode);
        let moves = theirs.legal_moves();
        if moves.is_empty() {
            return ply + 1;
        }
        let mv = moves[random.below(moves.len())];
        let text = mv.to_uci(their_mode).to_string();
        let mine = *ours
            .legal_moves()
            .iter()
            .find(|&&mine| ours.uci(mine) == text)
            .unwrap();
        keyed.play(mine);
        ours.play(mine);
        assert_eq!(keyed.position(), &ours);
        assert_eq!(keyed.key(), ours.key(), "{}", ours.fen());
        theirs.play_unchecked(mv);
    }
    plies
}

fn games(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut positions = 0;
    for game in 0..count {
        let (start, mode) = match game % 3 {
            0 => (start_960(518, 518), CastlingMode::Standard),
            1 => {
                let number = random.below(960);
                (start_960(number, number), CastlingMode::Chess960)
            }
            _ => {
                let numbers = [random.below(960), random.below(960)];
                (start_960(numbers[0], numbers[1]), CastlingMode::Chess960)
            }
        };
        positions += random_game(&start, mode, &mut random, 150);
    }
    positions
}

#[test]
fn random_games_agree_with_shakmaty() {
    assert!(games(45, 1) > 3_000);
}

#[test]
#[ignore = "a minute; run by .ci/run"]
fn many_random_games_agree_with_shakmaty() {
    let positions = games(1_500, 2);
    assert!(positions > 100_000, "{positions} positions compared");
}

#[test]
fn scharnagl_518_is_the_usual_start() {
    assert_eq!(back_rank(518), "RNBQKBNR");
    let all: BTreeSet<String> = (0..960).map(back_rank).collect();
    assert_eq!(all.len(), 960);
}
