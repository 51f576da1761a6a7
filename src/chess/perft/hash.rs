//! A table of counts that threads share without locks.
//!
//! Most of what is kept are counts of two plies, which are small: one word holds the count and part of the
//! key, so that a cache line holds eight of them and the table stays near the caches. Counts of more
//! plies take two words, the count and the key combined with the count by exclusive or, so that an entry
//! torn by two writers does not match any key (Hyatt and Mann, "A lockless transposition-table
//! implementation", ICGA Journal 25(1), 2002). A bucket is a cache line; a new count takes the place of
//! the smallest one in its bucket, which is the cheapest to count again.

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
    small: Vec<SmallBucket>,
    large: Vec<LargeBucket>,
}

/// As large as a cache line, and in one. In an entry the upper bits are those of the key.
#[derive(Debug, Default)]
#[repr(align(64))]
struct SmallBucket([AtomicU64; 8]);

/// Bits of an entry that hold the count. No legal position has more than 218 moves, so two plies are
/// fewer than 2 to the 16th paths; counts of other positions are not kept if they are larger.
const COUNT_BITS: u32 = 16;

#[derive(Debug, Default)]
#[repr(align(64))]
struct LargeBucket([LargeEntry; 4]);

#[derive(Debug, Default)]
struct LargeEntry {
    check: AtomicU64,
    nodes: AtomicU64,
}

/// One bucket of so many is one of large entries.
const LARGE_SHARE: usize = 4;

/// There is not that much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no memory for a table of {0} MB")]
pub struct NoMemory(pub u64);

impl Table {
    /// A table of at most so many bytes, but for two buckets at least. It becomes smaller if `stop` says so
    /// while it is made: gigabytes take seconds.
    ///
    /// # Errors
    ///
    /// If the memory cannot be had.
    pub fn new(bytes: u64, stop: &dyn Fn() -> bool) -> Result<Table, NoMemory> {
        let failed = NoMemory(bytes >> 20);
        let buckets = usize::try_from(bytes).map_err(|_| failed)? / size_of::<LargeBucket>();
        let large = (buckets / LARGE_SHARE).max(1);
        let small = (buckets - buckets / LARGE_SHARE).max(1);
        Ok(Table {
            small: empty(small, stop).ok_or(failed)?,
            large: empty(large, stop).ok_or(failed)?,
        })
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
        let paths = counts[1] as f64 * growth.powi(depth.saturating_sub(COUNTED).cast_signed());
        let small = paths / 4.0 * size_of::<u64>() as f64;
        (small * LARGE_SHARE as f64 / (LARGE_SHARE - 1) as f64) as u64
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        ((self.small.len() + self.large.len()) * size_of::<LargeBucket>()) as u64
    }

    /// The count of more than two plies under a key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        bucket(&self.large, key)?.0.iter().find_map(|entry| {
            let nodes = entry.nodes.load(Ordering::Relaxed);
            // No count is 0 here that was worth keeping, and an empty entry is all zeros.
            (entry.check.load(Ordering::Relaxed) ^ nodes == key.0 && nodes != 0).then_some(nodes)
        })
    }

    /// Keeps a count of more than two plies.
    #[inline]
    pub(super) fn put(&self, key: Key, nodes: u64) {
        let Some(bucket) = bucket(&self.large, key) else {
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

    /// Fetches the bucket of a small count into the caches, where the processor can be told to.
    #[inline]
    pub(super) fn fetch_small(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = bucket(&self.small, key) {
            safe_arch::prefetch_t0(bucket);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The count of two plies under a key.
    #[inline]
    pub(super) fn get_small(&self, key: Key) -> Option<u64> {
        bucket(&self.small, key)?.0.iter().find_map(|entry| {
            let entry = entry.load(Ordering::Relaxed);
            // An empty entry is all zeros, and 0 is no count that was worth keeping.
            let nodes = entry & ((1 << COUNT_BITS) - 1);
            ((entry ^ key.0) >> COUNT_BITS == 0 && nodes != 0).then_some(nodes)
        })
    }

    /// Keeps a count of two plies.
    #[inline]
    pub(super) fn put_small(&self, key: Key, nodes: u64) {
        let Some(bucket) = bucket(&self.small, key) else {
            return;
        };
        let count = |entry: u64| entry & ((1 << COUNT_BITS) - 1);
        let smallest = bucket
            .0
            .iter()
            .min_by_key(|entry| count(entry.load(Ordering::Relaxed)));
        if let Some(entry) = smallest
            && nodes >> COUNT_BITS == 0
        {
            let check = key.0 >> COUNT_BITS << COUNT_BITS;
            entry.store(check | nodes, Ordering::Relaxed);
        }
    }
}

/// The bucket of a key by its upper bits (Lemire, "Fast Random Integer Generation in an Interval").
#[inline]
fn bucket<B>(buckets: &[B], key: Key) -> Option<&B> {
    let index = (u128::from(key.1) * buckets.len() as u128) >> 64;
    buckets.get(index as usize)
}

/// So many empty buckets, if there is memory for them.
fn empty<B: Default>(count: usize, stop: &dyn Fn() -> bool) -> Option<Vec<B>> {
    /// Made between two questions.
    const STEP: usize = 1 << 18;
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).ok()?;
    buckets.resize_with(count.min(STEP), B::default);
    while buckets.len() < count && !stop() {
        buckets.resize_with(count.min(buckets.len() + STEP), B::default);
    }
    Some(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::perft::Counter;

    type Get = fn(&Table, Key) -> Option<u64>;
    type Put = fn(&Table, Key, u64);
    const BOTH: [(Get, Put); 2] = [
        (Table::get, Table::put),
        (Table::get_small, Table::put_small),
    ];

    #[test]
    fn what_was_put_is_found() {
        for (get, put) in BOTH {
            let table = Table::new(1 << 20, &|| false).unwrap();
            for key in 1..1_000u64 {
                let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let key = key << COUNT_BITS | place & 0xff;
                assert_eq!(get(&table, (key, place)), None);
                put(&table, (key, place), place >> 48 | 1);
                assert_eq!(get(&table, (key, place)), Some(place >> 48 | 1));
                assert_eq!(get(&table, (!key, place)), None);
            }
        }
    }

    #[test]
    fn a_full_bucket_keeps_the_largest_counts() {
        for (get, put) in BOTH {
            let table = Table::new(0, &|| false).unwrap();
            let counts = [5, 90, 80, 70, 60, 50, 40, 30, 20, 10];
            for nodes in counts {
                put(&table, (nodes << 40, nodes), nodes);
            }
            let found = |nodes: u64| get(&table, (nodes << 40, nodes)).is_some();
            assert!(found(90) && found(80) && found(70) && found(10) && !found(5));
        }
    }

    #[test]
    fn a_count_beyond_its_bits_is_not_kept() {
        let table = Table::new(0, &|| false).unwrap();
        table.put_small((7 << 40, 0), 1 << COUNT_BITS);
        assert_eq!(table.get_small((7 << 40, 0)), None);
        table.put_small((7 << 40, 0), (1 << COUNT_BITS) - 1);
        assert_eq!(table.get_small((7 << 40, 0)), Some(65_535));
    }

    #[test]
    fn sizes_beyond_memory_are_refused() {
        assert_eq!(
            Table::new(u64::MAX, &|| false).unwrap_err(),
            NoMemory(u64::MAX >> 20)
        );
        assert!(Table::new(1 << 60, &|| false).is_err());
    }

    #[test]
    fn a_table_of_any_size_changes_no_count() {
        let start = Position::start();
        for bytes in [0, 1 << 20, 1 << 24] {
            let table = Table::new(bytes, &|| false).unwrap();
            let counter = Counter {
                table: Some(&table),
                stop: &|| false,
            };
            for depth in [0, 1, 2, 3, 5, 4, 5] {
                assert_eq!(counter.count(&start, depth), Ok(perft(&start, depth)));
            }
        }
    }

    #[test]
    fn no_more_memory_than_can_be_used() {
        let start = Position::start();
        let megabytes = |depth| Table::useful_bytes(&start, depth) >> 20;
        assert_eq!(megabytes(5), 0, "8,902 positions after three plies");
        assert!((8..20).contains(&megabytes(7)), "{}", megabytes(7));
        assert!(megabytes(12) > 1 << 20);
        assert_eq!(Table::useful_bytes(&start, 255), u64::MAX);
        let mated = crate::chess::fen::read_any("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        let mated = mated.position.unwrap();
        assert_eq!(Table::useful_bytes(&mated, 9), 0);
        assert_eq!(Table::new(0, &|| false).unwrap().bytes(), 128);
    }

    #[test]
    fn what_is_stopped_is_no_count_and_leaves_none() {
        let table = Table::new(1 << 20, &|| false).unwrap();
        let start = Position::start();
        let counter = |stop| Counter {
            table: Some(&table),
            stop,
        };
        assert_eq!(counter(&|| true).count(&start, 5), Err(0));
        assert_eq!(counter(&|| false).count(&start, 5), Ok(4_865_609));
    }
}
