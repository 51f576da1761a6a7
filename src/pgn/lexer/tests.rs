use super::*;

fn kinds(text: &str) -> Vec<(Kind, &str)> {
    let mut lexer = Lexer::new(text.as_bytes());
    let mut found = Vec::new();
    while let Some(token) = lexer.next_solid() {
        found.push((token.kind, &text[token.span.range()]));
    }
    found
}

#[test]
fn a_game() {
    use Kind::{Close, Comment, Dots, LineComment, Nag, Number, Open, Suffix, Tag, Word};
    let text = "[Event \"x\"]\n\n1.e4 e5!? 2. ... {a (b} $3 (2...Nc6; d\n) exd6e.p. 1/2-1/2";
    assert_eq!(
        kinds(text),
        [
            (Tag, "[Event \"x\"]"),
            (Number, "1."),
            (Word, "e4"),
            (Word, "e5"),
            (Suffix, "!?"),
            (Number, "2."),
            (Dots, "..."),
            (Comment { closed: true }, "{a (b}"),
            (Nag, "$3"),
            (Open, "("),
            (Number, "2..."),
            (Word, "Nc6"),
            (LineComment, "; d"),
            (Close, ")"),
            (Word, "exd6e.p."),
            (Kind::Result(GameResult::Draw), "1/2-1/2"),
        ]
    );
}

#[test]
fn results_castling_and_numbers_begin_with_digits() {
    use Kind::{Number, OddResult, Result, Word};
    assert_eq!(
        kinds("1-0 0-1 0-0 0-0-0 12 1/2 1/2 - 1/2 * 1e4 2."),
        [
            (Result(GameResult::White), "1-0"),
            (Result(GameResult::Black), "0-1"),
            (Word, "0-0"),
            (Word, "0-0-0"),
            (Number, "12"),
            (OddResult(GameResult::Draw), "1/2"),
            (OddResult(GameResult::Draw), "1/2 - 1/2"),
            (Result(GameResult::Unknown), "*"),
            (Word, "1e4"),
            (Number, "2."),
        ]
    );
}

#[test]
fn escapes_begin_lines_only() {
    assert_eq!(kinds("% a\n1. e4\n%b\n")[0], (Kind::Escape, "% a"));
    assert_eq!(kinds("% a\n1. e4\n%b\n")[3], (Kind::Escape, "%b"));
    assert_eq!(kinds("e4 %x")[1], (Kind::Junk, "%"));
}

#[test]
fn open_comments_run_to_the_end() {
    assert_eq!(
        kinds("e4 {x\n\ny")[1],
        (Kind::Comment { closed: false }, "{x\n\ny")
    );
}
