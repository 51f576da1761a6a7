//! Arguments of `chesstool uci` and of the commands that engines are started with.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::commands::Exit;
use crate::engine::builtin::uci;
use crate::engine::shim;

#[derive(Debug, Args)]
pub(super) struct Uci {
    /// Count the nodes of a fixed search, the signature of search and evaluation, and end
    #[arg(long)]
    bench: bool,
}

impl Uci {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        if self.bench {
            uci::serve(io::Cursor::new("bench\n"), io::stdout())?;
        } else {
            uci::serve(io::stdin().lock(), io::stdout())?;
        }
        Ok(Exit::Clean)
    }
}

#[derive(Debug, Args)]
pub(super) struct EngineShim {
    /// The process that must outlive the engine
    parent: u32,
    /// The engine
    program: PathBuf,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl EngineShim {
    /// Becomes the engine; comes back with a status only if that fails.
    pub(super) fn run(self) -> u8 {
        let error = shim::run(self.parent, self.program.as_os_str(), &self.arguments);
        crate::cli::complain(&shim::refusal(self.program.as_os_str(), &error));
        shim::FAILED
    }
}
