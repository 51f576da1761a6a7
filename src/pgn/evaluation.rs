//! Evaluations that programs write into comments: `[%eval 0.35]`, `[%eval #-3,20]` (supplement of 2001, and what
//! Lichess and others have made of it).

/// What a program thinks of a position, seen from White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates, and 0 where the side to move is mated.
    Mate(i32),
}

/// A score, and how deep the search went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
}

/// Reads the arguments of `[%eval …]`: pawns with or without a fraction, or `#` and moves to mate, perhaps with a depth
/// behind a comma or a slash. A whole number with a depth is in hundredths of a pawn, as `ChessBase` writes it; those who
/// count in pawns always write a point.
///
/// ```
/// use chesstool::pgn::evaluation::{Score, evaluation};
///
/// assert_eq!(evaluation(b"-1.5,20").map(|read| read.score), Some(Score::Centipawns(-150)));
/// assert_eq!(evaluation(b"#-3").map(|read| read.score), Some(Score::Mate(-3)));
/// assert_eq!(evaluation(b"good"), None);
/// ```
#[must_use]
pub fn evaluation(arguments: &[u8]) -> Option<Evaluation> {
    if let Some(score) = plain(arguments) {
        return Some(Evaluation { score, depth: None });
    }
    let text = std::str::from_utf8(arguments).ok()?.trim();
    let (value, depth) = match text.split_once([',', '/']) {
        Some((value, depth)) => (value.trim(), Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let (negative, value) = sign(value);
    let score = if let Some(moves) = value.strip_prefix('#') {
        let (inner, moves) = sign(moves);
        let moves: i32 = digits(moves)?.parse().ok()?;
        // `-#3` is how some write `#-3`.
        Score::Mate(if negative == inner { moves } else { -moves })
    } else {
        let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
        let whole: i32 = if whole.is_empty() && value.contains('.') {
            0
        } else {
            digits(whole)?.parse().ok()?
        };
        // Tenths, hundredths, and what is behind them rounded.
        let mut hundredths = 0;
        for (index, digit) in digits(part)?.bytes().take(3).enumerate() {
            let digit = i32::from(digit - b'0');
            match index {
                0 => hundredths += 10 * digit,
                1 => hundredths += digit,
                _ => hundredths += i32::from(digit >= 5),
            }
        }
        let centipawns = if depth.is_some() && !value.contains('.') {
            whole
        } else {
            whole.checked_mul(100)?.checked_add(hundredths)?
        };
        Score::Centipawns(if negative { -centipawns } else { centipawns })
    };
    Some(Evaluation { score, depth })
}

/// The commonest shape, `-12.34`: at most five digits before the point, and at most two behind it.
fn plain(text: &[u8]) -> Option<Score> {
    let (negative, text) = match text.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let point = text.iter().take(6).position(|byte| *byte == b'.')?;
    if point == 0 {
        return None;
    }
    let whole = text[..point]
        .iter()
        .try_fold(0, |number, byte| Some(number * 10 + digit(*byte)?))?;
    let hundredths = match text[point + 1..] {
        [tenths] => 10 * digit(tenths)?,
        [tenths, hundredths] => 10 * digit(tenths)? + digit(hundredths)?,
        _ => return None,
    };
    let value = whole * 100 + hundredths;
    Some(Score::Centipawns(if negative { -value } else { value }))
}

/// Whether a minus stands before it, and the text behind the sign.
fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_evaluations() {
        for (text, score) in [
            ("0.25", Score::Centipawns(25)),
            ("-1.5,20", Score::Centipawns(-150)),
            ("+0.3", Score::Centipawns(30)),
            ("35,18", Score::Centipawns(35)),
            ("-14,24", Score::Centipawns(-14)),
            ("0.25/18", Score::Centipawns(25)),
            ("35", Score::Centipawns(3500)),
            (".5", Score::Centipawns(50)),
            ("-0.04", Score::Centipawns(-4)),
            ("1.005", Score::Centipawns(101)),
            ("#3", Score::Mate(3)),
            ("#-2", Score::Mate(-2)),
            ("-#2,6", Score::Mate(-2)),
            ("#0", Score::Mate(0)),
        ] {
            let read = evaluation(text.as_bytes());
            assert_eq!(read.map(|read| read.score), Some(score), "{text}");
        }
        assert_eq!(evaluation(b"1.0,12").and_then(|read| read.depth), Some(12));
        for text in [
            "",
            "#",
            "mate",
            "1,",
            "0.",
            "1.2.3",
            "--1",
            "99999999999",
            "0,3,4",
        ] {
            assert_eq!(evaluation(text.as_bytes()), None, "{text}");
        }
    }
}
