//! A table of counts that threads share without locks.
//!
//! An entry is two words, the count and the key combined with the count by exclusive or, so that an entry
//! torn by two writers does not match any key (Hyatt and Mann, "A lockless transposition-table
//! implementation", ICGA Journal 25(1), 2002). Four entries make a bucket, a cache line; a new count takes
//! the place of the smallest one in its bucket, which is the cheapest to count again.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::perft::perft;
use crate::chess::position::Position;

/// Counts of fewer plies are not kept: they are counted again in less time than they are found.
const LEAST_DEPTH: u32 = 2;

/// A hash to compare, and one to find the bucket by.
pub(super) type Key = (u64, u64);

/// Counts by key.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
}

const ENTRIES: usize = 4;

/// As large as a cache line, and in one.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    nodes: AtomicU64,
}

/// There is not that much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no memory for a table of {0} MB")]
pub struct NoMemory(pub u64);

impl Table {
    /// A table of at most so many bytes, at least one bucket.
    ///
    /// # Errors
    ///
    /// If the memory cannot be had.
    pub fn new(bytes: u64) -> Result<Table, NoMemory> {
        let failed = NoMemory(bytes >> 20);
        let count = usize::try_from(bytes).map_err(|_| failed)? / size_of::<Bucket>();
        let count = count.max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| failed)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets })
    }

    /// Bytes that a table can make use of when the paths of `depth` moves from `position` are counted: room for
    /// every fourth of the positions that are looked up, the rest being the same ones by other ways. In
    /// less memory they are nearer to the caches, and less must be got and zeroed.
    #[must_use]
    pub fn useful_bytes(position: &Position, depth: u32) -> u64 {
        const COUNTED: u32 = 3;
        let depth = depth.saturating_sub(LEAST_DEPTH);
        let counts = [COUNTED - 1, COUNTED].map(|plies| perft(position, plies.min(depth)));
        // As many times more with each ply as with the last one that is counted.
        let growth = counts[1] as f64 / counts[0].max(1) as f64;
        let paths = counts[1] as f64 * growth.powi(depth.saturating_sub(COUNTED) as i32);
        let bytes = paths * size_of::<Entry>() as f64 / 4.0;
        bytes as u64
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64
    }

    /// The count under a key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let bucket = self.bucket(key)?;
        bucket.0.iter().find_map(|entry| {
            let nodes = entry.nodes.load(Ordering::Relaxed);
            // No count is 0 here that was worth keeping, and an empty entry is all zeros.
            (entry.check.load(Ordering::Relaxed) ^ nodes == key.0 && nodes != 0).then_some(nodes)
        })
    }

    /// Fetches the bucket of a key into the caches, where the processor can be told to.
    #[inline]
    pub(super) fn fetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.bucket(key) {
            safe_arch::prefetch_t0(bucket);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Keeps a count.
    #[inline]
    pub(super) fn put(&self, key: Key, nodes: u64) {
        let Some(bucket) = self.bucket(key) else {
            return;
        };
        let smallest = bucket
            .0
            .iter()
            .min_by_key(|entry| entry.nodes.load(Ordering::Relaxed));
        if let Some(entry) = smallest {
            entry.check.store(key.0 ^ nodes, Ordering::Relaxed);
            entry.nodes.store(nodes, Ordering::Relaxed);
        }
    }

    /// The bucket of a key by its upper bits (Lemire, "Fast Random Integer Generation in an Interval").
    #[inline]
    fn bucket(&self, key: Key) -> Option<&Bucket> {
        let index = (u128::from(key.1) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::perft::Counter;

    #[test]
    fn what_was_put_is_found() {
        let table = Table::new(1 << 20).unwrap();
        for key in 1..1_000u64 {
            let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(table.get((key, place)), None);
            table.put((key, place), place >> 7);
            assert_eq!(table.get((key, place)), Some(place >> 7));
            assert_eq!(table.get((!key, place)), None);
        }
    }

    #[test]
    fn a_full_bucket_keeps_the_largest_counts() {
        let table = Table::new(0).unwrap();
        for nodes in [5, 50, 40, 30, 20, 10] {
            table.put((nodes << 40, nodes), nodes);
        }
        let found = |nodes: u64| table.get((nodes << 40, nodes)).is_some();
        assert!(found(50) && found(40) && found(30) && found(10) && !found(5));
    }

    #[test]
    fn sizes_beyond_memory_are_refused() {
        assert_eq!(Table::new(u64::MAX).unwrap_err(), NoMemory(u64::MAX >> 20));
        assert!(Table::new(1 << 60).is_err());
    }

    #[test]
    fn a_table_of_any_size_changes_no_count() {
        let start = Position::start();
        for bytes in [0, 1 << 20, 1 << 24] {
            let table = Table::new(bytes).unwrap();
            let counter = Counter {
                table: Some(&table),
                stop: &|| false,
            };
            for depth in [0, 1, 2, 3, 5, 4, 5] {
                assert_eq!(counter.count(&start, depth), Some(perft(&start, depth)));
            }
        }
    }

    #[test]
    fn no_more_memory_than_can_be_used() {
        let start = Position::start();
        let megabytes = |depth| Table::useful_bytes(&start, depth) >> 20;
        assert_eq!(megabytes(5), 0, "8,902 positions after three plies");
        assert!((10..30).contains(&megabytes(7)), "{}", megabytes(7));
        assert!(megabytes(12) > 1 << 20);
        assert_eq!(Table::useful_bytes(&start, 255), u64::MAX);
        let mated = crate::chess::fen::read_any("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        let mated = mated.position.unwrap();
        assert_eq!(Table::useful_bytes(&mated, 9), 0);
        assert_eq!(Table::new(0).unwrap().bytes(), 64);
    }

    #[test]
    fn what_is_stopped_is_no_count_and_leaves_none() {
        let table = Table::new(1 << 20).unwrap();
        let start = Position::start();
        let counter = |stop| Counter {
            table: Some(&table),
            stop,
        };
        assert_eq!(counter(&|| true).count(&start, 5), None);
        assert_eq!(counter(&|| false).count(&start, 5), Some(4_865_609));
    }
}
