//! SARIF 2.1.0, the format of code scanners: one run, whose results are written as they come.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::finding::report::{Report, Summary};
use crate::finding::{Finding, Fix, Level, RuleInfo, jsonl};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Writes the run.
#[derive(Debug)]
pub struct Sarif {
    rules: Vec<&'static RuleInfo>,
    /// Where each rule stands in the list, by id.
    index: HashMap<&'static str, usize>,
    any: bool,
    /// Files that could not be read; every one has its line on standard error as well.
    unreadable: Vec<(String, String)>,
}

/// Unreadable files that are listed.
const MOST_UNREADABLE: usize = 1000;

impl Sarif {
    /// For a run with these rules.
    #[must_use]
    pub fn new(rules: Vec<&'static RuleInfo>) -> Sarif {
        let index = rules.iter().enumerate().map(|(at, rule)| (rule.id, at));
        Sarif {
            index: index.collect(),
            rules,
            any: false,
            unreadable: Vec::new(),
        }
    }
}

impl Report for Sarif {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = self.rules.iter().map(|rule| descriptor(rule)).collect();
        write!(
            out,
            "{{\"$schema\":{},\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{}}},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":[",
            json!(SCHEMA),
            json!({
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            })
        )
    }

    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Finding) -> io::Result<()> {
        let separator = if self.any { ",\n" } else { "\n" };
        self.any = true;
        let index = self.index.get(finding.rule.id).copied();
        out.write_all(separator.as_bytes())?;
        out.write_all(jsonl::safe(&result(file, finding, index))?.as_bytes())
    }

    fn unreadable(&mut self, _out: &mut dyn Write, file: &str, why: &str) -> io::Result<()> {
        if self.unreadable.len() < MOST_UNREADABLE {
            self.unreadable.push((file.to_owned(), why.to_owned()));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary<'_>) -> io::Result<()> {
        let mut notifications: Vec<Value> = self
            .unreadable
            .iter()
            .map(|(file, why)| {
                json!({
                    "level": "error",
                    "message": { "text": format!("cannot read {file}: {why}") },
                    "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } }],
                })
            })
            .collect();
        if summary.interrupted {
            notifications.push(json!({ "level": "error", "message": { "text": "interrupted" } }));
        }
        let invocation = json!({
            "executionSuccessful": !summary.failed && !summary.interrupted,
            "toolExecutionNotifications": notifications,
        });
        let invocation = jsonl::safe(&invocation)?;
        writeln!(out, "\n],\"invocations\":[{invocation}]}}]}}")
    }
}

/// What SARIF calls a level.
const fn level_name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Style | Level::Note => "note",
    }
}

/// The description of a rule.
fn descriptor(rule: &RuleInfo) -> Value {
    let mut properties = json!({ "family": rule.family.name(), "level": rule.level });
    if !rule.source.is_empty() {
        properties["source"] = rule.source.into();
    }
    let mut descriptor = json!({
        "id": rule.id,
        "shortDescription": { "text": rule.summary },
        "defaultConfiguration": { "level": level_name(rule.level) },
        "properties": properties,
    });
    if !rule.why.is_empty() {
        descriptor["fullDescription"] = json!({ "text": rule.why });
    }
    descriptor
}

fn result(file: &str, finding: &Finding, index: Option<usize>) -> Value {
    let mut region = json!({
        "startLine": finding.place.line,
        "startColumn": finding.place.column,
        "byteOffset": finding.place.offset,
        "byteLength": finding.place.length,
    });
    if let Some(end) = end_column(finding) {
        region["endColumn"] = end.into();
    }
    let mut result = json!({
        "ruleId": finding.rule.id,
        "level": level_name(finding.level),
        "message": { "text": finding.message },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(file) },
                "region": region,
            },
        }],
    });
    if let Some(index) = index {
        result["ruleIndex"] = index.into();
    }
    if !finding.fixes.is_empty() {
        let replacements: Vec<Value> = finding.fixes.iter().map(replacement).collect();
        result["fixes"] = json!([{
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(file) },
                "replacements": replacements,
            }],
        }]);
    }
    result["properties"] = properties(finding).into();
    result
}

/// What SARIF has no place for.
fn properties(finding: &Finding) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut add = |key: &str, value: Value| {
        if !value.is_null() {
            properties.insert(key.to_owned(), value);
        }
    };
    add("level", finding.level.name().into());
    if let Some(game) = &finding.game {
        add("game", game.number.into());
        add("white", game.white.clone().into());
        add("black", game.black.clone().into());
        add("event", game.event.clone().into());
        add("date", game.date.clone().into());
    }
    if let Some(at) = &finding.at {
        add("ply", at.ply.into());
        add("moveNumber", at.number.into());
        add("side", at.side.into());
        add("depth", at.depth.into());
    }
    add("token", finding.token.clone().into());
    add("fen", finding.fen.clone().into());
    add("law", finding.law.filter(|law| !law.is_empty()).into());
    add("help", finding.help.clone().into());
    properties
}

/// The column behind a place that lies within one line and whose text is known as a whole.
fn end_column(finding: &Finding) -> Option<u32> {
    let Finding { token, place, .. } = finding;
    let characters = token.chars().count();
    // A token is cut when it is long. Its bytes are UTF-8's, or one a character.
    let whole = [token.len(), characters].contains(&(place.length as usize));
    let one_line = !token.contains(['\n', '\r']);
    (whole && one_line).then(|| place.column + characters as u32)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Content<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    byte_offset: u64,
    byte_length: u32,
}

#[derive(Serialize)]
struct Content<'a> {
    /// What stands for bytes is given as bytes.
    binary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

fn replacement(fix: &Fix) -> Value {
    let replacement = Replacement {
        deleted_region: Region {
            byte_offset: fix.offset,
            byte_length: fix.length,
        },
        inserted_content: Content {
            binary: base64(&fix.text),
            text: std::str::from_utf8(&fix.text).ok(),
        },
    };
    // Numbers and strings: nothing here can fail.
    serde_json::to_value(replacement).unwrap_or_default()
}

/// A file's name as a URI reference: what is relative stays relative.
fn uri(file: &str) -> String {
    let file = file.replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = String::with_capacity(file.len());
    if file.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte as char);
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            if at <= group.len() {
                text.push(DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char);
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_references() {
        assert_eq!(uri("games/a b%.pgn"), "games/a%20b%25.pgn");
        assert_eq!(uri("./a:b.zip:é.pgn"), "./a%3Ab.zip%3A%C3%A9.pgn");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        if cfg!(unix) {
            assert_eq!(uri("/tmp/a.pgn"), "file:///tmp/a.pgn");
        }
    }

    #[test]
    fn bytes_become_base64() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn replacements_name_bytes() {
        let fix = Fix {
            offset: 7,
            length: 2,
            text: b"\xe9".to_vec(),
        };
        let expected = json!({
            "deletedRegion": { "byteOffset": 7, "byteLength": 2 },
            "insertedContent": { "binary": "6Q==" },
        });
        assert_eq!(replacement(&fix), expected);
        let fix = Fix {
            text: b"x".to_vec(),
            ..fix
        };
        assert_eq!(replacement(&fix)["insertedContent"]["text"], "x");
    }
}
