//! Positions with the values that Stockfish tells without search, for `examples/train_network.rs`, which see for the command.
//!
//! ```text
//! label_positions STOCKFISH SEED < FENS > TSV
//! ```
//!
//! Each position of the input is taken, and the ones behind one and two random moves in it, as a search plays them to see
//! what is wrong with them; SEED makes it other moves. Left out are those that are not quiet (see `quiet`). The answer of
//! Stockfish's command `eval` is told [`SCALE`] times: on 4,876 quiet positions of Lichess's games the mean difference of
//! chances (from -1 to 1) to Lichess's values was 0.101 with 1, 0.094 with 1.2 and 0.097 with 1.4. Searches of 1,000 nodes,
//! which take ten times as long, came to 0.092.

mod quiet;
mod random;

use std::env;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use chesstool::chess::{CastlingMode, Position};

use random::Random;

/// What a value of Stockfish 15.1 is multiplied by.
const SCALE: f64 = 1.2;
/// Positions that are asked for at once. Their text fits into a pipe.
const AT_ONCE: usize = 256;
/// How the line of an answer starts, whose next word is the value for White, in pawns.
const ANSWER: &str = "Final evaluation";

/// The position behind so many random moves, if it is quiet and not over.
fn moved(mut position: Position, moves: usize, random: &mut Random) -> Option<Position> {
    for _ in 0..moves {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    (quiet::is_quiet(&position) && !position.legal_moves().is_empty()).then_some(position)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [program, seed] = arguments.as_slice() else {
        return Err("STOCKFISH SEED".into());
    };
    let mut random = Random::new(seed.parse()?);
    let mut engine = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut asks = engine.stdin.take().ok_or("no input")?;
    let mut answers = BufReader::new(engine.stdout.take().ok_or("no output")?).lines();
    let mut out = io::stdout().lock();
    let mut asked: Vec<String> = Vec::new();
    let mut lines = io::stdin().lock().lines();
    loop {
        let line = lines.next().transpose()?;
        let ended = line.is_none();
        if let Some(position) =
            line.and_then(|fen| Position::from_fen(&fen, CastlingMode::Standard).ok())
        {
            let moved = (0..3).filter_map(|moves| moved(position, moves, &mut random));
            asked.extend(moved.map(|position| position.fen()));
        }
        if asked.len() < AT_ONCE && !ended {
            continue;
        }
        let mut text = String::new();
        for fen in &asked {
            writeln!(text, "position fen {fen}\neval")?;
        }
        asks.write_all(text.as_bytes())?;
        asks.flush()?;
        for fen in asked.drain(..) {
            let answer = loop {
                let line = answers.next().ok_or("the engine has ended")??;
                if let Some(rest) = line.strip_prefix(ANSWER) {
                    break rest.split_whitespace().next().map(str::to_owned);
                }
            };
            if let Some(pawns) = answer.and_then(|word| word.parse::<f64>().ok()) {
                writeln!(out, "{fen}\t{:.0}\t", pawns * 100.0 * SCALE)?;
            }
        }
        if ended {
            break;
        }
    }
    writeln!(asks, "quit")?;
    engine.wait()?;
    Ok(())
}
