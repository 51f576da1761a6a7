//! Which of many records are the first of their kind, with the kinds known by their hashes.
//!
//! The hashes lie in a set in memory. Once that is full nothing is added to it any more: records whose hashes are not
//! in it are put aside, and told apart at the end by an external sort of their hashes.

mod table;

use std::io;
use std::iter::Peekable;

use crate::stream::sorter::{Sorted, Sorter};
use crate::stream::spool::{Records, Spool};
use table::Table;

/// What is known of a record when it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is the first of its kind.
    First,
    /// One of its kind came before.
    Again,
    /// It was put aside, and comes at the end if it is the first of its kind.
    Later,
}

/// Finds the first record of every kind.
///
/// The answers [`Fate::First`] end once memory is full: all records that are put aside come behind those that were
/// told to be first, so that the order of the records is kept.
#[derive(Debug)]
pub struct Distinct {
    met: Table,
    full: bool,
    /// Memory for what is sorted and put aside.
    rest: usize,
    aside: Spool,
    /// Their hashes and numbers.
    hashes: Sorter,
    /// How many were put aside.
    count: u64,
}

impl Distinct {
    /// Takes so many bytes of memory.
    #[must_use]
    pub fn new(memory: usize) -> Distinct {
        let rest = memory / 8;
        Distinct {
            met: Table::new(memory - 2 * rest),
            full: false,
            rest,
            aside: Spool::new(rest),
            hashes: Sorter::new(rest),
            count: 0,
        }
    }

    /// Takes in a record of the kind that `hash` stands for; `record` is asked for it if it is to be put aside.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn meet<R: AsRef<[u8]>>(
        &mut self,
        hash: u128,
        record: impl FnOnce() -> R,
    ) -> io::Result<Fate> {
        if self.met.contains(hash) {
            return Ok(Fate::Again);
        }
        if !self.full {
            if self.met.insert(hash) {
                return Ok(Fate::First);
            }
            self.full = true;
        }
        self.put(&hash.to_be_bytes(), record().as_ref())?;
        Ok(Fate::Later)
    }

    /// Whether new records are put aside.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.full
    }

    /// Puts a record aside that is the only one of its kind, so that it keeps its place among the others.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn put_aside(&mut self, record: &[u8]) -> io::Result<()> {
        // No hash has a key of that length.
        let only = self.count.to_be_bytes();
        self.put(&only, record)
    }

    fn put(&mut self, key: &[u8], record: &[u8]) -> io::Result<()> {
        self.aside.push(record)?;
        self.hashes.push(key, &self.count.to_be_bytes())?;
        self.count += 1;
        Ok(())
    }

    /// The records put aside that are the first of their kinds, in their order.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn finish(self) -> io::Result<Firsts> {
        let memory = self.met.memory();
        drop(self.met);
        let mut numbers = Sorter::new(memory.max(self.rest));
        let mut last = None;
        for record in self.hashes.finish()? {
            let record = record?;
            if last.as_ref() != Some(&record.key) {
                numbers.push(&record.payload, &[])?;
                last = Some(record.key);
            }
        }
        Ok(Firsts {
            records: self.aside.finish()?,
            numbers: numbers.finish()?.peekable(),
            number: 0,
            left_out: 0,
        })
    }
}

/// Records that are the first of their kinds.
#[derive(Debug)]
pub struct Firsts {
    records: Records,
    /// The numbers of those that are wanted.
    numbers: Peekable<Sorted>,
    /// The number of the record that comes.
    number: u64,
    left_out: u64,
}

impl Firsts {
    /// How many were passed over so far.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl Iterator for Firsts {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        loop {
            let record = self.records.next()?;
            let number = self.number.to_be_bytes();
            self.number += 1;
            let is_wanted = |wanted: &io::Result<crate::stream::sorter::Record>| match wanted {
                Ok(wanted) => wanted.key == number,
                Err(_) => true,
            };
            match self.numbers.next_if(is_wanted) {
                Some(Ok(_)) => return Some(record),
                Some(Err(error)) => return Some(Err(error)),
                None => self.left_out += 1,
            }
            if let Err(error) = record {
                return Some(Err(error));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_of_every_kind_comes_once(
            kinds in vec(0..2_000_u64, 0..3_000),
            memory in 0..60_000_usize,
        ) {
            let mut distinct = Distinct::new(memory);
            let (mut found, mut again) = (Vec::new(), 0);
            for (index, kind) in kinds.iter().enumerate() {
                let record = format!("{index} {kind}");
                let hash = u128::from(*kind).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
                match distinct.meet(hash, || &record).unwrap() {
                    Fate::First => found.push(record),
                    Fate::Again => again += 1,
                    Fate::Later => {}
                }
            }
            let mut rest = distinct.finish().unwrap();
            for record in &mut rest {
                found.push(String::from_utf8(record.unwrap()).unwrap());
            }
            let mut met = HashSet::new();
            let firsts = kinds.iter().enumerate().filter(|(_, kind)| met.insert(**kind));
            let expected: Vec<String> = firsts.map(|(index, kind)| format!("{index} {kind}")).collect();
            prop_assert_eq!(again + rest.left_out(), (kinds.len() - expected.len()) as u64);
            prop_assert_eq!(found, expected);
        }
    }
}
