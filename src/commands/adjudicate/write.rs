//! `--write`: the games with their results put right, compressed as they were.

use std::io::{self, Read, Write};

use crate::adjudicate::patch::Patch;
use crate::commands::adjudicate::{Run, Stop};
use crate::stream::cancel;
use crate::stream::compressed::Compressor;
use crate::stream::input::Compression;
use crate::stream::ordered::Workers;
use crate::stream::output::Output;
use crate::stream::progress::Progress;

/// Writes a block with its patches, which are in their order.
pub(super) fn block(out: &mut impl Write, text: &[u8], patches: &[Patch]) -> io::Result<()> {
    let mut at = 0;
    for patch in patches {
        out.write_all(&text[at..patch.start])?;
        out.write_all(&patch.text)?;
        at = patch.end;
    }
    out.write_all(&text[at..])
}

impl Run<'_> {
    /// Judges the one input and writes it anew.
    pub(super) fn rewrite(
        &mut self,
        name: &str,
        compression: Compression,
        reader: &mut dyn Read,
        (workers, progress): (&Workers, &mut Progress),
    ) {
        if compression == Compression::Zip {
            self.cannot_write(
                name,
                "the files in a zip archive cannot be written; unpack it first",
            );
            return;
        }
        let opened = Output::open(self.options.write.as_deref())
            .and_then(|out| Compressor::new(out, compression));
        let mut to = match opened {
            Ok(to) => Some(to),
            Err(error) => {
                self.stop = Some(Stop::Write(error));
                return;
            }
        };
        let whole = self.file(name, reader, &mut to, (workers, progress));
        let Some(to) = to else { return };
        if whole {
            let finished = to.finish().and_then(Output::finish);
            self.note(finished);
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
