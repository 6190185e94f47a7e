//! The simulator asked directly, past the server: where expected values come from.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test should panic"
)]

use mcp_wms_api::simulator::Simulator;
use serde_json::{Map, Value, json};

/// The rows and the total of a query, whole rows unless the body names `Fields`.
pub(crate) async fn query(
    simulator: &Simulator,
    entity_type: &str,
    more: Value,
) -> (Vec<Value>, u64) {
    let mut body =
        json!({"EntityType": entity_type, "QueryType": 0, "IncludeTotal": true, "Take": 100_000});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().cloned().unwrap_or_else(Map::new));
    // Another test may have installed it; building a client needs one even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .no_proxy()
        .tls_certs_only([])
        .build()
        .unwrap();
    let answer = client
        .post(format!(
            "{}/QueryService/api/QueryExecute",
            simulator.base_url()
        ))
        .bearer_auth(simulator.issue_token("NORTH").unwrap())
        .header("Content-Type", "application/json")
        .body(body.to_string())
        .send()
        .await
        .unwrap();
    let text = answer.text().await.unwrap();
    let answer: Value = serde_json::from_str(&text).unwrap();
    let rows = answer["Items"]
        .as_array()
        .unwrap_or_else(|| panic!("{text}"));
    (rows.clone(), answer["TotalCount"].as_u64().unwrap())
}

/// The bodies of the queries that the simulator was asked, as JSON.
pub(crate) fn queries(simulator: &Simulator) -> Vec<Value> {
    let journal = simulator.journal();
    let queries = journal
        .iter()
        .filter(|exchange| exchange.path.ends_with("QueryExecute"));
    queries
        .map(|exchange| serde_json::from_str(&exchange.body).unwrap())
        .collect()
}
