//! Who may use whom: modules import downwards only, and libraries stay where they belong.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// Every module, and what it may use; the map is in `src/lib.rs`.
const MAY_USE: [(&str, &[&str]); 14] = [
    ("chess", &[]),
    ("openings", &["chess"]),
    ("arbiter", &["chess"]),
    ("pgn", &[]),
    ("replay", &["pgn", "chess"]),
    ("finding", &[]),
    (
        "lint",
        &["finding", "replay", "arbiter", "openings", "pgn", "chess"],
    ),
    (
        "adjudicate",
        &["finding", "lint", "replay", "arbiter", "pgn", "chess"],
    ),
    (
        "export",
        &[
            "finding",
            "lint",
            "adjudicate",
            "replay",
            "arbiter",
            "openings",
            "pgn",
            "chess",
        ],
    ),
    ("engine", &["chess"]),
    ("annotate", &["replay", "openings", "pgn", "chess"]),
    ("stream", &["pgn"]),
    (
        "commands",
        &[
            "chess",
            "arbiter",
            "pgn",
            "replay",
            "finding",
            "lint",
            "adjudicate",
            "annotate",
            "engine",
            "export",
            "stream",
        ],
    ),
    (
        "cli",
        &[
            "commands",
            "adjudicate",
            "annotate",
            "chess",
            "engine",
            "export",
            "arbiter",
            "lint",
            "finding",
            "pgn",
            "stream",
        ],
    ),
];

/// A source file: its path below `src`, and its code without comments and tests.
struct Source {
    path: PathBuf,
    code: String,
}

impl Source {
    /// The top-level module that the file belongs to.
    fn module(&self) -> &str {
        let first = self.path.iter().next().unwrap().to_str().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    for file in files(&root) {
        let path = file.strip_prefix(&root).unwrap().to_owned();
        // Tests may use what their module may not.
        let tests = path.ends_with("tests.rs") || path.iter().any(|part| part == "tests");
        if path.extension().is_some_and(|end| end == "rs") && !tests {
            let text = fs::read_to_string(&file).unwrap();
            let code = without_tests_and_comments(&text);
            sources.push(Source { path, code });
        }
    }
    assert!(sources.len() > 30);
    sources
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Tests stand at a file's end, behind `#[cfg(test)]`.
fn without_tests_and_comments(text: &str) -> String {
    text.lines()
        .take_while(|line| *line != "#[cfg(test)]")
        .map(|line| line.split("//").next().unwrap())
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The modules named behind `crate::`, wherever that stands.
fn used(code: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|letter| !is_name(letter)).next().unwrap())
        .collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    for source in sources() {
        let module = source.module();
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let (_, may_use) = MAY_USE
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("{module} is not in the map"));
        for name in used(&source.code) {
            // An empty name is a list in braces, which this test cannot read: one module a line.
            let allowed = name == module || may_use.contains(&name);
            assert!(allowed, "{} uses `{name}`", source.path.display());
        }
    }
}

#[test]
fn the_map_has_no_circle() {
    for (module, may_use) in MAY_USE {
        let mut below: Vec<&str> = may_use.to_vec();
        for _ in 0..MAY_USE.len() {
            for (name, uses) in MAY_USE {
                if below.contains(&name) {
                    below.extend(uses);
                }
            }
            below.sort_unstable();
            below.dedup();
        }
        assert!(!below.contains(&module), "{module} uses itself");
    }
}

#[test]
fn every_module_of_the_library_is_in_the_map() {
    let library = fs::read_to_string("src/lib.rs").unwrap();
    let mut modules: Vec<&str> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let mut mapped: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    modules.sort_unstable();
    mapped.sort_unstable();
    assert_eq!(modules, mapped);
}

#[test]
fn libraries_stay_where_they_belong() {
    for (library, modules) in [
        ("clap", &["cli"][..]),
        ("anyhow", &["commands", "cli", "main"]),
        ("toml", &["cli"]),
        ("rayon", &["stream"]),
        ("indicatif", &["stream"]),
        ("annotate_snippets", &["finding"]),
        ("pgn_reader", &["lint"]),
        ("rustix", &["engine"]),
    ] {
        for source in sources() {
            let uses = source.code.contains(&format!("{library}::"));
            let allowed = modules.contains(&source.module());
            assert!(allowed || !uses, "{} uses {library}", source.path.display());
        }
    }
}

#[test]
fn no_module_is_a_drawer_for_odds_and_ends() {
    for folder in ["src", "tests"] {
        for file in files(Path::new(folder)) {
            for part in &file.with_extension("") {
                let names = ["util", "utils", "common", "helper", "helpers", "misc"];
                assert!(
                    !names.iter().any(|name| part == *name),
                    "{}",
                    file.display()
                );
            }
        }
    }
}
