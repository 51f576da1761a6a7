//! Finds the tags of a game by their names.

use std::borrow::Cow;

use crate::export::game::Game;
use crate::pgn::Tag;

impl<'a> Game<'a> {
    /// The value of a tag, as it is read, whatever the case of its name; of a duplicate the first one. `None` where it is
    /// missing, empty or `?`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.raw_tag(name).map(|value| self.decoded(value))
    }

    /// The value of the tag that is written exactly so: names are case-sensitive (PGN 8.1.1).
    #[must_use]
    pub fn exact_tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.known(self.find_exact(name)?)
            .map(|value| self.decoded(value))
    }

    fn decoded(&self, value: Cow<'a, [u8]>) -> Cow<'a, str> {
        match value {
            Cow::Borrowed(bytes) => self.encoding.decode(bytes),
            Cow::Owned(bytes) => Cow::Owned(self.encoding.decode(&bytes).into_owned()),
        }
    }

    /// The same as bytes.
    #[must_use]
    pub fn raw_tag(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        self.known(self.find(name)?)
    }

    fn known(&self, tag: &Tag) -> Option<Cow<'a, [u8]>> {
        let value = tag.value(self.text);
        let known = !matches!(value.trim_ascii(), b"" | b"?");
        known.then_some(value)
    }

    fn find_exact(&self, name: &str) -> Option<&'a Tag> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name(self.text) == name.as_bytes())
    }

    pub(super) fn find(&self, name: &str) -> Option<&'a Tag> {
        let name = name.as_bytes();
        // Rows of tables ask for dozens of names that a game does not have: most are told by length and first letter.
        let initial = |name: &[u8]| name.first().map(u8::to_ascii_lowercase);
        let wanted = (name.len(), initial(name));
        let mut other = None;
        for tag in self.tags {
            let found = tag.name(self.text);
            if (found.len(), initial(found)) != wanted {
                continue;
            }
            if found == name {
                return Some(tag);
            }
            if other.is_none() && found.eq_ignore_ascii_case(name) {
                other = Some(tag);
            }
        }
        other
    }
}
