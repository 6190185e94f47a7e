//! `summarize_logs`: what a window of the log holds, without its entries.

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::templates::Templates;
use super::{Level, level_name, window_warning};
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel, LogPage, LogQuestion, ReadError, Warehouse};
use crate::envelope::{Answer, Binding, Body, Failure, Rows};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};
use crate::tools::calendar::Unit;
use crate::tools::time_window::TimeWindow;

/// Templates of an answer at most; default 20.
const MOST_TEMPLATES: u32 = 100;
/// Entries of one request: some 500 kB of usual ones.
const BATCH: u64 = 1_000;
/// Requests of one scan in flight; the profile's other calls need the rest.
const CONCURRENT_BATCHES: usize = 3;
/// The histogram takes at most this part of an answer: by hour for about three days, else by day, month or year.
const HISTOGRAM_SHARE: usize = 6;
/// How much of an ISO date tells its hour, day, month and year.
const BAR_WIDTHS: [(&str, usize); 4] = [
    ("by_hour", 13),
    ("by_day", 10),
    ("by_month", 7),
    ("by_year", 4),
];

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
    let (limit, clamped) = clamped_limit(params.templates, DEFAULT_LIMIT, MOST_TEMPLATES);
    let min_level = level_name(params.level.unwrap_or(Level::Warn));
    let question = LogQuestion {
        keyword: params.keyword,
        min_level: Some(min_level.to_owned()),
        workflow: params.workflow,
        from: Some(window.from.clone()),
        to: window.to.clone(),
        skip: 0,
        limit: BATCH,
        newest_first: true,
    };
    let summary = scan(call, &warehouse, question.clone()).await?;
    // What was read is worth an answer without these counts.
    let counted = count_by_level(call, &warehouse, &question).await;
    let contradicted = counted
        .as_ref()
        .is_some_and(|counts| summary.contradicts(counts));
    let by_level = counted.filter(|_| !contradicted);
    let uncounted = by_level.is_none().then(|| {
        let why = if contradicted {
            CONTRADICTED
        } else {
            UNCOUNTED
        };
        why.to_owned()
    });
    let outside = window_warning(summary.oldest.as_deref(), &window);
    let complete = summary.stopped.is_none() && outside.is_none();
    let read_to = summary.oldest.filter(|_| !complete);
    let (bars_name, bars) = histogram(&summary.hours, call.budget().list_bytes() / HISTOGRAM_SHARE);
    let ungrouped = summary.templates.ungrouped;
    let list = list_of(summary.templates, limit);
    let answer = Answer::about(&warehouse.profile().name, Body::Rows(list)).warnings(
        clamped
            .into_iter()
            .chain(summary.stopped)
            .chain(outside)
            .chain(uncounted),
    );
    Ok(window
        .tell(answer)
        .fact("by_level", by_level)
        .fact("min_level", min_level)
        .fact("entries_read", summary.read)
        .fact("complete", complete)
        .fact_if("read_back_to", read_to)
        .fact_if("ungrouped", (ungrouped > 0).then_some(ungrouped))
        .fact(bars_name, bars))
}

const UNCOUNTED: &str = "the server did not count its entries: by_level is unknown";
const CONTRADICTED: &str = "the server's counts contradict its entries, as where it ignores the level: by_level is unknown, and entries below min_level may be among the templates";

fn list_of(templates: Templates, limit: u64) -> Rows {
    let rows = templates.into_rows();
    let mut list = Rows::of_whole_list(rows, 0, limit, Binding::new("summarize_logs"));
    // To go on would mean to read everything again; a narrower question says more.
    list.binding = None;
    list.smaller = Some("narrow the question with keyword, level, workflow, from and to");
    list
}

/// What is known of the entries read.
#[derive(Default)]
struct Summary {
    read: u64,
    /// Counts by hour and by level, the hour by the text of the server's time, as aggregates take it.
    hours: Bars,
    templates: Templates,
    oldest: Option<String>,
    /// Why not everything was read.
    stopped: Option<String>,
}

impl Summary {
    /// Whether more entries of a level were read than the server counted of it. They were read before, so that entries
    /// logged meanwhile only add to the counts.
    fn contradicts(&self, counts: &Map<String, Value>) -> bool {
        let mut read: BTreeMap<&str, u64> = BTreeMap::new();
        for (level, count) in self.hours.values().flatten() {
            *read.entry(level).or_default() += count;
        }
        let counted = |level: &str| counts.get(level).and_then(Value::as_u64);
        read.into_iter()
            .any(|(level, read)| counted(level).is_some_and(|counted| counted < read))
    }

    fn add(&mut self, rows: &[RawRow]) {
        for row in rows {
            let entry = LogEntry::of(row);
            let time = entry.time();
            // An unreadable time has no hour.
            let hour = time.as_deref().and_then(|time| Unit::Hour.of(time));
            let level = entry.level().unwrap_or_default();
            let level = LogLevel::parse(&level).map_or("other", LogLevel::name);
            let bar = self.hours.entry(hour.unwrap_or_default()).or_default();
            *bar.entry(level.to_owned()).or_default() += 1;
            self.templates.add(&entry);
            self.oldest = time.or(self.oldest.take());
            self.read += 1;
        }
    }
}

/// Reads the entries newest first, batch by batch, until all are read or a limit ends it.
async fn scan(
    call: &Call,
    warehouse: &Warehouse,
    mut question: LogQuestion,
) -> Result<Summary, ReadError> {
    let most = call.settings().max_scan_rows;
    let deadline = call.reading_deadline();
    question.limit = BATCH.min(most);
    let first = batch(warehouse, question.clone(), deadline).await?;
    let mut summary = Summary::default();
    summary.add(&first.entries);
    // A server may hold its pages shorter than they were asked for.
    let step = (first.entries.len() as u64).clamp(1, BATCH);
    let total = first.total.or(first.ended.then_some(summary.read));
    question.to = first.to;
    // Without a total the scan goes on until a batch is empty.
    let end = total.map_or(most, |total| total.min(most));
    let skips = (1..)
        .map(|number| number * step)
        .take_while(|skip| *skip < end);
    let batches = skips.map(|skip| {
        let question = LogQuestion {
            skip,
            limit: step.min(most - skip),
            ..question.clone()
        };
        batch(warehouse, question, deadline)
    });
    let mut batches = stream::iter(batches).buffered(CONCURRENT_BATCHES);
    while let Some(next) = batches.next().await {
        match next {
            Ok(page) if page.entries.is_empty() => break,
            Ok(page) => summary.add(&page.entries),
            Err(error) => {
                summary.stopped = Some(format!("not all entries were read: {error}"));
                return Ok(summary);
            }
        }
        call.progress(
            summary.read,
            first.total.map(|total| total.min(most)),
            "log entries read",
        )
        .await;
    }
    summary.stopped = shortfall(summary.read, total, most);
    Ok(summary)
}

/// Says why fewer entries were read than there are.
fn shortfall(read: u64, total: Option<u64>, most: u64) -> Option<String> {
    match total {
        Some(total) if read >= total => None,
        Some(total) if read < most => Some(format!(
            "the server gave {read} of the {total} entries that it counted"
        )),
        // The last batch was not full.
        None if read < most => None,
        _ => {
            let of = total.map(|total| format!(" of {total}"));
            Some(format!(
                "only the newest {read}{} entries were read (MAX_SCAN_ROWS): narrow the window for the rest",
                of.unwrap_or_default()
            ))
        }
    }
}

/// Reads one batch, in smaller steps where its entries are too large for one body.
async fn batch(
    warehouse: &Warehouse,
    mut question: LogQuestion,
    deadline: Instant,
) -> Result<LogPage, ReadError> {
    let end = question.skip + question.limit;
    let mut gathered = Vec::new();
    loop {
        let mut page = match warehouse.log_batch(&question, deadline).await {
            Err(ReadError::TooLarge { .. }) if question.limit > 1 => {
                question.limit = (question.limit / 4).max(1);
                continue;
            }
            page => page?,
        };
        let got = page.entries.len() as u64;
        gathered.append(&mut page.entries);
        question.skip += got;
        if got < question.limit || question.skip >= end {
            page.entries = gathered;
            return Ok(page);
        }
        question.to.clone_from(&page.to);
        question.limit = question.limit.min(end - question.skip);
    }
}

/// Counts all levels, each as the difference of two counts. None if one of them is not to be had.
async fn count_by_level(
    call: &Call,
    warehouse: &Warehouse,
    question: &LogQuestion,
) -> Option<Map<String, Value>> {
    let counts = LogLevel::WORST_FIRST.map(|level| {
        let question = LogQuestion {
            min_level: Some(level.name().to_owned()),
            ..question.clone()
        };
        async move { warehouse.log_count(&question, call.deadline()).await }
    });
    let mut by_level = Map::new();
    let mut worse = 0;
    for (level, count) in LogLevel::WORST_FIRST.iter().zip(join_all(counts).await) {
        let count = count.ok()??;
        by_level.insert(level.name().to_owned(), count.saturating_sub(worse).into());
        worse = count;
    }
    Some(by_level)
}

/// Counts by level, for each part of the window.
type Bars = BTreeMap<String, BTreeMap<String, u64>>;

/// Returns the bars of the finest width at which all fit, in order of time, and what they are called.
///
/// Where not even years fit, because times are odd, the newest are kept.
fn histogram(hours: &Bars, room_bytes: usize) -> (&'static str, Bars) {
    let fits = |bars: &Bars| serde_json::to_string(bars).is_ok_and(|json| json.len() <= room_bytes);
    let mut named = ("by_hour", Bars::new());
    for (name, width) in BAR_WIDTHS {
        named = (name, bars_of(hours, width));
        if fits(&named.1) {
            return named;
        }
    }
    while !named.1.is_empty() && !fits(&named.1) {
        named.1.pop_first();
    }
    named
}

fn bars_of(hours: &Bars, width: usize) -> Bars {
    let mut bars = Bars::new();
    for (hour, counts) in hours {
        let start = hour.get(..width).unwrap_or("unknown");
        let bar = bars.entry(start.to_owned()).or_default();
        for (level, count) in counts {
            *bar.entry(level.clone()).or_default() += count;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::shortfall;

    #[test]
    fn says_how_many_entries_are_missing_as_far_as_that_is_known() {
        let cases = [
            ((90, Some(90), 50_000), None),
            ((90, None, 50_000), None),
            (
                (90, Some(100), 50_000),
                Some("the server gave 90 of the 100 entries that it counted"),
            ),
            (
                (50_000, Some(60_000), 50_000),
                Some(
                    "only the newest 50000 of 60000 entries were read (MAX_SCAN_ROWS): narrow the window for the rest",
                ),
            ),
            (
                (50_000, None, 50_000),
                Some(
                    "only the newest 50000 entries were read (MAX_SCAN_ROWS): narrow the window for the rest",
                ),
            ),
        ];
        for ((read, total, most), expected) in cases {
            assert_eq!(shortfall(read, total, most).as_deref(), expected);
        }
    }
}
