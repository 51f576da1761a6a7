//! Lines of a stream that nobody vouches for: none is kept longer than [`LONGEST`].

use std::io::{self, BufRead, BufReader, Read};

/// Bytes of a line that are kept; the rest of it is dropped.
pub(in crate::engine) const LONGEST: usize = 64 << 10;

/// Calls `each` with every line, without its `\n`, until the stream ends; a last line without an end counts.
///
/// # Errors
///
/// If the stream cannot be read.
pub(in crate::engine) fn each_line(
    stream: impl Read,
    mut each: impl FnMut(&[u8]),
) -> io::Result<()> {
    let mut stream = BufReader::with_capacity(LONGEST, stream);
    let mut line: Vec<u8> = Vec::new();
    loop {
        let bytes = match stream.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            if !line.is_empty() {
                each(&line);
            }
            return Ok(());
        }
        let end = memchr::memchr(b'\n', bytes);
        let text = &bytes[..end.unwrap_or(bytes.len())];
        let room = LONGEST - line.len();
        line.extend_from_slice(&text[..text.len().min(room)]);
        let used = text.len() + usize::from(end.is_some());
        if end.is_some() {
            each(&line);
            line.clear();
        }
        stream.consume(used);
    }
}

/// A text as messages quote it: without control characters, and at most `most` characters of it.
pub(in crate::engine) fn quoted(text: &str, most: usize) -> String {
    let printable = text.chars().filter(|letter| !letter.is_control());
    printable.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        each_line(text, |line| lines.push(line.to_vec())).unwrap();
        lines
    }

    #[test]
    fn cuts_at_line_feeds_only() {
        assert_eq!(lines(b""), [] as [Vec<u8>; 0]);
        assert_eq!(lines(b"a\r\n\nb"), [b"a\r".to_vec(), vec![], b"b".to_vec()]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; 3 * LONGEST + 5];
        text.extend_from_slice(b"\nnext\n");
        let lines = lines(&text);
        assert_eq!(lines[0], vec![b'x'; LONGEST]);
        assert_eq!(lines[1..], [b"next".to_vec()]);
    }

    #[test]
    fn quotes_do_nothing_to_a_terminal() {
        assert_eq!(quoted("\u{1b}[31mred\u{7}\tand more", 8), "[31mreda");
    }
}
