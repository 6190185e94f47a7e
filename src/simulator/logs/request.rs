//! What a log search asks for, read from its JSON body, and whether a row is one of those asked for.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use memchr::memmem::Finder;
use serde::Deserialize;

use super::line::Level;
use super::timeline::Timeline;

/// The body of `POST …/LogSearch`. Absent and null are the same; a bad level or time is an error of the body.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(crate) struct LogSearch {
    /// Text to find in message, exception or workflow name, whatever its case.
    pub(crate) keyword: Option<String>,
    /// The least bad level wanted.
    pub(crate) min_level: Option<Level>,
    /// The name of a workflow, in any case.
    pub(crate) workflow: Option<String>,
    /// The first moment wanted; all there is when absent.
    pub(crate) from: Option<Moment>,
    /// The first moment no longer wanted; all there is when absent.
    pub(crate) to: Option<Moment>,
    /// How many matches to step over.
    pub(crate) skip: Option<usize>,
    /// The most rows to answer with; 50 when absent.
    pub(crate) take: Option<usize>,
    /// Newest first instead of oldest first.
    #[serde(deserialize_with = "or_default")]
    pub(crate) descending: bool,
}

/// A moment in milliseconds since 1970, from a date and time with or without offset (then the site's time, UTC).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Moment(pub(crate) i64);

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let timestamp = text
            .parse::<Timestamp>()
            .or_else(|_| Offset::UTC.to_timestamp(text.parse::<DateTime>()?))
            .map_err(|_| format!("'{text}' is not a date and time"))?;
        // Rows have whole milliseconds; a bound between two of them lies before the later one.
        let milliseconds = timestamp.as_millisecond();
        let between = timestamp.as_nanosecond() > i128::from(milliseconds) * 1_000_000;
        Ok(Self(milliseconds + i64::from(between)))
    }
}

/// Decides row by row, with a buffer that lasts for the whole search.
pub(super) struct Matcher<'r> {
    min_level: Option<Level>,
    workflow: Option<&'r str>,
    keyword: Option<Finder<'static>>,
    text: String,
}

impl<'r> Matcher<'r> {
    /// Makes the matcher of a request; `None` if every row matches.
    pub(super) fn of(request: &'r LogSearch) -> Option<Self> {
        let keyword = request
            .keyword
            .as_deref()
            .filter(|keyword| !keyword.is_empty());
        let workflow = request
            .workflow
            .as_deref()
            .filter(|workflow| !workflow.is_empty());
        let min_level = request.min_level.filter(|level| *level > Level::Trace);
        if keyword.is_none() && workflow.is_none() && min_level.is_none() {
            return None;
        }
        Some(Self {
            min_level,
            workflow,
            keyword: keyword.map(|keyword| Finder::new(&keyword.to_lowercase()).into_owned()),
            text: String::new(),
        })
    }

    /// Whether the row at a position matches. The message is made only if level and workflow do not decide.
    pub(super) fn accepts(&mut self, timeline: &Timeline, position: u64) -> bool {
        let entry = timeline.entry(position);
        if self.min_level.is_some_and(|level| entry.level() < level) {
            return false;
        }
        if let Some(workflow) = self.workflow
            && !entry.workflow().eq_ignore_ascii_case(workflow)
        {
            return false;
        }
        let Some(keyword) = &self.keyword else {
            return true;
        };
        self.text.clear();
        self.text.push_str(entry.workflow());
        // A line break keeps a keyword from matching across two fields.
        self.text.push('\n');
        entry.write_message(timeline, &mut self.text);
        self.text.push('\n');
        entry.write_exception(&mut self.text);
        keyword.find(lowercase(&mut self.text).as_bytes()).is_some()
    }
}

/// Returns the text in lower case; without a new allocation if it is ASCII, as nearly every row is.
fn lowercase(text: &mut str) -> Cow<'_, str> {
    if text.is_ascii() {
        text.make_ascii_lowercase();
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.to_lowercase())
    }
}

fn or_default<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
