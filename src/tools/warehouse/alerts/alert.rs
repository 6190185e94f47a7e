//! One kind of alert: its rule, what was found by it, and the sentence that says so.

use super::super::finding::{Findings, Severity};
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use super::kind::Kind;
use crate::easywms::rows::RawRow;
use crate::envelope::Section;

/// Rows behind a finding; the section has the others.
pub(super) const EVIDENCE: usize = 2;

/// What all kinds look at, and how far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'c> {
    pub(super) reader: Reader<'c>,
    pub(super) hours: i64,
    pub(super) days: i64,
    pub(super) idle_days: i64,
}

/// What one kind found. The last of its parts is the one that was counted.
#[derive(Debug)]
pub(super) struct Alert<'c> {
    pub(super) kind: Kind,
    /// What makes a row one of these: a full sentence's worth.
    pub(super) rule: String,
    pub(super) parts: Vec<Part<'c>>,
    /// How many there are, in what `rows` shows: devices, lots, groups of messages.
    pub(super) count: u64,
    pub(super) rows: Vec<RawRow>,
    /// What it means, if anything was found.
    pub(super) finding: Option<(Severity, String)>,
    /// The rows that the finding rests on.
    pub(super) evidence: Vec<Row<'c>>,
}

impl<'c> Alert<'c> {
    /// Makes an alert whose rows are those of one part; `said` makes the sentence if there are any.
    pub(super) fn of_part(
        kind: Kind,
        rule: impl Into<String>,
        part: Part<'c>,
        severity: Severity,
        said: impl FnOnce(&Part<'c>) -> String,
    ) -> Self {
        let rows = part.rows();
        Self {
            kind,
            rule: rule.into(),
            count: part.total(),
            rows: rows.iter().filter_map(|row| row.shown(&[])).collect(),
            finding: (!rows.is_empty()).then(|| (severity, said(&part))),
            evidence: rows.iter().take(EVIDENCE).cloned().collect(),
            parts: vec![part],
        }
    }

    /// Adds the parts that had to be read before.
    pub(super) fn after(mut self, before: impl IntoIterator<Item = Part<'c>>) -> Self {
        self.parts.splice(0..0, before);
        self
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        self.parts.iter()
    }

    pub(super) fn add_finding(&self, findings: &mut Findings) {
        if let Some((severity, text)) = &self.finding {
            findings.add(*severity, text.as_str(), &self.evidence);
        }
    }

    /// Returns the kind as it is shown. One part that can't be read makes the count wrong, so it makes the kind unavailable.
    pub(super) fn section(&self, limit: usize) -> Section {
        let name = self.kind.name();
        let section = if let Some(reason) = self.parts.iter().find_map(Part::reason) {
            Section::unavailable(name, reason)
        } else {
            let rows: Vec<RawRow> = self.rows.iter().take(limit).cloned().collect();
            let asked = rows.len() as u64;
            Section::rows(name, rows, asked, Some(self.count))
        };
        section.fact("rule", &self.rule)
    }
}

/// "1 lot", "3 lots".
pub(super) fn count_of(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// "A, B, C and 4 more".
pub(super) fn listed(names: &[String], most: usize) -> String {
    let shown = names
        .iter()
        .take(most)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().checked_sub(most).filter(|more| *more > 0) {
        Some(more) => format!("{shown} and {more} more"),
        None => shown,
    }
}
