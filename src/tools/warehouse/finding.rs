//! Findings: facts read from the data, each with what it rests on, the strongest first.

use serde::Serialize;

use super::row::Row;
use crate::easywms::rows::RawRow;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// Work stands still because of it, or goods must not go out.
    Critical,
    /// It holds something, or will.
    Warning,
    /// Good to know.
    Info,
}

/// How much was read of what would say what holds something.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Read {
    All,
    Some,
    /// Rows without fields that they should have.
    Lacking,
}

/// A row that a finding rests on, in the words that `get_wms_entity` takes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub(super) struct Evidence {
    pub(super) entity_type: String,
    pub(super) key: String,
}

/// The findings of one answer.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Finding>);

#[derive(Debug, Serialize)]
struct Finding {
    severity: Severity,
    #[serde(rename = "finding")]
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<Evidence>,
}

/// Rows named behind one finding; the sentence has the number of all.
const MOST_EVIDENCE: usize = 4;
/// Characters of a text from the warehouse (a comment, a log line) inside a sentence.
const QUOTED_CHARS: usize = 240;

impl Findings {
    /// Adds a finding that rests on rows.
    pub(super) fn add<'r, 'c: 'r>(
        &mut self,
        severity: Severity,
        text: impl Into<String>,
        rows: impl IntoIterator<Item = &'r Row<'c>>,
    ) {
        let evidence = rows.into_iter().take(MOST_EVIDENCE).map(Row::evidence);
        self.with_evidence(severity, text, evidence.collect());
    }

    /// Adds a finding with evidence that is already named.
    pub(super) fn with_evidence(
        &mut self,
        severity: Severity,
        text: impl Into<String>,
        evidence: Vec<Evidence>,
    ) {
        self.0.push(Finding {
            severity,
            text: text.into(),
            evidence,
        });
    }

    /// Adds that nothing was found, which is worth less where not everything was read.
    pub(super) fn add_nothing_found(&mut self, read: Read) {
        let text = match read {
            Read::All => "nothing found that holds it",
            Read::Some => {
                "nothing found that holds it, but not everything was read (see 'complete' in sources)"
            }
            Read::Lacking => {
                "whether anything holds it is not known: rows lack fields that would say so (see 'lacking' in sources)"
            }
        };
        self.with_evidence(Severity::Info, text, Vec::new());
    }

    /// Whether nothing was found that holds anything.
    pub(super) fn hold_nothing(&self) -> bool {
        self.0
            .iter()
            .all(|finding| finding.severity == Severity::Info)
    }

    /// Returns the findings as they are shown, the strongest first, else in the order in which they were made.
    pub(super) fn into_rows(mut self) -> Vec<RawRow> {
        self.0.sort_by_key(|finding| finding.severity);
        self.0.iter().filter_map(RawRow::of).collect()
    }
}

/// Returns a text of the warehouse in quotes: one line, capped, so that it reads as data and not as ours.
pub(super) fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    match line.char_indices().nth(QUOTED_CHARS) {
        None => format!("\"{line}\""),
        Some((end, _)) => format!("\"{}…\"", line.get(..end).unwrap_or_default()),
    }
}
