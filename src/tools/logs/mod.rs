//! The workflow log: searched, read whole, summed up.

mod bars;
mod dissect;
mod entry;
mod neighbours;
mod nothing;
mod scan;
mod search;
mod summary;
mod templates;

use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::arguments::Parameters;
use crate::easywms::{LogEntry, LogLevel, PointInTime};
use crate::server::{Call, Reply, WarehouseServer};
use crate::tools::time_window::TimeWindow;

#[tool_router(router = logs_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Searches the workflow log, newest first: what was logged for an order, container or error, and when. Default window:
    /// the last 24 hours; explicit times always win. An empty answer says what the window and the last 7 days hold. Long
    /// texts are cut ("cut": true), get_log_entry reads them whole. For what goes wrong most use summarize_logs.
    #[tool(title = "Search the log")]
    async fn search_logs(
        &self,
        call: Call,
        Parameters(params): Parameters<search::SearchLogsParams>,
    ) -> Reply {
        call.reply(search::answer(&call, params).await)
    }

    /// Reads one log entry whole, exception included, and what was logged just before and after it. An entry larger than the
    /// answer comes in verbatim windows: repeat with data_offset.
    #[tool(title = "Get a log entry")]
    async fn get_log_entry(
        &self,
        call: Call,
        Parameters(params): Parameters<entry::GetLogEntryParams>,
    ) -> Reply {
        call.reply(entry::answer(&call, params).await)
    }

    /// Sums up the workflow log of a window: entries by level, by hour, and the most frequent messages with first and last
    /// time, the worst level first. Where messages differ only in codes and numbers they count as one, with <*> for what
    /// differs. For the entries themselves use search_logs.
    #[tool(title = "Summarize the log")]
    async fn summarize_logs(
        &self,
        call: Call,
        Parameters(params): Parameters<summary::SummarizeLogsParams>,
    ) -> Reply {
        call.reply(summary::answer(&call, params).await)
    }
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Trace,
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

impl From<Level> for LogLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Trace => Self::Trace,
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Warn => Self::Warn,
            Level::Error => Self::Error,
            Level::Fatal => Self::Fatal,
        }
    }
}

/// Returns the level's name in the server's terms.
fn level_name(level: Level) -> &'static str {
    LogLevel::from(level).name()
}

/// Says so if entries are milder than what was asked for: then the server does not look at the level.
fn level_warning(entries: &[LogEntry], min_level: Option<&str>) -> Option<String> {
    let wanted = LogLevel::parse(min_level?)?;
    let milder = |entry: &LogEntry| {
        let level = entry.level();
        level
            .and_then(|level| LogLevel::parse(&level))
            .is_some_and(|level| level < wanted)
    };
    entries.iter().any(milder).then(|| {
        format!(
            "this server ignores the level: entries below {} are among these",
            wanted.name()
        )
    })
}

/// Says so if a time lies outside of the window that was asked for: then the server does not look at the window.
fn window_warning<T: AsRef<str>>(
    times: impl IntoIterator<Item = T>,
    window: &TimeWindow,
) -> Option<String> {
    let from = PointInTime::parse(&window.from);
    let to = window.to.as_deref().and_then(PointInTime::parse);
    let outside = |time: &T| {
        PointInTime::parse(time.as_ref()).is_some_and(|point| {
            from.is_some_and(|from| point.is_before(from))
                || to.is_some_and(|to| to.is_before(point))
        })
    };
    let time = times.into_iter().find(outside)?;
    Some(format!(
        "this server ignores the window: an entry of {} is among these",
        time.as_ref()
    ))
}

/// Says so if no entry has a word of the keyword anywhere: then the server may not look for it. A text that was cut may have
/// it.
fn keyword_warning(entries: &[LogEntry], keyword: Option<&str>) -> Option<String> {
    let keyword = keyword?.to_lowercase();
    let has = |text: String| {
        let text = text.to_lowercase();
        keyword.split_whitespace().any(|word| text.contains(word))
    };
    let may_have = |entry: &LogEntry| entry.is_cut() || entry.values().any(has);
    (!entries.is_empty() && !entries.iter().any(may_have)).then(|| {
        "this server may ignore the keyword: none of these entries has it in any field".to_owned()
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::value::RawValue;

    use super::*;
    use crate::easywms::rows::RawRow;

    #[test]
    fn entries_outside_of_the_window_are_noticed() {
        let window = |from: &str, to: Option<&str>| TimeWindow {
            from: from.to_owned(),
            to: to.map(str::to_owned),
        };
        let asked = window("2026-11-30T06:00:00Z", Some("2026-11-30T08:00:00Z"));
        let warned =
            |times: &[&str], window: &TimeWindow| window_warning(times.iter().copied(), window);
        let inside = ["2026-11-30T07:59:59Z", "2026-11-30T06:00:00Z", "no date"];
        assert_eq!(warned(&inside, &asked), None);
        for outside in ["2026-11-30T05:59:59.9Z", "2026-11-30T08:00:01Z"] {
            let said =
                format!("this server ignores the window: an entry of {outside} is among these");
            assert_eq!(
                warned(&["2026-11-30T07:00:00Z", outside], &asked),
                Some(said)
            );
        }
        let open = window("2026-11-30T06:00:00", None);
        assert_eq!(
            warned(&["2026-11-30T06:30:00Z"], &open),
            None,
            "in some zone"
        );
    }

    #[test]
    fn entries_without_the_keyword_are_noticed() {
        let row = |text: &str| RawRow::from(RawValue::from_string(text.to_owned()).unwrap());
        let rows = [
            row(r#"{"Message":"started"}"#),
            row(r#"{"Message":"cut off","cut":true}"#),
            row(r#"{"User":"Gr\u00f6\u00dfe of SO-1"}"#),
        ];
        let warned = |rows: &[RawRow], keyword: &str| {
            let entries: Vec<LogEntry> = rows.iter().map(LogEntry::of).collect();
            keyword_warning(&entries, Some(keyword)).is_some()
        };
        assert!(warned(&rows[..1], "so-1"));
        assert!(
            !warned(&rows[..2], "so-1"),
            "the rest of the text may have it"
        );
        assert!(!warned(&rows[2..], "größe"));
        assert!(!warned(&rows[..1], "order started"));
        assert!(!warned(&[], "so-1"));
        let entries: Vec<LogEntry> = rows.iter().map(LogEntry::of).collect();
        assert_eq!(keyword_warning(&entries, None), None);
    }
}
