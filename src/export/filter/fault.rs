//! What is wrong with the text of a filter, and where.

use std::fmt;
use std::ops::Range;

/// What is wrong with the text of a filter.
///
/// It is shown as the line of the text, carets under what is wrong, and the message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Fault {
    source_text: String,
    at: Range<usize>,
    message: String,
}

impl Fault {
    /// A fault of the bytes `at` of `source`; what is not in the text is cut off, and a place between
    /// characters is moved back to where its character starts.
    pub(crate) fn new(source: &str, at: Range<usize>, message: impl Into<String>) -> Fault {
        let start = source.floor_char_boundary(at.start);
        let end = source.ceil_char_boundary(at.end).max(start);
        Fault {
            source_text: source.to_owned(),
            at: start..end,
            message: message.into(),
        }
    }

    /// The byte of the text where the fault starts; the length of the text where something is missing
    /// at its end.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at.start
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.source_text;
        let start = text[..self.at.start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let before = &text[start..self.at.start];
        let width = |text: &str| text.chars().count();
        let marked = text.get(self.at.clone()).unwrap_or_default();
        let carets = width(marked.lines().next().unwrap_or_default()).max(1);
        // Tabs stay, so that the carets stand where the text does.
        let pad = |c: char| if c == '\t' { '\t' } else { ' ' };
        let pad: String = before.chars().map(pad).collect();
        writeln!(f, "{line}")?;
        writeln!(f, "{pad}{:^<carets$}", "")?;
        f.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_below_the_fault() {
        let fault = Fault::new("é == \"x\"\n\t&& what", 14..18, "no column");
        assert_eq!(fault.to_string(), "\t&& what\n\t   ^^^^\nno column");
        let fault = Fault::new("é ==", 5..5, "breaks off");
        assert_eq!(fault.to_string(), "é ==\n    ^\nbreaks off");
    }
}
