//! What in a game is ours: kept in a tag of its own, since nothing in the text tells our judgements and side lines from those
//! of people and of other programs.

use std::collections::BTreeMap;
use std::fmt;

/// The tag's name.
pub const TAG: &str = "ChesstoolMarks";

/// What was written behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is written on its own")]
pub struct Mark {
    /// The judgement in words.
    pub comment: bool,
    /// Its glyph.
    pub glyph: bool,
    /// So many side lines.
    pub lines: usize,
    /// The glyph of a position stands at the end of each.
    pub position_nags: bool,
    /// The evaluation, where not all of them are ours.
    pub eval: bool,
}

impl Mark {
    /// What is written behind a judged move if nothing else is asked for.
    const USUAL: Mark = Mark {
        comment: true,
        glyph: true,
        lines: 1,
        position_nags: false,
        eval: false,
    };

    /// Whether the move was judged: there is more than an evaluation.
    #[must_use]
    pub fn is_judgement(self) -> bool {
        let without = Mark {
            eval: false,
            ..self
        };
        without != Mark::default()
    }
}

/// Evaluations are marked up to this ply; no game is nearly as long.
const LONGEST: usize = 20_000;

/// What was written into a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// All evaluations are ours; where there were some before, each of ours has its mark.
    pub evals: bool,
    /// The ply, from 1, behind which the opening's name was written.
    pub opening: Option<usize>,
    /// By ply, from 1.
    pub plies: BTreeMap<usize, Mark>,
}

impl Marks {
    /// Reads the tag's value; words that mean nothing are passed over.
    ///
    /// ```
    /// use chesstool::annotate::marks::Marks;
    ///
    /// let marks = Marks::parse("e o8 29 31g 40cl2");
    /// assert!(marks.evals && marks.opening == Some(8) && marks.plies.len() == 3);
    /// assert_eq!(marks.to_string(), "e o8 29 31g 40cl2");
    /// // Evaluations behind some of the plies.
    /// let marks = Marks::parse("e2-4 e6 3");
    /// assert!(!marks.evals && marks.plies[&4].eval && marks.plies[&3].comment);
    /// assert_eq!(marks.to_string(), "e2-4 e6 3");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Marks {
        let mut marks = Marks::default();
        let mut behind = 0;
        for word in text.split_whitespace() {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let (number, flags) = word.split_at(digits);
            if let Ok(ply) = number.parse() {
                let mut mark = if flags.is_empty() {
                    Mark::USUAL
                } else {
                    Mark::default()
                };
                mark.eval = marks.plies.get(&ply).is_some_and(|mark| mark.eval);
                for flag in flags.chars() {
                    match flag {
                        'c' => mark.comment = true,
                        'g' => mark.glyph = true,
                        'l' => {}
                        'n' => mark.position_nags = true,
                        _ => mark.lines = flag.to_digit(10).unwrap_or(0) as usize,
                    }
                }
                marks.plies.insert(ply, mark);
            } else if word == "e" {
                marks.evals = true;
            } else if let Some(ply) = word.strip_prefix('o').and_then(|ply| ply.parse().ok()) {
                marks.opening = Some(ply);
            } else if let Some((first, last)) = word.strip_prefix('e').and_then(stretch) {
                // Stretches stand in their order; nothing is gone through twice.
                for ply in first.max(behind)..=last.min(LONGEST) {
                    marks.plies.entry(ply).or_default().eval = true;
                    behind = ply + 1;
                }
            }
        }
        marks
    }

    /// Whether the evaluation behind a ply, from 1, is ours.
    #[must_use]
    pub fn has_eval(&self, ply: usize) -> bool {
        self.evals || self.plies.get(&ply).is_some_and(|mark| mark.eval)
    }

    /// Whether a ply, from 1, was judged.
    #[must_use]
    pub fn has_judgement(&self, ply: usize) -> bool {
        self.plies.get(&ply).is_some_and(|mark| mark.is_judgement())
    }

    /// Whether there is nothing to be marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Marks::default()
    }

    /// Adds what was written now.
    pub fn add(&mut self, other: &Marks) {
        self.evals |= other.evals;
        self.opening = other.opening.or(self.opening);
        for (ply, mark) in &other.plies {
            let own = self.plies.entry(*ply).or_default();
            own.comment |= mark.comment;
            own.glyph |= mark.glyph;
            own.position_nags |= mark.position_nags;
            own.eval |= mark.eval;
            own.lines = (own.lines + mark.lines).min(9);
        }
    }
}

/// Reads `2-17`, or `2` for a single ply.
fn stretch(text: &str) -> Option<(usize, usize)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((first.parse().ok()?, last.parse().ok()?))
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if self.evals {
            words.push("e".to_owned());
        }
        words.extend(self.opening.map(|ply| format!("o{ply}")));
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for (ply, _) in self.plies.iter().filter(|(_, mark)| mark.eval) {
            match stretches.last_mut() {
                Some((_, last)) if *last + 1 == *ply => *last = *ply,
                _ => stretches.push((*ply, *ply)),
            }
        }
        words.extend(stretches.iter().map(|(first, last)| {
            if first == last {
                format!("e{first}")
            } else {
                format!("e{first}-{last}")
            }
        }));
        for (ply, mark) in &self.plies {
            if !mark.is_judgement() {
                continue;
            }
            let mut word = ply.to_string();
            let usual = Mark {
                eval: mark.eval,
                ..Mark::USUAL
            };
            if *mark != usual {
                if mark.comment {
                    word.push('c');
                }
                if mark.glyph {
                    word.push('g');
                }
                if mark.lines > 0 {
                    word.push('l');
                    word.push_str(&mark.lines.min(9).to_string());
                }
                if mark.position_nags {
                    word.push('n');
                }
            }
            words.push(word);
        }
        f.write_str(&words.join(" "))
    }
}
