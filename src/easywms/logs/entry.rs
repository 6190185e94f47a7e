//! One entry of the workflow log: what its fields are called, and its form in a list.

use serde::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::easywms::point_in_time::PointInTime;
use crate::easywms::rows::{Projection, Properties, RawRow, plain_text};

/// The longest message or exception that a list shows whole, in characters: the head of an exception and its first frames.
const LIST_TEXT_CHARS: usize = 600;

const ID: &str = "Id";
const TIMESTAMP: &str = "Timestamp";
const LEVEL: &str = "Level";
const WORKFLOW: &str = "WorkflowName";
const USER: &str = "UserName";
const STATION: &str = "Station";
const MESSAGE: &str = "Message";
const EXCEPTION: &str = "Exception";
/// Ours: says that a text was cut for a list.
const CUT: &str = "cut";

/// How bad an entry is, from the least to the worst.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum LogLevel {
    /// Every step.
    Trace,
    /// For the workflow's author.
    Debug,
    /// Daily business.
    Info,
    /// Something was not as expected, and work went on.
    Warn,
    /// Something failed.
    Error,
    /// The workflow's host itself failed.
    Fatal,
}

impl LogLevel {
    /// Every level, the worst first.
    pub const WORST_FIRST: [Self; 6] = [
        Self::Fatal,
        Self::Error,
        Self::Warn,
        Self::Info,
        Self::Debug,
        Self::Trace,
    ];

    /// Returns the level's name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trace => "Trace",
            Self::Debug => "Debug",
            Self::Info => "Info",
            Self::Warn => "Warn",
            Self::Error => "Error",
            Self::Fatal => "Fatal",
        }
    }

    /// Reads a name in any case, also those of the other common logging libraries, or a number: all of these libraries
    /// (`NLog`, Serilog, Microsoft.Extensions.Logging) number the levels from 0, the least, to 5, the worst.
    #[must_use]
    pub fn parse(level: &str) -> Option<Self> {
        let level = level.trim();
        if let Ok(number) = level.parse::<usize>() {
            return Self::WORST_FIRST.into_iter().rev().nth(number);
        }
        let of_the_others = [
            ("Verbose", Self::Trace),
            ("Information", Self::Info),
            ("Warning", Self::Warn),
            ("Critical", Self::Fatal),
        ];
        Self::WORST_FIRST
            .map(|level| (level.name(), level))
            .into_iter()
            .chain(of_the_others)
            .find(|(known, _)| known.eq_ignore_ascii_case(level))
            .map(|(_, level)| level)
    }
}

/// A look at a log row. Field names match in any case.
#[derive(Debug)]
pub struct LogEntry<'r> {
    row: &'r RawRow,
    properties: Properties<'r>,
}

impl<'r> LogEntry<'r> {
    /// Looks at a row.
    #[must_use]
    pub fn of(row: &'r RawRow) -> Self {
        Self {
            row,
            properties: Properties::of(row),
        }
    }

    /// Returns the id by which the entry is read whole.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        self.text(ID)
    }

    /// Returns when it was written, as the server says it.
    #[must_use]
    pub fn time(&self) -> Option<String> {
        self.text(TIMESTAMP)
    }

    /// Returns the level's name as the server says it.
    #[must_use]
    pub fn level(&self) -> Option<String> {
        self.text(LEVEL)
    }

    /// Returns the workflow that wrote it.
    #[must_use]
    pub fn workflow(&self) -> Option<String> {
        self.text(WORKFLOW)
    }

    /// Returns who was at work.
    #[must_use]
    pub fn user(&self) -> Option<String> {
        self.text(USER)
    }

    /// Returns where it happened: a station, a terminal, a device.
    #[must_use]
    pub fn station(&self) -> Option<String> {
        self.text(STATION)
    }

    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        self.text(MESSAGE)
    }

    /// Returns the exception, stack trace included.
    #[must_use]
    pub fn exception(&self) -> Option<String> {
        self.text(EXCEPTION)
    }

    /// Whether the row is the form for a list and a text of it was cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let last = self.properties.iter().rfind(|(name, _)| *name == CUT);
        last.is_some_and(|(_, value)| value.get() == "true")
    }

    /// Returns what is written in words: message and exception, without those that are absent.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let texts = [self.message(), self.exception()];
        texts.into_iter().flatten().collect()
    }

    /// Returns each field as text, in the server's order; without those that are null.
    pub fn values(&self) -> impl Iterator<Item = String> {
        let fields = self.properties.iter();
        fields.filter_map(|(_, value)| plain_text(value))
    }

    /// Returns the entry without its message and exception; the other fields keep their bytes.
    #[must_use]
    pub fn without_texts(&self) -> Option<RawRow> {
        let others = self.properties.except(&[MESSAGE, EXCEPTION]);
        Projection::new(others.map(|(name, _)| name.to_owned()))
            .project(self.row)
            .ok()
    }

    pub(super) fn point_in_time(&self) -> Option<PointInTime> {
        PointInTime::parse(&self.time()?)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.properties.text(name)
    }
}

/// Returns a row fit for a list: a message or an exception longer than 600 characters is cut to them, and the row then
/// ends in `"cut":true` and the whole lengths. Every other row is the server's own, byte for byte.
pub(super) fn for_list(row: RawRow) -> RawRow {
    // A text is never longer than its row.
    if row.len_bytes() <= LIST_TEXT_CHARS {
        return row;
    }
    let mut lengths = Vec::new();
    let mut fields = Fields(Vec::new());
    for (name, value) in row.fields() {
        let length = [(MESSAGE, "message_chars"), (EXCEPTION, "exception_chars")]
            .into_iter()
            .find(|(text, _)| name.eq_ignore_ascii_case(text))
            .map(|(_, length)| length);
        match length.zip(cut(value)) {
            Some((length, (text, chars))) => {
                lengths.push((length, chars));
                fields.push(&name, &text);
            }
            None => fields.push(&name, value),
        }
    }
    if lengths.is_empty() {
        return row;
    }
    fields.push(CUT, &true);
    for (name, chars) in lengths {
        fields.push(name, &chars);
    }
    RawRow::of(&fields).unwrap_or(row)
}

/// The beginning of a long text, and how long it is; none for a text that a list shows whole.
fn cut(value: &RawValue) -> Option<(String, usize)> {
    let text = plain_text(value).filter(|text| text.len() > LIST_TEXT_CHARS)?;
    let (end, _) = text.char_indices().nth(LIST_TEXT_CHARS)?;
    Some((text.get(..end)?.to_owned(), text.chars().count()))
}

/// The members of a row that is written anew; untouched values keep their bytes.
struct Fields(Vec<(String, Box<RawValue>)>);

impl Fields {
    fn push(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        if let Ok(value) = to_raw_value(value) {
            self.0.push((name.to_owned(), value));
        }
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::json;

    use super::{LogEntry, LogLevel, RawRow, RawValue, for_list};

    fn row(text: &str) -> RawRow {
        RawRow::from(RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn finds_fields_in_any_case() {
        let row = row(r#"{"id":"7","level":"WARNING","message":"a\nb","Exception":null}"#);
        let entry = LogEntry::of(&row);
        assert_eq!(entry.id().as_deref(), Some("7"));
        assert_eq!(entry.message().as_deref(), Some("a\nb"));
        assert_eq!((entry.exception(), entry.workflow()), (None, None));
        assert_eq!(
            LogLevel::parse(&entry.level().unwrap()),
            Some(LogLevel::Warn)
        );
    }

    #[test]
    fn a_level_is_known_by_name_or_number() {
        for (text, expected) in [
            ("Critical", Some(LogLevel::Fatal)),
            ("verbose", Some(LogLevel::Trace)),
            ("0", Some(LogLevel::Trace)),
            (" 4 ", Some(LogLevel::Error)),
            ("5", Some(LogLevel::Fatal)),
            ("6", None),
            ("-1", None),
            ("70000", None),
            ("Audit", None),
            ("", None),
        ] {
            assert_eq!(LogLevel::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_list_keeps_the_bytes_of_a_row_whose_texts_are_short() {
        let text = format!(
            r#"{{"Id":1.50,"Station":"{}","Message":"{}"}}"#,
            "s".repeat(900),
            "é".repeat(600)
        );
        assert_eq!(for_list(row(&text)).text(), text);
    }

    #[test]
    fn a_list_cuts_long_texts_and_says_so() {
        let text = format!(
            r#"{{"Message":"{}","Weight":1.50,"Exception":"{}"}}"#,
            "é".repeat(601),
            "x".repeat(50_000)
        );
        let cut = for_list(row(&text));
        assert!(cut.text().contains(r#""Weight":1.50"#));
        let cut: serde_json::Value = serde_json::from_str(cut.text()).unwrap();
        let expected = json!({
            "Message": "é".repeat(600),
            "Weight": 1.5,
            "Exception": "x".repeat(600),
            "cut": true,
            "message_chars": 601,
            "exception_chars": 50_000,
        });
        assert_eq!(cut, expected);
    }
}
