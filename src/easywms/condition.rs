//! The condition of a question: the filter in the words of one server, and what its rows are held against.
//!
//! A server that reads a filter as no filter answers with rows of other things, and with their number. Nothing but the
//! rows shows it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::filter::{Dialect, Evidence, Filter};
use super::rows::RawRow;

/// A filter as it is sent.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    /// What the text was made of; none of one that is taken as it is.
    source: Option<Source>,
}

#[derive(Clone, Debug)]
struct Source {
    filter: Filter,
    dialect: Dialect,
    evidence: Evidence,
}

impl Condition {
    /// Writes a filter for a server; the rows that come are held against it.
    #[must_use]
    pub fn of(filter: &Filter, dialect: Dialect) -> Self {
        Self {
            text: filter.write(dialect),
            source: Some(Source {
                evidence: filter.evidence(),
                filter: filter.clone(),
                dialect,
            }),
        }
    }

    /// Takes a text as it is, in whatever language the server reads; what comes is taken at its word.
    #[must_use]
    pub fn raw(text: String) -> Self {
        Self { text, source: None }
    }

    /// Returns the filter in the server's language.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the fields that a row must have to be held against the filter.
    pub(super) fn telling_fields(&self) -> &[String] {
        let source = self.source.as_ref();
        source.map_or(&[], |source| source.evidence.fields())
    }

    /// Returns the condition that no row can pass; none of a text that is taken as it is.
    pub(super) fn contradiction(&self) -> Option<Self> {
        let source = self.source.as_ref()?;
        let nothing = source.filter.contradiction();
        Some(Self::raw(nothing.write(source.dialect)))
    }

    /// Returns whether a row seems not to pass.
    pub(super) fn is_doubted_by(&self, row: &RawRow) -> bool {
        let fields = self.telling_fields();
        let evidence = self.source.as_ref().map(|source| &source.evidence);
        !fields.is_empty()
            && evidence.is_some_and(|evidence| evidence.passes(&row.values(fields)) == Some(false))
    }
}

/// The entity types whose filters were seen to be applied.
#[derive(Debug, Default)]
pub(super) struct FilteredTypes(Mutex<HashSet<String>>);

impl FilteredTypes {
    pub(super) fn note(&self, entity_type: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(entity_type.to_owned());
    }

    pub(super) fn has(&self, entity_type: &str) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains(entity_type)
    }
}
