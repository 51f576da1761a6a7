//! Sorts more records than memory holds.
//!
//! Records are gathered until memory is full, sorted and written to a temporary file as a run; at the end the runs are
//! merged. All runs of a pass lie one behind the other in one file, so that the number of open files does not grow with
//! them. Where there are more runs than can be read at once, neighbours are merged to longer ones first.

mod merge;

use std::io;
use std::ops::Range;

use crate::stream::record::push_number;
use crate::stream::scratch::Scratch;
use merge::Merge;

/// Bytes that are read of a run at once, where memory allows.
const PIECE: usize = 1 << 16;
/// The least that is read of a run at once.
const LEAST_PIECE: usize = 1 << 12;
/// Runs that are merged at once, at most.
const MOST_RUNS: usize = 128;

/// Sorts records by the bytes of their keys; those with the same key keep their order.
///
/// ```
/// use chesstool::stream::sorter::Sorter;
///
/// let mut sorter = Sorter::new(1 << 16);
/// for (key, payload) in [("b", "1"), ("a", "2"), ("b", "3")] {
///     sorter.push(key.as_bytes(), payload.as_bytes())?;
/// }
/// let payloads: Vec<Vec<u8>> = sorter
///     .finish()?
///     .map(|record| record.map(|record| record.payload))
///     .collect::<Result<_, _>>()?;
/// assert_eq!(payloads, [b"2", b"1", b"3"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Sorter {
    /// Bytes of memory.
    most: usize,
    /// The records that are in memory, each its key and its payload.
    bytes: Vec<u8>,
    held: Vec<Held>,
    /// The others.
    runs: Runs,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// What it is sorted by.
    pub key: Vec<u8>,
    /// What it carries.
    pub payload: Vec<u8>,
}

/// Where a record is in memory.
#[derive(Clone, Copy, Debug)]
struct Held {
    at: usize,
    key: usize,
    payload: usize,
}

/// Sorted runs in a file, the first ones first.
#[derive(Debug)]
struct Runs {
    file: Scratch,
    places: Vec<Range<u64>>,
}

impl Runs {
    const fn new() -> Runs {
        Runs {
            file: Scratch::new(0),
            places: Vec::new(),
        }
    }
}

impl Sorter {
    /// Takes so many bytes of memory, and what the longest records take.
    #[must_use]
    pub const fn new(memory: usize) -> Sorter {
        Sorter {
            most: memory,
            bytes: Vec::new(),
            held: Vec::new(),
            runs: Runs::new(),
        }
    }

    /// Takes a record in.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn push(&mut self, key: &[u8], payload: &[u8]) -> io::Result<()> {
        let length = key.len() + payload.len();
        let taken = self.bytes.len() + length + (self.held.len() + 1) * size_of::<Held>();
        if taken > self.most && !self.held.is_empty() {
            self.write_run()?;
        }
        self.make_room(length);
        let at = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(payload);
        self.held.push(Held {
            at,
            key: key.len(),
            payload: payload.len(),
        });
        Ok(())
    }

    /// Makes room for a record: by halves, so that little is moved, but for no more than can be held.
    fn make_room(&mut self, length: usize) {
        let held = self.bytes.len();
        if self.bytes.capacity() - held < length {
            let more = (held / 2).min(self.most.saturating_sub(held));
            self.bytes.reserve_exact(more.max(length));
        }
    }

    /// Sorts what is in memory.
    fn sort(&mut self) {
        let bytes = &self.bytes;
        let key = |held: &Held| &bytes[held.at..held.at + held.key];
        // Places rise, so that the order of equal keys is kept; of records in one place all but the last are empty.
        let place = |held: &Held| (held.at, held.payload);
        self.held
            .sort_unstable_by(|a, b| key(a).cmp(key(b)).then_with(|| place(a).cmp(&place(b))));
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.sort();
        let from = self.runs.file.length();
        let mut lengths = Vec::new();
        for held in &self.held {
            lengths.clear();
            push_number(&mut lengths, held.key as u64);
            push_number(&mut lengths, held.payload as u64);
            self.runs.file.append(&lengths)?;
            let record = &self.bytes[held.at..held.at + held.key + held.payload];
            self.runs.file.append(record)?;
        }
        self.runs.places.push(from..self.runs.file.length());
        self.bytes.clear();
        self.held.clear();
        Ok(())
    }

    /// Sorts all that was taken in.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn finish(mut self) -> io::Result<Sorted> {
        if self.runs.places.is_empty() {
            self.sort();
            return Ok(Sorted::Held {
                bytes: self.bytes,
                order: self.held.into_iter(),
            });
        }
        self.write_run()?;
        self.bytes = Vec::new();
        self.held = Vec::new();
        let at_once = (self.most / PIECE).clamp(2, MOST_RUNS);
        let piece = (self.most / at_once).clamp(LEAST_PIECE, PIECE);
        let mut runs = self.runs;
        while runs.places.len() > at_once {
            runs = merge::shorten(runs, at_once, piece)?;
        }
        let file = runs.file.finish()?;
        Ok(Sorted::Merged(Merge::new(file, &runs.places, piece)?))
    }
}

/// The records of a [`Sorter`], the lowest key first.
#[derive(Debug)]
#[expect(private_interfaces, reason = "only the iterator is of use")]
pub enum Sorted {
    /// All were in memory.
    Held {
        /// The records.
        bytes: Vec<u8>,
        /// Where they are.
        order: std::vec::IntoIter<Held>,
    },
    /// From runs.
    Merged(Merge),
}

impl Iterator for Sorted {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        match self {
            Sorted::Held { bytes, order } => order.next().map(|held| {
                let record = &bytes[held.at..held.at + held.key + held.payload];
                let (key, payload) = record.split_at(held.key);
                Ok(Record {
                    key: key.to_vec(),
                    payload: payload.to_vec(),
                })
            }),
            Sorted::Merged(merge) => merge.next().transpose(),
        }
    }
}

#[cfg(test)]
mod tests;
