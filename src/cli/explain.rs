//! Arguments of `chesstool explain`.

use clap::{Args, ValueEnum};

use crate::commands::{Exit, explain as command};

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A rule, or a family of rules: syntax, tags, moves, result, comments, set; all if left out
    #[arg(value_name = "ID|FAMILY")]
    name: Option<String>,
    /// How rules are described
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// A page for a rule, a table for several
    Text,
    /// One JSON object a rule
    Jsonl,
    /// A table for each family
    Markdown,
}

impl Explain {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        command::run(&command::Options {
            name: self.name,
            format: match self.format {
                FormatArg::Text => command::Format::Text,
                FormatArg::Jsonl => command::Format::Jsonl,
                FormatArg::Markdown => command::Format::Markdown,
            },
        })
    }
}
