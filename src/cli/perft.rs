//! Arguments of `chesstool perft`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::WhenArg;
use crate::commands::perft::{self, Format, Input, MAX_DEPTH, Notation};
use crate::commands::{Exit, perft as command};

/// The start of a game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Perft {
    /// Plies to count; with --suite the deepest ones, all if left out
    #[arg(
        required_unless_present = "suite",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u32>,
    /// The position, as FEN or its first four fields [default: the start of a game]
    #[arg(long, value_name = "FEN", conflicts_with_all = ["fen_file", "suite"])]
    fen: Option<String>,
    /// Positions, a FEN a line, a result a line; `-` for standard input. `#` begins a comment, blank lines
    /// are passed over, and a line that is no position gives the result `invalid`
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    fen_file: Option<PathBuf>,
    /// Positions with the counts that are expected, `FEN ;D1 20 ;D2 400` a line; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["divide", "stats", "notation"])]
    suite: Option<PathBuf>,
    /// With --suite, leave out the counts that are expected to be larger
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    /// List each legal move with its count; at depth 1 that is the list of legal moves
    #[arg(long)]
    divide: bool,
    /// How these moves are written [default: uci]
    #[arg(long, value_enum, requires = "divide")]
    notation: Option<NotationArg>,
    /// A table of what the moves of each ply are: captures, en passant, castles, promotions, checks, mates
    #[arg(long, conflicts_with = "hash")]
    stats: bool,
    /// Keep counts in a table of at most so many MiB; it takes as much as the count has use for
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    hash: Option<u64>,
    /// Chess960: castling rights name the outermost rooks or their files, and castling is written as the
    /// king taking his rook. Without it a FEN is read so only if it makes no sense otherwise
    #[arg(long)]
    chess960: bool,
    /// Threads to work with [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How results are written
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
    /// With --suite, show progress on standard error, if that is a terminal [default: auto]
    #[arg(long, value_enum, requires = "suite")]
    progress: Option<WhenArg>,
    /// Write no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Numbers and lists
    Text,
    /// One JSON object a position; with --suite one a count
    Jsonl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NotationArg {
    /// e2e4, e7e8q
    Uci,
    /// e4, e8=Q
    San,
}

impl Perft {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        let input = match (self.fen, self.fen_file, self.suite) {
            (_, _, Some(path)) => Input::Suite(path),
            (_, Some(path), _) => Input::Lines(path),
            (fen, None, None) => Input::Fen(fen.unwrap_or_else(|| START.to_owned())),
        };
        perft::run(&command::Options {
            depth: self.depth,
            input,
            chess960: self.chess960,
            divide: self.divide,
            notation: match self.notation {
                None | Some(NotationArg::Uci) => Notation::Uci,
                Some(NotationArg::San) => Notation::San,
            },
            stats: self.stats,
            hash: self.hash,
            max_nodes: self.max_nodes,
            threads: super::threads(self.threads),
            format: match self.format {
                FormatArg::Text => Format::Text,
                FormatArg::Jsonl => Format::Jsonl,
            },
            progress: self
                .progress
                .unwrap_or(WhenArg::Auto)
                .unless_quiet(self.quiet),
            quiet: self.quiet,
        })
    }
}
