//! One read of a composite: its rows, or why there are none. One part that fails does not fail the answer.

use std::collections::HashSet;

use serde::Serialize;

use super::count::Count;
use super::row::Row;
use super::subject::Gap;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role};
use crate::envelope::{Code, Failure, Section};

/// What came of one read.
#[derive(Clone, Debug)]
pub(super) struct Part<'c> {
    name: &'static str,
    entity_type: String,
    outcome: Result<Found<'c>, Unavailable>,
    /// Whether there was anything to ask: no order, no question about it.
    asked: bool,
}

/// The rows of a read.
#[derive(Clone, Debug)]
pub(super) struct Found<'c> {
    pub(super) rows: Vec<Row<'c>>,
    pub(super) extent: Extent,
}

/// How far a read came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Rows that match in all: as many as were read if those are all, else what the server says, if it counts.
    pub(super) total: Option<u64>,
    /// Whether every row that matches was read.
    pub(super) complete: bool,
}

/// Why a part has no rows.
#[derive(Clone, Debug)]
pub(super) struct Unavailable {
    reason: String,
    /// The failed read; none if this server has nothing to read.
    failure: Option<Failure>,
}

/// A part as `sources` names it.
#[derive(Debug, Serialize)]
struct Source<'p> {
    part: &'p str,
    entity_type: &'p str,
    rows: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    complete: bool,
}

impl Extent {
    /// Tells it from the rows that were read, the server's count, and whether the list ended with them.
    pub(super) fn of(read: usize, counted: Option<u64>, ended: bool) -> Self {
        let read = read as u64;
        let complete = counted.map_or(ended, |counted| read >= counted);
        Self {
            total: if complete { Some(read) } else { counted },
            complete,
        }
    }
}

impl<'c> Part<'c> {
    /// Makes a part of what was read, or of why it was not.
    pub(super) fn new(
        name: &'static str,
        entity_type: String,
        outcome: Result<Found<'c>, Unavailable>,
    ) -> Self {
        Self {
            name,
            entity_type,
            outcome,
            asked: true,
        }
    }

    /// Makes a part for which there was nothing to ask.
    pub(super) fn nothing(name: &'static str, noun: Noun) -> Self {
        let found = Found {
            rows: Vec::new(),
            extent: Extent::of(0, Some(0), true),
        };
        Self {
            name,
            entity_type: noun.to_string(),
            outcome: Ok(found),
            asked: false,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns why the part is not there.
    pub(super) fn reason(&self) -> Option<&str> {
        let unavailable = self.outcome.as_ref().err()?;
        Some(&unavailable.reason)
    }

    pub(super) fn rows(&self) -> &[Row<'c>] {
        self.outcome
            .as_ref()
            .map_or(&[], |found| found.rows.as_slice())
    }

    /// Puts the rows into another order; rows that are equal in it keep theirs.
    pub(super) fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&Row<'c>) -> K) {
        if let Ok(found) = &mut self.outcome {
            found.rows.sort_by_key(key);
        }
    }

    pub(super) fn first(&self) -> Option<&Row<'c>> {
        self.rows().first()
    }

    /// Returns how many rows match in all; none if not all were read and the server does not count.
    pub(super) fn total(&self) -> Option<u64> {
        self.outcome.as_ref().ok()?.extent.total
    }

    /// Returns how many rows match in all, as far as that is known.
    pub(super) fn count(&self) -> Count {
        let read = self.rows().len() as u64;
        self.total().map_or(Count::AtLeast(read), Count::Exactly)
    }

    /// Returns how many groups its rows fall into: rows that were not read may be of further ones.
    pub(super) fn count_of_groups(&self, groups: usize) -> Count {
        let groups = groups as u64;
        if self.is_complete() {
            Count::Exactly(groups)
        } else {
            Count::AtLeast(groups)
        }
    }

    /// Whether every row that matches was read.
    pub(super) fn is_complete(&self) -> bool {
        self.outcome
            .as_ref()
            .is_ok_and(|found| found.extent.complete)
    }

    /// Returns "the first 200 of 350 Task rows" if those are not all.
    pub(super) fn partly(&self) -> Option<String> {
        let found = self.outcome.as_ref().ok()?;
        if found.extent.complete {
            return None;
        }
        let of = found.extent.total.map(|total| format!(" of {total}"));
        let (read, of) = (found.rows.len(), of.unwrap_or_default());
        Some(format!("the first {read}{of} {} rows", self.entity_type))
    }

    /// Takes it that the question was made of another part's rows: where those are not all, neither are these.
    pub(super) fn asked_of(mut self, other: &Self) -> Self {
        if let Ok(found) = &mut self.outcome
            && !other.is_complete()
        {
            found.extent = Extent {
                total: None,
                complete: false,
            };
        }
        self
    }

    /// Returns each code that a role has in the rows, once, in order.
    pub(super) fn codes(&self, role: Role) -> Vec<String> {
        codes_of(self.rows(), role)
    }

    /// Returns the part as `sources` names it; none if nothing was asked.
    pub(super) fn source(&self) -> Option<RawRow> {
        if !self.asked {
            return None;
        }
        let complete = self.is_complete();
        RawRow::of(&Source {
            part: self.name,
            entity_type: &self.entity_type,
            rows: self.rows().len(),
            total: self.total().filter(|_| !complete),
            complete,
        })
    }

    /// Returns the part as it is shown: its first rows, or why it is not there. No rows, no section: `sources` says so.
    pub(super) fn section(&self, limit: usize, without: &[Role]) -> Option<Section> {
        match &self.outcome {
            Err(unavailable) => Some(Section::unavailable(self.name, &*unavailable.reason)),
            Ok(found) if found.rows.is_empty() => None,
            Ok(found) => {
                let rows = found.rows.iter().take(limit);
                let rows: Vec<RawRow> = rows.filter_map(|row| row.shown(without)).collect();
                let asked = rows.len() as u64;
                Some(Section::rows(self.name, rows, asked, self.total()))
            }
        }
    }

    /// Returns why the part is not there, as a section.
    pub(super) fn gap(&self) -> Option<Section> {
        Some(Section::unavailable(self.name, self.reason()?))
    }

    /// Appends the rows of another read of the same part; what one lacks, both lack.
    pub(super) fn joined(mut self, other: Self) -> Self {
        self.asked |= other.asked;
        self.outcome = match (self.outcome, other.outcome) {
            (Ok(mut one), Ok(other)) => {
                one.rows.extend(other.rows);
                one.extent.total = one.extent.total.zip(other.extent.total).map(|(a, b)| a + b);
                one.extent.complete &= other.extent.complete;
                Ok(one)
            }
            (Err(unavailable), _) | (_, Err(unavailable)) => Err(unavailable),
        };
        self
    }
}

impl Unavailable {
    /// This server has nothing to read there.
    pub(super) fn missing(gap: &Gap) -> Self {
        Self {
            reason: gap.to_string(),
            failure: None,
        }
    }

    /// The read failed.
    pub(super) fn failed(failure: Failure) -> Self {
        Self {
            reason: format!("{} ({})", failure.message, failure.code.as_str()),
            failure: Some(failure),
        }
    }
}

/// Returns each code that a role has in the rows, once, in order.
pub(super) fn codes_of<'r, 'c: 'r>(
    rows: impl IntoIterator<Item = &'r Row<'c>>,
    role: Role,
) -> Vec<String> {
    let mut known = HashSet::new();
    rows.into_iter()
        .filter_map(|row| row.text(role))
        .filter(|code| known.insert(code.clone()))
        .collect()
}

/// Fails the call where no part can tell anything: every read failed, or the profile itself can't be used.
pub(super) fn settle<'p, 'c: 'p>(
    parts: impl IntoIterator<Item = &'p Part<'c>>,
) -> Result<(), Failure> {
    let mut first = None;
    let mut any_read = false;
    for part in parts {
        match &part.outcome {
            Ok(_) => any_read |= part.asked,
            Err(Unavailable { failure: None, .. }) => {}
            Err(Unavailable {
                failure: Some(failure),
                ..
            }) => {
                if condemns(failure.code) {
                    return Err(failure.clone());
                }
                first.get_or_insert_with(|| failure.clone());
            }
        }
    }
    match first {
        Some(failure) if !any_read => Err(failure),
        _ => Ok(()),
    }
}

/// Whether a failure of one read is one of the whole profile.
fn condemns(code: Code) -> bool {
    matches!(
        code,
        Code::AuthFailed | Code::TenantNotFound | Code::TlsFailed | Code::ConfigurationInvalid
    )
}
