//! `get_wms_entity`: one row, whole or in windows.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::question::{resolve, respelled};
use crate::easywms::filter::{Filter, Value, is_guid};
use crate::easywms::rows::{RawRow, Shaping};
use crate::easywms::{QueryType, Question, ResolvedType, Warehouse};
use crate::envelope::{Answer, Body, Code, Failure};
use crate::server::Call;
use crate::tools::bounds::query_type;
use crate::tools::window::{WindowParams, text_window};

/// Room for one row, however large: the cap of a body.
const ROW_BYTES: usize = 16 << 20;
/// What an answer with one whole row takes besides the row.
const ENVELOPE_BYTES: usize = 1_000;

#[derive(Deserialize, JsonSchema)]
pub(super) struct GetEntityParams {
    /// Entity type, e.g. Product, Container. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// The row's key (Code, UniqueCode, Label …) or its Id.
    #[schemars(length(min = 1, max = 256))]
    key: String,
    /// 0 Reading: the flat row (default). 1 Writing: the whole aggregate, often 20 times as large.
    query_type: Option<i64>,
    /// Where the window starts, in characters; default 0.
    #[schemars(range(min = 0))]
    data_offset: Option<i64>,
    /// Characters a window holds at most; default 20000.
    #[schemars(range(min = 1))]
    max_data_chars: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: GetEntityParams) -> Result<Answer, Failure> {
    let query_type = query_type(params.query_type)?;
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let entity_type = resolve(call, &warehouse, &params.entity_type).await?;
    let window = WindowParams {
        offset: params.data_offset,
        max_chars: params.max_data_chars,
    };
    let snapshot = format!(
        "row/{}/{}/{}",
        entity_type.name,
        query_type.number(),
        params.key
    );
    let text = if let Some(text) = window.snapshot(&warehouse, &snapshot) {
        text
    } else {
        let row = find(call, &warehouse, &entity_type, query_type, &params.key).await?;
        window.keep(&warehouse, &snapshot, row.text())?
    };
    let fits = text.len() + ENVELOPE_BYTES <= call.budget().list_bytes();
    let respelled = entity_type
        .respelled
        .then(|| respelled(&params.entity_type, &entity_type.name));
    let body = if fits && !window.is_given() {
        Body::Facts
    } else {
        text_window(Arc::clone(&text), &window, call)?
    };
    let whole = matches!(body, Body::Facts);
    let answer = Answer::about(&warehouse.profile().name, body)
        .fact("entity_type", &entity_type.name)
        .fact("query_type", query_type.number())
        .fact("key", &params.key)
        .warnings(respelled);
    Ok(if whole {
        answer.raw_fact("row", &text)
    } else {
        answer
    })
}

/// Finds the one row of a key or an Id; two rows of one key are named, not chosen from.
async fn find(
    call: &Call,
    warehouse: &Warehouse,
    entity_type: &ResolvedType,
    query_type: QueryType,
    key: &str,
) -> Result<RawRow, Failure> {
    let field = if is_guid(key) {
        "Id"
    } else {
        entity_type.key.as_deref().unwrap_or("Id")
    };
    let filter = Filter::equals(field, Value::Text(key.to_owned())).map_err(|error| {
        let hint = "Give the key as a list shows it: plain text on one line.";
        Failure::new(Code::InvalidArguments, error.to_string(), hint).with("parameter", "key")
    })?;
    let question = Question {
        query_type,
        filter: Some(filter.write(warehouse.dialect())),
        ..Question::first(&entity_type.name, 2)
    };
    let page = warehouse
        .rows(&question, Shaping::Whole, ROW_BYTES, call.deadline())
        .await?;
    let found = page.shaped.rows.len();
    match page.shaped.rows.into_iter().next() {
        Some(row) if found == 1 => Ok(row),
        Some(_) => Err(Failure::new(
            Code::Ambiguous,
            format!(
                "{} rows of {} have {field} '{key}'",
                page.total.unwrap_or(2),
                entity_type.name
            ),
            "Give the row's Id; query_wms_entities lists the candidates.",
        )),
        None => Err(Failure::new(
            Code::NotFound,
            format!("no {} has {field} '{key}'", entity_type.name),
            format!(
                "Check the key, or search with query_wms_entities and a filter such as {field} contains '…'."
            ),
        )),
    }
}
