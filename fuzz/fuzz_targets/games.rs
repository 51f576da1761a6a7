//! Any bytes as a PGN file: nothing is lost, nothing panics, and the size of blocks changes nothing.
#![no_main]

use chesstool::lint::block::Context;
use chesstool::lint::rules::Profile;
use chesstool::lint::{Options, Selection, check_block};
use chesstool::pgn::Lexer;
use chesstool::pgn::split::Splitter;
use chesstool::stream::blocks::BlockReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let games: Vec<&[u8]> = Splitter::new(text).map(|range| &text[range]).collect();
    assert_eq!(games.concat(), text, "the splitter loses nothing");
    for game in &games {
        let mut end = 0;
        for token in Lexer::new(game) {
            assert_eq!(token.span.start, end, "the lexer leaves no gap");
            assert!(token.span.end > end, "every token holds something");
            end = token.span.end;
        }
        assert_eq!(end as usize, game.len(), "the lexer reaches the end");
    }
    let options = Options {
        selection: Selection::new(Profile::Export),
        excerpts: true,
        ..Options::default()
    };
    let whole = check_block(text, Context::default(), &options);
    let failed = whole
        .findings
        .iter()
        .any(|finding| finding.rule.id == "internal-error");
    assert!(!failed, "a check panicked");
    let (mut count, mut plies) = (0, 0);
    let mut reader = BlockReader::with_sizes(text, 64, 1 << 20);
    while let Some(block) = reader.next_block(Vec::new()).expect("memory does not fail") {
        let context = Context {
            glued: block.glued,
            left_out: block.left_out,
            ..Context::default()
        };
        let report = check_block(&block.data, context, &options);
        count += report.games;
        plies += report.plies;
    }
    assert_eq!(
        (count, plies),
        (whole.games, whole.plies),
        "blocks change nothing"
    );
});
