//! Names of files that any value can be made into, and that every system takes.

use std::collections::{HashMap, HashSet};

/// Bytes of a name without its ending; systems take 255 with it.
const LONGEST: usize = 150;
/// The name for games that have no value.
const UNKNOWN: &str = "_unknown";
/// Names that Windows gives to devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The names given so far.
#[derive(Debug)]
pub(super) struct Names {
    ending: &'static str,
    /// The index of every value's file.
    values: HashMap<Option<String>, usize>,
    /// The names in small letters, since some systems do not tell them from capitals.
    taken: HashSet<String>,
}

impl Names {
    pub(super) fn new(ending: &'static str) -> Names {
        Names {
            ending,
            values: HashMap::new(),
            taken: HashSet::new(),
        }
    }

    /// The name of the file of that number.
    pub(super) fn numbered(&self, number: usize) -> String {
        format!("games-{number:06}.{}", self.ending)
    }

    /// The index of a value's file, and its name if it is a new one. Values that come to the same name are told apart
    /// by `~2`, `~3` and so on, in the order in which they are met.
    pub(super) fn of(&mut self, value: Option<&str>) -> (usize, Option<String>) {
        let value = value.map(str::to_owned);
        if let Some(index) = self.values.get(&value) {
            return (*index, None);
        }
        let stem = value.as_deref().map_or_else(|| UNKNOWN.to_owned(), safe);
        let mut name = stem.clone();
        let mut number = 1;
        while !self.taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem}~{number}");
        }
        let index = self.values.len();
        self.values.insert(value, index);
        (index, Some(format!("{name}.{}", self.ending)))
    }
}

/// A name that is one everywhere: without separators, control characters and what Windows does not take, neither
/// hidden nor a device, nor too long.
fn safe(value: &str) -> String {
    let taken = |letter: char| match letter {
        // The last ones turn the direction of a text, so that a name is not what it looks like.
        '/'
        | '\\'
        | ':'
        | '*'
        | '?'
        | '"'
        | '<'
        | '>'
        | '|'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => '_',
        _ if letter.is_control() => '_',
        _ => letter,
    };
    let mut name: String = value.trim().chars().map(taken).collect();
    if name.len() > LONGEST {
        let mut end = LONGEST;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
    }
    // Windows takes no blanks and full stops away from the end without a word.
    let end = name.trim_end_matches(['.', ' ']).len();
    name.truncate(end);
    if name.starts_with('.') {
        name.replace_range(..1, "_");
    }
    if name.is_empty() {
        name.push('_');
    }
    if is_device(&name) {
        name.insert(0, '_');
    }
    name
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_lowercase();
    let port = ["com", "lpt"]
        .iter()
        .find_map(|port| stem.strip_prefix(port));
    let is_digit = |digit: char| digit.is_ascii_digit() || matches!(digit, '¹' | '²' | '³');
    DEVICES.contains(&stem.as_str())
        || port.is_some_and(|number| number.chars().count() == 1 && number.chars().all(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (value, name) in [
            ("B90", "B90"),
            ("Réti, Richard", "Réti, Richard"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("a\\b:c*\u{7}", "a_b_c__"),
            ("con", "_con"),
            ("NUL.txt", "_NUL.txt"),
            ("COM1", "_COM1"),
            ("COM10", "COM10"),
            ("lpt³", "_lpt³"),
            ("...", "_"),
            (".hidden", "_hidden"),
            ("end. . ", "end"),
            ("????.??.??", "____.__.__"),
            ("", "_"),
        ] {
            assert_eq!(safe(value), name, "{value}");
        }
        let long = safe(&"ä".repeat(200));
        assert_eq!(long.len(), LONGEST);
    }

    #[test]
    fn every_value_has_its_own_name() {
        let mut names = Names::new("pgn");
        let long = "x".repeat(500);
        let other = format!("{long}y");
        let values = [
            "Tal", "tal", "TAL", "a/b", "a_b", "tal~2", "_unknown", &long, &other,
        ];
        let mut found = vec![names.of(None)];
        found.extend(values.map(|value| names.of(Some(value))));
        let found: Vec<String> = found.into_iter().filter_map(|(_, name)| name).collect();
        assert_eq!(
            found[..8],
            [
                "_unknown.pgn",
                "Tal.pgn",
                "tal~2.pgn",
                "TAL~3.pgn",
                "a_b.pgn",
                "a_b~2.pgn",
                "tal~2~2.pgn",
                "_unknown~2.pgn"
            ]
        );
        let lower: HashSet<String> = found.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(lower.len(), 10);
        assert_eq!(names.of(Some("TAL")), (3, None));
    }
}
