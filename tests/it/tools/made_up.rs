//! A warehouse whose metadata and rows a test makes up, for servers that answer otherwise than the simulator.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::harness::Harness;

/// How a query is answered.
pub(crate) enum Said {
    /// With as many of these rows as are to be taken, and their number.
    Rows(Vec<Value>),
    /// With 400 and this message.
    Refused(&'static str),
}

/// What a server says.
#[derive(Clone)]
pub(crate) struct Words {
    /// The list of entity types; none if there is no metadata service.
    pub(crate) types: Option<Value>,
    /// The fields of every type.
    pub(crate) fields: Option<Value>,
    pub(crate) query: fn(&Value) -> Said,
}

/// The server, and a client's way to it; it ends when dropped.
pub(crate) struct MadeUp {
    pub(crate) harness: Harness,
    pub(crate) base_url: String,
    asked: Arc<Mutex<Vec<Value>>>,
    server: JoinHandle<()>,
}

struct Shared {
    words: Words,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl MadeUp {
    pub(crate) async fn start(words: Words) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::default());
        let shared = Shared {
            words,
            asked: Arc::clone(&asked),
        };
        let token = || async { Json(json!({"access_token": "made-up-token"})) };
        let types = "/MetadataService/api/EntityTypes";
        let routes = Router::new()
            .route("/EasySts/oauth/token", post(token))
            .route(types, get(list))
            .route(&format!("{types}/{{name}}"), get(describe))
            .route("/QueryService/api/QueryExecute", post(query))
            .with_state(Arc::new(shared));
        let server = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let harness = Harness::reached_at(&base_url, &[]).await;
        Self {
            harness,
            base_url,
            asked,
            server,
        }
    }

    /// The queries that were asked, in order.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for MadeUp {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn list(State(shared): State<Arc<Shared>>) -> Result<Json<Value>, StatusCode> {
    shared
        .words
        .types
        .clone()
        .map(Json)
        .ok_or(StatusCode::NOT_FOUND)
}

async fn describe(
    State(shared): State<Arc<Shared>>,
    Path(_): Path<String>,
) -> Result<Json<Value>, StatusCode> {
    shared
        .words
        .fields
        .clone()
        .map(Json)
        .ok_or(StatusCode::NOT_FOUND)
}

async fn query(
    State(shared): State<Arc<Shared>>,
    Json(body): Json<Value>,
) -> Result<Json<Value>, (StatusCode, Json<Value>)> {
    shared.asked.lock().unwrap().push(body.clone());
    match (shared.words.query)(&body) {
        Said::Rows(rows) => {
            let taken = usize::try_from(body["Take"].as_u64().unwrap()).unwrap();
            let items: Vec<&Value> = rows.iter().take(taken).collect();
            Ok(Json(json!({"Items": items, "TotalCount": rows.len()})))
        }
        Said::Refused(message) => Err((StatusCode::BAD_REQUEST, Json(json!({"Message": message})))),
    }
}
