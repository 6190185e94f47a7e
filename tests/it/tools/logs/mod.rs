//! The workflow log: searches, entries, summaries. Expected values come from the simulator's own answers.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod entry;
mod search;
mod summary;

use mcp_wms_api::simulator::Simulator;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const SEARCH: &str = "/WorkflowLogService/api/LogSearch";

/// Asks the simulator itself, so that what the tools say is checked against what was really there.
pub(super) async fn wire(simulator: &Simulator, method: &str, path: &str, body: &str) -> Value {
    let token = simulator.issue_token("NORTH").unwrap();
    let address = simulator.base_url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

/// One page of a search as the simulator sends it.
async fn wire_search(simulator: &Simulator, body: &Value) -> Value {
    wire(simulator, "POST", SEARCH, &body.to_string()).await
}

/// The id of the newest entry with a keyword.
async fn id_of(simulator: &Simulator, keyword: &str) -> String {
    let body = json!({"Keyword": keyword, "Take": 1, "Descending": true});
    let page = wire_search(simulator, &body).await;
    page["Items"][0]["Id"].as_str().unwrap().to_owned()
}

/// The bodies of the log searches that were made, in order.
fn searches(simulator: &Simulator) -> Vec<Value> {
    let journal = simulator.journal();
    let searches = journal.iter().filter(|exchange| exchange.path == SEARCH);
    searches
        .map(|exchange| serde_json::from_str(&exchange.body).unwrap())
        .collect()
}
