//! The routes of the workflow, log and metric services.
//!
//! The nouns make serialisable values and know neither routes nor tokens. This reads paths, query strings and bodies for
//! them, and says 404 for what they don't have.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

use super::logs::LogSearch;
use super::metrics::MetricWindow;
use super::web_api::in_background;
use super::workflows::PageQuery;
use super::{ApiError, Authorized, JsonBody, SharedState, logs, metrics, workflows};

/// A JSON answer, or the error that says why there is none.
type Answer<T> = Result<Json<T>, ApiError>;

/// Every route of the three services.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .merge(workflow_routes())
        .route("/WorkflowLogService/api/LogSearch", post(search_logs))
        .route("/WorkflowLogService/api/Logs/{id}", get(log_entry))
        .route("/MetricsService/api/Metrics", get(list_metrics))
        .route("/MetricsService/api/Metrics/{code}", get(metric))
}

fn workflow_routes() -> Router<SharedState> {
    let list = "/ApplicationDictionaryService/api/Applications/{application}/Workflows";
    let one = "/ApplicationDictionaryService/api/Applications/{application}/Workflows/{id}";
    Router::new()
        .route(
            "/ApplicationDictionaryService/api/Applications",
            get(applications),
        )
        .route(list, get(list_workflows))
        .route(one, get(workflow))
}

async fn applications(_: Authorized) -> Json<impl Serialize> {
    Json(workflows::applications())
}

async fn list_workflows(
    Authorized(site): Authorized,
    Path(application): Path<String>,
    page: Result<Query<PageQuery>, QueryRejection>,
) -> Answer<impl Serialize> {
    let page = query_string(page)?;
    let missing = || ApiError::not_found(format!("Application '{application}' was not found."));
    workflows::list(&site, &application, &page)
        .map(Json)
        .ok_or_else(missing)
}

async fn workflow(
    Authorized(site): Authorized,
    Path((application, id)): Path<(String, String)>,
) -> Answer<impl Serialize> {
    let missing = || {
        ApiError::not_found(format!(
            "Workflow '{id}' was not found in application '{application}'."
        ))
    };
    workflows::get(&site, &application, &id)
        .map(Json)
        .ok_or_else(missing)
}

async fn search_logs(
    State(state): State<SharedState>,
    Authorized(site): Authorized,
    JsonBody(mut request): JsonBody<LogSearch>,
) -> Answer<impl Serialize> {
    if !state.options.log_levels {
        request.min_level = None;
    }
    in_background(move || logs::search(&site, &request))
        .await
        .map(Json)
}

async fn log_entry(Authorized(site): Authorized, Path(id): Path<String>) -> Answer<impl Serialize> {
    let missing = || ApiError::not_found(format!("Log entry '{id}' was not found."));
    logs::get(&site, &id).map(Json).ok_or_else(missing)
}

async fn list_metrics(Authorized(site): Authorized) -> Json<impl Serialize> {
    Json(metrics::list(&site))
}

async fn metric(
    Authorized(site): Authorized,
    Path(code): Path<String>,
    window: Result<Query<MetricWindow>, QueryRejection>,
) -> Answer<impl Serialize> {
    let window = query_string(window)?;
    let missing = || ApiError::not_found(format!("Metric '{code}' was not found."));
    metrics::get(&site, &code, &window)
        .map(Json)
        .ok_or_else(missing)
}

fn query_string<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, ApiError> {
    match query {
        Ok(Query(query)) => Ok(query),
        Err(rejection) => Err(ApiError::invalid_member("request", rejection.body_text())),
    }
}
