//! Messages that differ only in codes, numbers and quoted words, counted as one.
//!
//! Messages with the same fixed text ([`dissect`]) form a group. A value that is the same in all of them stays readable, so that
//! "SC03 alarm 4711" is told by its name and not as "<*> alarm <*>".

use std::collections::HashMap;

use serde::Serialize;

use super::dissect::dissect;
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel};

/// Stands for a value that differs.
const WILDCARD: &str = "<*>";
/// The most groups kept apart, so that memory is bounded whatever is logged.
const MOST_GROUPS: usize = 5_000;
/// The longest level shown, in characters; a longer text is none.
const MOST_LEVEL_CHARS: usize = 40;
/// The most workflows named for one group.
const MOST_WORKFLOWS: usize = 5;

/// The groups of the entries seen so far.
#[derive(Debug, Default)]
pub(super) struct Templates {
    groups: HashMap<Key, Group>,
    /// Entries that belong to no group because there are too many.
    pub(super) ungrouped: u64,
}

#[derive(Debug, Eq, Hash, PartialEq)]
struct Key {
    level: Level,
    /// The fixed text around the values: one part more than there are values.
    fixed: Vec<String>,
}

/// The level of a group. One that is not known is shown as it is, because nobody can tell how bad it is.
#[derive(Debug, Eq, Hash, PartialEq)]
enum Level {
    Known(LogLevel),
    Unknown(String),
    Absent,
}

#[derive(Debug)]
struct Group {
    /// The values in order; none where they differ.
    values: Vec<Option<String>>,
    count: u64,
    newest: Option<String>,
    oldest: Option<String>,
    workflows: Vec<String>,
    newest_id: Option<String>,
}

/// A group as it is answered.
#[derive(Serialize)]
struct Row {
    level: Option<String>,
    count: u64,
    template: String,
    first: Option<String>,
    last: Option<String>,
    workflows: Vec<String>,
    example_id: Option<String>,
}

impl Templates {
    /// Adds an entry.
    pub(super) fn add(&mut self, entry: &LogEntry<'_>) {
        let level = Level::of(entry);
        let message = entry.message().or_else(|| entry.exception());
        let message = message.unwrap_or_default();
        let (fixed, values) = dissect(&message);
        let key = Key { level, fixed };
        if let Some(group) = self.groups.get_mut(&key) {
            group.admit(&values, entry);
        } else if self.groups.len() < MOST_GROUPS {
            self.groups.insert(key, Group::of(values, entry));
        } else {
            self.ungrouped += 1;
        }
    }

    /// Returns the groups as rows: the worst level first, then the most frequent, then the newest.
    pub(super) fn into_rows(self) -> Vec<RawRow> {
        let mut groups: Vec<(Key, Group)> = self.groups.into_iter().collect();
        groups.sort_by(|(one_key, one), (other_key, other)| {
            let rank = |key: &Key, group: &Group| (key.level.rank(), group.count);
            rank(other_key, other)
                .cmp(&rank(one_key, one))
                .then_with(|| other.newest.cmp(&one.newest))
                .then_with(|| one_key.fixed.cmp(&other_key.fixed))
        });
        let rows = groups.into_iter().map(|(key, group)| group.row(&key));
        rows.filter_map(|row| RawRow::of(&row)).collect()
    }
}

impl Level {
    fn of(entry: &LogEntry<'_>) -> Self {
        match entry.level().filter(|level| !level.is_empty()) {
            None => Self::Absent,
            Some(level) => LogLevel::parse(&level).map_or_else(
                || Self::Unknown(level.chars().take(MOST_LEVEL_CHARS).collect()),
                Self::Known,
            ),
        }
    }

    /// An unknown level may be a bad one: it stands with the warnings rather than behind everything.
    fn rank(&self) -> Option<LogLevel> {
        match self {
            Self::Known(level) => Some(*level),
            Self::Unknown(_) => Some(LogLevel::Warn),
            Self::Absent => None,
        }
    }

    fn name(&self) -> Option<String> {
        match self {
            Self::Known(level) => Some(level.name().to_owned()),
            Self::Unknown(level) => Some(level.clone()),
            Self::Absent => None,
        }
    }
}

impl Group {
    fn of(values: Vec<&str>, entry: &LogEntry<'_>) -> Self {
        let time = entry.time();
        Self {
            values: values
                .into_iter()
                .map(|value| Some(value.to_owned()))
                .collect(),
            count: 1,
            newest: time.clone(),
            oldest: time,
            workflows: entry.workflow().into_iter().collect(),
            newest_id: entry.id(),
        }
    }

    fn admit(&mut self, values: &[&str], entry: &LogEntry<'_>) {
        self.count += 1;
        // Newest first is the rule; a server that does not keep it shall not turn the times round.
        if let Some(time) = entry.time() {
            if self.newest.as_ref().is_none_or(|newest| time > *newest) {
                self.newest = Some(time.clone());
                self.newest_id = entry.id();
            }
            if self.oldest.as_ref().is_none_or(|oldest| time < *oldest) {
                self.oldest = Some(time);
            }
        }
        for (known, value) in self.values.iter_mut().zip(values) {
            if known.as_deref() != Some(value) {
                *known = None;
            }
        }
        if let Some(workflow) = entry.workflow()
            && self.workflows.len() < MOST_WORKFLOWS
            && !self.workflows.contains(&workflow)
        {
            self.workflows.push(workflow);
        }
    }

    fn row(self, key: &Key) -> Row {
        let mut template = String::new();
        let mut values = self.values.iter();
        for fixed in &key.fixed {
            template.push_str(fixed);
            if let Some(value) = values.next() {
                template.push_str(value.as_deref().unwrap_or(WILDCARD));
            }
        }
        Row {
            level: key.level.name(),
            count: self.count,
            template,
            first: self.oldest,
            last: self.newest,
            workflows: self.workflows,
            example_id: self.newest_id,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::{Value, json};

    use super::{LogEntry, RawRow, Templates};

    fn entry(level: &str, time: &str, message: &str) -> RawRow {
        let row = json!({"Id": time, "Level": level, "Timestamp": time, "WorkflowName": "W", "Message": message});
        RawRow::of(&row).unwrap()
    }

    fn rows(entries: &[RawRow]) -> Vec<Value> {
        let mut templates = Templates::default();
        for row in entries {
            templates.add(&LogEntry::of(row));
        }
        let rows = templates.into_rows();
        rows.iter()
            .map(|row| serde_json::from_str(row.text()).unwrap())
            .collect()
    }

    #[test]
    fn ranks_the_worst_level_first_and_shows_what_never_differs() {
        let rows = rows(&[
            entry("Warn", "T5", "Segment CV01 full for 10 s"),
            entry("Warn", "T4", "Segment CV01 full for 20 s"),
            entry("Error", "T3", "SC03 alarm 4711"),
            entry("Warn", "T2", "Segment CV02 full for 20 s"),
            entry("Audit", "T1", "x"),
            entry("", "T0", "y"),
        ]);
        let row = |level: Option<&str>, count: u64, first: &str, last: &str, template: &str| {
            json!({"level": level, "count": count, "first": first, "last": last, "workflows": ["W"],
                "template": template, "example_id": last})
        };
        assert_eq!(
            rows,
            [
                row(Some("Error"), 1, "T3", "T3", "SC03 alarm 4711"),
                row(Some("Warn"), 3, "T2", "T5", "Segment <*> full for <*> s"),
                row(Some("Audit"), 1, "T1", "T1", "x"),
                row(None, 1, "T0", "T0", "y"),
            ]
        );
    }
}
