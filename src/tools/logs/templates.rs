//! Messages that differ only in codes, numbers and quoted words, counted as one.
//!
//! A message is cut into fixed text and values; messages with the same fixed text form a group. A value that is the
//! same in all of them stays readable, so that "SC03 alarm 4711" is told by its name and not as "<*> alarm <*>".

use std::collections::HashMap;

use serde::Serialize;

use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel};

/// Stands for a value that differs.
const WILDCARD: &str = "<*>";
/// The part of a message that is looked at, in characters: the sentence, not its attachment.
const MESSAGE_CHARS: usize = 300;
/// The most groups kept apart, so that memory is bounded whatever is logged.
const MOST_GROUPS: usize = 5_000;
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
    level: Option<LogLevel>,
    /// The fixed text around the values: one part more than there are values.
    fixed: Vec<String>,
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
    level: Option<&'static str>,
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
        let level = entry.level().and_then(|level| LogLevel::parse(&level));
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
            let rank = |key: &Key, group: &Group| (key.level, group.count);
            rank(other_key, other)
                .cmp(&rank(one_key, one))
                .then_with(|| other.newest.cmp(&one.newest))
                .then_with(|| one_key.fixed.cmp(&other_key.fixed))
        });
        let rows = groups.into_iter().map(|(key, group)| group.row(&key));
        rows.filter_map(|row| RawRow::of(&row)).collect()
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
            level: key.level.map(LogLevel::name),
            count: self.count,
            template,
            first: self.oldest,
            last: self.newest,
            workflows: self.workflows,
            example_id: self.newest_id,
        }
    }
}

/// Cuts a message into its fixed text and its values, one text more than values.
///
/// A value is a quoted part, or a run of letters, digits and inner `-./:` that holds a digit: a number, a date, a GUID, a
/// code such as `PAL-0071482`.
fn dissect(message: &str) -> (Vec<String>, Vec<&str>) {
    let shown = match message.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => message.get(..end).unwrap_or_default(),
        None => message,
    };
    let mut fixed = vec![String::new()];
    let mut values = Vec::new();
    let mut rest = shown;
    let mut previous = ' ';
    while let Some(first) = rest.chars().next() {
        let length = word_bytes(rest).or_else(|| quoted_bytes(rest, previous));
        let (token, after) = rest
            .split_at_checked(length.unwrap_or(first.len_utf8()))
            .unwrap_or((rest, ""));
        let is_value =
            length.is_some() && (!is_word(first) || token.contains(|c: char| c.is_ascii_digit()));
        if is_value {
            values.push(token);
            fixed.push(String::new());
        } else if let Some(text) = fixed.last_mut() {
            text.push_str(token);
        }
        previous = token.chars().next_back().unwrap_or(previous);
        rest = after;
    }
    if let Some(text) = fixed.last_mut().filter(|_| shown.len() < message.len()) {
        text.push('…');
    }
    (fixed, values)
}

/// The length of the word that a text starts with, joints such as the hyphen of a code included.
fn word_bytes(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().peekable();
    let mut end = None;
    while let Some((at, letter)) = letters.next() {
        let mut joins = || letters.peek().is_some_and(|(_, next)| is_word(*next));
        let belongs = is_word(letter) || (end.is_some() && "-./:".contains(letter) && joins());
        if !belongs {
            break;
        }
        end = Some(at + letter.len_utf8());
    }
    end
}

/// The length of the quoted part that a text starts with, quotes included. An apostrophe within a word quotes nothing.
fn quoted_bytes(text: &str, previous: char) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    if is_word(previous) {
        return None;
    }
    let inner = text.get(quote.len_utf8()..)?;
    let inner = inner.split(['\r', '\n']).next()?;
    let (end, _) = inner.match_indices(quote).find(|(at, _)| {
        let after = inner.get(at + quote.len_utf8()..).unwrap_or_default();
        !after.starts_with(is_word)
    })?;
    Some(end + 2 * quote.len_utf8())
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::{LogEntry, RawRow, Templates, dissect};

    fn template(message: &str) -> String {
        dissect(message).0.join("<*>")
    }

    #[test]
    fn masks_codes_numbers_ids_and_quoted_parts() {
        for (message, expected) in [
            (
                "SC03 alarm 4711: fork position",
                "<*> alarm <*>: fork position",
            ),
            (
                "Container PAL-0071482 moved to AS-02-011-03.",
                "Container <*> moved to <*>.",
            ),
            (
                "812.4 kg at 2026-11-30T08:15:00.1Z, (0x80131904)",
                "<*> kg at <*>, (<*>)",
            ),
            ("id 01234567-89ab-4cde-8f01-23456789abcd", "id <*>"),
            (
                "can't open 'a b' because it doesn't",
                "can't open <*> because it doesn't",
            ),
            ("say \"x\" to \"y", "say <*> to \"y"),
            ("Größe-Ä: none", "Größe-Ä: none"),
            ("", ""),
        ] {
            assert_eq!(template(message), expected, "{message}");
        }
        assert_eq!(
            template(&"x".repeat(50_000)),
            format!("{}…", "x".repeat(300))
        );
    }

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
            entry("odd", "T1", "x"),
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
                row(None, 1, "T1", "T1", "x"),
            ]
        );
    }

    proptest! {
        #[test]
        fn loses_no_character(message in "[a-c0-1'\"\\-. \n€]{0,60}") {
            let (fixed, values) = dissect(&message);
            prop_assert_eq!(fixed.len(), values.len() + 1);
            let mut rebuilt = String::new();
            for (at, text) in fixed.iter().enumerate() {
                rebuilt.push_str(text);
                rebuilt.push_str(values.get(at).copied().unwrap_or_default());
            }
            prop_assert_eq!(rebuilt, message);
        }
    }
}
