//! One position, compared with two other engines and with itself: moves, check, SAN, FEN, key.

use chesstool::chess::keyed::Keyed;
use chesstool::chess::{CastlingMode, Color, Move, Position, San, Square, Wing};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, FromSetup as _, Position as _, PositionError};

use crate::random::Random;

/// A move as two squares' indices, from 0 for a1, and the letter of the new man: castling is king takes rook.
type Plain = (usize, usize, Option<char>);

/// Shakmaty's castling mode.
pub(crate) const fn shakmaty_mode(mode: CastlingMode) -> shakmaty::CastlingMode {
    match mode {
        CastlingMode::Standard => shakmaty::CastlingMode::Standard,
        CastlingMode::Chess960 => shakmaty::CastlingMode::Chess960,
    }
}

/// Shakmaty's reading of the position. It counts men and doubts checks that no game can give, which we
/// do not: neither keeps a position from being compared.
pub(crate) fn in_shakmaty(position: &Position) -> Option<Chess> {
    let fen: Fen = position.fen().parse().ok()?;
    Chess::from_setup(fen.into_setup(), shakmaty_mode(position.mode()))
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Cozy-chess's reading; `None` where it finds too many men or checks.
pub(crate) fn in_cozy(position: &Position) -> Option<cozy_chess::Board> {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut castling = String::new();
    for color in Color::ALL {
        for wing in [Wing::King, Wing::Queen] {
            if let Some(rook) = position.castling_rook(color, wing) {
                let letter = rook.file().letter();
                castling.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    // It counts to a hundred plies and no further.
    let clock = position.halfmove_clock().min(100);
    let shredder = format!(
        "{} {} {castling} {} {clock} {}",
        fields[0], fields[1], fields[3], fields[5]
    );
    cozy_chess::Board::from_fen(&shredder, true).ok()
}

pub(crate) fn plain(mv: Move) -> Plain {
    let letter = mv.promoted().map(|role| role.letter().to_ascii_lowercase());
    (mv.from().index(), mv.to().index(), letter)
}

pub(crate) fn shakmaty_plain(mv: shakmaty::Move) -> Plain {
    let from = mv.from().unwrap();
    (
        usize::from(from),
        usize::from(mv.to()),
        mv.promotion().map(shakmaty::Role::char),
    )
}

pub(crate) fn cozy_plain(mv: cozy_chess::Move) -> Plain {
    let letter = mv.promotion.map(char::from);
    (mv.from as usize, mv.to as usize, letter)
}

fn sorted(moves: impl Iterator<Item = Plain>) -> Vec<Plain> {
    let mut moves: Vec<Plain> = moves.collect();
    moves.sort_unstable();
    moves
}

/// What cozy-chess thinks of the position.
pub(crate) fn compare_with_cozy(ours: &Position, theirs: &cozy_chess::Board) {
    let mut yours = Vec::new();
    theirs.generate_moves(|moves| {
        yours.extend(moves.into_iter().map(cozy_plain));
        false
    });
    yours.sort_unstable();
    let mine = sorted(ours.legal_moves().into_iter().map(plain));
    assert_eq!(mine, yours, "cozy-chess: {}", ours.fen());
    let checkers = theirs.checkers();
    assert_eq!(ours.checkers().0, checkers.0, "cozy-chess: {}", ours.fen());
}

/// What shakmaty thinks of the position: also names of moves and the FEN.
pub(crate) fn compare_with_shakmaty(ours: &Position, theirs: &Chess) {
    let fen = ours.fen();
    let x_fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    assert_eq!(fen, x_fen);
    let yours = theirs.legal_moves();
    let mine = sorted(ours.legal_moves().into_iter().map(plain));
    let sorted_yours = sorted(yours.iter().copied().map(shakmaty_plain));
    assert_eq!(mine, sorted_yours, "shakmaty: {fen}");
    assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");
    for mv in &yours {
        let san = SanPlus::from_move(theirs.clone(), *mv).to_string();
        let parsed = San::parse(san.as_bytes()).unwrap();
        let found = ours
            .resolve(&parsed)
            .unwrap_or_else(|error| panic!("{san} in {fen}: {error}"));
        assert_eq!(plain(found), shakmaty_plain(*mv), "{san} in {fen}");
        assert_eq!(ours.san(found).as_str(), san, "{fen}");
        let uci = mv.to_uci(shakmaty_mode(ours.mode())).to_string();
        assert_eq!(ours.uci(found), uci, "{san} in {fen}");
    }
}

/// The position against itself: every question has one answer, however it is asked.
pub(crate) fn compare_with_itself(ours: &Position, random: &mut Random) {
    let fen = ours.fen();
    let reread = Position::from_fen(&fen, ours.mode()).unwrap();
    assert_eq!(&reread, ours, "{fen}");
    let moves = ours.legal_moves();
    assert_eq!(ours.count_moves() as usize, moves.len(), "{fen}");
    assert_eq!(ours.has_legal_move(), !moves.is_empty(), "{fen}");
    let keyed = Keyed::from(*ours);
    assert_eq!(keyed.key(), reread.key(), "{fen}");
    for &mv in &moves {
        assert!(ours.is_legal(mv), "{mv:?} in {fen}");
        let mut next = keyed;
        next.play(mv);
        assert_eq!(next.key(), next.position().key(), "{mv:?} in {fen}");
        assert_eq!(next.position(), &ours.after(mv), "{mv:?} in {fen}");
    }
    for _ in 0..4 {
        let mut square = || Square::from_index(random.below(64) as u32);
        let (from, to) = (square(), square());
        for mv in [Move::normal(from, to), Move::castle(from, to)] {
            assert_eq!(ours.is_legal(mv), moves.contains(&mv), "{mv:?} in {fen}");
        }
    }
}
