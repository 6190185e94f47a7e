//! The metadata service: which entity types a site has, and the properties of each.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::warehouse::{Column, Table};
use super::{ApiError, Authorized, EntityNames, SharedState};

/// The routes of the metadata service.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/MetadataService/api/EntityTypes", get(list))
        .route("/MetadataService/api/EntityTypes/{name}", get(describe))
}

async fn list(
    State(state): State<SharedState>,
    Authorized(site): Authorized,
    uri: Uri,
) -> Result<impl IntoResponse, ApiError> {
    if !state.options.metadata {
        return Err(ApiError::route_not_found(&uri));
    }
    let names = state.options.names;
    let types: Vec<Value> = site
        .tables()
        .iter()
        .map(|table| json!({ "Name": table.spelled(names), "Description": table.description, "KeyField": table.key }))
        .collect();
    Ok(Json(types))
}

async fn describe(
    State(state): State<SharedState>,
    Authorized(site): Authorized,
    uri: Uri,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    if !state.options.metadata {
        return Err(ApiError::route_not_found(&uri));
    }
    match site.table_spelled(&name, state.options.names) {
        Some(table) => Ok(Json(entity_type(table, state.options.names))),
        None => Err(ApiError::not_found(format!(
            "Entity type '{name}' was not found."
        ))),
    }
}

fn entity_type(table: &Table, names: EntityNames) -> Value {
    json!({
        "Name": table.spelled(names),
        "Description": table.description,
        "KeyField": table.key,
        "Properties": table.columns.iter().map(property).collect::<Vec<_>>(),
    })
}

fn property(column: &Column) -> Value {
    json!({ "Name": column.name, "Type": column.data_type, "RelatedEntityType": column.relation })
}
