//! The merging of sorted runs.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;

use crate::stream::record::{Pieces, push_number};
use crate::stream::scratch::Scratch;
use crate::stream::sorter::{Record, Runs};

/// Runs that are read side by side.
#[derive(Debug)]
pub(super) struct Merge {
    file: Scratch,
    runs: Group,
}

impl Merge {
    /// Reads all runs of a file, `piece` bytes of each at once.
    pub(super) fn new(file: Scratch, places: &[Range<u64>], piece: usize) -> io::Result<Merge> {
        let runs = Group::new(&file, places, piece)?;
        Ok(Merge { file, runs })
    }

    /// The lowest record that is left.
    pub(super) fn next(&mut self) -> io::Result<Option<Record>> {
        self.runs.next(&self.file)
    }
}

/// Merges neighbouring runs, `at_once` to one.
pub(super) fn shorten(runs: Runs, at_once: usize, piece: usize) -> io::Result<Runs> {
    let file = runs.file.finish()?;
    let mut longer = Runs::new();
    let mut lengths = Vec::new();
    for places in runs.places.chunks(at_once) {
        let from = longer.file.length();
        let mut group = Group::new(&file, places, piece)?;
        while let Some(record) = group.next(&file)? {
            lengths.clear();
            push_number(&mut lengths, record.key.len() as u64);
            push_number(&mut lengths, record.payload.len() as u64);
            longer.file.append(&lengths)?;
            longer.file.append(&record.key)?;
            longer.file.append(&record.payload)?;
        }
        longer.places.push(from..longer.file.length());
    }
    Ok(longer)
}

/// Some runs of a file, each with its first record ready.
#[derive(Debug)]
struct Group {
    heads: BinaryHeap<Head>,
    runs: Vec<Pieces>,
}

impl Group {
    fn new(file: &Scratch, places: &[Range<u64>], piece: usize) -> io::Result<Group> {
        let pieces = |place: &Range<u64>| Pieces::new(place.start, place.end, piece);
        let mut runs: Vec<Pieces> = places.iter().map(pieces).collect();
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (run, pieces) in runs.iter_mut().enumerate() {
            if let Some(record) = read(file, pieces)? {
                heads.push(Head { record, run });
            }
        }
        Ok(Group { heads, runs })
    }

    fn next(&mut self, file: &Scratch) -> io::Result<Option<Record>> {
        let Some(mut lowest) = self.heads.peek_mut() else {
            return Ok(None);
        };
        let following = match self.runs.get_mut(lowest.run) {
            Some(pieces) => read(file, pieces)?,
            None => None,
        };
        Ok(Some(match following {
            Some(record) => std::mem::replace(&mut lowest.record, record),
            None => PeekMut::pop(lowest).record,
        }))
    }
}

fn read(file: &Scratch, pieces: &mut Pieces) -> io::Result<Option<Record>> {
    if pieces.is_empty() {
        return Ok(None);
    }
    let key = pieces.number(file)?;
    let payload = pieces.number(file)?;
    Ok(Some(Record {
        key: pieces.bytes(file, key)?.to_vec(),
        payload: pieces.bytes(file, payload)?.to_vec(),
    }))
}

/// A run's lowest record. The greatest head is the one that comes first: a heap hands out the greatest.
#[derive(PartialEq, Eq, Debug)]
struct Head {
    record: Record,
    run: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        let keys = other.record.key.cmp(&self.record.key);
        keys.then(other.run.cmp(&self.run))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
