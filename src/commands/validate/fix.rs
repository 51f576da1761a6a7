//! `--fix` and `--diff`: the mended text goes to where it belongs, a block at a time; what is left to be
//! said of it is reported as usual.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use crate::commands::course::{Crew, Input, Run as _};
use crate::commands::validate::state::FileState;
use crate::commands::validate::{Run, Stop, say};
use crate::finding::diff::Diff;
use crate::finding::{Fix, printable};
use crate::lint::block;
use crate::lint::fix::{Ways, fix_block};
use crate::lint::report::Show;
use crate::stream::blocks::{Block, BlockReader};
use crate::stream::cancel;
use crate::stream::compressed::Compressor;
use crate::stream::input::{Compression, Source};
use crate::stream::output::Output;

/// What becomes of what can be mended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixTo {
    /// The text of the one input is written to the output, mended.
    Output,
    /// Every input is replaced, if there is something to mend.
    InPlace,
    /// A unified diff is written to the output.
    Diff,
}

/// What was mended.
#[derive(Debug, Default)]
pub(super) struct Mending {
    /// Where the mended text, or the diff, goes, if that is one place for all inputs.
    pub(super) out: Option<Output>,
    /// Places that were mended.
    places: u64,
    /// Files with such places.
    files: u64,
}

/// Where one text goes.
enum Sink<'o, 'n> {
    Text {
        out: Compressor<Output>,
        /// The text stays as it was unless there is something to mend.
        in_place: bool,
    },
    Diff(Diff<'n>, &'o mut Output),
}

impl<'o, 'n> Sink<'o, 'n> {
    fn open(
        to: FixTo,
        source: &Source,
        compression: Compression,
        name: &'n str,
        out: &'o mut Option<Output>,
    ) -> io::Result<Sink<'o, 'n>> {
        let unsupported = |text| io::Error::new(io::ErrorKind::Unsupported, text);
        if to == FixTo::Diff {
            let out = out
                .as_mut()
                .ok_or_else(|| unsupported("there is no output"))?;
            return Ok(Sink::Diff(Diff::new(name), out));
        }
        if compression == Compression::Zip {
            return Err(unsupported(
                "the files in a zip archive cannot be replaced; unpack it first, or see --diff",
            ));
        }
        let in_place = to == FixTo::InPlace;
        let out = match source {
            Source::File(path) if in_place && path.is_file() => Output::open(Some(path))?,
            _ if in_place => return Err(unsupported("only a file can be fixed in place")),
            _ => out
                .take()
                .ok_or_else(|| unsupported("the output is in use"))?,
        };
        let out = Compressor::new(out, compression)?;
        Ok(Sink::Text { out, in_place })
    }

    fn is_terminal(&self) -> bool {
        match self {
            Sink::Text {
                out: Compressor::Plain(out),
                ..
            } => out.is_terminal(),
            Sink::Text { .. } => false,
            Sink::Diff(_, out) => out.is_terminal(),
        }
    }

    fn block(&mut self, text: &[u8], fixes: &[Fix]) -> io::Result<()> {
        match self {
            Sink::Text { out, .. } => {
                let mut at = 0;
                for fix in fixes {
                    let start = fix.offset as usize;
                    out.write_all(&text[at..start])?;
                    out.write_all(&fix.text)?;
                    at = start + fix.length as usize;
                }
                out.write_all(&text[at..])
            }
            Sink::Diff(diff, out) => diff.part(text, fixes, out),
        }
    }

    /// The text has ended, and is whole.
    fn finish(self, changed: bool) -> io::Result<()> {
        match self {
            Sink::Text { out, in_place } => {
                let mut out = out.finish()?;
                if in_place && !changed {
                    out.discard();
                    return Ok(());
                }
                if in_place {
                    out.sync()?;
                }
                out.finish()
            }
            Sink::Diff(diff, out) => diff.finish(out),
        }
    }

    /// The text is not whole: a file that should take its place does not.
    fn give_up(self) {
        match self {
            Sink::Text {
                out: Compressor::Plain(out),
                ..
            } => out.discard(),
            Sink::Text { out, .. } => {
                drop(out);
                cancel::set_half_done(None);
            }
            Sink::Diff(..) => {}
        }
    }
}

impl Run<'_> {
    /// Mends one text.
    pub(super) fn fix_file(&mut self, to: FixTo, input: &mut Input<'_>, crew: Crew<'_>) {
        let name = input.name;
        let mut out = self.mending.out.take();
        match Sink::open(to, input.source, input.compression, name, &mut out) {
            Ok(mut sink) => {
                let mended = self.fix_blocks(&mut sink, to, name, input.reader, crew);
                let finished = if let Some(places) = mended {
                    self.mending.places += places;
                    self.mending.files += u64::from(places > 0);
                    sink.finish(places > 0)
                } else {
                    sink.give_up();
                    Ok(())
                };
                if let Err(error) = finished {
                    self.cannot_write(to, name, error);
                }
            }
            Err(error) => self.cannot_fix(name, &error),
        }
        if out.is_some() {
            self.mending.out = out;
        }
    }

    /// Mends a text block by block. The number of places mended; `None` if the text is not whole.
    fn fix_blocks(
        &mut self,
        sink: &mut Sink<'_, '_>,
        to: FixTo,
        name: &str,
        reader: &mut dyn Read,
        (workers, progress): Crew<'_>,
    ) -> Option<u64> {
        self.begin_file(name);
        let lint = &self.options.lint;
        let mut state = FileState::default();
        let mut offset = 0;
        let mut places = 0;
        let mut failure: Option<io::Error> = None;
        let mut too_long = false;
        let work = |block: &Block| {
            let context = block::Context {
                glued: block.glued,
                left_out: block.left_out,
                show: Show::All,
            };
            fix_block(&block.data, context, lint)
        };
        let terminal = sink.is_terminal();
        let done = |block: &Block, ways: Ways| {
            if block.left_out > 0 {
                too_long = true;
                return ControlFlow::Break(());
            }
            let mended = ways.choose(state.encoding());
            let mut write = || sink.block(&block.data, &mended.fixes);
            let written = if terminal {
                progress.suspend(write)
            } else {
                write()
            };
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            places += mended.fixes.len() as u64;
            let text = (mended.text.as_deref().unwrap_or(&block.data), offset);
            let reported = self.block(name, &mut state, block, text, mended.report, progress);
            offset += text.0.len() as u64;
            self.course.go_on(reported, progress)
        };
        let read = workers.for_each(BlockReader::new(reader), work, done);
        self.end_file(progress);
        if let Err(error) = read {
            self.fail(name, &error);
            return None;
        }
        if too_long {
            let error = io::Error::other("a game in it is longer than 64 MiB");
            self.cannot_fix(name, &error);
            return None;
        }
        if let Some(error) = failure {
            self.cannot_write(to, name, error);
            return None;
        }
        self.course.stop.is_none().then_some(places)
    }

    /// A failure to write: of one file among others, or of the only output.
    fn cannot_write(&mut self, to: FixTo, name: &str, error: io::Error) {
        if to == FixTo::InPlace {
            self.cannot_fix(name, &error);
        } else {
            self.course.stop = Some(Stop::of(error));
        }
    }

    fn cannot_fix(&mut self, name: &str, error: &io::Error) {
        self.course.failed = true;
        say(&format!("error: cannot fix {}: {error}", printable(name)));
    }

    /// Ends the output for all inputs.
    pub(super) fn finish_mending(&mut self) -> io::Result<()> {
        match (self.mending.out.take(), self.options.fix) {
            (Some(out), Some(FixTo::Diff)) => out.finish(),
            // The one input was never read, so that there is no text.
            (Some(out), _) => {
                out.discard();
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// What was mended, for the summary.
    pub(super) fn mended(&self) -> Option<String> {
        let to = self.options.fix?;
        let Mending { places, files, .. } = self.mending;
        let s = |count| if count == 1 { "" } else { "s" };
        let what = match to {
            FixTo::Diff => "can be fixed",
            FixTo::Output | FixTo::InPlace => "fixed",
        };
        Some(format!(
            "{places} place{} {what} in {files} file{}",
            s(places),
            s(files)
        ))
    }
}
