//! `--write`: the games with their results put right, compressed as they were.

use crate::commands::adjudicate::{Run, Stop};
use crate::commands::course::{Crew, Input};
use crate::stream::cancel;
use crate::stream::compressed::Compressor;
use crate::stream::input::Compression;
use crate::stream::output::Output;

impl Run<'_> {
    /// Judges the one input and writes it anew.
    pub(super) fn rewrite(&mut self, input: &mut Input<'_>, crew: Crew<'_>) {
        if input.compression == Compression::Zip {
            self.cannot_write(
                input.name,
                "the files in a zip archive cannot be written; unpack it first",
            );
            return;
        }
        let opened = Output::open(self.options.write.as_deref())
            .and_then(|out| Compressor::new(out, input.compression));
        let mut to = match opened {
            Ok(to) => Some(to),
            Err(error) => {
                self.course.stop = Some(Stop::Write(error));
                return;
            }
        };
        let whole = self.file(input, &mut to, crew);
        let Some(to) = to else { return };
        if whole {
            let finished = to.finish().and_then(Output::finish);
            self.course.note(finished);
            return;
        }
        // The text is not whole, and takes nothing's place.
        match to {
            Compressor::Plain(out) => out.discard(),
            other => {
                drop(other);
                cancel::set_half_done(None);
            }
        }
    }
}
