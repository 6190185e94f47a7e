//! One kind of alert: its rule, what was found by it, and the sentence that says so.

use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::part::Part;
use super::super::row::Row;
use super::kind::Kind;
use crate::easywms::rows::RawRow;
use crate::envelope::Section;

/// Rows behind a finding; the section has the others.
pub(super) const EVIDENCE: usize = 2;

/// What one kind found. The last of its parts is the one that was counted.
#[derive(Debug)]
pub(super) struct Alert<'c> {
    pub(super) kind: Kind,
    /// What makes a row one of these: a full sentence's worth.
    pub(super) rule: String,
    /// What had to be read to know which there are.
    pub(super) parts: Vec<Part<'c>>,
    /// What was read to say more of them; without it they are still there.
    pub(super) beside: Option<Part<'c>>,
    /// How many there are: devices, lots, messages.
    pub(super) count: Count,
    /// How many groups `rows` shows, where it shows groups of what was counted.
    pub(super) groups: Option<usize>,
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
            count: part.count(),
            groups: None,
            rows: rows.iter().filter_map(|row| row.shown(&[])).collect(),
            finding: (!rows.is_empty()).then(|| (severity, said(&part))),
            evidence: rows.iter().take(EVIDENCE).cloned().collect(),
            parts: vec![part],
            beside: None,
        }
    }

    /// Adds the parts that had to be read before.
    pub(super) fn after(mut self, before: impl IntoIterator<Item = Part<'c>>) -> Self {
        self.parts.splice(0..0, before);
        self
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        self.beside.iter().chain(&self.parts)
    }

    /// Adds what was found; of a kind that could not be read, nothing is.
    pub(super) fn add_finding(&self, findings: &mut Findings) {
        if let Some((severity, text)) = &self.finding
            && self.reason().is_none()
        {
            findings.add(*severity, self.of_what_was_read(text), &self.evidence);
        }
    }

    /// Returns the kind as it is shown.
    pub(super) fn section(&self, limit: usize) -> Section {
        let name = self.kind.name();
        let section = if let Some(reason) = self.reason() {
            Section::unavailable(name, reason)
        } else {
            let rows: Vec<RawRow> = self.rows.iter().take(limit).cloned().collect();
            let asked = rows.len() as u64;
            let section = Section::rows(name, rows, asked, self.count.total());
            match self.groups {
                Some(groups) => section.fact("groups", groups),
                None => section,
            }
        };
        section.fact("rule", self.of_what_was_read(&self.rule))
    }

    /// Returns why the kind is unavailable: one part that can't be read makes its count wrong.
    fn reason(&self) -> Option<&str> {
        self.parts.iter().find_map(Part::reason)
    }

    /// Adds to a sentence what was not read: it is about the rest.
    fn of_what_was_read(&self, text: &str) -> String {
        let mut text = text.to_owned();
        let partly: Vec<String> = self.parts().filter_map(Part::partly).collect();
        if !partly.is_empty() {
            text = format!("{text}; only {} were read", partly.join(" and "));
        }
        if let Some(part) = &self.beside
            && let Some(reason) = part.reason()
        {
            text = format!("{text}; {} could not be read: {reason}", part.name());
        }
        text
    }
}
