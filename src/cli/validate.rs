//! Arguments of `chesstool validate`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::Common;
use crate::cli::config::Config;
use crate::commands::validate::FixTo;
use crate::commands::{Exit, validate as command};
use crate::finding::Level;
use crate::finding::format::Format;
use crate::lint::{self, Selection, Standard, rules, set};
use crate::pgn::Encoding;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Validate {
    /// PGN files, folders of them, or `-` for standard input; gzip, bzip2, zstd and zip are recognised
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// How findings are written [default: text]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Which rules are on [default: import]
    #[arg(long, value_enum)]
    profile: Option<ProfileArg>,
    /// Make a rule, a family of rules or `all` errors; a rule counts more than its family, a family more
    /// than `all`, and of two options for the same name the stricter one
    #[arg(short = 'D', long, value_name = "RULE")]
    deny: Vec<String>,
    /// Make a rule, a family of rules or `all` warnings
    #[arg(short = 'W', long, value_name = "RULE")]
    warn: Vec<String>,
    /// Switch a rule, a family of rules or `all` off
    #[arg(short = 'A', long, value_name = "RULE")]
    allow: Vec<String>,
    /// Play every game with another chess library as well and report where it disagrees
    #[arg(long)]
    cross_check: bool,
    /// Count the findings of each rule instead of showing them, with the first place of each
    #[arg(long)]
    statistics: bool,
    /// Draw the position under each finding that has one; for the format `text`
    #[arg(long)]
    board: bool,
    /// Stop showing, but not counting, after so many findings [default: 1000 for text]; of one rule in one
    /// game 50 are shown at most, and the others counted
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
    /// Find games that were met before in the run (rule duplicate-game): the same players, date and moves,
    /// or the same moves of 20 plies and more. Remembers 16 bytes a game, in tables of 18 to 24 bytes a game
    #[arg(long)]
    duplicates: bool,
    /// Remember the first N games only, to bound the memory of --duplicates [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_remembered: Option<u64>,
    /// Check that each file is sorted as the standard wants it: by Date, Event, Site, Round, White, Black,
    /// Result and movetext (rule collation-order)
    #[arg(long)]
    collation: bool,
    /// Compare the ECO tag with the opening that the moves reach (rule eco-mismatch)
    #[arg(long)]
    openings: bool,
    /// Encoding of the games; detected game by game unless given
    #[arg(long, value_enum)]
    encoding: Option<EncodingArg>,
    /// Mend what can be mended without changing what the games say. The text goes to standard output, or
    /// to -o FILE, compressed as the input is; what is left to be said of it goes to standard error, or then
    /// to standard output
    #[arg(long)]
    fix: bool,
    /// Replace every input that --fix changes; compressed files stay compressed
    #[arg(long, requires = "fix", conflicts_with_all = ["output", "diff"])]
    in_place: bool,
    /// Show what --fix would change, as a unified diff
    #[arg(long)]
    diff: bool,
    /// Which PGN standard holds where they differ [default: 1.1]
    #[arg(long, value_enum)]
    standard: Option<StandardArg>,
    /// Read settings from this file [default: `chesstool.toml` beside the first input or above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Read no `chesstool.toml`
    #[arg(long)]
    no_config: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FormatArg {
    /// Source line, caret, reason, law, position
    Text,
    /// One JSON object a line, the last one with the counts
    Jsonl,
    /// `file:line:col: level[rule] message`
    Concise,
    /// Workflow commands of GitHub Actions, shown beside the lines
    Github,
    /// SARIF 2.1.0, for code scanners
    Sarif,
    /// XML of `JUnit`, one case a file
    Junit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ProfileArg {
    /// What readers of PGN must cope with
    Import,
    /// The export format as well: style
    Export,
    /// The Laws of Chess only
    Laws,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum EncodingArg {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "windows-1252", aliases = ["latin1", "iso-8859-1"])]
    Windows1252,
}

impl EncodingArg {
    pub(super) const fn encoding(self) -> Encoding {
        match self {
            EncodingArg::Utf8 => Encoding::Utf8,
            EncodingArg::Windows1252 => Encoding::Windows1252,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum StandardArg {
    /// The specification of 1994
    #[value(name = "1994")]
    Of1994,
    /// The maintained one
    #[value(name = "1.1")]
    Of2026,
}

impl FormatArg {
    /// Whether counts instead of findings can be written in it.
    const fn has_statistics(self) -> bool {
        matches!(
            self,
            FormatArg::Text | FormatArg::Concise | FormatArg::Jsonl
        )
    }
}

impl Validate {
    pub(super) fn run(mut self) -> anyhow::Result<Exit> {
        if self.paths.is_empty() && io::stdin().is_terminal() {
            anyhow::bail!("no input: name files or folders, or pipe games in (see --help)");
        }
        let config = if self.no_config {
            Config::default()
        } else {
            Config::load(self.config.as_deref(), &self.paths)?
        };
        let chosen = self.format;
        self.complete(&config);
        let mut format = self.format.unwrap_or(FormatArg::Text);
        // What the command line asks for is not refused because of the file.
        let unfit = (self.board && format != FormatArg::Text)
            || (self.statistics && !format.has_statistics());
        if chosen.is_none() && unfit {
            format = FormatArg::Text;
        }
        if self.board && (format != FormatArg::Text || self.statistics) {
            anyhow::bail!("--board is for findings in the format text only");
        }
        let fix = match (self.diff, self.in_place) {
            (true, _) => Some(FixTo::Diff),
            (_, true) => Some(FixTo::InPlace),
            _ => self.fix.then_some(FixTo::Output),
        };
        let format = match format {
            FormatArg::Text => Format::Text {
                styled: match fix {
                    // The findings go to another place than the text or the diff.
                    Some(FixTo::Output | FixTo::Diff) if self.common.output.is_none() => {
                        self.common.styled_on(&io::stderr())
                    }
                    Some(_) => self.common.styled_on(&io::stdout()),
                    None => self.common.styled(),
                },
                board: self.board,
            },
            FormatArg::Jsonl => Format::Jsonl,
            FormatArg::Concise => Format::Concise,
            FormatArg::Github => Format::Github,
            FormatArg::Sarif => Format::Sarif,
            FormatArg::Junit => Format::Junit,
        };
        let is_text = matches!(format, Format::Text { .. });
        let options = command::Options {
            lint: lint::Options {
                selection: self.selection(&config)?,
                encoding: self.encoding.map(EncodingArg::encoding),
                excerpts: is_text,
                cross_check: self.cross_check,
                standard: match self.standard {
                    Some(StandardArg::Of1994) => Standard::Of1994,
                    None | Some(StandardArg::Of2026) => Standard::Of2026,
                },
                ..lint::Options::default()
            },
            format,
            statistics: self.statistics,
            max_findings: self.max_findings.or(is_text.then_some(1000)),
            max_remembered: self.max_remembered,
            threads: self.common.threads(),
            progress: self.common.progress(),
            quiet: self.common.quiet,
            fix,
            output: self.common.output,
            paths: self.paths,
        };
        command::run(&options)
    }

    /// The rules: the profile, then what is allowed, warned of and denied, the stricter the later.
    fn selection(&self, config: &Config) -> anyhow::Result<Selection> {
        let mut selection = Selection::new(match self.profile.unwrap_or(ProfileArg::Import) {
            ProfileArg::Import => rules::Profile::Import,
            ProfileArg::Export => rules::Profile::Export,
            ProfileArg::Laws => rules::Profile::Laws,
        });
        // What the command line says comes later, and wins.
        for (names, asked) in [
            (
                [&config.allow, &config.warn, &config.deny],
                [config.duplicates, config.collation, config.openings],
            ),
            (
                [&self.allow, &self.warn, &self.deny],
                [self.duplicates, self.collation, self.openings],
            ),
        ] {
            let [allow, warn, deny] = names;
            let groups = [
                (allow, None),
                (warn, Some(Level::Warning)),
                (deny, Some(Level::Error)),
            ];
            // A family is set before its rules, so that `-A moves -W null-move` means what it says.
            for narrowness in 0..=2 {
                if narrowness == 2 {
                    // These name their rules as well.
                    let rules = [
                        &set::DUPLICATE_GAME,
                        &set::COLLATION_ORDER,
                        &set::ECO_MISMATCH,
                    ];
                    for (rule, _) in rules.into_iter().zip(asked).filter(|(_, asked)| *asked) {
                        selection.ask_for(rule);
                    }
                }
                for (names, level) in groups {
                    for name in names {
                        if rules::narrowness(name) == narrowness {
                            selection.set(name, level)?;
                        }
                    }
                }
            }
        }
        Ok(selection)
    }

    /// Takes from the file what the command line does not say.
    fn complete(&mut self, config: &Config) {
        self.profile = self.profile.or(config.profile);
        self.format = self.format.or(config.format);
        self.encoding = self.encoding.or(config.encoding);
        self.max_findings = self.max_findings.or(config.max_findings);
        self.max_remembered = self.max_remembered.or(config.max_remembered);
        self.standard = self.standard.or(config.standard);
    }
}
