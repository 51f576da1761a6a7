//! Writes compressed as it was read.

use std::io::{self, Write};

use crate::stream::input::Compression;

/// A writer that compresses, or does not.
pub enum Compressor<W: Write> {
    /// As it is.
    Plain(W),
    /// gzip.
    Gzip(flate2::write::GzEncoder<W>),
    /// bzip2.
    Bzip2(bzip2::write::BzEncoder<W>),
    /// zstd.
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> std::fmt::Debug for Compressor<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Compressor::Plain(_) => "Plain",
            Compressor::Gzip(_) => "Gzip",
            Compressor::Bzip2(_) => "Bzip2",
            Compressor::Zstd(_) => "Zstd",
        })
    }
}

impl<W: Write> Compressor<W> {
    /// Starts to write; at each format's usual level.
    ///
    /// # Errors
    ///
    /// For zip, which holds several texts, or if the compressor cannot be started.
    pub fn new(out: W, compression: Compression) -> io::Result<Compressor<W>> {
        Ok(match compression {
            Compression::None => Compressor::Plain(out),
            Compression::Gzip => Compressor::Gzip(flate2::write::GzEncoder::new(
                out,
                flate2::Compression::default(),
            )),
            Compression::Bzip2 => Compressor::Bzip2(bzip2::write::BzEncoder::new(
                out,
                bzip2::Compression::best(),
            )),
            Compression::Zstd => Compressor::Zstd(zstd::stream::write::Encoder::new(out, 0)?),
            Compression::Zip => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "zip archives are read only",
                ));
            }
        })
    }

    /// Writes what is left, and gives the writer below back.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Compressor::Plain(out) => Ok(out),
            Compressor::Gzip(out) => out.finish(),
            Compressor::Bzip2(out) => out.finish(),
            Compressor::Zstd(out) => out.finish(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Compressor::Plain(out) => out.write(bytes),
            Compressor::Gzip(out) => out.write(bytes),
            Compressor::Bzip2(out) => out.write(bytes),
            Compressor::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Compressor::Plain(out) => out.flush(),
            Compressor::Gzip(out) => out.flush(),
            Compressor::Bzip2(out) => out.flush(),
            Compressor::Zstd(out) => out.flush(),
        }
    }
}
