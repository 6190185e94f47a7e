//! Workflows: lists, searches, definitions in windows, comparisons. Expected values come from the simulator's own answers.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod compare;
mod details;
mod list;
mod search;

use mcp_wms_api::simulator::Simulator;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const DICTIONARY: &str = "/ApplicationDictionaryService/api/Applications";

/// Asks the simulator itself, so that what the tools say is checked against what was really there.
async fn wire(simulator: &Simulator, tenant: &str, path: &str) -> Value {
    let token = simulator.issue_token(tenant).unwrap();
    let address = simulator.base_url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {DICTIONARY}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

/// One workflow as the simulator sends it.
async fn wire_workflow(
    simulator: &Simulator,
    tenant: &str,
    application: &str,
    name: &str,
) -> Value {
    wire(
        simulator,
        tenant,
        &format!("/{application}/Workflows/{name}"),
    )
    .await
}

/// Every workflow of an application, in the simulator's order.
async fn wire_list(simulator: &Simulator, application: &str) -> Vec<Value> {
    let page = wire(
        simulator,
        "NORTH",
        &format!("/{application}/Workflows?take=200"),
    )
    .await;
    let list = page["Items"].as_array().unwrap().clone();
    assert_eq!(page["TotalCount"], list.len());
    list
}

/// How many requests were made for the workflow service.
fn requests(simulator: &Simulator) -> usize {
    let journal = simulator.journal();
    journal
        .iter()
        .filter(|exchange| exchange.path.starts_with(DICTIONARY))
        .count()
}
