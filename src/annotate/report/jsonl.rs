//! The report for machines: one game a line, as JSON.

use std::io::{self, Write};

use crate::annotate::outcome::Outcome;

/// Writes a game as one line.
///
/// # Errors
///
/// If the writer fails.
pub(super) fn write(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    serde_json::to_writer(&mut *out, outcome)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::report::sample;

    #[test]
    fn a_line_holds_all_of_a_game() {
        let mut games = sample::games();
        games[0].white = "line\nbreak \"quoted\" \u{202E}".to_owned();
        let mut out = Vec::new();
        for game in &games {
            write(&mut out, game).unwrap();
        }
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), games.len());
        for (line, game) in text.lines().zip(&games) {
            assert_eq!(&serde_json::from_str::<Outcome>(line).unwrap(), game);
        }
    }

    #[test]
    fn keys_keep_their_names() {
        let mut out = Vec::new();
        write(&mut out, &Outcome::default()).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            concat!(
                r#"{"number":0,"file":"","event":"","site":"","date":"","round":"","white":"","black":"","#,
                r#""result":"","eco":null,"opening":null,"status":"annotated","reason":null,"plies":0,"#,
                r#""start_fen":null,"#,
                r#""white_side":{"accuracy":null,"acpl":null,"inaccuracies":0,"mistakes":0,"blunders":0},"#,
                r#""black_side":{"accuracy":null,"acpl":null,"inaccuracies":0,"mistakes":0,"blunders":0},"#,
                r#""evals":[],"moves":[],"critical":[],"nodes":0,"missing":0}"#,
                "\n"
            )
        );
    }
}
