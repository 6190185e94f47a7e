//! The values that are compared: a row's and a literal's, both read as the type of their column.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;
use serde_json::Value;

/// How the values of a column compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Without regard to case, as in a database with a case-insensitive collation.
    Text,
    Number,
    Flag,
    Moment,
}

impl Kind {
    /// The kind of a column's data type as the metadata names it.
    pub(crate) fn of(data_type: &str) -> Self {
        match data_type {
            "Decimal" | "Double" | "Int16" | "Int32" | "Int64" => Self::Number,
            "Boolean" => Self::Flag,
            "DateTime" => Self::Moment,
            _ => Self::Text,
        }
    }
}

/// A value that can be compared with others of its kind. Null comes before everything.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operand {
    Null,
    Flag(bool),
    Number(Decimal),
    Moment(DateTime),
    /// In lower case.
    Text(String),
}

impl Operand {
    /// A row's value as its column's kind. What the kind can't read compares as text, and so equals nothing of it.
    pub(crate) fn of(value: Option<&Value>, kind: Kind) -> Self {
        match (value, kind) {
            (None | Some(Value::Null), _) => Self::Null,
            (Some(Value::Bool(flag)), Kind::Flag) => Self::Flag(*flag),
            (Some(Value::Number(value)), Kind::Number) => match number(&value.to_string()) {
                Some(value) => Self::Number(value),
                None => Self::text(&value.to_string()),
            },
            (Some(Value::String(text)), Kind::Moment) => match moment(text) {
                Some(moment) => Self::Moment(moment),
                None => Self::text(text),
            },
            (Some(Value::String(text)), _) => Self::text(text),
            (Some(other), _) => Self::text(&other.to_string()),
        }
    }

    /// A text, ready to be compared without regard to case.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_lowercase())
    }
}

/// A number as written: plain or with an exponent.
pub(super) fn number(text: &str) -> Option<Decimal> {
    text.parse()
        .ok()
        .or_else(|| Decimal::from_scientific(text).ok())
}

/// A date as written. One with an offset is brought to UTC, the time of the demo sites.
pub(super) fn moment(text: &str) -> Option<DateTime> {
    let has_offset = text
        .get(10..)
        .is_some_and(|time| time.contains(['Z', 'z', '+', '-']));
    if has_offset {
        let instant: Timestamp = text.parse().ok()?;
        return Some(TimeZone::UTC.to_datetime(instant));
    }
    text.parse().ok()
}
