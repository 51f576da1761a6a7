//! Positions with the values that an engine tells, for `examples/fit_evaluation.rs`, which see for the command.
//!
//! ```text
//! label_positions ENGINE NODES < FENS > TSV
//! ```
//!
//! Of the positions on the input some are chosen, and up to two random moves are played in them, as a search does to see what
//! is wrong with them. Those in check are left out, and those where the engine takes or promotes. NODES should be 1,000 or
//! more: on 1,000 positions of Lichess's games the mean difference of chances (from -1 to 1) to Lichess's values was 0.157 at
//! 300 nodes of Stockfish 15.1, 0.092 at 1,000, 0.079 at 2,000 and 0.057 at 10,000.

use std::env;
use std::io::{self, BufRead, Write};

use chesstool::chess::{CastlingMode, Color, MoveKind, Position};
use chesstool::engine::{Engine, Launch, Limit, Score};

/// One of so many positions is chosen.
const ONE_OF: usize = 4;

/// Numbers that look random, the same in every run (Knuth's linear congruence, MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// The position behind none to two random moves, if it is quiet enough to ask for.
fn moved(fen: &str, random: &mut Random) -> Option<Position> {
    let mut position = Position::from_fen(fen, CastlingMode::Standard).ok()?;
    for _ in 0..[0, 0, 1, 1, 2][random.below(5)] {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    (!position.in_check() && !position.legal_moves().is_empty()).then_some(position)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let program = arguments.next().ok_or("ENGINE NODES")?;
    let nodes = arguments.next().ok_or("ENGINE NODES")?.parse()?;
    let mut engine = Engine::start(&Launch::new(program))?;
    engine.new_game(CastlingMode::Standard)?;
    let limit = Limit {
        nodes: Some(nodes),
        ..Limit::default()
    };
    let mut random = Random(1);
    let mut out = io::stdout().lock();
    for fen in io::stdin().lock().lines() {
        let fen = fen?;
        if random.below(ONE_OF) != 0 {
            continue;
        }
        let Some(position) = moved(&fen, &mut random) else {
            continue;
        };
        let found = engine.analyse(&position, &[], &limit, 1)?;
        let Some(line) = found.lines.first() else {
            continue;
        };
        let quiet = line.moves.first().is_some_and(|mv| {
            let takes =
                mv.kind() != MoveKind::Castle && position.board().role_at(mv.to()).is_some();
            !takes && mv.promoted().is_none()
        });
        if !quiet {
            continue;
        }
        let sign = if position.turn() == Color::White {
            1
        } else {
            -1
        };
        let fen = position.fen();
        match line.score {
            Score::Centipawns(value) => writeln!(out, "{fen}\t{}\t", sign * value)?,
            Score::Mate(moves) => writeln!(out, "{fen}\t\t{}", sign * moves)?,
        }
    }
    engine.quit();
    Ok(())
}
