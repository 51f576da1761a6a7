//! Time controls (PGN 9.6.1) and times on clocks (`[%clk 1:23:45]`).

use memchr::memrchr;

/// One stage of a time control; times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// Moves to be made in it; the rest of the game if there is none.
    pub moves: Option<u32>,
    /// Time for them.
    pub time: f64,
    /// Time added with each move.
    pub increment: f64,
    /// The time is for each move, as with a sandclock.
    pub sandclock: bool,
}

/// Reads the value of a `TimeControl` tag: its stages, none if it is `?` or `-`; `None` if it is neither.
#[must_use]
pub fn time_control(value: &[u8]) -> Option<Vec<Stage>> {
    let text = std::str::from_utf8(value).ok()?.trim();
    if matches!(text, "?" | "-") {
        return Some(Vec::new());
    }
    text.split(':').map(stage).collect()
}

fn stage(text: &str) -> Option<Stage> {
    let (sandclock, text) = match text.strip_prefix('*') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (moves, text) = match text.split_once('/') {
        Some((moves, rest)) => (Some(whole(moves)?), rest),
        None => (None, text),
    };
    let (time, increment) = match text.split_once('+') {
        Some((time, increment)) => (seconds(time)?, seconds(increment)?),
        None => (seconds(text)?, 0.0),
    };
    Some(Stage {
        moves,
        time,
        increment,
        sandclock,
    })
}

fn whole(text: &str) -> Option<u32> {
    is_digits(text).then(|| text.parse().ok())?
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits, and perhaps a fraction.
fn seconds(text: &str) -> Option<f64> {
    let sound = match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    };
    sound.then(|| text.parse().ok())?
}

/// Reads a time on a clock: `H:MM:SS`, `MM:SS` or `SS`, with or without a fraction, in seconds. A minus sign
/// gives a negative time, for the caller to judge.
#[must_use]
pub fn clock(text: &[u8]) -> Option<f64> {
    let (sign, text) = match text.strip_prefix(b"-") {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    let last = memrchr(b':', text).map_or(0, |colon| colon + 1);
    let mut time = 0.0;
    if last > 0 {
        let mut parts = 0;
        for part in text[..last - 1].split(|byte| *byte == b':') {
            parts += 1;
            if parts > 2 {
                return None;
            }
            let part = short_number(part).or_else(|| whole(std::str::from_utf8(part).ok()?));
            time = time * 60.0 + f64::from(part?);
        }
    }
    let seconds = match short_number(&text[last..]) {
        Some(seconds) => f64::from(seconds),
        None => seconds(std::str::from_utf8(&text[last..]).ok()?)?,
    };
    Some(sign * (time * 60.0 + seconds))
}

/// A whole number of at most nine digits, which is the text of all clocks but odd ones.
fn short_number(text: &[u8]) -> Option<u32> {
    if !(1..=9).contains(&text.len()) {
        return None;
    }
    text.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u32::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_of_the_standard() {
        let stage = |moves, time, increment| Stage {
            moves,
            time,
            increment,
            sandclock: false,
        };
        let read = |text: &str| time_control(text.as_bytes());
        assert_eq!(read("?"), Some(vec![]));
        assert_eq!(read("40/9000"), Some(vec![stage(Some(40), 9000.0, 0.0)]));
        assert_eq!(
            read("40/5400+30:1800+30"),
            Some(vec![
                stage(Some(40), 5400.0, 30.0),
                stage(None, 1800.0, 30.0)
            ])
        );
        assert_eq!(read("0.5+0.01"), Some(vec![stage(None, 0.5, 0.01)]));
        assert!(read("*180").unwrap()[0].sandclock);
        for text in [
            "",
            "G/90",
            "90'",
            "40/2h",
            "5+",
            "40/:3600",
            "1e3",
            "+5",
            "40/90 20/60",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn times_on_clocks() {
        for (text, time) in [
            ("1:23:45", Some(5025.0)),
            ("0:00:00.3", Some(0.3)),
            ("59:01", Some(3541.0)),
            ("7", Some(7.0)),
            ("-0:00:05", Some(-5.0)),
            ("1:2:3:4", None),
            ("1::3", None),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(clock(text.as_bytes()), time, "{text}");
        }
    }
}
