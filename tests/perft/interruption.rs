//! Ctrl-C, and readers who have seen enough.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::perft;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chesstool"))
        .arg("perft")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn an_interruption_shows_what_was_counted() {
    for arguments in [
        &["12", "--divide", "-j2"][..],
        &["12", "-j1", "--hash", "16"],
    ] {
        let mut child = start(arguments);
        std::thread::sleep(Duration::from_millis(700));
        interrupt(&child);
        let asked = Instant::now();
        let status = child.wait().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(2), "{arguments:?}");
        let (mut out, mut err) = (String::new(), String::new());
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!(status.code(), Some(130), "{err}");
        let shown = if arguments.contains(&"--divide") {
            out
        } else {
            err
        };
        assert!(
            shown.contains("e2e4: ") && shown.contains(" (unfinished)"),
            "{shown}"
        );
        assert!(shown.contains("total: "), "{shown}");
    }
}

#[test]
fn an_interrupted_table_says_that_it_is_unfinished() {
    let mut child = start(&["9", "--stats"]);
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 11, "{out}");
    assert_eq!(rows[2].split_whitespace().nth(1), Some("400"));
    assert!(rows[10].starts_with("(unfinished"), "{out}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let fens = "8/8/8/8/8/4k3/8/4K3 w - -\n".repeat(20_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    std::fs::write(&path, fens).unwrap();
    let mut child = start(&["1", "--fen-file", path.to_str().unwrap(), "-q"]);
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert_eq!(first, "2\n");
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_chesstool"))
        .args(["perft", "2", "--divide"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the results"));
    assert_eq!(perft(&["1", "-q"], "").1, "20\n");
}
