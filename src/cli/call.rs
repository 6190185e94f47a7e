//! `call`: one tool call through the very server that clients get, over a pipe instead of stdin and stdout.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{FAILED, NOT_STARTED, print};
use crate::config::Config;
use crate::server::{Clock, WarehouseServer};
use crate::stdio::{Limits, Stdio};

/// The protocol revision of the request: the one without a handshake, so that one line is the whole session.
const PROTOCOL_VERSION: &str = "2026-07-28";

/// Makes the call and prints the text that a client would get.
pub(super) async fn run(config: Config, tool: String, arguments: Option<String>) -> u8 {
    let arguments = match read_arguments(arguments) {
        Ok(arguments) => arguments,
        Err(problem) => {
            tracing::error!("{problem}");
            return NOT_STARTED;
        }
    };
    match exchange(config, &tool, &arguments).await {
        Ok(response) => report(&response),
        Err(error) => {
            tracing::error!(%error, "the call could not be made");
            NOT_STARTED
        }
    }
}

fn read_arguments(arguments: Option<String>) -> Result<Value, String> {
    let text = match arguments.as_deref() {
        None => return Ok(json!({})),
        Some("-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| format!("stdin can't be read: {error}"))?;
            text
        }
        Some(text) => text.to_owned(),
    };
    let arguments: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| format!("the arguments are no JSON: {error}"))?;
    if arguments.is_object() {
        Ok(arguments)
    } else {
        Err("the arguments must be a JSON object".to_owned())
    }
}

/// Sends one request to a server of our own and returns its response.
async fn exchange(config: Config, tool: &str, arguments: &Value) -> std::io::Result<Value> {
    let (server_input, mut to_server) = std::io::pipe()?;
    let (from_server, server_output) = std::io::pipe()?;
    let stdio = Stdio::new(server_input, server_output, Limits::default())?;
    let server = WarehouseServer::new(config, Clock::System, stdio.closed());
    let serving = tokio::spawn(async move {
        if let Ok(running) = server.serve_with_ct(stdio, CancellationToken::new()).await {
            let _ = running.waiting().await;
        }
    });
    let mut request = request(tool, arguments).to_string();
    request.push('\n');
    let response = tokio::task::spawn_blocking(move || {
        to_server.write_all(request.as_bytes())?;
        let response = response_line(BufReader::new(from_server));
        drop(to_server);
        response
    })
    .await??;
    serving.abort();
    Ok(response)
}

fn request(tool: &str, arguments: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {
            "name": tool,
            "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    })
}

/// The first message that answers the request; notifications before it are passed over.
fn response_line(lines: impl std::io::BufRead) -> std::io::Result<Value> {
    for line in lines.lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if message.get("id").is_some_and(|id| *id == 1) {
            return Ok(message);
        }
    }
    Err(std::io::ErrorKind::UnexpectedEof.into())
}

/// Prints the answer's text; for an unknown tool the failure object of the protocol error.
fn report(response: &Value) -> u8 {
    let text = response
        .pointer("/result/content/0/text")
        .and_then(Value::as_str);
    let failure = response.pointer("/error/data").map(Value::to_string);
    match (text, failure) {
        (Some(text), _) => print::line(text),
        (None, Some(failure)) => print::line(&failure),
        (None, None) => print::line(&response.to_string()),
    }
    let succeeded = text.is_some()
        && response.pointer("/result/isError").and_then(Value::as_bool) != Some(true);
    if succeeded { 0 } else { FAILED }
}
