//! A set of hashes that keeps to its memory.

/// Parts by the first bits of the hash: they grow one after another, so that little is held twice.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 6;
/// Slots of the smallest part.
const LEAST: usize = 16;
/// The most that a part is filled, in twentieths.
const FULL: usize = 17;

/// A set of hashes of 128 bits, which are taken to be as good as random.
#[derive(Debug)]
pub(super) struct Table {
    parts: Vec<Part>,
    /// Bytes that it may take.
    most: usize,
    /// Bytes that it takes.
    taken: usize,
}

/// Slots with linear probing; 0 is a free one.
#[derive(Clone, Debug, Default)]
struct Part {
    slots: Vec<u128>,
    used: usize,
}

impl Table {
    pub(super) fn new(memory: usize) -> Table {
        Table {
            parts: vec![Part::default(); PARTS],
            most: memory,
            taken: 0,
        }
    }

    pub(super) const fn memory(&self) -> usize {
        self.most
    }

    pub(super) fn contains(&self, hash: u128) -> bool {
        let hash = hash.max(1);
        let part = &self.parts[part_of(hash)];
        let (before, behind) = part.slots.split_at(part.start(hash));
        let mut slots = behind.iter().chain(before);
        slots
            .find(|slot| **slot == 0 || **slot == hash)
            .is_some_and(|slot| *slot == hash)
    }

    /// Adds a hash that is not in it; false if there is no room.
    pub(super) fn insert(&mut self, hash: u128) -> bool {
        let hash = hash.max(1);
        let part = &mut self.parts[part_of(hash)];
        if part.used >= part.slots.len() * FULL / 20 {
            let length = (part.slots.len() + part.slots.len() / 4).max(LEAST);
            let more = (length - part.slots.len()) * size_of::<u128>();
            if self.taken + more > self.most || !part.grow(length) {
                return false;
            }
            self.taken += more;
        }
        part.put(hash);
        part.used += 1;
        true
    }
}

const fn part_of(hash: u128) -> usize {
    (hash >> (u128::BITS - PART_BITS)) as usize
}

impl Part {
    /// The slot that a hash looks at first.
    fn start(&self, hash: u128) -> usize {
        let fraction = (hash << PART_BITS) >> 64;
        ((fraction * self.slots.len() as u128) >> 64) as usize
    }

    fn put(&mut self, hash: u128) {
        let mut at = self.start(hash);
        while self.slots[at] != 0 {
            at = if at + 1 == self.slots.len() {
                0
            } else {
                at + 1
            };
        }
        self.slots[at] = hash;
    }

    /// False if memory is at an end.
    fn grow(&mut self, length: usize) -> bool {
        let mut slots = Vec::new();
        if slots.try_reserve_exact(length).is_err() {
            return false;
        }
        slots.resize(length, 0);
        for hash in std::mem::replace(&mut self.slots, slots) {
            if hash != 0 {
                self.put(hash);
            }
        }
        true
    }
}
