//! `call_query_api`: the server's own query, for what the filter language can't say.

use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::bounds::{DEFAULT_LIMIT, clamped_limit, query_type};
use super::entities::{resolve, respelled};
use super::page::{bound_to, list_of, page_warnings, position};
use crate::arguments::Parameters;
use crate::easywms::filter::OrderBy;
use crate::easywms::rows::Shaping;
use crate::easywms::{Condition, QueryType, Question};
use crate::envelope::{Answer, Body, Code, Failure, Position};
use crate::server::{Call, Reply, WarehouseServer};

#[derive(Deserialize, JsonSchema)]
struct CallQueryApiParams {
    /// Entity type, e.g. Product, Container. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// 0 Reading: flat rows (default). 1 Writing: whole aggregates, often above the answer's budget.
    query_type: Option<i64>,
    /// Filter in the server's own dialect; it goes out as it is.
    raw_filter: Option<String>,
    /// Order in the server's own dialect; it goes out as it is. Default: the key.
    raw_order_by: Option<String>,
    /// Rows to pass over; default 0. Not together with cursor.
    skip: Option<i64>,
    /// Rows wanted, 1 to 200; default 20.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

#[tool_router(router = query_api_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Sends a raw query: filter and order in the server's own dialect, Reading or Writing rows, verbatim. An escape hatch:
    /// for normal questions query_wms_entities checks names and projects fields; one large row is read with
    /// get_wms_entity in windows.
    #[tool(title = "Raw query")]
    async fn call_query_api(
        &self,
        call: Call,
        Parameters(params): Parameters<CallQueryApiParams>,
    ) -> Reply {
        call.reply(rows(&call, params).await)
    }
}

async fn rows(call: &Call, params: CallQueryApiParams) -> Result<Answer, Failure> {
    let query_type = query_type(params.query_type)?;
    let skip = skip(&params)?;
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let entity_type = resolve(call, &warehouse, &params.entity_type).await?;
    let profile = warehouse.profile();
    let by_key = entity_type
        .key
        .as_deref()
        .and_then(|key| OrderBy::ascending(key).ok());
    let order_by = params
        .raw_order_by
        .or_else(|| Some(by_key?.write(warehouse.dialect())));
    let binding = bound_to("call_query_api", &warehouse)
        .with("entity_type", entity_type.name.as_str())
        .with("query_type", query_type.number().to_string())
        .with(
            "raw_filter",
            params.raw_filter.as_deref().unwrap_or_default(),
        )
        .with("raw_order_by", order_by.as_deref().unwrap_or_default());
    let start = match params.cursor.as_deref() {
        None => Position { skip, total: None },
        cursor => position(&binding, cursor)?,
    };
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let question = Question {
        entity_type: entity_type.name.clone(),
        query_type,
        filter: params.raw_filter.map(Condition::raw),
        order_by,
        skip: start.skip,
        limit,
        fields: None,
    };
    let page = warehouse
        .rows(
            &question,
            Shaping::Whole,
            call.budget().list_bytes(),
            call.deadline(),
        )
        .await?;
    let warnings = respelled(&params.entity_type, &entity_type)
        .into_iter()
        .chain(clamped)
        .chain(page_warnings(&page, start))
        .collect::<Vec<_>>();
    let mut list = list_of(page, entity_type.key.as_deref(), limit, start, binding);
    list.smaller = Some("use query_wms_entities with fields \"lite\" or format \"table\"");
    list.ways_on = Some(match query_type {
        QueryType::Writing => WRITING_WAYS_ON,
        QueryType::Reading => READING_WAYS_ON,
    });
    Ok(Answer::about(&profile.name, Body::Rows(list))
        .fact("entity_type", &entity_type.name)
        .fact("query_type", query_type.number())
        .warnings(warnings))
}

/// Where the list starts without a cursor. A `skip` of 0 is the default and goes with any cursor.
fn skip(params: &CallQueryApiParams) -> Result<u64, Failure> {
    let refused = |problem: String, hint| {
        Err(Failure::new(Code::InvalidArguments, problem, hint).with("parameter", "skip"))
    };
    let given = params.skip.unwrap_or(0);
    match u64::try_from(given) {
        Err(_) => refused(
            format!("skip {given} is below 0"),
            "Give how many rows to pass over, counted from the start; leave skip out for none.",
        ),
        Ok(1..) if params.cursor.is_some() => refused(
            format!("skip {given} and cursor both say where the page starts"),
            "Give one of them: cursor goes on behind the last row of its page, skip counts from the start of the list.",
        ),
        Ok(skip) => Ok(skip),
    }
}

const WRITING_WAYS_ON: &str = "Writing rows are whole aggregates: use query_type 0 (Reading), query_wms_entities with 'fields', or get_wms_entity with query_type 1 to read this one in windows.";
const READING_WAYS_ON: &str =
    "Use query_wms_entities with 'fields', or get_wms_entity to read this one in windows.";
