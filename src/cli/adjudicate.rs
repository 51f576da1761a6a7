//! Arguments of `chesstool adjudicate`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::adjudicate::{Format, LawsOf, Only};
use crate::arbiter::Laws;
use crate::cli::{Common, WhenArg};
use crate::commands::adjudicate::Input;
use crate::commands::{Exit, adjudicate as command};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Adjudicate {
    /// PGN files, folders of them, or `-` for standard input; gzip, bzip2, zstd and zip are recognised
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Under which Laws games are judged
    #[arg(long, value_enum, default_value_t = LawsArg::Auto)]
    laws: LawsArg,
    /// How results are written
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
    /// Which games are shown [default: mismatch for text, else all]
    #[arg(long, value_enum, conflicts_with_all = ["fen", "fen_file", "summary"])]
    only: Option<OnlyArg>,
    /// Exit with status 1 if a recorded result contradicts the Laws
    #[arg(long, conflicts_with_all = ["fen", "fen_file"])]
    check: bool,
    /// Write the games to another file, with the results that the Laws say in the tag Result and at the end of the
    /// moves, and in these games `Termination` where nothing is said; all else stays as it is, compression included
    #[arg(long, value_name = "OUT", conflicts_with_all = ["fen", "fen_file"])]
    write: Option<PathBuf>,
    /// With --write, say in a comment at which move a draw by rule ended a game
    #[arg(long, requires = "write")]
    annotate_ends: bool,
    /// Show the counts alone: how many games ended by which rule, contradict their record, went on after the end
    #[arg(long, conflicts_with_all = ["fen", "fen_file"])]
    summary: bool,
    /// Search the last position of every game for mates, with at most so many nodes a side [default: 500000 nodes,
    /// where few men or blocked pawns leave it in doubt who can mate]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    dead_budget: Option<u64>,
    /// Judge a position, as FEN or its first four fields
    #[arg(long, value_name = "FEN", conflicts_with_all = ["fen_file", "paths"])]
    fen: Option<String>,
    /// Judge positions, a FEN or EPD a line; `-` for standard input. `#` begins a comment
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    fen_file: Option<PathBuf>,
    /// With positions, show a line that mates for each side that can
    #[arg(long)]
    proof: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LawsArg {
    /// Those of the game's `Date`, else `UTCDate`, else `EventDate`; those of today where none has a year
    Auto,
    /// Those in force since 2023
    Current,
    /// Those before 1 July 2014: no automatic draws
    #[value(name = "pre-2014")]
    Before2014,
    /// Those of today, and every draw that can be claimed is
    Claimed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FormatArg {
    /// A line a game, and a table of counts
    Text,
    /// A row a game, with the names of the columns
    Csv,
    /// A JSON object a game
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OnlyArg {
    /// Games whose record is not what the Laws say, that went on after their end, or whose Termination is not what the
    /// moves show
    Mismatch,
    /// Games that ended on the board
    Ended,
    /// Games in which a draw could be claimed
    Claimable,
    /// All games
    All,
}

impl Adjudicate {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        let positions = self.fen.is_some() || self.fen_file.is_some();
        if self.proof && !positions {
            anyhow::bail!("--proof is for positions (--fen, --fen-file)");
        }
        if positions && self.common.progress == WhenArg::Always {
            anyhow::bail!("--progress is for games");
        }
        if self
            .write
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-")
        {
            anyhow::bail!("--write needs a file; standard output is for the results");
        }
        let input = match (self.fen, self.fen_file) {
            (Some(fen), _) => Input::Fen(fen),
            (None, Some(path)) => Input::Lines(path),
            (None, None) => {
                if self.paths.is_empty() && io::stdin().is_terminal() {
                    anyhow::bail!("no input: name files or folders, or pipe games in (see --help)");
                }
                Input::Games(self.paths)
            }
        };
        command::run(&command::Options {
            input,
            laws: match self.laws {
                LawsArg::Auto => LawsOf::Date,
                LawsArg::Current => LawsOf::Fixed(Laws::CURRENT),
                LawsArg::Before2014 => LawsOf::Fixed(Laws::BEFORE_2014),
                LawsArg::Claimed => LawsOf::Fixed(Laws::CLAIMED),
            },
            format: match self.format {
                FormatArg::Text => Format::Text,
                FormatArg::Csv => Format::Csv,
                FormatArg::Jsonl => Format::Jsonl,
            },
            only: self.only.map(|only| match only {
                OnlyArg::Mismatch => Only::Mismatch,
                OnlyArg::Ended => Only::Ended,
                OnlyArg::Claimable => Only::Claimable,
                OnlyArg::All => Only::All,
            }),
            summary: self.summary,
            check: self.check,
            write: self.write,
            annotate: self.annotate_ends,
            budget: self.dead_budget,
            proof: self.proof,
            styled: self.common.styled(),
            threads: self.common.threads(),
            progress: self.common.progress(),
            quiet: self.common.quiet,
            output: self.common.output,
        })
    }
}
