//! Games drawn at random.
//!
//! Every game has a number that looks random and follows from the seed and its own number in the run; the games with
//! the lowest ones are the sample. So it is the same on any number of threads, every set of games is as likely as any
//! other, and no number of games need be known beforehand.

use std::collections::BinaryHeap;
use std::io;

use crate::commands::convert::parcel::Parcel;
use crate::stream::sorter::{Sorted, Sorter};

/// How many games, and which draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Games that are drawn, at most.
    pub count: u64,
    /// Another seed is another draw.
    pub seed: u64,
}

/// Games among which the sample is.
#[derive(Debug)]
pub(super) struct Sample {
    draw: Draw,
    memory: usize,
    /// The lowest numbers so far; without it all games are kept.
    lowest: Option<BinaryHeap<u64>>,
    /// The games, by their numbers.
    games: Sorter,
    offered: u64,
}

impl Sample {
    /// Takes so many bytes of memory.
    pub(super) fn new(draw: Draw, memory: usize) -> Sample {
        let numbers = draw.count.saturating_mul(size_of::<u64>() as u64);
        let fits = numbers <= memory as u64 / 2;
        Sample {
            draw,
            memory,
            lowest: fits.then(BinaryHeap::new),
            games: Sorter::new(memory / 2),
            offered: 0,
        }
    }

    /// Keeps a game if it may be in the sample.
    pub(super) fn offer(&mut self, game: &Parcel) -> io::Result<()> {
        self.offered += 1;
        let number = drawn(self.draw.seed, game.number);
        if let Some(lowest) = &mut self.lowest {
            lowest.push(number);
            if lowest.len() as u64 > self.draw.count && lowest.pop() == Some(number) {
                return Ok(());
            }
        }
        self.games.push(&number.to_be_bytes(), &game.pack())
    }

    /// The sample in the order of the input, and how many games are not in it.
    pub(super) fn finish(self) -> io::Result<(Sorted, u64)> {
        drop(self.lowest);
        let mut sample = Sorter::new(self.memory / 2);
        let mut left = self.draw.count;
        let mut games = self.games.finish()?;
        while left > 0
            && let Some(game) = games.next()
        {
            let packed = game?.payload;
            let number = Parcel::unpack(&packed)?.number;
            sample.push(&number.to_be_bytes(), &packed)?;
            left -= 1;
        }
        let out = self.offered - (self.draw.count - left);
        drop(games);
        Ok((sample.finish()?, out))
    }
}

/// The number of a game in a draw: no two games have the same.
fn drawn(seed: u64, game: u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    mixed(mixed(seed.wrapping_add(STEP)).wrapping_add(game.wrapping_mul(STEP)))
}

/// The last step of `SplitMix64` (Steele, Lea, Flood 2014; constants of Stafford's variant 13), which is one to one.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(draw: Draw, games: u64, memory: usize) -> Vec<u64> {
        let mut sample = Sample::new(draw, memory);
        for number in 1..=games {
            let game = Parcel {
                number,
                ..Parcel::default()
            };
            sample.offer(&game).unwrap();
        }
        let (sorted, out) = sample.finish().unwrap();
        let number = |payload: Vec<u8>| Parcel::unpack(&payload).unwrap().number;
        let drawn: Vec<u64> = sorted.map(|game| number(game.unwrap().payload)).collect();
        assert_eq!(drawn.len() as u64 + out, games);
        drawn
    }

    #[test]
    fn every_game_is_as_likely_as_any_other() {
        let mut counts = [0_u32; 20];
        for seed in 0..4_000 {
            for number in sample(Draw { count: 5, seed }, 20, 1 << 20) {
                counts[number as usize - 1] += 1;
            }
        }
        // A thousand is expected of each, with a deviation of 27.
        assert!(
            counts.iter().all(|count| (870..1_130).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn memory_does_not_matter() {
        for count in [1, 10, 999, 1_000, 5_000] {
            let draw = Draw { count, seed: 3 };
            let drawn = sample(draw, 1_000, 1 << 20);
            assert_eq!(drawn, sample(draw, 1_000, 1_000));
            assert_eq!(drawn.len() as u64, count.min(1_000));
            assert!(drawn.is_sorted());
        }
    }
}
