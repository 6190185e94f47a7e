//! The value that a group stands for, and the order of such values.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::decimal::exact;
use crate::easywms::rows::plain_text;

/// A value as rows are grouped and groups are ordered by it. Null comes last.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) enum Key {
    /// A number: `5` and `5.0` are one group.
    Number(Decimal),
    Text(String),
    /// Anything else, as it is written.
    Other(String),
    /// Null, or no such field.
    Null,
}

impl Key {
    /// Returns the key of a field's value.
    pub(super) fn of(value: Option<&RawValue>) -> Self {
        let Some(value) = value else {
            return Self::Null;
        };
        let written = value.get();
        if written.starts_with('"') {
            return Self::Text(plain_text(value).unwrap_or_default());
        }
        match (written, exact(written)) {
            ("null", _) => Self::Null,
            (_, Some(number)) => Self::Number(number.normalize()),
            (_, None) => Self::Other(written.to_owned()),
        }
    }

    /// Returns it as JSON.
    pub(super) fn json(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => Value::from(text.as_str()).to_string(),
            Self::Other(written) => written.clone(),
            Self::Null => "null".to_owned(),
        }
    }

    /// Compares two keys in a direction; null is last in both.
    pub(super) fn compare(&self, other: &Self, descending: bool) -> Ordering {
        match (self, other) {
            (Self::Null, _) | (_, Self::Null) => self.cmp(other),
            _ if descending => other.cmp(self),
            _ => self.cmp(other),
        }
    }
}
