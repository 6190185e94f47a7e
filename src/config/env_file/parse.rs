//! The grammar of the env file.

use std::collections::BTreeMap;

use regex::{Captures, Regex};

use super::Entry;
use crate::config::problem::{Report, lines_in_words};

/// The pattern of dotenv 16.6 itself: its corner cases are nobody's idea of a grammar, so they are taken over whole.
/// Both engines prefer the same match; this one also finds it in linear time.
const LINE: &str = concat!(
    r"(?m)^\s*(?:export\s+)?([A-Za-z0-9_.-]+)(?:\s*=\s*?|:\s+?)",
    r#"(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?"#,
    r"\s*(?:#.*)?$",
);

/// Returns the last assignment of each variable, and reports what surprises people, by line number.
pub(super) fn entries(text: &str, report: &mut Report) -> BTreeMap<String, Entry> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut scan = Scan::new(&text);
    match Regex::new(LINE) {
        Ok(pattern) => pattern
            .captures_iter(&text)
            .for_each(|captures| scan.assignment(&captures)),
        Err(_) => report.problem(
            None,
            "the env file can't be read: the pattern of a line is broken",
        ),
    }
    scan.finish(report)
}

/// A walk over the file that keeps count of the lines.
struct Scan<'t> {
    text: &'t str,
    /// Up to where lines were counted, in bytes, and the number of the line there.
    counted: (usize, u32),
    /// The end of the last assignment, in bytes.
    assigned: usize,
    entries: BTreeMap<String, Entry>,
    cut: Vec<u32>,
    duplicate: Vec<u32>,
    unclosed: Vec<u32>,
    ignored: Vec<u32>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            counted: (0, 1),
            assigned: 0,
            entries: BTreeMap::new(),
            cut: Vec::new(),
            duplicate: Vec::new(),
            unclosed: Vec::new(),
            ignored: Vec::new(),
        }
    }

    fn assignment(&mut self, captures: &Captures<'_>) {
        let (Some(whole), Some(name)) = (captures.get(0), captures.get(1)) else {
            return;
        };
        self.skip_to(whole.start());
        let line = self.line_at(name.start());
        let raw = captures.get(2);
        let value = Value::new(raw.map_or("", |raw| raw.as_str()));
        let value_end = raw.map_or_else(|| self.separator_end(name.end()), |raw| raw.end());
        if !value.quoted
            && !value.raw.ends_with(char::is_whitespace)
            && self.from(value_end).starts_with('#')
        {
            self.cut.push(line);
        }
        if value.text.is_none() {
            self.unclosed.push(line);
        }
        let entry = Entry {
            value: value.text,
            quoted: value.quoted,
            line,
        };
        if self.entries.insert(name.as_str().into(), entry).is_some() {
            self.duplicate.push(line);
        }
        self.assigned = whole.end();
    }

    /// Notes the lines between two assignments that are neither blank nor a comment.
    fn skip_to(&mut self, start: usize) {
        let mut offset = self.assigned;
        for skipped in self.text.get(offset..start).unwrap_or_default().split('\n') {
            let content = skipped.trim_start();
            if !content.is_empty() && !content.starts_with('#') {
                let line = self.line_at(offset);
                self.ignored.push(line);
            }
            offset += skipped.len() + 1;
        }
    }

    fn finish(mut self, report: &mut Report) -> BTreeMap<String, Entry> {
        self.skip_to(self.text.len());
        if let Some(first) = self.unclosed.first() {
            let message = match self.unclosed.get(1..) {
                Some(more) if !more.is_empty() => {
                    format!(
                        "opens a quote that is never closed, like {}",
                        lines_in_words(more)
                    )
                }
                _ => "opens a quote that is never closed".into(),
            };
            report.problem(Some(*first), message);
        }
        report.warn_lines(
            &self.cut,
            "the value ends at its #; put it in single quotes if the # belongs to it",
        );
        report.warn_lines(
            &self.duplicate,
            "sets a variable that an earlier line sets; the last one counts",
        );
        report.warn_lines(&self.ignored, "ignored, it is not of the form NAME=value");
        self.entries
    }

    /// Counts on from the last position asked for; positions only grow.
    fn line_at(&mut self, offset: usize) -> u32 {
        let (counted, line) = self.counted;
        let passed = self.text.get(counted..offset).unwrap_or_default();
        let breaks = memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        self.counted = (
            offset.max(counted),
            line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX)),
        );
        self.counted.1
    }

    /// Returns the position after the `=` of an assignment without a value.
    fn separator_end(&self, name_end: usize) -> usize {
        let rest = self.from(name_end);
        let separator = rest.find(['=', ':']).map_or(0, |position| position + 1);
        name_end + separator
    }

    fn from(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }
}

/// The right-hand side of an assignment.
struct Value<'t> {
    raw: &'t str,
    text: Option<String>,
    quoted: bool,
}

impl<'t> Value<'t> {
    fn new(raw: &'t str) -> Self {
        let trimmed = raw.trim();
        let quote = trimmed
            .chars()
            .next()
            .filter(|first| "'\"`".contains(*first));
        let inner = quote.and_then(|quote| trimmed.strip_prefix(quote)?.strip_suffix(quote));
        let unclosed =
            quote.is_some_and(|quote| trimmed.chars().filter(|other| *other == quote).count() == 1);
        let text = inner.unwrap_or(trimmed);
        // Node expands these two escapes in double quotes, and no other.
        let text = match quote {
            Some('"') => text.replace("\\n", "\n").replace("\\r", "\r"),
            _ => text.to_owned(),
        };
        Self {
            raw,
            text: (!unclosed).then_some(text),
            quoted: inner.is_some(),
        }
    }
}
