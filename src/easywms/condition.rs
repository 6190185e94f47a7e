//! The condition of a question: the filter in the words of one server, and what its rows are held against.
//!
//! A server that reads a filter as no filter answers with rows of other things, and with their number. Nothing but the
//! rows shows it.

use serde_json::value::RawValue;

use super::filter::{Dialect, Filter};
use super::rows::RawRow;

/// A filter as it is sent.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    filter: Option<Filter>,
    /// Fields of the filter that tell of a row whether it passes.
    telling: Vec<String>,
}

impl Condition {
    /// Writes a filter for a server; the rows that come are held against it.
    #[must_use]
    pub fn of(filter: &Filter, dialect: Dialect) -> Self {
        Self {
            text: filter.write(dialect),
            telling: filter.telling_fields(),
            filter: Some(filter.clone()),
        }
    }

    /// Takes a text as it is, in whatever language the server reads; what comes is taken at its word.
    #[must_use]
    pub fn raw(text: String) -> Self {
        Self {
            text,
            filter: None,
            telling: Vec::new(),
        }
    }

    /// Returns the filter in the server's language.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the fields that a row must have to be held against the filter.
    pub(super) fn telling_fields(&self) -> &[String] {
        &self.telling
    }

    /// Returns whether one of these rows shows that the filter was not applied.
    pub(super) fn is_broken_by(&self, rows: &[RawRow]) -> bool {
        let Some(filter) = self.filter.as_ref().filter(|_| !self.telling.is_empty()) else {
            return false;
        };
        rows.iter().any(|row| {
            let values = row.values(&self.telling);
            let said = |field: &str| -> Option<&RawValue> {
                let place = self.telling.iter().position(|telling| telling == field)?;
                values.get(place).copied().flatten()
            };
            filter.passes(&said) == Some(false)
        })
    }
}
