//! The rules over several games: compares the games of a block with those before it, in the order of the
//! input.

use crate::commands::validate::{Options, say};
use crate::finding::{Finding, printable};
use crate::lint::BlockReport;
use crate::lint::set::{self, History, Key, Kind, Met, Placer, SortKey};

/// The games before the block at hand.
#[derive(Debug)]
pub(super) struct Before {
    history: Option<History>,
    /// The files so far, and the number of games before each.
    files: Vec<(u64, String)>,
    /// What the file's last game is sorted by.
    last: Option<SortKey<'static>>,
    most: Option<u64>,
}

impl Before {
    pub(super) fn new(options: &Options) -> Before {
        let rule = &set::DUPLICATE_GAME;
        let wanted = options.lint.selection.level(rule, rule.level).is_some();
        let most = options.max_remembered;
        Before {
            history: wanted.then(|| History::new(most.unwrap_or(u64::MAX))),
            files: Vec::new(),
            last: None,
            most,
        }
    }

    /// A file begins, with so many games before it.
    pub(super) fn begin_file(&mut self, name: &str, games: u64) {
        self.last = None;
        if self.history.is_some() {
            self.files.push((games, printable(name)));
        }
    }

    /// Adds what the rules find in a block, with so many games before it in the run.
    pub(super) fn compare(
        &mut self,
        report: &mut BlockReport,
        text: &[u8],
        games: u64,
        options: &Options,
    ) {
        let set::Games { keys, edges } = std::mem::take(&mut report.set);
        let mut found: Vec<Finding> = Vec::new();
        if let Some(edges) = edges {
            let last = self.last.replace(edges.last);
            found.extend(
                last.and_then(|last| Placer::new(text, &options.lint).order(&last, &edges.first)),
            );
        }
        let mut placer = Placer::new(text, &options.lint);
        for key in &keys {
            let history = self.history.as_mut();
            let met = history.and_then(|history| history.meet(key, games + key.number));
            if let Some(met) = met {
                found.extend(placer.duplicate(key, self.message(key, met)));
            }
        }
        if found.is_empty() {
            return;
        }
        for finding in &found {
            report.count(finding.rule, finding.level, 1);
        }
        // What is about a whole game comes first of what is said of it.
        found.append(&mut report.findings);
        found.sort_by_key(|finding| finding.place.offset);
        report.findings = found;
    }

    /// Names the game that was met before.
    fn message(&self, key: &Key, met: Met) -> String {
        let index = self.files.partition_point(|(games, _)| *games < met.number);
        let here = index == self.files.len();
        let (games, name) = match index.checked_sub(1).and_then(|index| self.files.get(index)) {
            Some((games, name)) => (*games, name.as_str()),
            None => (0, ""),
        };
        let number = met.number - games;
        let place = if here {
            format!("game {number}")
        } else {
            format!("game {number} of {name}")
        };
        match (key.kind, met.same_players) {
            (Kind::Bare, _) => format!("the same seven tags as {place}, and at most one move"),
            (_, true) => format!("the same players, date and moves as {place}"),
            (_, false) => format!("the same moves as {place}, though players or date differ"),
        }
    }

    /// Says that not all games could be remembered.
    pub(super) fn finish(&self) {
        if !self.history.as_ref().is_some_and(History::is_full) {
            return;
        }
        say(&match self.most {
            Some(most) => format!(
                "note: duplicates of the first {most} games only are found (--max-remembered)"
            ),
            None => "note: memory is at an end; duplicates of later games are not found".to_owned(),
        });
    }
}
