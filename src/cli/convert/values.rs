//! Words that options of `chesstool convert` take.

use clap::ValueEnum;

use crate::export::lines::Opcode;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum To {
    /// A table, comma-separated
    Csv,
    /// A table, tab-separated
    Tsv,
    /// A table, a JSON object a line
    Jsonl,
    /// A table, as a Parquet file
    Parquet,
    /// Positions, a FEN a line
    Fen,
    /// Positions with operations, an EPD a line
    Epd,
    /// The moves of a game on a line, as engines read them
    Uci,
    /// The moves of a game on a line, `e4 e5 Nf3`
    San,
    /// The moves of a game on a line, `e2-e4 e7-e5 Ng1-f3`
    Lan,
    /// Games in the standard's export format
    Pgn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum KeepArg {
    /// Everything
    All,
    /// The main line alone
    None,
    /// Text of comments, and the commands in them that are neither clocks nor evaluations
    Comments,
    /// NAGs, `!` and the like
    Nags,
    /// Side lines
    Variations,
    /// `[%clk]`, `[%emt]`, `[%egt]`, `[%mct]`
    Clocks,
    /// `[%eval]`
    Evals,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum NotationArg {
    /// `Nf3`
    San,
    /// `Ng1-f3`
    Lan,
    /// `g1f3`
    Uci,
    /// `♘f3`
    Figurine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum From {
    /// Games in PGN
    Pgn,
    /// Positions, a FEN a line
    Fen,
    /// Positions, an EPD a line; its operations become the tag `EpdOperations`
    Epd,
    /// Moves in UCI notation, a game a line, also behind `position startpos moves`
    Uci,
    /// A table with the columns of `--to csv`, of which `movetext` or `moves_uci` must be there
    Csv,
    /// The same with tabs
    Tsv,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum PerArg {
    /// A row for each game
    Game,
    /// A row for each half move
    Ply,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnErrorArg {
    /// They are left out and reported; the exit status is 1
    Skip,
    /// The moves before the fault are written; the exit status is 1
    Partial,
    /// The first one ends the run
    Stop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OpcodeArg {
    /// File, game and ply
    Id,
    /// Halfmove clock
    Hmvc,
    /// Number of the move
    Fmvn,
    /// The move that was played
    Sm,
    /// All moves that followed
    Pv,
    /// Players and date
    C0,
    /// Result
    C1,
    /// No operation
    None,
}

impl OpcodeArg {
    pub(super) const fn opcode(self) -> Option<Opcode> {
        Some(match self {
            OpcodeArg::Id => Opcode::Id,
            OpcodeArg::Hmvc => Opcode::Hmvc,
            OpcodeArg::Fmvn => Opcode::Fmvn,
            OpcodeArg::Sm => Opcode::Sm,
            OpcodeArg::Pv => Opcode::Pv,
            OpcodeArg::C0 => Opcode::C0,
            OpcodeArg::C1 => Opcode::C1,
            OpcodeArg::None => return None,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SortArg {
    /// The order of the PGN standard: date, event, site, round, white, black, result, movetext
    Collation,
}

/// An amount of memory in bytes: a number, and K, M, G or T for 1024 of the one before.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    const LEAST: usize = 64 << 10;
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err("no amount of memory; say it as 512M or 2G".to_owned()),
    };
    let number: usize = digits
        .parse()
        .map_err(|_| "no amount of memory; say it as 512M or 2G".to_owned())?;
    match number.checked_mul(1 << unit) {
        Some(bytes) if bytes >= LEAST => Ok(bytes),
        Some(_) => Err("64K is the least".to_owned()),
        None => Err("more than a computer can have".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn amounts_of_memory() {
        assert_eq!(memory("64K"), Ok(65_536));
        assert_eq!(memory("2g"), Ok(2 << 30));
        assert_eq!(memory("1MiB"), Ok(1 << 20));
        assert_eq!(memory("100000"), Ok(100_000));
        for nonsense in [
            "",
            "M",
            "-1M",
            "1.5G",
            "12Q",
            "63K",
            "0",
            "99999999999T",
            "1 M M",
            "٣M",
        ] {
            assert!(memory(nonsense).is_err(), "{nonsense}");
        }
    }
}
