//! Where findings are written to: never over an input, never in place of something that is no file.

use std::fs;

use crate::program::validate;

#[test]
fn an_input_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::copy("testdata/faulty.pgn", &path).unwrap();
    let name = path.to_str().unwrap();
    let around = folder.path().join(".").join("games.pgn");
    for output in [name, around.to_str().unwrap()] {
        let run = validate(&["-o", output, name]);
        assert_eq!(run.status, 2);
        assert!(
            run.stderr.contains("is one of the inputs"),
            "{}",
            run.stderr
        );
    }
    let before = fs::read("testdata/faulty.pgn").unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_folder_is_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let run = validate(&["-o", folder.path().to_str().unwrap(), "testdata/faulty.pgn"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("it is a folder"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn links_and_rights_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "before").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    let run = validate(&["-q", "-o", link.to_str().unwrap(), "testdata/faulty.pgn"]);
    assert_eq!(run.status, 1);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&file).unwrap().starts_with("error["));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: mkfifo makes no pipe here");
        return;
    }
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let run = validate(&["-q", "-o", pipe.to_str().unwrap(), "testdata/faulty.pgn"]);
    assert_eq!(run.status, 1);
    assert!(reader.join().unwrap().starts_with("error["));
}
