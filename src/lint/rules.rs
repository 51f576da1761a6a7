//! The registry: all rules, their levels, and which of them a run wants.

use std::collections::HashMap;

use crate::finding::nearest;
use crate::finding::{Family, Level, RuleInfo};
use crate::lint::{comments, layout, moves, result, set, syntax, tags};

/// Declares rules beside their checks: constants, and `RULES` with all of them. A declaration is: name, id,
/// level, and behind `+` the levels of its other cases, source; what the rule finds; why it matters; `fix`
/// where `--fix` mends what it finds. The examples are the rule's files in `testdata/lint`, which the tests check.
macro_rules! rules {
    ($family:ident: $($name:ident = $id:literal $level:ident $(+ $also:ident)* $source:literal $summary:literal $why:literal $($fix:ident)?;)+) => {
        $(
            #[doc = $summary]
            pub static $name: $crate::finding::RuleInfo = $crate::finding::RuleInfo {
                id: $id,
                family: $crate::finding::Family::$family,
                level: $crate::finding::Level::$level,
                also: &[$($crate::finding::Level::$also),*],
                summary: $summary,
                why: $why,
                source: $source,
                fixable: $crate::lint::rules::is_fixable(&[$(stringify!($fix))?]),
                examples: $crate::lint::rules::examples!($family $id),
            };
        )+
        /// The rules of this file.
        pub static RULES: &[&$crate::finding::RuleInfo] = &[$(&$name),+];
    };
}

/// A rule's example files; the tool's own faults have none.
macro_rules! examples {
    (Internal $id:literal) => {
        None
    };
    ($family:ident $id:literal) => {
        Some($crate::finding::Examples {
            bad: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/testdata/lint/",
                $id,
                "/bad.pgn"
            )),
            good: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/testdata/lint/",
                $id,
                "/ok.pgn"
            )),
        })
    };
}
pub(crate) use examples;
pub(crate) use rules;

/// Whether a declaration says `fix`.
pub(crate) const fn is_fixable(words: &[&str]) -> bool {
    !words.is_empty()
}

/// The tool's own faults.
pub mod internal {
    super::rules! { Internal:
        INTERNAL_ERROR = "internal-error" Error ""
        "the tool failed on a game; please report it"
        "The game may be fine; the tool is not.";
        INTERNAL_DISAGREEMENT = "internal-disagreement" Error ""
        "another chess library plays a game differently; please report it"
        "One of two chess libraries is wrong.";
    }
}

/// All rules, family by family.
pub fn all() -> impl Iterator<Item = &'static RuleInfo> {
    [
        syntax::RULES,
        layout::RULES,
        tags::pairs::RULES,
        tags::roster::RULES,
        tags::players::RULES,
        tags::dates::RULES,
        tags::game::RULES,
        tags::start::RULES,
        moves::RULES,
        result::RULES,
        result::lawful::RULES,
        comments::RULES,
        set::RULES,
        internal::RULES,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// A named set of levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// What a reader of PGN must cope with: errors, warnings and notes.
    #[default]
    Import,
    /// The export format as well: style.
    Export,
    /// The Laws only: the families moves and result.
    Laws,
}

/// How many rules a name means: 0 for `all`, 1 for a family, 2 for a single rule.
#[must_use]
pub fn narrowness(name: &str) -> u8 {
    match name {
        "all" => 0,
        _ if all().any(|rule| rule.id == name) => 2,
        _ => 1,
    }
}

/// Which rules are on, and at what level.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    profile: Profile,
    /// By rule id: the level the user wants, `None` for off.
    changed: HashMap<&'static str, Option<Level>>,
    /// The level that the user wants for all rules, as it is for those that wait to be asked for.
    for_all: Option<Level>,
}

/// A word that names no rule and no family.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule or family is called `{0}`{near}", near = suggestion(.0))]
pub struct UnknownRule(pub String);

/// The names that are nearest to a word, if any are near.
fn suggestion(word: &str) -> String {
    let families = Family::ALL.iter().map(|family| family.name());
    // The tool's own faults cannot be chosen.
    let choice = || all().filter(|rule| rule.family != Family::Internal);
    let used = |name: &&str| choice().any(|rule| rule.family.name() == *name);
    let names = choice().map(|rule| rule.id).chain(families.filter(used));
    nearest::suggestion(word, names)
}

impl Selection {
    /// The rules of a profile.
    #[must_use]
    pub fn new(profile: Profile) -> Selection {
        Selection {
            profile,
            changed: HashMap::new(),
            for_all: None,
        }
    }

    /// Sets the level of a rule, of all rules of a family, or of `all`; `None` switches them off. `all`
    /// switches no rule of the family set on, since they cost memory.
    ///
    /// # Errors
    ///
    /// If `name` names nothing.
    pub fn set(&mut self, name: &str, level: Option<Level>) -> Result<(), UnknownRule> {
        let named = |rule: &&RuleInfo| {
            rule.family != Family::Internal
                && (name == "all" || name == rule.id || name == rule.family.name())
        };
        let mut found = false;
        for rule in all().filter(named) {
            found = true;
            let waits = rule.family == Family::Set && !self.is_asked_for(rule);
            if !(name == "all" && level.is_some() && waits) {
                self.changed.insert(rule.id, level);
            }
        }
        if name == "all" {
            self.for_all = level;
        }
        if found {
            Ok(())
        } else {
            Err(UnknownRule(name.to_owned()))
        }
    }

    /// Switches a rule of the family set on, at the level that was wanted for it or for all rules, or at
    /// its own.
    pub fn ask_for(&mut self, rule: &'static RuleInfo) {
        if !self.is_asked_for(rule) {
            let level = self.for_all.unwrap_or(rule.level);
            self.changed.insert(rule.id, Some(level));
        }
    }

    fn is_asked_for(&self, rule: &RuleInfo) -> bool {
        self.changed.get(rule.id).is_some_and(Option::is_some)
    }

    /// The level of a rule in this run, where `usual` is the level of the case at hand; `None` if it
    /// is off.
    #[must_use]
    pub fn level(&self, rule: &RuleInfo, usual: Level) -> Option<Level> {
        // A case that is a matter of style, of a rule that is not, keeps to the profile.
        let style_case = usual == Level::Style && rule.level != Level::Style;
        match self.changed.get(rule.id) {
            Some(None) => return None,
            Some(&level) if !style_case => return level,
            _ => {}
        }
        if rule.family == Family::Set {
            return None;
        }
        let on = match self.profile {
            Profile::Import => usual != Level::Style,
            Profile::Export => true,
            Profile::Laws => {
                // Without a legal position no move is judged, and that must be known.
                let start = [tags::start::BAD_FEN.id, tags::start::UNSUPPORTED_VARIANT.id];
                usual != Level::Style
                    && (start.contains(&rule.id)
                        || matches!(
                            rule.family,
                            Family::Moves | Family::Result | Family::Internal
                        ))
            }
        };
        on.then_some(usual)
    }

    /// Whether any rule about layout and spelling is on; they cost time.
    #[must_use]
    pub fn wants_style(&self) -> bool {
        self.profile == Profile::Export
            || all().any(|rule| {
                rule.level == Level::Style && rule.family != Family::Set && self.is_asked_for(rule)
            })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_kebab_case() {
        let ids: Vec<&str> = all().map(|rule| rule.id).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
        for id in ids {
            let kebab = id
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit());
            assert!(kebab, "{id}");
        }
    }

    #[test]
    fn profiles_and_changes() {
        let mut selection = Selection::new(Profile::Import);
        assert_eq!(
            selection.level(&syntax::STRAY_BRACE, Level::Error),
            Some(Level::Error)
        );
        assert_eq!(selection.level(&moves::MOVE_SUFFIX, Level::Style), None);
        assert!(!selection.wants_style());
        selection.set("move-suffix", Some(Level::Warning)).unwrap();
        assert!(selection.wants_style());
        assert_eq!(
            selection.level(&moves::MOVE_SUFFIX, Level::Style),
            Some(Level::Warning)
        );
        selection.set("syntax", None).unwrap();
        assert_eq!(selection.level(&syntax::STRAY_BRACE, Level::Error), None);
        assert_eq!(
            selection.set("nothing", None),
            Err(UnknownRule("nothing".to_owned()))
        );
        let laws = Selection::new(Profile::Laws);
        assert_eq!(laws.level(&syntax::STRAY_BRACE, Level::Error), None);
        assert_eq!(
            laws.level(&moves::ILLEGAL_MOVE, Level::Error),
            Some(Level::Error)
        );
    }

    #[test]
    fn rules_over_several_games_wait_to_be_asked_for() {
        let level = |selection: &Selection| {
            [&set::DUPLICATE_GAME, &set::COLLATION_ORDER]
                .map(|rule| selection.level(rule, rule.level))
        };
        for profile in [Profile::Import, Profile::Export, Profile::Laws] {
            let mut selection = Selection::new(profile);
            assert_eq!(level(&selection), [None, None]);
            selection.ask_for(&set::COLLATION_ORDER);
            assert_eq!(level(&selection), [None, Some(Level::Style)]);
            assert_eq!(selection.wants_style(), profile == Profile::Export);
            selection.set("all", Some(Level::Error)).unwrap();
            assert_eq!(level(&selection), [None, Some(Level::Error)]);
            selection.ask_for(&set::DUPLICATE_GAME);
            assert_eq!(level(&selection), [Some(Level::Error); 2]);
            selection.set("all", None).unwrap();
            assert_eq!(level(&selection), [None, None]);
            selection.ask_for(&set::DUPLICATE_GAME);
            assert_eq!(level(&selection), [Some(Level::Warning), None]);
            selection.set("set", Some(Level::Warning)).unwrap();
            assert_eq!(level(&selection), [Some(Level::Warning); 2]);
        }
    }
}
