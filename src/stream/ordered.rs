//! Work on many threads, results in the order of the input.
//!
//! One thread reads and writes; the workers are a rayon pool. The oldest block's result is taken first,
//! and only so many blocks are under way at once, so neither memory nor waiting grows with the file.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};

use crate::stream::blocks::{BLOCK, Block, BlockReader};

/// Blocks are made ready for so many threads at most: more could not be fed by one reader.
const MOST_BUSY: usize = 64;

/// The threads to work on.
#[derive(Debug)]
pub struct Workers {
    /// `None` works on the reading thread itself.
    pool: Option<rayon::ThreadPool>,
    threads: usize,
}

impl Workers {
    /// Starts `threads` workers; a single one needs no thread of its own.
    ///
    /// # Errors
    ///
    /// If the system gives no threads.
    pub fn new(threads: usize) -> Result<Workers, rayon::ThreadPoolBuildError> {
        let pool = if threads > 1 {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            Some(builder.build()?)
        } else {
            None
        };
        Ok(Workers { pool, threads })
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `work` for every item; the results in the order of the items.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
        match &self.pool {
            Some(pool) => pool.install(|| items.par_iter().map(&work).collect()),
            None => items.iter().map(work).collect(),
        }
    }

    /// Calls `work` for every block, and `done` with its result in the order of the blocks, until `done`
    /// breaks.
    ///
    /// # Errors
    ///
    /// The first failure to read; the blocks before it are still done.
    pub fn for_each<R: Read, T: Send>(
        &self,
        mut reader: BlockReader<R>,
        work: impl Fn(&Block) -> T + Sync,
        mut done: impl FnMut(&Block, T) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let Some(pool) = &self.pool else {
            let mut buffer = Vec::new();
            while let Some(block) = reader.next_block(buffer)? {
                let result = work(&block);
                if done(&block, result).is_break() {
                    return Ok(());
                }
                buffer = block.data;
            }
            return Ok(());
        };
        let work = &work;
        pool.in_place_scope(|scope| {
            let mut under_way: VecDeque<Receiver<(Block, T)>> = VecDeque::new();
            let mut spare: Vec<Vec<u8>> = Vec::new();
            let mut end: Option<io::Result<()>> = None;
            let mut bytes = 0;
            let most = 2 * self.threads.min(MOST_BUSY) + 1;
            loop {
                while end.is_none()
                    && under_way.len() < most
                    && (bytes <= most * BLOCK * 2 || under_way.is_empty())
                {
                    match reader.next_block(spare.pop().unwrap_or_default()) {
                        Ok(Some(block)) => {
                            bytes += block.data.len();
                            let (sender, receiver) = sync_channel(1);
                            under_way.push_back(receiver);
                            scope.spawn(move |_| {
                                let result = work(&block);
                                // Nobody waits any more once `done` has broken off.
                                let _ = sender.send((block, result));
                            });
                        }
                        Ok(None) => end = Some(Ok(())),
                        Err(error) => end = Some(Err(error)),
                    }
                }
                let Some(oldest) = under_way.pop_front() else {
                    return end.unwrap_or(Ok(()));
                };
                let Ok((block, result)) = oldest.recv() else {
                    return Err(io::Error::other("a worker thread has failed"));
                };
                bytes -= block.data.len();
                if done(&block, result).is_break() {
                    return Ok(());
                }
                if block.data.capacity() <= 4 * BLOCK {
                    spare.push(block.data);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_stop_when_asked() {
        let games: Vec<String> = (0..5_000)
            .map(|n| format!("[Event \"{n}\"]\n\n*\n\n"))
            .collect();
        let text = games.concat();
        for threads in [1, 2, 4] {
            let workers = Workers::new(threads).unwrap();
            let reader = || BlockReader::with_sizes(text.as_bytes(), 2_000, 1 << 20);
            let mut seen = String::new();
            let work = |block: &Block| String::from_utf8(block.data.clone()).unwrap();
            let all = workers.for_each(reader(), work, |_, part| {
                seen.push_str(&part);
                ControlFlow::Continue(())
            });
            all.unwrap();
            assert_eq!(seen, text, "{threads} threads");
            let mut count = 0;
            let some = workers.for_each(reader(), work, |_, _| {
                count += 1;
                ControlFlow::Break(())
            });
            some.unwrap();
            assert_eq!(count, 1);
        }
    }

    /// Gives some bytes, then fails.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("broken disk")),
                read => Ok(read),
            }
        }
    }

    #[test]
    fn a_failing_reader_is_reported_after_the_blocks_before_it() {
        let text = "[Event \"x\"]\n\n*\n\n".repeat(1_000);
        for threads in [1, 3] {
            let reader = BlockReader::with_sizes(Failing(text.as_bytes()), 2_000, 1 << 20);
            let mut bytes = 0;
            let workers = Workers::new(threads).unwrap();
            let result = workers.for_each(
                reader,
                |block| block.data.len(),
                |_, length| {
                    bytes += length;
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(result.unwrap_err().to_string(), "broken disk");
            assert!(bytes > 10_000, "{threads} threads");
        }
    }
}
