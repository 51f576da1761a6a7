//! Arguments of `chesstool annotate`.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::annotate::chances::Judgement;
use crate::annotate::settings::{GlyphStyle, Overwrite, Settings};
use crate::chess::Color;
use crate::cli::Common;
use crate::commands::Exit;
use crate::commands::annotate::{self as command, Choice, Plan};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(super) struct Annotate {
    /// PGN files, folders of them, or `-` for standard input; gzip, bzip2, zstd and zip are recognised
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// A UCI engine: its program, `builtin`, or `auto` for a Stockfish that is installed [default: `$CHESSTOOL_ENGINE`, else
    /// the built-in one]
    #[arg(long, value_name = "PROGRAM", help_heading = "Engine")]
    engine: Option<PathBuf>,
    /// An argument for the engine's program; may be given several times
    #[arg(
        long,
        value_name = "ARG",
        allow_hyphen_values = true,
        help_heading = "Engine"
    )]
    engine_arg: Vec<OsString>,
    /// An option of the engine, such as `Threads=2`; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Engine")]
    options: Vec<String>,
    /// Nodes for every position [default: 100000, unless --depth or --movetime]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Engine")]
    nodes: Option<u64>,
    /// Plies for every position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=245), help_heading = "Engine")]
    depth: Option<u32>,
    /// Milliseconds for every position; the output is then another one each time
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Engine")]
    movetime: Option<u64>,
    /// 20,000 nodes for every position
    #[arg(long, conflicts_with_all = ["nodes", "deep"], help_heading = "Engine")]
    quick: bool,
    /// 1,000,000 nodes for every position
    #[arg(long, conflicts_with = "nodes", help_heading = "Engine")]
    deep: bool,
    /// Engines that work at the same time, a game each [default: --threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Engine")]
    jobs: Option<u16>,
    /// MiB of every engine's hash table
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Engine")]
    hash: u32,
    /// Lines to look for; those beside the best are written if they are nearly as good
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64), help_heading = "Engine")]
    multipv: u16,
    /// Seconds after which a position is given up, 5 times as many for a second look of --verify, and after which the start
    /// of an engine is given up if that is usually given more [default: 30 times what other positions took, 30 at least]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Engine")]
    timeout: Option<u64>,
    /// Judge only by a second look: the positions before and behind a judged move are searched again, with 5 times the nodes
    /// and the time, and 3 plies deeper
    #[arg(long, help_heading = "Engine")]
    verify: bool,
    /// How often a position is tried again with a new engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=10), help_heading = "Engine")]
    retries: u32,
    /// Write what is said to engines and what they answer
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    log_uci: Option<PathBuf>,
    /// No evaluations `[%eval …]`
    #[arg(long, help_heading = "What is written")]
    no_evals: bool,
    /// Evaluations with the depth of the search, `[%eval 0.25,18]`
    #[arg(long, conflicts_with = "no_evals", help_heading = "What is written")]
    eval_depth: bool,
    /// No glyphs
    #[arg(long, help_heading = "What is written")]
    no_nags: bool,
    /// How glyphs are written: `$4` or `??`
    #[arg(long, value_enum, help_heading = "What is written")]
    nag_style: Option<NagStyle>,
    /// No judgements in words
    #[arg(long, help_heading = "What is written")]
    no_comments: bool,
    /// Plies of the best line behind a judged move
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=60), help_heading = "What is written")]
    variations: u16,
    /// No best lines
    #[arg(long, conflicts_with = "variations", help_heading = "What is written")]
    no_variations: bool,
    /// Glyphs of positions, `$10` to `$19`, at the end of best lines
    #[arg(
        long,
        conflicts_with = "no_variations",
        help_heading = "What is written"
    )]
    position_nags: bool,
    /// The mildest judgement that is written
    #[arg(long, value_enum, default_value_t = JudgementArg::Inaccuracy, help_heading = "What is written")]
    min_judgement: JudgementArg,
    /// Tags `WhiteAccuracy`, `WhiteACPL` and those of Black
    #[arg(long, help_heading = "What is written")]
    accuracy: bool,
    /// No tags `ECO` and `Opening` where they are missing
    #[arg(long, help_heading = "What is written")]
    no_eco: bool,
    /// The opening's name behind the move that reaches it
    #[arg(long, help_heading = "What is written")]
    eco_comment: bool,
    /// All as Lichess writes it: marks `??`, names of openings, lines of 12 plies
    #[arg(long, value_enum, help_heading = "What is written")]
    preset: Option<Preset>,
    /// Keep the evaluations of the file, look only for those that are missing, and copy games that have them all
    #[arg(long, help_heading = "Which moves")]
    only_missing: bool,
    /// What gives way to what is written; comments of people never do
    #[arg(long, value_enum, default_value_t = OverwriteArg::Ours, conflicts_with = "only_missing", help_heading = "Which moves")]
    overwrite: OverwriteArg,
    /// Pass over the first N half moves
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Which moves"
    )]
    skip_plies: u32,
    /// Pass over moves up to the last position that an opening is named after
    #[arg(long, help_heading = "Which moves")]
    skip_book: bool,
    /// The first move number that is looked at
    #[arg(long, value_name = "MOVE", help_heading = "Which moves")]
    from: Option<u32>,
    /// The last move number that is looked at
    #[arg(long, value_name = "MOVE", help_heading = "Which moves")]
    to: Option<u32>,
    /// Judge the moves of one side only
    #[arg(long, value_enum, help_heading = "Which moves")]
    side: Option<SideArg>,
    /// Judge no move where the better side's chances are above so many per cent before and behind it
    #[arg(long, value_name = "WIN%", value_parser = percent, help_heading = "Which moves")]
    stop_decided: Option<f64>,
    /// Annotate the first N games, and copy the others
    #[arg(long, value_name = "N", help_heading = "Which moves")]
    max_games: Option<u64>,
    /// Go on with a run that was broken off
    #[arg(long, help_heading = "Run")]
    resume: bool,
    /// The journal that makes it possible [default: the output's name and `.journal`]
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    journal: Option<PathBuf>,
    /// Write games as they are done, not in the order of the input; a report keeps that order
    #[arg(long, help_heading = "Run")]
    unordered: bool,
    /// Put the annotated games in the place of the input, which is one file, once all are done
    #[arg(long, conflicts_with = "output", help_heading = "Run")]
    in_place: bool,
    /// Only say how much there is to do, and about how long it takes
    #[arg(long, conflicts_with_all = ["resume", "report"], help_heading = "Run")]
    dry_run: bool,
    /// A report: FILE.html for people, FILE.jsonl for machines
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    report: Option<PathBuf>,
    /// Value the positions of a file, a FEN a line (`-` for standard input), and write a JSON object for each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "resume", "report", "dry_run", "journal", "unordered", "in_place", "verify", "position_nags", "no_evals", "eval_depth", "no_nags", "nag_style", "no_comments", "variations", "no_variations", "min_judgement", "accuracy", "no_eco", "eco_comment", "preset", "only_missing", "overwrite", "skip_plies", "skip_book", "from", "to", "side", "stop_decided", "max_games"], help_heading = "Run")]
    fen_file: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum NagStyle {
    /// `$4`
    Dollar,
    /// `??`
    Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum JudgementArg {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Preset {
    /// lichess.org
    Lichess,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OverwriteArg {
    /// Nothing
    None,
    /// What an earlier run has written
    Ours,
    /// Also evaluations, glyphs and judgements of other programs
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SideArg {
    /// White's
    White,
    /// Black's
    Black,
}

fn percent(text: &str) -> Result<f64, String> {
    let value: f64 = text
        .trim_end_matches('%')
        .parse()
        .map_err(|_| "no number".to_owned())?;
    if (50.0..=100.0).contains(&value) {
        Ok(value)
    } else {
        Err("chances are from 50 to 100 per cent".to_owned())
    }
}

impl Annotate {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        if self.paths.is_empty() && self.fen_file.is_none() && io::stdin().is_terminal() {
            anyhow::bail!("no input: name files or folders, or pipe games in (see --help)");
        }
        let plan = self.plan()?;
        let settings = self.settings();
        let jobs = self.jobs.map_or_else(|| self.common.threads(), usize::from);
        command::run(command::Options {
            paths: self.paths,
            plan,
            settings,
            jobs,
            resume: self.resume,
            journal: self.journal,
            most: self.max_games,
            unordered: self.unordered,
            in_place: self.in_place,
            dry_run: self.dry_run,
            report: self.report,
            positions: self.fen_file,
            progress: self.common.progress(),
            quiet: self.common.quiet,
            output: self.common.output,
        })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let asked = self.engine.clone().or_else(|| {
            let named = std::env::var_os("CHESSTOOL_ENGINE").filter(|name| !name.is_empty());
            named.map(PathBuf::from)
        });
        let choice = match asked {
            None => Choice::Default,
            Some(name) if name.as_os_str() == "builtin" => Choice::Builtin,
            Some(name) if name.as_os_str() == "auto" => Choice::Auto,
            Some(program) => Choice::Program(program),
        };
        let mut options = Vec::new();
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                anyhow::bail!(
                    "--option {option}: a name, `=` and a value are wanted, such as Threads=2"
                );
            };
            options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let nodes = if self.quick {
            Some(20_000)
        } else if self.deep {
            Some(1_000_000)
        } else if self.nodes.is_none() && self.depth.is_none() && self.movetime.is_none() {
            Some(100_000)
        } else {
            self.nodes
        };
        Ok(Plan {
            choice,
            arguments: self.engine_arg.clone(),
            options,
            hash: self.hash,
            nodes,
            depth: self.depth,
            move_time: self.movetime.map(Duration::from_millis),
            timeout: self.timeout.map(Duration::from_secs),
            retries: self.retries,
            verify: self.verify,
            log: self.log_uci.clone(),
        })
    }

    fn settings(&self) -> Settings {
        let lichess = self.preset == Some(Preset::Lichess);
        let style = self.nag_style.unwrap_or(if lichess {
            NagStyle::Symbol
        } else {
            NagStyle::Dollar
        });
        let style = match style {
            NagStyle::Dollar => GlyphStyle::Dollar,
            NagStyle::Symbol => GlyphStyle::Symbol,
        };
        Settings {
            evals: !self.no_evals,
            eval_depth: self.eval_depth,
            glyphs: (!self.no_nags).then_some(style),
            comments: !self.no_comments,
            variation: if self.no_variations {
                0
            } else {
                self.variations.into()
            },
            position_nags: self.position_nags,
            verify: self.verify,
            least: match self.min_judgement {
                JudgementArg::Inaccuracy => Judgement::Inaccuracy,
                JudgementArg::Mistake => Judgement::Mistake,
                JudgementArg::Blunder => Judgement::Blunder,
            },
            accuracy: self.accuracy,
            eco: !self.no_eco,
            eco_comment: self.eco_comment || lichess,
            only_missing: self.only_missing,
            overwrite: match self.overwrite {
                OverwriteArg::None => Overwrite::Nothing,
                OverwriteArg::Ours => Overwrite::Ours,
                OverwriteArg::All => Overwrite::All,
            },
            skip_plies: self.skip_plies as usize,
            skip_book: self.skip_book,
            moves: (self.from.unwrap_or(0), self.to.unwrap_or(u32::MAX)),
            side: self.side.map(|side| match side {
                SideArg::White => Color::White,
                SideArg::Black => Color::Black,
            }),
            decided: self.stop_decided,
            lines: self.multipv.into(),
            signature: String::new(),
        }
    }
}
