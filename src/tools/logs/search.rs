//! `search_logs`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::nothing::tell_what_else_is_known;
use super::{Level, keyword_warning, level_name, level_warning, window_warning};
use crate::easywms::{LogEntry, LogPage, LogQuestion, Page, ReadError, Warehouse};
use crate::envelope::{Answer, Binding, Body, Failure};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};
use crate::tools::page::{bound_to, list_of, page_warnings, position};
use crate::tools::time_window::TimeWindow;

/// The field that identifies an entry, for the hint about one that is too large.
const ID: &str = "Id";

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchLogsParams {
    /// Plain text in message, exception or workflow name: an order, container or alarm code, words.
    #[schemars(length(min = 1, max = 200))]
    keyword: Option<String>,
    /// Least level; default trace: all.
    level: Option<Level>,
    /// Workflow name, e.g. StackerCrane.
    #[schemars(length(min = 1, max = 200))]
    workflow: Option<String>,
    /// Start: 2026-11-30T14:00:00 (site local time), with Z or an offset, a date, now-2h or today. Default: 24 hours before
    /// 'to'.
    from: Option<String>,
    /// End, not included; a date includes that day. Default: now.
    to: Option<String>,
    /// true: long messages and exceptions are not cut. Default false.
    full: Option<bool>,
    /// Entries wanted, 1 to 200; default 20.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: SearchLogsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let binding = binding(&params, &warehouse);
    let cursor = params.cursor.as_deref();
    let start = position(&binding, cursor)?;
    let window = match cursor.and_then(Binding::carried) {
        Some(carried) => TimeWindow::of_cursor(&carried),
        None => None,
    };
    let window = match window {
        Some(window) => window,
        None => TimeWindow::of(
            params.from.as_deref(),
            params.to.as_deref(),
            &warehouse.site_time(call.started()),
        )?,
    };
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let question = LogQuestion {
        keyword: params.keyword,
        min_level: params.level.map(|level| level_name(level).to_owned()),
        workflow: params.workflow,
        from: Some(window.from.clone()),
        to: window.to.clone(),
        skip: start.skip,
        limit,
        newest_first: true,
    };
    let page = read(call, &warehouse, &question, params.full == Some(true)).await?;
    let nothing = page.total.unwrap_or(0) == 0
        && page.entries.is_empty()
        && page.overflow.is_none()
        && start.skip == 0;
    let entries: Vec<LogEntry> = page.entries.iter().map(LogEntry::of).collect();
    let cut = entries.iter().any(LogEntry::is_cut);
    let later = TimeWindow {
        from: window.from.clone(),
        to: page.to.clone(),
    };
    let ignored = [
        level_warning(&entries, question.min_level.as_deref()),
        window_warning(entries.iter().filter_map(LogEntry::time), &window),
        keyword_warning(&entries, question.keyword.as_deref()),
    ];
    let page = Page::from(page);
    let warnings: Vec<String> = clamped
        .into_iter()
        .chain(ignored.into_iter().flatten())
        .chain(page_warnings(&page, start))
        .chain(cut.then(|| CUT.to_owned()))
        .collect();
    let mut list = list_of(
        page,
        Some(ID),
        limit,
        start,
        binding.carrying(later.for_cursor()),
    );
    list.smaller = Some("narrow the question with keyword, level, workflow, from and to");
    list.ways_on = Some("Leave out 'full', or read it in windows with get_log_entry.");
    let answer = Answer::about(&warehouse.profile().name, Body::Rows(list)).warnings(warnings);
    let answer = window.tell(answer);
    Ok(if nothing {
        // Boxed: the rare way shall not make every search's future large.
        Box::pin(tell_what_else_is_known(call, &warehouse, &question, answer)).await
    } else {
        answer
    })
}

const CUT: &str = "an entry with \"cut\":true shows the first 600 characters of a long text; get_log_entry with its Id reads it whole";

/// The times are bound as the caller gave them: `now-2h` is the same argument on every page.
fn binding(params: &SearchLogsParams, warehouse: &Warehouse) -> Binding {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    bound_to("search_logs", warehouse)
        .with("keyword", text(&params.keyword))
        .with("level", params.level.map_or("", level_name))
        .with("workflow", text(&params.workflow))
        .with("from", text(&params.from))
        .with("to", text(&params.to))
}

async fn read(
    call: &Call,
    warehouse: &Warehouse,
    question: &LogQuestion,
    full: bool,
) -> Result<LogPage, ReadError> {
    let room_bytes = call.budget().list_bytes();
    if full {
        warehouse
            .whole_log_entries(question, room_bytes, call.deadline())
            .await
    } else {
        warehouse
            .log_entries(question, room_bytes, call.deadline())
            .await
    }
}
