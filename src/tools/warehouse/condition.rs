//! What a question asks of its rows: the filter for the server, and what each row must then say itself.
//!
//! A server that reads a filter as no filter answers with rows of other things. They are found out by what they say.

use std::collections::HashSet;
use std::ops::Not;

use super::code::normal;
use super::row::Row;
use crate::easywms::Role;
use crate::easywms::filter::Filter;

/// A filter, and what it makes sure of.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) filter: Filter,
    sure: Vec<Sure>,
}

/// Each row says one of these in a role.
#[derive(Clone, Debug)]
struct Sure {
    role: Role,
    accepted: HashSet<String>,
}

impl Condition {
    /// Adds what each row must say in a role, whatever its case and the blanks around it.
    pub(super) fn sure_of<'s>(
        mut self,
        role: Role,
        accepted: impl IntoIterator<Item = &'s str>,
    ) -> Self {
        let accepted = accepted.into_iter().map(normal).collect();
        self.sure.push(Sure { role, accepted });
        self
    }

    pub(super) fn and(self, other: Self) -> Self {
        let sure = self.sure.into_iter().chain(other.sure).collect();
        let filter = self.filter.and(other.filter);
        Self { filter, sure }
    }

    /// Of a row that passes either, neither is sure.
    pub(super) fn or(self, other: Self) -> Self {
        self.filter.or(other.filter).into()
    }

    /// Returns a role in which a row says something else: the filter was not applied.
    ///
    /// Only words and truth values tell. A number may be what the server calls a word by.
    pub(super) fn broken_by(&self, rows: &[Row]) -> Option<Role> {
        let broken = |sure: &&Sure| rows.iter().any(|row| sure.is_broken_by(row));
        self.sure.iter().find(broken).map(|sure| sure.role)
    }
}

impl Sure {
    fn is_broken_by(&self, row: &Row) -> bool {
        let word = row.raw(self.role).map_or("", |value| value.get());
        let tells = word.starts_with(['"', 't', 'f']);
        let said = row.text(self.role).filter(|_| tells);
        said.is_some_and(|said| !self.accepted.contains(&normal(&said)))
    }
}

impl From<Filter> for Condition {
    fn from(filter: Filter) -> Self {
        let sure = Vec::new();
        Self { filter, sure }
    }
}

impl Not for Condition {
    type Output = Self;

    fn not(self) -> Self {
        self.filter.not().into()
    }
}
