//! The rules engine against its peers, shakmaty and cozy-chess: `cargo bench --bench rules`, in half a minute.
//!
//! `cargo bench --bench rules -- FILE.pgn` races over that file's games instead of the sample's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a bench fails by panicking"
)]
#![allow(clippy::print_stdout, reason = "a bench tells what it measured")]

mod material;
mod race;

use std::hint::black_box;

use arrayvec::ArrayVec;
use chesstool::chess::perft::perft;
use chesstool::chess::{CastlingMode, Keyed, Position, San};
use cozy_chess::Board;
use cozy_chess::util::parse_san_move;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Position as _};

use crate::material::Line;
use crate::race::{Work, argument, asked_for, print_head, race};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The same positions in all three engines.
struct Positions {
    ours: Vec<Position>,
    shakmaty: Vec<Chess>,
    cozy: Vec<Board>,
    fens: Vec<String>,
}

impl Positions {
    fn of(ours: Vec<Position>) -> Positions {
        let fens: Vec<String> = ours.iter().map(Position::fen).collect();
        Positions {
            shakmaty: fens.iter().map(|fen| to_shakmaty(fen)).collect(),
            cozy: fens.iter().map(|fen| to_cozy(fen)).collect(),
            ours,
            fens,
        }
    }
}

fn to_shakmaty(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
}

fn to_cozy(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

/// Counts paths as the others do: the last ply is counted, not played.
fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_moves(board: &Board) -> ArrayVec<cozy_chess::Move, 256> {
    let mut list = ArrayVec::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

fn perfts() {
    for (name, fen, depth) in [
        ("perft start 5", START, 5),
        ("perft kiwipete 4", KIWIPETE, 4),
    ] {
        let ours = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let (shakmaty, cozy) = (to_shakmaty(fen), to_cozy(fen));
        let work = Work {
            name,
            count: perft(&ours, depth),
            unit: "node",
        };
        race(
            work,
            &mut [
                ("ours", &mut || perft(&ours, depth)),
                ("shakmaty", &mut || shakmaty::perft(&shakmaty, depth)),
                ("cozy-chess", &mut || cozy_perft(&cozy, depth)),
            ],
        );
    }
}

fn generation(positions: &Positions) {
    let mut work = Work {
        name: "list of legal moves",
        count: positions.ours.len() as u64,
        unit: "position",
    };
    race(
        work,
        &mut [
            ("ours", &mut || {
                let list = |position: &Position| black_box(position.legal_moves()).len() as u64;
                positions.ours.iter().map(list).sum()
            }),
            ("shakmaty", &mut || {
                let list = |position: &Chess| black_box(position.legal_moves()).len() as u64;
                positions.shakmaty.iter().map(list).sum()
            }),
            ("cozy-chess", &mut || {
                let list = |board: &Board| black_box(cozy_moves(board)).len() as u64;
                positions.cozy.iter().map(list).sum()
            }),
        ],
    );
    work.name = "number of legal moves";
    race(
        work,
        &mut [
            ("ours", &mut || {
                let count = |position: &Position| u64::from(position.count_moves());
                positions.ours.iter().map(count).sum()
            }),
            ("shakmaty", &mut || {
                let count = |position: &Chess| position.legal_moves().len() as u64;
                positions.shakmaty.iter().map(count).sum()
            }),
            ("cozy-chess", &mut || {
                let count = |board: &Board| cozy_perft(board, 1);
                positions.cozy.iter().map(count).sum()
            }),
        ],
    );
}

/// All legal moves of all positions, each played on a copy. Not all do the same: shakmaty looks up checks
/// when it is asked for moves, we as we play, and cozy-chess keeps pins and a key as well; so in the second
/// race we keep the key, too.
fn making(positions: &Positions) {
    let ours: Vec<_> = positions
        .ours
        .iter()
        .map(|position| (*position, position.legal_moves()))
        .collect();
    let shakmaty: Vec<_> = positions
        .shakmaty
        .iter()
        .map(|position| (position.clone(), position.legal_moves()))
        .collect();
    let cozy: Vec<_> = positions
        .cozy
        .iter()
        .map(|board| (board.clone(), cozy_moves(board)))
        .collect();
    let count = ours.iter().map(|(_, moves)| moves.len() as u64).sum();
    let mut shakmaty_plays = || {
        for (position, moves) in &shakmaty {
            for &mv in moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                black_box(&next);
            }
        }
        count
    };
    let mut cozy_plays = || {
        for (board, moves) in &cozy {
            for &mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                black_box(&next);
            }
        }
        count
    };
    let mut work = Work {
        name: "make",
        count,
        unit: "move",
    };
    race(
        work,
        &mut [
            ("ours", &mut || {
                for (position, moves) in &ours {
                    for &mv in moves {
                        black_box(&position.after(mv));
                    }
                }
                count
            }),
            ("shakmaty", &mut shakmaty_plays),
            ("cozy-chess", &mut cozy_plays),
        ],
    );
    let keyed: Vec<_> = ours
        .iter()
        .map(|(position, moves)| (Keyed::from(*position), moves))
        .collect();
    work.name = "make, ours with the key";
    race(
        work,
        &mut [
            ("ours", &mut || {
                for (position, moves) in &keyed {
                    for &mv in *moves {
                        let mut next = *position;
                        next.play(mv);
                        black_box(&next);
                    }
                }
                count
            }),
            ("cozy-chess", &mut cozy_plays),
        ],
    );
}

fn reading(positions: &Positions) {
    let count = positions.fens.len() as u64;
    let each = |read: &dyn Fn(&str)| {
        positions.fens.iter().for_each(|fen| read(fen));
        count
    };
    let work = Work {
        name: "read a FEN",
        count,
        unit: "position",
    };
    race(
        work,
        &mut [
            ("ours", &mut || {
                each(&|fen| drop(black_box(Position::from_fen(fen, CastlingMode::Standard))))
            }),
            ("shakmaty", &mut || {
                each(&|fen| {
                    black_box(to_shakmaty(fen));
                })
            }),
            ("cozy-chess", &mut || {
                each(&|fen| {
                    black_box(to_cozy(fen));
                })
            }),
        ],
    );
}

/// The main lines, from the texts of their moves: read, found among the legal ones, played.
fn resolving(lines: &[Line]) {
    let count = lines.iter().map(|line| line.len() as u64).sum();
    let work = Work {
        name: "resolve and play SAN",
        count,
        unit: "ply",
    };
    race(
        work,
        &mut [
            ("ours", &mut || {
                for line in lines {
                    let mut position = Position::start();
                    for san in line {
                        let san = San::parse(san.as_bytes()).unwrap();
                        position.play(position.resolve(&san).unwrap());
                    }
                    black_box(&position);
                }
                count
            }),
            ("shakmaty", &mut || {
                for line in lines {
                    let mut position = Chess::default();
                    for san in line {
                        let san = shakmaty::san::SanPlus::from_ascii(san.as_bytes()).unwrap();
                        position.play_unchecked(san.san.to_move(&position).unwrap());
                    }
                    black_box(&position);
                }
                count
            }),
            ("cozy-chess", &mut || {
                for line in lines {
                    let mut board = Board::default();
                    for san in line {
                        board.play_unchecked(parse_san_move(&board, san).unwrap());
                    }
                    black_box(&board);
                }
                count
            }),
        ],
    );
}

fn main() {
    if !asked_for() {
        return;
    }
    let lines = material::lines(argument().as_deref());
    let positions = Positions::of(material::positions(&lines));
    println!(
        "{} games, {} positions out of them",
        lines.len(),
        positions.ours.len()
    );
    print_head();
    perfts();
    generation(&positions);
    making(&positions);
    reading(&positions);
    resolving(&lines);
}
