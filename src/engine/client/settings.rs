//! Options: which of those asked for an engine has, and whether they take their values.

use std::path::Path;

use crate::engine::fault::StartError;
use crate::engine::reply::{Advertised, Kind};

use super::launch::Launch;

/// Options that this client sets itself, whoever asks for another value: its reading of the answers depends on them.
const OURS: [&str; 3] = ["MultiPV", "UCI_Chess960", "Ponder"];

/// More options than any engine has.
const MOST_OPTIONS: usize = 1000;

/// The options of an engine.
#[derive(Debug, Default)]
pub(super) struct Options(Vec<Advertised>);

impl Options {
    /// Takes an option in, unless there are more of them than any engine has.
    pub(super) fn push(&mut self, option: Advertised) {
        if self.0.len() < MOST_OPTIONS {
            self.0.push(option);
        }
    }

    /// The option of that name, in whatever case.
    pub(super) fn get(&self, name: &str) -> Option<&Advertised> {
        self.0.iter().find(|option| is_named(&option.name, name))
    }

    /// The command that sets a whole number, brought within its limits; `None` if there is no such option.
    pub(super) fn spin(&self, name: &str, value: u32) -> Option<String> {
        let option = self.get(name)?;
        let Kind::Spin { min, max, .. } = option.kind else {
            return None;
        };
        let value = i64::from(value).min(max).max(min);
        Some(command(&option.name, &value.to_string()))
    }

    /// The command that sets a switch; `None` if there is no such option.
    pub(super) fn check(&self, name: &str, value: bool) -> Option<String> {
        let option = self.get(name)?;
        matches!(option.kind, Kind::Check { .. }).then(|| command(&option.name, &value.to_string()))
    }

    /// The commands that set what a launch asks for: ours first, then those asked for by name, which win.
    pub(super) fn commands(
        &self,
        program: &Path,
        launch: &Launch,
    ) -> Result<Vec<String>, StartError> {
        let asked = |name: &str| {
            launch
                .options
                .iter()
                .any(|(other, _)| is_named(other, name))
        };
        let ours = [
            (
                "Threads",
                launch.threads.and_then(|value| self.spin("Threads", value)),
            ),
            (
                "Hash",
                launch.hash.and_then(|value| self.spin("Hash", value)),
            ),
            ("UCI_AnalyseMode", self.check("UCI_AnalyseMode", true)),
        ];
        let ours = ours.into_iter().filter(|(name, _)| !asked(name));
        let mut commands: Vec<String> = ours.filter_map(|(_, command)| command).collect();
        for (name, value) in &launch.options {
            commands.push(self.asked(program, name, value)?);
        }
        Ok(commands)
    }

    /// The command that sets an option asked for by name.
    fn asked(&self, program: &Path, name: &str, value: &str) -> Result<String, StartError> {
        let Some(option) = self.get(name) else {
            return Err(StartError::UnknownOption {
                program: program.to_owned(),
                name: name.to_owned(),
                known: self.0.iter().map(|option| option.name.clone()).collect(),
            });
        };
        let taken = if OURS.iter().any(|ours| is_named(ours, name)) {
            Err("it is set by this program".to_owned())
        } else {
            taken(&option.kind, value.trim())
        };
        match taken {
            Ok(Some(value)) => Ok(command(&option.name, &value)),
            Ok(None) => Ok(format!("setoption name {}", option.name)),
            Err(wanted) => Err(StartError::BadValue {
                program: program.to_owned(),
                name: option.name.clone(),
                value: value.to_owned(),
                wanted,
            }),
        }
    }
}

fn is_named(one: &str, other: &str) -> bool {
    one.split_whitespace()
        .map(str::to_lowercase)
        .eq(other.split_whitespace().map(str::to_lowercase))
}

fn command(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}")
}

/// The value as it is sent, none for a button; or what is wanted instead.
fn taken(kind: &Kind, value: &str) -> Result<Option<String>, String> {
    match kind {
        Kind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Ok(Some("true".to_owned())),
            "false" | "off" | "no" | "0" => Ok(Some("false".to_owned())),
            _ => Err("it is `true` or `false`".to_owned()),
        },
        Kind::Spin { min, max, .. } => match value.parse::<i64>() {
            Ok(number) if (*min..=*max).contains(&number) => Ok(Some(number.to_string())),
            _ => Err(range(*min, *max)),
        },
        Kind::Combo { vars, .. } => match vars.iter().find(|var| is_named(var, value)) {
            Some(var) => Ok(Some(var.clone())),
            None => Err(format!("it is one of `{}`", vars.join("`, `"))),
        },
        Kind::Button if value.is_empty() => Ok(None),
        Kind::Button => Err("it takes no value".to_owned()),
        Kind::Text { .. } if value.chars().any(char::is_control) => {
            Err("it is a single line".to_owned())
        }
        Kind::Text { .. } if value.is_empty() => Ok(Some("<empty>".to_owned())),
        Kind::Text { .. } => Ok(Some(value.to_owned())),
    }
}

fn range(min: i64, max: i64) -> String {
    match (min, max) {
        (i64::MIN, i64::MAX) => "it is a whole number".to_owned(),
        (min, i64::MAX) => format!("it is a whole number from {min}"),
        (i64::MIN, max) => format!("it is a whole number up to {max}"),
        (min, max) => format!("it is a whole number from {min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reply::Reply;

    fn options() -> Options {
        let mut options = Options::default();
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Threads type spin default 1 min 1 max 8",
            "option name MultiPV type spin default 1 min 1 max 5",
            "option name UCI_AnalyseMode type check default false",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name Clear Hash type button",
            "option name Book File type string default <empty>",
        ] {
            match Reply::parse(line.as_bytes()) {
                Reply::Option(option) => options.push(option),
                other => panic!("{other:?}"),
            }
        }
        options
    }

    fn set(settings: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut launch = Launch::new("x");
        launch.hash = Some(5000);
        let owned = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        launch.options = owned.collect();
        let commands = options().commands(Path::new("x"), &launch);
        commands.map_err(|error| error.to_string())
    }

    #[test]
    fn ours_are_brought_within_limits_and_give_way() {
        let threads = "setoption name Threads value 1";
        let analyse = "setoption name UCI_AnalyseMode value true";
        assert_eq!(
            set(&[]).unwrap(),
            [threads, "setoption name Hash value 1024", analyse]
        );
        let own = set(&[("hash", "64"), ("uci_analysemode", "False")]).unwrap();
        let last = "setoption name UCI_AnalyseMode value false";
        assert_eq!(own, [threads, "setoption name Hash value 64", last]);
        assert!(options().spin("Nodes", 3).is_none());
    }

    #[test]
    fn values_are_checked() {
        let one = |name, value| {
            set(&[(name, value)]).map(|commands| commands[commands.len() - 1].clone())
        };
        let style = "setoption name Style value Very Risky";
        assert_eq!(one("style", "very risky").unwrap(), style);
        assert_eq!(one("clear  hash", "").unwrap(), "setoption name Clear Hash");
        let empty = "setoption name Book File value <empty>";
        assert_eq!(one("Book File", "").unwrap(), empty);
        for (name, value, message) in [
            (
                "Threads",
                "9",
                "option `Threads` of engine x cannot be `9`: it is a whole number from 1 to 8",
            ),
            (
                "Threads",
                "many",
                "option `Threads` of engine x cannot be `many`: it is a whole number from 1 to 8",
            ),
            (
                "Style",
                "odd",
                "option `Style` of engine x cannot be `odd`: it is one of `Solid`, `Very Risky`",
            ),
            (
                "Clear Hash",
                "1",
                "option `Clear Hash` of engine x cannot be `1`: it takes no value",
            ),
            (
                "Book File",
                "a\nquit",
                "option `Book File` of engine x cannot be `a\nquit`: it is a single line",
            ),
            (
                "MultiPV",
                "2",
                "option `MultiPV` of engine x cannot be `2`: it is set by this program",
            ),
            (
                "Hsah",
                "1",
                "engine x has no option `Hsah`; its options are: Hash, Threads, MultiPV, UCI_AnalyseMode, Style, Clear Hash, Book File",
            ),
        ] {
            assert_eq!(one(name, value).unwrap_err(), message);
        }
    }
}
