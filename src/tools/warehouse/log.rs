//! What the workflow log says about a code in the last days: the causes that no row has.

use serde::Serialize;

use super::code;
use super::finding::{Evidence, Findings, Severity, quoted};
use super::part::Extent;
use super::reader::Reader;
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel, LogQuestion};
use crate::envelope::{Failure, Section};

/// Lines shown: the newest of the window.
const LINES: usize = 10;
/// Lines read. The server finds the code in longer codes too, and lines about those are not shown.
const READ: u64 = 50;
/// How far back the log is searched, in days.
const DAYS: i64 = 7;
/// Room for the lines. They are read whole, because a code may stand deep in an exception: there alone is seen whether it is
/// the code or a longer one.
const LOG_BYTES: usize = 8 << 20;
/// Characters of a message that are shown.
const MESSAGE_CHARS: usize = 300;
/// What evidence calls a line: it is no entity type, `get_log_entry` reads it.
const LOG: &str = "log entry";

/// The newest lines that name a code.
#[derive(Debug)]
pub(super) struct LogLines {
    outcome: Result<(Vec<LogLine>, Extent), Failure>,
    from: String,
}

/// One line, as it is shown.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LogLine {
    pub(super) id: String,
    time: String,
    level: String,
    workflow: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    station: Option<String>,
    message: String,
    /// Whether `get_log_entry` has more of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    /// The whole message, which is searched for codes.
    #[serde(skip)]
    text: String,
}

impl LogLines {
    /// Searches the log for a code.
    pub(super) async fn naming(reader: &Reader<'_>, code: &str) -> Self {
        let from = reader.hours_ago_utc(DAYS * 24);
        let question = LogQuestion {
            keyword: Some(code.to_owned()),
            from: Some(from.clone()),
            limit: READ,
            newest_first: true,
            ..LogQuestion::default()
        };
        let page = reader
            .warehouse
            .whole_log_entries(&question, LOG_BYTES, reader.deadline)
            .await;
        let outcome = page.map_err(Failure::from).map(|page| {
            let extent = Extent::of(page.entries.len(), page.total, page.ended);
            let mut entries = page.entries;
            let read = entries.len();
            entries.retain(|row| names(&LogEntry::of(row), code));
            let extent = if entries.len() < read {
                extent.of_these(entries.len())
            } else {
                extent
            };
            (entries.iter().map(LogLine::of).collect(), extent)
        });
        Self { outcome, from }
    }

    pub(super) fn lines(&self) -> &[LogLine] {
        self.outcome
            .as_ref()
            .map_or(&[], |(lines, _)| lines.as_slice())
    }

    /// Whether the log could be read at all.
    pub(super) fn is_read(&self) -> bool {
        self.outcome.is_ok()
    }

    /// Returns the lines of which something is to be told, the newest first: warnings and errors, then those of a level that
    /// is not known, because it may be a bad one.
    fn complaints(&self) -> impl Iterator<Item = &LogLine> {
        let known = self.lines().iter().filter(|line| line.is_complaint());
        let unknown = self.lines().iter().filter(|line| line.has_unknown_level());
        known.chain(unknown)
    }

    /// Returns the newest warning or error that also names another code, such as the lock's.
    pub(super) fn complaint(&self, other: &str) -> Option<&LogLine> {
        let mut complaints = self.complaints();
        complaints.find(|line| code::names(&line.text, other))
    }

    /// Adds the newest warnings and errors as they stand, those not told already.
    pub(super) fn add_findings(&self, findings: &mut Findings, told: &[&str]) {
        let fresh = self
            .complaints()
            .filter(|line| !told.contains(&line.id.as_str()));
        for line in fresh.take(2) {
            findings.with_evidence(Severity::Info, line.said(), vec![line.evidence()]);
        }
    }

    pub(super) fn source(&self) -> Option<RawRow> {
        let complete = |(_, extent): &(_, Extent)| extent.complete;
        RawRow::of(&serde_json::json!({
            "part": "log",
            "entity_type": LOG,
            "rows": self.lines().len(),
            "complete": self.outcome.as_ref().is_ok_and(complete),
            "from": self.from,
        }))
    }

    pub(super) fn section(&self) -> Option<Section> {
        match &self.outcome {
            Err(failure) => {
                let reason = format!("{} ({})", failure.message, failure.code.as_str());
                Some(Section::unavailable("log", reason))
            }
            Ok((lines, _)) if lines.is_empty() => None,
            Ok((lines, extent)) => {
                let shown = lines.iter().take(LINES);
                let rows: Vec<RawRow> = shown.filter_map(RawRow::of).collect();
                let asked = rows.len() as u64;
                Some(Section::rows("log", rows, asked, extent.total))
            }
        }
    }
}

/// Whether a whole entry names a code, and not a longer one.
fn names(entry: &LogEntry, code: &str) -> bool {
    let texts = [entry.message(), entry.exception(), entry.workflow()];
    texts.iter().flatten().any(|text| code::names(text, code))
}

impl LogLine {
    fn of(row: &RawRow) -> Self {
        let entry = LogEntry::of(row);
        let text = entry.message().unwrap_or_default();
        let end = text.char_indices().nth(MESSAGE_CHARS).map(|(end, _)| end);
        Self {
            id: entry.id().unwrap_or_default(),
            time: entry.time().unwrap_or_default(),
            level: entry.level().unwrap_or_default(),
            workflow: entry.workflow().unwrap_or_default(),
            user: entry.user(),
            station: entry.station(),
            message: match end.and_then(|end| text.get(..end)) {
                Some(start) => format!("{start}…"),
                None => text.clone(),
            },
            cut: end.is_some() || entry.exception().is_some_and(|text| !text.is_empty()),
            text,
        }
    }

    /// Whether something was not as expected.
    fn is_complaint(&self) -> bool {
        LogLevel::parse(&self.level).is_some_and(|level| level >= LogLevel::Warn)
    }

    fn has_unknown_level(&self) -> bool {
        !self.level.is_empty() && LogLevel::parse(&self.level).is_none()
    }

    /// Returns the line as part of a sentence.
    pub(super) fn said(&self) -> String {
        let Self {
            time,
            workflow,
            level,
            ..
        } = self;
        let user = self.user.as_ref().map(|user| format!(", user {user}"));
        format!(
            "log of {time}, {workflow}{}, {level}: {}",
            user.unwrap_or_default(),
            quoted(&self.text)
        )
    }

    pub(super) fn evidence(&self) -> Evidence {
        Evidence {
            entity_type: LOG.to_owned(),
            key: self.id.clone(),
        }
    }
}
