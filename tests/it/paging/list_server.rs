//! A warehouse with one list of rows that the test made up, for what no believable data has.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What the server has and how it answers.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The rows as they go over the wire.
    pub(super) rows: Vec<String>,
    /// Whether answers carry a total.
    pub(super) counts: bool,
    /// The most rows of one answer, whatever is asked for.
    pub(super) most_rows: usize,
    /// The least rows of one answer while there are any, whatever is asked for.
    pub(super) least_rows: usize,
    /// Whether every answer begins with the first row, whatever is to be passed over.
    pub(super) ignores_skip: bool,
}

/// The server; it ends when dropped.
pub(super) struct ListServer {
    pub(super) base_url: String,
    server: JoinHandle<()>,
}

impl ListServer {
    pub(super) async fn start(list: List) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let token = || async { Json(json!({"access_token": "list-server-token"})) };
        let routes = Router::new()
            .route("/EasySts/oauth/token", post(token))
            .route("/QueryService/api/QueryExecute", post(query))
            .with_state(Arc::new(list));
        let server = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { base_url, server }
    }
}

impl Drop for ListServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn query(State(list): State<Arc<List>>, Json(request): Json<Value>) -> String {
    let number = |name: &str| usize::try_from(request[name].as_u64().unwrap()).unwrap();
    let taken = number("Take").min(list.most_rows).max(list.least_rows);
    let rows: Vec<&str> = list
        .rows
        .iter()
        .skip(if list.ignores_skip { 0 } else { number("Skip") })
        .take(taken)
        .map(String::as_str)
        .collect();
    let total = if list.counts {
        format!(r#","TotalCount":{}"#, list.rows.len())
    } else {
        String::new()
    };
    format!(r#"{{"Items":[{}]{total}}}"#, rows.join(" , "))
}
