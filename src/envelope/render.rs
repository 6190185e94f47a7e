//! Writes answers and failures as text: the one render path.
//!
//! Signals come before the payload, because a client that cuts the tail must not cut the signals.

use serde_json::{Value, json};

use super::answer::{Answer, Body, Content, Rows, Section};
use super::budget::{Budget, longest_prefix};
use super::cursor::Position;
use super::failure::Failure;
use super::window::{TextWindow, prefix_that_fits};
use crate::easywms::rows::RawRow;

/// A failure's whole text stays within this many bytes: some clients cut error texts from about 11,000 characters on,
/// and a failure is read by a model that should act on it, not search in it.
const FAILURE_BYTES: usize = 2_000;
/// The longest message and hint of a failure, in characters; the rest of its bytes is for the details.
const FAILURE_SENTENCE_CHARS: usize = 450;

/// Whom an answer goes to: what the call knows and the tool doesn't need to.
#[derive(Clone, Debug)]
pub struct Addressee {
    /// The tool that was called.
    pub tool: String,
    /// The id under which the call is logged.
    pub request_id: String,
    /// When the warehouse was read, RFC 3339 in UTC.
    pub as_of: String,
    /// How large the answer may be.
    pub budget: Budget,
}

/// Writes an answer within the addressee's budget.
#[must_use]
pub fn render_answer(answer: &Answer, to: &Addressee) -> String {
    match &answer.body {
        Body::Facts => head(answer, to).finish(),
        Body::Rows(rows) => list(answer, rows, to),
        Body::Sections { name, sections } => grouped(answer, name, sections, to),
        Body::Text(window) => windowed(answer, window, to),
    }
}

/// Returns a failure as the JSON object that clients see, at most 2,000 bytes long.
///
/// Details that don't fit are dropped from the end and counted in `details_omitted`.
#[must_use]
pub fn failure_json(failure: &Failure, tool: &str, request_id: &str) -> Value {
    let mut details = failure.details.clone();
    let mut omitted = 0;
    loop {
        let mut object = json!({
            "success": false,
            "error": shortened(&failure.message),
            "tool": shortened(tool),
        });
        if let Some(profile) = &failure.profile {
            object["profile"] = json!(profile);
        }
        object["code"] = json!(failure.code.as_str());
        object["category"] = json!(failure.code.category());
        object["retryable"] = json!(failure.retryable);
        object["hint"] = json!(shortened(&failure.hint));
        object["request_id"] = json!(request_id);
        if !details.is_empty() {
            object["details"] = Value::Object(details.clone());
        }
        if omitted > 0 {
            object["details_omitted"] = json!(omitted);
        }
        let last = details.keys().next_back().cloned();
        match last {
            Some(last) if object.to_string().len() > FAILURE_BYTES => details.remove(&last),
            _ => return object,
        };
        omitted += 1;
    }
}

/// The text with an ellipsis where it was too long: a sentence, not data.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(FAILURE_SENTENCE_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// Writes the members of one JSON object whose values are already JSON.
struct Object {
    text: String,
}

impl Object {
    fn new() -> Self {
        Self {
            text: String::from("{"),
        }
    }

    fn raw(&mut self, name: &str, json: &str) {
        self.key(name);
        self.text.push_str(json);
    }

    fn value(&mut self, name: &str, value: impl Into<Value>) {
        let value: Value = value.into();
        self.raw(name, &value.to_string());
    }

    fn rows(&mut self, name: &str, rows: &[RawRow]) {
        self.key(name);
        self.text.push('[');
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            self.text.push_str(row.text());
        }
        self.text.push(']');
    }

    fn key(&mut self, name: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push_str(&Value::from(name).to_string());
        self.text.push(':');
    }

    fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

/// The members that every answer starts with.
fn head(answer: &Answer, to: &Addressee) -> Object {
    let mut object = Object::new();
    object.value("success", true);
    object.value("tool", to.tool.as_str());
    if let Some(profile) = &answer.profile {
        object.value("profile", profile.as_str());
    }
    object.value("as_of", to.as_of.as_str());
    if !matches!(answer.body, Body::Facts) {
        facts(&mut object, answer);
    } else {
        warnings(&mut object, answer);
        facts(&mut object, answer);
    }
    object
}

fn facts(object: &mut Object, answer: &Answer) {
    for (name, json) in &answer.facts {
        object.raw(name, json);
    }
}

fn warnings(object: &mut Object, answer: &Answer) {
    if !answer.warnings.is_empty() {
        object.value("warnings", answer.warnings.clone());
    }
}

/// A list: everything if it fits, else the longest prefix of whole rows that does.
fn list(answer: &Answer, rows: &Rows, to: &Addressee) -> String {
    let limit = to.budget.list_bytes();
    let row_bytes = || rows.rows.iter().map(RawRow::len_bytes);
    let count = longest_prefix(row_bytes(), limit, |count| {
        list_text(answer, rows, to, count, false).len()
    });
    list_text(answer, rows, to, count, true)
}

fn list_text(
    answer: &Answer,
    rows: &Rows,
    to: &Addressee,
    count: usize,
    with_rows: bool,
) -> String {
    let mut object = head(answer, to);
    let returned = count as u64;
    object.value("returned", returned);
    object.value("total", rows.total);
    let cut = returned < rows.asked;
    if cut {
        object.value("truncated", true);
        object.value("omitted", rows.asked - returned);
    }
    if let Some(cursor) = next_cursor(rows, returned) {
        object.value("next_cursor", cursor);
    }
    if cut {
        object.value("hint", cut_hint(rows, returned, to.budget.list_bytes()));
    }
    warnings(&mut object, answer);
    if let Some(columns) = &rows.columns {
        object.value("columns", columns.clone());
    }
    let sent = if with_rows {
        rows.rows.get(..count).unwrap_or_default()
    } else {
        &[]
    };
    object.rows("rows", sent);
    object.finish()
}

/// The cursor behind the last row sent; behind the first row if that one can't be sent at all.
fn next_cursor(rows: &Rows, returned: u64) -> Option<String> {
    let stepped_over = u64::from(returned == 0 && rows.asked > 0);
    let next = rows.skip + returned + stepped_over;
    let remain = match rows.total {
        Some(total) => next < total,
        None => returned + stepped_over < rows.asked || rows.more,
    };
    let binding = rows.binding.as_ref().filter(|_| remain)?;
    Some(binding.cursor(Position {
        skip: next,
        total: rows.total_at_start.or(rows.total),
    }))
}

fn cut_hint(rows: &Rows, returned: u64, budget_bytes: usize) -> String {
    if returned > 0 {
        return format!(
            "The answer is full ({budget_bytes} bytes): {returned} of {} rows. Continue with next_cursor, or {}.",
            rows.asked, rows.smaller
        );
    }
    let first = rows.rows.first().map(RawRow::len_bytes);
    let bytes = first
        .or(rows.oversize.as_ref().map(|oversize| oversize.bytes))
        .unwrap_or_default();
    let key = rows
        .oversize
        .as_ref()
        .and_then(|oversize| oversize.key.as_deref());
    let which = key.map(|key| format!(" ({key})")).unwrap_or_default();
    let stepping = if next_cursor(rows, 0).is_some() {
        " next_cursor steps over it."
    } else {
        ""
    };
    format!(
        "The next row{which} alone takes {bytes} bytes; an answer holds {budget_bytes}. {}{stepping}",
        rows.ways_on
    )
}

/// Several lists under one budget: each in turn gets its next row while it fits, so that no list starves another.
fn grouped(answer: &Answer, name: &str, sections: &[Section], to: &Addressee) -> String {
    let limit = to.budget.list_bytes();
    let everything: Vec<usize> = sections
        .iter()
        .map(|section| section_rows(section).len())
        .collect();
    let whole = grouped_text(answer, name, sections, to, &everything);
    if whole.len() <= limit {
        return whole;
    }
    let mut counts = vec![0; sections.len()];
    let mut used = grouped_text(answer, name, sections, to, &counts).len();
    let mut open = vec![true; sections.len()];
    while open.contains(&true) {
        for ((section, count), open) in sections.iter().zip(&mut counts).zip(&mut open) {
            let next = section_rows(section)
                .get(*count)
                .map(|row| row.len_bytes() + 1);
            match next {
                Some(bytes) if *open && used + bytes + COUNT_SLACK_BYTES <= limit => {
                    used += bytes;
                    *count += 1;
                }
                _ => *open = false,
            }
        }
    }
    grouped_text(answer, name, sections, to, &counts)
}

/// Room for the digits by which `returned` and `omitted` of a section may grow while rows are added.
const COUNT_SLACK_BYTES: usize = 64;

fn section_rows(section: &Section) -> &[RawRow] {
    match &section.content {
        Content::Rows { rows, .. } => rows,
        Content::Unavailable { .. } => &[],
    }
}

fn grouped_text(
    answer: &Answer,
    name: &str,
    sections: &[Section],
    to: &Addressee,
    counts: &[usize],
) -> String {
    let mut object = head(answer, to);
    let omitted: u64 = sections
        .iter()
        .zip(counts)
        .map(|(section, count)| omitted(section, *count))
        .sum();
    if omitted > 0 {
        object.value("truncated", true);
        object.value("omitted", omitted);
        object.value(
            "hint",
            format!(
                "The answer is full ({} bytes): {omitted} rows were left out, see 'omitted' in each part. Ask for one part alone with query_wms_entities.",
                to.budget.list_bytes()
            ),
        );
    }
    warnings(&mut object, answer);
    let mut members = Object::new();
    for (section, count) in sections.iter().zip(counts) {
        members.raw(&section.name, &section_text(section, *count));
    }
    object.raw(name, &members.finish());
    object.finish()
}

fn omitted(section: &Section, count: usize) -> u64 {
    match &section.content {
        Content::Rows { asked, .. } => asked.saturating_sub(count as u64),
        Content::Unavailable { .. } => 0,
    }
}

fn section_text(section: &Section, count: usize) -> String {
    let mut object = Object::new();
    match &section.content {
        Content::Unavailable { reason } => {
            object.value("unavailable", reason.as_str());
            section_facts(&mut object, section);
        }
        Content::Rows { rows, total, .. } => {
            object.value("returned", count);
            object.value("total", *total);
            let omitted = omitted(section, count);
            if omitted > 0 {
                object.value("omitted", omitted);
            }
            section_facts(&mut object, section);
            object.rows("rows", rows.get(..count).unwrap_or_default());
        }
    }
    object.finish()
}

fn section_facts(object: &mut Object, section: &Section) {
    for (name, json) in &section.facts {
        object.raw(name, json);
    }
}

/// A text window: as many characters as asked for, fewer if their JSON form does not fit.
fn windowed(answer: &Answer, window: &TextWindow, to: &Addressee) -> String {
    let limit = to.budget.window_bytes();
    let rest = window.rest();
    let reserved = window_text(answer, window, to, "", usize::MAX).len();
    let room = limit.saturating_sub(reserved);
    let (data, chars) = prefix_that_fits(rest, window.max_chars, room);
    window_text(answer, window, to, data, chars)
}

/// `data_chars` of `usize::MAX` stands for "the longest head there can be", to reserve its room.
fn window_text(
    answer: &Answer,
    window: &TextWindow,
    to: &Addressee,
    data: &str,
    data_chars: usize,
) -> String {
    let mut object = head(answer, to);
    let next = window.offset.saturating_add(data_chars);
    let reserving = data_chars == usize::MAX;
    object.value("data_total_chars", window.total_chars);
    object.value("data_offset", window.offset);
    object.value("data_chars", data_chars);
    object.value("data_sha256", window.sha256.as_str());
    if next < window.total_chars || reserving {
        object.value("truncated", true);
        object.value("next_data_offset", next);
        object.value("hint", window_hint(window, data_chars, next));
    }
    warnings(&mut object, answer);
    object.value("data", data);
    object.finish()
}

fn window_hint(window: &TextWindow, data_chars: usize, next: usize) -> String {
    let shrunk = if data_chars < window.max_chars {
        " (fewer than asked: their JSON form fills the answer)"
    } else {
        ""
    };
    format!(
        "Call again with data_offset {next} for the next window{shrunk}; the windows concatenate to the whole text."
    )
}
