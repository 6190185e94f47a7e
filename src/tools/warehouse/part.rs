//! One read of a composite: its rows, or why there are none. One part that fails does not fail the answer.

use std::collections::HashSet;

use serde::Serialize;

use super::count::Count;
use super::row::Row;
use super::unavailable::Unavailable;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role};
use crate::envelope::Section;

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
    /// Fields that every row should have and none has: what rests on them is not known.
    pub(super) lacking: Vec<String>,
}

/// How far a read came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Rows that match in all: as many as were read if those are all, else what the server says, if it counts.
    pub(super) total: Option<u64>,
    /// Whether every row that matches was read.
    pub(super) complete: bool,
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
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    lacking: &'p [String],
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

    /// Tells it of the rows that are left when some that were read are not what was asked for.
    pub(super) fn of_these(self, left: usize) -> Self {
        Self {
            total: self.complete.then_some(left as u64),
            ..self
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
            lacking: Vec::new(),
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
        self.unavailable()
            .map(|unavailable| unavailable.reason.as_str())
    }

    /// Returns why the part is not there, and what failed.
    pub(super) fn unavailable(&self) -> Option<&Unavailable> {
        self.outcome.as_ref().err()
    }

    /// Whether it should be there and could not be read.
    pub(super) fn has_failed(&self) -> bool {
        let unavailable = self.unavailable();
        unavailable.is_some_and(|unavailable| unavailable.failure.is_some())
    }

    /// Whether there was anything to ask.
    pub(super) fn was_asked(&self) -> bool {
        self.asked
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

    /// Keeps the rows that are what was asked for; of those that were not read, nobody knows how many are.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Row<'c>) -> bool) {
        if let Ok(found) = &mut self.outcome {
            let read = found.rows.len();
            found.rows.retain(keep);
            if found.rows.len() < read {
                found.extent = found.extent.of_these(found.rows.len());
            }
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

    /// Returns the fields that every row should have and none has: what rests on them is not known.
    pub(super) fn lacking(&self) -> &[String] {
        self.outcome
            .as_ref()
            .map_or(&[], |found| found.lacking.as_slice())
    }

    /// Returns "OutboundOrderLine rows have no AllocatedQuantity" if they should.
    pub(super) fn lack_said(&self) -> Option<String> {
        let lacking = self.lacking();
        let (rows, fields) = (&self.entity_type, lacking.join(", "));
        (!lacking.is_empty()).then(|| format!("{rows} rows have no {fields}"))
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
        let lacking = self.lacking();
        RawRow::of(&Source {
            part: self.name,
            entity_type: &self.entity_type,
            rows: self.rows().len(),
            total: self.total().filter(|_| !complete),
            complete: complete && lacking.is_empty(),
            lacking,
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
                for field in other.lacking {
                    if !one.lacking.contains(&field) {
                        one.lacking.push(field);
                    }
                }
                Ok(one)
            }
            (Err(unavailable), _) | (_, Err(unavailable)) => Err(unavailable),
        };
        self
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
