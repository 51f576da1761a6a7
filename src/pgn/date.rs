//! Dates as tags have them (PGN 8.1.1.3).

/// The first day that a date may mean: rules that came into force later in a year are not held against a game of
/// which only the year is known. As decimal digits: `20140701`.
///
/// ```
/// use chesstool::pgn::date::first_day;
///
/// assert_eq!(first_day(b"2014.07.??"), Some(20_140_701));
/// assert_eq!(first_day(b"????.??.??"), None);
/// ```
#[must_use]
pub fn first_day(date: &[u8]) -> Option<u32> {
    let mut parts = date.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
    let mut number = |digits: usize, most: u32| {
        let part = parts.next()?;
        let number = std::str::from_utf8(part).ok()?.parse::<u32>().ok()?;
        (part.len() == digits && (1..=most).contains(&number)).then_some(number)
    };
    let year = number(4, 9999)?;
    let month = number(2, 12);
    let day = month.and_then(|_| number(2, 31));
    Some(year * 10_000 + month.unwrap_or(1) * 100 + day.unwrap_or(1))
}
