use proptest::prelude::*;

use super::*;

fn games(text: &str) -> Vec<&str> {
    Splitter::new(text.as_bytes())
        .map(|range| &text[range])
        .collect()
}

#[test]
fn tag_sections_start_games() {
    let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n[Site \"c\"]\n\n1. d4\n\nd5 *\n";
    assert_eq!(games(text), [&text[..22], &text[22..]]);
    let other_tag_first = "[EventDate \"a\"]\n\n1. e4 *\n\n[EventDate \"b\"]\n\n1. d4 *\n";
    assert_eq!(games(other_tag_first).len(), 2);
}

#[test]
fn no_blank_line_between_games() {
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 *\n[Event \"b\"]\n1. d4 *\n").len(),
        2
    );
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 * [Event \"b\"]\n1. d4 *\n").len(),
        2
    );
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 *[Event \"b\"]\n1. d4 *\n").len(),
        2
    );
}

#[test]
fn games_without_movetext() {
    let text = "[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n\n[White \"d\"]\n\n1. e4 *";
    assert_eq!(games(text), [&text[..24], &text[24..]]);
}

#[test]
fn games_without_tags() {
    let comment = "1. e4 ; not 1-0\n1... e5 *\n";
    assert_eq!(games(comment), [comment], "a result in a comment");
    assert_eq!(games("1. e4 e5 1-0\n1. d4 d5 0-1\n\n\n1. c4 *\n").len(), 3);
    assert_eq!(
        games("1. e4 e5 1-0 1. d4 d5 0-1\n").len(),
        1,
        "not on one line"
    );
    assert_eq!(
        games("1. e4 e5\n\n1. d4 d5\n").len(),
        2,
        "after a blank line"
    );
    let comment_first = "[Event \"a\"]\n\n{c}\n\n1. e4 e5\n\n2. d4 *\n";
    assert_eq!(games(comment_first).len(), 1);
    assert_eq!(
        games("1. e4 {lost 1-0\n1. d4} d5 0-1\n").len(),
        1,
        "in a comment"
    );
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 e5\n1. d4 0-1\n").len(),
        1,
        "no result before it"
    );
}

#[test]
fn byte_order_marks_and_indents() {
    assert_eq!(
        games("\u{feff}[Event \"a\"]\n\n*\n\n\u{feff}[Event \"b\"]\n\n*\n").len(),
        2
    );
    assert_eq!(
        games(" [Event \"a\"]\n\n*\n\n  [Event \"b\"]\n\n*\n").len(),
        2
    );
    assert_eq!(
        games("[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r\r*\r").len(),
        2
    );
    assert_eq!(
        games("[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n*").len(),
        2
    );
}

#[test]
fn comments_hide_tags() {
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 {see\n[White \"b\"]\nthere} *\n").len(),
        1
    );
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 {see\n\n[Event \"b\"]\n\n} e5 *\n").len(),
        1
    );
}

#[test]
fn runaway_comments_end_at_the_next_game() {
    let never = "[Event \"a\"]\n\n1. e4 {see\n\n[Event \"b\"]\n\n1. e4 *\n";
    assert_eq!(games(never).len(), 2);
    let reopened = "[Event \"a\"]\n\n1. e4 {see\n\n[Event \"b\"]\n\n1. e4 {c} *\n";
    assert_eq!(games(reopened).len(), 2);
}

#[test]
fn runaway_comments_end_at_any_tag_section() {
    let section = |rest: &str| format!("[Event \"a\"]\n\n1. e4 {{see 1-0\n\n{rest}");
    for rest in [
        "[White \"b\"]\n[Black \"c\"]\n\n1. d4 {good} d5 0-1\n",
        "[White \"b\"]\n[Black \"c\"]\n\n1. d4 d5 0-1\n",
        "[White \"b\"]\n\n1. d4 {good} d5 0-1\n",
        "[White \"b\"]  \n \t\n1. d4 d5 0-1\n",
        "[White \"b\"]\r\n\r\n1. d4 d5 0-1\r\n",
    ] {
        assert_eq!(games(&section(rest)).len(), 2, "{rest}");
    }
    let three = "[White \"b\"]\n\n1. d4 0-1\n\n[White \"c\"]\n\n1. c4 *\n";
    assert_eq!(games(&section(three)).len(), 3);
}

#[test]
fn comments_that_quote_tags_stay_whole() {
    for inside in [
        "[White \"b\"]\n\n} e5 *\n",
        "[White \"b\"]\n[Black \"c\"]\n\n1. d4 d5 0-1\n\n} e5 {more} *\n",
        "[White \"b\"] {was that not so?} e5 *\n",
        // No tag section, closed or not.
        "[White \"b\"] was good\n\n{here} e5 *\n",
        "[White \"b\"]\nwas good {here} e5 *\n",
        "[White \"b]\n\n{here} e5 *\n",
    ] {
        let text = format!("[Event \"a\"]\n\n1. e4 {{see\n\n{inside}");
        assert_eq!(games(&text).len(), 1, "{inside}");
    }
    let not_apart = "[Event \"a\"]\n\n1. e4 {see\n[White \"b\"]\n[Black \"c\"]\n\n{x} *\n";
    assert_eq!(games(not_apart).len(), 1);
}

#[test]
fn braces_that_open_nothing() {
    for odd in [
        "[Site \"{\"]\n\n1. e4",
        "[Site \"x\"] [Round \"x{y\"]\n\n1. e4",
        "[Site\n\"x{y\"]\n\n1. e4",
        "\n1. e4 ; {",
        "\n1. e4 ; a { b { c\n*",
        "\n1. e4 ; a } b { c\n*",
        "\n1. e4\n% {\n",
    ] {
        let text = format!("[Event \"a\"]\n{odd}\n\n[White \"b\"]\n\n*\n");
        assert_eq!(games(&text).len(), 2, "{text}");
    }
}

#[test]
fn line_comments_hide_results() {
    assert_eq!(games("1. e4 ; won 1-0 [Site \"x\"]\n e5 *\n").len(), 1);
    assert_eq!(games("1. e4 {a;b} 1-0 [Site \"x\"]\n\n*\n").len(), 2);
}

#[test]
fn brackets_in_movetext_are_no_tags() {
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 [x] e5\n[better is d5] *\n").len(),
        1
    );
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 *\n\n[Event test]\n\n1. d4 *\n").len(),
        2
    );
}

/// Cuts a text as the stream does, with a buffer of `block` bytes that grows while there is no cut.
fn in_blocks(text: &[u8], block: usize) -> Vec<Vec<u8>> {
    let mut games = Vec::new();
    let mut from = 0;
    let mut size = block;
    while from < text.len() {
        let end = text.len().min(from + size);
        let buffer = &text[from..end];
        let cut = if end == text.len() {
            buffer.len()
        } else if let Some(cut) = last_cut(buffer) {
            cut
        } else {
            size *= 2;
            continue;
        };
        assert!(cut > 0);
        let block_games = Splitter::new(&buffer[..cut]);
        games.extend(block_games.map(|range| buffer[range].to_vec()));
        from += cut;
        size = block;
    }
    games
}

/// Pieces of PGN that are likely to confuse a splitter.
fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[Event \"x\"]",
        "[White \"y\"]\n",
        "[A \"{\"] [B \"}{\"]\n",
        "[Site\n\"{\"]\n",
        "[Site \"{\"]\n",
        "[Z \"}\"]\n",
        "[EventDate \"q\"]\n",
        "[Event x]\n",
        "\n",
        "\n\n",
        "\n\n",
        "\r\n\r\n",
        " ",
        "{",
        "}",
        "{",
        "}",
        "{c}",
        "; l {\n",
        "; }\n",
        "\n% {\n",
        "\n%}\n",
        "1. e4 ",
        "\n1. d4 ",
        "\n\n1. d4 ",
        "1.",
        "e5 ",
        "1-0",
        "*",
        " 0-1\n",
        "1/2-1/2\n\n",
        "(",
        ")",
        "[%clk 0:1]",
        "\u{feff}",
        "\"",
        "\\",
        ";",
        "%",
        "\r",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn any_block_size_gives_the_same_games(
        fragments in prop::collection::vec(fragment(), 0..160),
        padding in 0..3usize,
        block in 64..3000usize,
    ) {
        let mut text = fragments.concat();
        // Long enough that cuts are found in the middle.
        text.push_str(&"x ".repeat(padding * 700));
        text = text.repeat(3);
        let whole: Vec<Vec<u8>> = Splitter::new(text.as_bytes())
            .map(|range| text.as_bytes()[range].to_vec())
            .collect();
        prop_assert!(whole.concat() == text.as_bytes(), "nothing is lost");
        let cut = in_blocks(text.as_bytes(), block);
        let lengths = |games: &[Vec<u8>]| games.iter().map(Vec::len).collect::<Vec<_>>();
        prop_assert_eq!(lengths(&cut), lengths(&whole));
    }
}
