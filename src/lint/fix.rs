//! Mends what the findings of a stretch of text say how to mend.
//!
//! A game is mended in rounds, until nothing is left to be mended: one fix may make room for another. After
//! every round the game is read again (`same`): where it no longer says the same, the fixes are tried
//! rule by rule, and those that change it are left out. Where games start is not changed either.

mod draft;
mod same;

use std::ops::Range;

use crate::finding::{Fix, RuleInfo};
use crate::lint::block::Context;
use crate::lint::fix::draft::Draft;
use crate::lint::{BlockReport, Options, check_block, syntax};
use crate::pgn::split::Splitter;
use crate::pgn::{Encoding, Span};

/// Rounds over one game at most; three are the usual.
const ROUNDS: usize = 24;
/// Games of a block that are given up one by one where the starts of games have changed; then all are.
const GIVEN_UP: usize = 8;

/// A mended stretch of text.
#[derive(Debug, Default)]
pub struct Mended {
    /// What to replace, by place and without overlaps; offsets count from the stretch's own start.
    pub fixes: Vec<Fix>,
    /// What is left to be said of the mended text.
    pub report: BlockReport,
    /// The mended text; `None` if there is nothing to replace.
    pub text: Option<Vec<u8>>,
}

/// Both ways to mend a stretch of text: which of them counts depends on what stands before it in its file.
#[derive(Debug, Default)]
pub struct Ways {
    /// Every game in its own encoding.
    kept: Mended,
    /// With the Windows-1252 games turned to UTF-8, if there are any.
    converted: Option<Mended>,
    /// The encoding of the first game that is not plain ASCII.
    first: Option<Encoding>,
}

impl Ways {
    /// The way for a file whose first game beyond ASCII is in this encoding; `None` if there is none yet.
    #[must_use]
    pub fn choose(self, file: Option<Encoding>) -> Mended {
        match self.converted {
            Some(converted) if file.or(self.first) == Some(Encoding::Utf8) => converted,
            _ => self.kept,
        }
    }
}

/// A fix, and the rule that asks for it.
type Offer = (&'static RuleInfo, Fix);

/// Mends every game of `text`.
#[must_use]
pub fn fix_block(text: &[u8], context: Context, options: &Options) -> Ways {
    let options = Options {
        all_fixes: true,
        ..options.clone()
    };
    let report = check_block(text, context, &options);
    let offset = |encoding: Encoding| {
        let finding = report.encodings[encoding as usize].as_ref()?;
        Some((finding.place.offset, encoding))
    };
    let met = [offset(Encoding::Utf8), offset(Encoding::Windows1252)];
    let first = met.into_iter().flatten().min_by_key(|(offset, _)| *offset);
    let convertible = report.encodings[Encoding::Windows1252 as usize].is_some();
    let rounds = Options {
        excerpts: false,
        cross_check: false,
        ..options.clone()
    };
    let block = Block {
        text,
        context,
        options: &options,
        rounds: &rounds,
    };
    let converted = convertible.then(|| block.converted()).flatten();
    Ways {
        kept: block.mended(report),
        converted,
        first: first.map(|(_, encoding)| encoding),
    }
}

/// The fixes that turn a Windows-1252 game to UTF-8; `None` if that is not what the game is.
#[must_use]
pub fn to_utf8(game: &[u8]) -> Option<Vec<(Span, Vec<u8>)>> {
    // A game with a character of UTF-8 in it is a damaged UTF-8 game rather than one of Windows-1252.
    let other = Encoding::detect(game) == Encoding::Windows1252
        && Encoding::Windows1252.first_misfit(game).is_none()
        && game.utf8_chunks().all(|chunk| chunk.valid().is_ascii());
    if !other {
        return None;
    }
    let mut fixes = Vec::new();
    let mut at = 0;
    while let Some(start) = game[at..].iter().position(|byte| !byte.is_ascii()) {
        let start = at + start;
        let rest = game[start..].iter();
        at = start + rest.take_while(|byte| !byte.is_ascii()).count();
        let text = Encoding::Windows1252.decode(&game[start..at]).into_owned();
        fixes.push((Span::new(start, at), text.into_bytes()));
    }
    Some(fixes)
}

/// A stretch of text to be mended.
struct Block<'a> {
    text: &'a [u8],
    context: Context,
    options: &'a Options,
    /// The same for what is only looked at for its fixes.
    rounds: &'a Options,
}

impl<'a> Block<'a> {
    /// Mends the block after its Windows-1252 games were turned to UTF-8; `None` if there are none.
    fn converted(&self) -> Option<Mended> {
        let mut drafts = self.drafts();
        let mut any = false;
        for draft in &mut drafts {
            if let Some(fixes) = to_utf8(draft.text()) {
                let offers = fixes.into_iter().map(|(span, text)| Fix {
                    offset: u64::from(span.start),
                    length: span.end - span.start,
                    text,
                });
                draft.apply(&offers.collect::<Vec<_>>());
                draft.begin();
                any = true;
            }
        }
        if !any {
            return None;
        }
        let text: Vec<u8> = drafts.iter().flat_map(Draft::text).copied().collect();
        let report = check_block(&text, self.context, self.options);
        Some(self.finish(drafts, report))
    }

    fn mended(&self, report: BlockReport) -> Mended {
        let nothing = report.hidden_fixes.is_empty()
            && report.findings.iter().all(|found| found.fixes.is_empty());
        let drafts = if nothing { Vec::new() } else { self.drafts() };
        self.finish(drafts, report)
    }

    /// One draft a game.
    fn drafts(&self) -> Vec<Draft<'a>> {
        let games = Splitter::new(self.text);
        games.map(|game| Draft::new(&self.text[game])).collect()
    }

    /// Mends the drafts, to which the report belongs, and reports what is left.
    fn finish(&self, mut drafts: Vec<Draft<'_>>, mut report: BlockReport) -> Mended {
        let mut offers = offers(&mut report);
        offers.sort_by_key(|(_, fix)| fix.offset);
        let mut offers = offers.into_iter().peekable();
        let mut end = 0;
        let last = drafts.len().saturating_sub(1);
        for (index, draft) in drafts.iter_mut().enumerate() {
            let start = end;
            end += draft.text().len() as u64;
            let mut own = Vec::new();
            while let Some((rule, mut fix)) =
                offers.next_if(|(_, fix)| fix.offset < end || index == last)
            {
                fix.offset -= start;
                own.push((rule, fix));
            }
            if !own.is_empty() {
                let context = Context {
                    glued: false,
                    left_out: if index == last {
                        self.context.left_out
                    } else {
                        0
                    },
                    ..self.context
                };
                mend(draft, own, context, self.rounds);
            }
        }
        keep_starts(&mut drafts);
        if drafts.iter().all(|draft| !draft.is_changed()) {
            return Mended {
                fixes: Vec::new(),
                report,
                text: None,
            };
        }
        let mut fixes = Vec::new();
        let mut text = Vec::with_capacity(self.text.len() + self.text.len() / 16);
        let mut offset = 0;
        for draft in &drafts {
            fixes.extend(draft.fixes(offset));
            text.extend_from_slice(draft.text());
            offset += draft.old().len() as u64;
        }
        let mut report = check_block(&text, self.context, self.options);
        report.hidden_fixes.clear();
        Mended {
            fixes,
            report,
            text: Some(text),
        }
    }
}

/// The fixes that a report holds, those for the encoding left aside: they need to know the file.
fn offers(report: &mut BlockReport) -> Vec<Offer> {
    let mut offers = std::mem::take(&mut report.hidden_fixes);
    for finding in &report.findings {
        if finding.rule.id != syntax::MIXED_ENCODING.id {
            let fixes = finding.fixes.iter();
            offers.extend(fixes.map(|fix| (finding.rule, fix.clone())));
        }
    }
    offers
}

/// Mends one game, round by round.
fn mend(draft: &mut Draft<'_>, mut own: Vec<Offer>, context: Context, options: &Options) {
    for _ in 0..ROUNDS {
        let fixes = accepted(draft, &own);
        if fixes.is_empty() {
            return;
        }
        draft.apply(&fixes);
        let mut report = check_block(draft.text(), context, options);
        own = offers(&mut report);
        if own.is_empty() {
            return;
        }
    }
}

/// Those of the fixes offered that can be applied together and leave the game what it is.
fn accepted(draft: &Draft<'_>, offers: &[Offer]) -> Vec<Fix> {
    let is_safe = |fixes: &[Fix]| {
        let after = draft::applied(draft.text(), fixes);
        games(&after) == games(draft.start()) && same::is_same(draft.start(), &after)
    };
    let all = disjoint(offers.iter().map(|(_, fix)| fix), draft.text());
    if all.is_empty() || is_safe(&all) {
        return all;
    }
    let mut rules: Vec<&str> = Vec::new();
    for (rule, _) in offers {
        if !rules.contains(&rule.id) {
            rules.push(rule.id);
        }
    }
    rules.sort_unstable();
    let mut good: Vec<&str> = Vec::new();
    let mut kept = Vec::new();
    for id in rules {
        let with = |(rule, _): &&Offer| rule.id == id || good.contains(&rule.id);
        let fixes = disjoint(offers.iter().filter(with).map(|(_, fix)| fix), draft.text());
        if is_safe(&fixes) {
            good.push(id);
            kept = fixes;
        }
    }
    kept
}

/// The fixes by place, without those that change nothing or overlap with one before them.
fn disjoint<'f>(fixes: impl Iterator<Item = &'f Fix>, text: &[u8]) -> Vec<Fix> {
    let mut sorted: Vec<&Fix> = fixes.filter(|fix| bytes(fix).end <= text.len()).collect();
    sorted.sort_by_key(|fix| (fix.offset, fix.length));
    let mut chosen: Vec<Fix> = Vec::new();
    for fix in sorted {
        let range = bytes(fix);
        let free = chosen.last().is_none_or(|last| {
            let before = bytes(last);
            range.start >= before.end && (range.start, fix.length) != (before.start, 0)
        });
        if free && text[range] != fix.text {
            chosen.push(fix.clone());
        }
    }
    chosen
}

/// The bytes that a fix replaces.
fn bytes(fix: &Fix) -> Range<usize> {
    fix.offset as usize..fix.offset as usize + fix.length as usize
}

fn games(text: &[u8]) -> usize {
    Splitter::new(text).count()
}

/// Gives up the changes of games that move the starts of games.
fn keep_starts(drafts: &mut [Draft<'_>]) {
    for _ in 0..GIVEN_UP {
        if drafts.iter().all(|draft| !draft.is_changed()) {
            return;
        }
        let Some(wrong) = first_wrong(drafts) else {
            return;
        };
        // The game that begins in the wrong place, or the one before it that no longer ends there.
        let changed = drafts[..=wrong]
            .iter_mut()
            .rfind(|draft| draft.is_changed());
        match changed {
            Some(draft) => draft.give_up(),
            None => break,
        }
    }
    if first_wrong(drafts).is_some() {
        for draft in drafts {
            draft.give_up();
        }
    }
}

/// The first game that does not stand where the text has one.
fn first_wrong(drafts: &[Draft<'_>]) -> Option<usize> {
    let text: Vec<u8> = drafts.iter().flat_map(Draft::text).copied().collect();
    let mut found = Splitter::new(&text);
    let mut at = 0;
    for (index, draft) in drafts.iter().enumerate() {
        let range = at..at + draft.text().len();
        at = range.end;
        if !range.is_empty() && found.next() != Some(range) {
            return Some(index);
        }
    }
    None
}

#[cfg(test)]
mod tests;
