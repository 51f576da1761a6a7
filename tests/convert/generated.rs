//! Games played at random, with few players and days, so that tags, positions and whole games repeat.

use std::fmt::Write as _;

use chesstool::chess::{Color, Position};

/// A source of numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// So many games; about a third of them have the moves of an earlier one.
pub(crate) fn games(count: usize, seed: u64) -> Vec<String> {
    let mut random = Random(seed * 2 + 1);
    let mut lines: Vec<String> = Vec::new();
    let mut games = Vec::new();
    for _ in 0..count {
        let again = !lines.is_empty() && random.below(3) == 0;
        let line = if again {
            lines[random.below(lines.len())].clone()
        } else {
            let plies = [0, 1, 3, 8, 30, 60][random.below(6)];
            played(&mut random, plies)
        };
        games.push(format!("{}\n{line}\n\n", tags(&mut random)));
        lines.push(line);
    }
    games
}

fn tags(random: &mut Random) -> String {
    let mut text = String::new();
    for (name, values) in [
        ("Event", &["Open", "open", "Cup", "?"][..]),
        ("Site", &["Bern", "?"]),
        (
            "Date",
            &["2024.01.02", "2024.01.??", "????.??.??", "2023.12.31"],
        ),
        ("Round", &["?", "-", "1", "2", "10", "2.1", "2.10", "final"]),
        ("White", &["Tal", "NN", "Fine", "Réti"]),
        ("Black", &["Euwe", "?", "Fine"]),
        ("Result", &["1-0", "*"]),
        ("ECO", &["B90", "B9", "A00", "?", ""]),
    ] {
        let value = random.one_of(values);
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text
}

fn played(random: &mut Random, plies: usize) -> String {
    let mut position = Position::start();
    let mut line = String::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        if position.turn() == Color::White {
            let _ = write!(line, "{}. ", position.fullmove());
        }
        let _ = write!(line, "{} ", position.san(mv));
        position.play(mv);
    }
    line + random.one_of(&["*", "1-0"])
}
