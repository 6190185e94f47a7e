//! `summarize_logs`: what a window of the log holds, without its entries.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::bars::Histogram;
use super::nothing::tell_what_else_is_known;
use super::scan::{Summary, count_by_level, scan};
use super::templates::Templates;
use super::{Level, level_name, window_warning};
use crate::easywms::{LogQuestion, ReadError, Warehouse};
use crate::envelope::{Answer, Binding, Body, Failure, Rows};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped};
use crate::tools::time_window::TimeWindow;

/// Templates of an answer at most; default 20.
const MOST_TEMPLATES: u32 = 100;
/// The histogram takes at most this part of an answer: by hour for about three days, else by day, month or year.
const HISTOGRAM_SHARE: usize = 6;

#[derive(Deserialize, JsonSchema)]
pub(super) struct SummarizeLogsParams {
    /// Only entries with this text in message, exception or workflow name.
    #[schemars(length(min = 1, max = 200))]
    keyword: Option<String>,
    /// Least level of the entries read for hours and messages; default warn. by_level always counts all.
    level: Option<Level>,
    /// Workflow name, e.g. StackerCrane.
    #[schemars(length(min = 1, max = 200))]
    workflow: Option<String>,
    /// Start, as in search_logs. Default: 24 hours before 'to'.
    from: Option<String>,
    /// End, as in search_logs. Default: now.
    to: Option<String>,
    /// Messages wanted, 1 to 100; default 20.
    templates: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: SummarizeLogsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let window = TimeWindow::of(
        params.from.as_deref(),
        params.to.as_deref(),
        &warehouse.site_time(call.started()),
    )?;
    let min_level = level_name(params.level.unwrap_or(Level::Warn));
    let question = LogQuestion {
        keyword: params.keyword,
        min_level: Some(min_level.to_owned()),
        workflow: params.workflow,
        from: Some(window.from.clone()),
        to: window.to.clone(),
        newest_first: true,
        ..LogQuestion::default()
    };
    let (summary, counted) = read_and_count(call, &warehouse, &question).await?;
    let nothing = summary.read == 0 && summary.stopped.is_none();
    let answer = told(
        call,
        &warehouse,
        &window,
        &question,
        params.templates,
        summary,
        counted,
    );
    Ok(if nothing {
        // Boxed: the rare way shall not make every summary's future large.
        Box::pin(tell_what_else_is_known(call, &warehouse, &question, answer)).await
    } else {
        answer
    })
}

/// Reads, then counts by level. What was read is worth an answer without the counts, and where time ran out before anything
/// was read, so are the counts without it.
async fn read_and_count(
    call: &Call,
    warehouse: &Warehouse,
    question: &LogQuestion,
) -> Result<(Summary, Option<Map<String, Value>>), ReadError> {
    let read = match scan(call, warehouse, question.clone()).await {
        Err(error) if !error.time_is_up() => return Err(error),
        read => read,
    };
    let counted = count_by_level(call, warehouse, question).await;
    match read {
        Err(error) if counted.is_none() => Err(error),
        Err(error) => Ok((Summary::unread(&error), counted)),
        Ok(summary) => Ok((summary, counted)),
    }
}

/// Makes the answer of what was read and counted.
fn told(
    call: &Call,
    warehouse: &Warehouse,
    window: &TimeWindow,
    question: &LogQuestion,
    templates: Option<i64>,
    summary: Summary,
    counted: Option<Map<String, Value>>,
) -> Answer {
    let (limit, lowered) = clamped("templates", templates, DEFAULT_LIMIT, MOST_TEMPLATES);
    let (by_level, uncounted) = believed(counted, &summary);
    let outside = window_warning(summary.oldest.as_deref(), window);
    let complete = summary.stopped.is_none() && outside.is_none();
    let read_to = summary.oldest.filter(|_| !complete);
    let histogram = Histogram::of(&summary.hours, call.budget().list_bytes() / HISTOGRAM_SHARE);
    let ungrouped = summary.templates.ungrouped;
    let list = list_of(summary.templates, limit);
    let warnings = lowered.into_iter().chain(summary.stopped).chain(outside);
    let other = other_levels(summary.of_other_levels);
    let warnings = warnings
        .chain(uncounted)
        .chain(other)
        .chain(histogram.warnings());
    let answer = Answer::about(&warehouse.profile().name, Body::Rows(list)).warnings(warnings);
    let answer = window
        .tell(answer)
        .fact("by_level", by_level)
        .fact("min_level", question.min_level.as_deref())
        .fact("entries_read", summary.read)
        .fact("complete", complete)
        .fact_if("read_back_to", read_to)
        .fact_if("ungrouped", (ungrouped > 0).then_some(ungrouped));
    histogram.tell(answer)
}

/// Says that the level of some entries is not known; the server decides where it counts them.
fn other_levels(count: u64) -> Option<String> {
    (count > 0).then(|| {
        format!("{count} of the entries read have a level that is none of Trace to Fatal: the hours count them as 'other', the rows show it as it is")
    })
}

/// Returns the counts if what was read does not contradict them, else why there are none.
fn believed(
    counted: Option<Map<String, Value>>,
    summary: &Summary,
) -> (Option<Map<String, Value>>, Option<String>) {
    match counted {
        None => (None, Some(UNCOUNTED.to_owned())),
        Some(counts) if summary.contradicts(&counts) => (None, Some(CONTRADICTED.to_owned())),
        counts => (counts, None),
    }
}

const UNCOUNTED: &str = "the server did not count its entries: by_level is unknown";
const CONTRADICTED: &str = "the server's counts contradict its entries, as where it ignores the level: by_level is unknown, and entries below min_level may be among the templates";

fn list_of(templates: Templates, limit: u64) -> Rows {
    let rows = templates.into_rows();
    let mut list = Rows::of_whole_list(rows, 0, limit, Binding::new("summarize_logs"));
    // To go on would mean to read everything again; a narrower question says more.
    list.binding = None;
    list.smaller = Some(NARROWER);
    list.beyond = Some(if limit < u64::from(MOST_TEMPLATES) {
        MORE_TEMPLATES
    } else {
        NARROWER
    });
    list
}

const NARROWER: &str = "narrow the question with keyword, level, workflow, from and to";
const MORE_TEMPLATES: &str = "raise templates, which goes to 100, or narrow the question with keyword, workflow, from and to";
