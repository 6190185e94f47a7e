//! The workflow log: searched, read whole, summed up.

mod entry;
mod search;
mod summary;
mod templates;

use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::arguments::Parameters;
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel};
use crate::server::{Call, Reply, WarehouseServer};

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
fn level_warning<'r>(
    rows: impl IntoIterator<Item = &'r RawRow>,
    min_level: Option<&str>,
) -> Option<String> {
    let wanted = LogLevel::parse(min_level?)?;
    let milder = |row: &RawRow| {
        let level = LogEntry::of(row).level();
        level
            .and_then(|level| LogLevel::parse(&level))
            .is_some_and(|level| level < wanted)
    };
    rows.into_iter().any(milder).then(|| {
        format!(
            "this server ignores the level: entries below {} are among these",
            wanted.name()
        )
    })
}
