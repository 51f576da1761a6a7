//! What an engine has said and nobody has read yet: bounded, whatever it says.
//!
//! The thread that reads the engine puts replies in and never waits, so that an engine can always write. A score
//! that a later one of the same line supersedes is replaced where it stands; what no one uses is not kept.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::engine::process::lines::quoted;
use crate::engine::reply::{Bound, Info, Reply};

/// Bytes of unread lines that are kept, about; what comes on top is dropped.
const MOST_BYTES: usize = 8 << 20;
/// The highest rank of a line that is kept; more legal moves no position has.
const MOST_LINES: u32 = 256;
/// How many lines that are not UCI are kept for messages, and how many characters of each.
const SAID: (usize, usize) = (3, 120);

/// Unread replies.
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<(Reply, usize)>,
    bytes: usize,
    said: Vec<String>,
    closed: bool,
}

/// What a look into the mailbox found.
#[derive(Debug)]
pub(super) enum Mail {
    Reply(Reply),
    /// Nothing came in the time given.
    Empty,
    /// Nothing is left, and nothing will come.
    Closed,
}

impl Mailbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line in.
    pub(super) fn put(&self, line: &[u8]) {
        let reply = Reply::parse(line);
        let mut state = self.state();
        match reply {
            Reply::Other(text) => state.hear(&text),
            Reply::Info(info) => {
                if state.put_info(info, line.len()) {
                    self.bell.notify_one();
                }
            }
            reply => {
                state.push(reply, line.len());
                self.bell.notify_one();
            }
        }
    }

    /// Tells that nothing more will come.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.bell.notify_all();
    }

    /// Waits for the next reply.
    pub(super) fn take(&self, wait: Duration) -> Mail {
        let state = self.state();
        let waiting = |state: &mut State| state.queue.is_empty() && !state.closed;
        let (mut state, _) = self
            .bell
            .wait_timeout_while(state, wait, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        match state.queue.pop_front() {
            Some((reply, bytes)) => {
                state.bytes -= bytes;
                Mail::Reply(reply)
            }
            None if state.closed => Mail::Closed,
            None => Mail::Empty,
        }
    }

    /// Forgets what is unread.
    pub(super) fn clear(&self) {
        let mut state = self.state();
        state.queue.clear();
        state.bytes = 0;
    }

    /// The first lines that were no UCI.
    pub(super) fn said(&self) -> Vec<String> {
        self.state().said.clone()
    }
}

impl State {
    fn push(&mut self, reply: Reply, bytes: usize) {
        let bytes = bytes + size_of::<Info>();
        if self.bytes + bytes <= MOST_BYTES {
            self.bytes += bytes;
            self.queue.push_back((reply, bytes));
        }
    }

    fn hear(&mut self, text: &str) {
        if self.said.len() < SAID.0 && !text.is_empty() {
            self.said.push(quoted(text, SAID.1));
        }
    }

    /// Keeps a score, in the place of the one that it supersedes; whether it was kept.
    fn put_info(&mut self, info: Box<Info>, bytes: usize) -> bool {
        let rank = info.multipv.unwrap_or(1);
        let (Some(score), Some(_)) = (info.score, info.depth) else {
            return false;
        };
        if rank > MOST_LINES {
            return false;
        }
        let exact = score.bound() == Bound::Exact;
        let unread = self.queue.iter_mut().rev();
        let infos = unread.map_while(|(reply, size)| match reply {
            Reply::Info(info) => Some((info, size)),
            _ => None,
        });
        let superseded = infos.into_iter().find(|(old, _)| {
            let was_exact = old.score.is_none_or(|score| score.bound() == Bound::Exact);
            old.multipv.unwrap_or(1) == rank && was_exact == exact
        });
        match superseded {
            Some((old, size)) => {
                let new = bytes + size_of::<Info>();
                self.bytes = self.bytes - *size + new;
                *size = new;
                *old = info;
            }
            None => self.push(Reply::Info(info), bytes),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn drain(mailbox: &Mailbox) -> Vec<Reply> {
        let mut replies = Vec::new();
        while let Mail::Reply(reply) = mailbox.take(NOW) {
            replies.push(reply);
        }
        replies
    }

    #[test]
    fn later_scores_supersede_earlier_ones_of_the_same_line() {
        let mailbox = Mailbox::default();
        for depth in 1..10_000 {
            mailbox.put(format!("info depth {depth} score cp 1 pv e2e4").as_bytes());
            mailbox.put(format!("info depth {depth} multipv 2 score cp 1 pv e2e4").as_bytes());
            mailbox.put(b"info depth 3 currmove e2e4");
        }
        mailbox.put(b"info depth 10000 score cp 2 lowerbound pv e2e4");
        mailbox.put(b"bestmove e2e4");
        mailbox.put(b"info depth 1 score cp 7 pv e2e4");
        let depths: Vec<Option<u32>> = drain(&mailbox)
            .iter()
            .map(|reply| match reply {
                Reply::Info(info) => info.depth,
                _ => None,
            })
            .collect();
        assert_eq!(
            depths,
            [Some(9999), Some(9999), Some(10_000), None, Some(1)]
        );
    }

    #[test]
    fn memory_is_bounded() {
        let mailbox = Mailbox::default();
        let long = [b"id name ".as_slice(), &vec![b'x'; 60_000]].concat();
        for _ in 0..1000 {
            mailbox.put(&long);
            mailbox.put(&vec![b'?'; 60_000]);
        }
        assert!(mailbox.state().bytes <= MOST_BYTES);
        assert_eq!(mailbox.said(), vec!["?".repeat(120); 3]);
        assert!(drain(&mailbox).len() < 200);
        assert_eq!(mailbox.state().bytes, 0);
    }

    #[test]
    fn the_end_comes_after_the_last_reply() {
        let mailbox = Mailbox::default();
        assert!(matches!(mailbox.take(NOW), Mail::Empty));
        mailbox.put(b"uciok");
        mailbox.close();
        assert!(matches!(mailbox.take(NOW), Mail::Reply(Reply::UciOk)));
        assert!(matches!(mailbox.take(NOW), Mail::Closed));
    }
}
