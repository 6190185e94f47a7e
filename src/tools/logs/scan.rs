//! Reads a window of the log whole, as far as time and settings let it, and keeps what a summary needs of it.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::bars::Bars;
use super::templates::Templates;
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, LogLevel, LogPage, LogQuestion, ReadError, Warehouse};
use crate::server::Call;
use crate::tools::calendar::Unit;

/// Entries of one request: some 500 kB of usual ones.
const BATCH: u64 = 1_000;
/// Requests of one scan in flight; the profile's other calls need the rest.
const CONCURRENT_BATCHES: usize = 3;
/// What a scan leaves of the time for reading, so that a window too long to be read is still counted.
const COUNTING_TIME: Duration = Duration::from_secs(5);

/// What is known of the entries read.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) read: u64,
    /// Counts by hour and by level, the hour by the text of the server's time, as aggregates take it.
    pub(super) hours: Bars,
    pub(super) templates: Templates,
    /// Entries whose level is absent or none of the known ones.
    pub(super) of_other_levels: u64,
    pub(super) oldest: Option<String>,
    /// Why not everything was read.
    pub(super) stopped: Option<String>,
}

impl Summary {
    /// Returns what is known where time ran out before the first entries came.
    pub(super) fn unread(error: &ReadError) -> Self {
        Self {
            stopped: Some(format!("no entries were read: {error}")),
            ..Self::default()
        }
    }

    /// Whether more entries of a level were read than the server counted of it. They were read before, so that entries
    /// logged meanwhile only add to the counts.
    pub(super) fn contradicts(&self, counts: &Map<String, Value>) -> bool {
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
            let level = LogLevel::parse(&level).map(LogLevel::name);
            self.of_other_levels += u64::from(level.is_none());
            let level = level.unwrap_or("other");
            let bar = self.hours.entry(hour.unwrap_or_default()).or_default();
            *bar.entry(level.to_owned()).or_default() += 1;
            self.templates.add(&entry);
            self.oldest = time.or(self.oldest.take());
            self.read += 1;
        }
    }
}

/// Reads the entries newest first, batch by batch, until all are read or a limit ends it.
pub(super) async fn scan(
    call: &Call,
    warehouse: &Warehouse,
    mut question: LogQuestion,
) -> Result<Summary, ReadError> {
    let most = call.settings().max_scan_rows;
    let deadline = call.reading_deadline();
    let deadline = deadline.checked_sub(COUNTING_TIME).unwrap_or(deadline);
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
pub(super) async fn count_by_level(
    call: &Call,
    warehouse: &Warehouse,
    question: &LogQuestion,
) -> Option<Map<String, Value>> {
    let counts = LogLevel::WORST_FIRST.map(|level| {
        let question = LogQuestion {
            min_level: Some(level.name().to_owned()),
            ..question.clone()
        };
        async move {
            warehouse
                .log_count(&question, call.reading_deadline())
                .await
        }
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
