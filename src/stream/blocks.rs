//! Reads a stream in blocks that end where a game ends.

use std::io::{self, Read};

use crate::pgn::split::{Splitter, count_games, is_finished, is_separated, last_cut, resume};
use crate::pgn::{MAX_GAME, lines};

/// The usual size of a block, in bytes. Small enough for a block to stay in a core's cache while it is
/// read several times over, large enough to make the hand-over between threads cheap.
pub const BLOCK: usize = 1 << 18;
/// How far a game must be read beyond [`MAX_GAME`] to know that it does not end there.
const MARGIN: usize = 128 << 10;

/// A stretch of a file that begins and ends at game starts.
#[derive(Debug, Default)]
pub struct Block {
    /// The bytes.
    pub data: Vec<u8>,
    /// Offset of the first byte in the file.
    pub offset: u64,
    /// Whether text stands right before the block, without a blank line between.
    pub glued: bool,
    /// Bytes behind the block that belong to its last game, which is too long to be read.
    pub left_out: u64,
    /// Line ends in what is left out.
    pub left_out_lines: u64,
    /// Games before the block, if they are counted.
    pub games_before: u64,
}

/// Cuts a stream into blocks.
#[derive(Debug)]
pub struct BlockReader<R> {
    reader: R,
    size: usize,
    max_game: usize,
    /// What has been read behind the last block.
    carry: Vec<u8>,
    offset: u64,
    glued: bool,
    at_end: bool,
    /// Games in the blocks so far, if they are counted.
    games: Option<u64>,
    /// A failure to read, until the games before it have been handed out.
    failure: Option<io::Error>,
}

impl<R: Read> BlockReader<R> {
    /// Reads blocks of about [`BLOCK`] bytes.
    pub const fn new(reader: R) -> BlockReader<R> {
        BlockReader::with_sizes(reader, BLOCK, MAX_GAME)
    }

    /// Reads blocks of about `size` bytes, and games of at most `max_game`.
    pub const fn with_sizes(reader: R, size: usize, max_game: usize) -> BlockReader<R> {
        BlockReader {
            reader,
            size,
            max_game,
            carry: Vec::new(),
            offset: 0,
            glued: false,
            at_end: false,
            games: None,
            failure: None,
        }
    }

    /// Counts the games before each block as well.
    #[must_use]
    pub const fn numbered(mut self) -> BlockReader<R> {
        self.games = Some(0);
        self
    }

    /// The next block, in a buffer that may be one used before; `None` at the end.
    ///
    /// # Errors
    ///
    /// If reading fails; only after the games before the failure have been handed out. Where the stream
    /// breaks off in the middle, its last game is not whole and is left out.
    pub fn next_block(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Block>> {
        // What the buffer holds is written over, so that no room needs to be cleared before it is read into.
        let mut filled = self.carry.len();
        if buffer.len() < filled {
            buffer.resize(filled, 0);
        }
        buffer[..filled].copy_from_slice(&self.carry);
        self.carry.clear();
        let mut size = self.size;
        loop {
            filled = self.fill(&mut buffer, filled, size);
            buffer.truncate(filled);
            if self.at_end {
                if buffer.is_empty() {
                    return self.failure.take().map_or(Ok(None), Err);
                }
                if buffer.len() <= self.max_game {
                    return Ok(Some(self.block(buffer)));
                }
            }
            if let Some(cut) = last_cut(&buffer) {
                self.carry.extend_from_slice(&buffer[cut..]);
                let glued = !is_separated(&buffer, cut);
                buffer.truncate(cut);
                let block = self.block(buffer);
                self.glued = glued;
                return Ok(Some(block));
            }
            if buffer.len() > self.max_game + MARGIN || self.at_end {
                return Ok(Some(self.overlong(buffer)));
            }
            size = size.saturating_mul(2).min(self.max_game + 2 * MARGIN);
        }
    }

    /// Reads until `size` bytes of `buffer` are filled or the stream ends, and tells how many are; a failure ends it, and
    /// is kept.
    fn fill(&mut self, buffer: &mut Vec<u8>, mut filled: usize, size: usize) -> usize {
        if self.at_end || filled >= size {
            return filled;
        }
        if buffer.len() < size {
            buffer.resize(size, 0);
        }
        while filled < size && !self.at_end {
            match self.reader.read(&mut buffer[filled..size]) {
                Ok(0) => self.at_end = true,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let whole = &buffer[..filled];
                    if error.kind() == io::ErrorKind::UnexpectedEof && !is_finished(whole) {
                        let last = Splitter::new(whole).last();
                        filled = last.map_or(0, |game| game.start);
                    }
                    self.at_end = true;
                    self.failure = Some(error);
                }
            }
        }
        filled
    }

    fn block(&mut self, data: Vec<u8>) -> Block {
        let block = Block {
            offset: self.offset,
            glued: self.glued,
            left_out: 0,
            left_out_lines: 0,
            games_before: self.games.unwrap_or(0),
            data,
        };
        if let Some(games) = &mut self.games {
            *games += count_games(&block.data);
        }
        self.offset += block.data.len() as u64;
        block
    }

    /// Leaves out the rest of a game that is too long, up to where a game certainly starts.
    fn overlong(&mut self, mut buffer: Vec<u8>) -> Block {
        let keep = self.max_game.min(buffer.len());
        let mut rest = buffer.split_off(keep);
        buffer.shrink_to_fit();
        let mut block = self.block(buffer);
        let mut from = 0;
        loop {
            if let Some(start) = resume(&rest, from) {
                self.leave_out(&mut block, &rest[..start]);
                self.glued = false;
                self.carry = rest.split_off(start);
                return block;
            }
            // The last bytes may be the beginning of a game start.
            let tail = if self.at_end { 0 } else { rest.len().min(4096) };
            let passed = rest.len() - tail;
            // A CRLF must not be cut in two, or it would count as two lines.
            let passed = passed - usize::from(passed > 0 && tail > 0 && rest[passed - 1] == b'\r');
            self.leave_out(&mut block, &rest[..passed]);
            rest.drain(..passed);
            from = 0;
            if self.at_end {
                return block;
            }
            let size = rest.len() + self.size.max(8192);
            let filled = self.fill(&mut rest, tail, size);
            rest.truncate(filled);
        }
    }

    fn leave_out(&mut self, block: &mut Block, bytes: &[u8]) {
        block.left_out += bytes.len() as u64;
        block.left_out_lines += lines::count(bytes);
        self.offset += bytes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], size: usize, max_game: usize) -> Vec<Block> {
        let mut reader = BlockReader::with_sizes(text, size, max_game);
        let mut blocks = Vec::new();
        while let Some(block) = reader.next_block(Vec::new()).unwrap() {
            blocks.push(block);
        }
        blocks
    }

    #[test]
    fn nothing_is_lost_or_read_twice() {
        let game = "[Event \"x\"]\n\n1. e4 e5 *\n\n";
        let text = game.repeat(2_000);
        for size in [64, 1_000, 5_000, 1 << 20] {
            let blocks = blocks(text.as_bytes(), size, MAX_GAME);
            let mut offset = 0;
            for block in &blocks {
                assert_eq!(block.offset, offset);
                assert_eq!(block.data.len() % game.len(), 0, "cut at a game");
                assert!(!block.glued);
                offset += block.data.len() as u64;
            }
            assert_eq!(offset, text.len() as u64);
            assert_eq!(blocks.len() > 1, size < 5_000 * 2);
        }
        assert!(blocks(b"", 64, MAX_GAME).is_empty());
    }

    #[test]
    fn a_game_that_is_too_long_is_cut_and_the_next_one_read() {
        let long = format!("[Event \"long\"]\n\n{}*\n\n", "1. e4\n".repeat(100_000));
        let next = "[Event \"next\"]\n\n1. e4 *\n";
        let text = format!("{long}{next}");
        for size in [1_000, 100_000] {
            let blocks = blocks(text.as_bytes(), size, 10_000);
            assert_eq!(blocks.len(), 2, "{size}");
            assert_eq!(blocks[0].data.len(), 10_000);
            assert_eq!(blocks[0].left_out, long.len() as u64 - 10_000);
            let lines = lines::count(&blocks[0].data) + blocks[0].left_out_lines;
            assert_eq!(lines, lines::count(long.as_bytes()));
            assert_eq!(blocks[1].data, next.as_bytes());
            assert_eq!(blocks[1].offset, long.len() as u64);
        }
        let endless = "x ".repeat(500_000);
        let blocks = blocks(endless.as_bytes(), 1_000, 10_000);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].left_out, 990_000);
    }
}
