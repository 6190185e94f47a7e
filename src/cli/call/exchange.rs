//! The session of one call: a server of our own behind two pipes, one request, its progress and its response.

use std::io::{BufRead, BufReader, IsTerminal as _, Write as _};

use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::cli::print::ProgressLine;
use crate::config::Config;
use crate::server::{Clock, WarehouseServer};
use crate::stdio::{Limits, Stdio};

/// The protocol revision of the request: the one without a handshake, so that one line is the whole session.
const PROTOCOL_VERSION: &str = "2026-07-28";

/// Makes one call and returns the response; on a terminal its progress shows meanwhile.
pub(super) async fn call(config: Config, tool: &str, arguments: &Value) -> std::io::Result<Value> {
    let (server_input, mut to_server) = std::io::pipe()?;
    let (from_server, server_output) = std::io::pipe()?;
    let stdio = Stdio::new(server_input, server_output, Limits::default())?;
    let server = WarehouseServer::new(config, Clock::System, stdio.closed());
    let serving = tokio::spawn(async move {
        if let Ok(running) = Box::pin(server.serve_with_ct(stdio, CancellationToken::new())).await {
            let _ = running.waiting().await;
        }
    });
    let shows_progress = std::io::stderr().is_terminal();
    let mut request = request(tool, arguments, shows_progress).to_string();
    request.push('\n');
    let response = tokio::task::spawn_blocking(move || {
        to_server.write_all(request.as_bytes())?;
        let response = response_of(BufReader::new(from_server));
        drop(to_server);
        response
    })
    .await??;
    serving.abort();
    Ok(response)
}

fn request(tool: &str, arguments: &Value, shows_progress: bool) -> Value {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    if let Some(meta) = meta.as_object_mut().filter(|_| shows_progress) {
        meta.insert("progressToken".to_owned(), json!(1));
    }
    json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments, "_meta": meta},
    })
}

/// Reads up to the response. Progress comes only if it was asked for.
fn response_of(lines: impl BufRead) -> std::io::Result<Value> {
    let mut progress = ProgressLine::default();
    for line in lines.lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if message.get("id").is_some_and(|id| *id == 1) {
            return Ok(message);
        }
        if let Some(text) = progress_text(&message) {
            progress.show(&text);
        }
    }
    Err(std::io::ErrorKind::UnexpectedEof.into())
}

fn progress_text(message: &Value) -> Option<String> {
    let params = message.get("params")?;
    let done = params.get("progress")?.as_f64()?;
    let said = params.get("message").and_then(Value::as_str);
    let total = params.get("total").and_then(Value::as_f64);
    let of = total.map(|total| format!(" of {total}"));
    Some(format!(
        "{done}{}  {}",
        of.unwrap_or_default(),
        said.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::*;

    #[test]
    fn reads_progress_on_the_way_to_the_response() {
        let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": 1, "progress": 400.0, "total": 2400.0, "message": "rows"}});
        assert_eq!(progress_text(&progress).unwrap(), "400 of 2400  rows");
        let response = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
        let lines = format!("{progress}\n{response}\n");
        assert_eq!(response_of(lines.as_bytes()).unwrap(), response);
    }

    #[test]
    fn a_server_that_ends_early_is_an_error() {
        assert!(response_of(&b""[..]).is_err());
    }
}
