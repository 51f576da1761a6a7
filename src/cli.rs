//! The command line: arguments in, options out. The only place that knows clap.

mod perft;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::validate::{self, FixTo, Format};
use crate::commands::{Exit, validate as command};
use crate::finding::Level;
use crate::lint::{self, Selection, rules};
use crate::pgn::Encoding;
use crate::stream::cancel;
use crate::stream::progress::When;

/// A toolkit for chess games in PGN.
#[derive(Debug, Parser)]
#[command(name = "chesstool", version, about, max_term_width = 100)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check games: what is wrong, where, why, and by which law
    #[command(
        after_help = "Exit status: 0 no errors found, 1 errors found, 2 the run could not be \
        completed, 130 interrupted."
    )]
    Validate(Validate),
    /// Count the paths of legal moves: the test of a move generator
    #[command(
        after_help = "Exit status: 0 counted (and as expected), 1 a line could not be used or a count \
        is not the expected one, 2 the run could not be completed, 130 interrupted."
    )]
    Perft(perft::Perft),
}

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
struct Validate {
    /// PGN files, folders of them, or `-` for standard input; gzip, bzip2, zstd and zip are recognised
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
    /// Which rules are on
    #[arg(long, value_enum, default_value_t = ProfileArg::Import)]
    profile: ProfileArg,
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
    /// Stop showing, but not counting, after so many findings [default: 1000 for text]
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
    /// Encoding of the games; detected game by game unless given
    #[arg(long, value_enum)]
    encoding: Option<EncodingArg>,
    /// Mend what can be mended without changing what the games say. The text goes to standard output, or
    /// to -o FILE; what is left to be said of it goes to standard error, or then to standard output
    #[arg(long)]
    fix: bool,
    /// Replace every input that --fix changes; compressed files stay compressed
    #[arg(long, requires = "fix", conflicts_with_all = ["output", "diff"])]
    in_place: bool,
    /// Show what --fix would change, as a unified diff
    #[arg(long)]
    diff: bool,
    #[command(flatten)]
    common: Common,
}

/// Options of every command.
#[derive(Debug, Args)]
struct Common {
    /// Threads to work with [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write results to a file, which appears once it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Use colours
    #[arg(long, value_enum, default_value_t = WhenArg::Auto)]
    color: WhenArg,
    /// Show progress on standard error
    #[arg(long, value_enum, default_value_t = WhenArg::Auto)]
    progress: WhenArg,
    /// Write no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Source line, caret, reason, law, position
    Text,
    /// One JSON object a line, the last one with the counts
    Jsonl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProfileArg {
    /// What readers of PGN must cope with
    Import,
    /// The export format as well: style
    Export,
    /// The Laws of Chess only
    Laws,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EncodingArg {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "windows-1252", aliases = ["latin1", "iso-8859-1"])]
    Windows1252,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WhenArg {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Parses the program's arguments and runs what they ask for.
#[must_use]
pub fn run() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no failure.
            let status = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return status;
        }
    };
    if let Err(error) = cancel::listen() {
        complain(&format!(
            "warning: Ctrl-C will stop the program at once: {error}"
        ));
    }
    let result = match cli.command {
        Command::Validate(arguments) => arguments.run(),
        Command::Perft(arguments) => arguments.run(),
    };
    match result {
        Ok(exit) => exit.status(),
        Err(error) => {
            complain(&format!("error: {error:#}"));
            Exit::Failed.status()
        }
    }
}

/// Writes a line to standard error; if even that is closed, nobody can be told.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

impl Validate {
    fn run(self) -> anyhow::Result<Exit> {
        if self.paths.is_empty() && io::stdin().is_terminal() {
            anyhow::bail!("no input: name files or folders, or pipe games in (see --help)");
        }
        let fix = match (self.diff, self.in_place) {
            (true, _) => Some(FixTo::Diff),
            (_, true) => Some(FixTo::InPlace),
            _ => self.fix.then_some(FixTo::Output),
        };
        let format = match self.format {
            FormatArg::Text => Format::Text {
                styled: match fix {
                    // The findings go to another place than the text or the diff.
                    Some(FixTo::Output | FixTo::Diff) if self.common.output.is_none() => {
                        self.common.styled_on(&io::stderr())
                    }
                    Some(_) => self.common.styled_on(&io::stdout()),
                    None => self.common.styled(),
                },
            },
            FormatArg::Jsonl => Format::Jsonl,
        };
        let max_findings = self.max_findings.or(match self.format {
            FormatArg::Text => Some(1000),
            FormatArg::Jsonl => None,
        });
        let options = command::Options {
            lint: lint::Options {
                selection: self.selection()?,
                encoding: self.encoding.map(|encoding| match encoding {
                    EncodingArg::Utf8 => Encoding::Utf8,
                    EncodingArg::Windows1252 => Encoding::Windows1252,
                }),
                excerpts: matches!(format, Format::Text { .. }),
                cross_check: self.cross_check,
                all_fixes: false,
            },
            format,
            max_findings,
            threads: self.common.threads(),
            progress: self.common.progress(),
            quiet: self.common.quiet,
            fix,
            output: self.common.output,
            paths: self.paths,
        };
        validate::run(&options)
    }

    /// The rules: the profile, then what is allowed, warned of and denied, the stricter the later.
    fn selection(&self) -> anyhow::Result<Selection> {
        let mut selection = Selection::new(match self.profile {
            ProfileArg::Import => rules::Profile::Import,
            ProfileArg::Export => rules::Profile::Export,
            ProfileArg::Laws => rules::Profile::Laws,
        });
        let groups = [
            (&self.allow, None),
            (&self.warn, Some(Level::Warning)),
            (&self.deny, Some(Level::Error)),
        ];
        // A family is set before its rules, so that `-A moves -W null-move` means what it says.
        for narrowness in 0..=2 {
            for (names, level) in groups {
                for name in names {
                    if rules::narrowness(name) == narrowness {
                        selection.set(name, level)?;
                    }
                }
            }
        }
        Ok(selection)
    }
}

impl Common {
    fn threads(&self) -> usize {
        threads(self.threads)
    }

    fn styled(&self) -> bool {
        match self.color {
            WhenArg::Always => true,
            WhenArg::Never => false,
            WhenArg::Auto => self.output.is_none() && self.styled_on(&io::stdout()),
        }
    }

    /// Whether to use colours on a stream.
    fn styled_on(&self, stream: &impl IsTerminal) -> bool {
        match self.color {
            WhenArg::Always => true,
            WhenArg::Never => false,
            WhenArg::Auto => {
                stream.is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }

    fn progress(&self) -> When {
        self.progress.unless_quiet(self.quiet)
    }
}

impl WhenArg {
    fn unless_quiet(self, quiet: bool) -> When {
        match self {
            _ if quiet => When::Never,
            WhenArg::Auto => When::Auto,
            WhenArg::Always => When::Always,
            WhenArg::Never => When::Never,
        }
    }
}

fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
