//! Positions made from known ones by changing a little, and by random play, judged by another solver.

use std::str::FromStr;

use chesstool::arbiter::dead::{self, Winnability};
use chesstool::chess::{CastlingMode, Color, Position};

use crate::mates;

/// Random numbers by xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }
}

/// What was seen.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) queries: u32,
    pub(crate) winnable: u32,
    pub(crate) unwinnable: u32,
    pub(crate) open: u32,
    /// Unwinnable ones of which the other solver does not know.
    pub(crate) unconfirmed: u32,
    pub(crate) wrong: Vec<String>,
}

/// Men, turn, rights and passed square of a FEN, to be changed.
fn change(fen: &str, dice: &mut Dice) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut squares = Vec::new();
    for letter in fields[0].chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(empty) => squares.extend(std::iter::repeat_n('.', empty as usize)),
            None => squares.push(letter),
        }
    }
    let mut turn = fields[1];
    let mut rights = fields[2];
    let mut passed = fields[3].to_owned();
    for _ in 0..=dice.below(3) {
        let (from, to) = (dice.below(64), dice.below(64));
        let free = squares[to] == '.';
        let bare = !matches!(squares[from], '.' | 'K' | 'k');
        match dice.below(8) {
            0..=2 if free => squares.swap(from, to),
            3 | 4 if free => {
                squares[to] = ['P', 'p', 'B', 'b', 'N', 'n', 'R', 'r', 'Q', 'q'][dice.below(10)];
            }
            5 if bare => squares[from] = '.',
            6 => turn = if turn == "w" { "b" } else { "w" },
            7 => {
                rights = ["-", "K", "Q", "k", "q", "KQkq"][dice.below(6)];
                let rank = if turn == "w" { 6 } else { 3 };
                passed = format!("{}{rank}", char::from(b'a' + dice.below(8) as u8));
            }
            _ => {}
        }
    }
    let mut board = String::new();
    for (index, rank) in squares.chunks(8).enumerate() {
        if index > 0 {
            board.push('/');
        }
        let mut empty = 0;
        for letter in rank {
            if *letter == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                board.push_str(&empty.to_string());
                empty = 0;
            }
            board.push(*letter);
        }
        if empty > 0 {
            board.push_str(&empty.to_string());
        }
    }
    format!("{board} {turn} {rights} {passed} 0 1")
}

/// Plays at random for a while.
fn play(position: &mut Position, plies: usize, dice: &mut Dice) {
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[dice.below(moves.len())]);
    }
}

/// Judges `count` positions made from `seeds`.
pub(crate) fn run(seeds: &[String], count: u32, seed: u64, budget: u64) -> Tally {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    let mut made = 0;
    while made < count {
        let fen = change(&seeds[dice.below(seeds.len())], &mut dice);
        let Ok(mut position) = Position::from_fen(&fen, CastlingMode::Standard) else {
            continue;
        };
        if dice.below(3) == 0 {
            let plies = dice.below(30);
            play(&mut position, plies, &mut dice);
        }
        let Ok(other) = chess::Board::from_str(&position.fen()) else {
            continue;
        };
        made += 1;
        for (color, theirs) in [
            (Color::White, chess::Color::White),
            (Color::Black, chess::Color::Black),
        ] {
            judge(&position, color, (&other, theirs), budget, &mut tally);
        }
    }
    tally
}

fn judge(
    position: &Position,
    winner: Color,
    (other, theirs): (&chess::Board, chess::Color),
    budget: u64,
    tally: &mut Tally,
) {
    tally.queries += 1;
    let fen = position.fen();
    let quick = dead::quick(position, winner);
    match dead::full(position, winner, budget) {
        Winnability::Winnable(line) => {
            tally.winnable += 1;
            if quick.is_some() || !mates(position, winner, &line) {
                tally
                    .wrong
                    .push(format!("{fen} {winner} {quick:?} {line:?}"));
            }
        }
        Winnability::Undetermined(_) => {
            tally.open += 1;
            if quick.is_some() {
                tally
                    .wrong
                    .push(format!("{fen} {winner} {quick:?} but open"));
            }
        }
        Winnability::Unwinnable(proof) => {
            tally.unwinnable += 1;
            match chasolver::winnability(other, theirs) {
                Some(chasolver::Winnability::Unwinnable) => {}
                None => tally.unconfirmed += 1,
                Some(won) => tally
                    .wrong
                    .push(format!("{fen} {winner} {proof:?} {won:?}")),
            }
        }
    }
}

#[test]
fn changed_positions() {
    let text = include_str!("../../testdata/dead/verified.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let seeds: Vec<String> = lines
        .filter_map(|line| line.split('\t').nth(1))
        .map(str::to_owned)
        .collect();
    let tally = run(&seeds, 1_000, 0x9e37_79b9_7f4a_7c15, 3_000);
    println!("{tally:?}");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
}

#[test]
#[ignore = "takes minutes and needs the lists beside the project; CHANGED_POSITIONS=200000 for all, CHANGED_FROM=1 for the first round"]
fn many_changed_positions() {
    let wanted = std::env::var("CHANGED_POSITIONS");
    let wanted: usize = wanted.map_or(4_000, |count| count.parse().unwrap());
    let cases = crate::corpora::cases("chasolver-positions.txt");
    let seeds: Vec<String> = cases.into_iter().map(|case| case.fen).collect();
    if seeds.is_empty() {
        return;
    }
    let first = std::env::var("CHANGED_FROM").map_or(1, |round| round.parse().unwrap());
    for seed in first..=wanted.div_ceil(2_000) as u64 {
        let tally = run(
            &seeds,
            2_000,
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            20_000,
        );
        println!("{tally:?}");
        assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    }
}
