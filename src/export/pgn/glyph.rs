//! Judgements of moves as numeric annotation glyphs (PGN 8.2.4, table in 10).

/// The glyph of what annotators write behind a move, where one is agreed on. `D`, which stands for a diagram,
/// and `==` have none on which programs agree.
pub(super) fn of_judgement(text: &str) -> Option<u32> {
    Some(match text {
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        "RR" => 145,
        "N" => 146,
        _ => return None,
    })
}

/// The number of a glyph as it stands in the text, `$` before it.
pub(super) fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text.get(1..)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(b"$14"), Some(14));
        assert_eq!(number(b"$007"), Some(7));
        assert_eq!(number(b"$"), None);
        assert_eq!(number(b"$99999999999"), None);
    }
}
