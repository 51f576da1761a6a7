//! Which games are wanted: by what is known of them, by a position, by material.
//!
//! [`expression`] asks about the columns and tags of a game, [`pattern`] about a position, [`material`]
//! about the men of the sides. [`fault`] is what is wrong with the text of a filter. No filter reads
//! games itself: each is asked, game for game or ply for ply, by [`Filters`].

pub mod expression;
pub mod fault;
pub mod material;
pub mod pattern;

use crate::export::columns::{Chosen, Per, Row, all};
use crate::export::game::{Game, Needs};
use crate::export::value::Kind;

pub use expression::{Expression, Wanted};
pub use fault::Fault;
pub use material::Material;
pub use pattern::Pattern;

/// All that is asked of a game; nothing is asked if nothing is set.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// A condition on columns and tags, and the columns that it asks for.
    condition: Option<(Expression, Vec<Chosen>)>,
    /// A position that the main line must reach.
    pub position: Option<Pattern>,
    /// Material that must stand for two plies.
    pub material: Option<Material>,
}

impl Filters {
    /// Asks for games of which an expression is true.
    ///
    /// # Errors
    ///
    /// If the expression cannot be read, or asks for what there is not.
    pub fn set_condition(&mut self, source: &str) -> Result<(), Fault> {
        let columns: Vec<(&str, Kind)> = all(Per::Game)
            // A fault is told of games that are wanted already.
            .filter(|column| column.name != "error")
            .map(|column| (column.name, column.kind))
            .collect();
        let expression = Expression::new(source, &columns)?;
        let chosen = expression
            .wanted()
            .iter()
            .filter_map(|wanted| match wanted {
                Wanted::Column(name) => Chosen::named(name, Per::Game).ok(),
                Wanted::Tag(name) => Chosen::named(&format!("tag:{name}"), Per::Game).ok(),
            });
        let chosen = chosen.collect();
        self.condition = Some((expression, chosen));
        Ok(())
    }

    /// What must be read of games to ask this.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let chosen = self.condition.iter().flat_map(|(_, chosen)| chosen);
        chosen.map(Chosen::needs).fold(Needs::default(), Needs::or)
    }

    /// Whether a game is wanted.
    #[must_use]
    pub fn want(&self, game: &Game<'_>) -> bool {
        if let Some((expression, chosen)) = &self.condition {
            let row = Row {
                game,
                ply: None,
                error: None,
            };
            let mut value = |index: usize| {
                chosen
                    .get(index)
                    .map(|column| column.value(&row))
                    .unwrap_or_default()
            };
            if !expression.matches(&mut value) {
                return false;
            }
        }
        if self.position.is_none() && self.material.is_none() {
            return true;
        }
        let mut tracker = self.material.as_ref().map(Material::tracker);
        let mut reached = self.position.is_none();
        let mut position = game.read.start;
        let mut moves = game.read.moves.iter();
        loop {
            reached = reached
                || self
                    .position
                    .as_ref()
                    .is_some_and(|pattern| pattern.matches(&position));
            if let Some(tracker) = &mut tracker {
                tracker.see(&position);
            }
            if reached && tracker.as_ref().is_none_or(material::Tracker::is_met) {
                return true;
            }
            let Some(mv) = moves.next() else {
                return false;
            };
            position.play(*mv);
        }
    }
}
