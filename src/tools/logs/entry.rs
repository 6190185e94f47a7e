//! `get_log_entry`: one entry, whole or in windows, and what was logged around it.

use std::sync::Arc;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::easywms::rows::RawRow;
use crate::easywms::{LogContext, LogEntry, ReadError, Warehouse};
use crate::envelope::{Answer, Body, Failure};
use crate::server::Call;
use crate::tools::window::{WindowParams, text_window};

const DEFAULT_CONTEXT: u64 = 3;
/// The longest message that a neighbouring entry shows, in characters.
const CONTEXT_MESSAGE_CHARS: usize = 200;
/// What an answer takes besides the entry and its neighbours.
const ENVELOPE_BYTES: usize = 1_000;
/// Beside a window, the entry's other fields take at most this part of the answer, and so do its neighbours.
const SHARE: usize = 4;

#[derive(Deserialize, JsonSchema)]
pub(super) struct GetLogEntryParams {
    /// The entry's Id, from search_logs or summarize_logs.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    /// Entries before and after it, of any workflow, 0 to 20 each; default 3.
    #[schemars(range(min = 0, max = 20))]
    context: Option<i64>,
    /// Where the window starts, in characters; default 0.
    #[schemars(range(min = 0))]
    data_offset: Option<i64>,
    /// Characters a window holds at most; default 20000.
    #[schemars(range(min = 1))]
    max_data_chars: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: GetLogEntryParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let window = WindowParams {
        offset: params.data_offset,
        max_chars: params.max_data_chars,
    };
    let (row, read_at) = read(call, &warehouse, &params.id, window).await?;
    let room_bytes = call.budget().list_bytes().saturating_sub(ENVELOPE_BYTES);
    let (answer, room_bytes) = if row.len_bytes() <= room_bytes && !window.is_given() {
        let answer = Answer::about(&warehouse.profile().name, Body::Facts);
        let answer = answer.raw_fact("entry", row.text());
        (answer, room_bytes - row.len_bytes())
    } else {
        let share_bytes = call.budget().window_bytes() / SHARE;
        let answer = windowed(call, &warehouse, &row, window, share_bytes)?;
        (answer, share_bytes)
    };
    let answer = answer.as_of(read_at);
    // The neighbours come with the first window only: they would repeat.
    if params.data_offset.is_some_and(|offset| offset > 0) {
        return Ok(answer);
    }
    let count = params
        .context
        .map_or(DEFAULT_CONTEXT, |count| u64::try_from(count).unwrap_or(0));
    if count == 0 {
        return Ok(answer);
    }
    Ok(
        match warehouse.log_context(&row, count, call.deadline()).await {
            Ok(Some(context)) => tell(&context, answer, room_bytes),
            Ok(None) => answer.warnings([TIMELESS.to_owned()]),
            Err(error) => {
                answer.warnings([format!("the entries around it were not read: {error}")])
            }
        },
    )
}

const TIMELESS: &str =
    "the entries around it were not looked for: its time is in no form that can be read";

/// Reads the entry, or takes the one that an earlier window came from, and says when it was read.
async fn read(
    call: &Call,
    warehouse: &Warehouse,
    id: &str,
    window: WindowParams,
) -> Result<(RawRow, Timestamp), Failure> {
    let snapshot = format!("log/{id}");
    if let Some(kept) = window.snapshot(warehouse, &snapshot)
        && let Ok(row) = RawValue::from_string(kept.text.as_ref().to_owned())
    {
        return Ok((row.into(), kept.read_at));
    }
    let row = warehouse.log_entry(id, call.deadline()).await;
    let row = row.map_err(missing)?;
    let kept = window.keep(call, warehouse, &snapshot, row.text())?;
    Ok((row, kept.read_at))
}

fn missing(error: ReadError) -> Failure {
    let absent = matches!(error, ReadError::NotFound { .. });
    let mut failure = Failure::from(error);
    if absent {
        HINT_OF_A_MISSING_ENTRY.clone_into(&mut failure.hint);
    }
    failure
}

const HINT_OF_A_MISSING_ENTRY: &str =
    "Take an Id from search_logs; a warehouse removes its old entries after a while.";

/// The texts of the entry in a window, its other fields beside them.
///
/// Where those others are themselves large, the window is over the entry's JSON as the server wrote it.
fn windowed(
    call: &Call,
    warehouse: &Warehouse,
    row: &RawRow,
    window: WindowParams,
    share_bytes: usize,
) -> Result<Answer, Failure> {
    let entry = LogEntry::of(row);
    let others = entry
        .without_texts()
        .filter(|others| others.len_bytes() <= share_bytes);
    let (what, text): (_, Arc<str>) = match &others {
        Some(_) => (TEXTS, entry.texts().join("\n").into()),
        None => (JSON, row.text().into()),
    };
    let body = text_window(text, &window, call)?;
    let answer = Answer::about(&warehouse.profile().name, body);
    let answer = match others {
        Some(others) => answer.raw_fact("entry", others.text()),
        None => answer,
    };
    Ok(answer.fact("data_is", what))
}

const TEXTS: &str = "Message and Exception, a line feed between them";
const JSON: &str = "the entry as JSON";

/// An entry beside the one asked for.
#[derive(Serialize)]
struct Neighbour {
    id: Option<String>,
    time: Option<String>,
    level: Option<String>,
    workflow: Option<String>,
    message: Option<String>,
}

impl Neighbour {
    fn of(row: &RawRow) -> Self {
        let entry = LogEntry::of(row);
        Self {
            id: entry.id(),
            time: entry.time(),
            level: entry.level(),
            workflow: entry.workflow(),
            message: entry.message().map(shortened),
        }
    }
}

fn shortened(message: String) -> String {
    match message.char_indices().nth(CONTEXT_MESSAGE_CHARS) {
        Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
        None => message,
    }
}

/// Adds the neighbours in order of time, the nearest first to be kept where not all fit.
fn tell(context: &LogContext, answer: Answer, room_bytes: usize) -> Answer {
    let found = context.before.len() + context.after.len();
    let mut before = fitting(&context.before, room_bytes / 2);
    let after = fitting(&context.after, room_bytes / 2);
    before.reverse();
    let omitted = found - before.len() - after.len();
    answer
        .fact("before", before)
        .fact("after", after)
        .fact_if("context_omitted", (omitted > 0).then_some(omitted))
}

/// Returns the longest prefix that fits.
fn fitting(rows: &[RawRow], room_bytes: usize) -> Vec<RawRow> {
    let neighbours = rows
        .iter()
        .filter_map(|row| RawRow::of(&Neighbour::of(row)));
    let mut left = room_bytes;
    neighbours
        .take_while(|row| {
            let bytes = row.len_bytes() + 1;
            let fits = bytes <= left;
            left = left.saturating_sub(bytes);
            fits
        })
        .collect()
}
