//! The query service: one operation that filters, orders, pages, counts and projects any entity type.

mod answer;
mod order;
mod selection;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde::Deserialize;

use super::filter::{Filter, FilterError};
use super::warehouse::{Site, Table};
use super::web_api::in_background;
use super::{ApiError, Authorized, Filters, JsonBody, JsonText, Options, Projection, SharedState};
use order::Order;
pub(super) use selection::KeyOrder;
use selection::select;

/// How many rows an answer has when the request names no `Take`.
const DEFAULT_TAKE: usize = 100;

/// The route of the query service.
pub(super) fn routes() -> Router<SharedState> {
    Router::new().route("/QueryService/api/QueryExecute", post(execute))
}

/// The body of a query. An unknown member is refused, so that a misspelt one can't pass for an absent one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct QueryRequest {
    entity_type: String,
    query_type: i64,
    filter: Option<String>,
    order_by: Option<String>,
    skip: Option<usize>,
    take: Option<usize>,
    fields: Option<Fields>,
    #[serde(default)]
    include_total: bool,
}

/// Field names, as a list or as text between commas.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Fields {
    Names(Vec<String>),
    Text(String),
}

/// Which model the rows come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Model {
    Reading,
    Writing,
}

async fn execute(
    State(state): State<SharedState>,
    Authorized(site): Authorized,
    JsonBody(request): JsonBody<QueryRequest>,
) -> Result<JsonText<Vec<u8>>, ApiError> {
    let body =
        in_background(move || answer_query(&state.options, &state.key_order, &site, &request));
    Ok(JsonText(body.await??))
}

fn answer_query(
    options: &Options,
    key_order: &KeyOrder,
    site: &Site,
    request: &QueryRequest,
) -> Result<Vec<u8>, ApiError> {
    let model = match request.query_type {
        0 => Model::Reading,
        1 => Model::Writing,
        other => {
            let problem = format!("Error converting value {other} to type 'QueryType'.");
            return Err(ApiError::invalid_member("request.QueryType", problem));
        }
    };
    let table = site
        .table_spelled(&request.entity_type, options.names)
        .ok_or_else(|| unknown_type(&request.entity_type))?;
    let fields = projected_fields(options.projection, table, request.fields.as_ref())?;
    let filter = stated(request.filter.as_deref())
        .filter(|_| options.filters == Filters::Honoured)
        .map(|text| Filter::parse(text, table.name, &table.columns, options.dialect))
        .transpose()?;
    let order = stated(request.order_by.as_deref())
        .map(|text| Order::parse(text, table.name, &table.columns))
        .transpose()?
        .unwrap_or_default();
    let skip = request.skip.unwrap_or(0);
    let take = request.take.unwrap_or(DEFAULT_TAKE);
    let key_order = |table: &Table| key_order.of(site.tenant, table);
    let selection = select(table, filter.as_ref(), &order, skip, take, key_order);
    let page = answer::Page {
        skip,
        take,
        total: request.include_total.then_some(selection.total),
        row_count: selection.rows.len(),
        rows: answer::rows_as_json(
            table,
            model,
            &selection.rows,
            fields.as_deref(),
            options.fields,
        ),
    };
    Ok(page.wrapped(options.shape, options.totals))
}

/// A text that says something: absent and blank are the same.
fn stated(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// The fields of the answer's rows, in the order asked for; `None` for whole rows.
fn projected_fields(
    projection: Projection,
    table: &Table,
    fields: Option<&Fields>,
) -> Result<Option<Vec<String>>, ApiError> {
    let names: Vec<String> = match (projection, fields) {
        (_, None) | (Projection::Ignored, _) => return Ok(None),
        (Projection::Refused, _) => {
            let problem = "Could not find member 'Fields' on object of type 'QueryRequest'.";
            return Err(ApiError::invalid_member("request.Fields", problem));
        }
        (Projection::Honoured, Some(Fields::Names(names))) => names.clone(),
        (Projection::Honoured, Some(Fields::Text(text))) => {
            text.split(',').map(|name| name.trim().to_owned()).collect()
        }
    };
    let unknown = names
        .iter()
        .find(|name| !table.columns.iter().any(|column| column.name == **name));
    if let Some(field) = unknown {
        let (field, entity_type) = (field.clone(), table.name.to_owned());
        return Err(FilterError::UnknownField { field, entity_type }.into());
    }
    Ok((!names.is_empty()).then_some(names))
}

fn unknown_type(name: &str) -> ApiError {
    ApiError::exception(
        StatusCode::BAD_REQUEST,
        "EasyWms.QueryService.EntityTypeNotFoundException",
        format!("Entity type '{name}' was not found"),
    )
}

impl From<FilterError> for ApiError {
    fn from(error: FilterError) -> Self {
        let exception_type = "System.Linq.Dynamic.Core.Exceptions.ParseException";
        Self::exception(StatusCode::BAD_REQUEST, exception_type, error.to_string())
    }
}

#[cfg(test)]
mod tests;
