//! The simulator as a client sees it: over HTTP.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod data;
mod faults;
mod services;

use serde_json::{Value, json};

use super::{DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Options, Simulator};

const QUERY_PATH: &str = "/QueryService/api/QueryExecute";

/// A client without pooled connections, proxies or decompression: what is sent is what is seen. It reads no root
/// certificates either, which would take longer than most tests.
fn http() -> reqwest::Client {
    // Another test may have installed it; building a client needs one even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .no_proxy()
        .no_gzip()
        .tls_certs_only([])
        .pool_max_idle_per_host(0)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap()
}

async fn start(options: Options) -> Simulator {
    Simulator::start(options).await.unwrap()
}

fn url(simulator: &Simulator, path: &str) -> String {
    format!("{}{path}", simulator.base_url())
}

/// The form of a good token request for a tenant.
fn token_form(tenant: &str) -> [(&'static str, String); 4] {
    [
        ("grant_type", "password".to_owned()),
        ("tenant_code", tenant.to_owned()),
        ("username", DEMO_USERNAME.to_owned()),
        ("password", DEMO_PASSWORD.to_owned()),
    ]
}

/// Asks for a token; returns the status and the JSON answered.
async fn ask_token(
    simulator: &Simulator,
    secret: &str,
    form: &[(&'static str, String)],
) -> (u16, Value) {
    let encoded: Vec<String> = form
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let response = http()
        .post(url(simulator, "/EasySts/oauth/token"))
        .basic_auth(DEMO_CLIENT_ID, Some(secret))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(encoded.join("&"))
        .send()
        .await
        .unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap())
}

async fn token(simulator: &Simulator, tenant: &str) -> String {
    let (status, answer) = ask_token(simulator, DEMO_CLIENT_SECRET, &token_form(tenant)).await;
    assert_eq!(status, 200, "{answer}");
    answer["access_token"].as_str().unwrap().to_owned()
}

/// The JSON of an answer that must be a good one.
async fn good(request: reqwest::RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A query that any site answers 400: enough to reach the service.
fn unknown_type_query() -> Value {
    json!({ "EntityType": "Nothing", "QueryType": 0 })
}

fn query(simulator: &Simulator, token: &str, body: &Value) -> reqwest::RequestBuilder {
    http()
        .post(url(simulator, QUERY_PATH))
        .bearer_auth(token)
        .header("Content-Type", "application/json")
        .body(body.to_string())
}
