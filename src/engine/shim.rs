//! The step between us and an engine that makes the engine end when we end, however that happens.
//!
//! On Linux an engine is started as `chesstool engine-shim OUR-PID PROGRAM ARGS…`. That process asks the kernel to
//! kill it when the thread that started it ends (`PR_SET_PDEATHSIG` of prctl(2)), makes sure that we have not ended
//! before it could ask, and becomes the program, which keeps the request: so nothing is left behind even after a
//! `kill -9` of ours. The kernel watches the *thread*: an engine is to be started by the thread that uses it, and
//! ends with that thread. Children of the engine do not inherit the request; they notice the end of their pipes.
//! Elsewhere engines are started directly, and end when their input does.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

/// The hidden command by which our own executable is the shim.
pub const COMMAND: &str = "engine-shim";
/// Exit status of the shim if the program could not be started.
pub const FAILED: u8 = 126;
/// How the shim's message on standard error begins.
const PREFIX: &str = "chesstool engine-shim: ";

/// Becomes `program`, which is to die with the process `parent`; returns only if that fails.
///
/// The caller writes [`refusal`] to standard error and exits with [`FAILED`].
#[must_use]
pub fn run(parent: u32, program: &OsStr, args: &[OsString]) -> io::Error {
    match bind(parent) {
        Ok(()) => replace(program, args),
        Err(error) => error,
    }
}

/// The message for an error of [`run`]; the reader of the engine recognises it.
#[must_use]
pub fn refusal(program: &OsStr, error: &io::Error) -> String {
    format!("{PREFIX}{}: {error}", Path::new(program).display())
}

/// What kept the shim from starting `program`, if that is what its last words say.
pub(super) fn refused(program: &Path, stderr: &[String]) -> Option<String> {
    let start = format!("{PREFIX}{}: ", program.display());
    let line = stderr.iter().find(|line| line.starts_with(PREFIX))?;
    let why = line.strip_prefix(&start).unwrap_or(&line[PREFIX.len()..]);
    Some(why.to_owned())
}

#[cfg(target_os = "linux")]
fn bind(parent: u32) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    // Had the parent ended before this, no signal would ever come.
    let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if now == Some(parent) {
        Ok(())
    } else {
        Err(io::Error::other(
            "the process that asked for the engine has ended",
        ))
    }
}

#[cfg(not(target_os = "linux"))]
fn bind(_: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn replace(program: &OsStr, args: &[OsString]) -> io::Error {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    Command::new(program).args(args).exec()
}

#[cfg(not(unix))]
fn replace(_: &OsStr, _: &[OsString]) -> io::Error {
    io::Error::from(io::ErrorKind::Unsupported)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_refusal_is_recognised() {
        let program = Path::new("/opt/an engine");
        let line = refusal(program.as_os_str(), &io::Error::other("Exec format error"));
        let why = refused(program, &["warning".to_owned(), line]);
        assert_eq!(why.as_deref(), Some("Exec format error"));
        assert_eq!(refused(program, &["segmentation fault".to_owned()]), None);
    }
}
