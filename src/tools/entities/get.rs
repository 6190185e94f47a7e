//! `get_wms_entity`: one row, whole or in windows.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::question::{resolve, respelled};
use crate::easywms::filter::{Filter, Value, is_guid};
use crate::easywms::rows::{RawRow, Shaping};
use crate::easywms::{Condition, QueryType, Question, ReadError, ResolvedType, Warehouse};
use crate::envelope::{Answer, Body, Code, Failure};
use crate::server::Call;
use crate::tools::bounds::query_type;
use crate::tools::window::{WindowParams, text_window};

/// Room for one row, however large: the cap of a body.
const ROW_BYTES: usize = 16 << 20;
/// The field that every Reading row has.
const ID: &str = "Id";
/// The most codes that a hint names.
const MOST_CODES: usize = 2;
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
    let key = params.key.trim();
    let window = WindowParams {
        offset: params.data_offset,
        max_chars: params.max_data_chars,
    };
    let snapshot = format!("row/{}/{}/{key}", entity_type.name, query_type.number());
    let kept = if let Some(kept) = window.snapshot(&warehouse, &snapshot) {
        kept
    } else {
        let row = find(call, &warehouse, &entity_type, query_type, key).await?;
        window.keep(call, &warehouse, &snapshot, row.text())?
    };
    let text = Arc::clone(&kept.text);
    let fits = text.len() + ENVELOPE_BYTES <= call.budget().list_bytes();
    let respelled = respelled(&params.entity_type, &entity_type);
    let body = if fits && !window.is_given() {
        Body::Facts
    } else {
        text_window(kept.windowed(|| text.clone()), &window, call)?
    };
    let whole = matches!(body, Body::Facts);
    let answer = Answer::about(&warehouse.profile().name, body)
        .as_of(kept.read_at)
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
        ID
    } else {
        entity_type.key.as_deref().unwrap_or(ID)
    };
    let filter = Filter::equals(field, Value::Text(key.to_owned())).map_err(|error| {
        let hint = "Give the key as a list shows it: plain text on one line.";
        Failure::new(Code::InvalidArguments, error.to_string(), hint).with("parameter", "key")
    })?;
    let question = Question {
        query_type,
        filter: Some(Condition::of(&filter, warehouse.dialect())),
        ..Question::first(&entity_type.name, 2)
    };
    let page = warehouse
        .rows(&question, Shaping::Whole, ROW_BYTES, call.deadline())
        .await;
    let not_found = || not_found(warehouse, entity_type, field, key);
    let page = match page {
        Ok(page) => page,
        // A server whose ids are GUIDs refuses to compare one with another text.
        Err(ReadError::Refused { status: 400, .. }) if field == ID && !is_guid(key) => {
            return Err(not_found());
        }
        Err(error) => return Err(error.into()),
    };
    let rows = page.shaped.rows;
    let found = rows.len();
    match rows.into_iter().next() {
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
        None => Err(not_found()),
    }
}

fn not_found(warehouse: &Warehouse, entity_type: &ResolvedType, field: &str, key: &str) -> Failure {
    let name = &entity_type.name;
    let hint = match by_code(warehouse, name, key) {
        _ if field != ID => format!(
            "Check the key, or search with query_wms_entities and a filter such as {field} contains '…'."
        ),
        Some(filter) if !is_guid(key) => format!(
            "A {name} is known by its {ID} alone: ask query_wms_entities with a filter on a code, such as {filter}."
        ),
        _ => format!(
            "Check the {ID}, or find the row with query_wms_entities and a filter on another field; describe_entity_type lists them."
        ),
    };
    Failure::new(
        Code::NotFound,
        format!("no {name} has {field} '{key}'"),
        hint,
    )
}

/// The filters that find rows by the codes of their short form: `ContainerCode = 'PAL-1' or ProductCode = 'PAL-1'`.
fn by_code(warehouse: &Warehouse, entity_type: &str, key: &str) -> Option<String> {
    let catalogued = warehouse.catalogue().get(entity_type)?;
    let codes = catalogued.lite.iter().filter(|name| name.ends_with("Code"));
    let filters = codes.take(MOST_CODES).filter_map(|name| {
        let filter = Filter::equals(name, Value::Text(key.to_owned())).ok()?;
        Some(filter.canonical())
    });
    let filters: Vec<String> = filters.collect();
    (!filters.is_empty()).then(|| filters.join(" or "))
}
