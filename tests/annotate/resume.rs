//! Runs that are broken off, and gone on with.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::program::{annotate, command};

/// Games enough for a while.
fn games() -> String {
    let sample = fs::read_to_string("testdata/sample.pgn").unwrap();
    sample.repeat(2)
}

fn arguments<'a>(input: &'a str, output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["-q", "--nodes", "200", "-j2", input, "-o", output];
    arguments.extend(more);
    arguments
}

fn whole(folder: &Path) -> (String, String) {
    let input = folder.join("games.pgn");
    fs::write(&input, games()).unwrap();
    let input = input.to_str().unwrap().to_owned();
    let output = folder.join("whole.pgn");
    let run = annotate("", &arguments(&input, output.to_str().unwrap(), &[]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(!folder.join("whole.pgn.journal").exists() && !folder.join("whole.pgn.part").exists());
    (input, fs::read_to_string(output).unwrap())
}

#[test]
fn killed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let (input, whole) = whole(folder.path());
    for moment in [10_u64, 40, 90, 150, 220, 300, 400, 520, 680, 900] {
        let output = folder.path().join(format!("{moment}.pgn"));
        let output = output.to_str().unwrap();
        let mut child = command(&arguments(&input, output, &[])).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        let _ = child.kill();
        child.wait().unwrap();
        let done = Path::new(output).exists();
        if !done && Path::new(&format!("{output}.journal")).exists() {
            // Without the option nothing is lost.
            let refused = annotate("", &arguments(&input, output, &[]));
            assert_eq!(refused.status, 2, "{}", refused.stderr);
            assert!(refused.stderr.contains("--resume"), "{}", refused.stderr);
        }
        if !done {
            let run = annotate("", &arguments(&input, output, &["--resume"]));
            assert_eq!(run.status, 0, "{moment}: {}", run.stderr);
        }
        assert_eq!(
            fs::read_to_string(output).unwrap(),
            whole,
            "killed after {moment} ms"
        );
        assert!(!Path::new(&format!("{output}.part")).exists());
    }
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (input, _) = whole(folder.path());
    let output = folder.path().join("x.pgn");
    let output = output.to_str().unwrap();
    let mut child = command(&arguments(&input, output, &[])).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let _ = child.kill();
    child.wait().unwrap();
    let other = annotate(
        "",
        &[
            "-q", "--nodes", "201", "-j2", &input, "-o", output, "--resume",
        ],
    );
    assert_eq!(other.status, 2, "{}", other.stderr);
    assert!(other.stderr.contains("other options"), "{}", other.stderr);
    let nowhere = annotate(games(), &["--nodes", "100", "--resume"]);
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.stderr.contains("-o FILE"), "{}", nowhere.stderr);
}

#[test]
fn an_output_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (input, whole) = whole(folder.path());
    let output = folder.path().join("x.pgn");
    let output = output.to_str().unwrap();
    let journal = folder.path().join("elsewhere.journal");
    let journal = journal.to_str().unwrap();
    // An input that cannot be read leaves everything as it is after the last game.
    let missing = folder.path().join("missing.pgn");
    let missing = missing.to_str().unwrap();
    let more = [missing, "--journal", journal];
    let run = annotate("", &arguments(&input, output, &more));
    assert_eq!(run.status, 2, "{}", run.stderr);
    let part = format!("{output}.part");
    let kept = fs::read(&part).unwrap();
    assert!(Path::new(journal).exists() && !Path::new(&format!("{output}.journal")).exists());

    let resumed = || {
        annotate(
            "",
            &arguments(&input, output, &[&more[..], &["--resume"]].concat()),
        )
    };
    let mut changed = kept.clone();
    changed[100] ^= 1;
    fs::write(&part, &changed).unwrap();
    let refused = resumed();
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("does not hold what its journal says"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read(&part).unwrap(), changed, "it is left as it is");

    fs::write(&part, &kept[..kept.len() - 1]).unwrap();
    let shorter = resumed();
    assert_eq!(shorter.status, 2);
    assert!(
        shorter.stderr.contains("is shorter than its journal says"),
        "{}",
        shorter.stderr
    );

    // What stands behind the last game of the journal is cut off.
    fs::write(&part, [&kept[..], b"half a game"].concat()).unwrap();
    let unread = resumed();
    assert_eq!(unread.status, 2);
    assert!(!unread.stderr.contains("journal says"), "{}", unread.stderr);
    assert_eq!(fs::read_to_string(&part).unwrap(), whole);
}

#[test]
fn engines_with_other_options_are_other_engines() {
    let folder = tempfile::tempdir().unwrap();
    let (input, _) = whole(folder.path());
    let output = folder.path().join("x.pgn");
    let output = output.to_str().unwrap();
    let missing = folder.path().join("missing.pgn");
    let missing = missing.to_str().unwrap();
    assert_eq!(
        annotate("", &arguments(&input, output, &[missing])).status,
        2
    );
    for more in [
        &["--hash", "4"][..],
        &["--verify"],
        &["--unordered"],
        &["--position-nags"],
    ] {
        let more = [&[missing, "--resume"], more].concat();
        let other = annotate("", &arguments(&input, output, &more));
        assert_eq!(other.status, 2);
        assert!(
            other.stderr.contains("other options"),
            "{more:?}: {}",
            other.stderr
        );
    }
}
