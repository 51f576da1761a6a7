//! What stands in a cell: a value, and the kinds of values that columns have.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};

/// The kind of a column's values. Any value may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A whole number of 64 bits.
    Int,
    /// A floating-point number of 64 bits.
    Float,
    /// A day of the Gregorian calendar.
    Date,
    /// Characters.
    Text,
    /// A JSON value, as its text.
    Json,
}

impl Kind {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Float => "float",
            Kind::Date => "date",
            Kind::Text => "text",
            Kind::Json => "json",
        }
    }
}

/// A value of one cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value<'a> {
    /// Not known, or nothing.
    #[default]
    Null,
    /// Of a [`Kind::Bool`] column.
    Bool(bool),
    /// Of a [`Kind::Int`] column.
    Int(i64),
    /// Of a [`Kind::Float`] column; finite.
    Float(f64),
    /// Of a [`Kind::Date`] column.
    Date(Date),
    /// Of a [`Kind::Text`] column.
    Text(Cow<'a, str>),
    /// Of a [`Kind::Json`] column.
    Json(String),
}

impl Value<'_> {
    /// A text.
    #[must_use]
    pub fn text<'a>(text: impl Into<Cow<'a, str>>) -> Value<'a> {
        Value::Text(text.into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Value<'a> {
        value.map_or(Value::Null, Into::into)
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<u32> for Value<'_> {
    fn from(value: u32) -> Self {
        Value::Int(value.into())
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Value::Float(value)
    }
}

impl From<Date> for Value<'_> {
    fn from(value: Date) -> Self {
        Value::Date(value)
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(value: Cow<'a, str>) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(Cow::Borrowed(value))
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Value::Text(Cow::Owned(value))
    }
}

/// As CSV has it: nothing for what is not known, dates as ISO 8601 has them.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => Ok(()),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value}"),
            Value::Date(value) => write!(f, "{value}"),
            Value::Text(value) => f.write_str(value),
            Value::Json(value) => f.write_str(value),
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Int(value) => serializer.serialize_i64(*value),
            Value::Float(value) => serializer.serialize_f64(*value),
            Value::Date(value) => serializer.collect_str(value),
            Value::Text(value) => serializer.serialize_str(value),
            Value::Json(text) => {
                let value: Result<serde_json::Value, _> = serde_json::from_str(text);
                value.unwrap_or_default().serialize(serializer)
            }
        }
    }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// From 1 to 9999.
    year: u16,
    /// From 1 to 12.
    month: u8,
    /// From 1.
    day: u8,
}

impl Date {
    /// A day that there is.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4)
                && (!year.is_multiple_of(100) || year.is_multiple_of(400)) =>
            {
                29
            }
            2 => 28,
            _ => return None,
        };
        if year == 0 || year > 9999 || day == 0 || day > days {
            return None;
        }
        Some(Date { year, month, day })
    }

    /// Reads `2024.05.31` (PGN 8.1.1.3); `None` for days that are not, or not wholly, known.
    ///
    /// ```
    /// use chesstool::export::value::Date;
    ///
    /// assert_eq!(Date::parse(b"2024.02.29").map(|day| day.to_string()).as_deref(), Some("2024-02-29"));
    /// assert_eq!(Date::parse(b"2024.02.??"), None);
    /// assert_eq!(Date::parse(b"2023.02.29"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Date> {
        let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *text.trim_ascii() else {
            return None;
        };
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0u16, |all, digit| {
                let digit = digit.is_ascii_digit().then_some(digit - b'0')?;
                Some(all * 10 + u16::from(digit))
            })
        };
        let (month, day) = (number(&[m1, m2])?, number(&[d1, d2])?);
        Date::new(number(&[y1, y2, y3, y4])?, month as u8, day as u8)
    }

    /// Days since 1 January 1970; negative before.
    #[must_use]
    pub const fn days_since_1970(self) -> i32 {
        // Years are counted from March on, so that the leap day is their last.
        let (year, month) = (self.year as i32, self.month as i32);
        let year = year - (month <= 2) as i32;
        let month = (month + 9) % 12;
        let of_year = (153 * month + 2) / 5 + self.day as i32 - 1;
        365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = arrayvec::ArrayString::<10>::new();
        let (year, month, day) = (self.year, self.month, self.day);
        write!(text, "{year:04}-{month:02}-{day:02}")?;
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        for (text, days) in [
            ("1970.01.01", 0),
            ("1970.03.01", 59),
            ("1969.12.31", -1),
            ("2000.02.29", 11_016),
            ("1858.05.20", -40_768),
            ("2024.12.31", 20_088),
        ] {
            let date = Date::parse(text.as_bytes()).unwrap();
            assert_eq!(date.days_since_1970(), days, "{text}");
        }
        for text in [
            "1900.02.29",
            "2024.13.01",
            "2024.00.01",
            "2024.1.1",
            "????.??.??",
            "0000.01.01",
        ] {
            assert_eq!(Date::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn values_in_json() {
        let json = |value: Value<'_>| serde_json::to_string(&value).unwrap();
        assert_eq!(json(Value::Null), "null");
        assert_eq!(json(Value::text("a\"b")), r#""a\"b""#);
        assert_eq!(json(Value::Float(0.5)), "0.5");
        assert_eq!(json(Date::parse(b"2024.05.31").into()), "\"2024-05-31\"");
        assert_eq!(json(Value::Json("{\"a\":1}".to_owned())), "{\"a\":1}");
    }
}
