//! `chesstool.toml`: settings of `validate` that are kept beside the games. The command line wins over it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use serde::Deserialize;
use toml::Spanned;

use crate::cli::validate::{EncodingArg, FormatArg, ProfileArg, StandardArg};
use crate::finding::printable;
use crate::lint::{Selection, rules};

/// The file's name.
const NAME: &str = "chesstool.toml";

/// The settings of a file, or none.
#[derive(Debug, Default)]
pub(super) struct Config {
    pub(super) profile: Option<ProfileArg>,
    pub(super) deny: Vec<String>,
    pub(super) warn: Vec<String>,
    pub(super) allow: Vec<String>,
    pub(super) format: Option<FormatArg>,
    pub(super) encoding: Option<EncodingArg>,
    pub(super) max_findings: Option<u64>,
    pub(super) duplicates: bool,
    pub(super) max_remembered: Option<u64>,
    pub(super) collation: bool,
    pub(super) openings: bool,
    pub(super) standard: Option<StandardArg>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Settings {
    profile: Option<Spanned<String>>,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
    #[serde(default)]
    warn: Vec<Spanned<String>>,
    #[serde(default)]
    allow: Vec<Spanned<String>>,
    format: Option<Spanned<String>>,
    encoding: Option<Spanned<String>>,
    max_findings: Option<u64>,
    #[serde(default)]
    duplicates: bool,
    max_remembered: Option<u64>,
    #[serde(default)]
    collation: bool,
    #[serde(default)]
    openings: bool,
    standard: Option<Spanned<String>>,
}

impl Config {
    /// Reads the file that is named, or that lies beside the first input or in a folder above.
    pub(super) fn load(named: Option<&Path>, inputs: &[PathBuf]) -> anyhow::Result<Config> {
        let path = match named {
            Some(path) => path.to_owned(),
            None => match find(inputs.first().map_or(Path::new("-"), PathBuf::as_path)) {
                Some(path) => path,
                None => return Ok(Config::default()),
            },
        };
        let name = printable(&path.display().to_string());
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        Reader { name, text: &text }.config()
    }
}

/// The file that holds for an input: in its folder, or the next above, but not above a repository's.
fn find(input: &Path) -> Option<PathBuf> {
    // Standard input belongs to the folder that the program runs in.
    let input = if input.as_os_str() == "-" {
        Path::new(".")
    } else {
        input
    };
    let path = input
        .canonicalize()
        .or_else(|_| std::path::absolute(input))
        .ok()?;
    let folder = if path.is_dir() {
        Some(path.as_path())
    } else {
        path.parent()
    };
    for folder in folder?.ancestors() {
        let file = folder.join(NAME);
        // A folder or a dangling link of that name is told, not passed over.
        if file.symlink_metadata().is_ok() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

struct Reader<'a> {
    name: String,
    text: &'a str,
}

impl Reader<'_> {
    fn config(&self) -> anyhow::Result<Config> {
        let settings: Settings = toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message())
        })?;
        Ok(Config {
            profile: self.choice("profile", settings.profile)?,
            deny: self.rules(settings.deny)?,
            warn: self.rules(settings.warn)?,
            allow: self.rules(settings.allow)?,
            format: self.choice("format", settings.format)?,
            encoding: self.choice("encoding", settings.encoding)?,
            max_findings: settings.max_findings,
            duplicates: settings.duplicates,
            max_remembered: settings.max_remembered,
            collation: settings.collation,
            openings: settings.openings,
            standard: self.choice("standard", settings.standard)?,
        })
    }

    /// One of the values that the option of the same name has.
    fn choice<T: ValueEnum>(
        &self,
        key: &str,
        value: Option<Spanned<String>>,
    ) -> anyhow::Result<Option<T>> {
        let Some(value) = value else {
            return Ok(None);
        };
        let word = value.as_ref();
        let choice = T::from_str(word, false).map_err(|_| {
            let values = T::value_variants().iter().filter_map(T::to_possible_value);
            let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
            let message = format!("{key} is `{word}`, expected one of {}", names.join(", "));
            self.error(value.span().start, &message)
        })?;
        Ok(Some(choice))
    }

    fn rules(&self, names: Vec<Spanned<String>>) -> anyhow::Result<Vec<String>> {
        let mut known = Vec::new();
        for name in names {
            let at = name.span().start;
            let name = name.into_inner();
            Selection::new(rules::Profile::Import)
                .set(&name, None)
                .map_err(|error| self.error(at, &error.to_string()))?;
            known.push(name);
        }
        Ok(known)
    }

    fn error(&self, at: usize, message: &str) -> anyhow::Error {
        let before = self.text.get(..at).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        // Messages of the parser may have several lines.
        let message: Vec<&str> = message.split_whitespace().collect();
        anyhow!("{}:{line}: {}", self.name, printable(&message.join(" ")))
    }
}
