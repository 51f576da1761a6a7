//! Where a program lies that somebody names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::engine::fault::{StartError, refused};

/// The whole path of a program: a name alone is looked for in `PATH`, anything else is a path.
///
/// # Errors
///
/// [`StartError::Missing`] and [`StartError::NotExecutable`].
pub fn find(program: &Path) -> Result<PathBuf, StartError> {
    let is_name =
        program.components().count() == 1 && program.file_name() == Some(program.as_os_str());
    if !is_name {
        return check(program);
    }
    // A name that is in no folder of `PATH` may lie in the current one; this is said to be so only if it does.
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut found = env::split_paths(&folders)
        .filter(|folder| !folder.as_os_str().is_empty())
        .find_map(|folder| check(&folder.join(program)).ok());
    if found.is_none() && program.exists() {
        found = Some(check(program)?);
    }
    found.ok_or_else(|| StartError::Missing {
        program: program.to_owned(),
    })
}

/// The path if an executable file is there.
fn check(path: &Path) -> Result<PathBuf, StartError> {
    let path = with_ending(path);
    let facts = fs::metadata(&path).map_err(|error| refused(path.clone(), &error))?;
    if !facts.is_file() || !may_run(&facts) {
        return Err(StartError::NotExecutable { program: path });
    }
    // Whole, because the engine is started in a folder of its own.
    std::path::absolute(&path).map_err(|error| refused(path, &error))
}

#[cfg(unix)]
fn may_run(facts: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_run(_: &fs::Metadata) -> bool {
    true
}

/// `engine` is `engine.exe` where programs are called so.
fn with_ending(path: &Path) -> PathBuf {
    let ending = env::consts::EXE_EXTENSION;
    if ending.is_empty() || path.extension() == Some(OsStr::new(ending)) || path.is_file() {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_program_is_told_apart() {
        let find = |path: &str| find(Path::new(path));
        assert!(matches!(
            find("/no/such/engine"),
            Err(StartError::Missing { .. })
        ));
        assert!(matches!(
            find("no-such-engine-anywhere"),
            Err(StartError::Missing { .. })
        ));
        assert!(matches!(
            find("./src"),
            Err(StartError::NotExecutable { .. })
        ));
    }

    #[test]
    #[cfg(unix)]
    fn names_are_looked_for_and_paths_made_whole() {
        let sh = find(Path::new("sh")).unwrap();
        assert!(sh.is_absolute() && sh.ends_with("sh"));
        assert!(matches!(
            find(Path::new("./Cargo.toml")),
            Err(StartError::NotExecutable { .. })
        ));
    }
}
