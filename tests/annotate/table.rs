//! An analyst that answers from a table, and games for it.

use std::collections::HashMap;

use chesstool::annotate::analysis::{Analyst, Line, Look, Valued};
use chesstool::annotate::game::{Annotated, annotate};
use chesstool::annotate::settings::Settings;
use chesstool::chess::{Move, Position, San};
use chesstool::pgn::evaluation::Score;
use chesstool::pgn::split::Splitter;

/// Scores for White and best lines by ply; where none is given, a level game and the first legal move.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) scores: HashMap<usize, Score>,
    pub(crate) lines: HashMap<usize, &'static str>,
    pub(crate) asked: Vec<usize>,
    /// Scores of the second look, where they differ.
    pub(crate) second: HashMap<usize, Score>,
    /// Plies that were looked at again.
    pub(crate) again: Vec<usize>,
    /// A ply of which a second look finds nothing.
    pub(crate) lost: Option<usize>,
    /// Lines of a second look, where the one of the position behind was not looked at again just before.
    pub(crate) alone: HashMap<usize, &'static str>,
    /// Values follow from the position.
    pub(crate) hashed: bool,
}

impl Analyst for Table {
    fn begin(&mut self, _start: &Position) -> Result<(), String> {
        Ok(())
    }

    fn value(
        &mut self,
        start: &Position,
        moves: &[Move],
        _lines: usize,
        look: Look,
    ) -> Result<Option<Valued>, String> {
        let ply = moves.len();
        let follows = self.again.last() == Some(&(ply + 1));
        let alone = self.alone.get(&ply).copied();
        let alone = alone.filter(|_| look == Look::Second && !follows);
        match look {
            Look::First => self.asked.push(ply),
            Look::Second => self.again.push(ply),
        }
        if look == Look::Second && self.lost == Some(ply) {
            return Ok(None);
        }
        let mut position = *start;
        for mv in moves {
            position.play(*mv);
        }
        let key = position.key();
        let usual = if self.hashed {
            Score::Centipawns((key % 1200) as i32 - 600)
        } else {
            Score::Centipawns(15)
        };
        let score = self.scores.get(&ply).copied().unwrap_or(usual);
        let second = self.second.get(&ply).filter(|_| look == Look::Second);
        let score = second.copied().unwrap_or(score);
        let mut line = Vec::new();
        let mut at = position;
        for word in alone
            .or(self.lines.get(&ply).copied())
            .unwrap_or_default()
            .split_whitespace()
        {
            let mv = at.resolve(&San::parse(word.as_bytes()).unwrap()).unwrap();
            at.play(mv);
            line.push(mv);
        }
        if line.is_empty() {
            let moves = position.legal_moves();
            line.push(moves[(key >> 20) as usize % moves.len()]);
        }
        Ok(Some(Valued {
            score: Some(score),
            depth: Some(20),
            lines: vec![Line { score, moves: line }],
        }))
    }
}

pub(crate) fn run(text: &[u8], settings: &Settings, table: &mut Table) -> Annotated {
    let mut splitter = Splitter::new(text);
    assert_eq!(splitter.next(), Some(0..text.len()));
    annotate(text, splitter.head(), settings, table)
        .unwrap()
        .unwrap()
}

pub(crate) fn written(text: &str, settings: &Settings, table: &mut Table) -> String {
    let done = run(text.as_bytes(), settings, table);
    done.text
        .map_or_else(|| text.to_owned(), |text| String::from_utf8(text).unwrap())
}

pub(crate) fn settings() -> Settings {
    Settings::new("chesstool 0 (table, 1k nodes)".to_owned())
}

/// Only the movetext.
pub(crate) fn movetext(game: &str) -> &str {
    game.split_once("\n\n")
        .map_or(game, |(_, moves)| moves)
        .trim_end()
}

pub(crate) const BLUNDER: &str =
    "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";

pub(crate) fn blunder() -> Table {
    Table {
        scores: HashMap::from([(4, Score::Mate(1)), (3, Score::Centipawns(-20))]),
        lines: HashMap::from([(3, "Nc6 Bc4 g6"), (4, "Qxe5#")]),
        ..Table::default()
    }
}
