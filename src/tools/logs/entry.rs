//! `get_log_entry`: one entry, whole or in windows, and what was logged around it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::neighbours;
use crate::easywms::rows::RawRow;
use crate::easywms::{LogEntry, ReadError, Snapshot, Warehouse};
use crate::envelope::{Answer, Body, Failure};
use crate::server::Call;
use crate::tools::window::{WindowParams, text_window};

const DEFAULT_CONTEXT: u64 = 3;
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
    let (row, kept) = read(call, &warehouse, &params.id, window).await?;
    let (answer, room_bytes) = told(call, &warehouse, &row, &kept, window)?;
    let answer = answer.as_of(kept.read_at);
    let count = params
        .context
        .map_or(DEFAULT_CONTEXT, |count| u64::try_from(count).unwrap_or(0));
    // The neighbours come with the first window only: they would repeat.
    let later = params.data_offset.is_some_and(|offset| offset > 0);
    Ok(if later || count == 0 {
        answer
    } else {
        with_context(call, &warehouse, &row, count, answer, room_bytes).await
    })
}

/// Makes the answer of the entry alone, whole or in a window, and says what room it leaves for the neighbours.
fn told(
    call: &Call,
    warehouse: &Warehouse,
    row: &RawRow,
    kept: &Snapshot,
    window: WindowParams,
) -> Result<(Answer, usize), Failure> {
    let room_bytes = call.budget().list_bytes().saturating_sub(ENVELOPE_BYTES);
    if row.len_bytes() <= room_bytes && !window.is_given() {
        let answer = Answer::about(&warehouse.profile().name, Body::Facts);
        let answer = answer.raw_fact("entry", row.text());
        return Ok((answer, room_bytes - row.len_bytes()));
    }
    let share_bytes = call.budget().window_bytes() / SHARE;
    let answer = windowed(call, warehouse, row, kept, window, share_bytes)?;
    Ok((answer, share_bytes))
}

/// Adds the neighbours; the entry is worth an answer without them.
async fn with_context(
    call: &Call,
    warehouse: &Warehouse,
    row: &RawRow,
    count: u64,
    answer: Answer,
    room_bytes: usize,
) -> Answer {
    let deadline = call.reading_deadline();
    match warehouse.log_context(row, count, deadline).await {
        Ok(Some(context)) => neighbours::tell(&context, answer, room_bytes),
        Ok(None) => answer.warnings([TIMELESS.to_owned()]),
        Err(error) => answer.warnings([format!("the entries around it were not read: {error}")]),
    }
}

const TIMELESS: &str =
    "the entries around it were not looked for: its time is in no form that can be read";

/// Reads the entry, or takes the one that an earlier window came from.
async fn read(
    call: &Call,
    warehouse: &Warehouse,
    id: &str,
    window: WindowParams,
) -> Result<(RawRow, Snapshot), Failure> {
    let snapshot = format!("log/{id}");
    if let Some(kept) = window.snapshot(warehouse, &snapshot)
        && let Ok(row) = RawValue::from_string(kept.text.as_ref().to_owned())
    {
        return Ok((row.into(), kept));
    }
    let row = warehouse.log_entry(id, call.deadline()).await;
    let row = row.map_err(missing)?;
    let kept = window.keep(call, warehouse, &snapshot, row.text())?;
    Ok((row, kept))
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
    kept: &Snapshot,
    window: WindowParams,
    share_bytes: usize,
) -> Result<Answer, Failure> {
    let entry = LogEntry::of(row);
    let others = entry
        .without_texts()
        .filter(|others| others.len_bytes() <= share_bytes);
    let what = if others.is_some() { TEXTS } else { JSON };
    let text = kept.windowed(|| match others {
        Some(_) => entry.texts().join("\n").into(),
        None => Arc::clone(&kept.text),
    });
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
