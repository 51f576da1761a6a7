//! The commands: options in, exit status out.

pub mod adjudicate;
pub mod annotate;
pub mod convert;
mod course;
pub mod explain;
pub mod perft;
mod positions;
mod stop;
pub mod validate;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Nothing was found that counts.
    Clean,
    /// Something was found.
    Findings,
    /// The run could not be completed.
    Failed,
    /// The user stopped it.
    Interrupted,
}

impl Exit {
    /// The status that the program ends with.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Interrupted => crate::stream::cancel::EXIT_STATUS,
        }
    }
}
