//! The columns of tables: one model for all formats. [`game`] holds what is said once of a game, [`ply`] what is said of
//! each half move.

pub mod game;
pub mod ply;

use std::collections::HashSet;

use crate::export::game::{Game, Needs, Ply};
use crate::export::value::{Kind, Value};
use crate::finding::nearest::suggestion;

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Per {
    /// A game.
    Game,
    /// A half move of a game.
    Ply,
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The game.
    pub game: &'a Game<'a>,
    /// The half move, and its place among the game's plies; none in a row about the game.
    pub ply: Option<(&'a Ply, usize)>,
    /// What could not be read of the game.
    pub error: Option<&'a str>,
}

/// A column that there is: its name, and how it is computed.
#[derive(Clone, Copy)]
pub struct Column {
    /// In snake case; public.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// What a number counts; empty where that is plain.
    pub unit: &'static str,
    /// What it says, and where that comes from.
    pub doc: &'static str,
    /// What its rows must be about; columns of games can stand in rows about plies as well.
    pub per: Per,
    /// Whether it is there unless others are asked for.
    pub usual: bool,
    /// What must be read for it.
    pub needs: Needs,
    value: for<'a> fn(&Row<'a>) -> Value<'a>,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Column")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Nothing but tags and moves.
const PLAIN: Needs = Needs {
    san: false,
    movetext: false,
    plies: false,
    variations: false,
    judgement: false,
    identity: false,
};
const MOVETEXT: Needs = Needs {
    movetext: true,
    ..PLAIN
};
const PLIES: Needs = Needs {
    plies: true,
    ..PLAIN
};
const JUDGEMENT: Needs = Needs {
    judgement: true,
    ..PLAIN
};

/// Declares columns: name, kind, unit, `usual` or `extra`, needs, text, function.
macro_rules! columns {
    ($per:ident: $($name:literal $kind:ident $unit:literal $usual:ident $needs:ident $doc:literal $value:expr;)+) => {
        pub(super) static COLUMNS: &[Column] = &[$(Column {
            name: $name,
            kind: Kind::$kind,
            unit: $unit,
            doc: $doc,
            per: Per::$per,
            usual: columns!(@$usual),
            needs: $needs,
            value: $value,
        }),+];
    };
    (@usual) => { true };
    (@extra) => { false };
}
use columns;

/// All columns that rows of this sort can have, in their usual order.
pub fn all(per: Per) -> impl Iterator<Item = &'static Column> {
    let ply = match per {
        Per::Game => &[][..],
        Per::Ply => ply::COLUMNS,
    };
    let games = game::COLUMNS.iter();
    games.chain(ply)
}

/// A column that was asked for.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// One that there is.
    Known(&'static Column),
    /// The value of any tag, `tag:Name`.
    Tag {
        /// The column's name, `tag:` included.
        name: String,
    },
}

/// Why a list names no columns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ColumnError {
    /// A column that there is not.
    #[error("there is no column `{name}`{near}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// Names that are near, as an ending of the message.
        near: String,
    },
    /// A column that is named twice.
    #[error("the column `{0}` is named twice")]
    Twice(String),
}

impl Chosen {
    /// The columns of a list: names with commas between, `all`, `usual`, `tag:Name`. A column of `all` or `usual` that is
    /// named as well is there once.
    ///
    /// # Errors
    ///
    /// The first name that is none, or stands there twice.
    pub fn parse(list: &str, per: Per) -> Result<Vec<Chosen>, ColumnError> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut named = HashSet::new();
        for name in list
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
        {
            if !named.insert(name) {
                return Err(ColumnError::Twice(name.to_owned()));
            }
            let more = match name {
                "all" => all(per).map(Chosen::Known).collect(),
                "usual" => Chosen::usual(per),
                name => vec![Chosen::named(name, per)?],
            };
            for column in more {
                if !chosen.iter().any(|other| other.name() == column.name()) {
                    chosen.push(column);
                }
            }
        }
        Ok(chosen)
    }

    /// The columns that there are unless others are asked for.
    #[must_use]
    pub fn usual(per: Per) -> Vec<Chosen> {
        let usual = |column: &&Column| match per {
            Per::Game => column.usual,
            Per::Ply => (column.per == Per::Ply && column.usual) || column.name == "game",
        };
        all(per).filter(usual).map(Chosen::Known).collect()
    }

    /// A column by its name.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn named(name: &str, per: Per) -> Result<Chosen, ColumnError> {
        if let Some(column) = all(per).find(|column| column.name == name) {
            return Ok(Chosen::Known(column));
        }
        if name.strip_prefix("tag:").is_some_and(|tag| !tag.is_empty()) {
            return Ok(Chosen::Tag {
                name: name.to_owned(),
            });
        }
        Err(ColumnError::Unknown {
            name: name.to_owned(),
            near: suggestion(name, all(per).map(|column| column.name)),
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Chosen::Known(column) => column.name,
            Chosen::Tag { name } => name,
        }
    }

    /// What its values are.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Chosen::Known(column) => column.kind,
            Chosen::Tag { .. } => Kind::Text,
        }
    }

    /// What must be read for it.
    #[must_use]
    pub const fn needs(&self) -> Needs {
        match self {
            Chosen::Known(column) => column.needs,
            Chosen::Tag { .. } => PLAIN,
        }
    }

    /// Its value in a row.
    #[must_use]
    pub fn value<'a>(&self, row: &Row<'a>) -> Value<'a> {
        match self {
            Chosen::Known(column) => (column.value)(row),
            Chosen::Tag { name } => row.game.exact_tag(&name[4..]).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_snake_case() {
        let names: Vec<&str> = all(Per::Ply).map(|column| column.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for name in names {
            let snake =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            assert!(name.bytes().all(snake), "{name}");
        }
        assert!(all(Per::Ply).all(|column| !column.doc.is_empty() && column.doc.len() < 200));
    }

    #[test]
    fn lists_of_columns() {
        let names = |list: &str, per| {
            let chosen = Chosen::parse(list, per)?;
            Ok(chosen
                .iter()
                .map(|column| column.name().to_owned())
                .collect::<Vec<_>>())
        };
        assert_eq!(
            names("white, black,tag:Opening", Per::Game),
            Ok(vec![
                "white".to_owned(),
                "black".to_owned(),
                "tag:Opening".to_owned()
            ])
        );
        let twice: ColumnError = names("white,black,white", Per::Game).unwrap_err();
        assert_eq!(twice.to_string(), "the column `white` is named twice");
        assert_eq!(
            names("usual,white", Per::Game),
            names("usual", Per::Game),
            "it is there already"
        );
        let unknown: ColumnError = names("white_ello", Per::Game).unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "there is no column `white_ello`; did you mean `white_elo` or `white_title`?"
        );
        assert!(names("san", Per::Game).is_err());
        assert!(names("tag:", Per::Game).is_err());
        assert!(names("san,white", Per::Ply).is_ok());
        assert_eq!(
            Chosen::parse("all", Per::Game).unwrap().len(),
            game::COLUMNS.len()
        );
    }
}
