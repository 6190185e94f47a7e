//! What a caller gets when something goes wrong between here and the warehouse, one file a kind.
//!
//! The marks (E1, F7 …) are those of the catalogue of faults that the tests were written from; reliability first.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod arguments;
mod auth;
mod concurrency;
mod payload;
mod proxy;
mod raw_server;
mod read_only;
mod secrets;
mod size;
mod statuses;
mod tls;
mod transport;

use mcp_wms_api::simulator::{Exchange, Fault, Simulator};
use serde_json::{Value, json};

use crate::harness::{Harness, Outcome};

const QUERY_PATH: &str = "/QueryService/api/QueryExecute";
const TOKEN_PATH: &str = "/EasySts/oauth/token";

/// A read that takes exactly one data request.
async fn count(harness: &Harness) -> Outcome {
    harness
        .call("count_wms_entities", json!({"entity_type": "Product"}))
        .await
}

/// The failure of that read.
async fn failure(harness: &Harness) -> Value {
    harness
        .failure("count_wms_entities", json!({"entity_type": "Product"}))
        .await
}

/// The journaled requests to one path.
fn requests(simulator: &Simulator, path: &str) -> Vec<Exchange> {
    let mut exchanges = simulator.journal();
    exchanges.retain(|exchange| exchange.path == path);
    exchanges
}

fn queries(harness: &Harness) -> usize {
    requests(&harness.simulator, QUERY_PATH).len()
}

fn token_requests(harness: &Harness) -> usize {
    requests(&harness.simulator, TOKEN_PATH).len()
}

/// An answer of this status with these words in its `Retry-After`.
fn asking_to_wait(code: u16, retry_after: &str) -> Fault {
    Fault::Status {
        code,
        retry_after: Some(retry_after.to_owned()),
        body: None,
        content_type: None,
    }
}

/// Checks code, `retryable` and the words that must be in message and hint.
#[track_caller]
fn assert_told(failure: &Value, code: &str, retryable: bool, error: &str, hint: &str) {
    assert_eq!(failure["code"], code, "{failure}");
    assert_eq!(failure["retryable"], retryable, "{failure}");
    assert!(
        failure["error"].as_str().unwrap().contains(error),
        "{failure}"
    );
    assert!(
        failure["hint"].as_str().unwrap().contains(hint),
        "{failure}"
    );
}
