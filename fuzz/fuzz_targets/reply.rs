//! Any bytes as a line of a UCI engine: nothing panics, and white space around the line changes nothing.
#![no_main]

use chesstool::engine::reply::{MOST_PV_WORDS, Reply};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    let reply = Reply::parse(line);
    if let Reply::Info(info) = &reply {
        assert!(info.pv.len() <= MOST_PV_WORDS, "lines of play are bounded");
    }
    let framed = [b" ".as_slice(), line, b"\r\n"].concat();
    assert_eq!(Reply::parse(&framed), reply, "the frame changes nothing");
});
