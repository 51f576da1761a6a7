//! The same games give the same findings, however they come and whoever works on them.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::process::Stdio;

use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::program::{Run, command, megabytes, pipe, validate_in};

const JSONL: [&str; 2] = ["--format", "jsonl"];

/// Cuts a text at arbitrary places, as the parts of a compressed file may be.
fn parts(text: &[u8]) -> [&[u8]; 3] {
    let (first, rest) = text.split_at(text.len() / 3 + 1);
    let (second, third) = rest.split_at(rest.len() / 2 + 7);
    [first, second, third]
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let member = |part: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(part).unwrap();
        encoder.finish().unwrap()
    };
    parts(text).map(member).concat()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let stream = |part: &[u8]| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(part).unwrap();
        encoder.finish().unwrap()
    };
    parts(text).map(stream).concat()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    let frame = |part: &[u8]| zstd::encode_all(part, 1).unwrap();
    parts(text).map(frame).concat()
}

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    archive.add_directory("empty", options).unwrap();
    for (name, text) in entries {
        archive.start_file(*name, options).unwrap();
        archive.write_all(text).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Checks a file called `input`, so that its name tells nothing and is always the same.
fn check_file(bytes: &[u8]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input"), bytes).unwrap();
    validate_in(folder.path(), &[&JSONL[..], &["input"]].concat())
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let games = megabytes();
    for format in ["text", "jsonl"] {
        let runs = ["1", "2", "8"].map(|threads| {
            pipe(
                &games,
                &["--format", format, "--max-findings", "9999", "-j", threads],
            )
        });
        assert_eq!(runs[0].status, 1);
        assert!(runs[0].stdout.len() > 1 << 16);
        assert!(runs[0].stdout == runs[1].stdout, "{format}, 2 threads");
        assert!(runs[0].stdout == runs[2].stdout, "{format}, 8 threads");
    }
}

#[test]
fn any_compression_gives_the_same() {
    let games = megabytes();
    let plain = check_file(&games);
    let piped = pipe(&games, &JSONL);
    let renamed = plain.stdout.replace("\"input\"", "\"<stdin>\"");
    assert!(renamed == piped.stdout, "in a pipe");
    for (name, bytes) in [
        ("gzip", gzip(&games)),
        ("bzip2", bzip2(&games)),
        ("zstd", zstd(&games)),
    ] {
        assert!(bytes.len() < games.len() / 2);
        let run = check_file(&bytes);
        assert!(run.stdout == plain.stdout, "{name}");
        assert_eq!(run.status, 1, "{name}");
        let run = pipe(&bytes, &JSONL);
        assert!(run.stdout == piped.stdout, "{name} in a pipe");
    }
}

#[test]
fn a_zip_archive_is_read_entry_by_entry() {
    let games = megabytes();
    let sample = fs::read("testdata/sample.pgn").unwrap();
    let packed = gzip(&games);
    let archive = zip(&[
        ("b.pgn", &games),
        ("folder/a.pgn", &sample),
        ("c.pgn.gz", &packed),
    ]);
    let plain = [
        ("b.pgn", check_file(&games)),
        ("folder/a.pgn", check_file(&sample)),
        ("c.pgn.gz", check_file(&packed)),
    ];
    for (name, run) in [
        ("input", check_file(&archive)),
        ("<stdin>", pipe(&archive, &JSONL)),
    ] {
        let mut expected = Vec::new();
        for (entry, plain) in &plain {
            for mut finding in plain.findings() {
                finding["file"] = format!("{name}:{entry}").into();
                expected.push(finding);
            }
        }
        assert!(run.findings() == expected, "{name}");
        assert_eq!(run.summary()["files"], 3);
    }
}

#[test]
fn a_zip_archive_may_hold_a_note_beside_its_games() {
    let game = b"[Event \"x\"]\n\n1. e4 *\n";
    let run = check_file(&zip(&[("notes.txt", b"1. e5 is illegal"), ("a.pgn", game)]));
    assert_eq!((run.status, run.summary()["games"].as_u64()), (0, Some(1)));
    let run = check_file(&zip(&[("notes.txt", b"1. e5 is illegal")]));
    assert_eq!(run.status, 1, "nothing else is named as games");
}

#[test]
fn garbage_behind_a_gzip_member_loses_no_game() {
    let mut bytes = gzip(&fs::read("testdata/sample.pgn").unwrap());
    bytes.extend_from_slice(b"garbage");
    let run = check_file(&bytes);
    assert_eq!((run.status, run.summary()["games"].as_u64()), (2, Some(37)));
}

#[test]
fn a_truncated_file_exits_2_after_the_games_it_holds() {
    let games = megabytes();
    let small = fs::read("testdata/faulty.pgn").unwrap().repeat(4);
    for text in [&games, &small] {
        let whole = check_file(text).findings();
        let packed = [
            ("gzip", gzip(text)),
            ("bzip2", bzip2(text)),
            ("zstd", zstd(text)),
        ];
        for (name, bytes) in packed {
            let run = check_file(&bytes[..bytes.len() * 9 / 10]);
            let findings = run.findings();
            assert_eq!(run.status, 2, "{name}");
            assert!(run.stderr.starts_with("error: cannot read input: "));
            assert!(findings.len() > whole.len() / 2, "{name}");
            assert!(findings.len() < whole.len(), "{name}");
            assert_eq!(findings, whole[..findings.len()], "{name}");
        }
    }
    let archive = zip(&[("a.pgn", &games)]);
    let run = check_file(&archive[..archive.len() / 2]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("error: cannot read input: "));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_exits_2() {
    for arguments in [&["testdata/faulty.pgn"][..], &["--format", "jsonl", "-"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(arguments)
            .stdout(Stdio::from(full))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = "error: cannot write the findings: ";
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}
