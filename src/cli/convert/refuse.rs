//! Options that would do nothing.

use crate::cli::convert::Convert;
use crate::cli::convert::values::{KeepArg, NotationArg};
use crate::commands::convert::By;
use crate::export::block::Shape;
use crate::export::columns::Per;
use crate::export::lines::Which;
use crate::export::rows::Form;

impl Convert {
    /// An option that would do nothing is a mistake.
    pub(super) fn refuse_what_is_ignored(&self, shape: &Shape, per: Per) -> anyhow::Result<()> {
        let positions = matches!(shape, Shape::Positions(_));
        let table = matches!(shape, Shape::Rows(_) | Shape::Parquet);
        let refused = [
            (!table && per == Per::Ply, "--per is for tables"),
            (!table && self.columns != "usual", "--columns is for tables"),
            (
                self.no_header && !matches!(shape, Shape::Rows(Form::Csv | Form::Tsv)),
                "--no-header is for csv and tsv",
            ),
            (
                !positions && self.positions != Which::All,
                "--positions is for fen and epd",
            ),
            (
                !matches!(shape, Shape::Pgn(_))
                    && (self.keep != [KeepArg::All]
                        || self.notation != NotationArg::San
                        || self.piece_letters.is_some()
                        || self.tags != "all"),
                "--keep, --notation, --piece-letters and --tags are for pgn",
            ),
            (
                self.unique && !(positions || matches!(shape, Shape::Moves(_))),
                "--unique is for fen, epd, uci, san and lan",
            ),
            (
                self.seed.is_some() && self.sample.is_none(),
                "--seed is for --sample",
            ),
            (
                self.memory.is_some() && self.plan().is_empty(),
                "--memory is for --dedupe, --sample, --sort and --unique",
            ),
            (
                self.split.is_some() && self.common.output.is_none(),
                "--split needs a folder: name it with -o",
            ),
            (
                matches!((&self.split, shape), (Some(By::Tag(_)), Shape::Parquet)),
                "--split tag: and eco are not for parquet; split it with games:N",
            ),
            (
                self.variations && !(positions || per == Per::Ply),
                "--variations is for fen, epd and tables of half moves",
            ),
        ];
        match refused.into_iter().find(|(wrong, _)| *wrong) {
            Some((_, why)) => Err(anyhow::anyhow!(why)),
            None => Ok(()),
        }
    }
}
