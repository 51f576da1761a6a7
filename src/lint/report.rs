//! What the checks say of one game: rules, bytes and messages, counted and not yet placed.

use crate::finding::{Level, MoveInfo, RuleInfo};
use crate::lint::rules::Selection;
use crate::pgn::Span;

/// Findings of one rule in one game beyond this number are counted, not shown.
pub const MAX_PER_RULE: u64 = 50;
/// Fixes of one rule in one game are collected up to here; the others come in the next round.
const MAX_FIXED: u64 = 1 << 18;

/// A finding whose fix has more places is shown without it.
const MAX_PLACES_SHOWN: usize = 1000;

/// What a check says, not yet placed.
#[derive(Clone, Debug)]
pub struct Note {
    /// The rule.
    pub rule: &'static RuleInfo,
    /// Its level in this run.
    pub level: Level,
    /// The bytes of the game that it is about.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What can be done.
    pub help: Option<String>,
    /// The law or paragraph.
    pub law: Option<&'static str>,
    /// The move that it is about.
    pub at: Option<MoveInfo>,
    /// The position before that move.
    pub fen: Option<String>,
    /// What mends it: bytes of the game, and what to put there.
    pub fixes: Vec<(Span, Vec<u8>)>,
}

impl Note {
    /// Adds what can be done.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Note {
        self.help = Some(text.into());
        self
    }

    /// Names another law than the rule's own.
    pub fn law(&mut self, law: &'static str) -> &mut Note {
        self.law = Some(law);
        self
    }

    /// Names the move.
    pub fn at(&mut self, at: MoveInfo) -> &mut Note {
        self.at = Some(at);
        self
    }

    /// Says what mends it: the text to put in place of some bytes of the game.
    pub fn fix(&mut self, span: Span, text: impl Into<Vec<u8>>) -> &mut Note {
        debug_assert!(self.rule.fixable, "{} has a fix", self.rule.id);
        // More places than that are mended in the next round.
        if self.fixes.len() < MAX_FIXED as usize {
            self.fixes.push((span, text.into()));
        }
        self
    }

    /// Names the position before the move.
    pub fn fen(&mut self, fen: String) -> &mut Note {
        self.fen = Some(fen);
        self
    }
}

/// Which findings are wanted; all are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// Every one of them, with all that is to be said.
    #[default]
    All,
    /// The first one of each rule and level in each game, and only its place.
    First,
    /// None.
    Nothing,
}

/// Collects the notes of one game.
#[derive(Debug)]
pub struct Notes<'o> {
    selection: &'o Selection,
    show: Show,
    /// Whether fixes beyond [`MAX_PER_RULE`] are wanted.
    all_fixes: bool,
    list: Vec<Note>,
    /// Notes that are not shown, kept for their fixes.
    hidden: Vec<Note>,
    counts: Vec<(&'static RuleInfo, Level, u64)>,
}

/// What is to be said of a game.
#[derive(Debug, Default)]
pub struct Said {
    /// The notes by place.
    pub notes: Vec<Note>,
    /// How often each rule was met.
    pub counts: Vec<(&'static RuleInfo, Level, u64)>,
    /// Fixes of what is counted, not shown.
    pub hidden: Vec<(&'static RuleInfo, Span, Vec<u8>)>,
}

impl<'o> Notes<'o> {
    /// An empty collection.
    #[must_use]
    pub const fn new(selection: &'o Selection, show: Show, all_fixes: bool) -> Notes<'o> {
        Notes {
            selection,
            show,
            all_fixes,
            list: Vec::new(),
            hidden: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Says that a rule finds something, at its own level. `None` if there is nothing more to say: the rule
    /// is off, or has been shown often enough in this game, or only counts and places are wanted.
    pub fn add(
        &mut self,
        rule: &'static RuleInfo,
        span: Span,
        message: impl FnOnce() -> String,
    ) -> Option<&mut Note> {
        self.add_as(rule, rule.level, span, message)
    }

    /// The same at the level of this case.
    pub fn add_as(
        &mut self,
        rule: &'static RuleInfo,
        usual: Level,
        span: Span,
        message: impl FnOnce() -> String,
    ) -> Option<&mut Note> {
        debug_assert!(
            rule.levels().any(|level| level == usual),
            "{} is declared without {usual}",
            rule.id
        );
        let level = self.selection.level(rule, usual)?;
        let entry = self
            .counts
            .iter_mut()
            .find(|entry| entry.0.id == rule.id && entry.1 == level);
        let count = if let Some(entry) = entry {
            &mut entry.2
        } else {
            self.counts.push((rule, level, 0));
            &mut self.counts.last_mut()?.2
        };
        *count += 1;
        let shown = *count <= MAX_PER_RULE;
        let kept = self.all_fixes && rule.fixable && *count <= MAX_FIXED;
        if !(shown || kept) {
            return None;
        }
        let list = if shown {
            &mut self.list
        } else {
            &mut self.hidden
        };
        let full = self.show == Show::All;
        list.push(Note {
            rule,
            level,
            span,
            message: if shown && full {
                message()
            } else {
                String::new()
            },
            help: None,
            law: (!rule.source.is_empty()).then_some(rule.source),
            at: None,
            fen: None,
            fixes: Vec::new(),
        });
        if full { list.last_mut() } else { None }
    }

    /// Takes back all notes of a rule.
    pub fn remove(&mut self, rule: &'static RuleInfo) {
        self.list.retain(|note| note.rule.id != rule.id);
        self.hidden.retain(|note| note.rule.id != rule.id);
        self.counts.retain(|entry| entry.0.id != rule.id);
    }

    /// Takes back the last note of a rule, which is about these bytes.
    pub fn take_back(&mut self, rule: &'static RuleInfo, span: Span) {
        let counts = &mut self.counts;
        if let Some(entry) = counts.iter_mut().rfind(|entry| entry.0.id == rule.id) {
            entry.2 -= 1;
        }
        counts.retain(|entry| entry.2 > 0);
        let other = |note: &Note| note.rule.id != rule.id || note.span != span;
        self.list.retain(other);
        self.hidden.retain(other);
    }

    /// Whether a note of a rule has fixes.
    #[must_use]
    pub fn mends(&self, rule: &'static RuleInfo) -> bool {
        let mut notes = self.list.iter().chain(&self.hidden);
        notes.any(|note| note.rule.id == rule.id && !note.fixes.is_empty())
    }

    /// How often a rule was met so far.
    #[must_use]
    pub fn count_of(&self, rule: &'static RuleInfo) -> u64 {
        let counts = self.counts.iter().filter(|entry| entry.0.id == rule.id);
        counts.map(|entry| entry.2).sum()
    }

    /// Takes back the notes about the bytes from `start` to `end`.
    pub fn remove_between(&mut self, start: usize, end: usize) {
        let counts = &mut self.counts;
        self.hidden
            .retain(|note| !(start..end).contains(&note.span.range().start));
        self.list.retain(|note| {
            let inside = (start..end).contains(&note.span.range().start);
            if inside
                && let Some(entry) = counts
                    .iter_mut()
                    .find(|entry| entry.0.id == note.rule.id && entry.1 == note.level)
            {
                entry.2 -= 1;
            }
            !inside
        });
        self.counts.retain(|entry| entry.2 > 0);
    }

    /// Whether a note is about the byte at `offset`.
    #[must_use]
    pub fn covers(&self, offset: usize) -> bool {
        self.list
            .iter()
            .any(|note| note.span.range().contains(&offset))
    }

    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All that was said.
    #[must_use]
    pub fn finish(mut self) -> Said {
        if self.show == Show::Nothing {
            self.list.clear();
        }
        for (rule, level, count) in &self.counts {
            if *count > MAX_PER_RULE
                && let Some(last) = self
                    .list
                    .iter_mut()
                    .rfind(|note| note.rule.id == rule.id && note.level == *level)
            {
                let more = count - MAX_PER_RULE;
                last.help = Some(format!(
                    "{more} more of this kind in this game are not shown"
                ));
            }
        }
        self.list.sort_by_key(|note| note.span.start);
        if !self.all_fixes {
            let long = self.list.iter_mut();
            for note in long.filter(|note| note.fixes.len() > MAX_PLACES_SHOWN) {
                note.fixes = Vec::new();
            }
        }
        if self.show == Show::First {
            let mut seen: Vec<(&str, Level)> = Vec::new();
            self.list.retain(|note| {
                let kind = (note.rule.id, note.level);
                let first = !seen.contains(&kind);
                seen.push(kind);
                first
            });
        }
        let fixes = |note: Note| {
            let rule = note.rule;
            let fixes = note.fixes.into_iter();
            fixes.map(move |(span, text)| (rule, span, text))
        };
        Said {
            notes: self.list,
            counts: self.counts,
            hidden: self.hidden.into_iter().flat_map(fixes).collect(),
        }
    }
}
