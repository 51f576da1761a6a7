//! Arguments of `chesstool convert`.

mod refuse;
mod values;

use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum as _};

use crate::cli::Common;
use crate::cli::convert::values::{
    From, KeepArg, NotationArg, OnErrorArg, OpcodeArg, PerArg, SortArg, To, memory,
};
use crate::cli::validate::EncodingArg;
use crate::commands::convert::{By, Draw, Plan};
use crate::commands::{Exit, convert as command};
use crate::export::block::{Apart, OnError, Settings, Shape};
use crate::export::columns::{self, Chosen, Per};
use crate::export::filter::{Fault, Filters, Material, Pattern};
use crate::export::import::Source;
use crate::export::lines::Which;
use crate::export::notation::{Letters, Notation};
use crate::export::pgn::{Keep, Style, Tags};
use crate::export::rows::Form;

/// Memory for what is held back, in bytes.
const MEMORY: usize = 128 << 20;

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(super) struct Convert {
    /// PGN files, folders of them, or `-` for standard input; gzip, bzip2, zstd and zip are recognised
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// What is read: games, or lines and tables that are taken for games
    #[arg(long, value_enum, default_value_t = From::Pgn)]
    from: From,
    /// What is written [default: by the name of the file in -o]
    #[arg(long, value_enum)]
    to: Option<To>,
    /// With tables: a row for each game, or for each half move
    #[arg(long, value_enum, default_value_t = PerArg::Game)]
    per: PerArg,
    /// With tables: the columns, with commas between; `usual`, `all`, `tag:Name` for any tag
    #[arg(long, value_name = "LIST", default_value = "usual")]
    columns: String,
    /// Show all columns that there are: name, type, unit, meaning
    #[arg(long)]
    list_columns: bool,
    /// With csv and tsv: no line with the names of the columns
    #[arg(long)]
    no_header: bool,
    /// With fen and epd: which positions of a game; `all`, `final`, `every:N`, `ply:A-B`, `first-out-of-book`
    #[arg(long, value_name = "WHICH", default_value = "all")]
    positions: Which,
    /// With tables of half moves and with positions: follow side lines as well
    #[arg(long)]
    variations: bool,
    /// With epd: the operations that are written, with commas between
    #[arg(
        long,
        value_name = "LIST",
        value_enum,
        value_delimiter = ',',
        default_value = "id"
    )]
    opcodes: Vec<OpcodeArg>,
    /// With pgn: what is kept besides the main line, with commas between
    #[arg(
        long,
        value_name = "LIST",
        value_enum,
        value_delimiter = ',',
        default_value = "all"
    )]
    keep: Vec<KeepArg>,
    /// With pgn: how moves are written
    #[arg(long, value_enum, default_value_t = NotationArg::San)]
    notation: NotationArg,
    /// With pgn: letters of king, queen, rook, bishop and knight, such as KDTLS
    #[arg(long, value_name = "LETTERS")]
    piece_letters: Option<String>,
    /// With pgn: which tags are written besides the seven of the roster; `all`, `roster`, or names with commas between
    #[arg(long, value_name = "LIST", default_value = "all")]
    tags: String,
    /// Only games of which a condition on columns and tags is true, in the Common Expression Language: `white_elo >=
    /// 2500 && result == "1-0" && eco.startsWith("B9")`, `tag("Board") == "1"`, `date >= "2024-05-31"`
    #[arg(long = "where", value_name = "EXPR", allow_hyphen_values = true)]
    condition: Option<String>,
    /// Only games that reach a position: a FEN, or the board of one with `?` for anything, `!` any man, `A` and `a` any
    /// white and black man, `*` anything in the rest of a rank
    #[arg(long, value_name = "FEN|PATTERN")]
    position: Option<String>,
    /// Only games in which these men stood for two plies: `KRPvKR`, either side first; `w:KRPvKR` for White first; `P+`
    /// for one or more, `P*` for any number
    #[arg(long, value_name = "MEN")]
    material: Option<String>,
    /// What happens to games that cannot be read wholly
    #[arg(long, value_enum, default_value_t = OnErrorArg::Skip)]
    on_error: OnErrorArg,
    /// Leave out the first N games
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Write N games at most
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Of games that are the same, by the rule `duplicate-game` of `validate`, write the first one only
    #[arg(long)]
    dedupe: bool,
    /// Write N games drawn at random, in the order of the input
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// With --sample: another number is another draw [default: 0]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Sort the games
    #[arg(long, value_enum, value_name = "ORDER")]
    sort: Option<SortArg>,
    /// With fen, epd, uci, san and lan: write no line twice; of fen and epd the position counts, which is their first
    /// four fields
    #[arg(long)]
    unique: bool,
    /// Write into several files of the folder in -o: so many games a file, or a file for each value of a tag; `games:N`,
    /// `tag:Name`, `eco`
    #[arg(long, value_name = "BY")]
    split: Option<By>,
    /// Memory for --dedupe, --sample, --sort and --unique; what does not fit goes to temporary files in TMPDIR [default:
    /// 128M]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<usize>,
    /// Encoding of the text [default: found out game by game]
    #[arg(long, value_enum)]
    encoding: Option<EncodingArg>,
    #[command(flatten)]
    common: Common,
}

impl Convert {
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        if self.list_columns {
            return list_columns();
        }
        let to = self.format()?;
        if self.paths.is_empty() && io::stdin().is_terminal() {
            anyhow::bail!("no input: name files or folders, or pipe games in (see --help)");
        }
        let per = match self.per {
            PerArg::Game => Per::Game,
            PerArg::Ply => Per::Ply,
        };
        let shape = match to {
            To::Csv => Shape::Rows(Form::Csv),
            To::Tsv => Shape::Rows(Form::Tsv),
            To::Jsonl => Shape::Rows(Form::Jsonl),
            To::Parquet => Shape::Parquet,
            To::Fen => Shape::Positions(None),
            To::Epd => {
                let opcodes = self.opcodes.iter().filter_map(|opcode| opcode.opcode());
                Shape::Positions(Some(opcodes.collect()))
            }
            To::Uci => Shape::Moves(Notation::Uci),
            To::San => Shape::Moves(Notation::San),
            To::Lan => Shape::Moves(Notation::Lan),
            To::Pgn => Shape::Pgn(Box::new(self.style()?)),
        };
        let table = matches!(shape, Shape::Rows(_) | Shape::Parquet);
        self.refuse_what_is_ignored(&shape, per)?;
        let to_terminal = self.common.output.is_none() && io::stdout().is_terminal();
        if matches!(shape, Shape::Parquet) && to_terminal {
            anyhow::bail!("a Parquet file is nothing for a terminal: name it with -o");
        }
        let columns = if table {
            let partial = self.on_error == OnErrorArg::Partial && self.columns == "usual";
            let list = if partial {
                "usual,error"
            } else {
                &self.columns
            };
            Chosen::parse(list, per)?
        } else {
            Vec::new()
        };
        if table && columns.is_empty() {
            anyhow::bail!("--columns names no column");
        }
        let filters = self.filters()?;
        let plan = self.plan();
        let tag = match &self.split {
            Some(By::Tag(name)) => Some(name.clone()),
            _ => None,
        };
        let apart = (self.split.is_some() || !plan.is_empty()).then_some(Apart {
            identity: plan.dedupe,
            order: plan.sort,
            tag,
        });
        let variations = match &shape {
            Shape::Pgn(style) => style.keep.variations,
            _ => self.variations,
        };
        command::run(&command::Options {
            paths: self.paths,
            from: match self.from {
                From::Pgn => Source::Pgn,
                From::Fen => Source::Fen,
                From::Epd => Source::Epd,
                From::Uci => Source::Uci,
                From::Csv => Source::Csv,
                From::Tsv => Source::Tsv,
            },
            settings: Settings {
                shape,
                per,
                columns,
                which: self.positions,
                variations,
                on_error: match self.on_error {
                    OnErrorArg::Skip => OnError::Skip,
                    OnErrorArg::Partial => OnError::Partial,
                    OnErrorArg::Stop => OnError::Stop,
                },
                encoding: self.encoding.map(EncodingArg::encoding),
                skip: self.skip,
                filters,
                apart,
            },
            head: !self.no_header,
            limit: self.limit,
            threads: self.common.threads(),
            progress: self.common.progress(),
            quiet: self.common.quiet,
            output: self.common.output,
            plan,
            split: self.split,
        })
    }

    /// What happens to the games before they are written.
    fn plan(&self) -> Plan {
        let seed = self.seed.unwrap_or(0);
        Plan {
            dedupe: self.dedupe,
            sample: self.sample.map(|count| Draw { count, seed }),
            sort: self.sort.is_some(),
            unique: self.unique,
            memory: self.memory.unwrap_or(MEMORY),
        }
    }

    /// How games are written in PGN.
    fn style(&self) -> anyhow::Result<Style> {
        let keeps = |what| self.keep.contains(&KeepArg::All) || self.keep.contains(&what);
        if self.keep.contains(&KeepArg::None) && self.keep.len() > 1 {
            anyhow::bail!("--keep none keeps nothing else");
        }
        let letters = self
            .piece_letters
            .as_deref()
            .map(Letters::parse)
            .transpose();
        let tags = match self.tags.as_str() {
            "all" => Tags::All,
            "roster" => Tags::Roster,
            list => Tags::Named(list.split(',').map(|name| name.trim().to_owned()).collect()),
        };
        Ok(Style {
            keep: Keep {
                comments: keeps(KeepArg::Comments),
                nags: keeps(KeepArg::Nags),
                variations: keeps(KeepArg::Variations),
                clocks: keeps(KeepArg::Clocks),
                evals: keeps(KeepArg::Evals),
            },
            notation: match self.notation {
                NotationArg::San => Notation::San,
                NotationArg::Lan => Notation::Lan,
                NotationArg::Uci => Notation::Uci,
                NotationArg::Figurine => Notation::Figurine,
            },
            letters: letters.context("--piece-letters")?,
            tags,
            ..Style::default()
        })
    }

    /// Which games are wanted.
    fn filters(&self) -> anyhow::Result<Filters> {
        let mut filters = Filters::default();
        let named = |option: &'static str| move |fault: Fault| anyhow::anyhow!("{option}\n{fault}");
        if let Some(source) = &self.condition {
            filters.set_condition(source).map_err(named("--where"))?;
        }
        if let Some(pattern) = &self.position {
            filters.position = Some(Pattern::parse(pattern).map_err(named("--position"))?);
        }
        if let Some(men) = &self.material {
            filters.material = Some(Material::parse(men).map_err(named("--material"))?);
        }
        Ok(filters)
    }

    /// What is written: as it is asked for, else by the name of the output.
    fn format(&self) -> anyhow::Result<To> {
        if let Some(to) = self.to {
            return Ok(to);
        }
        let Some(output) = &self.common.output else {
            anyhow::bail!(
                "what is to be written? Say --to FORMAT, or -o with a name such as games.csv"
            );
        };
        if self.split.is_some() {
            anyhow::bail!("the name of a folder tells no format; say --to FORMAT");
        }
        let named = Path::new(output).extension().and_then(|end| end.to_str());
        let to = named.and_then(|end| To::from_str(end, true).ok());
        to.ok_or_else(|| {
            anyhow::anyhow!(
                "the name {} tells no format; say --to FORMAT",
                output.display()
            )
        })
    }
}

/// The table of columns, for people.
fn list_columns() -> anyhow::Result<Exit> {
    let mut text = String::from("column             per   type   unit        meaning\n");
    for column in columns::all(Per::Ply) {
        let per = match column.per {
            Per::Game => "game",
            Per::Ply => "ply",
        };
        let name = format!("{}{}", column.name, if column.usual { "*" } else { "" });
        let line = format!(
            "{name:<18} {per:<5} {:<6} {:<11} {}\n",
            column.kind.name(),
            column.unit,
            column.doc
        );
        text.push_str(&line);
    }
    text.push_str("tag:Name           game  text               the tag of that name\n\n");
    text.push_str("* there unless --columns names others; in tables of half moves `game` and those of `ply`\n");
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Clean),
    }
}
