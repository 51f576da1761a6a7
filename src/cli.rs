//! The command line: arguments in, options out. The only place that knows clap.

mod adjudicate;
mod annotate;
mod config;
mod convert;
mod explain;
mod perft;
mod uci;
mod validate;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::Exit;
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
    Validate(validate::Validate),
    /// Say what the Laws of Chess say the results of games are, dead positions included
    #[command(
        after_help = "Exit status: 0 judged, 1 with --check if a recorded result contradicts the Laws, 2 \
        the run could not be completed, 130 interrupted."
    )]
    Adjudicate(adjudicate::Adjudicate),
    /// Write games and positions as tables, lines and PGN, for what loads them next
    #[command(
        after_help = "Exit status: 0 all converted, 1 games could not be read wholly, 2 the run could \
        not be completed, 130 interrupted."
    )]
    Convert(convert::Convert),
    /// Write engine evaluations, judgements, best lines and openings into games
    #[command(
        after_help = "Exit status: 0 all annotated, 1 games failed or positions stayed without a value, 2 \
        the run could not be completed, 130 interrupted."
    )]
    Annotate(Box<annotate::Annotate>),
    /// Count the paths of legal moves: the test of a move generator
    #[command(
        after_help = "Exit status: 0 counted (and as expected), 1 a line could not be used or a count \
        is not the expected one, 2 the run could not be completed, 130 interrupted."
    )]
    Perft(perft::Perft),
    /// Say what the rules of `validate` find, why that matters, and what it rests on
    Explain(explain::Explain),
    /// The built-in engine, for chess programs that speak UCI
    Uci(uci::Uci),
    /// Start an engine that ends when this process's parent does
    #[command(hide = true)]
    EngineShim(uci::EngineShim),
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
    // What becomes another program must not have begun to listen.
    if let Command::EngineShim(arguments) = cli.command {
        return arguments.run();
    }
    if let Err(error) = cancel::listen() {
        complain(&format!(
            "warning: Ctrl-C will stop the program at once: {error}"
        ));
    }
    let result = match cli.command {
        Command::Validate(arguments) => arguments.run(),
        Command::Adjudicate(arguments) => arguments.run(),
        Command::Convert(arguments) => arguments.run(),
        Command::Annotate(arguments) => arguments.run(),
        Command::Perft(arguments) => arguments.run(),
        Command::Explain(arguments) => arguments.run(),
        Command::Uci(arguments) => arguments.run(),
        Command::EngineShim(_) => Ok(Exit::Failed),
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
