//! Text of unknown origin made fit for a page: escaped, no longer than said, and nothing invisible in it.

use std::fmt::{self, Write as _};

/// Shows at most `most` characters of a text, escaped for HTML text and for attributes in double quotes.
///
/// Characters that control a terminal or the direction of writing, or that cannot be seen, appear as
/// `[U+202E]`; a line's end and a tab as a blank.
pub(super) fn escape(text: &str, most: usize) -> Escaped<'_> {
    Escaped { text, most }
}

/// See [`escape`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Escaped<'a> {
    text: &'a str,
    most: usize,
}

impl Escaped<'_> {
    /// Whether the text holds a character: castling must not be broken at its hyphen.
    pub(super) fn has(self, character: char) -> bool {
        self.text.contains(character)
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, character) in self.text.chars().enumerate() {
            if index >= self.most {
                return f.write_char('…');
            }
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                _ if is_unseen(character) => write!(f, "[U+{:04X}]", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// Controls, marks of direction, blanks of no width, tags, and what is no character. The joiners U+200C
/// and U+200D stay: names in some scripts need them.
fn is_unseen(character: char) -> bool {
    let code = u32::from(character);
    character.is_control()
        || matches!(
            code,
            0xAD | 0x34F | 0x61C | 0x180E | 0x200B | 0x200E | 0x200F | 0x2028..=0x202E
                | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB | 0xFDD0..=0xFDEF | 0xE0000..=0xE0FFF
        )
        || code & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_do_harm_is_shown() {
        let shown = |text: &str| escape(text, 100).to_string();
        assert_eq!(
            shown(r#"<script>'&"</script>"#),
            "&lt;script&gt;&#39;&amp;&quot;&lt;/script&gt;"
        );
        assert_eq!(
            shown("a\u{202E}b\u{7}c\td\0"),
            "a[U+202E]b[U+0007]c d[U+0000]"
        );
        assert_eq!(shown("Müller, Гельфанд, 王皓"), "Müller, Гельфанд, 王皓");
        assert_eq!(shown("\u{FFFE}\u{E0041}"), "[U+FFFE][U+E0041]");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(escape("äöüß", 3).to_string(), "äöü…");
        assert_eq!(escape("äöü", 3).to_string(), "äöü");
        assert_eq!(escape("<<<", 1).to_string(), "&lt;…");
    }
}
