//! `--report`: pages for people, lines for machines.

use crate::program::annotate;

#[test]
fn pages_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = |report: &str| {
        annotate(
            "",
            &[
                "-q",
                "--nodes",
                "1000",
                "testdata/sample.pgn",
                "--report",
                report,
            ],
        )
    };
    let lines = path("games.jsonl");
    assert_eq!(run(&lines).status, 0);
    let text = std::fs::read_to_string(&lines).unwrap();
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let sample = std::fs::read_to_string("testdata/sample.pgn").unwrap();
    assert_eq!(rows.len(), sample.matches("[Event ").count());
    assert_eq!(rows[0]["white"], "Legall, Sire de");
    assert_eq!(
        rows[0]["evals"].as_array().unwrap().len(),
        rows[0]["plies"].as_u64().unwrap() as usize
    );
    let page = path("games.html");
    assert_eq!(run(&page).status, 0);
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(
        text.contains("<svg")
            && text.contains("Legall")
            && text.contains("built-in") | text.contains("chesstool")
    );
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "nothing is loaded from elsewhere"
    );
    let odd = run(&path("games.txt"));
    assert_eq!(odd.status, 2);
    assert!(odd.stderr.contains(".html or .jsonl"), "{}", odd.stderr);
}
