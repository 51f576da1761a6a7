//! What stands between the games that are converted and the output: the same game but once, a sample, an order, the
//! same line but once, and no more games than are wanted; in that sequence.
//!
//! A stage that cannot tell yet what comes first holds games back, in temporary files beyond its share of memory, and
//! lets them go at the end of the input.

use std::io;
use std::ops::ControlFlow;

use crate::commands::convert::parcel::Parcel;
use crate::commands::convert::sample::{Draw, Sample};
use crate::commands::convert::unique::Unique;
use crate::stream::distinct::{Distinct, Fate};
use crate::stream::sorter::Sorter;

/// Which stages there are.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of games that are the same, write the first one only.
    pub dedupe: bool,
    /// Write some, drawn at random.
    pub sample: Option<Draw>,
    /// Write them in the order of the PGN standard.
    pub sort: bool,
    /// Write no line twice.
    pub unique: bool,
    /// Bytes of memory that the stages take together before they use temporary files.
    pub memory: usize,
}

impl Plan {
    /// Whether anything stands in the way of the games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.stages() == 0
    }

    const fn stages(&self) -> usize {
        self.dedupe as usize
            + self.sample.is_some() as usize
            + self.sort as usize
            + self.unique as usize
    }
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Games written.
    pub(super) written: u64,
    /// Lines or rows written.
    pub(super) rows: u64,
    /// Games that were the same as others.
    pub(super) duplicates: u64,
    /// Games that are not in the sample.
    pub(super) not_drawn: u64,
    /// Lines that were written before.
    pub(super) repeated: u64,
}

/// The stages.
#[derive(Debug)]
pub(super) struct Stages {
    dedupe: Option<Distinct>,
    sample: Option<Sample>,
    sort: Option<Sorter>,
    unique: Option<Unique>,
    limit: Option<u64>,
    /// The game that was let through last.
    last: u64,
    pub(super) tally: Tally,
    /// What is to be written.
    ready: Vec<Parcel>,
}

/// Writes what is ready, and says whether to go on.
pub(super) type Write<'a> = &'a mut dyn FnMut(&mut Vec<Parcel>) -> io::Result<ControlFlow<()>>;

impl Stages {
    /// The stages of a run whose lines are positions, or are not.
    pub(super) fn new(plan: &Plan, positions: bool, limit: Option<u64>) -> Stages {
        let share = plan.memory / plan.stages().max(1);
        Stages {
            dedupe: plan.dedupe.then(|| Distinct::new(share)),
            sample: plan.sample.map(|draw| Sample::new(draw, share)),
            sort: plan.sort.then(|| Sorter::new(share)),
            unique: plan.unique.then(|| Unique::new(positions, share)),
            limit,
            last: 0,
            tally: Tally::default(),
            ready: Vec::new(),
        }
    }

    /// Whether no more games are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.limit.is_some_and(|limit| self.tally.written >= limit)
    }

    /// Games that may still be written.
    pub(super) fn room(&self) -> u64 {
        self.limit
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.tally.written))
    }

    /// What is to be written now.
    pub(super) fn ready(&mut self) -> &mut Vec<Parcel> {
        &mut self.ready
    }

    /// Takes in a game.
    pub(super) fn push(&mut self, game: Parcel) -> io::Result<()> {
        let (Some(dedupe), Some(identity)) = (&mut self.dedupe, game.identity) else {
            return self.hold_back(game);
        };
        match dedupe.meet(identity, || game.pack())? {
            Fate::First => self.draw(game),
            Fate::Again => {
                self.tally.duplicates += 1;
                Ok(())
            }
            Fate::Later => Ok(()),
        }
    }

    /// A game that is like no other keeps its place among those that are put aside.
    fn hold_back(&mut self, game: Parcel) -> io::Result<()> {
        match &mut self.dedupe {
            Some(dedupe) if dedupe.is_full() => dedupe.put_aside(&game.pack()),
            _ => self.draw(game),
        }
    }

    fn draw(&mut self, game: Parcel) -> io::Result<()> {
        match &mut self.sample {
            Some(sample) => sample.offer(&game),
            None => self.sort(game),
        }
    }

    fn sort(&mut self, mut game: Parcel) -> io::Result<()> {
        let Some(sort) = &mut self.sort else {
            return self.reduce(game);
        };
        let order = std::mem::take(&mut game.order);
        sort.push(&order, &game.pack())
    }

    fn reduce(&mut self, mut game: Parcel) -> io::Result<()> {
        if let Some(unique) = &mut self.unique {
            self.tally.repeated += unique.reduce(&mut game)?;
            if game.rows == 0 {
                return Ok(());
            }
        }
        self.let_through(game);
        Ok(())
    }

    /// Counts what is written; false if it is one game too many.
    fn let_through(&mut self, game: Parcel) -> bool {
        if game.number != self.last {
            if self.is_full() {
                return false;
            }
            self.tally.written += 1;
            self.last = game.number;
        }
        self.tally.rows += game.rows;
        self.ready.push(game);
        true
    }

    /// Lets go what was held back, as long as `write` goes on.
    pub(super) fn finish(&mut self, write: Write<'_>) -> io::Result<()> {
        if let Some(dedupe) = self.dedupe.take()
            && !self.is_full()
        {
            let mut firsts = dedupe.finish()?;
            for packed in firsts.by_ref() {
                self.draw(Parcel::unpack(&packed?)?)?;
                if write(&mut self.ready)?.is_break() {
                    return Ok(());
                }
                if self.is_full() {
                    break;
                }
            }
            self.tally.duplicates += firsts.left_out();
        }
        if let Some(sample) = self.sample.take() {
            let (games, not_drawn) = sample.finish()?;
            self.tally.not_drawn += not_drawn;
            for record in games {
                self.sort(Parcel::unpack(&record?.payload)?)?;
                if write(&mut self.ready)?.is_break() {
                    return Ok(());
                }
                if self.is_full() {
                    break;
                }
            }
        }
        if let Some(sort) = self.sort.take() {
            for record in sort.finish()? {
                self.reduce(Parcel::unpack(&record?.payload)?)?;
                if write(&mut self.ready)?.is_break() {
                    return Ok(());
                }
                if self.is_full() {
                    break;
                }
            }
        }
        if let Some(unique) = self.unique.take() {
            let mut firsts = unique.finish()?;
            for packed in firsts.by_ref() {
                let goes_on = self.let_through(Parcel::unpack(&packed?)?);
                if !goes_on || write(&mut self.ready)?.is_break() {
                    break;
                }
            }
            self.tally.repeated += firsts.left_out();
        }
        Ok(())
    }
}
