//! `--fix` and `--diff` as the user sees them: files, pipes, compression, what is left untouched.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chesstool::finding::{Family, RuleInfo};
use chesstool::lint::rules;

use crate::program::{Run, command, game, pipe, validate};

/// A folder with a file of this text.
fn file(text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn in_place(path: &Path) -> Run {
    let path = path.to_str().unwrap();
    validate(&["--fix", "--in-place", "--profile", "export", path])
}

fn faulty() -> Vec<u8> {
    game("e4! e5+\t2. Ngf3 *").into_bytes()
}

const MENDED: &str = concat!(
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
    "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n",
    "1. e4 $1 1... e5 2. Nf3 *\n",
);

fn fixable() -> impl Iterator<Item = &'static RuleInfo> {
    rules::all().filter(|rule| rule.fixable && rule.family != Family::Internal)
}

#[test]
fn the_bad_file_of_every_fixable_rule_is_mended() {
    for rule in fixable() {
        let text = fs::read(format!("testdata/lint/{}/bad.pgn", rule.id)).unwrap();
        let (_folder, path) = file(&text);
        let run = in_place(&path);
        let once = fs::read(&path).unwrap();
        assert_ne!(once, text, "{}: {}", rule.id, run.stderr);
        let before = pipe(&text, &["--format", "jsonl", "--profile", "export"]);
        let after = pipe(&once, &["--format", "jsonl", "--profile", "export"]);
        // What two sources contradict, or cannot be told, stays.
        let stays = [
            "bad-tag-pair",
            "bad-tag-name",
            "bad-date",
            "result-mismatch",
            "missing-result",
        ]
        .contains(&rule.id);
        let left = |run: &Run| run.rules().iter().filter(|id| **id == rule.id).count();
        let (was, is) = (left(&before), left(&after));
        assert!(if stays { is < was } else { is == 0 }, "{}: {is}", rule.id);
        in_place(&path);
        assert_eq!(fs::read(&path).unwrap(), once, "{}", rule.id);
    }
    assert!(fixable().count() >= 14);
}

#[test]
fn text_goes_to_standard_output_and_findings_to_standard_error() {
    let run = pipe(&faulty(), &["--fix", "--profile", "export"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, MENDED));
    assert!(run.stderr.contains("fixed in 1 file"), "{}", run.stderr);
    let run = pipe(b"1. e4! Ke4 *\n", &["--fix", "-W", "move-suffix"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, "1. e4 $1 Ke4 *\n"));
    assert!(run.stderr.contains("error[illegal-move]"), "{}", run.stderr);
    // By default only what the import format finds.
    let run = pipe(&faulty(), &["--fix"]);
    assert!(run.stdout.contains("e4! e5\t2. Ngf3 *"), "{}", run.stdout);
}

#[test]
fn text_goes_to_a_file_and_the_input_stays() {
    let (folder, path) = file(&faulty());
    let output = folder.path().join("out.pgn");
    let names = [output.to_str().unwrap(), path.to_str().unwrap()];
    let run = validate(&["--fix", "--profile", "export", "-o", names[0], names[1]]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&output).unwrap(), MENDED);
    assert_eq!(fs::read(&path).unwrap(), faulty());
    let run = validate(&["--fix", "-o", names[1], names[1]]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("is one of the inputs"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read(&path).unwrap(), faulty());
    // A text that cannot be read makes no file.
    let none = folder.path().join("none.pgn");
    let run = validate(&["--fix", "-o", none.to_str().unwrap(), "no-such.pgn"]);
    assert_eq!((run.status, none.exists()), (2, false));
}

#[test]
fn what_cannot_be_fixed_in_place_is_refused() {
    let run = pipe(&faulty(), &["--fix", "--in-place", "-"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("standard input"), "{}", run.stderr);
    let run = validate(&["--fix", "testdata/sample.pgn", "testdata/faulty.pgn"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("--in-place"), "{}", run.stderr);
    let run = validate(&["--in-place", "testdata/sample.pgn"]);
    assert_eq!(run.status, 2);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.zip");
    let mut archive = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("games.pgn", options).unwrap();
    archive.write_all(&faulty()).unwrap();
    archive.finish().unwrap();
    let before = fs::read(&path).unwrap();
    let run = in_place(&path);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("zip archive"), "{}", run.stderr);
    assert_eq!(fs::read(&path).unwrap(), before);
    let run = validate(&["--diff", "--profile", "export", path.to_str().unwrap()]);
    assert!(run.stdout.contains("\n+1. e4 $1 1... e5 2. Nf3 *\n"));
}

#[test]
fn several_files_are_replaced_and_good_ones_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.pgn", "b.pgn"] {
        fs::write(folder.path().join(name), faulty()).unwrap();
    }
    let good = folder.path().join("good.pgn");
    fs::write(&good, MENDED).unwrap();
    let modified = || good.metadata().unwrap().modified().unwrap();
    let before = modified();
    let run = in_place(folder.path());
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert!(run.stderr.contains("fixed in 2 files"), "{}", run.stderr);
    for name in ["a.pgn", "b.pgn", "good.pgn"] {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text, MENDED, "{name}");
    }
    assert_eq!(modified(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn rights_and_links_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let (folder, path) = file(&faulty());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.pgn");
    symlink(&path, &link).unwrap();
    in_place(&link);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), MENDED);
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    let node = path.metadata().unwrap().ino();
    in_place(&path);
    assert_eq!(path.metadata().unwrap().ino(), node, "nothing to fix");
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(text).unwrap();
    out.finish().unwrap()
}

#[test]
fn compressed_files_stay_compressed() {
    use std::io::Read;
    let text = faulty().repeat(20_000);
    let mended = MENDED.repeat(20_000);
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(&text).unwrap();
    let formats = [
        ("gz", gzip(&text)),
        ("bz2", bzip2.finish().unwrap()),
        ("zst", zstd::encode_all(&text[..], 1).unwrap()),
    ];
    for (format, compressed) in formats {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("games.pgn.{format}"));
        fs::write(&path, &compressed).unwrap();
        let run = in_place(&path);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let after = fs::read(&path).unwrap();
        assert!(after.len() < text.len() / 10, "{format}");
        let mut plain = String::new();
        let read = match format {
            "gz" => flate2::read::GzDecoder::new(&after[..]).read_to_string(&mut plain),
            "bz2" => bzip2::read::BzDecoder::new(&after[..]).read_to_string(&mut plain),
            _ => zstd::Decoder::new(&after[..])
                .unwrap()
                .read_to_string(&mut plain),
        };
        read.unwrap();
        assert!(plain == mended, "{format}");
    }
}

#[test]
fn a_text_that_breaks_off_is_left_alone() {
    let mut compressed = gzip(&faulty().repeat(20_000));
    compressed.truncate(compressed.len() / 2);
    let (folder, path) = file(&compressed);
    let run = in_place(&path);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("cannot read"), "{}", run.stderr);
    assert_eq!(fs::read(&path).unwrap(), compressed);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_the_output_as_it_was() {
    let (folder, path) = file(b"before");
    let mut child = command(&["--fix", "-o", path.to_str().unwrap(), "-"])
        .stdin(Stdio::piped())
        // Nobody reads the findings.
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let games = crate::program::megabytes();
    stdin.write_all(&games).unwrap();
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    while stdin.write_all(&games).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(fs::read(&path).unwrap(), b"before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_result_does_not_depend_on_threads_or_blocks() {
    let mut text = crate::program::megabytes();
    text.extend(faulty().repeat(20_000));
    let arguments = |threads| ["--fix", "--profile", "export", "-q", "-j", threads];
    let one = pipe(&text, &arguments("1"));
    let four = pipe(&text, &arguments("4"));
    assert!(one.stdout == four.stdout && one.stderr == four.stderr);
    let again = pipe(one.stdout.as_bytes(), &arguments("2"));
    assert!(again.stdout == one.stdout, "a second run changes nothing");
    assert_eq!(again.stderr, one.stderr);
}

#[test]
fn all_of_many_findings_are_mended() {
    let moves: Vec<String> = (0..200)
        .map(|n| format!("{}. Nf3! Nf6! {}. Ng1! Ng8! ", 2 * n + 1, 2 * n + 2))
        .collect();
    let moves = moves.concat();
    let text = game(&format!("{moves}*"));
    let run = pipe(text.as_bytes(), &["--fix", "-W", "move-suffix"]);
    assert_eq!(run.stdout.matches("$1").count(), 800);
    assert!(!run.stdout.contains('!'));
    assert_eq!(run.stdout.replace(" $1", "!"), text);
}

#[test]
fn the_rest_of_a_utf8_file_becomes_utf8() {
    let part = |name: &[u8]| [b"[White \"", name, b"\"]\n[Result \"*\"]\n\n1. e4 *\n\n"].concat();
    let utf8 = part("Réti".as_bytes());
    let latin = part(b"R\xe9ti");
    // Neither the one nor the other: it stays as it is.
    let broken = part(b"R\xc3\xa9ti, \xc3");
    let run = pipe(&[&utf8[..], &latin, &utf8].concat(), &["--fix"]);
    assert_eq!(run.stdout.as_bytes(), utf8.repeat(3));
    let fix = |text: &[u8]| {
        let (_folder, path) = file(text);
        validate(&["--fix", "--in-place", "-q", path.to_str().unwrap()]);
        fs::read(&path).unwrap()
    };
    for text in [[&utf8[..], &broken].concat(), [&latin[..], &utf8].concat()] {
        assert_eq!(fix(&text), text);
    }
    // Far behind the game that makes the file UTF-8.
    let ascii = part(b"Reti").repeat(20_000);
    let long = [&utf8[..], &ascii, &latin].concat();
    assert!(fix(&long) == [&utf8[..], &ascii, &utf8].concat());
}

#[test]
fn a_result_is_not_invented() {
    for (tag, movetext, expected) in [
        ("1-0", "1. e4", "1. e4 1-0"),
        ("*", "1. e4", "1. e4"),
        ("1-0", "1. e4 0-1", "1. e4 0-1"),
        ("1-0", "1. e4 *", "1. e4 1-0"),
        // The board says otherwise.
        ("1-0", "1. f3 e5 2. g4 Qh4#", "1. f3 e5 2. g4 Qh4#"),
        ("1-0", "1. f3 e5 2. g4 Qh4# *", "1. f3 e5 2. g4 Qh4# *"),
        (
            "0-1",
            "1. f3 e5 2. g4 Qh4# ; so",
            "1. f3 e5 2. g4 Qh4# ; so\n0-1",
        ),
        ("1/2-1/2", "1. e4 1/2", "1. e4 1/2-1/2"),
    ] {
        let text = |movetext| format!("[Event \"?\"]\n[Result \"{tag}\"]\n\n{movetext}\n");
        let run = pipe(text(movetext).as_bytes(), &["--fix"]);
        assert_eq!(run.stdout, text(expected));
    }
    let run = pipe(b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 0-1\n", &["--fix"]);
    assert!(run.stdout.contains("[Result \"0-1\"]"), "{}", run.stdout);
}

#[test]
fn the_diff_is_what_the_fix_does() {
    let crlf = String::from_utf8(faulty()).unwrap().replace('\n', "\r\n");
    let texts: [Vec<u8>; 5] = [
        faulty(),
        [faulty().repeat(9), MENDED.repeat(9).into(), faulty()].join(&b'\n'),
        b"[Result \"1-0\"]\n\n1. e4".to_vec(),
        fs::read("testdata/sample.pgn").unwrap(),
        [crlf.as_bytes(), &faulty()].concat(),
    ];
    for text in texts {
        let (folder, path) = file(&text);
        let name = path.to_str().unwrap();
        let run = validate(&["--diff", "--profile", "export", name]);
        assert!(run.stderr.contains("can be fixed"), "{}", run.stderr);
        assert_eq!(fs::read(&path).unwrap(), text, "nothing is written");
        let patched = folder.path().join("patched");
        let patch = Command::new("patch")
            .args(["-s", "--binary", "-o", patched.to_str().unwrap(), name])
            .stdin(Stdio::piped())
            .spawn();
        let Ok(mut patch) = patch else {
            println!("skipped: patch is not installed");
            return;
        };
        let mut stdin = patch.stdin.take().unwrap();
        stdin.write_all(run.stdout.as_bytes()).unwrap();
        drop(stdin);
        assert!(patch.wait().unwrap().success());
        in_place(&path);
        assert!(fs::read(&path).unwrap() == fs::read(&patched).unwrap());
    }
    let run = validate(&["--diff", "testdata/sample.pgn", "testdata/faulty.pgn"]);
    assert_eq!(run.status, 1, "errors remain");
    let none = validate(&["--diff", "-q", "testdata/faulty.pgn"]);
    assert_eq!(none.stdout, "");
}
