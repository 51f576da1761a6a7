//! Dates and times of day.

use std::time::SystemTime;

use crate::finding::Level;
use crate::lint::report::Notes;
use crate::lint::rules::rules;
use crate::lint::tags::Header;
use crate::pgn::Tag;

rules! { Tags:
    BAD_DATE = "bad-date" Warning + Error "PGN 8.1.1.3"
        "a date that is not of the form YYYY.MM.DD, or a day that does not exist"
        "Programs sort and select by date; what they cannot read counts as unknown, or as the year 0." fix;
    DATE_IN_FUTURE = "date-in-future" Warning ""
        "a game dated in the future"
        "It is a slip in the year, or in the order of day and month.";
    EVENT_DATE_AFTER_DATE = "event-date-after-date" Warning "PGN 9.3.1"
        "an event that begins after one of its games"
        "One of the two dates is wrong.";
    BAD_TIME = "bad-time" Warning "PGN 9.4.1"
        "a time of day that is not of the form HH:MM:SS"
        "Programs that order the games of a day cannot read it.";
}

/// A day as a number that grows with time: year, month and day in decimal digits.
pub type Day = u32;

/// Today in universal time, by the system's clock.
#[must_use]
pub fn today() -> Day {
    let seconds = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    day_of(seconds / 86_400)
}

/// The calendar day so many days after 1 January 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `civil_from_days`).
fn day_of(days: u64) -> Day {
    // Years that begin on 1 March put the leap day last; an era has 400 of them.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    u32::try_from(year * 10_000 + month * 100 + day).unwrap_or(u32::MAX)
}

/// Year, month and day as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Date {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
}

impl Date {
    /// Reads `YYYY.MM.DD`, with `?` for digits that are not known.
    fn parse(value: &[u8]) -> Option<Date> {
        let &[y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = value else {
            return None;
        };
        Some(Date {
            year: number(&[y1, y2, y3, y4])?,
            month: number(&[m1, m2])?,
            day: number(&[d1, d2])?,
        })
    }

    /// Why there is no such day; `None` if there may be.
    fn fault(self) -> Option<&'static str> {
        let days = match (self.month, self.year) {
            (Some(0), _) => return Some("there is no month 0; `??` is an unknown one"),
            (Some(13..), _) => return Some("there is no such month"),
            (Some(2), Some(year)) if !is_leap(year) => 28,
            (Some(2), _) => 29,
            (Some(4 | 6 | 9 | 11), _) => 30,
            _ => 31,
        };
        match self.day {
            Some(0) => Some("there is no day 0; `??` is an unknown one"),
            Some(day) if day > days => Some("the month has no such day"),
            _ => None,
        }
    }

    /// The day, if all is known.
    fn full(self) -> Option<Day> {
        Some(self.year? * 10_000 + self.month? * 100 + self.day?)
    }

    /// The first day that it can be.
    fn earliest(self) -> Option<Day> {
        let month = self.month.unwrap_or(1);
        Some(self.year? * 10_000 + month * 100 + self.day.unwrap_or(1))
    }
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// Digits, `None` within if one of them is `?`; `None` if there is anything else.
#[expect(clippy::option_option, reason = "unreadable, unknown, known")]
fn number(digits: &[u8]) -> Option<Option<u32>> {
    let mut value = Some(0);
    for digit in digits {
        value = match digit {
            b'0'..=b'9' => value.map(|value| value * 10 + u32::from(digit - b'0')),
            b'?' => None,
            _ => return None,
        };
    }
    Some(value)
}

/// The tags `Date`, `EventDate` and `UTCDate`.
#[inline]
pub(super) fn date(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    match Date::parse(value) {
        None => bad_shape(notes, tag, value),
        Some(date) => {
            if let Some(fault) = date.fault() {
                impossible(notes, tag, value, date, fault);
            }
        }
    }
}

#[cold]
fn bad_shape(notes: &mut Notes<'_>, tag: &Tag, value: &[u8]) {
    let note = notes.add(&BAD_DATE, tag.value, || {
        "a date is written YYYY.MM.DD, with `?` for what is not known".to_owned()
    });
    if let (Some(note), Some(fixed)) = (note, mended(value)) {
        note.help(format!("write `{fixed}`"));
        note.fix(tag.value, fixed);
    }
}

#[cold]
fn impossible(notes: &mut Notes<'_>, tag: &Tag, value: &[u8], date: Date, fault: &str) {
    // Zeros are how some programs write what is not known.
    let zeros = date.month == Some(0) || date.day == Some(0);
    let level = if zeros { Level::Warning } else { Level::Error };
    let note = notes.add_as(&BAD_DATE, level, tag.value, || fault.to_owned());
    if let Some(note) = note
        && zeros
    {
        let mut fixed = value.to_vec();
        if date.month == Some(0) {
            fixed[5..7].copy_from_slice(b"??");
        }
        if date.day == Some(0) || date.month == Some(0) {
            fixed[8..].copy_from_slice(b"??");
        }
        if date.year == Some(0) {
            fixed[..4].copy_from_slice(b"????");
        }
        note.fix(tag.value, fixed);
    }
}

/// The date that was meant, where only one can be: other separators, parts left out.
fn mended(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?.trim();
    if text.is_empty() || text.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.')) {
        return Some("????.??.??".to_owned());
    }
    let parts: Vec<&str> = text.split(['.', '-', '/', ' ']).collect();
    let is_part = |part: &&str, longest| {
        (1..=longest).contains(&part.len())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    let (year, rest) = parts.split_first()?;
    let sound = year.len() == 4 && is_part(year, 4) && rest.iter().all(|part| is_part(part, 2));
    if !sound || rest.len() > 2 {
        return None;
    }
    let part = |index: usize| match rest.get(index) {
        None | Some(&"?") => "??".to_owned(),
        Some(part) => format!("{part:0>2}"),
    };
    let fixed = format!("{year}.{}.{}", part(0), part(1));
    Date::parse(fixed.as_bytes())?
        .fault()
        .is_none()
        .then_some(fixed)
}

/// Dates against each other and against today.
pub(super) fn compare(notes: &mut Notes<'_>, text: &[u8], header: &Header, today: Day) {
    let read = |tag: &Option<Tag>| tag.as_ref().and_then(|tag| Date::parse(tag.value.of(text)));
    let date = read(&header.date);
    if let (Some(tag), Some(earliest)) = (&header.date, date.and_then(Date::earliest))
        && earliest > today + 1
        && today > 0
    {
        notes.add(&DATE_IN_FUTURE, tag.value, || {
            "this date is in the future".to_owned()
        });
    }
    if let (Some(tag), Some(begin)) = (
        &header.event_date,
        read(&header.event_date).and_then(Date::full),
    ) && let Some(played) = date.and_then(Date::full)
        && begin > played
    {
        notes.add(&EVENT_DATE_AFTER_DATE, tag.value, || {
            "the event begins after this game was played".to_owned()
        });
    }
}

/// The tags `Time` and `UTCTime`.
pub(super) fn time(notes: &mut Notes<'_>, text: &[u8], tag: &Tag) {
    let value = tag.value.of(text);
    let sound = match value {
        b"?" | b"" => true,
        &[h1, h2, b':', m1, m2, b':', s1, s2] => {
            let below = |digits: [u8; 2], most: u32| {
                number(&digits).is_some_and(|number| number.is_none_or(|number| number < most))
            };
            below([h1, h2], 24) && below([m1, m2], 60) && below([s1, s2], 61)
        }
        _ => false,
    };
    if !sound {
        notes.add(&BAD_TIME, tag.value, || {
            "a time of day is written HH:MM:SS, with `?` for what is not known".to_owned()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_1970() {
        assert_eq!(day_of(0), 19_700_101);
        assert_eq!(day_of(59), 19_700_301);
        assert_eq!(day_of(11_016), 20_000_229);
        assert_eq!(day_of(11_017), 20_000_301);
        assert_eq!(day_of(20_453), 20_251_231);
        assert!(today() > 20_260_101);
    }

    #[test]
    fn days_that_there_are() {
        for (text, fault) in [
            ("1992.02.29", false),
            ("1900.02.29", true),
            ("????.02.29", false),
            ("199?.02.30", true),
            ("2001.04.31", true),
            ("2001.??.31", false),
            ("2001.13.??", true),
        ] {
            let date = Date::parse(text.as_bytes()).unwrap();
            assert_eq!(date.fault().is_some(), fault, "{text}");
        }
    }

    #[test]
    fn what_was_meant() {
        for (text, fixed) in [
            ("", Some("????.??.??")),
            ("?", Some("????.??.??")),
            ("1992", Some("1992.??.??")),
            ("1992.5", Some("1992.05.??")),
            ("1992-05-7", Some("1992.05.07")),
            ("1992/05/07", Some("1992.05.07")),
            ("07.05.1992", None),
            ("1992.13.01", None),
            ("May 1992", None),
            ("1992.05.07.08", None),
        ] {
            assert_eq!(mended(text.as_bytes()).as_deref(), fixed, "{text}");
        }
    }
}
