//! Closed pipes and Ctrl-C.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::program::{command, megabytes};

#[test]
fn a_pipe_that_closes_midway_ends_quietly() {
    for threads in ["1", "2"] {
        let mut child = command(&["--format", "jsonl", "-j", threads, "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            // The program need not read all of it.
            let _ = stdin.write_all(&megabytes());
        });
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(output.status.code(), Some(0), "{threads} threads");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn a_pipe_that_is_closed_before_the_last_bytes_ends_quietly() {
    for format in ["text", "concise", "jsonl", "sarif", "github", "junit"] {
        let mut child = command(&["--format", format, "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1. e4 Ke4 *\n").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, ExitStatus};
    use std::time::{Duration, Instant};

    use super::*;

    fn interrupt(child: &Child) {
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(sent.success());
    }

    fn wait(child: &mut Child) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            if started.elapsed() > Duration::from_secs(20) {
                child.kill().unwrap();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Interrupts a run that has read some megabytes. Its input then goes on, or only stays open.
    fn interrupted(goes_on: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("findings.txt");
        let mut child = command(&["-o", path.to_str().unwrap(), "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // More than a pipe holds: the program is at work when this returns.
        let games = megabytes();
        stdin.write_all(&games).unwrap();
        interrupt(&child);
        if goes_on {
            while stdin.write_all(&games).is_ok() {}
        }
        let status = wait(&mut child);
        assert_eq!(status.code(), Some(130));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let mut message = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut message).unwrap();
        message
    }

    #[test]
    fn an_interruption_between_blocks_ends_with_130_and_a_summary() {
        let message = interrupted(true);
        assert!(message.ends_with(" MB/s (interrupted)\n"), "{message}");
    }

    #[test]
    fn an_interrupted_log_on_standard_output_is_closed() {
        for (format, end) in [("sarif", "]}]}\n"), ("junit", "</testsuites>\n")] {
            let mut child = command(&["--format", format, "-"])
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdout = child.stdout.take().unwrap();
            let reader = std::thread::spawn(move || {
                let mut text = String::new();
                stdout.read_to_string(&mut text).unwrap();
                text
            });
            let mut stdin = child.stdin.take().unwrap();
            let games = megabytes();
            stdin.write_all(&games).unwrap();
            interrupt(&child);
            while stdin.write_all(&games).is_ok() {}
            assert_eq!(wait(&mut child).code(), Some(130));
            let text = reader.join().unwrap();
            assert!(text.ends_with(end), "{format}");
            if format == "sarif" {
                let log: serde_json::Value = serde_json::from_str(&text).unwrap();
                let invocation = &log["runs"][0]["invocations"][0];
                assert_eq!(invocation["executionSuccessful"], false);
            }
        }
    }

    #[test]
    fn an_interruption_while_input_is_awaited_ends_with_130() {
        interrupted(false);
    }
}
